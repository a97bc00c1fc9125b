package profile

/*
#include <stdlib.h>
#include <perfc/profile.h>

#define GO_FILE_RECORDS 256

struct go_filter {
  uint64_t from, to;
  uint32_t flags, pids, tids, cpus, events;
};

// Arrays of Go's, which are used during the call only.
static int go_file_open(const struct perfc_file_options *given, const struct go_filter *filter,
                        const int32_t *pids, const int32_t *tids, const uint32_t *cpus,
                        const uint32_t *events, const char *path, const void *data,
                        perfc_file **file, struct perfc_error *error) {
  struct perfc_filter chosen = {
      sizeof chosen, filter->flags, filter->from, filter->to, pids, tids, cpus, events,
      filter->pids, filter->tids, filter->cpus, filter->events};
  struct perfc_file_options options = *given;
  options.size = sizeof options;
  options.path = path;
  options.data = data;
  options.filter = &chosen;
  return perfc_file_open(&options, file, error);
}

#cgo nocallback perfc_file_next_records
#cgo noescape perfc_file_next_records
*/
import "C"

import (
	"iter"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"libperfc/internal/bridge"
	"libperfc/perfc"
)

// Filter chooses samples: those that fit every list that isn't empty, and both times. A sample that
// lacks the field of a list doesn't fit. Other records are kept, too.
type Filter struct {
	Flags  uint32   // FILTER_NOT: the samples that don't fit are kept instead
	From   uint64   // the first time, in ns of the file's clock
	To     uint64   // the time behind the last one; 0: to the end
	PIDs   []int32  // processes
	TIDs   []int32  // threads
	CPUs   []uint32 // CPUs
	Events []uint32 // indexes of attrs in the plan
}

// Options are all zero unless asked for.
type Options struct {
	Flags       uint32 // FILE_TAILS, FILE_RAW
	Order       uint32 // FILE_ORDER_*
	WindowBytes uint64 // that are kept to put records in order, where the file has no rounds
	MaxBytes    uint64 // of memory that the file may use
	Filter      Filter
}

// File is a perf.data file, or the state of this machine in the form of one.
type File struct {
	guard   guard
	c       *C.perfc_file
	plan    *perfc.Plan
	done    func()                        // with the plan and host that it was made with
	source  *os.File                      // whose fd is read
	pinned  runtime.Pinner                // the bytes that are read
	records *C.struct_perfc_stream_record // those from at to count were fetched, and are next
	at      int
	count   int
	now     Record
}

// Open opens a file, or a directory that `perf record --threads` wrote.
func Open(path string, options Options) (*File, error) {
	if path == "" {
		return nil, &os.PathError{Op: "open", Path: path, Err: syscall.ENOENT}
	}
	text := C.CString(path)
	defer C.free(unsafe.Pointer(text))
	return open(new(File), options, C.struct_perfc_file_options{}, text, nil)
}

// OpenFile reads a file or a pipe that is open, and has to stay so. A file is read from its start.
func OpenFile(source *os.File, options Options) (*File, error) {
	raw := C.struct_perfc_file_options{flags: C.PERFC_FILE_FD, fd: C.int32_t(source.Fd())}
	return open(&File{source: source}, options, raw, nil, nil)
}

// OpenBytes reads the content of a file, which must not change before Close.
func OpenBytes(content []byte, options Options) (*File, error) {
	file := new(File)
	if len(content) == 0 {
		content = make([]byte, 0, 1)
	}
	first := unsafe.SliceData(content)
	file.pinned.Pin(first)
	raw := C.struct_perfc_file_options{data_size: C.uint64_t(len(content))}
	return open(file, options, raw, nil, unsafe.Pointer(first))
}

