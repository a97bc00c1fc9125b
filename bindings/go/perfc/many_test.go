package perfc

import (
	"context"
	"errors"
	"syscall"
	"testing"
	"time"
)

func TestBatchOfARing(t *testing.T) {
	event := sampling(t, 64)
	touch(t, 100)
	check(t, event.Disable(0))
	batch, err := NewBatch(BatchOptions{Rows: 1000})
	check(t, err)
	rows, err := batch.Fill(event)
	check(t, err)
	info := batch.Info()
	if rows < 100 || uint64(rows) != info.Samples+info.Records || info.Samples < 100 || info.Undecodable != 0 {
		t.Fatal(rows, info)
	}
	addresses, chains := batch.Sample(COLUMN_ADDR).Uint64s(), batch.Sample(COLUMN_CALLCHAIN).Words()
	if len(addresses) != int(info.Samples) || chains.Len() != len(addresses) || addresses[0] == 0 {
		t.Fatal(len(addresses), chains.Len())
	}
	total := 0
	for i, chain := range chains.All() {
		if !chains.Valid(i) || !IsContext(chain[0]) {
			t.Fatal(i, chain)
		}
		total += len(chain)
	}
	if total != len(chains.Elements()) || batch.Sample(COLUMN_ADDR).Uint32s() != nil {
		t.Fatal(total)
	}
	record, err := batch.Record(0)
	check(t, err)
	if record.Name() == "" {
		t.Fatal(record)
	}
	check(t, batch.Close())
	if err := batch.Close(); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
	if _, err := batch.Fill(event); !errors.Is(err, ErrClosed) || batch.Sample(COLUMN_IP).Len() != 0 {
		t.Fatal(err)
	}
}

func TestOnlyWithViewsOfListsTheirElementsLieScattered(t *testing.T) {
	event := sampling(t, 64)
	for _, flags := range []uint32{0, BATCH_VIEW_BYTES, BATCH_VIEWS} {
		touch(t, 10)
		batch, err := NewBatch(BatchOptions{Flags: flags})
		check(t, err)
		rows, err := batch.Fill(event)
		check(t, err)
		chains := batch.Sample(COLUMN_CALLCHAIN).Words()
		if scattered := chains.Elements() == nil; rows == 0 || scattered != (flags == BATCH_VIEWS) {
			t.Fatal(flags, rows, scattered)
		}
		check(t, batch.Close())
	}
}

func TestBatchBehindNext(t *testing.T) {
	event := sampling(t, 64)
	touch(t, 10)
	check(t, event.Disable(0))
	_, err := event.Next()
	check(t, err)
	batch, err := NewBatch(BatchOptions{})
	check(t, err)
	defer batch.Close()
	if _, err := batch.Fill(event); !errors.Is(err, ErrUnread) {
		t.Fatal(err)
	}
}

func TestStreamOfTwoRings(t *testing.T) {
	first, second := sampling(t, 64), sampling(t, 64)
	stream, err := NewStream()
	check(t, err)
	defer stream.Close()
	for _, event := range []*Event{first, second} {
		_, err := stream.Add(event)
		check(t, err)
	}
	touch(t, 50)
	check(t, first.Disable(0))
	check(t, second.Disable(0))
	last, seen := uint64(0), map[*Event]int{}
	for record, err := range stream.Pending() {
		check(t, err)
		if record.Time < last || record.Plan() == nil {
			t.Fatal(record)
		}
		last = record.Time
		seen[stream.Event(record.Source)]++
	}
	if seen[first] < 50 || seen[second] < 50 {
		t.Fatal(seen)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Millisecond)
	defer cancel()
	if err := stream.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	check(t, stream.Remove(first))
	if losses, err := stream.Losses(nil); err != nil || losses.Lost != 0 {
		t.Fatal(losses, err)
	}
}

// A flight with the ring of one event, which it knows by the number source.
func flightOfFaults(t *testing.T) (flight *Flight, event *Event, source int) {
	attr := faults()
	attr.Flags |= ATTR_WRITE_BACKWARD
	event = open(t, attr, nil)
	check(t, event.Mmap(8, 0))
	flight, err := NewFlight()
	check(t, err)
	t.Cleanup(func() { flight.Close() })
	source, err = flight.Add(event)
	check(t, err)
	return flight, event, source
}

