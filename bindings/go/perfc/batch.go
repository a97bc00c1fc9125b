package perfc

/*
#include <stdlib.h>
#include <perfc/perfc.h>

// The result of a fill, in C's memory, which Go reads without a call. Columns that were read once
// are expected to be read again.
struct go_columns {
  struct perfc_batch_info result;
  uint64_t wanted[2]; // bits of the columns that are kept up to date
  struct perfc_column column[2][PERFC_COLUMN_COUNT];
};

#cgo noescape go_batch_column
#cgo nocallback go_batch_column
static void go_batch_column(const perfc_batch *batch, uint32_t table, uint32_t which,
                            struct go_columns *out) {
  struct perfc_column *column = &out->column[table][which];
  if (perfc_batch_column(batch, table, which, column, sizeof *column) != 0) column->rows = 0;
}

static void go_batch_columns(const perfc_batch *batch, struct go_columns *out) {
  perfc_batch_get_info(batch, &out->result, sizeof out->result);
  for (uint32_t table = 0; table < 2; ++table) {
    for (uint64_t left = out->wanted[table]; left; left &= left - 1) {
      go_batch_column(batch, table, (uint32_t)__builtin_ctzll(left), out);
    }
  }
}

static int go_batch_create(uint32_t flags, uint64_t sample_type, uint32_t rows, perfc_batch **batch,
                           struct perfc_error *error) {
  struct perfc_batch_options options = {sizeof options, flags, sample_type, rows, 0};
  return perfc_batch_create(&options, batch, error);
}

#cgo nocallback go_batch_fill
static int go_batch_fill(perfc_batch *batch, perfc_event *event, struct go_columns *out) {
  int result = perfc_batch_fill_event(batch, event);
  go_batch_columns(batch, out);
  return result;
}

#cgo nocallback go_batch_fill_stream
static int go_batch_fill_stream(perfc_batch *batch, perfc_stream *stream, struct go_columns *out) {
  int result = perfc_batch_fill_stream(batch, stream);
  go_batch_columns(batch, out);
  return result;
}

#cgo nocallback go_batch_fill_bytes
static int go_batch_fill_bytes(perfc_batch *batch, const perfc_plan *plan, const void *data,
                               size_t size, size_t *consumed, struct go_columns *out) {
  int result = perfc_batch_fill_bytes(batch, plan, data, size, consumed);
  go_batch_columns(batch, out);
  return result;
}

// Records that are to become rows, in C's memory: views of them last until the
// next fill.
struct go_held {
  struct perfc_stream_record *records;
  uint8_t *bytes;
};

#cgo nocallback go_batch_fill_records
static int go_batch_fill_records(perfc_batch *batch, const struct perfc_stream_record *records,
                                 uint32_t count, uint32_t *taken, struct go_columns *out) {
  int result = perfc_batch_fill_records(batch, records, count, taken);
  go_batch_columns(batch, out);
  return result;
}
*/
import "C"

import (
	"runtime"
	"sync"
	"syscall"
	"unsafe"
)

// Batch decodes many records at a time into columns. A fill is one call into C, and the first use
// of a column is another one. Columns and the slices made from them are borrowed until the next
// fill or Close.
type Batch struct {
	guard   guard
	c       *C.perfc_batch
	columns *C.struct_go_columns
	looking sync.Mutex // at columns, which several goroutines may at a time
	views   bool
	pinned  runtime.Pinner // bytes that views point into
	held    C.struct_go_held
	from    planner // where the rows are from
}

// planner knows the plans of rows; nil: it is gone.
type planner interface {
	planOf(row *C.struct_perfc_stream_record) *Plan
}

func (e *Event) planOf(*C.struct_perfc_stream_record) *Plan { return &e.plan }

func (p *Plan) planOf(*C.struct_perfc_stream_record) *Plan { return p }

func (s *Stream) planOf(row *C.struct_perfc_stream_record) *Plan {
	return planIn(s.Event(int(row.source)), row)
}

func (f *Flight) planOf(row *C.struct_perfc_stream_record) *Plan {
	return planIn(f.Event(int(row.source)), row)
}

// Another event may have got the number since.
func planIn(event *Event, row *C.struct_perfc_stream_record) *Plan {
	if event == nil || event.plan.c != row.plan {
		return nil
	}
	return &event.plan
}

type plans map[*C.perfc_plan]*Plan

func (p plans) planOf(row *C.struct_perfc_stream_record) *Plan { return p[row.plan] }

// keep adds a plan, which can't be closed until done.
func (p plans) keep(plan *Plan) error {
	c, err := plan.use("perfc_batch_fill_records")
	if err != nil {
		return err
	}
	if p[c] != nil {
		plan.done()
	}
	p[c] = plan
	return nil
}

func (p plans) done() {
	for _, plan := range p {
		plan.done()
	}
}

// Of records that one fill may take. The rest would be copied in vain.
const (
	heldRecords = 1 << 14
	heldBytes   = 1 << 20
)