func open(file *File, options Options, raw C.struct_perfc_file_options, path *C.char, data unsafe.Pointer) (*File, error) {
	raw.flags |= C.uint32_t(options.Flags)
	raw.order = C.uint32_t(options.Order)
	raw.window_bytes = C.uint64_t(options.WindowBytes)
	raw.max_bytes = C.uint64_t(options.MaxBytes)
	chosen := &options.Filter
	filter := C.struct_go_filter{
		from: C.uint64_t(chosen.From), to: C.uint64_t(chosen.To), flags: C.uint32_t(chosen.Flags),
		pids: C.uint32_t(len(chosen.PIDs)), tids: C.uint32_t(len(chosen.TIDs)),
		cpus: C.uint32_t(len(chosen.CPUs)), events: C.uint32_t(len(chosen.Events)),
	}
	var facts C.struct_perfc_error
	code := C.go_file_open(&raw, &filter,
		(*C.int32_t)(unsafe.SliceData(chosen.PIDs)), (*C.int32_t)(unsafe.SliceData(chosen.TIDs)),
		(*C.uint32_t)(unsafe.SliceData(chosen.CPUs)), (*C.uint32_t)(unsafe.SliceData(chosen.Events)),
		path, data, &file.c, &facts)
	if err := bridge.Error("perfc_file_open", int(code), unsafe.Pointer(&facts)); err != nil {
		file.pinned.Unpin()
		return nil, err
	}
	return file.begin()
}

// Synthesize makes a source of records for what this machine runs already, as the kernel would have
// written them. flags are SYNTHESIZE_*, and plan gives the records' layout. Without pids they are of
// all processes. To miss nothing take them when the events are mapped, and before they are enabled.
func Synthesize(plan *perfc.Plan, flags uint32, pids []int32, host *perfc.Host) (*File, error) {
	const operation = "perfc_file_synthesize"
	c, planDone, err := bridge.UsePlan(plan, operation)
	if err != nil {
		return nil, err
	}
	machine, hostDone, err := bridge.UseHost(host, operation)
	if err != nil {
		planDone()
		return nil, err
	}
	file := &File{done: func() { planDone(); hostDone() }}
	var facts C.struct_perfc_error
	code := C.perfc_file_synthesize((*C.perfc_host)(machine), (*C.perfc_plan)(c), (*C.int32_t)(unsafe.SliceData(pids)),
		C.uint32_t(len(pids)), C.uint32_t(flags), &file.c, &facts)
	if err := bridge.Error(operation, int(code), unsafe.Pointer(&facts)); err != nil {
		file.done()
		return nil, err
	}
	return file.begin()
}

func (f *File) begin() (*File, error) {
	f.records = (*C.struct_perfc_stream_record)(C.calloc(C.GO_FILE_RECORDS, C.sizeof_struct_perfc_stream_record))
	if f.records == nil {
		f.end()
		return nil, bridge.Error("calloc", -int(syscall.ENOMEM), nil)
	}
	var info C.struct_perfc_file_info
	C.perfc_file_get_info(f.c, &info, C.sizeof_struct_perfc_file_info)
	f.plan = bridge.NewPlan(unsafe.Pointer(info.plan)).(*perfc.Plan)
	f.guard.open()
	return f, nil
}

// Close ends it. ErrInUse: its plan decodes in another goroutine.
func (f *File) Close() error {
	if f == nil {
		return nil
	}
	if err := f.guard.close("File.Close"); err != nil {
		return err
	}
	if err := bridge.EndPlan(f.plan, "File.Close"); err != nil {
		f.guard.open()
		return err
	}
	f.end()
	return nil
}

func (f *File) end() {
	C.perfc_file_close(f.c)
	C.free(unsafe.Pointer(f.records))
	f.pinned.Unpin()
	if f.done != nil {
		f.done()
	}
	runtime.KeepAlive(f.source)
}

func (f *File) enter(operation string) error {
	if f == nil {
		return perfc.ErrClosed
	}
	return f.guard.enter(operation)
}

// Plan decodes the records. It ends with the file.
func (f *File) Plan() *perfc.Plan {
	if f == nil {
		return nil
	}
	return f.plan
}

