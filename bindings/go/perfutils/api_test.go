package perf

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"libperfc/internal/api"
)

// go test -run ExportedAPI -module DIR writes the list anew, from the sources of
// perf-utils in DIR.
var module = flag.String("module", "", "where the sources of perf-utils are")

const golden = "testdata/api.txt"

func TestExportedAPIIsThatOfPerfUtils(t *testing.T) {
	if *module != "" {
		lines, err := api.List(*module, ".")
		check(t, err)
		check(t, os.WriteFile(golden, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	wanted, err := fileToStrings(golden)
	check(t, err)
	ours, err := api.List(".", ".")
	check(t, err)
	added := []string{"type ValuesProfiler interface{ProfileValues() (map[string]perf.ProfileValue, error)}"}
	for _, line := range wanted {
		if !slices.Contains(ours, line) {
			t.Errorf("missing: %s", line)
		}
	}
	for _, line := range ours {
		if !slices.Contains(wanted, line) && !slices.Contains(added, line) {
			t.Errorf("added: %s", line)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
