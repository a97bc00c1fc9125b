package perfc

/*
#include <perfc/perfc.h>

#cgo nocallback perfc_error_text
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

var (
	// ErrClosed means that a closed value was used, or closed twice.
	ErrClosed = fmt.Errorf("perfc: %w", os.ErrClosed)
	// ErrInUse means that another goroutine is using the value.
	ErrInUse = errors.New("perfc: in use by another goroutine")
	// ErrUnread is of filling a batch from a ring of which Next or Records have
	// taken records that were not read yet.
	ErrUnread = errors.New("perfc: records taken by Next are still unread")
	// ErrBorrowed means that the closed value belongs to another value.
	ErrBorrowed = errors.New("perfc: it belongs to another value, which closes it")
)

// Error is a failure of libperfc. Unwrap gives its errno.
type Error struct {
	Errno     syscall.Errno
	Operation string // the C function
	facts     *C.struct_perfc_error
}

// Error returns the failed call, the reason, and a remedy to try.
func (e *Error) Error() string {
	facts := e.facts
	if facts == nil {
		facts = &C.struct_perfc_error{code: -C.int32_t(e.Errno)}
		for i := 0; i < len(e.Operation) && i < len(facts.operation)-1; i++ {
			facts.operation[i] = C.char(e.Operation[i])
		}
	}
	text := make([]byte, 2048)
	length := C.perfc_error_text(facts, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)))
	return "perfc: " + string(text[:min(int(length), len(text)-1)])
}

// Unwrap is the kernel's errno, or one of those that error.h gives a meaning.
func (e *Error) Unwrap() error { return e.Errno }

// Call is the system call that failed, CALL_*.
func (e *Error) Call() uint32 {
	if e.facts == nil {
		return CALL_NONE
	}
	return uint32(e.facts.call)
}

// Rule is the rule behind the failure, RULE_*.
func (e *Error) Rule() uint32 {
	if e.facts == nil {
		return RULE_UNKNOWN
	}
	return uint32(e.facts.rule)
}

// Paranoid is perf_event_paranoid as it was, or -100 where it wasn't looked at.
func (e *Error) Paranoid() int {
	if e.facts == nil {
		return -100
	}
	return int(e.facts.paranoid)
}

// Numbers are the facts that the rule names.
func (e *Error) Numbers() [8]uint64 {
	var all [8]uint64
	if e.facts != nil {
		for i, number := range e.facts.number {
			all[i] = uint64(number)
		}
	}
	return all
}

// Detail has the facts beyond the numbers.
func (e *Error) Detail() string {
	if e.facts == nil {
		return ""
	}
	return C.GoString(&e.facts.detail[0])
}

// hotError is the error of a call that tells its errno only.
func hotError(operation string, code C.int) error {
	if code >= 0 {
		return nil
	}
	return &Error{Errno: syscall.Errno(-code), Operation: operation}
}

// coldError is the error of a call that filled in facts. They are copied, so
// that the caller's can lie on its stack.
func coldError(operation string, code C.int, facts *C.struct_perfc_error) error {
	if code >= 0 {
		return nil
	}
	err := &Error{Errno: syscall.Errno(-code), Operation: operation}
	if facts.code == code {
		kept := *facts
		err.facts = &kept
	}
	return err
}
