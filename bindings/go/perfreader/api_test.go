package perfreader

import (
	"runtime"
	"testing"

	"libperfc/internal/api"
)

func TestExportedAPIIsThatOfPerfAgent(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the list is that of amd64")
	}
	wanted, err := api.Kept("testdata/api.txt")
	check(t, err)
	ours, err := api.List(".", ".")
	check(t, err)
	added := []string{"method Reader.TakeLost() []perfreader.Lost", "method Sample.Clone() perfreader.Sample"}
	for _, difference := range api.Differences(ours, wanted, added) {
		t.Error(difference)
	}
}
