package perf

import (
	"errors"
	"flag"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestMountsAreFoundByTheirType(t *testing.T) {
	lines := []string{
		"proc /proc proc rw 0 0",
		`tracefs /mnt/a\040b\134c tracefs rw,relatime 0 0`,
		"tracefs /sys/kernel/tracing tracefs rw 0 0",
		"broken tracefs",
	}
	if mounts := mountsOf(TraceFS, lines); !slices.Equal(mounts, []string{`/mnt/a b\c`, "/sys/kernel/tracing"}) {
		t.Error(mounts)
	}
	if mounts, err := GetFSMount("no such type"); len(mounts) != 0 || err != nil {
		t.Error(mounts, err)
	}
	if _, err := firstMount("no such type"); !errors.Is(err, ErrNoMount) {
		t.Error(err)
	}
}

// needsTracing skips where tracefs isn't mounted or may not be read.
func needsTracing(t testing.TB) {
	t.Helper()
	if _, err := AvailableEvents(); err != nil {
		t.Skip(err)
	}
}

func TestTracepointLookups(t *testing.T) {
	needsTracing(t)
	events, err := AvailableEvents()
	check(t, err)
	if !slices.Contains(events["sched"], "sched_switch") {
		t.Error(len(events))
	}
	subsystems, err := AvailableSubsystems()
	check(t, err)
	if len(subsystems) != len(events) {
		t.Error(len(subsystems), len(events))
	}
	tracers, err := AvailableTracers()
	check(t, err)
	current, err := CurrentTracer()
	check(t, err)
	if words := strings.Fields(tracers[0]); len(tracers) != 1 || !slices.Contains(words, "nop") || !slices.Contains(words, current) {
		t.Error(tracers, current)
	}
	attr, err := TracepointEventAttr("sched", "sched_switch")
	check(t, err)
	if attr.Type != PERF_TYPE_TRACEPOINT || attr.Config == 0 || attr.Bits != unix.PerfBitDisabled|unix.PerfBitExcludeHv {
		t.Errorf("%+v", attr)
	}
	if _, err := GetTracepointConfig("sched", "no_such"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := GetTracepointConfig("..", "sched"); !errors.Is(err, unix.EINVAL) {
		t.Error(err)
	}
}

func TestTracepointIsCounted(t *testing.T) {
	needsEvents(t)
	needsTracing(t)
	onThread(t)
	p, err := ProfileTracepoint("syscalls", "sys_enter_getrusage", 0, -1)
	if err != nil {
		t.Skip(err)
	}
	defer p.Close()
	check(t, p.Start())
	for range 7 {
		check(t, unix.Getrusage(0, &unix.Rusage{}))
	}
	var value ProfileValue
	check(t, p.Profile(&value))
	if value.Value != 7 {
		t.Errorf("%+v", value)
	}
}

func TestPMUs(t *testing.T) {
	pmus, err := AvailablePMUs()
	if errors.Is(err, os.ErrNotExist) {
		t.Skip(err)
	}
	check(t, err)
	if pmus["software"] != unix.PERF_TYPE_SOFTWARE {
		t.Error(pmus)
	}
}

func TestLockedThreadGetsItsAffinityBack(t *testing.T) {
	onThread(t)
	var before, locked, after unix.CPUSet
	check(t, unix.SchedGetaffinity(0, &before))
	core := 0
	for !before.IsSet(core) {
		core++
	}
	unlock, err := LockThread(core)
	check(t, err)
	check(t, unix.SchedGetaffinity(0, &locked))
	unlock()
	check(t, unix.SchedGetaffinity(0, &after))
	if locked.Count() != 1 || !locked.IsSet(core) || after != before {
		t.Error(locked, after)
	}
	if unlock, err := LockThread(1 << 20); err == nil || unlock == nil {
		t.Error("no such CPU")
	}
}

func TestBenchmarkIsLockedWhereItMayRun(t *testing.T) {
	onThread(t)
	var allowed, locked unix.CPUSet
	check(t, unix.SchedGetaffinity(0, &allowed))
	for core := range 1024 {
		if !allowed.IsSet(core) {
			continue
		}
		unlock, err := LockThread(core)
		check(t, err)
		for range 5 {
			again, err := lockSomewhere()
			check(t, err)
			check(t, unix.SchedGetaffinity(0, &locked))
			if locked.Count() != 1 || !locked.IsSet(core) {
				t.Error(core, locked)
			}
			again()
		}
		unlock()
	}
	for seen := (unix.CPUSet{}); seen != allowed; {
		unlock, err := lockSomewhere()
		check(t, err)
		check(t, unix.SchedGetaffinity(0, &locked))
		for core := range 1024 {
			if locked.IsSet(core) {
				seen.Set(core)
			}
		}
		unlock()
	}
}

func TestMSRs(t *testing.T) {
	paths, err := MSRPaths()
	check(t, err)
	failed := 0
	msrs := MSRs(os.O_RDONLY, 0, func(error) { failed++ })
	if len(msrs)+failed != len(paths) {
		t.Error(paths, failed)
	}
	for _, msr := range msrs {
		check(t, msr.Close())
	}
	if _, err := NewMSR("/dev/null/msr", os.O_RDONLY, 0); err == nil {
		t.Error("no MSR")
	}
	check(t, new(MSR).Close())
}

func TestNamesOfAttrs(t *testing.T) {
	cache := L1DataEventAttr(unix.PERF_COUNT_HW_CACHE_OP_WRITE, unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS)
	cycles, clock := CPUCyclesEventAttr(), CPUTaskClockEventAttr()
	for wanted, attr := range map[string]*unix.PerfEventAttr{
		"cache_l1d_write": &cache, "hw_cycles": &cycles, "sw_task_clock": &clock,
		"raw": {Type: unix.PERF_TYPE_RAW}, "unknown": {Type: 77}, "sw_unknown": {Type: 1, Config: 99},
		"tracepoint": {Type: 2}, "breakpoint": {Type: 5},
	} {
		if name := EventAttrString(attr); name != wanted {
			t.Errorf("%s, not %s", name, wanted)
		}
	}
}

func TestLimits(t *testing.T) {
	limit, err := MaxOpenFiles()
	check(t, err)
	tids, err := getTids(os.Getpid())
	check(t, err)
	if limit == 0 || !slices.Contains(tids, os.Getpid()) {
		t.Error(limit, tids)
	}
}

func TestBenchmarksReportCounts(t *testing.T) {
	needsUserEvents(t)
	check(t, flag.Set("test.benchtime", "100x"))
	for _, options := range []BenchOpt{BenchStrict, BenchStrict | BenchLock} {
		result := testing.Benchmark(func(b *testing.B) {
			RunBenchmarks(b, func(b *testing.B) {
				for range b.N {
					runtime.KeepAlive(make([]byte, 16))
				}
			}, options, CPUTaskClockEventAttr(), PageFaultsEventAttr())
		})
		if result.Extra["sw_task_clock/op"] <= 0 {
			t.Errorf("%v: %+v", options, result)
		}
	}
	needsTracing(t)
	result := testing.Benchmark(func(b *testing.B) {
		BenchmarkTracepoints(b, func(b *testing.B) {
			for range b.N {
				unix.Getrusage(0, &unix.Rusage{})
			}
		}, BenchStrict|BenchLock, "syscalls:sys_enter_getrusage")
	})
	if hits := result.Extra["syscalls:sys_enter_getrusage/op"]; result.N > 0 && hits < 1 {
		t.Errorf("%+v", result)
	}
}
