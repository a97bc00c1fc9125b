package profile

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"unsafe"

	"libperfc/perfc"
)

const id = 77

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func words(all ...uint64) []byte {
	var data []byte
	for _, word := range all {
		data = binary.NativeEndian.AppendUint64(data, word)
	}
	return data
}

// records are of two threads, alpha with 8 samples and beta with 2.
func records(t testing.TB) (plan *perfc.Plan, all []Record) {
	attr := perfc.Attr{
		Type: perfc.TYPE_SOFTWARE, Config: perfc.COUNT_SW_CPU_CLOCK,
		SampleType: perfc.SAMPLE_IDENTIFIER | perfc.SAMPLE_IP | perfc.SAMPLE_TID | perfc.SAMPLE_TIME,
		Flags:      perfc.ATTR_SAMPLE_ID_ALL | perfc.ATTR_COMM,
	}
	plan, err := perfc.NewPlan(attr.Bytes(), []uint64{id}, perfc.BYTE_ORDER_NATIVE)
	check(t, err)
	t.Cleanup(func() { plan.Close() })
	add := func(time uint64, data []byte) {
		view, err := plan.View(data, nil)
		check(t, err)
		view.Time = time
		all = append(all, NewRecord(view))
	}
	pair := func(pid uint64) uint64 { return pid | pid<<32 }
	comm := func(pid uint64, name string, time uint64) {
		text := binary.NativeEndian.Uint64(append([]byte(name), make([]byte, 8)...))
		add(time, words(perfc.RECORD_COMM|48<<48, pair(pid), text, pair(pid), time, id))
	}
	comm(10, "alpha", 100)
	comm(20, "beta", 110)
	for time := uint64(200); time < 210; time++ {
		pid := uint64(10)
		if time%5 == 0 {
			pid = 20
		}
		add(time, words(perfc.RECORD_SAMPLE|perfc.RECORD_MISC_USER<<32|40<<48, id, 0x1000+time, pair(pid), time))
	}
	return plan, all
}

func written(t testing.TB) string {
	path := filepath.Join(t.TempDir(), "perf.data")
	writer, err := Create(path, WriterOptions{})
	check(t, err)
	defer writer.Close()
	_, all := records(t)
	check(t, writer.Write(all...))
	told, err := writer.Finish()
	check(t, err)
	if told.Records != 12 || told.Files != 1 || told.Bytes < 500 {
		t.Fatalf("%+v", told)
	}
	if err := writer.Write(all...); !errors.Is(err, syscall.EBADFD) {
		t.Fatal(err)
	}
	return path
}

func opened(t testing.TB, path string, options Options) *File {
	file, err := Open(path, options)
	check(t, err)
	t.Cleanup(func() { file.Close() })
	return file
}

func times(t testing.TB, file *File) (all []uint64) {
	t.Helper()
	for record, err := range file.Records() {
		check(t, err)
		if record.Type != perfc.RECORD_SAMPLE {
			continue
		}
		sample, err := record.Sample()
		check(t, err)
		if sample.IP != 0x1000+sample.Time || record.Time != sample.Time {
			t.Fatalf("%+v", sample)
		}
		all = append(all, sample.Time)
	}
	return all
}

var allTimes = []uint64{200, 201, 202, 203, 204, 205, 206, 207, 208, 209}

func TestWhatWasWrittenIsReadByTime(t *testing.T) {
	file := opened(t, written(t), Options{})
	if got := times(t, file); !slices.Equal(got, allTimes) {
		t.Fatal(got)
	}
	if record, err := file.Next(); record != nil || err != nil {
		t.Fatal(record, err)
	}
	info, err := file.Info()
	check(t, err)
	if info.FirstTime != 100 || info.LastTime != 209 || info.CutAt != 0 || info.Pipe || info.Sources != 1 ||
		info.ByteOrder != perfc.BYTE_ORDER_LITTLE || info.Features>>FEATURE_ARCH&1 == 0 {
		t.Fatalf("%+v", info)
	}
	if index, err := file.Plan().FindID(id); index != 0 || err != nil || file.Plan().Len() != 1 {
		t.Fatal(index, err)
	}
}

