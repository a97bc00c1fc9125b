package perfc

/*
#include <stdlib.h>
#include <perfc/perfc.h>

static int go_set_open(const perfc_host *host, const perfc_specs *specs, uint32_t kind, int32_t pid,
                       uint32_t target_flags, const uint32_t *cpu_list, uint32_t cpu_count,
                       const char *cpus, const char *cgroup, uint32_t flags, uint32_t fallbacks,
                       perfc_report *report, perfc_set **set, struct perfc_error *error) {
  struct perfc_target target = {sizeof target, kind, pid, target_flags, 0, cpu_count,
                                cpus, cpu_list, cgroup};
  struct perfc_set_options options = {sizeof options, 0, flags, fallbacks, report};
  return perfc_set_open(host, specs, &target, &options, set, error);
}
*/
import "C"

import (
	"iter"
	"sync"
	"syscall"
	"unsafe"
)

// Set is the events of a list of specs, opened over a target.
type Set struct {
	guard  guard
	c      *C.perfc_set
	host   *Host
	mu     sync.Mutex // events, which streams look up too
	events map[*C.perfc_event]*Event
}

// Target is the target of a set. The zero Target is the calling thread.
type Target struct {
	Kind    uint32   // TARGET_*
	PID     int      // of TARGET_THREAD, _PROCESS and _TREE
	Flags   uint32   // TARGET_FLAG_EACH_CPU
	CPUs    string   // as sysfs writes them: "0,3-7"
	CPUList []uint32 // the same as numbers; only one of the two
	Cgroup  string   // of TARGET_CGROUP
}

// SetOptions are all zero unless asked for.
type SetOptions struct {
	Flags     uint32 // SET_*
	Fallbacks uint32 // FALLBACK_*
}

// OpenSet opens every spec on every CPU and thread of the target that it counts on. The report
// lists the incidents, also on failure.
func (h *Host) OpenSet(specs *Specs, target Target, options SetOptions) (*Set, Report, error) {
	host, err := h.use("perfc_set_open")
	if err != nil {
		return nil, nil, err
	}
	var report *C.perfc_report
	var facts C.struct_perfc_error
	if err := coldError("perfc_report_create", C.perfc_report_create(&report, &facts), &facts); err != nil {
		h.done()
		return nil, nil, err
	}
	defer C.perfc_report_destroy(report)
	set := &Set{host: h, events: map[*C.perfc_event]*Event{}}
	err = set.open(host, specs, &target, &options, report)
	happened := goReport(report)
	if err != nil {
		h.done()
		return nil, happened, err
	}
	set.guard.open()
	return set, happened, nil
}

// OpenSet opens a set on this machine.
func OpenSet(specs *Specs, target Target, options SetOptions) (*Set, Report, error) {
	return (*Host)(nil).OpenSet(specs, target, options)
}

func (s *Set) open(host *C.perfc_host, specs *Specs, target *Target, options *SetOptions, report *C.perfc_report) error {
	cpus, freeCPUs := optionalString(target.CPUs)
	defer freeCPUs()
	cgroup, freeCgroup := optionalString(target.Cgroup)
	defer freeCgroup()
	_, err := specs.exclusive("perfc_set_open", func(c *C.perfc_specs, facts *C.struct_perfc_error) C.int {
		return C.go_set_open(host, c, C.uint32_t(target.Kind), C.int32_t(target.PID), C.uint32_t(target.Flags),
			words32(target.CPUList), C.uint32_t(len(target.CPUList)), cpus, cgroup,
			C.uint32_t(options.Flags), C.uint32_t(options.Fallbacks), report, &s.c, facts)
	})
	return err
}

// Close closes all its events. Streams and flights let go of its rings.
func (s *Set) Close() error {
	if s == nil {
		return nil
	}
	_, err := s.unshared("Set.Close", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		C.perfc_set_close(c)
		for _, event := range s.events {
			event.end()
		}
		s.guard.end()
		return 0
	})
	if err == nil {
		s.host.done()
	}
	return err
}

