package perf

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"libperfc/perfc"
)

// Values for the pid of Open.
const (
	// CallingThread is the calling thread.
	CallingThread = 0

	// AllThreads is every thread on the CPU that is given.
	AllThreads = -1
)

// AnyCPU is whatever CPU the thread runs on.
const AnyCPU = -1

// DefaultNumPages is how many pages MapRing maps for data.
const DefaultNumPages = 128

// recordsAtOnce is how many records are taken out of a ring at once, at most.
const recordsAtOnce = 64

// Event is an open event.
type Event struct {
	event  *perfc.Event // nil: the zero Event
	closed bool
	attr   Attr
	id     uint64
	label  func() string

	group []*Event // the others of the group it leads, as they were opened
	owned []*Event // those of them that nobody else has: of Group.Open

	mapped       bool
	noReadRecord bool // see SetOutput
	routed       *routes
	arena        arena

	room   []perfc.Record // for records of the ring
	unread []perfc.Record // those in room that ReadRecord and ReadRawRecord didn't hand out yet
}

// Open opens the event that a configures, of the thread pid (CallingThread, or
// AllThreads of a CPU) on cpu (or AnyCPU). group is the leader of the group that it
// joins, or nil.
func Open(a *Attr, pid, cpu int, group *Event) (*Event, error) {
	return OpenWithFlags(a, pid, cpu, group, 0)
}

// OpenCGroup is Open for the tasks of a cgroup on a CPU. cgroupfd is a file descriptor of the
// cgroup's directory.
func OpenCGroup(a *Attr, cgroupfd, cpu int, group *Event) (*Event, error) {
	return OpenWithFlags(a, cgroupfd, cpu, group, perfc.FLAG_PID_CGROUP)
}

// OpenWithFlags is Open with flags for perf_event_open(2). With PERF_FLAG_FD_OUTPUT
// the event's records go to group's ring, as if by SetOutput.
func OpenWithFlags(a *Attr, pid, cpu int, group *Event, flags int) (*Event, error) {
	if a == nil {
		return nil, os.ErrInvalid
	}
	event, err := openEvent(a, pid, cpu, group, flags)
	if err != nil {
		return nil, err
	}
	ev := &Event{event: event, attr: *a}
	ev.label = sync.OnceValue(ev.attr.label)
	if err := ev.begin(group, flags); err != nil {
		event.Close()
		return nil, err
	}
	return ev, nil
}

func openEvent(a *Attr, pid, cpu int, group *Event, flags int) (*perfc.Event, error) {
	var leader *perfc.Event
	if group != nil {
		if err := group.ok(); err != nil {
			return nil, err
		}
		leader = group.event
	}
	kernelFlags := uint64(flags)
	if flags&perfc.FLAG_FD_OUTPUT != 0 && group.tells(a) {
		kernelFlags &^= perfc.FLAG_FD_OUTPUT // take does it, and tells libperfc
	}
	event, err := perfc.Open(a.kernel(), pid, cpu, leader, kernelFlags)
	return event, syscallError("perf_event_open", err)
}

// begin finishes Open once there is an event.
func (ev *Event) begin(group *Event, flags int) (err error) {
	if ev.id, err = ev.event.ID(); err != nil {
		return ioctlError("PERF_EVENT_IOC_ID", err)
	}
	if err := ev.setNonblock(); err != nil || group == nil {
		return err
	}
	return group.take(ev, flags)
}

// setNonblock is for os.NewFile, which gives such an fd to Go's poller.
func (ev *Event) setNonblock() error {
	fd, err := ev.event.FD()
	if err != nil {
		return err
	}
	return os.NewSyscallError("setnonblock", unix.SetNonblock(fd, true))
}

// take links a new event, which was opened with these flags, to its group and to the ring that
// takes its records.
func (ev *Event) take(other *Event, flags int) error {
	if flags&perfc.FLAG_FD_OUTPUT != 0 {
		if err := ev.takeRecords(other); err != nil {
			return err
		}
	}
	if flags&perfc.FLAG_FD_NO_GROUP == 0 {
		ev.group = append(ev.group, other)
	}
	return nil
}

func (ev *Event) takeRecords(other *Event) error {
	switch {
	case ev.tells(&other.attr):
		return other.SetOutput(ev)
	case goTogether(&ev.attr, &other.attr):
		return ev.route(other)
	}
	return nil
}

// tells says whether records of such an event must be told from ev's own, and can be.
func (ev *Event) tells(a *Attr) bool {
	return ev != nil && goTogether(&ev.attr, a) && ev.attr.format() != a.format()
}

// label is Label, or the name that the perf tool gives the event; "" if it has none.
// To find that of a tracepoint takes milliseconds.
func (a *Attr) label() string {
	if a.Label != "" {
		return a.Label
	}
	switch a.Type {
	case HardwareEvent:
		if name := HardwareCounter(a.Config).String(); name != "" {
			return name
		}
	case SoftwareEvent:
		return SoftwareCounter(a.Config).String()
	}
	text, err := perfc.AttrLabel(a.kernel())
	if err != nil {
		return ""
	}
	return text
}

func (ev *Event) ok() error {
	switch {
	case ev == nil || ev.event == nil:
		return os.ErrInvalid
	case ev.closed:
		return os.ErrClosed
	}
	return nil
}

