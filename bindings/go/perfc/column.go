package perfc

// #include <perfc/perfc.h>
import "C"

import (
	"iter"
	"unsafe"
)

// Column is one column of a batch. The zero Column has no rows.
type Column struct {
	rows     int
	nulls    int
	elements int
	width    int
	values   unsafe.Pointer
	validity *byte
	offsets  *int32
	sizes    *int32 // views only
}

// Column looks at a column (COLUMN_*) of a table (TABLE_*). Where no row has it,
// it has no rows.
func (b *Batch) Column(table, column uint32) Column {
	if table > TABLE_RECORDS || column >= COLUMN_COUNT || !b.look("perfc_batch_column") {
		return Column{}
	}
	defer b.looked()
	c := b.raw(table, column)
	if c.rows == 0 {
		return Column{}
	}
	return Column{
		rows: int(c.rows), nulls: int(c.null_count), elements: int(c.value_count), width: int(c.width),
		values: unsafe.Pointer(c.values), validity: (*byte)(unsafe.Pointer(c.validity)),
		offsets: (*int32)(unsafe.Pointer(c.offsets)), sizes: (*int32)(unsafe.Pointer(c.sizes)),
	}
}

// Sample is a column of the samples table.
func (b *Batch) Sample(column uint32) Column { return b.Column(TABLE_SAMPLES, column) }

// Len is the number of rows.
func (c Column) Len() int { return c.rows }

// Nulls is how many rows don't have it; their values are 0.
func (c Column) Nulls() int { return c.nulls }

// Valid says whether row i has it.
func (c Column) Valid(i int) bool {
	if uint(i) >= uint(c.rows) {
		panic("perfc: no such row")
	}
	return c.validity == nil || *(*byte)(unsafe.Add(unsafe.Pointer(c.validity), i/8))>>(i%8)&1 != 0
}

// Validity is the bitmap: bit i%8 of byte i/8 is row i. nil: all rows have it.
func (c Column) Validity() []byte {
	if c.validity == nil {
		return nil
	}
	return unsafe.Slice(c.validity, (c.rows+7)/8)
}

// Width is the bytes of a value, or of an element of a list.
func (c Column) Width() int { return c.width }

// Uint64s is a column of 64-bit numbers, nil if it isn't one.
func (c Column) Uint64s() []uint64 { return numbers[uint64](c) }

// Uint32s is a column of 32-bit numbers.
func (c Column) Uint32s() []uint32 { return numbers[uint32](c) }

// Uint16s is a column of 16-bit numbers.
func (c Column) Uint16s() []uint16 { return numbers[uint16](c) }

func numbers[T uint16 | uint32 | uint64](c Column) []T {
	var one T
	if c.offsets != nil || c.width != int(unsafe.Sizeof(one)) || c.rows == 0 {
		return nil
	}
	return unsafe.Slice((*T)(c.values), c.rows)
}

// Words is a column of lists of 64-bit numbers.
func (c Column) Words() Lists[uint64] { return lists[uint64](c) }

// Bytes is a column of bytes.
func (c Column) Bytes() Lists[byte] { return lists[byte](c) }

// Branches is COLUMN_BRANCHES.
func (c Column) Branches() Lists[BranchEntry] { return lists[BranchEntry](c) }

// ReadValues is COLUMN_READ_VALUES.
func (c Column) ReadValues() Lists[ReadValue] { return lists[ReadValue](c) }

// Lists is a column with any number of elements in a row.
type Lists[T any] struct {
	column  Column
	offsets []int32
	sizes   []int32
	words   int32 // of the column to one T
}

func lists[T any](c Column) Lists[T] {
	var one T
	if c.offsets == nil || int(unsafe.Sizeof(one))%c.width != 0 || c.width == 1 != (unsafe.Sizeof(one) == 1) {
		return Lists[T]{}
	}
	all := Lists[T]{column: c, words: int32(unsafe.Sizeof(one)) / int32(c.width)}
	if c.sizes != nil {
		all.offsets, all.sizes = unsafe.Slice(c.offsets, c.rows), unsafe.Slice(c.sizes, c.rows)
	} else {
		all.offsets = unsafe.Slice(c.offsets, c.rows+1)
	}
	return all
}

// Len is the number of rows.
func (l Lists[T]) Len() int { return len(l.offsets) - truth(l.sizes == nil && l.offsets != nil) }

// Valid says whether row i has the column.
func (l Lists[T]) Valid(i int) bool { return l.column.Valid(i) }

// Elements are those of all rows one behind the other, which is the fastest way
// to go through them; nil with BATCH_VIEWS, where they lie scattered.
func (l Lists[T]) Elements() []T {
	if l.sizes != nil || l.offsets == nil {
		return nil
	}
	return unsafe.Slice((*T)(l.column.values), l.column.elements/int(l.words))
}

// At is row i's elements.
func (l Lists[T]) At(i int) []T {
	begin := l.offsets[i]
	var count int32
	if l.sizes != nil {
		count = l.sizes[i]
	} else {
		count = l.offsets[i+1] - begin
	}
	if count == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Add(l.column.values, int(begin)*l.column.width)), count/l.words)
}

// All is every row's number and elements.
func (l Lists[T]) All() iter.Seq2[int, []T] {
	return func(yield func(int, []T) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}
