package perf_test

import (
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
	wanted, err := api.Kept("testdata/api.txt")
	check(t, err)
	ours, err := api.List(".", ".")
	check(t, err)
	for _, difference := range api.Differences(ours, wanted, added) {
		t.Error(difference)
	}
}
