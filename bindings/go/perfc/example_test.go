package perfc_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"time"

	"libperfc/perfc"
)

//go:noinline
func work() (sum int) {
	memory := make([]byte, 1<<20)
	for i := range 10_000_000 {
		memory[i%len(memory)] += byte(i)
		sum += int(memory[i%len(memory)])
	}
	return sum
}

// sampled is an event with samples of some work in its ring.
func sampled() *perfc.Event {
	runtime.LockOSThread() // the event counts this thread
	event, err := perfc.OpenString("cpu-clock/period=100000/u", perfc.SAMPLE_IP|perfc.SAMPLE_TIME|perfc.SAMPLE_CALLCHAIN,
		perfc.CALLING_THREAD, perfc.ANY_CPU)
	check(err)
	check(event.Mmap(perfc.MMAP_DEFAULT_PAGES, 0))
	check(event.Enable(0))
	work()
	check(event.Disable(0))
	return event
}

func ExampleEvent() {
	runtime.LockOSThread() // the event counts this thread
	defer runtime.UnlockOSThread()
	event, err := perfc.OpenString("cpu-clock/period=100000/u", perfc.SAMPLE_IP|perfc.SAMPLE_TID,
		perfc.CALLING_THREAD, perfc.ANY_CPU)
	check(err)
	defer event.Close()
	check(event.Mmap(perfc.MMAP_DEFAULT_PAGES, 0))
	check(event.Enable(0))
	work()
	check(event.Disable(0))
	samples := 0
	for record, err := range event.Pending() {
		check(err)
		if record.Type == perfc.RECORD_SAMPLE {
			samples++
		}
	}
	fmt.Println(samples > 0)
	// Output: true
}

func ExampleEvent_Measure() {
	event, err := perfc.OpenString("task-clock:u", 0, perfc.CALLING_THREAD, perfc.ANY_CPU)
	check(err)
	defer event.Close()
	counts, err := event.Measure(func() { work() })
	check(err)
	fmt.Println(counts[0].Scaled > 0)
	// Output: true
}

// The context ends the wait for more records.
func ExampleEvent_Records() {
	event := sampled()
	defer event.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	samples := 0
	for record, err := range event.Records(ctx) {
		if errors.Is(err, context.Canceled) {
			break
		}
		check(err)
		if record.Type == perfc.RECORD_SAMPLE {
			samples++
			cancel() // as another goroutine may do
		}
	}
	fmt.Println(samples > 0)
	// Output: true
}

func ExampleAttr() {
	attr := perfc.Attr{
		Type: perfc.TYPE_SOFTWARE, Config: perfc.COUNT_SW_PAGE_FAULTS,
		Flags: perfc.ATTR_DISABLED | perfc.ATTR_EXCLUDE_KERNEL | perfc.ATTR_EXCLUDE_HV,
	}
	event, err := perfc.Open(&attr, perfc.CALLING_THREAD, perfc.ANY_CPU, nil, 0)
	check(err)
	defer event.Close()
	label, err := perfc.AttrLabel(&attr)
	fmt.Println(label, err)
	// Output: page-faults:u <nil>
}

func ExampleCount() {
	event, err := perfc.OpenString("task-clock:u", 0, perfc.CALLING_THREAD, perfc.ANY_CPU)
	check(err)
	defer event.Close()
	counts, err := event.Measure(func() { work() })
	check(err)
	switch count := counts[0]; {
	case count.Quality&perfc.QUALITY_NEVER_RAN != 0:
		fmt.Println("not counted: other events had the PMU")
	case count.Quality&perfc.QUALITY_SCALED != 0:
		fmt.Println("estimated:", count.Scaled)
	default:
		fmt.Println("counted:", count.Raw > 0)
	}
	// Output: counted: true
}

func ExampleError() {
	_, err := perfc.OpenString("no-such-event", 0, perfc.CALLING_THREAD, perfc.ANY_CPU)
	var failure *perfc.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Operation) // err.Error() says the reason and what to try
	}
	fmt.Println(errors.Is(err, syscall.EACCES))
	// Output:
	// perfc_open_string
	// false
}

func ExampleMmapPage() {
	event := sampled()
	defer event.Close()
	page := event.ControlPage()
	fmt.Println(page.DataHead > page.DataTail)
	// Output: true
}