func TestAFilterKeepsSamples(t *testing.T) {
	path := written(t)
	for _, c := range []struct {
		filter Filter
		want   []uint64
	}{
		{Filter{PIDs: []int32{20}}, []uint64{200, 205}},
		{Filter{TIDs: []int32{10}, Flags: FILTER_NOT}, []uint64{200, 205}},
		{Filter{From: 203, To: 206}, []uint64{203, 204, 205}},
	} {
		file := opened(t, path, Options{Filter: c.filter})
		if got := times(t, file); !slices.Equal(got, c.want) {
			t.Fatal(c.filter, got)
		}
		if info, err := file.Info(); err != nil || info.Filtered != uint64(10-len(c.want)) {
			t.Fatal(info, err)
		}
	}
}

func TestABatchIsFilledUntilTheFileEnds(t *testing.T) {
	file := opened(t, written(t), Options{})
	batch, err := perfc.NewBatch(perfc.BatchOptions{Rows: 4})
	check(t, err)
	defer batch.Close()
	var got []uint64
	var names []string
	for {
		rows, err := file.FillBatch(batch)
		check(t, err)
		if rows == 0 {
			break
		}
		got = append(got, batch.Sample(perfc.COLUMN_TIME).Uint64s()...)
		info := batch.Info()
		for row := range int(info.Records) {
			record, err := batch.Record(row)
			check(t, err)
			if record.Type == perfc.RECORD_COMM {
				comm, err := record.DecodeComm(record.Plan())
				check(t, err)
				names = append(names, record.Text(comm.Comm))
			}
		}
	}
	if !slices.Equal(got, allTimes) || !slices.Equal(names, []string{"alpha", "beta"}) {
		t.Fatal(got, names)
	}
	views, err := perfc.NewBatch(perfc.BatchOptions{Flags: perfc.BATCH_VIEWS})
	check(t, err)
	defer views.Close()
	if _, err := file.FillBatch(views); !errors.Is(err, syscall.EINVAL) {
		t.Fatal(err)
	}
}

func TestAFileIsReadFromAnFDFromMemoryAndFromAPipe(t *testing.T) {
	path := written(t)
	source, err := os.Open(path)
	check(t, err)
	defer source.Close()
	file, err := OpenFile(source, Options{})
	check(t, err)
	if got := times(t, file); len(got) != 10 {
		t.Fatal(got)
	}
	check(t, file.Close())
	content, err := os.ReadFile(path)
	check(t, err)
	file, err = OpenBytes(content, Options{})
	check(t, err)
	runtime.GC()
	if got := times(t, file); len(got) != 10 {
		t.Fatal(got)
	}
	check(t, file.Close())

	reading, writing, err := os.Pipe()
	check(t, err)
	defer reading.Close()
	writer, err := CreateFile(writing, WriterOptions{})
	check(t, err)
	_, all := records(t)
	check(t, writer.Write(all...))
	_, err = writer.Finish()
	check(t, err)
	check(t, writer.Close())
	check(t, writing.Close())
	file, err = OpenFile(reading, Options{})
	check(t, err)
	defer file.Close()
	if got := times(t, file); len(got) != 10 {
		t.Fatal(got)
	}
	if info, err := file.Info(); err != nil || !info.Pipe {
		t.Fatal(info, err)
	}
}

func TestTheHeaderIsRows(t *testing.T) {
	file := opened(t, written(t), Options{})
	events, err := file.Events()
	check(t, err)
	if len(events) != 1 || events[0].IDCount != 1 || events[0].AttrIndex != 0 {
		t.Fatalf("%+v", events)
	}
	facts, err := file.Facts()
	check(t, err)
	arch := slices.IndexFunc(facts, func(fact FactRow) bool { return fact.Name == "arch" })
	if arch < 0 || facts[arch].Feature != FEATURE_ARCH || facts[arch].Value == "" {
		t.Fatalf("%+v", facts)
	}
	if _, err := file.BPF(); !errors.Is(err, syscall.ENODATA) {
		t.Fatal(err)
	}
}

