package perf

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ErrBPFLinkNotSupported is of kernels before 5.15.
var ErrBPFLinkNotSupported = errors.New("BPF link not supported (requires Linux 5.15+)")

// Link is a BPF program's attachment to an event.
type Link struct {
	fd   int
	open atomic.Bool
}

// LinkOptions are the options of SetBPFLink.
type LinkOptions struct {
	// Cookie is the value that bpf_get_attach_cookie() returns to the program.
	Cookie uint64
}

// linkCreate is the argument of BPF_LINK_CREATE for a perf event.
type linkCreate struct {
	program, target, attachType, flags uint32
	cookie                             uint64
}

// SetBPFLink attaches a BPF program to the event until the link is closed. opts may
// be nil.
func (ev *Event) SetBPFLink(progfd int, opts *LinkOptions) (*Link, error) {
	fd, err := ev.FD()
	if err != nil {
		return nil, err
	}
	attr := linkCreate{program: uint32(progfd), target: uint32(fd), attachType: unix.BPF_PERF_EVENT}
	if opts != nil {
		attr.cookie = opts.Cookie
	}
	link, err := attr.create()
	if err != nil {
		return nil, fmt.Errorf("BPF_LINK_CREATE: %w", err)
	}
	made := &Link{fd: link}
	made.open.Store(true)
	return made, nil
}

// FD is the link's file descriptor; -1: it is closed.
func (l *Link) FD() int {
	if l == nil || !l.open.Load() {
		return -1
	}
	return l.fd
}

// Close closes the link, which detaches the program. Closing it twice is no error.
func (l *Link) Close() error {
	if l == nil || !l.open.CompareAndSwap(true, false) {
		return nil
	}
	return unix.Close(l.fd)
}

func (attr *linkCreate) create() (int, error) {
	fd, _, errno := unix.Syscall(unix.SYS_BPF, unix.BPF_LINK_CREATE, uintptr(unsafe.Pointer(attr)), unsafe.Sizeof(*attr))
	runtime.KeepAlive(attr)
	if errno != 0 {
		return -1, os.NewSyscallError("bpf", errno)
	}
	return int(fd), nil
}

// IsBPFLinkSupported says whether the kernel has BPF links for perf events: it
// then looks at the file descriptors, which here are none.
func IsBPFLinkSupported() bool {
	attr := linkCreate{program: ^uint32(0), target: ^uint32(0), attachType: unix.BPF_PERF_EVENT}
	fd, err := attr.create()
	if err == nil {
		unix.Close(fd)
		return true
	}
	return errors.Is(err, unix.EBADF)
}
