package profile_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"unsafe"

	"libperfc/perfc"
	"libperfc/profile"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// recorded is a file of one sample of each of two processes. A program has a recording.
func recorded() string {
	attr := perfc.Attr{Type: perfc.TYPE_SOFTWARE, SampleType: perfc.SAMPLE_TID | perfc.SAMPLE_TIME}
	plan, err := perfc.NewPlan(attr.Bytes(), []uint64{1}, perfc.BYTE_ORDER_NATIVE)
	check(err)
	defer plan.Close()
	folder, err := os.MkdirTemp("", "perfc")
	check(err)
	path := filepath.Join(folder, "perf.data")
	writer, err := profile.Create(path, profile.WriterOptions{})
	check(err)
	defer writer.Close()
	for time, pid := range []uint64{7, 8} {
		words := []uint64{perfc.RECORD_SAMPLE | 24<<48, pid | pid<<32, uint64(time) + 100}
		record, err := plan.View(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 24), nil)
		check(err)
		record.Time = words[2]
		check(writer.Write(profile.NewRecord(record)))
	}
	_, err = writer.Finish()
	check(err)
	return path
}

func ExampleFile() {
	path := recorded()
	defer os.RemoveAll(filepath.Dir(path))
	file, err := profile.Open(path, profile.Options{})
	check(err)
	defer file.Close()
	events, err := file.Events()
	check(err)
	fmt.Println(len(events), "event")
	for record, err := range file.Records() {
		check(err)
		if record.Type == perfc.RECORD_SAMPLE {
			sample, err := record.Sample()
			check(err)
			fmt.Println(sample.PID, record.Time)
		}
	}
	// Output:
	// 1 event
	// 7 100
	// 8 101
}

func ExampleFilter() {
	path := recorded()
	defer os.RemoveAll(filepath.Dir(path))
	file, err := profile.Open(path, profile.Options{Filter: profile.Filter{PIDs: []int32{8}}})
	check(err)
	defer file.Close()
	for record, err := range file.Records() {
		check(err)
		if record.Type == perfc.RECORD_SAMPLE {
			fmt.Println(record.Time)
		}
	}
	info, err := file.Info()
	check(err)
	fmt.Println(info.Filtered, "left out")
	// Output:
	// 101
	// 1 left out
}

func ExampleRecord() {
	path := recorded()
	defer os.RemoveAll(filepath.Dir(path))
	file, err := profile.Open(path, profile.Options{})
	check(err)
	defer file.Close()
	record, err := file.Next()
	check(err)
	// The header's features come first.
	fmt.Println(record.Name(), record.Flags&perfc.STREAM_RECORD_HEADER != 0)
	// Output: HEADER_FEATURE true
}

func ExampleTable() {
	path := recorded()
	defer os.RemoveAll(filepath.Dir(path))
	file, err := profile.Open(path, profile.Options{})
	check(err)
	defer file.Close()
	table, err := file.Table(profile.ROWS_EVENTS)
	check(err)
	defer table.Close()
	var schema [9]uintptr // arrow-go has the structs: cdata.CArrowSchema, cdata.CArrowArray
	var array [10]uintptr
	check(table.ExportArrow(unsafe.Pointer(&schema), unsafe.Pointer(&array)))
	fmt.Println(array[0], "row")
	// Output: 1 row
}

func ExampleWriter() {
	path := recorded()
	defer os.RemoveAll(filepath.Dir(path))
	file, err := profile.Open(path, profile.Options{Flags: profile.FILE_TAILS})
	check(err)
	defer file.Close()
	writer, err := profile.Create(path+".copy", profile.WriterOptions{Strip: profile.STRIP_HOST})
	check(err)
	defer writer.Close()
	check(writer.Copy(file))
	_, err = writer.Finish()
	check(err)
	_, err = os.Stat(path + ".copy")
	fmt.Println(err)
	// Output: <nil>
}
