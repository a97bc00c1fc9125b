package perf

import (
	"errors"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

const (
	// PMUEventBaseDir has a directory for each PMU.
	PMUEventBaseDir = "/sys/bus/event_source/devices"
	// MSRBaseDir has a directory for each CPU.
	MSRBaseDir = "/dev/cpu"
)

// AvailablePMUs is the type of each PMU's attrs.
func AvailablePMUs() (map[string]int, error) {
	entries, err := os.ReadDir(PMUEventBaseDir)
	if err != nil {
		return nil, err
	}
	pmus := make(map[string]int, len(entries))
	for _, entry := range entries {
		line, err := firstLine(PMUEventBaseDir + "/" + entry.Name() + "/type")
		if errors.Is(err, fs.ErrNotExist) {
			continue // It went away in between.
		}
		if err != nil {
			return nil, err
		}
		if pmus[entry.Name()], err = strconv.Atoi(line); err != nil {
			return nil, err
		}
	}
	return pmus, nil
}

// MaxOpenFiles is the hard limit of open files.
func MaxOpenFiles() (uint64, error) {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit)
	return limit.Max, err
}

// LockThread keeps the goroutine on one thread, and that on one CPU, until the
// function that it returns is called.
func LockThread(core int) (func(), error) {
	runtime.LockOSThread()
	var before, only unix.CPUSet
	err := unix.SchedGetaffinity(0, &before)
	if err == nil {
		only.Set(core)
		err = unix.SchedSetaffinity(0, &only)
	}
	if err != nil {
		runtime.UnlockOSThread()
		return func() {}, err
	}
	return func() {
		unix.SchedSetaffinity(0, &before)
		runtime.UnlockOSThread()
	}, nil
}

// lockSomewhere is LockThread on a CPU by chance, of those that the thread may run
// on: taskset and cpusets leave others than the first.
func lockSomewhere() (func(), error) {
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return func() {}, err
	}
	core := 0
	for skip := rand.Intn(allowed.Count()); skip > 0 || !allowed.IsSet(core); core++ {
		if allowed.IsSet(core) {
			skip--
		}
	}
	return LockThread(core)
}

// getTids is the threads of a process.
func getTids(pid int) ([]int, error) {
	entries, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return nil, err
	}
	tids := make([]int, len(entries))
	for i, entry := range entries {
		if tids[i], err = strconv.Atoi(entry.Name()); err != nil {
			return nil, err
		}
	}
	return tids, nil
}

// MSR is the model specific registers of a CPU.
type MSR struct{ f *os.File }

// MSRPaths is the files of NewMSR. There are none where the msr module isn't
// loaded.
func MSRPaths() ([]string, error) {
	msrs := []string{}
	entries, err := os.ReadDir(MSRBaseDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return msrs, err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			msrs = append(msrs, filepath.Join(MSRBaseDir, entry.Name(), "msr"))
		}
	}
	return msrs, nil
}

// MSRs opens all that can be opened. onErr gets the error of each other.
func MSRs(flag int, perm os.FileMode, onErr func(error)) []*MSR {
	paths, err := MSRPaths()
	if err != nil {
		onErr(err)
		return nil
	}
	msrs := []*MSR{}
	for _, path := range paths {
		msr, err := NewMSR(path, flag, perm)
		if err != nil {
			onErr(err)
			continue
		}
		msrs = append(msrs, msr)
	}
	return msrs
}

// NewMSR opens one of MSRPaths. flag and perm are os.OpenFile's.
func NewMSR(path string, flag int, perm os.FileMode) (*MSR, error) {
	f, err := os.OpenFile(path, flag, perm)
	if err != nil {
		return nil, err
	}
	return &MSR{f}, nil
}

// Read reads the register number off: 8 bytes.
func (m *MSR) Read(off int64, buf []byte) error {
	_, err := m.f.ReadAt(buf, off)
	return err
}

// Close closes it.
func (m *MSR) Close() error {
	if m.f == nil {
		return nil
	}
	return m.f.Close()
}

// EventAttrString is a short name of the event of an attr.
func EventAttrString(eventAttr *unix.PerfEventAttr) string {
	switch eventAttr.Type {
	case unix.PERF_TYPE_HARDWARE:
		return "hw_" + nameOf(hardwareNames, eventAttr.Config)
	case unix.PERF_TYPE_SOFTWARE:
		return "sw_" + nameOf(softwareNames, eventAttr.Config)
	case unix.PERF_TYPE_HW_CACHE:
		return "cache_" + nameOf(cacheNames, eventAttr.Config)
	case unix.PERF_TYPE_TRACEPOINT:
		return "tracepoint"
	case unix.PERF_TYPE_BREAKPOINT:
		return "breakpoint"
	case unix.PERF_TYPE_RAW:
		return "raw"
	}
	return "unknown"
}

func nameOf(names map[uint64]string, config uint64) string {
	if name := names[config]; name != "" {
		return name
	}
	return "unknown"
}

var hardwareNames = map[uint64]string{
	unix.PERF_COUNT_HW_INSTRUCTIONS:            "instr",
	unix.PERF_COUNT_HW_CPU_CYCLES:              "cycles",
	unix.PERF_COUNT_HW_CACHE_REFERENCES:        "cache_ref",
	unix.PERF_COUNT_HW_CACHE_MISSES:            "cache_miss",
	unix.PERF_COUNT_HW_BUS_CYCLES:              "bus_cycles",
	unix.PERF_COUNT_HW_STALLED_CYCLES_FRONTEND: "stalled_cycles_front",
	unix.PERF_COUNT_HW_STALLED_CYCLES_BACKEND:  "stalled_cycles_back",
	unix.PERF_COUNT_HW_REF_CPU_CYCLES:          "ref_cycles",
}

var softwareNames = map[uint64]string{
	unix.PERF_COUNT_SW_CPU_CLOCK:        "cpu_clock",
	unix.PERF_COUNT_SW_TASK_CLOCK:       "task_clock",
	unix.PERF_COUNT_SW_PAGE_FAULTS:      "page_faults",
	unix.PERF_COUNT_SW_CONTEXT_SWITCHES: "ctx_switches",
	unix.PERF_COUNT_SW_CPU_MIGRATIONS:   "migrations",
	unix.PERF_COUNT_SW_PAGE_FAULTS_MIN:  "minor_faults",
	unix.PERF_COUNT_SW_PAGE_FAULTS_MAJ:  "major_faults",
	unix.PERF_COUNT_SW_ALIGNMENT_FAULTS: "align_faults",
	unix.PERF_COUNT_SW_EMULATION_FAULTS: "emul_faults",
}

var cacheNames = map[uint64]string{
	L1DataReadHit:     "l1d_read",
	L1DataReadMiss:    "l1d_miss",
	L1DataWriteHit:    "l1d_write",
	L1InstrReadHit:    "l1i_read",
	L1InstrReadMiss:   "l1i_miss",
	LLReadHit:         "ll_read",
	LLWriteHit:        "ll_write",
	LLReadMiss:        "ll_read_miss",
	DataTLBReadHit:    "dtlb_read",
	DataTLBReadMiss:   "dtlb_miss",
	DataTLBWriteHit:   "dtlb_write",
	InstrTLBReadHit:   "itlb_read",
	InstrTLBReadMiss:  "itlb_miss",
	BPUReadHit:        "bpu_read",
	BPUReadMiss:       "bpu_miss",
	NodeCacheReadHit:  "node_read",
	NodeCacheWriteHit: "node_write",
}
