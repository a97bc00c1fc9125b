package perfreader

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"libperfc/internal/api"
)

func TestExportedAPIIsThatOfPerfAgent(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the list is that of amd64")
	}
	text, err := os.ReadFile("testdata/api.txt")
	check(t, err)
	wanted := strings.Split(strings.TrimSpace(string(text)), "\n")
	ours, err := api.List(".", ".")
	check(t, err)
	wanted = append(wanted, "method Reader.TakeLost() []perfreader.Lost", "method Sample.Clone() perfreader.Sample")
	slices.Sort(wanted)
	if !slices.Equal(ours, wanted) {
		t.Errorf("%s\nnot\n%s", strings.Join(ours, "\n"), strings.Join(wanted, "\n"))
	}
}
