package perfc

/*
#include <stdlib.h>
#include "block.h"

#cgo nocallback go_block_fill_event
#cgo nocallback go_block_fill_stream
*/
import "C"

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

// block holds records that one call took, until they are handed out.
type block struct {
	c     *C.struct_go_block
	at    int
	count int
	now   Record
	// Of an event: set when a record's Sample is called. Until then its samples aren't
	// decoded, because readers of bytes don't need that.
	decodes atomic.Bool
}

func newBlock() (*block, error) {
	c := (*C.struct_go_block)(C.calloc(1, C.sizeof_struct_go_block))
	if c == nil {
		return nil, &Error{Errno: syscall.ENOMEM, Operation: "calloc"}
	}
	return &block{c: c}, nil
}

func (b *block) free() {
	if b != nil {
		C.free(unsafe.Pointer(b.c.bytes))
		C.free(unsafe.Pointer(b.c))
		b.c, b.at, b.count = nil, 0, 0
	}
}

func (b *block) unread() bool { return b != nil && b.at < b.count }

// filled is for the result of a fill. false: there are no records.
func (b *block) filled(count C.int) bool {
	b.at, b.count = 0, max(int(count), 0)
	return count > 0
}

// next hands out the next record of an event. There must be one.
func (b *block) next(plan *Plan, record *Record) {
	b.hand(&b.c.records[b.at], plan, record)
	record.Time, record.Sequence, record.Source = 0, 0, 0
}

// nextRow hands out the next record of a stream. There must be one.
func (b *block) nextRow() *Record {
	row := &b.c.rows[b.at]
	b.hand(&row.record, nil, &b.now)
	b.now.Time, b.now.Sequence, b.now.Source = uint64(row.time), uint64(row.sequence), int(row.source)
	return &b.now
}

// hand fills in all but the fields of streams. It does so field by field: Go would build a whole
// Record elsewhere first and copy it, and the copy would wait for the fields.
func (b *block) hand(from *C.struct_perfc_record, plan *Plan, record *Record) {
	record.Type, record.Misc = uint32(from._type), uint16(from.misc)
	record.Data = unsafe.Slice((*byte)(unsafe.Pointer(from.data)), int(from.size))
	record.plan, record.from, record.sample = plan, b, nil
	if b.c.decoded && from._type == RECORD_SAMPLE {
		record.sample, record.status = (*Sample)(unsafe.Pointer(&b.c.samples[b.at])), int32(b.c.status[b.at])
	}
	b.at++
}
