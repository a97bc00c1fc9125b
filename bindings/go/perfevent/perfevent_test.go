package perfevent

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cilium/ebpf"
	"golang.org/x/sys/unix"

	"libperfc/internal/bpftest"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var clock = EventSpec{PerfTypeSoftware, PerfCountSWCPUClock, 1000, true}

// counter is a program that adds 1 for each sample, and where.
func counter(t testing.TB) (*ebpf.Program, *ebpf.Map) {
	t.Helper()
	return bpftest.Counter(t, ebpf.PerfEvent, 0)
}

// grows waits until the program has run again, and busies a CPU meanwhile.
func grows(t testing.TB, counts *ebpf.Map) bool {
	t.Helper()
	before := bpftest.Runs(t, counts)
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		if bpftest.Runs(t, counts) > before {
			return true
		}
	}
	return false
}

// online is every CPU that is.
func online(t testing.TB) []uint {
	t.Helper()
	set, err := open(nil, clock, 0)
	if err != nil {
		t.Skip(err)
	}
	defer set.Close()
	cpus := []uint{}
	for _, member := range set.Members() {
		cpus = append(cpus, uint(member.CPU))
	}
	return cpus
}

func openFiles(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	check(t, err)
	return len(entries)
}

func TestProgramRunsOnEveryCPU(t *testing.T) {
	program, counts := counter(t)
	cpus := online(t)
	for name, options := range map[string][]Option{"at once": nil, "deferred": {WithDeferredEnable()}} {
		before := openFiles(t)
		set, err := OpenAll(program, cpus, clock, options...)
		check(t, err)
		if len(cpus) != set.set.Len() || openFiles(t) < before+len(cpus) {
			t.Error(name, cpus, set.set.Len())
		}
		if !grows(t, counts) {
			t.Error(name, "the program never ran")
		}
		check(t, set.Close())
		if after := openFiles(t); after != before {
			t.Error(name, before, after)
		}
		stopped := bpftest.Runs(t, counts)
		time.Sleep(10 * time.Millisecond)
		if bpftest.Runs(t, counts) != stopped {
			t.Error(name, "the program runs after Close")
		}
	}
}

func TestSetIsClosedOnceAndMayBeAskedAgain(t *testing.T) {
	program, _ := counter(t)
	set, err := OpenAll(program, online(t), clock)
	check(t, err)
	before := openFiles(t)
	check(t, set.Close())
	closed := openFiles(t)
	check(t, set.Close())
	if after := openFiles(t); closed >= before || after != closed {
		t.Error(before, closed, after)
	}
	check(t, (*Set)(nil).Close())
	check(t, new(Set).Close())
}

func TestFDsAreThoseOfTheEventsInTheOrderOfTheirCPUs(t *testing.T) {
	program, _ := counter(t)
	cpus := online(t)
	slices.Reverse(cpus)
	set, err := OpenAll(program, append(cpus, cpus[0]), clock)
	check(t, err)
	fds := set.FDs()
	if len(fds) != len(cpus) {
		t.Fatal(cpus, fds)
	}
	for i, cpu := range cpus {
		member, err := set.set.Member(slices.Index(membersOf(set), int(cpu)))
		check(t, err)
		if fd, err := member.Event.FD(); err != nil || fd != fds[i] {
			t.Error(cpu, fd, fds, err)
		}
	}
	check(t, set.Close())
	if set.FDs() != nil || new(Set).FDs() != nil || (*Set)(nil).FDs() != nil {
		t.Error("fds of a closed set")
	}
}

// membersOf is the CPU of each member.
func membersOf(set *Set) (cpus []int) {
	for _, member := range set.set.Members() {
		cpus = append(cpus, member.CPU)
	}
	return cpus
}

func TestCloseByManyGoroutines(t *testing.T) {
	program, _ := counter(t)
	set, err := OpenAll(program, online(t), clock)
	check(t, err)
	before := openFiles(t)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			set.FDs()
			if err := set.Close(); err != nil {
				t.Error(err)
			}
		}()
	}
	group.Wait()
	if after := openFiles(t); after >= before {
		t.Error(before, after)
	}
}