func TestFlight(t *testing.T) {
	flight, event, source := flightOfFaults(t)
	check(t, event.Enable(0))
	touch(t, 20)
	count, err := flight.Cut(-1)
	check(t, err)
	records := 0
	for record, err := range flight.Records() {
		check(t, err)
		if record.Source != source || record.Plan() != event.Plan() {
			t.Fatal(record)
		}
		records++
	}
	if count < 20 || records != count || flight.Event(source) != event {
		t.Fatal(count, records)
	}
	check(t, flight.Resume())
	check(t, flight.Remove(event))
}

// The ring stayed in the flight, which didn't know its event any more.
func TestRefusedRemoveLeavesTheEventInTheFlight(t *testing.T) {
	flight, event, source := flightOfFaults(t)
	check(t, event.guard.enterAlone("test"))
	if err := flight.Remove(event); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	event.guard.leaveAlone()
	if flight.Event(source) != event {
		t.Fatal(flight.Event(source))
	}
	check(t, flight.Remove(event))
	if err := flight.Remove(event); !errors.Is(err, syscall.EINVAL) {
		t.Fatal(err)
	}
}

// Where ioctl(2) failed the flight had no ring of the event any more, and the event still
// the flight as its reader.
func TestRingIsOutOfTheFlightThoughItsOutputCannotGoOn(t *testing.T) {
	flight, event, source := flightOfFaults(t)
	_, err := flight.Cut(-1)
	check(t, err)
	fd, err := event.FD()
	check(t, err)
	null, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	check(t, err)
	defer syscall.Close(null)
	check(t, syscall.Dup3(null, fd, syscall.O_CLOEXEC))
	if err := flight.Remove(event); !errors.Is(err, syscall.ENOTTY) {
		t.Fatal(err)
	}
	if flight.Event(source) != nil || event.guard.reader.Load() != nil {
		t.Fatal("the ring is in the flight")
	}
}

func TestSetOfSpecs(t *testing.T) {
	needsEvents(t)
	onThread(t)
	specs, err := ParseSpecs("task-clock,page-faults", 0)
	check(t, err)
	defer specs.Close()
	if spec, err := specs.Get(1); err != nil || spec.Name != "page-faults" || spec.Scale != 1 {
		t.Fatal(spec, err)
	}
	set, report, err := OpenSet(specs, Target{}, SetOptions{})
	check(t, err)
	check(t, set.Enable())
	touch(t, 32)
	check(t, set.Disable())
	counts, err := set.Read()
	check(t, err)
	sums, rows, err := set.Sum(SUM_SPEC, counts)
	check(t, err)
	if len(report) != 0 || set.Len() != 2 || len(sums) != 2 || rows[1].Spec != 1 || sums[1].Raw < 32 {
		t.Fatal(report, set.Len(), sums, rows)
	}
	if _, rows, err = set.Sum(SUM_SPEC, counts[:1]); err != nil || rows[0].Parts != 1 || rows[1].Missing != 1 {
		t.Fatal(rows, err)
	}
	member, err := set.Member(0)
	check(t, err)
	if _, err := member.Event.Count(); err != nil || member.Status != MEMBER_OPEN {
		t.Fatal(member, err)
	}
	if err := member.Event.Close(); !errors.Is(err, ErrBorrowed) {
		t.Fatal(err)
	}
	check(t, set.Close())
	if _, err := member.Event.Count(); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
}

func TestSpecMistakesSayWhere(t *testing.T) {
	_, err := ParseSpecs("cycles,no_such_event_at_all", 0)
	var facts *Error
	if !errors.As(err, &facts) || facts.Rule() != RULE_EVENT_STRING || facts.Numbers()[0] != 7 {
		t.Fatal(err)
	}
}

func TestATolerantSetHasTheCountersThatThereAre(t *testing.T) {
	needsEvents(t)
	onThread(t)
	specs, err := NewSpecs()
	check(t, err)
	defer specs.Close()
	for _, config := range []uint64{0xffff, COUNT_SW_PAGE_FAULTS} {
		_, err := specs.Add(&Attr{Type: TYPE_SOFTWARE, Config: config, Flags: ATTR_EXCLUDE_KERNEL}, "", -1)
		check(t, err)
	}
	set, report, err := OpenSet(specs, Target{}, SetOptions{Flags: SET_OPEN_TOLERANT | SET_OPEN_START})
	check(t, err)
	defer set.Close()
	touch(t, 16)
	check(t, set.Disable())
	counts, err := set.Read()
	check(t, err)
	absent, err := set.Member(0)
	check(t, err)
	if len(report) != 1 || absent.Event != nil || absent.OpenError != syscall.ENOENT || counts[0].Quality != QUALITY_PARTIAL|QUALITY_MISSING ||
		counts[1].Raw < 16 {
		t.Fatal(report, absent, counts)
	}
}

