package perf_test

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"libperfc/perf"
)

func needs(t testing.TB, configure ...perf.Configurator) {
	t.Helper()
	for _, one := range append(configure, perf.Dummy) {
		attr := new(perf.Attr)
		if err := one.Configure(attr); err != nil {
			t.Skip(err)
		}
		ev, err := perf.Open(attr, perf.CallingThread, perf.AnyCPU, nil)
		if err != nil {
			t.Skip(err)
		}
		ev.Close()
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, attr *perf.Attr, group *perf.Event) *perf.Event {
	t.Helper()
	ev, err := perf.Open(attr, perf.CallingThread, perf.AnyCPU, group)
	check(t, err)
	t.Cleanup(func() { ev.Close() })
	return ev
}

var getpid = perf.Tracepoint("syscalls", "sys_enter_getpid")

// hits is an attr that samples each getpid.
func hits(t testing.TB, format perf.SampleFormat) *perf.Attr {
	t.Helper()
	attr := &perf.Attr{SampleFormat: format, Options: perf.Options{Disabled: true, SampleIDAll: true}}
	attr.SetSamplePeriod(1)
	attr.SetWakeupEvents(1)
	check(t, getpid.Configure(attr))
	return attr
}

func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestCountOfATracepoint(t *testing.T) {
	needs(t, getpid)
	attr := new(perf.Attr)
	check(t, getpid.Configure(attr))
	attr.CountFormat = perf.CountFormat{Enabled: true, Running: true, ID: true}
	ev := open(t, attr, nil)
	count, err := ev.Measure(func() {
		for range 3 {
			unix.Getpid()
		}
	})
	check(t, err)
	id, err := ev.ID()
	check(t, err)
	if count.Value != 3 || count.ID != id || count.Enabled == 0 || count.String() != "syscalls:sys_enter_getpid = 3" {
		t.Fatalf("%+v", count)
	}
	if _, err := ev.ReadGroupCount(); err == nil {
		t.Fatal("it is no group")
	}
}

func TestPinnedEventInErrorIsEOF(t *testing.T) {
	needs(t, perf.CPUCycles)
	attr := &perf.Attr{Options: perf.Options{Pinned: true}}
	check(t, perf.CPUCycles.Configure(attr))
	for range 64 {
		_, err := open(t, attr, nil).ReadCount()
		if err == io.EOF {
			return
		}
		check(t, err)
	}
	t.Skip("so many counters")
}

func TestGroupOptionsInAnyOrder(t *testing.T) {
	needs(t)
	var g perf.Group
	g.Add(perf.TaskClock, &perf.Attr{Label: "mine, all of it", Type: perf.SoftwareEvent, Config: uint64(perf.PageFaults)})
	g.CountFormat = perf.CountFormat{Enabled: true, ID: true}
	g.Options.ExcludeHypervisor = true
	ev, err := g.Open(perf.CallingThread, perf.AnyCPU)
	check(t, err)
	for range 2 {
		gc, err := ev.MeasureGroup(func() {
			memory := make([]byte, 8<<20)
			for i := 0; i < len(memory); i += 4096 {
				memory[i] = 1
			}
		})
		check(t, err)
		if len(gc.Values) != 2 || gc.Values[0].Label != "task-clock" || gc.Values[1].Label != "mine, all of it" ||
			gc.Values[0].Value == 0 || gc.Values[0].ID == 0 || gc.Enabled == 0 {
			t.Fatalf("%+v", gc)
		}
		var table strings.Builder
		check(t, gc.PrintValues(&table))
		if lines := strings.Split(table.String(), "\n"); len(lines) != 4 || !strings.HasPrefix(lines[0], "label") ||
			!strings.HasSuffix(strings.TrimSpace(lines[0]), "ID") {
			t.Fatal(table.String())
		}
	}
	if _, err := ev.ReadCount(); err == nil {
		t.Fatal("it is a group")
	}
	check(t, ev.Close())
	if _, err := ev.ReadGroupCount(); !errors.Is(err, os.ErrClosed) {
		t.Fatal(err)
	}
	if err := ev.Close(); !errors.Is(err, os.ErrClosed) {
		t.Fatal(err)
	}
}

func TestGroupErrors(t *testing.T) {
	var empty perf.Group
	if _, err := empty.Open(perf.CallingThread, perf.AnyCPU); err == nil {
		t.Fatal("it is empty")
	}
	var bad perf.Group
	bad.Add(perf.Tracepoint("no_such", "tracepoint"))
	if _, err := bad.Open(perf.CallingThread, perf.AnyCPU); err == nil {
		t.Fatal("no such tracepoint")
	}
}

func TestOpenErrorsHaveTheirErrno(t *testing.T) {
	needs(t)
	_, err := perf.Open(&perf.Attr{Type: perf.SoftwareEvent, Config: 1000}, perf.CallingThread, perf.AnyCPU, nil)
	if call, is := err.(*os.SyscallError); !is || call.Err != unix.ENOENT || !os.IsNotExist(err) || !errors.Is(err, unix.ENOENT) {
		t.Fatal(err)
	}
	if !strings.HasPrefix(err.Error(), "perf_event_open: ") || !strings.Contains(err.Error(), "no software event 0x3e8") {
		t.Fatal(err)
	}
	if _, err := perf.Open(new(perf.Attr), perf.AllThreads, perf.AnyCPU, nil); !errors.Is(err, unix.EINVAL) {
		t.Fatal(err)
	}
	var zero perf.Event
	if err := zero.Enable(); !errors.Is(err, os.ErrInvalid) {
		t.Fatal(err)
	}
}

func TestSamples(t *testing.T) {
	needs(t, getpid)
	ev := open(t, hits(t, perf.SampleFormat{
		IP: true, Tid: true, Time: true, CPU: true, Period: true, Callchain: true, Raw: true, Identifier: true, Count: true,
	}), nil)
	if _, err := ev.ReadRecord(t.Context()); err == nil {
		t.Fatal("it isn't mapped")
	}
	check(t, ev.MapRing())
	check(t, ev.MapRing())
	if ev.HasRecord() {
		t.Fatal("nothing happened")
	}
	const number = 200
	count, err := ev.Measure(func() {
		for range number {
			unix.Getpid()
		}
	})
	check(t, err)
	if count.Value != number || !ev.HasRecord() {
		t.Fatal(count)
	}
	id, _ := ev.ID()
	var kept []*perf.SampleRecord
	for range number {
		record, err := ev.ReadRecord(soon(t))
		check(t, err)
		sample, ok := record.(*perf.SampleRecord)
		if !ok || sample.Header().Type != perf.RecordTypeSample || sample.Header().CPUMode() == perf.UnknownMode {
			t.Fatalf("%T %+v", record, record)
		}
		kept = append(kept, sample)
	}
	for i, sample := range kept {
		if int(sample.Pid) != os.Getpid() || int(sample.Tid) != unix.Gettid() || sample.Identifier != id ||
			sample.Period != 1 || len(sample.Callchain) == 0 || len(sample.Raw) == 0 ||
			sample.Count.Value != uint64(i+1) || sample.StreamID != 0 {
			t.Fatalf("%d: %+v", i, sample)
		}
	}
}

func TestDecodeFromRawRecords(t *testing.T) {
	needs(t, getpid)
	ev := open(t, hits(t, perf.SampleFormat{Tid: true, Time: true, Callchain: true}), nil)
	check(t, ev.MapRing())
	_, err := ev.Measure(func() { unix.Getpid() })
	check(t, err)
	var raw perf.RawRecord
	check(t, ev.ReadRawRecord(soon(t), &raw))
	if int(raw.Header.Size) != len(raw.Data)+8 {
		t.Fatalf("%+v", raw)
	}
	var sample perf.SampleRecord
	check(t, sample.DecodeFrom(&raw, ev))
	if int(sample.Pid) != os.Getpid() || len(sample.Callchain) == 0 {
		t.Fatalf("%+v", sample)
	}
	if err := new(perf.CommRecord).DecodeFrom(&raw, ev); !errors.Is(err, perf.ErrBadRecord) {
		t.Fatal(err)
	}
	raw.Data = raw.Data[:8]
	raw.Header.Size = 16
	if err := sample.DecodeFrom(&raw, ev); !errors.Is(err, perf.ErrBadRecord) {
		t.Fatal(err)
	}
}

func TestContexts(t *testing.T) {
	needs(t, getpid)
	ev := open(t, hits(t, perf.SampleFormat{Tid: true}), nil)
	check(t, ev.MapRing())
	deadline, cancel := context.WithTimeout(t.Context(), 2*time.Millisecond)
	defer cancel()
	if _, err := ev.ReadRecord(deadline); err != context.DeadlineExceeded {
		t.Fatal(err)
	}
	cancelled, cancelNow := context.WithCancel(t.Context())
	time.AfterFunc(2*time.Millisecond, cancelNow)
	if _, err := ev.ReadRecord(cancelled); err != context.Canceled {
		t.Fatal(err)
	}
	_, err := ev.Measure(func() { unix.Getpid() })
	check(t, err)
	if _, err := ev.ReadRecord(cancelled); err != nil {
		t.Fatal("records go first:", err)
	}
}

// watched is a context that tells when somebody waits.
type watched struct {
	context.Context
	waits chan struct{}
}

func (w watched) Done() <-chan struct{} {
	select {
	case w.waits <- struct{}{}:
	default:
	}
	return w.Context.Done()
}

func TestCloseBesideAReaderCanBeRepeated(t *testing.T) {
	needs(t)
	attr := new(perf.Attr)
	check(t, perf.Dummy.Configure(attr))
	ev := open(t, attr, nil)
	check(t, ev.MapRing())
	ctx, cancel := context.WithCancel(soon(t))
	reader := watched{ctx, make(chan struct{}, 1)}
	reads := make(chan error)
	go func() {
		_, err := ev.ReadRecord(reader)
		reads <- err
	}()
	<-reader.waits
	if ev.Close() == nil {
		t.Fatal("there is a reader")
	}
	cancel()
	if err := <-reads; err != context.Canceled {
		t.Fatal(err)
	}
	check(t, ev.Close())
}

func TestFDIsForPollers(t *testing.T) {
	needs(t)
	attr := new(perf.Attr)
	check(t, perf.Dummy.Configure(attr))
	fd, err := open(t, attr, nil).FD()
	check(t, err)
	fd, err = unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	check(t, err)
	file := os.NewFile(uintptr(fd), "perf")
	defer file.Close()
	check(t, file.SetReadDeadline(time.Now()))
}

func TestErrDisabledWhenTheTargetEnds(t *testing.T) {
	needs(t)
	command := exec.Command("sleep", "0.05")
	check(t, command.Start())
	attr := &perf.Attr{Options: perf.Options{Task: true}}
	check(t, perf.Dummy.Configure(attr))
	ev, err := perf.Open(attr, command.Process.Pid, perf.AnyCPU, nil)
	check(t, err)
	defer ev.Close()
	check(t, ev.MapRing())
	check(t, command.Wait())
	record, err := ev.ReadRecord(soon(t))
	check(t, err)
	if exit, ok := record.(*perf.ExitRecord); !ok || int(exit.Pid) != command.Process.Pid {
		t.Fatalf("%T %+v", record, record)
	}
	if _, err := ev.ReadRecord(soon(t)); err != perf.ErrDisabled {
		t.Fatal(err)
	}
}

func TestErrNoReadRecord(t *testing.T) {
	needs(t, getpid)
	ev := open(t, hits(t, perf.SampleFormat{Tid: true, StreamID: true}), nil)
	check(t, ev.MapRing())
	other := open(t, hits(t, perf.SampleFormat{Tid: true, StreamID: true, Time: true}), nil)
	check(t, other.SetOutput(ev))
	_, err := other.Measure(func() { unix.Getpid() })
	check(t, err)
	if _, err := ev.ReadRecord(soon(t)); err != perf.ErrNoReadRecord {
		t.Fatal(err)
	}
	var raw perf.RawRecord
	check(t, ev.ReadRawRecord(soon(t), &raw))
	check(t, other.SetOutput(nil))
}

func TestSamplesOfInheritedEvents(t *testing.T) {
	needs(t, perf.Tracepoint("sched", "sched_process_exec"))
	attr := &perf.Attr{
		SampleFormat: perf.SampleFormat{Tid: true, ID: true, StreamID: true},
		Options:      perf.Options{Inherit: true, Disabled: true, SampleIDAll: true},
	}
	attr.SetSamplePeriod(1)
	check(t, perf.Tracepoint("sched", "sched_process_exec").Configure(attr))
	for cpu := range runtime.NumCPU() {
		ev, err := perf.Open(attr, os.Getpid(), cpu, nil)
		check(t, err)
		defer ev.Close()
		check(t, ev.MapRing())
		check(t, ev.Enable())
		defer func() {
			check(t, ev.Disable())
			id, _ := ev.ID()
			for ev.HasRecord() {
				record, err := ev.ReadRecord(soon(t))
				check(t, err)
				sample, ok := record.(*perf.SampleRecord)
				// The kernel may have swapped the two threads' events, and then the
				// StreamID is the parent's.
				if !ok || sample.ID != id {
					t.Errorf("%T %+v", record, record)
				}
			}
		}()
	}
	check(t, exec.Command("true").Run())
}

func TestReadCountBesideReadRecord(t *testing.T) {
	needs(t, getpid)
	ev := open(t, hits(t, perf.SampleFormat{Tid: true}), nil)
	check(t, ev.MapRing())
	check(t, ev.Enable())
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		for range 100 {
			if _, err := ev.ReadCount(); err != nil {
				t.Error(err)
			}
		}
	}()
	for range 100 {
		unix.Getpid()
		_, err := ev.ReadRecord(soon(t))
		check(t, err)
	}
	group.Wait()
}

