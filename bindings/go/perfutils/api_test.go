package perf

import (
	"testing"

	"libperfc/internal/api"
)

const upstream = "github.com/hodgesds/perf-utils"

func TestExportedAPIIsThatOfPerfUtils(t *testing.T) {
	added := map[string][]string{
		"": {"type ValuesProfiler interface{ProfileValues() (map[string]perf.ProfileValue, error)}"},
	}
	for _, name := range []string{"", "/msr/skylake", "/msr/zen", "/msr/zen2", "/msr/zen3"} {
		wanted, err := api.List(api.Upstream, upstream+name)
		check(t, err)
		ours, err := api.List(".", "."+name)
		check(t, err)
		for _, difference := range api.Differences(ours, wanted, added[name]) {
			t.Error(upstream+name, difference)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
