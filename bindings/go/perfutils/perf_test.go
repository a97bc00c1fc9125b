package perf

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
	"libperfc/perfc"
)

// needsEvents skips where no events can be opened, and says why.
func needsEvents(t testing.TB) {
	t.Helper()
	p, err := NewPageFaultProfiler(0, -1)
	if err != nil {
		t.Skip(err)
	}
	p.Close()
}

// needsUserEvents is for events of user space alone, which need less.
func needsUserEvents(t testing.TB) {
	t.Helper()
	p, err := NewGroupProfiler(0, -1, 0, PageFaultsEventAttr())
	if err != nil {
		t.Skip(err)
	}
	p.Close()
}

// touch makes count page faults.
func touch(t testing.TB, count int) {
	t.Helper()
	memory, err := unix.Mmap(-1, 0, count*4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	check(t, err)
	unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
	for i := range count {
		memory[i*4096] = 1
	}
	check(t, unix.Munmap(memory))
}

func onThread(t testing.TB) {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
}

func openAttr(t testing.TB, event *perfc.Event) unix.PerfEventAttr {
	t.Helper()
	bytes, err := event.AttrBytes()
	check(t, err)
	var attr unix.PerfEventAttr
	copy(attrBytes(&attr), bytes)
	return attr
}

func TestEveryConstructorOpensItsEvent(t *testing.T) {
	needsEvents(t)
	plain := map[string]func(int, int, ...int) (Profiler, error){
		"0 0": NewCPUCycleProfiler, "0 1": NewInstrProfiler, "0 2": NewCacheRefProfiler, "0 3": NewCacheMissesProfiler,
		"0 4": NewBranchInstrProfiler, "0 5": NewBranchMissesProfiler, "0 6": NewBusCyclesProfiler,
		"0 7": NewStalledCyclesFrontProfiler, "0 8": NewStalledCyclesBackProfiler, "0 9": NewRefCPUCyclesProfiler,
		"1 0": NewCPUClockProfiler, "1 1": NewTaskClockProfiler, "1 2": NewPageFaultProfiler,
		"1 3": NewCtxSwitchesProfiler, "1 4": NewCPUMigrationsProfiler, "1 5": NewMinorFaultsProfiler,
		"1 6": NewMajorFaultsProfiler, "1 7": NewAlignFaultsProfiler, "1 8": NewEmulationFaultsProfiler,
	}
	cache := map[string]func(int, int, int, int, ...int) (Profiler, error){
		"3 66048": NewL1DataProfiler, "3 66049": NewL1InstrProfiler, "3 66050": NewLLCacheProfiler,
		"3 66051": NewDataTLBProfiler, "3 66052": NewInstrTLBProfiler, "3 66053": NewBPUProfiler,
		"3 66054": NewNodeCacheProfiler,
	}
	if len(plain)+len(cache) != 26 {
		t.Fatal(len(plain), len(cache))
	}
	for which, open := range plain {
		p, err := open(0, -1)
		expectEvent(t, which, p, err)
	}
	for which, open := range cache {
		p, err := open(0, -1, unix.PERF_COUNT_HW_CACHE_OP_PREFETCH, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)
		expectEvent(t, which, p, err)
	}
}

// expectEvent says what was opened, or where the machine lacks it what was asked
// for.
func expectEvent(t *testing.T, which string, p Profiler, err error) {
	t.Helper()
	kind, config, _ := strings.Cut(which, " ")
	if err != nil {
		wanted := fmt.Sprintf("{Type:%s Size:%d Config:%s ", kind, EventAttrSize, config)
		if !strings.Contains(err.Error(), wanted) {
			t.Errorf("%s: %v", which, err)
		}
		return
	}
	attr := openAttr(t, p.(*profiler).event)
	wanted := defaultAttr(attr.Type, attr.Config)
	if *wanted != attr {
		t.Errorf("%s: %+v", which, attr)
	}
	if text, _ := json.Marshal([]uint64{uint64(attr.Type), attr.Config}); string(text) != "["+kind+","+config+"]" {
		t.Errorf("%s: %s", which, text)
	}
	check(t, p.Close())
}

func TestFlagsOfTheFirstOptionReachTheKernel(t *testing.T) {
	needsEvents(t)
	if p, err := NewPageFaultProfiler(0, -1, unix.PERF_FLAG_FD_CLOEXEC); err != nil {
		t.Error(err)
	} else {
		check(t, p.Close())
	}
	if _, err := NewPageFaultProfiler(0, -1, 1<<20); !errors.Is(err, unix.EINVAL) {
		t.Error(err)
	}
	if _, err := NewSoftwareProfiler(0, -1, AllSoftwareProfilers, 1<<20); !errors.Is(err, unix.EINVAL) {
		t.Error(err)
	}
}

// rootCgroup is a directory of its own mount, on a thread of its own. It skips
// where that may not be.
func rootCgroup(t testing.TB) *os.File {
	t.Helper()
	place := t.TempDir()
	type opened struct {
		directory *os.File
		err       error
	}
	result := make(chan opened)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with its namespace
		var directory *os.File
		err := unix.Unshare(unix.CLONE_NEWNS)
		if err == nil {
			err = unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
		}
		if err == nil {
			err = unix.Mount("none", place, "cgroup2", 0, "")
		}
		if err == nil {
			directory, err = os.Open(place)
		}
		result <- opened{directory, err}
	}()
	got := <-result
	if got.err != nil {
		t.Skip(got.err)
	}
	t.Cleanup(func() { got.directory.Close() })
	return got.directory
}