func ExampleLosses() {
	event := sampled()
	defer event.Close()
	for _, err := range event.Pending() {
		check(err)
	}
	losses, err := event.Losses()
	fmt.Println(losses.Lost, err)
	// Output: 0 <nil>
}

func ExampleClockRelation() {
	event := sampled()
	defer event.Close()
	monotonic, err := perfc.ClockID("monotonic")
	check(err)
	relation, err := event.RelateClock(monotonic)
	check(err)
	_, off, err := relation.Convert(nil, relation.Time) // of a sample: sample.Time
	fmt.Println(time.Duration(off) < time.Second, err)
	// Output: true <nil>
}

// A copy of a file orders records by time without decoding them.
func ExampleRecordPlaces() {
	event := sampled()
	defer event.Close()
	for record, err := range event.Pending() {
		check(err)
		if record.Type != perfc.RECORD_SAMPLE {
			continue
		}
		places, err := record.Plan().Places(0)
		check(err)
		sample, err := record.DecodeSample(record.Plan())
		check(err)
		time := binary.NativeEndian.Uint64(record.Data[places.SampleTime:])
		fmt.Println(time == sample.Time)
		break
	}
	// Output: true
}

// A tracing PMU, such as intel_pt, writes the AUX area. Not every machine has one.
func ExampleAuxData() {
	event, err := perfc.OpenString("intel_pt//u", 0, perfc.CALLING_THREAD, perfc.ANY_CPU)
	check(err)
	defer event.Close()
	check(event.Mmap(perfc.MMAP_DEFAULT_PAGES, 0))
	check(event.AuxMmap(1024, 0))
	for record, err := range event.Pending() {
		check(err)
		if record.Type != perfc.RECORD_AUX {
			continue
		}
		aux, err := record.DecodeAux(record.Plan())
		check(err)
		trace, err := event.ViewAux(&aux)
		check(err)
		fmt.Println(len(trace.Data)+len(trace.Rest), "bytes")
		check(event.ReleaseAux(aux.AuxOffset + aux.AuxSize))
	}
}

func ExampleHost() {
	host, err := perfc.NewHost(perfc.HostOptions{}) // nil is this machine, too
	check(err)
	defer host.Close()
	event, err := host.OpenString("dummy:u", 0, perfc.CALLING_THREAD, perfc.ANY_CPU)
	check(err)
	defer event.Close()
	fmt.Println(host.Supported())
	// Output: true <nil>
}

func ExampleHostOptions() {
	// In a container the machine's files may be elsewhere.
	_, err := perfc.NewHost(perfc.HostOptions{Sysfs: "/host/sys", Procfs: "/host/proc"})
	fmt.Println(err)
	// Output: <nil>
}

func ExampleCatalogEntry() {
	entries, err := perfc.Catalog(perfc.CATALOG_SOFTWARE)
	check(err)
	for _, entry := range entries {
		if entry.Name == "page-faults" {
			fmt.Println(entry.Name, entry.Kind == perfc.CATALOG_SOFTWARE)
		}
	}
	// Output: page-faults true
}

// A format file is that of /sys/kernel/tracing/events/SYSTEM/NAME/format.
const formatFile = "name: hit\nID: 7\nformat:\n" +
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n" +
	"\tfield:int count;\toffset:4;\tsize:4;\tsigned:1;\n\nprint fmt: \"%d\", REC->count\n"

func ExampleTracepoint() {
	tracepoint, err := perfc.ParseTracepoint("my", formatFile, perfc.BYTE_ORDER_LITTLE) // or OpenTracepoint
	check(err)
	defer tracepoint.Close()
	raw := []byte{7, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff} // record.Raw(sample)
	text, err := tracepoint.Format(raw)
	fmt.Println(text, err)
	// Output: count=-2 <nil>
}

func ExampleTracepointField() {
	tracepoint, err := perfc.ParseTracepoint("my", formatFile, perfc.BYTE_ORDER_LITTLE)
	check(err)
	defer tracepoint.Close()
	for _, field := range tracepoint.Fields {
		if field.Flags&perfc.FIELD_FLAG_COMMON == 0 {
			fmt.Println(field.Type, field.Name)
		}
	}
	// Output: int count
}
