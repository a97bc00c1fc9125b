package perfc

/*
#include <stdlib.h>
#include <perfc/perfc.h>

#cgo noescape perfc_tracepoint_matches
#cgo nocallback perfc_tracepoint_matches
#cgo noescape perfc_tracepoint_value
#cgo nocallback perfc_tracepoint_value
#cgo noescape perfc_tracepoint_range
#cgo nocallback perfc_tracepoint_range
#cgo noescape perfc_tracepoint_text
#cgo nocallback perfc_tracepoint_text
*/
import "C"

import (
	"errors"
	"fmt"
	"syscall"
	"unsafe"
)

// Tracepoint decodes the raw data of a tracepoint's samples. Any number of goroutines may use one
// at a time.
type Tracepoint struct {
	guard  guard
	c      *C.perfc_tracepoint
	ID     uint32 // the attr's Config
	System string
	Name   string
	// PrintFormat is the text behind "print fmt: " in the format file.
	PrintFormat string
	Fields      []TracepointField // in the order of the format file
}

// TracepointField is one field.
type TracepointField struct {
	Index       uint32
	Name        string
	Type        string // as in C
	Kind        uint32 // FIELD_KIND_INT to FIELD_KIND_BYTES
	Flags       uint32 // FIELD_FLAG_SIGNED to FIELD_FLAG_RELATIVE
	Offset      uint32
	Size        uint32
	ElementSize uint32
	Count       uint32
}

// OpenTracepoint reads the description of "sched:sched_switch".
func (h *Host) OpenTracepoint(name string) (*Tracepoint, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return h.openTracepoint("perfc_tracepoint_create", func(host *C.perfc_host, c **C.perfc_tracepoint, facts *C.struct_perfc_error) C.int {
		return C.perfc_tracepoint_create(host, text, c, facts)
	})
}

// OpenTracepoint reads it on this machine.
func OpenTracepoint(name string) (*Tracepoint, error) { return (*Host)(nil).OpenTracepoint(name) }

// OpenTracepointID is the same by id.
func (h *Host) OpenTracepointID(id uint32) (*Tracepoint, error) {
	return h.openTracepoint("perfc_tracepoint_create_by_id", func(host *C.perfc_host, c **C.perfc_tracepoint, facts *C.struct_perfc_error) C.int {
		return C.perfc_tracepoint_create_by_id(host, C.uint32_t(id), c, facts)
	})
}

// ParseTracepoint is the same from the text of a format file, whose machine has
// that byte order (BYTE_ORDER_*).
func ParseTracepoint(system, format string, byteOrder uint32) (*Tracepoint, error) {
	cSystem, cFormat := C.CString(system), C.CString(format)
	defer C.free(unsafe.Pointer(cSystem))
	defer C.free(unsafe.Pointer(cFormat))
	return (*Host)(nil).openTracepoint("perfc_tracepoint_create_from_text", func(_ *C.perfc_host, c **C.perfc_tracepoint, facts *C.struct_perfc_error) C.int {
		return C.perfc_tracepoint_create_from_text(cSystem, cFormat, C.size_t(len(format)), C.uint32_t(byteOrder), c, facts)
	})
}

func (h *Host) openTracepoint(operation string,
	open func(*C.perfc_host, **C.perfc_tracepoint, *C.struct_perfc_error) C.int) (*Tracepoint, error) {
	host, err := h.use(operation)
	if err != nil {
		return nil, err
	}
	defer h.done()
	t := new(Tracepoint)
	var facts C.struct_perfc_error
	if err := coldError(operation, open(host, &t.c, &facts), &facts); err != nil {
		return nil, err
	}
	t.guard.open()
	var info C.struct_perfc_tracepoint_info
	C.perfc_tracepoint_get_info(t.c, &info, C.size_t(unsafe.Sizeof(info)))
	t.ID, t.System, t.Name = uint32(info.id), C.GoString(info.system), C.GoString(info.name)
	t.PrintFormat = C.GoString(info.print_format)
	for i := range uint32(info.field_count) {
		var f C.struct_perfc_tracepoint_field
		C.perfc_tracepoint_get_field(t.c, C.uint32_t(i), &f, C.size_t(unsafe.Sizeof(f)))
		t.Fields = append(t.Fields, TracepointField{
			i, C.GoString(f.name), C.GoString(f._type), uint32(f.kind), uint32(f.flags), uint32(f.offset),
			uint32(f.size), uint32(f.element_size), uint32(f.count),
		})
	}
	return t, nil
}

// Close frees it.
func (t *Tracepoint) Close() error {
	if t == nil {
		return nil
	}
	if err := t.guard.close("Tracepoint.Close"); err != nil {
		return err
	}
	C.perfc_tracepoint_destroy(t.c)
	return nil
}

func (t *Tracepoint) shared(operation string, call func(*C.perfc_tracepoint) C.int) (int, error) {
	if t == nil {
		return 0, ErrClosed
	}
	if err := t.guard.share(operation); err != nil {
		return 0, err
	}
	defer t.guard.done()
	code := call(t.c)
	return int(code), hotError(operation, code)
}

