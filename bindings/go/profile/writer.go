package profile

/*
#include <stdlib.h>
#include <string.h>
#include <perfc/profile.h>
*/
import "C"

import (
	"os"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"libperfc/internal/bridge"
	"libperfc/perfc"
)

// WriterOptions are all zero unless asked for.
type WriterOptions struct {
	Flags       uint32        // WRITER_OVERWRITE, WRITER_PIPE, WRITER_ROTATE
	ZstdLevel   int           // 1 to 22; 0: not compressed
	RotateBytes uint64        // after which the next file begins; 0: never
	RotateTime  time.Duration // of records, after which the next file begins; 0: never
	RotateKeep  int           // the oldest file is deleted when there are more; 0: all are kept
	Strip       uint32        // STRIP_*: what is left out, because a recording gives it away
	Host        *perfc.Host   // tells facts that no record tells; nil: this machine
}

// Writer writes a perf.data file. Without Finish it can be read, but lacks what is known only at the
// end.
type Writer struct {
	guard  guard
	c      *C.perfc_writer
	done   func() // with the host
	target *os.File
	held   *C.struct_perfc_stream_record
	bytes  unsafe.Pointer
	size   int
}

// Written is what was written.
type Written struct {
	Records           uint64
	Bytes             uint64 // to all files
	UncompressedBytes uint64 // that they would have been without zstd
	Files             uint64 // begun
	BuildIDs          uint64 // object files whose build id was written
	BuildIDsMissing   uint64 // mapped object files that have no build id, or can't be read
	TailsMissing      uint64 // AUXTRACE records left out because the source didn't read their tails
}

// Records that one call of C takes.
const heldRecords = 256

// Create creates a file. EEXIST: it is there, and WRITER_OVERWRITE isn't set.
func Create(path string, options WriterOptions) (*Writer, error) {
	text := C.CString(path)
	defer C.free(unsafe.Pointer(text))
	return create(new(Writer), options, C.struct_perfc_writer_options{path: text})
}

// CreateFile writes to a file or a pipe that is open, and has to stay so. A pipe gets a file in pipe
// mode.
func CreateFile(target *os.File, options WriterOptions) (*Writer, error) {
	raw := C.struct_perfc_writer_options{flags: C.PERFC_WRITER_FD, fd: C.int32_t(target.Fd())}
	return create(&Writer{target: target}, options, raw)
}

func create(writer *Writer, options WriterOptions, raw C.struct_perfc_writer_options) (*Writer, error) {
	const operation = "perfc_writer_create"
	host, done, err := bridge.UseHost(options.Host, operation)
	if err != nil {
		return nil, err
	}
	writer.done = done
	raw.size = C.sizeof_struct_perfc_writer_options
	raw.flags |= C.uint32_t(options.Flags)
	raw.zstd_level = C.uint32_t(options.ZstdLevel)
	raw.rotate_bytes = C.uint64_t(options.RotateBytes)
	raw.rotate_ns = C.uint64_t(options.RotateTime)
	raw.rotate_keep = C.uint32_t(options.RotateKeep)
	raw.strip = C.uint32_t(options.Strip)
	var facts C.struct_perfc_error
	code := C.perfc_writer_create((*C.perfc_host)(host), &raw, &writer.c, &facts)
	if err := bridge.Error(operation, int(code), unsafe.Pointer(&facts)); err != nil {
		done()
		return nil, err
	}
	writer.guard.open()
	return writer, nil
}

// Close ends it. Without Finish the file stays as it is.
func (w *Writer) Close() error {
	if w == nil {
		return nil
	}
	if err := w.guard.close("Writer.Close"); err != nil {
		return err
	}
	C.perfc_writer_destroy(w.c)
	C.free(unsafe.Pointer(w.held))
	C.free(w.bytes)
	w.done()
	runtime.KeepAlive(w.target)
	return nil
}

func (w *Writer) enter(operation string) error {
	if w == nil {
		return perfc.ErrClosed
	}
	return w.guard.enter(operation)
}

// Write writes records, of whatever sources. Those of a later call may be earlier only by as much as
// calls overlap in time.
func (w *Writer) Write(records ...Record) error {
	if err := w.enter("perfc_writer_write"); err != nil {
		return err
	}
	defer w.guard.leave()
	for len(records) > 0 {
		some := records[:min(len(records), heldRecords)]
		records = records[len(some):]
		if err := w.writeSome(some); err != nil {
			return err
		}
	}
	return nil
}

