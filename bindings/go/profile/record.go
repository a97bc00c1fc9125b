package profile

// #include <perfc/profile.h>
import "C"

import (
	"unsafe"

	"libperfc/perfc"
)

// Record is a record of a file, or one that is to be written.
type Record struct {
	perfc.Record
	Flags    uint32 // STREAM_RECORD_*
	Position uint64 // the byte at which it begins in its file, or perfc.NO_POSITION
	Tail     []byte // bytes that follow it in its file, as behind AUXTRACE, if they were read
	TailSize uint64 // how many follow it, read or not
}

// NewRecord makes a record of one that is from elsewhere: a stream, or Plan.View.
func NewRecord(record perfc.Record) Record {
	return Record{Record: record, Position: perfc.NO_POSITION}
}

// set fills it in. What it has is borrowed from c.
func (r *Record) set(c *C.struct_perfc_stream_record, plan *perfc.Plan) {
	data := unsafe.Slice((*byte)(unsafe.Pointer(c.record.data)), int(c.record.size))
	r.Record = perfc.NewRecord(plan, uint32(c.record._type), uint16(c.record.misc), data)
	r.Time, r.Sequence, r.Source = uint64(c.time), uint64(c.sequence), int(c.source)
	r.Flags, r.Position, r.TailSize = uint32(c.flags), uint64(c.position), uint64(c.tail_size)
	r.Tail = nil
	if c.tail != nil {
		r.Tail = unsafe.Slice((*byte)(unsafe.Pointer(c.tail)), int(c.tail_size))
	}
}
