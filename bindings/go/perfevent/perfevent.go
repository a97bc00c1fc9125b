// Package perfevent opens a sampling event on each of some CPUs and attaches a BPF program to it.
// It has the API of perf-agent's package of that name (github.com/dpsoft/perf-agent v1.2.0), with
// these differences:
//
//   - An offline CPU is recognised by the kernel's ENODEV, and left out.
//   - ProbeHardwareCycles doesn't need CPU 0 to be online.
//   - Events start only when all of them are open.
//   - If the kernel has no links for perf events (before Linux 5.15), the program
//     is attached by the ioctl.
package perfevent

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/cilium/ebpf"
	"golang.org/x/sys/unix"
	"libperfc/perfc"
)

// The kernel's numbers of the two events that ProbeHardwareCycles gives.
const (
	PerfTypeHardware     = 0
	PerfTypeSoftware     = 1
	PerfCountHWCPUCycles = 0
	PerfCountSWCPUClock  = 0
)

// EventSpec is the event that OpenAll opens.
type EventSpec struct {
	Type         uint32
	Config       uint64
	SamplePeriod uint64 // events, or ns of a clock, per sample; Hz with Frequency
	Frequency    bool
}

// String is the event's name, without how often it samples.
func (s EventSpec) String() string {
	switch {
	case s.Type == PerfTypeHardware && s.Config == PerfCountHWCPUCycles:
		return "hardware/cpu-cycles"
	case s.Type == PerfTypeSoftware && s.Config == PerfCountSWCPUClock:
		return "software/cpu-clock"
	}
	return fmt.Sprintf("type=%d/config=%d", s.Type, s.Config)
}

func (s EventSpec) attr() perfc.Attr {
	attr := perfc.Attr{Type: s.Type, Config: s.Config, SamplePeriod: s.SamplePeriod, Flags: perfc.ATTR_DISABLED}
	if s.Frequency {
		attr.Flags |= perfc.ATTR_FREQ
	}
	return attr
}

// ProbeHardwareCycles is the CPU's cycles, where such an event can be opened on
// every CPU that is online, else the CPU's clock (EOPNOTSUPP, ENOENT, ENODEV,
// EINVAL, EACCES). Any other failure is an error.
func ProbeHardwareCycles(sampleHz uint64) (EventSpec, error) {
	cycles := EventSpec{PerfTypeHardware, PerfCountHWCPUCycles, sampleHz, true}
	set, err := open(nil, cycles, 0)
	if err == nil {
		return cycles, set.Close()
	}
	for _, lacking := range []error{unix.EOPNOTSUPP, unix.ENOENT, unix.ENODEV, unix.EINVAL, unix.EACCES} {
		if errors.Is(err, lacking) {
			return EventSpec{PerfTypeSoftware, PerfCountSWCPUClock, sampleHz, true}, nil
		}
	}
	return EventSpec{}, fmt.Errorf("perfevent: probe HW cycles: %w", err)
}

// Option is an option of OpenAll.
type Option func(*config)

type config struct{ deferred bool }

// WithDeferredEnable starts the events only after the program is attached to all of them. Without
// it the program misses the samples before that.
func WithDeferredEnable() Option { return func(c *config) { c.deferred = true } }

// Set is the events with the program attached.
type Set struct {
	set *perfc.Set
	mu  sync.Mutex
	fds []int
}

// FDs are the file descriptors of the events, in the order of OpenAll's cpus. They
// stay the set's: none is there after Close.
func (s *Set) FDs() []int {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fds
}

// OpenAll opens the event on each of the CPUs that is online and attaches prog,
// which stays the caller's. On failure all is closed again.
func OpenAll(prog *ebpf.Program, cpus []uint, spec EventSpec, opts ...Option) (*Set, error) {
	var chosen config
	for _, option := range opts {
		option(&chosen)
	}
	list := make([]uint32, len(cpus))
	for i, cpu := range cpus {
		if cpu > math.MaxInt32 {
			return nil, fmt.Errorf("perfevent: no CPU %d: %w", cpu, unix.EINVAL)
		}
		list[i] = uint32(cpu)
	}
	switch {
	case prog == nil:
		return nil, fmt.Errorf("perfevent: no program: %w", unix.EINVAL)
	case len(cpus) == 0:
		return nil, fmt.Errorf("no perf events attached (cpus=0): %w", unix.EINVAL)
	case spec.SamplePeriod == 0:
		return nil, fmt.Errorf("perfevent: SamplePeriod is 0: %w", unix.EINVAL)
	}
	var flags uint32
	if !chosen.deferred {
		flags = perfc.SET_OPEN_START
	}
	set, err := open(list, spec, flags)
	if err != nil {
		return nil, fmt.Errorf("no perf events attached (cpus=%d): %w", len(cpus), err)
	}
	if err := start(set, prog.FD(), chosen.deferred); err != nil {
		set.Close()
		return nil, err
	}
	fds, err := fdsOf(set, cpus)
	if err != nil {
		set.Close()
		return nil, err
	}
	return &Set{set: set, fds: fds}, nil
}

// fdsOf are the fds of the events that are open.
func fdsOf(set *perfc.Set, cpus []uint) ([]int, error) {
	of := map[uint]int{}
	for _, member := range set.Members() {
		if member.Event == nil {
			continue
		}
		fd, err := member.Event.FD()
		if err != nil {
			return nil, err
		}
		of[uint(member.CPU)] = fd
	}
	var fds []int
	for _, cpu := range cpus {
		if fd, open := of[cpu]; open {
			fds = append(fds, fd)
			delete(of, cpu)
		}
	}
	return fds, nil
}

// open opens the event on the CPUs, or where none are named on all that are online.
func open(cpus []uint32, spec EventSpec, flags uint32) (*perfc.Set, error) {
	specs, err := perfc.NewSpecs()
	if err != nil {
		return nil, err
	}
	defer specs.Close()
	attr := spec.attr()
	if _, err := specs.Add(&attr, "", -1); err != nil {
		return nil, err
	}
	set, _, err := perfc.OpenSet(specs, perfc.Target{Kind: perfc.TARGET_CPUS, CPUList: cpus}, perfc.SetOptions{Flags: flags})
	return set, err
}

func start(set *perfc.Set, program int, deferred bool) error {
	_, err := set.AttachBPF(program, perfc.BPF_LINK)
	if errors.Is(err, unix.EINVAL) {
		if _, byIoctl := set.AttachBPF(program, 0); byIoctl == nil {
			err = nil
		}
	}
	if err != nil {
		return fmt.Errorf("attach perf event: %w", err)
	}
	if !deferred {
		return nil
	}
	if err := set.Enable(); err != nil {
		return fmt.Errorf("enable perf event: %w", err)
	}
	return nil
}

// Close closes the links and then the events. It tries all of them, and returns the first error.
// Closing twice is no error.
func (s *Set) Close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fds = nil
	detached := s.set.DetachBPF()
	if errors.Is(detached, perfc.ErrClosed) {
		return nil
	}
	if err := s.set.Close(); detached == nil {
		return err
	}
	return detached
}
