package perf

import (
	"fmt"
	"sync"

	"golang.org/x/sys/unix"
	"libperfc/perfc"
)

// ErrNoLeader is of using a group without events.
var ErrNoLeader = fmt.Errorf("No leader defined")

// GroupProfileValue is the counts of a group at one instant, in the order of its
// attrs.
type GroupProfileValue struct {
	Events      uint64
	TimeEnabled uint64
	TimeRunning uint64
	Values      []uint64
}

// GroupProfiler counts events that are on the PMU all at once or not at all.
type GroupProfiler interface {
	Start() error
	Reset() error
	Stop() error
	Close() error
	HasProfilers() bool
	Profile(*GroupProfileValue) error
}

type groupProfiler struct {
	mu     sync.RWMutex // held for writing by Close
	events []*perfc.Event
}

// NewGroupProfiler opens the events as one group, stopped. The first event leads. opts are flags of
// perf_event_open. The bits of each attr that select the counted modes are kept, and exclude_hv is
// added. The other bits are those of a group: the leader is disabled, nothing is pinned, and
// children inherit all events if they inherit the leader.
func NewGroupProfiler(pid, cpu, opts int, eventAttrs ...unix.PerfEventAttr) (GroupProfiler, error) {
	p := &groupProfiler{}
	for i, attr := range eventAttrs {
		attr.Size = EventAttrSize
		attr.Sample_type = PERF_SAMPLE_IDENTIFIER
		attr.Read_format = bothTimes | unix.PERF_FORMAT_GROUP
		attr.Bits = eventAttrs[0].Bits&unix.PerfBitInherit | countedBits(&attr) | unix.PerfBitExcludeHv
		var leader *perfc.Event
		if i == 0 {
			attr.Bits |= unix.PerfBitDisabled
		} else {
			leader = p.events[0]
		}
		event, err := openEvent(&attr, pid, cpu, leader, opts)
		if err != nil {
			p.Close()
			return nil, err
		}
		p.events = append(p.events, event)
	}
	return p, nil
}

// countedBits are the attr's bits that select the counted modes. Context switches and migrations
// happen in the kernel: with exclude_kernel they would always be 0.
func countedBits(attr *unix.PerfEventAttr) uint64 {
	bits := attr.Bits & (unix.PerfBitExcludeUser | unix.PerfBitExcludeKernel | unix.PerfBitExcludeIdle |
		unix.PerfBitExcludeHost | unix.PerfBitExcludeGuest)
	inKernel := attr.Config == unix.PERF_COUNT_SW_CONTEXT_SWITCHES || attr.Config == unix.PERF_COUNT_SW_CPU_MIGRATIONS
	if attr.Type == unix.PERF_TYPE_SOFTWARE && inKernel {
		bits &^= unix.PerfBitExcludeKernel
	}
	return bits
}

// HasProfilers is always true, as it is in perf-utils.
func (p *groupProfiler) HasProfilers() bool { return true }

// Start starts the group.
func (p *groupProfiler) Start() error {
	return p.lead(func(leader *perfc.Event) error { return leader.Enable(PERF_IOC_FLAG_GROUP) })
}

// Reset zeroes it.
func (p *groupProfiler) Reset() error {
	return p.lead(func(leader *perfc.Event) error { return leader.Reset(PERF_IOC_FLAG_GROUP) })
}

// Stop stops it.
func (p *groupProfiler) Stop() error {
	return p.lead(func(leader *perfc.Event) error { return leader.Disable(PERF_IOC_FLAG_GROUP) })
}

func (p *groupProfiler) lead(call func(*perfc.Event) error) error {
	if len(p.events) == 0 {
		return ErrNoLeader
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	return bare(call(p.events[0]))
}

// Close closes the events, the leader last.
func (p *groupProfiler) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var failed error
	for i := len(p.events) - 1; i >= 0; i-- {
		if err := p.events[i].Close(); err != nil && failed == nil {
			failed = err
		}
	}
	return failed
}

// Profile reads the group.
func (p *groupProfiler) Profile(value *GroupProfileValue) error {
	return p.lead(func(leader *perfc.Event) error {
		counts := make([]perfc.Count, len(p.events))
		number, err := leader.Read(counts)
		if err != nil {
			return err
		}
		if number == 0 {
			return errPinned
		}
		*value = GroupProfileValue{
			Events: uint64(number), TimeEnabled: counts[0].TimeEnabled, TimeRunning: counts[0].TimeRunning,
			Values: make([]uint64, number),
		}
		for i := range value.Values {
			value.Values[i] = counts[i].Raw
		}
		return nil
	})
}