// Find is the index of the first field of that name. ENOENT: there is none.
func (t *Tracepoint) Find(name string) (uint32, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	index, err := t.shared("perfc_tracepoint_find_field", func(c *C.perfc_tracepoint) C.int {
		return C.perfc_tracepoint_find_field(c, text)
	})
	if errors.Is(err, syscall.ENOENT) {
		err = fmt.Errorf("%s:%s has no field %q: %w", t.System, t.Name, name, err)
	}
	return uint32(max(index, 0)), err
}

// Matches says whether raw data are of this tracepoint.
func (t *Tracepoint) Matches(raw []byte) bool {
	code, err := t.shared("perfc_tracepoint_matches", func(c *C.perfc_tracepoint) C.int {
		return C.perfc_tracepoint_matches(c, bytesPointer(raw), C.size_t(len(raw)))
	})
	return err == nil && code == 1
}

// Value is a number, or element index of an array of them. Signed ones are
// sign-extended.
func (t *Tracepoint) Value(raw []byte, field, index uint32) (uint64, error) {
	var value C.uint64_t
	_, err := t.shared("perfc_tracepoint_value", func(c *C.perfc_tracepoint) C.int {
		return C.perfc_tracepoint_value(c, bytesPointer(raw), C.size_t(len(raw)), C.uint32_t(field), C.uint32_t(index), &value)
	})
	return uint64(value), err
}

// Bytes are a field's, of any kind, as a part of raw. A string comes without its NUL.
// index is 0, except in a probe's array of strings.
func (t *Tracepoint) Bytes(raw []byte, field, index uint32) ([]byte, error) {
	var offset, length C.uint32_t
	_, err := t.shared("perfc_tracepoint_range", func(c *C.perfc_tracepoint) C.int {
		return C.perfc_tracepoint_range(c, bytesPointer(raw), C.size_t(len(raw)), C.uint32_t(field), C.uint32_t(index), &offset, &length)
	})
	if err != nil {
		return nil, err
	}
	return raw[offset : offset+length], nil
}

// Format is all but the common fields as text: "prev_comm=bash prev_pid=12 ...".
func (t *Tracepoint) Format(raw []byte) (string, error) { return t.FormatField(raw, FIELD_ALL) }

// FormatField is one field as text.
func (t *Tracepoint) FormatField(raw []byte, field uint32) (string, error) {
	return grown(func(buffer *C.char, size C.size_t) (C.int, error) {
		code, err := t.shared("perfc_tracepoint_text", func(c *C.perfc_tracepoint) C.int {
			return C.perfc_tracepoint_text(c, bytesPointer(raw), C.size_t(len(raw)), C.uint32_t(field), buffer, size)
		})
		return C.int(code), err
	})
}

// ColumnValues fills in values, one for each of the batch's samples: field, or
// its element index. validity is as Column.Validity, or nil. ENOSPC: values or
// validity are too short.
func (t *Tracepoint) ColumnValues(batch *Batch, field, index uint32, values []uint64, validity []byte) (TracepointRows, error) {
	var rows TracepointRows
	err := t.column("perfc_tracepoint_column_values", batch, func(c *C.perfc_tracepoint, b *C.perfc_batch) C.int {
		return C.perfc_tracepoint_column_values(c, b, C.uint32_t(field), C.uint32_t(index),
			unsafe.Pointer(unsafe.SliceData(values)), 8, (*C.uint8_t)(unsafe.SliceData(validity)),
			C.uint32_t(capacity(len(values), validity)), cRows(&rows), C.size_t(unsafe.Sizeof(rows)))
	})
	return rows, err
}

// ColumnRanges fills in where strings without their NUL, arrays or bytes lie in
// the elements of COLUMN_RAW.
func (t *Tracepoint) ColumnRanges(batch *Batch, field, index uint32, offsets, lengths []int32, validity []byte) (TracepointRows, error) {
	var rows TracepointRows
	err := t.column("perfc_tracepoint_column_ranges", batch, func(c *C.perfc_tracepoint, b *C.perfc_batch) C.int {
		return C.perfc_tracepoint_column_ranges(c, b, C.uint32_t(field), C.uint32_t(index),
			(*C.int32_t)(unsafe.SliceData(offsets)), (*C.int32_t)(unsafe.SliceData(lengths)),
			(*C.uint8_t)(unsafe.SliceData(validity)),
			C.uint32_t(capacity(min(len(offsets), len(lengths)), validity)), cRows(&rows), C.size_t(unsafe.Sizeof(rows)))
	})
	return rows, err
}

func (t *Tracepoint) column(operation string, batch *Batch, call func(*C.perfc_tracepoint, *C.perfc_batch) C.int) error {
	if err := batch.enter(operation); err != nil {
		return err
	}
	defer batch.guard.leave()
	_, err := t.shared(operation, func(c *C.perfc_tracepoint) C.int { return call(c, batch.c) })
	return err
}

func capacity(rows int, validity []byte) int {
	if validity == nil {
		return rows
	}
	return min(rows, 8*len(validity))
}

func cRows(rows *TracepointRows) *C.struct_perfc_tracepoint_rows {
	return (*C.struct_perfc_tracepoint_rows)(unsafe.Pointer(rows))
}
