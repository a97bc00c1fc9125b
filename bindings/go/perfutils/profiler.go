// Package perf counts the events of a process or of a CPU. It is source compatible with
// github.com/hodgesds/perf-utils v0.7.0: a program that imports perf-utils compiles with this
// import path in its place, and behaves as before, except for mistakes of perf-utils.
//
//   - The times in a profile are those of one of its counters, which is always
//     chosen in the same way. ProfileValues has the times of every counter.
//   - A group keeps the bits of the attrs that select the counted modes.
//   - The error of a constructor wraps the errno, so that errors.Is finds it. Errors
//     that were a bare errno still are one.
//   - Everything that was opened is closed on every way out, and threads get their
//     affinity back.
//   - If an event is pinned and the PMU had no counter for it, its count is EBUSY and
//     not 0.
package perf

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
	"libperfc/perfc"
)

const (
	// PERF_SAMPLE_IDENTIFIER is the kernel's.
	PERF_SAMPLE_IDENTIFIER = 1 << 16
	// PERF_IOC_FLAG_GROUP is the kernel's.
	PERF_IOC_FLAG_GROUP = 1 << 0
	// PERF_TYPE_TRACEPOINT is the kernel's.
	PERF_TYPE_TRACEPOINT = 2
)

var (
	// ErrNoProfiler is an error that nothing gives: a profiler without counters starts
	// and stops as others do.
	ErrNoProfiler = fmt.Errorf("No profiler available")

	// ProfileValuePool is a place to have a ProfileValue from, and to put it back.
	ProfileValuePool = sync.Pool{New: func() interface{} { return &ProfileValue{} }}
)

// ProfileValue is a count, and its times in ns.
type ProfileValue struct {
	Value       uint64
	TimeEnabled uint64
	TimeRunning uint64
}

// Profiler is one counter. Any number of goroutines may use it at a time.
type Profiler interface {
	Start() error
	Reset() error
	Stop() error
	Close() error
	Profile(*ProfileValue) error
}

// BPFProfiler is a Profiler to which a BPF program can be attached. All that this
// package opens are.
type BPFProfiler interface {
	Profiler
	AttachBPF(int) error
}

type profiler struct {
	// Held for writing where the event may not be in use otherwise.
	mu    sync.RWMutex
	event *perfc.Event
}

// NewProfiler opens a counter, stopped, which children inherit. opts[0] are flags
// of perf_event_open, PERF_FLAG_*.
func NewProfiler(profilerType uint32, config uint64, pid, cpu int, opts ...int) (Profiler, error) {
	return openProfiler(defaultAttr(profilerType, config), pid, cpu, opts)
}

func defaultAttr(profilerType uint32, config uint64) *unix.PerfEventAttr {
	return &unix.PerfEventAttr{
		Type:        profilerType,
		Config:      config,
		Size:        EventAttrSize,
		Bits:        unix.PerfBitDisabled | unix.PerfBitExcludeHv | unix.PerfBitInherit,
		Read_format: bothTimes,
		Sample_type: PERF_SAMPLE_IDENTIFIER,
	}
}

const bothTimes = unix.PERF_FORMAT_TOTAL_TIME_RUNNING | unix.PERF_FORMAT_TOTAL_TIME_ENABLED

// openProfiler gives a *profiler as the interface, for a nil one would be no nil.
func openProfiler(attr *unix.PerfEventAttr, pid, cpu int, opts []int) (BPFProfiler, error) {
	event, err := openEvent(attr, pid, cpu, nil, firstOption(opts))
	if err != nil {
		return nil, err
	}
	return &profiler{event: event}, nil
}

func openEvent(attr *unix.PerfEventAttr, pid, cpu int, leader *perfc.Event, flags int) (*perfc.Event, error) {
	event, err := (*perfc.Host)(nil).OpenBytes(attrBytes(attr), pid, cpu, leader, uint64(flags))
	if err != nil {
		return nil, &openError{*attr, err}
	}
	return event, nil
}

// openError makes its text when it is asked for. That takes longer than a failed open, and programs
// that try which counters there are don't read the text.
type openError struct {
	attr unix.PerfEventAttr
	err  error
}

func (e *openError) Error() string {
	return fmt.Sprintf("Failed to open perf event for PerfEventAttr %+v: %v", &e.attr, e.err)
}

func (e *openError) Unwrap() error { return e.err }

func attrBytes(attr *unix.PerfEventAttr) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(attr)), unsafe.Sizeof(*attr))
}

func firstOption(opts []int) int {
	if len(opts) == 0 {
		return 0
	}
	return opts[0]
}

func (p *profiler) Reset() error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return bare(p.event.Reset(0))
}

func (p *profiler) Start() error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return bare(p.event.Enable(0))
}

func (p *profiler) Stop() error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return bare(p.event.Disable(0))
}

func (p *profiler) Profile(value *ProfileValue) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var counts [1]perfc.Count
	number, err := p.event.Read(counts[:])
	if err != nil {
		return bare(err)
	}
	if number == 0 {
		return errPinned
	}
	*value = ProfileValue{counts[0].Raw, counts[0].TimeEnabled, counts[0].TimeRunning}
	return nil
}

func (p *profiler) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.event.Close()
}

func (p *profiler) AttachBPF(fd int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bare(p.event.SetBPF(fd))
}

// bare is the errno of a failure, which callers of perf-utils may compare by ==.
func bare(err error) error {
	var failure *perfc.Error
	if errors.As(err, &failure) {
		return failure.Errno
	}
	return err
}

var errPinned = fmt.Errorf("the event is pinned, and the PMU had no counter for it: %w", unix.EBUSY)