func TestCgroupIsCountedByItsFd(t *testing.T) {
	directory := rootCgroup(t)
	unlock, err := lockSomewhere()
	check(t, err)
	defer unlock()
	var here unix.CPUSet
	check(t, unix.SchedGetaffinity(0, &here))
	cpu := 0
	for !here.IsSet(cpu) {
		cpu++
	}
	set, err := NewSoftwareProfiler(int(directory.Fd()), cpu, PageFaultProfiler, unix.PERF_FLAG_PID_CGROUP)
	if err != nil {
		t.Skip(err)
	}
	defer set.Close()
	group, err := NewGroupProfiler(int(directory.Fd()), cpu, unix.PERF_FLAG_PID_CGROUP, PageFaultsEventAttr())
	check(t, err)
	defer group.Close()
	check(t, errors.Join(set.Start(), group.Start()))
	touch(t, 20)
	var profile SoftwareProfile
	var value GroupProfileValue
	check(t, errors.Join(set.Profile(&profile), group.Profile(&value)))
	if *profile.PageFaults < 20 || value.Values[0] < 20 {
		t.Error(*profile.PageFaults, value)
	}
}

func TestOneCounter(t *testing.T) {
	needsEvents(t)
	onThread(t)
	p, err := NewPageFaultProfiler(0, -1)
	check(t, err)
	check(t, p.Start())
	touch(t, 20)
	check(t, p.Stop())
	value := ProfileValuePool.Get().(*ProfileValue)
	check(t, p.Profile(value))
	if value.Value < 20 || value.TimeEnabled == 0 || value.TimeRunning != value.TimeEnabled {
		t.Errorf("%+v", value)
	}
	check(t, p.Reset())
	check(t, p.Profile(value))
	if value.Value != 0 || value.TimeEnabled == 0 {
		t.Errorf("%+v", value)
	}
	if err := p.(BPFProfiler).AttachBPF(-1); err == nil {
		t.Error("a program without an fd")
	}
	check(t, p.Close())
	for _, err := range []error{p.Close(), p.Start(), p.Profile(value)} {
		if !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	}
}

