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

// entry is C's go_entry.
type entry struct {
	data     *byte
	kind     uint32
	misc     uint16
	size     uint16
	decoded  bool
	status   int32
	source   uint32
	time     uint64
	sequence uint64
	sample   Sample
}

const (
	_ = -(unsafe.Sizeof(entry{}) ^ unsafe.Sizeof(C.struct_go_entry{}))
	_ = -(unsafe.Offsetof(entry{}.sample) ^ unsafe.Offsetof(C.struct_go_entry{}.sample))
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

// next hands out the next record. There must be one.
func (b *block) next(plan *Plan) *Record {
	e := (*entry)(unsafe.Pointer(&b.c.entries[b.at]))
	b.at++
	now := &b.now
	now.Type, now.Misc, now.Data = e.kind, e.misc, unsafe.Slice(e.data, e.size)
	now.Time, now.Sequence, now.Source = e.time, e.sequence, int(e.source)
	now.plan, now.status, now.sample, now.from = plan, e.status, nil, b
	if e.decoded {
		now.sample = &e.sample
	}
	return now
}