// BatchOptions are all zero unless asked for.
type BatchOptions struct {
	Flags      uint32 // BATCH_VIEWS, BATCH_VIEW_BYTES
	SampleType uint64 // SAMPLE_* that become columns; 0: all fields of the attrs
	Rows       int    // of a fill at most; 0: as many as fit the cache
}

// NewBatch is perfc_batch_create.
func NewBatch(options BatchOptions) (*Batch, error) {
	batch := &Batch{views: options.Flags != 0}
	var facts C.struct_perfc_error
	code := C.go_batch_create(C.uint32_t(options.Flags), C.uint64_t(options.SampleType), C.uint32_t(options.Rows),
		&batch.c, &facts)
	if err := coldError("perfc_batch_create", code, &facts); err != nil {
		return nil, err
	}
	batch.columns = (*C.struct_go_columns)(C.calloc(1, C.sizeof_struct_go_columns))
	if batch.columns == nil {
		C.perfc_batch_destroy(batch.c)
		return nil, &Error{Errno: syscall.ENOMEM, Operation: "calloc"}
	}
	batch.guard.open()
	return batch, nil
}

// Close frees the batch. Exported copies stay valid.
func (b *Batch) Close() error {
	if b == nil {
		return nil
	}
	if err := b.guard.close("Batch.Close"); err != nil {
		return err
	}
	C.perfc_batch_destroy(b.c)
	C.free(unsafe.Pointer(b.columns))
	C.free(unsafe.Pointer(b.held.records))
	C.free(unsafe.Pointer(b.held.bytes))
	b.columns = nil
	b.pinned.Unpin()
	return nil
}

func (b *Batch) enter(operation string) error {
	if b == nil {
		return ErrClosed
	}
	return b.guard.enter(operation)
}

// begin begins a fill.
func (b *Batch) begin(operation string) error {
	err := b.enter(operation)
	if err == nil {
		b.looking.Lock()
	}
	return err
}

func (b *Batch) end() {
	b.looking.Unlock()
	b.guard.leave()
}

// Fill replaces the batch's rows with the next records of the event's ring, and
// returns how many there are, in both tables. It doesn't wait.
func (b *Batch) Fill(event *Event) (int, error) {
	if event == nil {
		return 0, ErrClosed
	}
	if err := b.begin("perfc_batch_fill_event"); err != nil {
		return 0, err
	}
	defer b.end()
	if err := event.guard.enter("perfc_batch_fill_event"); err != nil {
		return 0, err
	}
	defer event.guard.leave()
	if event.block.unread() {
		return 0, ErrUnread
	}
	b.from = event
	code := C.go_batch_fill(b.c, event.c, b.columns)
	return max(int(code), 0), hotError("perfc_batch_fill_event", code)
}

// FillStream fills it from a stream; rows then have COLUMN_SOURCE.
func (b *Batch) FillStream(stream *Stream) (int, error) {
	if err := b.begin("perfc_batch_fill_stream"); err != nil {
		return 0, err
	}
	defer b.end()
	if err := stream.enter("perfc_batch_fill_stream"); err != nil {
		return 0, err
	}
	defer stream.guard.leave()
	if stream.block.unread() {
		return 0, ErrUnread
	}
	b.from = stream
	code := C.go_batch_fill_stream(b.c, stream.c, b.columns)
	return max(int(code), 0), hotError("perfc_batch_fill_stream", code)
}

// FillFlight fills it from a flight's cut.
func (b *Batch) FillFlight(flight *Flight) (int, error) {
	if err := b.begin("perfc_batch_fill_stream"); err != nil {
		return 0, err
	}
	defer b.end()
	if err := flight.enter("perfc_batch_fill_stream"); err != nil {
		return 0, err
	}
	defer flight.guard.leave()
	if flight.block.unread() {
		return 0, ErrUnread
	}
	b.from = flight
	code := C.go_batch_fill_stream(b.c, flight.c, b.columns)
	return max(int(code), 0), hotError("perfc_batch_fill_stream", code)
}

// FillBytes fills it from bytes: records in this machine's byte order, 8-byte
// aligned. It returns the number of rows, and how many bytes were taken; the
// rest is for the next fill. With views data must not change before that.
func (b *Batch) FillBytes(plan *Plan, data []byte) (rows, consumed int, err error) {
	if err := b.begin("perfc_batch_fill_bytes"); err != nil {
		return 0, 0, err
	}
	defer b.end()
	c, err := plan.use("perfc_batch_fill_bytes")
	if err != nil {
		return 0, 0, err
	}
	defer plan.done()
	b.pinned.Unpin()
	if b.views && len(data) > 0 {
		b.pinned.Pin(&data[0])
	}
	b.from = plan
	var taken C.size_t
	code := C.go_batch_fill_bytes(b.c, c, bytesPointer(data), C.size_t(len(data)), &taken, b.columns)
	return max(int(code), 0), int(taken), hotError("perfc_batch_fill_bytes", code)
}

// FillRecords fills it from records that you hold, of any source, each decoded by
// its Plan, with its Time, Sequence and Source. It returns the number of rows, and
// how many records were taken; the rest is for the next fill.
func (b *Batch) FillRecords(records []Record) (rows, taken int, err error) {
	if err := b.begin("perfc_batch_fill_records"); err != nil {
		return 0, 0, err
	}
	defer b.end()
	kept := plans{}
	defer kept.done()
	count, err := b.hold(records, kept)
	if err != nil {
		return 0, 0, err
	}
	b.from = kept
	return b.fillHeld(b.held.records, count)
}

