package perfevent

import (
	"os"
	"slices"
	"strings"
	"testing"

	"libperfc/internal/api"
)

func TestExportedAPIIsThatOfPerfAgent(t *testing.T) {
	text, err := os.ReadFile("testdata/api.txt")
	check(t, err)
	wanted := strings.Split(strings.TrimSpace(string(text)), "\n")
	ours, err := api.List(".", ".")
	check(t, err)
	if !slices.Equal(ours, wanted) {
		t.Errorf("%s\nnot\n%s", strings.Join(ours, "\n"), strings.Join(wanted, "\n"))
	}
}
