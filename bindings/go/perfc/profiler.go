package perfc

/*
#include <perfc/perfc.h>

static int go_profiler_create(const perfc_host *host, uint32_t type, uint64_t mask,
                              const void *attrs, size_t attr_size, uint32_t count, int32_t pid,
                              int32_t cpu, uint32_t flags, uint64_t attr_flags, uint64_t open_flags,
                              perfc_profiler **profiler, struct perfc_error *error) {
  struct perfc_profiler_options options = {sizeof options, flags, attr_flags, open_flags, 0};
  return attrs ? perfc_profiler_create_attrs(host, attrs, attr_size, count, pid, cpu, &options,
                                             profiler, error)
               : perfc_profiler_create(host, type, mask, pid, cpu, &options, profiler, error);
}

#cgo noescape perfc_profiler_profile
*/
import "C"

import (
	"syscall"
	"unsafe"
)

// Profiler is a table of counters at once, as far as the machine has them.
type Profiler struct {
	guard guard
	c     *C.perfc_profiler
	host  *Host
}

// ProfilerOptions are all zero unless asked for.
type ProfilerOptions struct {
	Flags     uint32 // PROFILER_GROUP
	AttrFlags uint64 // ATTR_* that every counter gets
	OpenFlags uint64 // FLAG_* of Open
}

// NewProfiler opens the counters of a mask, stopped: bit n is counter n of type
// TYPE_HARDWARE, TYPE_SOFTWARE or TYPE_HW_CACHE.
func (h *Host) NewProfiler(kind uint32, mask uint64, pid, cpu int, options ProfilerOptions) (*Profiler, error) {
	return h.newProfiler("perfc_profiler_create", kind, mask, nil, pid, cpu, options)
}

// NewProfiler opens the counters on this machine.
func NewProfiler(kind uint32, mask uint64, pid, cpu int, options ProfilerOptions) (*Profiler, error) {
	return (*Host)(nil).NewProfiler(kind, mask, pid, cpu, options)
}

// NewProfilerAttrs is the same for events of any kind, at most PROFILER_MAX.
func (h *Host) NewProfilerAttrs(attrs []Attr, pid, cpu int, options ProfilerOptions) (*Profiler, error) {
	if len(attrs) == 0 {
		return nil, &Error{Errno: syscall.EINVAL, Operation: "perfc_profiler_create_attrs"}
	}
	return h.newProfiler("perfc_profiler_create_attrs", 0, 0, attrs, pid, cpu, options)
}

// NewProfilerAttrs opens the counters on this machine.
func NewProfilerAttrs(attrs []Attr, pid, cpu int, options ProfilerOptions) (*Profiler, error) {
	return (*Host)(nil).NewProfilerAttrs(attrs, pid, cpu, options)
}

func (h *Host) newProfiler(operation string, kind uint32, mask uint64, attrs []Attr, pid, cpu int,
	options ProfilerOptions) (*Profiler, error) {
	host, err := h.use(operation)
	if err != nil {
		return nil, err
	}
	profiler := &Profiler{host: h}
	var facts C.struct_perfc_error
	code := C.go_profiler_create(host, C.uint32_t(kind), C.uint64_t(mask), unsafe.Pointer(unsafe.SliceData(attrs)),
		C.size_t(unsafe.Sizeof(Attr{})), C.uint32_t(len(attrs)), C.int32_t(pid), C.int32_t(cpu),
		C.uint32_t(options.Flags), C.uint64_t(options.AttrFlags), C.uint64_t(options.OpenFlags), &profiler.c, &facts)
	if err := coldError(operation, code, &facts); err != nil {
		h.done()
		return nil, err
	}
	profiler.guard.open()
	return profiler, nil
}

// Close closes the counters.
func (p *Profiler) Close() error {
	if p == nil {
		return nil
	}
	if err := p.guard.close("Profiler.Close"); err != nil {
		return err
	}
	C.perfc_profiler_destroy(p.c)
	p.host.done()
	return nil
}

func (p *Profiler) exclusive(operation string, call func(*C.perfc_profiler) C.int) (int, error) {
	if p == nil {
		return 0, ErrClosed
	}
	if err := p.guard.enter(operation); err != nil {
		return 0, err
	}
	defer p.guard.leave()
	code := call(p.c)
	return int(code), hotError(operation, code)
}

// Start starts the counters.
func (p *Profiler) Start() error {
	_, err := p.exclusive("perfc_profiler_start", func(c *C.perfc_profiler) C.int { return C.perfc_profiler_start(c) })
	return err
}

// Stop stops them.
func (p *Profiler) Stop() error {
	_, err := p.exclusive("perfc_profiler_stop", func(c *C.perfc_profiler) C.int { return C.perfc_profiler_stop(c) })
	return err
}

// Reset zeroes them, and leaves the times.
func (p *Profiler) Reset() error {
	_, err := p.exclusive("perfc_profiler_reset", func(c *C.perfc_profiler) C.int { return C.perfc_profiler_reset(c) })
	return err
}

// Profile reads the counters. Counter n's count is at index n if present has bit
// n.
func (p *Profiler) Profile() (counts [PROFILER_MAX]Count, present uint64, err error) {
	var bits C.uint64_t
	_, err = p.exclusive("perfc_profiler_profile", func(c *C.perfc_profiler) C.int {
		return C.perfc_profiler_profile(c, cCounts(&counts[0]), countSize, PROFILER_MAX, &bits)
	})
	return counts, uint64(bits), err
}

// Status is nil if counter n is open, else why it could not be opened.
func (p *Profiler) Status(number int) error {
	_, err := p.exclusive("perfc_profiler_status", func(c *C.perfc_profiler) C.int {
		return C.perfc_profiler_status(c, C.uint32_t(number))
	})
	return err
}
