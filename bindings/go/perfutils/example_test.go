package perf_test

import (
	"fmt"
	"log"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
	perf "libperfc/perfutils"
)

//go:noinline
func work() (sum int) {
	for i := range 20_000_000 {
		sum = sum>>1 ^ i
	}
	return sum
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func ExampleProfiler() {
	runtime.LockOSThread() // the counter is this thread's
	defer runtime.UnlockOSThread()
	var clock perf.Profiler
	clock, err := perf.NewTaskClockProfiler(0, -1)
	must(err)
	defer clock.Close()
	must(clock.Start())
	work()
	must(clock.Stop())
	var value perf.ProfileValue
	must(clock.Profile(&value))
	fmt.Println(value.Value > 0, value.TimeRunning == value.TimeEnabled)
	// Output: true true
}

// The program is of a BPF loader, such as github.com/cilium/ebpf: its fd.
func ExampleBPFProfiler() {
	program := -1
	profiler, err := perf.ProfileTracepoint("sched", "sched_switch", -1, 0)
	must(err)
	defer profiler.Close()
	must(profiler.AttachBPF(program))
	must(profiler.Start())
}

// Hardware counters exist where the machine has a PMU. The error says which of them don't.
func ExampleHardwareProfiler() {
	counters, err := perf.NewHardwareProfiler(os.Getpid(), -1, perf.CpuCyclesProfiler|perf.CpuInstrProfiler)
	if !counters.HasProfilers() {
		log.Fatal(err)
	}
	defer counters.Close()
	must(counters.Start())
	work()
	var profile perf.HardwareProfile
	must(counters.Profile(&profile))
	if profile.Instructions != nil {
		fmt.Println(*profile.Instructions, "instructions")
	}
}

func ExampleSoftwareProfiler() {
	runtime.LockOSThread() // the counters are this thread's
	defer runtime.UnlockOSThread()
	counters, err := perf.NewSoftwareProfiler(0, -1, perf.TaskClockProfiler|perf.PageFaultProfiler)
	must(err)
	defer counters.Close()
	must(counters.Start())
	work()
	must(counters.Stop())
	var profile perf.SoftwareProfile
	must(counters.Profile(&profile))
	fmt.Println(*profile.TaskClock > 0, profile.CPUMigrations == nil)
	// Output: true true
}

func ExampleCacheProfiler() {
	counters, err := perf.NewCacheProfiler(os.Getpid(), -1, perf.L1DataReadHitProfiler|perf.L1DataReadMissProfiler)
	if !counters.HasProfilers() {
		log.Fatal(err)
	}
	defer counters.Close()
	must(counters.Start())
	work()
	var profile perf.CacheProfile
	must(counters.Profile(&profile))
	if profile.L1DataReadMiss != nil {
		fmt.Println(*profile.L1DataReadMiss, "misses")
	}
}

func ExampleGroupProfiler() {
	runtime.LockOSThread() // the counters are this thread's
	defer runtime.UnlockOSThread()
	event := func(config uint64) unix.PerfEventAttr {
		return unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Config: config, Bits: unix.PerfBitExcludeKernel}
	}
	group, err := perf.NewGroupProfiler(0, -1, 0, event(unix.PERF_COUNT_SW_TASK_CLOCK), event(unix.PERF_COUNT_SW_PAGE_FAULTS))
	must(err)
	defer group.Close()
	must(group.Start())
	work()
	must(group.Stop())
	var value perf.GroupProfileValue
	must(group.Profile(&value))
	fmt.Println(value.Events, value.Values[0] > 0)
	// Output: 2 true
}
