package perf_test

import (
	"testing"

	"golang.org/x/sys/unix"

	"libperfc/perf"
)

// Several events in one ring.

func TestGroupRecordsByStreamIDAlone(t *testing.T) {
	write := perf.Tracepoint("syscalls", "sys_enter_write")
	needs(t, getpid, write)
	format := perf.SampleFormat{Tid: true, IP: true, CPU: true, StreamID: true}
	first, second := hits(t, format), hits(t, format)
	check(t, write.Configure(second))
	second.SampleFormat.Raw = true
	var g perf.Group
	g.Add(first, second)
	ev, err := g.Open(perf.CallingThread, perf.AnyCPU)
	check(t, err)
	defer ev.Close()
	null, err := unix.Open("/dev/null", unix.O_WRONLY, 0)
	check(t, err)
	defer unix.Close(null)
	gc, err := ev.MeasureGroup(func() {
		unix.Getpid()
		unix.Write(null, []byte("x"))
	})
	check(t, err)
	if gc.Values[0].Value != 1 || gc.Values[1].Value != 1 {
		t.Fatalf("%+v", gc)
	}
	for _, raw := range []bool{false, true} {
		record, err := ev.ReadRecord(soon(t))
		check(t, err)
		sample, ok := record.(*perf.SampleGroupRecord)
		if !ok || int(sample.Tid) != unix.Gettid() || (len(sample.Raw) > 0) != raw {
			t.Fatalf("%T %+v", record, record)
		}
	}
}

func TestRecordsOfEventsThatWereOpenedIntoARing(t *testing.T) {
	needs(t, getpid)
	for name, format := range map[string]perf.SampleFormat{
		"StreamID alone": {Tid: true, StreamID: true, Raw: true},
		"with an ID":     {Tid: true, StreamID: true, Raw: true, ID: true},
	} {
		t.Run(name, func(t *testing.T) {
			needs(t) // on a thread of its own
			readEventsThatWereOpenedIntoARing(t, format)
		})
	}
}

func readEventsThatWereOpenedIntoARing(t *testing.T, format perf.SampleFormat) {
	ring := open(t, hits(t, format), nil)
	check(t, ring.MapRing())
	other := hits(t, format)
	other.SampleFormat.Callchain = true
	events := []*perf.Event{ring}
	for _, attr := range []*perf.Attr{hits(t, format), other, hits(t, format)} {
		const flags = unix.PERF_FLAG_FD_NO_GROUP | unix.PERF_FLAG_FD_OUTPUT
		ev, err := perf.OpenWithFlags(attr, perf.CallingThread, perf.AnyCPU, ring, flags)
		check(t, err)
		defer ev.Close()
		events = append(events, ev)
	}
	for i, from := range events {
		_, err := from.Measure(func() { unix.Getpid() })
		check(t, err)
		record, err := ring.ReadRecord(soon(t))
		check(t, err)
		id, _ := from.ID()
		sample, ok := record.(*perf.SampleRecord)
		if !ok || sample.StreamID != id || int(sample.Tid) != unix.Gettid() || len(sample.Raw) == 0 ||
			(len(sample.Callchain) > 0) != (i == 2) {
			t.Fatalf("%d: %T %+v", i, record, record)
		}
	}
}

func TestRecordsOfEventsInOneRingWithoutIDs(t *testing.T) {
	needs(t, getpid)
	format := perf.SampleFormat{Tid: true, Raw: true}
	ev := open(t, hits(t, format), nil)
	check(t, ev.MapRing())
	const flags = unix.PERF_FLAG_FD_NO_GROUP | unix.PERF_FLAG_FD_OUTPUT
	other, err := perf.OpenWithFlags(hits(t, format), perf.CallingThread, perf.AnyCPU, ev, flags)
	check(t, err)
	defer other.Close()
	check(t, ev.Enable())
	check(t, other.Enable())
	unix.Getpid()
	for range 2 {
		record, err := ev.ReadRecord(soon(t))
		check(t, err)
		if sample, ok := record.(*perf.SampleRecord); !ok || int(sample.Tid) != unix.Gettid() {
			t.Fatalf("%T %+v", record, record)
		}
	}
}