// Close closes the event, and with the leader that Group.Open gave its whole
// group. Not beside other methods: while another goroutine waits in ReadRecord the
// event stays open, which the error says.
func (ev *Event) Close() error {
	if err := ev.ok(); err != nil {
		return err
	}
	if err := ev.event.Close(); err != nil {
		return err
	}
	ev.closed = true
	ev.routed.close()
	var first error
	for _, other := range ev.owned {
		if err := other.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// MapRing maps the event's ring, from which ReadRecord and ReadRawRecord read.
func (ev *Event) MapRing() error { return ev.MapRingNumPages(DefaultNumPages) }

// MapRingNumPages is MapRing with num pages of data, a power of two.
func (ev *Event) MapRingNumPages(num int) error {
	if err := ev.ok(); err != nil {
		return err
	}
	if ev.mapped {
		return nil
	}
	if num <= 0 {
		return os.NewSyscallError("mmap", os.ErrInvalid)
	}
	if err := ev.event.Mmap(num, 0); err != nil {
		return syscallError("mmap", err)
	}
	ev.mapped = true
	ev.room = make([]perfc.Record, recordsAtOnce)
	return nil
}

// FD is the event's file descriptor.
func (ev *Event) FD() (int, error) {
	if err := ev.ok(); err != nil {
		return -1, err
	}
	return ev.event.FD()
}

// ID is the kernel's id of the event.
func (ev *Event) ID() (uint64, error) {
	if err := ev.ok(); err != nil {
		return 0, err
	}
	return ev.id, nil
}

// ioctl is err as the failure of that request.
func (ev *Event) ioctl(request string, call func(*perfc.Event) error) error {
	if err := ev.ok(); err != nil {
		return err
	}
	return ioctlError(request, call(ev.event))
}

// syscallError is err as the failure of that call. Callers of go-perf use os.IsNotExist and compare
// Err by ==, and both work only with a bare errno. So libperfc's text goes with the call.
func syscallError(call string, err error) error {
	var failure *perfc.Error
	if !errors.As(err, &failure) {
		return os.NewSyscallError(call, err)
	}
	return &os.SyscallError{Syscall: call + ": " + failure.Error(), Err: failure.Errno}
}

func ioctlError(request string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", request, err)
}

// Enable starts the counting.
func (ev *Event) Enable() error {
	return ev.ioctl("PERF_EVENT_IOC_ENABLE", func(e *perfc.Event) error { return e.Enable(0) })
}

// Disable stops the event. Without its leader a group doesn't count either.
//
// libperfc would first ask for the process id, to detect a fork. If the event counts getpid, that
// call would be a hit.
func (ev *Event) Disable() error {
	return ev.ioctl("PERF_EVENT_IOC_DISABLE", func(e *perfc.Event) error {
		fd, err := e.FD()
		if err != nil {
			return err
		}
		return unix.IoctlSetInt(fd, perfc.IOC_DISABLE, 0)
	})
}

// Reset zeroes the count, and where CountFormat.Group is set those of the group.
func (ev *Event) Reset() error {
	return ev.ioctl("PERF_EVENT_IOC_RESET", func(e *perfc.Event) error {
		if ev.attr.CountFormat.Group {
			return e.Reset(perfc.IOC_FLAG_GROUP)
		}
		return e.Reset(0)
	})
}

// Refresh enables the event for delta more overflows.
func (ev *Event) Refresh(delta int) error {
	return ev.ioctl("PERF_EVENT_IOC_REFRESH", func(e *perfc.Event) error { return e.Refresh(delta) })
}

// UpdatePeriod changes the sample period, or frequency.
func (ev *Event) UpdatePeriod(p uint64) error {
	return ev.ioctl("PERF_EVENT_IOC_PERIOD", func(e *perfc.Event) error { return e.SetPeriod(p) })
}

// PauseOutput keeps records from being written.
func (ev *Event) PauseOutput() error {
	return ev.ioctl("PERF_EVENT_IOC_PAUSE_OUTPUT", func(e *perfc.Event) error { return e.PauseOutput(true) })
}

// ResumeOutput lets them be written again.
func (ev *Event) ResumeOutput() error {
	return ev.ioctl("PERF_EVENT_IOC_PAUSE_OUTPUT", func(e *perfc.Event) error { return e.PauseOutput(false) })
}

// SetFilter sets a tracepoint's filter, "prev_pid != 0" say, or the address
// filters of a tracing PMU.
func (ev *Event) SetFilter(filter string) error {
	return ev.ioctl("PERF_EVENT_IOC_SET_FILTER", func(e *perfc.Event) error { return e.SetFilter(filter) })
}

// ModifyAttributes changes a breakpoint: its address, length, type and Disabled.
func (ev *Event) ModifyAttributes(a *Attr) error {
	if a == nil {
		return os.ErrInvalid
	}
	return ev.ioctl("PERF_EVENT_IOC_MODIFY_ATTRIBUTES", func(e *perfc.Event) error {
		return e.ModifyAttributes(a.kernel())
	})
}

// SetBPF attaches a BPF program. Its file descriptor stays the caller's.
func (ev *Event) SetBPF(progfd uint32) error {
	return ev.ioctl("PERF_EVENT_IOC_SET_BPF", func(e *perfc.Event) error { return e.SetBPF(int(progfd)) })
}

// QueryBPF gives the ids of the BPF programs at the event's tracepoint, of which
// there are at most max.
func (ev *Event) QueryBPF(max uint32) ([]uint32, error) {
	var ids []uint32
	err := ev.ioctl("PERF_EVENT_IOC_QUERY_BPF", func(e *perfc.Event) (err error) {
		ids, err = e.QueryBPF(int(max))
		return err
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}