// setCall is a call of the C library for one set.
type setCall = func(*C.perfc_set, *C.struct_perfc_error) C.int

// exclusive runs a call that no other of the set may be beside; its stream may.
func (s *Set) exclusive(operation string, call setCall) (int, error) {
	if s == nil {
		return 0, ErrClosed
	}
	if err := s.guard.enterAlone(operation); err != nil {
		return 0, err
	}
	defer s.guard.leaveAlone()
	var facts C.struct_perfc_error
	code := call(s.c, &facts)
	return int(code), coldError(operation, code, &facts)
}

// unshared runs a call that none with the set's events, their plans and their readers may
// be beside.
func (s *Set) unshared(operation string, call setCall) (int, error) {
	return s.withEvents(s.enterEvents, operation, call)
}

// withEvents is exclusive with the events entered, too.
func (s *Set) withEvents(enter func(string) (*entered, error), operation string, call setCall) (int, error) {
	var inUse error
	code, err := s.exclusive(operation, func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		s.mu.Lock()
		defer s.mu.Unlock()
		var events *entered
		if events, inUse = enter(operation); inUse != nil {
			return 0
		}
		defer events.leave()
		return call(c, facts)
	})
	if inUse != nil {
		return 0, inUse
	}
	return code, err
}

// enterEvents enters the events that the set has handed out or that streams have added. Nobody uses
// the other events.
func (s *Set) enterEvents(operation string) (*entered, error) {
	var guards []*guard
	for _, event := range s.events {
		guards = append(guards, &event.guard, &event.plan.guard)
	}
	return enterAll(operation, guards...)
}

// enterMembers enters all open events, and not their readers.
func (s *Set) enterMembers(operation string) (*entered, error) {
	all := new(entered)
	for _, member := range openMembers(s.c) {
		event := &s.event(member.event).guard
		if err := event.enterAlone(operation); err != nil {
			all.leave()
			return nil, err
		}
		all.alone = append(all.alone, event)
	}
	return all, nil
}

// Member is one spec on one CPU and thread.
type Member struct {
	Spec      int
	Leader    int           // the member that leads its group
	Status    uint32        // MEMBER_*
	CPU       int           // -1: wherever the thread runs
	PID       int           // thread; -1: whatever runs on the CPU
	Event     *Event        // nil where it isn't open; the set closes it
	Ring      *Event        // whose ring has its records; nil: none
	OpenError syscall.Errno // of the last failed open; 0: see struct perfc_member
}

// Len is how many members there are, open or not.
func (s *Set) Len() int {
	count, _ := s.exclusive("perfc_set_member_count", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_set_member_count(c)
	})
	return count
}

// Member is member number index.
func (s *Set) Member(index int) (Member, error) {
	var member Member
	_, err := s.exclusive("perfc_set_member", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		var out C.struct_perfc_member
		code := C.perfc_set_member(c, C.uint32_t(index), &out, C.size_t(unsafe.Sizeof(out)))
		s.mu.Lock()
		defer s.mu.Unlock()
		if code == 0 {
			member = Member{int(out.spec), int(out.leader), uint32(out.status), int(out.cpu), int(out.pid),
				s.event(out.event), s.event(out.ring), syscall.Errno(-out.open_error)}
		}
		return code
	})
	return member, err
}

// Members is every member with its index.
func (s *Set) Members() iter.Seq2[int, Member] {
	return func(yield func(int, Member) bool) {
		for i := range s.Len() {
			member, err := s.Member(i)
			if err != nil || !yield(i, member) {
				return
			}
		}
	}
}

func (s *Set) event(c *C.perfc_event) *Event {
	if c == nil {
		return nil
	}
	if event := s.events[c]; event != nil {
		return event
	}
	event := &Event{c: c, owned: true}
	event.begin()
	s.events[c] = event
	return event
}

// lookUp is the event of that handle, if it is one of the set. Its stream looks it up,
// beside any other use of the set but Close and a reopening Update.
func (s *Set) lookUp(c *C.perfc_event) *Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c == nil || s.guard.closed() {
		return nil
	}
	for _, member := range openMembers(s.c) {
		if member.event == c {
			return s.event(c)
		}
	}
	return nil
}

