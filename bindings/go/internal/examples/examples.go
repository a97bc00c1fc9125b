// Package examples runs the tests of packages whose examples open events.
package examples

import (
	"flag"
	"os"
	"strings"
	"testing"

	"libperfc/perfc"
)

// Main is for TestMain. Examples can't skip themselves: without events, they are skipped here.
func Main(m *testing.M) {
	flag.Parse()
	attr := perfc.Attr{Type: perfc.TYPE_SOFTWARE, Config: perfc.COUNT_SW_DUMMY, Flags: perfc.ATTR_EXCLUDE_KERNEL}
	event, err := perfc.Open(&attr, perfc.CALLING_THREAD, perfc.ANY_CPU, nil, 0)
	if err != nil {
		skip := flag.Lookup("test.skip").Value
		skip.Set(strings.TrimPrefix(skip.String()+"|^Example", "|"))
	}
	event.Close()
	os.Exit(m.Run())
}