// A header whose feature GROUP_DESC is written by hand: one group, whose name takes 64 bytes, of a
// leader and another event.
func TestGroupsAreLists(t *testing.T) {
	plan, all := records(t)
	attr := perfc.Attr{
		Type: perfc.TYPE_SOFTWARE, Config: perfc.COUNT_SW_PAGE_FAULTS,
		SampleType: perfc.SAMPLE_IDENTIFIER | perfc.SAMPLE_IP | perfc.SAMPLE_TID | perfc.SAMPLE_TIME,
		Flags:      perfc.ATTR_SAMPLE_ID_ALL,
	}
	_, err := plan.Add(attr.Bytes(), []uint64{id + 1})
	check(t, err)
	add := func(flags uint32, time uint64, parts ...uint64) {
		view, err := plan.View(words(parts...), nil)
		check(t, err)
		view.Time = time
		record := NewRecord(view)
		record.Flags = flags
		all = append(all, record)
	}
	name := binary.NativeEndian.Uint64([]byte("both\x00\x00\x00\x00"))
	add(perfc.STREAM_RECORD_HEADER, 0, perfc.RECORD_HEADER_FEATURE|96<<48, FEATURE_GROUP_DESC, 1|64<<32,
		name, 0, 0, 0, 0, 0, 0, 0, 2<<32)
	add(0, 300, perfc.RECORD_SAMPLE|40<<48, id+1, 0x1000, 10|10<<32, 300)
	path := filepath.Join(t.TempDir(), "perf.data")
	writer, err := Create(path, WriterOptions{})
	check(t, err)
	defer writer.Close()
	check(t, writer.Write(all...))
	_, err = writer.Finish()
	check(t, err)
	groups, err := opened(t, path, Options{}).Groups()
	check(t, err)
	if len(groups) != 1 || len(groups[0]) != 2 || groups[0][0].Group != "both" || groups[0][1].AttrIndex != 1 ||
		groups[0][1].Leader != 0 {
		t.Fatalf("%+v", groups)
	}
}

func TestATableOutlivesItsFile(t *testing.T) {
	file := opened(t, written(t), Options{})
	table, err := file.Table(ROWS_FACTS)
	check(t, err)
	check(t, file.Close())
	if kind, err := table.Kind(); kind != ROWS_FACTS || err != nil {
		t.Fatal(kind, err)
	}
	var schema [9]uintptr // struct ArrowSchema, ArrowArray
	var array [10]uintptr
	check(t, table.ExportArrow(unsafe.Pointer(&schema), unsafe.Pointer(&array)))
	if array[0] == 0 {
		t.Fatal("no rows")
	}
	check(t, table.Close())
	if _, err := table.Kind(); !errors.Is(err, perfc.ErrClosed) {
		t.Fatal(err)
	}
}

func TestACopyHasWhatTheFilterKept(t *testing.T) {
	file := opened(t, written(t), Options{Flags: FILE_TAILS, Filter: Filter{PIDs: []int32{20}}})
	path := filepath.Join(t.TempDir(), "copy")
	writer, err := Create(path, WriterOptions{Strip: STRIP_HOST})
	check(t, err)
	defer writer.Close()
	check(t, writer.Copy(file))
	_, err = writer.Finish()
	check(t, err)
	copied := opened(t, path, Options{})
	if got := times(t, copied); !slices.Equal(got, []uint64{200, 205}) {
		t.Fatal(got)
	}
}

func TestAFilesRecordsAreWrittenOneByOne(t *testing.T) {
	file := opened(t, written(t), Options{})
	path := filepath.Join(t.TempDir(), "copy")
	writer, err := Create(path, WriterOptions{Flags: WRITER_PIPE})
	check(t, err)
	defer writer.Close()
	for record, err := range file.Records() {
		check(t, err)
		check(t, writer.Write(*record))
	}
	_, err = writer.Finish()
	check(t, err)
	if got := times(t, opened(t, path, Options{})); !slices.Equal(got, allTimes) {
		t.Fatal(got)
	}
}

func TestARotationGivesCompleteFiles(t *testing.T) {
	folder := t.TempDir()
	writer, err := Create(filepath.Join(folder, "perf.data"), WriterOptions{Flags: WRITER_ROTATE})
	check(t, err)
	defer writer.Close()
	_, all := records(t)
	check(t, writer.Write(all[:4]...))
	_, err = writer.NextFile()
	check(t, err)
	check(t, writer.Write(all[4:]...))
	_, err = writer.Finish()
	check(t, err)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	check(t, err)
	var got []uint64
	for _, path := range files {
		got = append(got, times(t, opened(t, path, Options{}))...)
	}
	if len(files) != 2 || !slices.Equal(got, allTimes) {
		t.Fatal(files, got)
	}
}