func TestCountersMayBeReadByManyGoroutines(t *testing.T) {
	needsEvents(t)
	single, err := NewPageFaultProfiler(0, -1)
	check(t, err)
	set, err := NewSoftwareProfiler(0, -1, AllSoftwareProfilers)
	check(t, err)
	var group sync.WaitGroup
	for range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 100 {
				if err := errors.Join(single.Profile(new(ProfileValue)), set.Profile(new(SoftwareProfile)), set.Start()); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
	check(t, single.Close())
	check(t, set.Close())
}

func TestSoftwareProfile(t *testing.T) {
	needsEvents(t)
	onThread(t)
	p, err := NewSoftwareProfiler(0, -1, PageFaultProfiler|TaskClockProfiler)
	check(t, err)
	defer p.Close()
	check(t, p.Start())
	touch(t, 20)
	check(t, p.Stop())
	profile := SoftwareProfile{MajorPageFaults: new(uint64)}
	check(t, p.Profile(&profile))
	if profile.PageFaults == nil || *profile.PageFaults < 20 || profile.TaskClock == nil || profile.MajorPageFaults != nil {
		t.Fatalf("%+v", profile)
	}
	var names map[string]uint64
	text, err := json.Marshal(profile)
	check(t, err)
	check(t, json.Unmarshal(text, &names))
	if len(names) != 4 || names["page_faults"] < 20 || names["time_running"] == 0 {
		t.Error(string(text))
	}
	profile.Reset()
	if profile != (SoftwareProfile{}) {
		t.Error(profile)
	}
}

// spin takes an instruction at least for each turn.
func spin(turns int) {
	for i := range turns {
		runtime.KeepAlive(i)
	}
}

// needsInstructions skips where the PMU doesn't count them, or there is none.
func needsInstructions(t testing.TB) {
	t.Helper()
	if _, err := CPUInstructions(func() error { return nil }); err != nil {
		t.Skip(err)
	}
}

const turns = 1_000_000

// spinFor makes a profiler count so many turns.
func spinFor(t testing.TB, p interface {
	Start() error
	Stop() error
}) {
	t.Helper()
	check(t, p.Start())
	spin(turns)
	check(t, p.Stop())
}

func TestHardwareProfile(t *testing.T) {
	needsInstructions(t)
	onThread(t)
	p, err := NewHardwareProfiler(0, -1, CpuCyclesProfiler|CpuInstrProfiler)
	check(t, err)
	defer p.Close()
	spinFor(t, p)
	profile := HardwareProfile{BusCycles: new(uint64)}
	check(t, p.Profile(&profile))
	if profile.Instructions == nil || *profile.Instructions < turns || profile.BusCycles != nil {
		t.Fatalf("%+v", profile)
	}
	if profile.TimeRunning == nil || *profile.TimeRunning == 0 || *profile.TimeRunning > *profile.TimeEnabled {
		t.Errorf("%+v", profile)
	}
	first := *profile.Instructions
	check(t, errors.Join(p.Reset(), p.Profile(&profile)))
	if *profile.Instructions != 0 || first < turns {
		t.Error(first, *profile.Instructions)
	}
}

func TestHardwareCountsOfGroupsAndFunctions(t *testing.T) {
	needsInstructions(t)
	onThread(t)
	p, err := NewGroupProfiler(0, -1, 0, CPUCyclesEventAttr(), CPUInstructionsEventAttr(), CPUTaskClockEventAttr())
	check(t, err)
	defer p.Close()
	spinFor(t, p)
	var group GroupProfileValue
	check(t, p.Profile(&group))
	if group.Events != 3 || group.Values[0] == 0 || group.Values[1] < turns || group.Values[2] == 0 {
		t.Errorf("%+v", group)
	}
	value, err := CPUInstructions(func() error { spin(turns); return nil })
	check(t, err)
	if value.Value < turns || value.TimeRunning == 0 {
		t.Errorf("%+v", value)
	}
}

func TestCacheProfile(t *testing.T) {
	onThread(t)
	p, missing := NewCacheProfiler(0, -1, AllCacheProfilers)
	defer p.Close()
	spinFor(t, p)
	values, err := p.(ValuesProfiler).ProfileValues()
	check(t, err)
	if len(values) == 0 {
		t.Skip(missing)
	}
	var profile CacheProfile
	check(t, p.Profile(&profile))
	var names map[string]uint64
	text, err := json.Marshal(profile)
	check(t, err)
	check(t, json.Unmarshal(text, &names))
	for name, value := range values {
		if count, found := names[name]; found && count != value.Value {
			t.Errorf("%s: %d, %+v", name, count, value)
		}
	}
	if len(names) < 3 {
		t.Error(values, string(text))
	}
}

// The times were those of a random event.
func TestEachValueCarriesItsOwnTimes(t *testing.T) {
	p := &profilers[HardwareProfile]{family: hardwareCounters, counters: hardwareCounters.counters}
	var profile HardwareProfile
	p.fill(&profile, []ProfileValue{
		{Value: 1, TimeEnabled: 100, TimeRunning: 100},
		{Value: 2, TimeEnabled: 90, TimeRunning: 30},
		{Value: 0, TimeEnabled: 100, TimeRunning: 0},
		{Value: 4, TimeEnabled: 10, TimeRunning: 5},
	})
	if *profile.CPUCycles != 1 || *profile.Instructions != 2 || *profile.CacheMisses != 4 || profile.BusCycles != nil {
		t.Errorf("%+v", profile)
	}
	if *profile.TimeEnabled != 90 || *profile.TimeRunning != 30 {
		t.Error(*profile.TimeEnabled, *profile.TimeRunning)
	}
	p.counters = p.counters[2:]
	p.fill(&profile, []ProfileValue{{Value: 0, TimeEnabled: 100, TimeRunning: 0}})
	if *profile.TimeEnabled != 100 || *profile.TimeRunning != 0 || profile.CPUCycles != nil {
		t.Errorf("%+v", profile)
	}

	needsEvents(t)
	live, err := NewSoftwareProfiler(0, -1, AllSoftwareProfilers)
	check(t, err)
	defer live.Close()
	check(t, live.Start())
	values, err := live.(ValuesProfiler).ProfileValues()
	check(t, err)
	if len(values) != 9 || values["cpu_clock"].TimeEnabled == 0 {
		t.Error(values)
	}
}

// counterless is what a profiler is asked by a caller such as node_exporter, which
// ends where HasProfilers is false or Start an error.
type counterless interface {
	HasProfilers() bool
	Start() error
	Reset() error
	Stop() error
	Close() error
}

func TestProfilersWithoutCountersServe(t *testing.T) {
	const nobody = 1 << 22 // above pid_max's limit
	hardware, noHardware := NewHardwareProfiler(nobody, -1, AllHardwareProfilers)
	software, noSoftware := NewSoftwareProfiler(nobody, -1, AllSoftwareProfilers)
	cache, noCache := NewCacheProfiler(nobody, -1, AllCacheProfilers)
	for i, err := range []error{noHardware, noSoftware, noCache} {
		if !errors.Is(err, unix.ESRCH) && !errors.Is(err, unix.EACCES) && !errors.Is(err, unix.ENOENT) {
			t.Error(i, err)
		}
	}
	for i, p := range []counterless{hardware, software, cache} {
		if !p.HasProfilers() {
			t.Error(i, "has no profilers")
		}
		check(t, errors.Join(p.Start(), p.Reset(), p.Stop()))
	}
	counts := HardwareProfile{CPUCycles: new(uint64)}
	check(t, hardware.Profile(&counts))
	check(t, errors.Join(software.Profile(new(SoftwareProfile)), cache.Profile(new(CacheProfile))))
	values, err := hardware.(ValuesProfiler).ProfileValues()
	check(t, err)
	if counts != (HardwareProfile{}) || len(values) != 0 {
		t.Errorf("%+v, %v", counts, values)
	}
	check(t, errors.Join(hardware.Close(), software.Close(), cache.Close()))
}

func TestMaskOfNoCounterIsNoError(t *testing.T) {
	p, err := NewHardwareProfiler(0, -1, 1<<30)
	check(t, err)
	check(t, errors.Join(p.Start(), p.Profile(new(HardwareProfile)), p.Close()))
}

func TestCountsOfAFunction(t *testing.T) {
	needsUserEvents(t)
	value, err := PageFaults(func() error { touch(t, 20); return nil })
	check(t, err)
	if value.Value < 20 || value.TimeRunning == 0 {
		t.Errorf("%+v", value)
	}
	// Callers of perf-utils may compare it by ==.
	if _, err := countFunction(softwareAttr(1<<40), func() error { return nil }); err != unix.ENOENT {
		t.Error(err)
	}
	before := openFiles(t)
	wanted := errors.New("the function's")
	if value, err := CPUTaskClock(func() error { return wanted }); value != nil || err != wanted {
		t.Error(value, err)
	}
	func() {
		defer func() { recover() }()
		CPUClock(func() error { panic("in the function") })
	}()
	if after := openFiles(t); after != before {
		t.Error(before, after)
	}
}

func openFiles(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	check(t, err)
	return len(entries)
}

func TestAttrsAreEnabledButThatOfMigrations(t *testing.T) {
	plain := uint64(unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv)
	for config, attr := range []func() unix.PerfEventAttr{
		CPUClockEventAttr, CPUTaskClockEventAttr, PageFaultsEventAttr, ContextSwitchesEventAttr,
		CPUMigrationsEventAttr, MinorPageFaultsEventAttr, MajorPageFaultsEventAttr, AlignmentFaultsEventAttr,
		EmulationFaultsEventAttr,
	} {
		wanted := unix.PerfEventAttr{
			Type: unix.PERF_TYPE_SOFTWARE, Config: uint64(config), Size: EventAttrSize, Bits: plain,
			Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
		}
		if config == unix.PERF_COUNT_SW_CPU_MIGRATIONS {
			wanted.Bits |= unix.PerfBitDisabled
		}
		if attr() != wanted {
			t.Errorf("%d: %+v", config, attr())
		}
	}
}

func TestAttrIsThatOfTheKernel(t *testing.T) {
	var attr perfc.Attr
	if unsafe.Sizeof(attr) < uintptr(EventAttrSize) || CPUCyclesEventAttr().Size != EventAttrSize {
		t.Error(EventAttrSize)
	}
	copy(perfcAttrBytes(&attr), attrBytes(defaultAttr(3, 7)))
	wanted := perfc.Attr{
		Type: 3, Config: 7, Size: EventAttrSize, SampleType: perfc.SAMPLE_IDENTIFIER,
		Flags:      perfc.ATTR_DISABLED | perfc.ATTR_EXCLUDE_HV | perfc.ATTR_INHERIT,
		ReadFormat: perfc.FORMAT_TOTAL_TIME_ENABLED | perfc.FORMAT_TOTAL_TIME_RUNNING,
	}
	if attr != wanted {
		t.Errorf("%+v", attr)
	}
}
