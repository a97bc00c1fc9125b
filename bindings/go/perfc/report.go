package perfc

// #include <perfc/perfc.h>
import "C"

import (
	"strings"
	"syscall"
	"unsafe"
)

// Report lists the incidents of opening, mapping and updating a set.
type Report []ReportEntry

// ReportEntry is one thing that happened.
type ReportEntry struct {
	Kind   uint32 // REPORT_*
	Step   uint32 // FALLBACK_*: taken, or that could be tried
	Spec   int    // -1: of none in particular
	CPU    int    // -1: of none in particular, or any
	PID    int
	Before uint64 // Hz, precise_ip, data pages, fds
	After  uint64
	Event  string // the spec's name
	Text   string // the incident, the reason, and a remedy to try
	Err    error  // the cause, or nil
}

// String is a line for each entry.
func (r Report) String() string {
	var all strings.Builder
	for _, entry := range r {
		all.WriteString(entry.Text + "\n")
	}
	return all.String()
}

func goReport(c *C.perfc_report) Report {
	var report Report
	for i := range int(C.perfc_report_count(c)) {
		var out C.struct_perfc_report_entry
		if C.perfc_report_get(c, C.uint32_t(i), &out, C.size_t(unsafe.Sizeof(out))) != 0 {
			break
		}
		text, _ := grown(func(buffer *C.char, size C.size_t) (C.int, error) {
			code := C.perfc_report_text(c, C.uint32_t(i), buffer, size)
			return code, hotError("perfc_report_text", code)
		})
		entry := ReportEntry{
			Kind: uint32(out.kind), Step: uint32(out.step), Spec: int(out.spec), CPU: int(out.cpu), PID: int(out.pid),
			Before: uint64(out.before), After: uint64(out.after), Event: C.GoString(&out.event[0]), Text: text,
		}
		if out.spec == REPORT_NO_SPEC {
			entry.Spec = -1
		}
		if out.error.code < 0 {
			facts := out.error
			entry.Err = &Error{syscall.Errno(-facts.code), C.GoString(&facts.operation[0]), &facts}
		}
		report = append(report, entry)
	}
	return report
}