func TestWhatCannotBeOpenedIsTold(t *testing.T) {
	path := written(t)
	if _, err := Create(path, WriterOptions{}); !errors.Is(err, syscall.EEXIST) {
		t.Fatal(err)
	}
	_, err := OpenBytes(make([]byte, 100), Options{})
	var failure *perfc.Error
	if !errors.As(err, &failure) || failure.Errno != syscall.EBADMSG || failure.Rule() != perfc.RULE_FILE_CONTENT {
		t.Fatal(err)
	}
	for _, c := range []error{syscall.EBADMSG, syscall.ENOENT} {
		if c == syscall.EBADMSG {
			_, err = OpenBytes(nil, Options{})
		} else {
			_, err = Open("/nowhere/perf.data", Options{})
		}
		if !errors.Is(err, c) {
			t.Fatal(c, err)
		}
	}
}

func TestAFileThatIsCutOffIsReadToItsLastWholeRecord(t *testing.T) {
	path := written(t)
	content, err := os.ReadFile(path)
	check(t, err)
	last := uint64(0)
	for record, err := range opened(t, path, Options{Order: FILE_ORDER_FILE}).Records() {
		check(t, err)
		if record.Type == perfc.RECORD_SAMPLE {
			last = record.Position
		}
	}
	file, err := OpenBytes(content[:last+39], Options{})
	check(t, err)
	defer file.Close()
	if got := times(t, file); !slices.Equal(got, allTimes[:9]) {
		t.Fatal(got)
	}
	if info, err := file.Info(); err != nil || info.CutAt == 0 {
		t.Fatal(info, err)
	}
}

func TestThisProcessIsSynthesized(t *testing.T) {
	plan, _ := records(t)
	file, err := Synthesize(plan, SYNTHESIZE_TASKS, []int32{int32(os.Getpid())}, nil)
	check(t, err)
	if err := plan.Close(); !errors.Is(err, perfc.ErrInUse) {
		t.Fatal(err)
	}
	named, mapped := false, false
	for record, err := range file.Records() {
		check(t, err)
		if record.Flags&perfc.STREAM_RECORD_SYNTHESIZED == 0 {
			t.Fatalf("%+v", record)
		}
		switch record.Type {
		case perfc.RECORD_COMM:
			comm, err := record.DecodeComm(record.Plan())
			check(t, err)
			named = named || int(comm.PID) == os.Getpid()
		case perfc.RECORD_MMAP2:
			mapped = true
		}
	}
	if !named || !mapped {
		t.Fatal(named, mapped)
	}
	check(t, file.Close())
	check(t, plan.Close())
}

func TestAClosedFileIsRefusedAndSoIsItsPlan(t *testing.T) {
	file := opened(t, written(t), Options{})
	record, err := file.Next()
	check(t, err)
	kept := *record
	check(t, file.Close())
	if _, err := file.Next(); !errors.Is(err, perfc.ErrClosed) {
		t.Fatal(err)
	}
	if _, err := file.Facts(); !errors.Is(err, perfc.ErrClosed) {
		t.Fatal(err)
	}
	if _, err := kept.DecodeSampleID(kept.Plan()); !errors.Is(err, perfc.ErrClosed) {
		t.Fatal(err)
	}
	if err := file.Close(); !errors.Is(err, perfc.ErrClosed) {
		t.Fatal(err)
	}
	var none *File
	if _, err := none.Next(); !errors.Is(err, perfc.ErrClosed) || none.Plan() != nil || none.Close() != nil {
		t.Fatal(err)
	}
}

func TestAFileInUseIsRefused(t *testing.T) {
	file := opened(t, written(t), Options{})
	for range file.Records() {
		break
	}
	check(t, file.enter("test"))
	if _, err := file.Info(); !errors.Is(err, perfc.ErrInUse) {
		t.Fatal(err)
	}
	if err := file.Close(); !errors.Is(err, perfc.ErrInUse) {
		t.Fatal(err)
	}
	file.guard.leave()
}