// ID is the kernel's id of a member's event. EINVAL: it isn't open.
func (s *Set) ID(index int) (uint64, error) {
	var id C.uint64_t
	_, err := s.exclusive("perfc_event_id", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_event_id(memberEvent(c, index), &id)
	})
	return uint64(id), err
}

// memberEvent is nil where the member isn't open.
func memberEvent(c *C.perfc_set, index int) *C.perfc_event {
	var out C.struct_perfc_member
	C.perfc_set_member(c, C.uint32_t(index), &out, C.size_t(unsafe.Sizeof(out)))
	return out.event
}

// Spec is a spec as it was opened: degraded, regrouped.
func (s *Set) Spec(index int) (Spec, error) {
	var spec Spec
	_, err := s.exclusive("perfc_specs_get", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		var out C.struct_perfc_spec
		code := C.perfc_specs_get(C.perfc_set_specs(c), C.uint32_t(index), &out, C.size_t(unsafe.Sizeof(out)))
		if code == 0 {
			spec = goSpec(&out)
		}
		return code
	})
	return spec, err
}

// SpecCount is how many specs there are.
func (s *Set) SpecCount() int {
	count, _ := s.exclusive("perfc_specs_count", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_specs_count(C.perfc_set_specs(c))
	})
	return count
}

// Plan makes a plan for the records of all members, which is the caller's. Its
// attrs are the specs, in their order.
func (s *Set) Plan() (*Plan, error) {
	plan := new(Plan)
	_, err := s.exclusive("perfc_set_create_plan", func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		return C.perfc_set_create_plan(c, &plan.c, facts)
	})
	if err != nil {
		return nil, err
	}
	plan.guard.open()
	return plan, nil
}

// Enable starts all open members, groups as one.
func (s *Set) Enable() error {
	_, err := s.exclusive("perfc_set_enable", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_set_enable(c)
	})
	return err
}

// Disable stops them.
func (s *Set) Disable() error {
	_, err := s.exclusive("perfc_set_disable", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_set_disable(c)
	})
	return err
}

// Reset zeroes their counts.
func (s *Set) Reset() error {
	_, err := s.exclusive("perfc_set_reset", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_set_reset(c)
	})
	return err
}

// Update looks which CPUs and threads came and went, and returns how many
// members changed. flags is 0 or SET_UPDATE_REOPEN: then events that members gave
// before may be closed, and are asked for anew.
func (s *Set) Update(flags uint32) (int, error) {
	call := func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		return C.perfc_set_update(c, C.uint32_t(flags), facts)
	}
	if flags&SET_UPDATE_REOPEN == 0 {
		return s.exclusive("perfc_set_update", call)
	}
	return s.unshared("perfc_set_update", func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		before := s.openEvents(c)
		code := call(c, facts)
		s.keepEvents(before, s.openEvents(c))
		return code
	})
}

// keepEvents ends and forgets the events that the set has closed or replaced.
func (s *Set) keepEvents(before, after map[*C.perfc_event]C.uint64_t) {
	for handle, event := range s.events {
		if id, is := after[handle]; !is || id != before[handle] {
			event.end()
			delete(s.events, handle)
		}
	}
}

// openEvents is the id of each open event. A handle that is made where another one
// was has its address, and no event has another's id.
func (s *Set) openEvents(c *C.perfc_set) map[*C.perfc_event]C.uint64_t {
	ids := map[*C.perfc_event]C.uint64_t{}
	for _, member := range openMembers(c) {
		var id C.uint64_t
		if C.perfc_event_id(member.event, &id) == 0 {
			ids[member.event] = id
		}
	}
	return ids
}

// openMembers is every member that is open, with its index.
func openMembers(c *C.perfc_set) iter.Seq2[C.uint32_t, *C.struct_perfc_member] {
	return func(yield func(C.uint32_t, *C.struct_perfc_member) bool) {
		for i := range C.uint32_t(max(C.perfc_set_member_count(c), 0)) {
			var out C.struct_perfc_member
			if C.perfc_set_member(c, i, &out, C.size_t(unsafe.Sizeof(out))) == 0 && out.event != nil &&
				!yield(i, &out) {
				return
			}
		}
	}
}