func TestFilter(t *testing.T) {
	write := perf.Tracepoint("syscalls", "sys_enter_write")
	needs(t, write)
	attr := new(perf.Attr)
	check(t, write.Configure(attr))
	ev := open(t, attr, nil)
	check(t, ev.SetFilter("count == 3"))
	null, err := unix.Open("/dev/null", unix.O_WRONLY, 0)
	check(t, err)
	defer unix.Close(null)
	count, err := ev.Measure(func() {
		unix.Write(null, make([]byte, 3))
		unix.Write(null, make([]byte, 4))
	})
	check(t, err)
	if count.Value != 1 {
		t.Fatal(count)
	}
	if err := open(t, attr, nil).SetFilter("no_such_field == 1"); !errors.Is(err, unix.EINVAL) {
		t.Fatal(err)
	}
}

func TestModifyAttributesMovesABreakpoint(t *testing.T) {
	needs(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	words := new([2]uint64)
	at := func(i int) uint64 { return uint64(uintptr(unsafe.Pointer(&words[i]))) }
	attr := new(perf.Attr)
	check(t, perf.Breakpoint(perf.BreakpointTypeW, at(0), perf.BreakpointLength8).Configure(attr))
	ev := open(t, attr, nil)
	moved := *attr
	moved.Config1 = at(1)
	check(t, ev.ModifyAttributes(&moved))
	count, err := ev.Measure(func() {
		for i := 0; i < 3; i++ {
			atomic.StoreUint64(&words[0], 1)
		}
		atomic.StoreUint64(&words[1], 1)
	})
	check(t, err)
	if count.Value != 1 {
		t.Fatal(count)
	}
}

func TestLabels(t *testing.T) {
	needs(t)
	attr := &perf.Attr{Type: perf.SoftwareEvent, Config: uint64(perf.ContextSwitches)}
	count, err := open(t, attr, nil).ReadCount()
	check(t, err)
	if count.Label != "context-switches" || attr.Label != "" {
		t.Fatal(count, attr)
	}
	for _, all := range [][]perf.Configurator{perf.AllHardwareCounters(), perf.AllSoftwareCounters()} {
		for _, one := range all {
			attr := new(perf.Attr)
			check(t, one.Configure(attr))
			if attr.Label == "" {
				t.Errorf("%#v", one)
			}
		}
	}
	if perf.Instructions.String() != "instructions" || len(perf.HardwareCacheCounters(perf.AllCaches(), perf.AllCacheOps(), perf.AllCacheOpResults())) != 42 {
		t.Fatal("counters")
	}
}

func TestOpenSearchesForNoLabel(t *testing.T) {
	openat := perf.Tracepoint("syscalls", "sys_enter_openat")
	needs(t, openat)
	attr := new(perf.Attr)
	check(t, openat.Configure(attr))
	files := open(t, attr, nil)
	attr.Label = ""
	var ev *perf.Event
	count, err := files.Measure(func() { ev = open(t, attr, nil) })
	check(t, err)
	if count.Value > 10 {
		t.Fatal(count)
	}
	if count, err := ev.ReadCount(); err != nil || count.Label != "syscalls:sys_enter_openat" {
		t.Fatal(count, err)
	}
}

func TestSideband(t *testing.T) {
	needs(t)
	attr := &perf.Attr{
		Options:      perf.Options{Mmap: true, Mmap2: true, MmapData: true, Comm: true, SampleIDAll: true},
		SampleFormat: perf.SampleFormat{Tid: true, Time: true},
	}
	check(t, perf.Dummy.Configure(attr))
	ev := open(t, attr, nil)
	check(t, ev.MapRing())
	memory, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_ANON|unix.MAP_PRIVATE)
	check(t, err)
	defer unix.Munmap(memory)
	for {
		record, err := ev.ReadRecord(soon(t))
		check(t, err)
		mmap, ok := record.(*perf.Mmap2Record)
		if ok && mmap.Executable() {
			if mmap.Filename != "//anon" || int(mmap.Pid) != os.Getpid() || int(mmap.SampleID.Tid) != unix.Gettid() {
				t.Fatalf("%+v", mmap)
			}
			return
		}
	}
}

func TestReadRecordAllocatesOnceAtMost(t *testing.T) {
	needs(t, getpid)
	formats := map[string]perf.SampleFormat{
		"plain":  {IP: true, Tid: true, Time: true},
		"chain":  {IP: true, Callchain: true, Raw: true},
		"counts": {Count: true},
		"stack":  {Callchain: true, UserRegisters: true, UserStack: true},
	}
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			needs(t) // on a thread of its own
			attr := hits(t, format)
			attr.SampleRegistersUser, attr.SampleStackUser = 0xff, 4096
			ev := open(t, attr, nil)
			check(t, ev.MapRingNumPages(512))
			_, err := ev.Measure(func() {
				for range 300 {
					unix.Getpid()
				}
			})
			check(t, err)
			ctx := soon(t)
			allocations := testing.AllocsPerRun(250, func() {
				if _, err := ev.ReadRecord(ctx); err != nil {
					t.Fatal(err)
				}
			})
			if allocations > 1 {
				t.Fatal(allocations)
			}
		})
	}
}