func TestSpecsHaveNames(t *testing.T) {
	for wanted, spec := range map[string]EventSpec{
		"hardware/cpu-cycles": {PerfTypeHardware, PerfCountHWCPUCycles, 99, true},
		"software/cpu-clock":  {PerfTypeSoftware, PerfCountSWCPUClock, 1e6, false},
		"type=0/config=1":     {PerfTypeHardware, 1, 99, true},
		"type=4/config=194":   {Type: 4, Config: 0xc2},
	} {
		if name := fmt.Sprintf("%s", spec); name != wanted {
			t.Errorf("%s, not %s", name, wanted)
		}
	}
}

func TestFixedPeriod(t *testing.T) {
	program, counts := counter(t)
	set, err := OpenAll(program, online(t), EventSpec{Type: PerfTypeSoftware, SamplePeriod: 1e6}, WithDeferredEnable())
	check(t, err)
	defer set.Close()
	if !grows(t, counts) {
		t.Error("the program never ran")
	}
}

func TestProbedEventCanBeOpened(t *testing.T) {
	program, _ := counter(t)
	spec, err := ProbeHardwareCycles(99)
	check(t, err)
	if spec.SamplePeriod != 99 || !spec.Frequency || spec.Config != 0 || spec.Type > PerfTypeSoftware {
		t.Errorf("%+v", spec)
	}
	set, err := OpenAll(program, online(t), spec)
	check(t, err)
	check(t, set.Close())
}

// An offline CPU was looked for by ESRCH, and the kernel says ENODEV.
func TestOfflineCPUsAreLeftOut(t *testing.T) {
	program, counts := counter(t)
	cpus := online(t)
	offline := uint(0)
	for slices.Contains(cpus, offline) {
		offline++
	}
	if _, err := os.Stat(fmt.Sprintf("/sys/devices/system/cpu/cpu%d", offline)); err != nil {
		t.Skip("every CPU is online")
	}
	set, err := OpenAll(program, append([]uint{offline}, cpus...), clock)
	check(t, err)
	open := 0
	for _, member := range set.set.Members() {
		if member.Event != nil {
			open++
		}
	}
	if open != len(cpus) || !grows(t, counts) {
		t.Error(open, "open of", cpus)
	}
	check(t, set.Close())
	if _, err := OpenAll(program, []uint{offline}, clock); !errors.Is(err, unix.ENODEV) {
		t.Error(err)
	}
	if _, err := ProbeHardwareCycles(99); err != nil {
		t.Error(err)
	}
}

func TestFailureLeavesNothingOpen(t *testing.T) {
	program, _ := counter(t)
	cpus := online(t)
	other := bpftest.SocketFilter(t)
	before := openFiles(t)
	for name, failing := range map[string]func() (*Set, error){
		"a program of another type": func() (*Set, error) { return OpenAll(other, cpus, clock) },
		"no program":                func() (*Set, error) { return OpenAll(nil, cpus, clock) },
		"no CPUs":                   func() (*Set, error) { return OpenAll(program, nil, clock) },
		"no such CPU":               func() (*Set, error) { return OpenAll(program, []uint{1 << 40}, clock) },
		"a CPU beyond all":          func() (*Set, error) { return OpenAll(program, []uint{0, 1 << 20}, clock) },
		"no period":                 func() (*Set, error) { return OpenAll(program, cpus, EventSpec{Type: 1}) },
		"no such event":             func() (*Set, error) { return OpenAll(program, cpus, EventSpec{1, 1 << 40, 1, false}) },
	} {
		if set, err := failing(); err == nil || set != nil {
			t.Error(name, set, err)
		} else {
			t.Log(name, err)
		}
	}
	if after := openFiles(t); after != before {
		t.Error(before, after)
	}
}