func (b *Batch) fillHeld(records *C.struct_perfc_stream_record, count int) (rows, taken int, err error) {
	var number C.uint32_t
	code := C.go_batch_fill_records(b.c, records, C.uint32_t(count), &number, b.columns)
	return max(int(code), 0), int(number), hotError("perfc_batch_fill_records", code)
}

// hold copies the first of the records, and keeps their plans from being closed.
func (b *Batch) hold(records []Record, kept plans) (int, error) {
	if b.held.records == nil {
		b.held.records = (*C.struct_perfc_stream_record)(C.calloc(heldRecords, C.sizeof_struct_perfc_stream_record))
		b.held.bytes = (*C.uint8_t)(C.malloc(heldBytes))
	}
	if b.held.records == nil || b.held.bytes == nil {
		return 0, &Error{Errno: syscall.ENOMEM, Operation: "malloc"}
	}
	held := unsafe.Slice(b.held.records, heldRecords)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(b.held.bytes)), heldBytes)
	var last *Plan
	count := 0
	for ; count < min(len(records), heldRecords); count++ {
		record := &records[count]
		size := len(record.Data)
		if size > 0xffff {
			return 0, &Error{Errno: syscall.EINVAL, Operation: "perfc_batch_fill_records"}
		}
		if size > len(bytes) {
			break
		}
		if record.plan != last || last == nil {
			if err := kept.keep(record.plan); err != nil {
				return 0, err
			}
			last = record.plan
		}
		copy(bytes, record.Data)
		held[count] = C.struct_perfc_stream_record{
			record: C.struct_perfc_record{
				data: (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(bytes))), _type: C.uint32_t(record.Type),
				misc: C.uint16_t(record.Misc), size: C.uint16_t(size),
			},
			plan: last.c, time: C.uint64_t(record.Time), sequence: C.uint64_t(record.Sequence),
			position: C.PERFC_NO_POSITION, source: C.uint32_t(record.Source),
		}
		bytes = bytes[min((size+7)&^7, len(bytes)):]
	}
	return count, nil
}

// Info describes the last fill.
func (b *Batch) Info() BatchInfo {
	if !b.look("perfc_batch_get_info") {
		return BatchInfo{}
	}
	defer b.looked()
	return *(*BatchInfo)(unsafe.Pointer(&b.columns.result))
}

// look keeps the batch open and its columns as they are until looked.
func (b *Batch) look(operation string) bool {
	if b == nil || b.guard.share(operation) != nil {
		return false
	}
	b.looking.Lock()
	return true
}

func (b *Batch) looked() {
	b.looking.Unlock()
	b.guard.done()
}

// raw is a column of the last fill. There is such a table and column.
func (b *Batch) raw(table, column uint32) *C.struct_perfc_column {
	if wanted := &b.columns.wanted[table]; *wanted>>column&1 == 0 {
		*wanted |= 1 << column
		C.go_batch_column(b.c, C.uint32_t(table), C.uint32_t(column), b.columns)
	}
	return &b.columns.column[table][column]
}

// Record is a row of the records table, for typed decoding. Its Plan is nil where
// its event has left the stream meanwhile.
func (b *Batch) Record(row int) (Record, error) {
	if err := b.enter("perfc_batch_record"); err != nil {
		return Record{}, err
	}
	defer b.guard.leave()
	var raw C.struct_perfc_stream_record
	if code := C.perfc_batch_record(b.c, C.uint64_t(row), &raw); code < 0 {
		return Record{}, hotError("perfc_batch_record", code)
	}
	return Record{
		Type: uint32(raw.record._type), Misc: uint16(raw.record.misc),
		Data: unsafe.Slice((*byte)(unsafe.Pointer(raw.record.data)), int(raw.record.size)),
		Time: uint64(raw.time), Sequence: uint64(raw.sequence), Source: int(raw.source),
		plan: b.from.planOf(&raw),
	}, nil
}

// ExportArrow copies a table (TABLE_*) into the two structs of the Arrow C Data
// Interface, which are the caller's to release: with arrow-go's cdata, say,
// ExportArrow(table, unsafe.Pointer(&schema), unsafe.Pointer(&array)).
func (b *Batch) ExportArrow(table uint32, schema, array unsafe.Pointer) error {
	if err := b.enter("perfc_batch_export_arrow"); err != nil {
		return err
	}
	defer b.guard.leave()
	var facts C.struct_perfc_error
	code := C.perfc_batch_export_arrow(b.c, C.uint32_t(table), (*C.struct_ArrowSchema)(schema),
		(*C.struct_ArrowArray)(array), &facts)
	return coldError("perfc_batch_export_arrow", code, &facts)
}

// ColumnName is a column's name, as in Sample's C struct, or "".
func ColumnName(column uint32) string { return C.GoString(C.perfc_column_name(C.uint32_t(column))) }
