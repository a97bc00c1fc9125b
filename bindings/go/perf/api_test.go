package perf_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"libperfc/internal/api"
)

// What this package has beyond go-perf.
var added = []string{
	"field UnknownRecord.Data []byte",
	"field UnknownRecord.RecordHeader perf.RecordHeader",
	"method Event.ModifyAttributes(a *perf.Attr) error",
	"method Event.SetFilter(filter string) error",
	"method UnknownRecord.CPUMode() perf.CPUMode",
	"method UnknownRecord.DecodeFrom(raw *perf.RawRecord, ev *perf.Event) error",
	"method UnknownRecord.Header() perf.RecordHeader",
	"type UnknownRecord struct",
}

func TestExportedAPIIsThatOfGoPerf(t *testing.T) {
	text, err := os.ReadFile("testdata/api.txt")
	check(t, err)
	wanted := append(strings.Split(strings.TrimSpace(string(text)), "\n"), added...)
	ours, err := api.List(".", ".")
	check(t, err)
	for _, line := range wanted {
		if !slices.Contains(ours, line) {
			t.Errorf("missing: %s", line)
		}
	}
	for _, line := range ours {
		if !slices.Contains(wanted, line) {
			t.Errorf("not theirs: %s", line)
		}
	}
}