// Mmap maps a ring for every open member that writes records and has none, and
// returns how many. dataPages PAGES_FIT: as RingBudget says; 0: the control page of
// every open member. flags are SET_MMAP_*. ErrInUse:
// another goroutine uses an event of the set, its plan, or the stream that reads it.
func (s *Set) Mmap(dataPages int, flags uint32) (int, error) {
	return s.unshared("perfc_set_mmap", func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		return C.perfc_set_mmap(c, C.uint32_t(dataPages), C.uint32_t(flags), facts)
	})
}

// RingBudget says how large rings may be.
func (s *Set) RingBudget(flags uint32) (RingBudget, error) {
	var plan RingBudget
	_, err := s.exclusive("perfc_set_ring_budget", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_set_ring_budget(c, C.uint32_t(flags), (*C.struct_perfc_ring_budget)(unsafe.Pointer(&plan)),
			C.size_t(unsafe.Sizeof(plan)))
	})
	return plan, err
}

// Read reads the counts: that of member i is at index i.
func (s *Set) Read() ([]Count, error) {
	var counts []Count
	_, err := s.exclusive("perfc_set_read", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		counts = make([]Count, max(int(C.perfc_set_member_count(c)), 0))
		return C.perfc_set_read(c, cCounts(unsafe.SliceData(counts)), countSize, C.uint32_t(len(counts)))
	})
	return counts, err
}

// Sum adds up counts of Read, or differences of such counts, by SUM_SPEC, SUM_CPU or SUM_THREAD.
// Members beyond the end of counts have no count. rows[i] describes the members of sums[i].
func (s *Set) Sum(by uint32, counts []Count) (sums []Count, rows []SumRow, err error) {
	number, err := s.exclusive("perfc_set_sum", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		members := max(int(C.perfc_set_member_count(c)), 0)
		sums, rows = make([]Count, members), make([]SumRow, members)
		return C.perfc_set_sum(c, C.uint32_t(by), cCounts(unsafe.SliceData(counts)), C.uint32_t(len(counts)),
			cCounts(unsafe.SliceData(sums)), countSize, (*C.struct_perfc_sum_row)(unsafe.Pointer(unsafe.SliceData(rows))),
			C.size_t(unsafe.Sizeof(SumRow{})), C.uint32_t(len(sums)))
	})
	if err != nil {
		return nil, nil, err
	}
	return sums[:number], rows[:number], nil
}

// AttachBPF attaches a program to every open event, and returns how many took it.
// flags is 0 or BPF_LINK.
func (s *Set) AttachBPF(program int, flags uint32) (int, error) {
	return s.exclusive("perfc_set_attach_bpf", func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		return C.perfc_set_attach_bpf(c, C.int(program), C.uint32_t(flags), facts)
	})
}

// DetachBPF closes all links.
func (s *Set) DetachBPF() error {
	_, err := s.exclusive("perfc_set_detach_bpf", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		return C.perfc_set_detach_bpf(c)
	})
	return err
}

// QueryBPF gives the ids of the programs at a member's event, at most most.
// EINVAL: it isn't open.
func (s *Set) QueryBPF(index, most int) ([]uint32, error) {
	ids := make([]uint32, most)
	var count C.uint32_t
	_, err := s.exclusive("perfc_event_query_bpf", func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		return C.perfc_event_query_bpf(memberEvent(c, index), words32(ids), C.uint32_t(most), &count, facts)
	})
	return ids[:min(int(count), most)], err
}

// Report lists the incidents of opening, mapping and updating the set.
func (s *Set) Report() Report {
	var report Report
	s.exclusive("perfc_set_report", func(c *C.perfc_set, _ *C.struct_perfc_error) C.int {
		report = goReport(C.perfc_set_report(c))
		return 0
	})
	return report
}
