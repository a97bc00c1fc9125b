package perfc

import (
	"runtime"
	"syscall"
	"testing"
	"unsafe"
)

// needsEvents skips where no events can be opened, and says why.
func needsEvents(t testing.TB) {
	t.Helper()
	attr := Attr{Type: TYPE_SOFTWARE, Config: COUNT_SW_DUMMY, Flags: ATTR_EXCLUDE_KERNEL}
	event, err := Open(&attr, 0, ANY_CPU, nil, 0)
	if err != nil {
		t.Skip(err)
	}
	event.Close()
}

// onThread keeps the test on its thread, which events of pid 0 count.
func onThread(t testing.TB) {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
}

func open(t testing.TB, attr *Attr, group *Event) *Event {
	t.Helper()
	needsEvents(t)
	onThread(t)
	event, err := Open(attr, 0, ANY_CPU, group, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { event.Close() })
	return event
}

func clock(flags uint64) *Attr {
	return &Attr{
		Type: TYPE_SOFTWARE, Config: COUNT_SW_TASK_CLOCK, Flags: ATTR_DISABLED | flags,
		ReadFormat: FORMAT_TOTAL_TIME_ENABLED | FORMAT_TOTAL_TIME_RUNNING,
	}
}

// faults writes a sample for each page fault.
func faults() *Attr {
	return &Attr{
		Type: TYPE_SOFTWARE, Config: COUNT_SW_PAGE_FAULTS, SamplePeriod: 1, WakeupEvents: 1,
		SampleType: SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR | SAMPLE_CALLCHAIN,
		Flags:      ATTR_DISABLED | ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_MMAP_DATA,
	}
}

func sampling(t testing.TB, pages int) *Event {
	t.Helper()
	event := open(t, faults(), nil)
	if err := event.Mmap(pages, 0); err != nil {
		t.Fatal(err)
	}
	if err := event.Enable(0); err != nil {
		t.Fatal(err)
	}
	return event
}

// touch makes count page faults.
func touch(t testing.TB, count int) {
	t.Helper()
	memory, err := syscall.Mmap(-1, 0, count*4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	syscall.Madvise(memory, 15) // MADV_NOHUGEPAGE
	for i := 0; i < count; i++ {
		memory[i*4096] = 1
	}
	if err := syscall.Munmap(memory); err != nil {
		t.Fatal(err)
	}
}

// work keeps the thread busy.
func work() uint64 {
	sum := uint64(0)
	for i := range uint64(3_000_000) {
		sum += i * i
	}
	runtime.KeepAlive(sum)
	return sum
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inRecord says whether a part lies in the record's memory.
func inRecord(record *Record, part *byte) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(record.Data)))
	at := uintptr(unsafe.Pointer(part))
	return at >= begin && at < begin+uintptr(len(record.Data))
}
