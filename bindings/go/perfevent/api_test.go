package perfevent

import (
	"testing"

	"libperfc/internal/api"
)

func TestExportedAPIIsThatOfPerfAgent(t *testing.T) {
	wanted, err := api.Kept("testdata/api.txt")
	check(t, err)
	ours, err := api.List(".", ".")
	check(t, err)
	for _, difference := range api.Differences(ours, wanted, nil) {
		t.Error(difference)
	}
}
