package perf_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"runtime"

	"libperfc/perf"
)

//go:noinline
func work() (sum int) {
	for i := range 20_000_000 {
		sum = sum>>1 ^ i
	}
	return sum
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func ExampleEvent() {
	runtime.LockOSThread() // the event counts this thread
	defer runtime.UnlockOSThread()
	attr := new(perf.Attr)
	must(perf.TaskClock.Configure(attr))
	attr.Options.Disabled, attr.Options.ExcludeKernel = true, true
	event, err := perf.Open(attr, perf.CallingThread, perf.AnyCPU, nil)
	must(err)
	defer event.Close()
	count, err := event.Measure(func() { work() })
	must(err)
	fmt.Println(count.Label, count.Value > 0)
	// Output: task-clock true
}

func ExampleAttr() {
	attr := &perf.Attr{
		Type: perf.SoftwareEvent, Config: uint64(perf.PageFaults),
		CountFormat: perf.CountFormat{Enabled: true, Running: true},
		Options:     perf.Options{Disabled: true, ExcludeKernel: true},
	}
	event, err := perf.Open(attr, perf.CallingThread, perf.AnyCPU, nil)
	must(err)
	defer event.Close()
	count, err := event.ReadCount()
	fmt.Println(count.Value, count.Enabled, err)
	// Output: 0 0s <nil>
}

func ExampleConfigurator() {
	var event perf.Configurator = perf.CPUClock // or a Tracepoint, Breakpoint, ...
	attr := new(perf.Attr)
	must(event.Configure(attr))
	fmt.Println(attr.Label, attr.Type == perf.SoftwareEvent)
	// Output: cpu-clock true
}

func ExampleCount() {
	count := perf.Count{Label: "page-faults", Value: 3}
	fmt.Println(count)
	// Output: page-faults = 3
}

func ExampleGroup() {
	runtime.LockOSThread() // the group counts this thread
	defer runtime.UnlockOSThread()
	group := perf.Group{Options: perf.Options{Disabled: true, ExcludeKernel: true}}
	group.Add(perf.TaskClock, perf.CPUClock)
	leader, err := group.Open(perf.CallingThread, perf.AnyCPU)
	must(err)
	defer leader.Close()
	counts, err := leader.MeasureGroup(func() { work() })
	must(err)
	for _, value := range counts.Values {
		fmt.Println(value.Label, value.Value > 0)
	}
	// Output:
	// task-clock true
	// cpu-clock true
}

func ExampleGroupCount() {
	group := perf.Group{Options: perf.Options{Disabled: true, ExcludeKernel: true}}
	group.Add(perf.PageFaults, perf.ContextSwitches)
	leader, err := group.Open(perf.CallingThread, perf.AnyCPU)
	must(err)
	defer leader.Close()
	counts, err := leader.ReadGroupCount()
	must(err)
	must(counts.PrintValues(os.Stdout))
	// Output:
	// label            value
	// page-faults      0
	// context-switches 0
}

// sampled is an event with samples of some work in its ring.
func sampled() *perf.Event {
	runtime.LockOSThread() // the event counts this thread
	attr := new(perf.Attr)
	must(perf.CPUClock.Configure(attr))
	attr.SetSamplePeriod(100_000)
	attr.SampleFormat = perf.SampleFormat{IP: true, Tid: true}
	attr.Options.Disabled, attr.Options.ExcludeKernel = true, true
	event, err := perf.Open(attr, perf.CallingThread, perf.AnyCPU, nil)
	must(err)
	must(event.MapRing())
	must(event.Enable())
	work()
	must(event.Disable())
	return event
}

func ExampleRecord() {
	event := sampled()
	defer event.Close()
	samples := 0
	for event.HasRecord() {
		record, err := event.ReadRecord(context.Background())
		must(err)
		switch record.(type) {
		case *perf.SampleRecord:
			samples++
		case *perf.LostRecord, *perf.UnknownRecord:
		}
	}
	fmt.Println(samples > 0)
	// Output: true
}

func ExampleSampleRecord() {
	event := sampled()
	defer event.Close()
	record, err := event.ReadRecord(context.Background())
	must(err)
	if sample, ok := record.(*perf.SampleRecord); ok {
		fmt.Println(sample.IP != 0, int(sample.Pid) == os.Getpid())
	}
	// Output: true true
}
