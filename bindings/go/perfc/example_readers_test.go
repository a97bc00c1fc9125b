package perfc_test

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"libperfc/perfc"
)

func ExampleBatch() {
	event := sampled()
	defer event.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{})
	check(err)
	defer batch.Close()
	samples := map[uint64]int{}
	for {
		rows, err := batch.Fill(event)
		check(err)
		if rows == 0 {
			break
		}
		for _, ip := range batch.Sample(perfc.COLUMN_IP).Uint64s() {
			samples[ip]++
		}
	}
	fmt.Println(len(samples) > 0)
	// Output: true
}

func ExampleBatchOptions() {
	event := sampled()
	defer event.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{
		SampleType: perfc.SAMPLE_IP, // no column of anything else
		Rows:       16,
	})
	check(err)
	defer batch.Close()
	rows, err := batch.Fill(event)
	check(err)
	fmt.Println(rows <= 16, batch.Sample(perfc.COLUMN_TIME).Len())
	// Output: true 0
}

func ExampleBatchInfo() {
	event := sampled()
	defer event.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{})
	check(err)
	defer batch.Close()
	rows, err := batch.Fill(event)
	check(err)
	info := batch.Info()
	fmt.Println(info.Samples+info.Records == uint64(rows), info.Undecodable)
	// Output: true 0
}

func ExampleColumn() {
	event := sampled()
	defer event.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{})
	check(err)
	defer batch.Close()
	_, err = batch.Fill(event)
	check(err)
	column := batch.Sample(perfc.COLUMN_IP)
	fmt.Println(perfc.ColumnName(perfc.COLUMN_IP), column.Len() == len(column.Uint64s()), column.Nulls())
	// Output: ip true 0
}

func ExampleLists() {
	event := sampled()
	defer event.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{})
	check(err)
	defer batch.Close()
	_, err = batch.Fill(event)
	check(err)
	frames := 0
	for _, chain := range batch.Sample(perfc.COLUMN_CALLCHAIN).Words().All() {
		for _, entry := range chain {
			if !perfc.IsContext(entry) {
				frames++
			}
		}
	}
	fmt.Println(frames > 0)
	// Output: true
}

// A stream reads many rings in the order of time.
func ExampleStream() {
	runtime.LockOSThread() // the set counts this thread
	defer runtime.UnlockOSThread()
	specs, err := perfc.ParseSpecs("cpu-clock/period=100000/u", perfc.SAMPLE_IP|perfc.SAMPLE_TIME)
	check(err)
	defer specs.Close()
	set, _, err := perfc.OpenSet(specs, perfc.Target{}, perfc.SetOptions{})
	check(err)
	defer set.Close()
	_, err = set.Mmap(perfc.MMAP_DEFAULT_PAGES, 0)
	check(err)
	stream, err := perfc.NewStream()
	check(err)
	defer stream.Close()
	_, err = stream.AddSet(set)
	check(err)
	check(set.Enable())
	work()
	check(set.Disable())
	last, ordered := uint64(0), true
	for record, err := range stream.Pending() {
		check(err)
		ordered = ordered && record.Time >= last
		last = record.Time
	}
	fmt.Println(last > 0, ordered)
	// Output: true true
}

// A stream that another goroutine reads until the context ends. The work must not be on the thread
// that waits: a thread's own events count nothing while it waits.
func ExampleStream_Records() {
	event := sampled()
	defer event.Close()
	stream, err := perfc.NewStream()
	check(err)
	defer stream.Close()
	_, err = stream.Add(event)
	check(err)
	ctx, cancel := context.WithCancel(context.Background())
	times := make(chan uint64) // a record is borrowed, its values are not
	go func() {
		defer close(times)
		for record, err := range stream.Records(ctx) {
			if err != nil {
				break // the context's error, at its end
			}
			select {
			case times <- record.Time:
			case <-ctx.Done():
			}
		}
	}()
	first := <-times
	cancel()
	for range times { // the stream can't be closed before the goroutine has ended
	}
	fmt.Println(first > 0)
	// Output: true
}

// A flight recorder keeps the newest records until something happens that asks for them.
func ExampleFlight() {
	runtime.LockOSThread() // the event counts this thread
	defer runtime.UnlockOSThread()
	attr := perfc.Attr{
		Type: perfc.TYPE_SOFTWARE, Config: perfc.COUNT_SW_CPU_CLOCK, SamplePeriod: 100_000,
		SampleType: perfc.SAMPLE_IP | perfc.SAMPLE_TIME,
		Flags:      perfc.ATTR_WRITE_BACKWARD | perfc.ATTR_SAMPLE_ID_ALL | perfc.ATTR_EXCLUDE_KERNEL,
	}
	event, err := perfc.Open(&attr, perfc.CALLING_THREAD, perfc.ANY_CPU, nil, 0)
	check(err)
	defer event.Close()
	check(event.Mmap(8, 0))
	flight, err := perfc.NewFlight()
	check(err)
	defer flight.Close()
	_, err = flight.Add(event)
	check(err)
	work()
	count, err := flight.Cut(time.Minute)
	check(err)
	records := 0
	for _, err := range flight.Records() {
		check(err)
		records++
	}
	check(flight.Resume())
	fmt.Println(records > 0, records == count)
	// Output: true true
}

func ExampleStitch() {
	stitch, err := perfc.NewStitch(0)
	check(err)
	defer stitch.Close()
	event := sampled() // of an attr with ATTR_DEFER_CALLCHAIN, from Linux 6.19 on
	defer event.Close()
	number, out := uint64(0), 0
	for record, err := range event.Pending() {
		check(err)
		check(stitch.Push(event.Plan(), record, number))
		number++
		for _, err := range stitch.Records() {
			check(err)
			out++
		}
	}
	fmt.Println(out > 0, out == int(number))
	// Output: true true
}

func ExampleStitched() {
	record := recorded(perfc.Attr{}, perfc.RECORD_LOST, 0, uint64(9), uint64(250))
	stitch, err := perfc.NewStitch(0)
	check(err)
	defer stitch.Close()
	check(stitch.Push(record.Plan(), &record, 7))
	for stitched, err := range stitch.Records() {
		check(err)
		fmt.Println(stitched.Name(), stitched.Tag, stitched.State == perfc.STITCH_PASSED)
	}
	// Output: LOST 7 true
}

func ExampleStitchInfo() {
	stitch, err := perfc.NewStitch(0)
	check(err)
	defer stitch.Close()
	info, err := stitch.Info()
	fmt.Println(info.Held, info.Matched, info.Unmatched, err)
	// Output: 0 0 0 <nil>
}

func ExampleTracepointRows() {
	tracepoint, err := perfc.ParseTracepoint("my", formatFile, perfc.BYTE_ORDER_LITTLE)
	check(err)
	defer tracepoint.Close()
	event := sampled()
	defer event.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{})
	check(err)
	defer batch.Close()
	rows, err := batch.Fill(event)
	check(err)
	field, err := tracepoint.Find("count")
	check(err)
	values := make([]uint64, rows)
	found, err := tracepoint.ColumnValues(batch, field, 0, values, nil)
	check(err)
	fmt.Println(found.Present) // these samples are of cpu-clock
	// Output: 0
}