func TestClocks(t *testing.T) {
	if clock, err := ClockID("CLOCK_MONOTONIC"); err != nil || clock != 1 || ClockName(1) != "monotonic" {
		t.Fatal(clock, err)
	}
	event := sampling(t, 8)
	relation, err := event.RelateClock(1)
	check(t, err)
	if ns, _, err := relation.Convert(nil, relation.Time); err != nil || ns != relation.Time+uint64(relation.Offset) {
		t.Fatal(ns, err)
	}
}

func TestStitchPassesRecords(t *testing.T) {
	event := sampling(t, 8)
	touch(t, 1)
	check(t, event.Disable(0))
	stitch, err := NewStitch(0)
	check(t, err)
	defer stitch.Close()
	record, err := event.Next()
	check(t, err)
	check(t, stitch.Push(event.Plan(), record, 7))
	passed := 0
	for out, err := range stitch.Records() {
		check(t, err)
		if out.Tag != 7 || out.State != STITCH_PASSED || out.Type != record.Type || out.Plan() != event.Plan() {
			t.Fatal(out)
		}
		passed++
	}
	if counts, err := stitch.Info(); err != nil || counts.Held != 0 || passed != 1 {
		t.Fatal(counts, err, passed)
	}
}

// The refused record's bytes replaced the pending one's.
func TestStitchKeepsAPendingRecordWhenItRefusesAnother(t *testing.T) {
	plan, err := NewPlan(faults().Bytes(), nil, BYTE_ORDER_NATIVE)
	check(t, err)
	defer plan.Close()
	stitch, err := NewStitch(0)
	check(t, err)
	defer stitch.Close()
	for range 3 {
		first := NewRecord(plan, RECORD_LOST, 0, []byte("first   first   "))
		other := NewRecord(plan, RECORD_LOST, 0, []byte("other   other   "))
		check(t, stitch.Push(plan, &first, 1))
		if err := stitch.Push(plan, &other, 2); !errors.Is(err, syscall.EAGAIN) {
			t.Fatal(err)
		}
		for out, err := range stitch.Records() {
			check(t, err)
			if out.Tag != 1 || string(out.Data) != string(first.Data) {
				t.Fatal(out.Tag, string(out.Data))
			}
		}
	}
}

const formatFile = "name: hit\nID: 7\nformat:\n" +
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" +
	"\n\tfield:int count;\toffset:4;\tsize:4;\tsigned:1;\n" +
	"\tfield:char name[4];\toffset:8;\tsize:4;\tsigned:0;\n\nprint fmt: \"%d\", REC->count\n"

func TestTracepointFromText(t *testing.T) {
	tracepoint, err := ParseTracepoint("my", formatFile, BYTE_ORDER_LITTLE)
	check(t, err)
	defer tracepoint.Close()
	raw := []byte{7, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 'a', 'b', 0, 0}
	field, err := tracepoint.Find("count")
	check(t, err)
	value, err := tracepoint.Value(raw, field, 0)
	check(t, err)
	name, err := tracepoint.Bytes(raw, field+1, 0)
	check(t, err)
	text, err := tracepoint.Format(raw)
	check(t, err)
	if tracepoint.ID != 7 || !tracepoint.Matches(raw) || int64(value) != -2 || string(name) != "ab" || text != "count=-2 name=ab" {
		t.Fatal(tracepoint, value, name, text)
	}
	if _, err := tracepoint.Value(raw[:6], field, 0); !errors.Is(err, syscall.EBADMSG) {
		t.Fatal(err)
	}
	if _, err := tracepoint.Find("no_such"); !errors.Is(err, syscall.ENOENT) {
		t.Fatal(err)
	}
}

func TestList(t *testing.T) {
	entries, err := Catalog(CATALOG_SOFTWARE)
	check(t, err)
	for _, entry := range entries {
		if entry.Name == "page-faults" {
			return
		}
	}
	t.Fatal(entries)
}
