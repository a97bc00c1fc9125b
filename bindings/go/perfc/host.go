package perfc

/*
#include <stdlib.h>
#include <perfc/perfc.h>

static int go_host_create(const char *sysfs, const char *procfs, const char *tracefs,
                          perfc_host **host, struct perfc_error *error) {
  struct perfc_host_options options = {sizeof options, 0, sysfs, procfs, tracefs};
  return perfc_host_create(&options, host, error);
}
*/
import "C"

import "unsafe"

// Host is a system whose files are elsewhere than in /sys, /proc and tracefs. A nil Host is this
// machine. The functions of the package that open something are the methods of a nil Host.
//
// Any number of goroutines may use a Host at a time.
type Host struct {
	guard guard // shared by all values opened with it
	c     *C.perfc_host
}

// HostOptions are where files lie; "" is the usual place.
type HostOptions struct{ Sysfs, Procfs, Tracefs string }

// NewHost is perfc_host_create.
func NewHost(options HostOptions) (*Host, error) {
	sysfs, freeSysfs := optionalString(options.Sysfs)
	defer freeSysfs()
	procfs, freeProcfs := optionalString(options.Procfs)
	defer freeProcfs()
	tracefs, freeTracefs := optionalString(options.Tracefs)
	defer freeTracefs()
	host := new(Host)
	var facts C.struct_perfc_error
	code := C.go_host_create(sysfs, procfs, tracefs, &host.c, &facts)
	if err := coldError("perfc_host_create", code, &facts); err != nil {
		return nil, err
	}
	host.guard.open()
	return host, nil
}

// Close is perfc_host_destroy. ErrInUse: something that was opened with it is
// still open.
func (h *Host) Close() error {
	if h == nil {
		return nil
	}
	if err := h.guard.close("Host.Close"); err != nil {
		return err
	}
	C.perfc_host_destroy(h.c)
	return nil
}

// use keeps the host open until done.
func (h *Host) use(operation string) (*C.perfc_host, error) {
	if h == nil {
		return nil, nil
	}
	if err := h.guard.share(operation); err != nil {
		return nil, err
	}
	return h.c, nil
}

func (h *Host) done() {
	if h != nil {
		h.guard.done()
	}
}

// Supported says whether the kernel has perf events. An error, such as ENOENT without
// procfs: that can't be told.
func (h *Host) Supported() (bool, error) {
	c, err := h.use("perfc_host_supported")
	if err != nil {
		return false, err
	}
	defer h.done()
	code := C.perfc_host_supported(c)
	return code == 1, hotError("perfc_host_supported", code)
}

// AttrSize is the largest attr that the running kernel takes, in bytes.
func (h *Host) AttrSize() (int, error) {
	c, err := h.use("Host.AttrSize")
	if err != nil {
		return 0, err
	}
	defer h.done()
	var facts C.struct_perfc_error
	code := C.perfc_host_attr_size(c, &facts)
	return int(code), coldError("perfc_host_attr_size", code, &facts)
}

// MaxStack is the most entries that a call chain may have.
func (h *Host) MaxStack() (int, error) {
	c, err := h.use("Host.MaxStack")
	if err != nil {
		return 0, err
	}
	defer h.done()
	code := C.perfc_host_max_stack(c)
	return int(code), hotError("perfc_host_max_stack", code)
}

// PMUType is attr.type of a PMU by its name in sysfs.
func (h *Host) PMUType(pmu string) (uint32, error) {
	c, err := h.use("Host.PMUType")
	if err != nil {
		return 0, err
	}
	defer h.done()
	name := C.CString(pmu)
	defer C.free(unsafe.Pointer(name))
	var facts C.struct_perfc_error
	code := C.perfc_host_pmu_type(c, name, &facts)
	return uint32(code), coldError("perfc_host_pmu_type", code, &facts)
}

// Sysfs is where sysfs is mounted.
func (h *Host) Sysfs() (string, error) { return h.root(HOST_SYSFS) }

// Procfs is where procfs is mounted.
func (h *Host) Procfs() (string, error) { return h.root(HOST_PROCFS) }

// Tracefs is where tracefs is mounted. ENOENT: nowhere.
func (h *Host) Tracefs() (string, error) { return h.root(HOST_TRACEFS) }

func (h *Host) root(root C.uint32_t) (string, error) {
	c, err := h.use("perfc_host_root")
	if err != nil {
		return "", err
	}
	defer h.done()
	return grown(func(buffer *C.char, size C.size_t) (C.int, error) {
		code := C.perfc_host_root(c, root, buffer, size)
		return code, hotError("perfc_host_root", code)
	})
}

// TaskEnable enables every event that the calling thread has opened.
func (h *Host) TaskEnable() error { return h.task("perfc_task_enable", true) }

// TaskDisable disables them.
func (h *Host) TaskDisable() error { return h.task("perfc_task_disable", false) }

func (h *Host) task(operation string, enable bool) error {
	c, err := h.use(operation)
	if err != nil {
		return err
	}
	defer h.done()
	if enable {
		return hotError(operation, C.perfc_task_enable(c))
	}
	return hotError(operation, C.perfc_task_disable(c))
}

// Supported says whether this machine's kernel has perf events. An error: that can't be
// told.
func Supported() (bool, error) { return (*Host)(nil).Supported() }

// MaxStack is the most entries that a call chain may have.
func MaxStack() (int, error) { return (*Host)(nil).MaxStack() }

// PMUType is attr.type of a PMU of this machine.
func PMUType(pmu string) (uint32, error) { return (*Host)(nil).PMUType(pmu) }

// optionalString is NULL for "".
func optionalString(text string) (*C.char, func()) {
	if text == "" {
		return nil, func() {}
	}
	c := C.CString(text)
	return c, func() { C.free(unsafe.Pointer(c)) }
}
