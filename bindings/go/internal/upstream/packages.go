//go:build never

// Package upstream is a module of its own: the packages that ours stand for, pinned,
// for the tests that compare the two.
package upstream

import (
	_ "github.com/hodgesds/perf-utils"
	_ "github.com/stretchr/testify/require" // of its tests
)
