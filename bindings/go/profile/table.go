package profile

// #include <perfc/profile.h>
import "C"

import (
	"bytes"
	"unsafe"

	"libperfc/internal/bridge"
	"libperfc/perfc"
)

// Table is one part of a file's header as C has it, for Arrow. The methods of File that are called
// as the tables, such as Events, give rows of Go. A table is a copy, which outlives its file.
type Table struct {
	guard guard
	c     *C.perfc_table
}

// Table makes the table of a kind, ROWS_*. ENODATA: the file doesn't have what it is made of.
func (f *File) Table(kind uint32) (*Table, error) {
	const operation = "perfc_file_create_table"
	if err := f.enter(operation); err != nil {
		return nil, err
	}
	defer f.guard.leave()
	table := new(Table)
	var facts C.struct_perfc_error
	code := C.perfc_file_create_table(f.c, C.uint32_t(kind), &table.c, &facts)
	if err := bridge.Error(operation, int(code), unsafe.Pointer(&facts)); err != nil {
		return nil, err
	}
	table.guard.open()
	return table, nil
}

// Close frees it. Exported copies stay valid.
func (t *Table) Close() error {
	if t == nil {
		return nil
	}
	if err := t.guard.close("Table.Close"); err != nil {
		return err
	}
	C.perfc_table_destroy(t.c)
	return nil
}

func (t *Table) enter(operation string) error {
	if t == nil {
		return perfc.ErrClosed
	}
	return t.guard.enter(operation)
}

// Kind is ROWS_*.
func (t *Table) Kind() (uint32, error) {
	if err := t.enter("perfc_table_kind"); err != nil {
		return 0, err
	}
	defer t.guard.leave()
	kind := C.perfc_table_kind(t.c)
	return uint32(kind), bridge.Error("perfc_table_kind", int(kind), nil)
}

// ExportArrow copies it into the two structs of the Arrow C Data Interface, which are the caller's to
// release, as perfc.Batch.ExportArrow.
func (t *Table) ExportArrow(schema, array unsafe.Pointer) error {
	const operation = "perfc_table_export_arrow"
	if err := t.enter(operation); err != nil {
		return err
	}
	defer t.guard.leave()
	var facts C.struct_perfc_error
	code := C.perfc_table_export_arrow(t.c, (*C.struct_ArrowSchema)(schema), (*C.struct_ArrowArray)(array), &facts)
	return bridge.Error(operation, int(code), unsafe.Pointer(&facts))
}

// texts are those that the rows of a table name.
type texts []byte

func (t texts) bytes(c C.struct_perfc_text) []byte {
	return bytes.Clone(t[c.offset : uint64(c.offset)+uint64(c.size)])
}

func (t texts) text(c C.struct_perfc_text) string {
	return string(t[c.offset : uint64(c.offset)+uint64(c.size)])
}

// first is a copy of the first bytes.
func first(all []C.uint8_t, count C.uint32_t) []byte {
	some := all[:min(int(count), len(all))]
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(some))), len(some)))
}

// rows is a table as rows of Go.
func rows[Row any](f *File, kind uint32, size C.size_t, row func(unsafe.Pointer, texts) Row) ([]Row, error) {
	all, _, err := read(f, kind, size, row)
	return all, err
}

// groups is a table as groups of rows.
func groups[Row any](f *File, kind uint32, size C.size_t, row func(unsafe.Pointer, texts) Row) ([][]Row, error) {
	all, starts, err := read(f, kind, size, row)
	if len(starts) == 0 {
		return nil, err
	}
	grouped := make([][]Row, len(starts)-1)
	for i := range grouped {
		grouped[i] = all[starts[i]:starts[i+1]:starts[i+1]]
	}
	return grouped, err
}

func read[Row any](f *File, kind uint32, size C.size_t, row func(unsafe.Pointer, texts) Row) ([]Row, []C.uint64_t, error) {
	table, err := f.Table(kind)
	if err != nil {
		return nil, nil, err
	}
	defer table.Close()
	var c C.struct_perfc_rows
	code := C.perfc_table_get_rows(table.c, size, &c, C.sizeof_struct_perfc_rows)
	if err := bridge.Error("perfc_table_get_rows", int(code), nil); err != nil {
		return nil, nil, err
	}
	named := texts(unsafe.Slice((*byte)(unsafe.Pointer(c.text)), int(c.text_size)))
	all := make([]Row, c.count)
	for i := range all {
		all[i] = row(unsafe.Add(c.rows, i*int(size)), named)
	}
	var starts []C.uint64_t
	if c.starts != nil {
		starts = append(starts, unsafe.Slice(c.starts, int(c.groups)+1)...)
	}
	return all, starts, nil
}