// writeSome writes copies: C's memory can't have pointers to Go's.
func (w *Writer) writeSome(records []Record) error {
	const operation = "perfc_writer_write"
	size := 0
	for i := range records {
		if len(records[i].Data) > 0xffff {
			return bridge.Error(operation, -int(syscall.EINVAL), nil)
		}
		size += padded(len(records[i].Data)) + padded(len(records[i].Tail))
	}
	if err := w.reserve(size); err != nil {
		return err
	}
	plans := map[*perfc.Plan]unsafe.Pointer{}
	held, at := unsafe.Slice(w.held, heldRecords), 0
	keep := func(data []byte) *C.uint8_t {
		if len(data) == 0 {
			return nil
		}
		place := unsafe.Add(w.bytes, at)
		copy(unsafe.Slice((*byte)(place), len(data)), data)
		at += padded(len(data))
		return (*C.uint8_t)(place)
	}
	for i := range records {
		record := &records[i]
		plan := record.Plan()
		c, known := plans[plan]
		if !known && plan != nil {
			used, done, err := bridge.UsePlan(plan, operation)
			if err != nil {
				return err
			}
			defer done()
			c, plans[plan] = used, used
		}
		held[i] = C.struct_perfc_stream_record{
			record: C.struct_perfc_record{
				data: keep(record.Data), _type: C.uint32_t(record.Type), misc: C.uint16_t(record.Misc),
				size: C.uint16_t(len(record.Data)),
			},
			plan: (*C.perfc_plan)(c), time: C.uint64_t(record.Time), sequence: C.uint64_t(record.Sequence),
			position: C.uint64_t(record.Position), tail: keep(record.Tail), tail_size: C.uint64_t(record.TailSize),
			source: C.uint32_t(record.Source), flags: C.uint32_t(record.Flags),
		}
	}
	return w.write(w.held, len(records))
}

func padded(size int) int { return (size + 7) &^ 7 }

func (w *Writer) reserve(size int) error {
	if w.held == nil {
		w.held = (*C.struct_perfc_stream_record)(C.calloc(heldRecords, C.sizeof_struct_perfc_stream_record))
	}
	if size > w.size {
		C.free(w.bytes)
		w.bytes, w.size = C.malloc(C.size_t(size)), size
	}
	if w.held == nil || w.bytes == nil {
		w.size = 0
		return bridge.Error("malloc", -int(syscall.ENOMEM), nil)
	}
	return nil
}

func (w *Writer) write(records *C.struct_perfc_stream_record, count int) error {
	var facts C.struct_perfc_error
	code := C.perfc_writer_write(w.c, records, C.uint32_t(count), &facts)
	return bridge.Error("perfc_writer_write", int(code), unsafe.Pointer(&facts))
}

// Copy writes all records that a file has left. A file that is opened with FILE_TAILS is copied with
// its AUX data.
func (w *Writer) Copy(file *File) error {
	if err := w.enter("perfc_writer_write"); err != nil {
		return err
	}
	defer w.guard.leave()
	if err := file.enter("perfc_writer_write"); err != nil {
		return err
	}
	defer file.guard.leave()
	for {
		if err := file.fetch(); err != nil || file.at == file.count {
			return err
		}
		if err := w.write(&file.left()[0], file.count-file.at); err != nil {
			return err
		}
		file.at = file.count
	}
}

// Finish completes the file. Afterwards only Close is allowed.
func (w *Writer) Finish() (Written, error) { return w.finish(0) }

// NextFile completes the file, and begins the next one of the rotation.
func (w *Writer) NextFile() (Written, error) { return w.finish(C.PERFC_FINISH_NEXT) }

func (w *Writer) finish(flags C.uint32_t) (Written, error) {
	const operation = "perfc_writer_finish"
	if err := w.enter(operation); err != nil {
		return Written{}, err
	}
	defer w.guard.leave()
	var c C.struct_perfc_writer_result
	var facts C.struct_perfc_error
	code := C.perfc_writer_finish(w.c, flags, &c, C.sizeof_struct_perfc_writer_result, &facts)
	if err := bridge.Error(operation, int(code), unsafe.Pointer(&facts)); err != nil {
		return Written{}, err
	}
	return Written{
		uint64(c.records), uint64(c.bytes), uint64(c.uncompressed_bytes), uint64(c.files), uint64(c.build_ids),
		uint64(c.build_ids_missing), uint64(c.tails_missing),
	}, nil
}
