// Package perfc is Linux perf_event_open(2) by libperfc: events, their rings and records, decoded
// samples, columns, counts.
//
//	open -> ioctl -> mmap -> next record -> decode
//
// One event is opened by its name, to count or to sample:
//
//	runtime.LockOSThread()
//	event, err := perfc.OpenString("task-clock:u", 0, perfc.CALLING_THREAD, perfc.ANY_CPU)
//	...
//	counts, err := event.Measure(work)
//	fmt.Println(counts[0].Scaled)
//
// The constants are the kernel's names without their prefix: PERF_SAMPLE_IP is
// SAMPLE_IP. Errors are *Error: they carry the words for what failed and why,
// and errors.Is(err, unix.EACCES) holds where the errno is EACCES.
//
// Values that a method calls borrowed lie in C memory. They live until the time that the method
// names; Go's garbage collector doesn't know them.
//
// The program carries libperfc. With the build tag perfc_shared it loads libperfc.so.0 instead.
//
// A value may be used by one goroutine at a time, unless a method says otherwise. A second
// goroutine at the same time gets ErrInUse. Use after Close gets ErrClosed. Events of the calling
// thread (pid 0) need runtime.LockOSThread.
package perfc

// #include <perfc/perfc.h>
import "C"

import "fmt"

// Version is the version of the library that the program is linked with, or has loaded.
func Version() string { return versionText(VersionNumber()) }

// VersionNumber is the same as major << 16 | minor << 8 | patch.
func VersionNumber() uint32 { return uint32(C.perfc_version()) }

const versionBuilt = VERSION_MAJOR<<16 | VERSION_MINOR<<8 | VERSION_PATCH

func versionText(number uint32) string {
	return fmt.Sprintf("%d.%d.%d", number>>16, number>>8&0xff, number&0xff)
}

func init() {
	if err := checkVersion(VersionNumber()); err != nil {
		panic(err)
	}
}

// A later library has all that an earlier one had, but below 1.0 each minor version may change the
// ABI.
func checkVersion(loaded uint32) error {
	same := loaded>>16 == VERSION_MAJOR && (VERSION_MAJOR > 0 || loaded>>8&0xff == VERSION_MINOR)
	if same && loaded >= versionBuilt {
		return nil
	}
	return fmt.Errorf("perfc: libperfc %s was loaded, and this program was built for %s",
		versionText(loaded), versionText(versionBuilt))
}
