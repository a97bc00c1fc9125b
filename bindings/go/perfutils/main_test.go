package perf_test

import (
	"testing"

	"libperfc/internal/examples"
)

func TestMain(m *testing.M) { examples.Main(m) }