// fetch sees to it that there are records from at to count, unless the file ends here.
func (f *File) fetch() error {
	if f.at < f.count {
		return nil
	}
	const operation = "perfc_file_next_records"
	done, err := bridge.ChangePlan(f.plan, operation)
	if err != nil {
		return err
	}
	defer done()
	f.at, f.count = 0, 0
	var facts C.struct_perfc_error
	code := C.perfc_file_next_records(f.c, f.records, C.GO_FILE_RECORDS, &facts)
	f.count = max(int(code), 0)
	if code == -C.int(syscall.ESHUTDOWN) {
		return nil
	}
	return bridge.Error(operation, int(code), unsafe.Pointer(&facts))
}

func (f *File) left() []C.struct_perfc_stream_record {
	return unsafe.Slice(f.records, f.count)[f.at:]
}

// Next takes the next record; nil if the file ends here. It is borrowed until the next call that takes
// records from the file.
func (f *File) Next() (*Record, error) {
	if err := f.enter("perfc_file_next_records"); err != nil {
		return nil, err
	}
	defer f.guard.leave()
	if err := f.fetch(); err != nil || f.at == f.count {
		return nil, err
	}
	f.now.set(&f.left()[0], f.plan)
	f.at++
	return &f.now, nil
}

// Records takes all records that are left. An error is the last thing that it yields.
func (f *File) Records() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for {
			record, err := f.Next()
			if record == nil && err == nil || !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// FillBatch replaces the rows of a batch with the next records, and returns how many there are, in
// both tables; 0: the file ends here. EINVAL: the batch has views.
func (f *File) FillBatch(batch *perfc.Batch) (int, error) {
	if err := f.enter("perfc_batch_fill_records"); err != nil {
		return 0, err
	}
	defer f.guard.leave()
	if err := f.fetch(); err != nil {
		return 0, err
	}
	rows, taken, err := bridge.FillBatch(batch, unsafe.Pointer(unsafe.SliceData(f.left())), f.count-f.at, f.plan)
	f.at += taken
	return rows, err
}

// Info is facts about a file. Counts are those up to now.
type Info struct {
	Features          uint64 // bit n: the header has feature n, FEATURE_*
	Records           uint64 // handed out
	Bytes             uint64 // of the file that were read
	CompressedBytes   uint64 // that were read
	DecompressedBytes uint64 // that they became
	OutOfOrder        uint64 // records handed out late, STREAM_RECORD_LATE
	Lost              uint64 // records that were lost during the recording
	LostSamples       uint64 // samples that were lost during the recording
	Unmatched         uint64 // records that the plan can't match to an attr
	Filtered          uint64 // samples that the filter dropped
	FirstTime         uint64 // the smallest so far; 0: none
	LastTime          uint64 // the largest
	CutAt             uint64 // the first byte that is missing or can't be read; 0: nothing is
	ByteOrder         uint32 // BYTE_ORDER_LITTLE or _BIG
	Version           int    // of the format: 1 or 2
	Pipe              bool   // the file is in pipe mode
	Sources           int    // data files of a directory; else 1
}

// Info returns facts about the file.
func (f *File) Info() (Info, error) {
	if err := f.enter("perfc_file_get_info"); err != nil {
		return Info{}, err
	}
	defer f.guard.leave()
	var c C.struct_perfc_file_info
	code := C.perfc_file_get_info(f.c, &c, C.sizeof_struct_perfc_file_info)
	return Info{
		uint64(c.features), uint64(c.records), uint64(c.bytes), uint64(c.compressed_bytes),
		uint64(c.decompressed_bytes), uint64(c.out_of_order), uint64(c.lost), uint64(c.lost_samples),
		uint64(c.unmatched), uint64(c.filtered), uint64(c.first_time), uint64(c.last_time), uint64(c.cut_at),
		uint32(c.byte_order), int(c.version), c.pipe == 1, int(c.sources),
	}, bridge.Error("perfc_file_get_info", int(code), nil)
}
