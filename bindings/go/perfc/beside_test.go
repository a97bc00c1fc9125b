package perfc

import (
	"context"
	"errors"
	"sync"
	"syscall"
	"testing"
)

// held is what another goroutine waits for until release. use is refused meanwhile.
func held(t *testing.T, wait func(context.Context) error, use func() error) (release func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	waited := make(chan error)
	go func() {
		err := ErrInUse
		for errors.Is(err, ErrInUse) {
			err = wait(ctx)
		}
		waited <- err
	}()
	for {
		err := use()
		if errors.Is(err, ErrInUse) {
			break
		}
		check(t, err)
	}
	return func() {
		cancel()
		if err := <-waited; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

func heldEvent(t *testing.T, event *Event) (release func()) {
	return held(t, event.Wait, func() error { _, err := event.Next(); return err })
}

func heldStream(t *testing.T, stream *Stream) (release func()) {
	return held(t, stream.Wait, func() error { _, err := stream.FD(); return err })
}

func ownSet(t *testing.T) *Set {
	t.Helper()
	specs, err := ParseSpecs("task-clock:u,page-faults/period=1/u", 0)
	check(t, err)
	return setOf(t, specs)
}

func setOf(t *testing.T, specs *Specs) *Set {
	t.Helper()
	defer specs.Close()
	needsEvents(t)
	onThread(t)
	set, _, err := OpenSet(specs, Target{}, SetOptions{Flags: SET_OPEN_IDENTIFY})
	check(t, err)
	t.Cleanup(func() { set.Close() })
	return set
}

// setOfRings is a mapped set whose two events have a ring each, and these flags.
func setOfRings(t *testing.T, flags uint64) (set *Set, first, second *Event) {
	t.Helper()
	specs, err := NewSpecs()
	check(t, err)
	for range 2 {
		attr := faults()
		attr.Flags |= flags
		_, err := specs.Add(attr, "page-faults", -1)
		check(t, err)
	}
	set = setOf(t, specs)
	_, err = set.Mmap(1, 0)
	check(t, err)
	var rings []*Event
	for _, member := range set.Members() {
		rings = append(rings, member.Ring)
	}
	return set, rings[0], rings[1]
}

func newStream(t *testing.T) *Stream {
	t.Helper()
	stream, err := NewStream()
	check(t, err)
	t.Cleanup(func() { stream.Close() })
	return stream
}

func expectInUse(t *testing.T, uses map[string]func() error) {
	t.Helper()
	for name, use := range uses {
		if err := use(); !errors.Is(err, ErrInUse) {
			t.Error(name, err)
		}
	}
}

func endOfSet(set *Set) map[string]func() error {
	return map[string]func() error{
		"Close":  set.Close,
		"Update": func() error { _, err := set.Update(SET_UPDATE_REOPEN); return err },
		"Mmap":   func() error { _, err := set.Mmap(1, SET_MMAP_SHARED); return err },
	}
}

// The set freed events that another goroutine was waiting for.
func TestSetIsNotClosedWhileAnEventOfItIsInUse(t *testing.T) {
	set := ownSet(t)
	_, err := set.Mmap(1, 0)
	check(t, err)
	member, err := set.Member(1)
	check(t, err)
	release := heldEvent(t, member.Event)
	if err := set.Close(); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	if _, err := set.Update(SET_UPDATE_REOPEN); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	first, err := set.Member(0)
	check(t, err)
	if _, err := first.Event.Count(); err != nil {
		t.Fatal("nothing is closed then:", err)
	}
	release()
	_, err = set.Update(SET_UPDATE_REOPEN)
	check(t, err)
	if _, err := member.Event.Count(); err != nil {
		t.Fatal("what was not reopened goes on:", err)
	}
	check(t, set.Close())
	if _, err := member.Event.Count(); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
}

// A refresh may open an event where a closed one was in memory.
func TestRefreshedEventsAreKnownByTheirIds(t *testing.T) {
	set := ownSet(t)
	member, err := set.Member(0)
	check(t, err)
	same := set.openEvents(set.c)
	other := set.openEvents(set.c)
	other[member.Event.c]++
	after := same
	refresh := func() {
		events, err := set.enterEvents("test")
		check(t, err)
		defer events.leave()
		set.keepEvents(same, after)
	}
	refresh()
	if _, err := member.Event.Count(); err != nil {
		t.Fatal(err)
	}
	after = other
	refresh()
	if _, err := member.Event.Count(); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
	again, err := set.Member(0)
	check(t, err)
	if again.Event == member.Event {
		t.Fatal("the closed event's handle")
	}
	if _, err := again.Event.Count(); err != nil {
		t.Fatal(err)
	}
}

// Its plan was freed with the event.
func TestEventIsNotClosedWhileItsPlanDecodes(t *testing.T) {
	event := sampling(t, 1)
	plan := event.Plan()
	_, err := plan.use("test")
	check(t, err)
	if err := event.Close(); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	plan.done()
	if plan.Len() != 1 {
		t.Fatal(plan.Len())
	}
	check(t, event.Close())
	if plan.Len() != 0 {
		t.Fatal(plan.Len())
	}
}

func TestColumnsMayBeLookedUpByManyGoroutines(t *testing.T) {
	event := sampling(t, 16)
	touch(t, 100)
	check(t, event.Disable(0))
	batch, err := NewBatch(BatchOptions{})
	check(t, err)
	_, err = batch.Fill(event)
	check(t, err)
	var group sync.WaitGroup
	for range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			for column := range uint32(COLUMN_COUNT) {
				batch.Sample(column)
			}
			if samples := batch.Info().Samples; samples < 100 || batch.Sample(COLUMN_ADDR).Len() != int(samples) {
				t.Error(samples, batch.Sample(COLUMN_ADDR).Len())
			}
		}()
	}
	group.Wait()
	check(t, batch.Close())
	if batch.Info() != (BatchInfo{}) {
		t.Error(batch.Info())
	}
}

// The stream went on with a ring that was unmapped.
func TestEventIsNotClosedWhileItsStreamIsInUse(t *testing.T) {
	event := open(t, faults(), nil)
	check(t, event.Mmap(1, 0))
	stream, err := NewStream()
	check(t, err)
	defer stream.Close()
	_, err = stream.Add(event)
	check(t, err)
	if _, err := event.Next(); !errors.Is(err, syscall.EBADFD) {
		t.Fatal("the stream reads the ring:", err)
	}
	release := heldStream(t, stream)
	for name, use := range map[string]func() error{
		"Close":  event.Close,
		"Munmap": event.Munmap,
		"Next":   func() error { _, err := event.Next(); return err },
	} {
		if err := use(); !errors.Is(err, ErrInUse) {
			t.Error(name, err)
		}
	}
	if _, err := event.Count(); err != nil {
		t.Fatal("counting may go on beside:", err)
	}
	release()
	check(t, stream.Remove(event))
	_, err = stream.Add(event)
	check(t, err)
	check(t, event.Close())
	if stream.Event(0) != nil {
		t.Fatal("the event is closed")
	}
	check(t, stream.Close())
}

func TestStreamThatIsGoneHoldsNoEvent(t *testing.T) {
	event := open(t, faults(), nil)
	check(t, event.Mmap(1, 0))
	for range 2 {
		stream, err := NewStream()
		check(t, err)
		_, err = stream.Add(event)
		check(t, err)
		check(t, stream.Close())
	}
	if _, err := event.Next(); err != nil {
		t.Fatal(err)
	}
	check(t, event.Close())
}

// A mapped set, and a stream that has none of its rings yet.
func setAndStream(t *testing.T) (*Set, *Stream) {
	set := ownSet(t)
	_, err := set.Mmap(1, 0)
	check(t, err)
	return set, newStream(t)
}

func TestSetIsNotClosedWhileItsStreamIsInUse(t *testing.T) {
	set, stream := setAndStream(t)
	before, err := set.Member(1)
	check(t, err)
	_, err = stream.AddSet(set)
	check(t, err)
	release := heldStream(t, stream)
	if err := set.Close(); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if _, err := set.Update(SET_UPDATE_REOPEN); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if _, err := before.Event.Next(); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if _, err := set.Read(); err != nil {
		t.Error("counting may go on beside:", err)
	}
	release()
	_, err = set.Update(SET_UPDATE_REOPEN)
	check(t, err)
	check(t, set.Close())
	if record, err := stream.Next(); record != nil {
		t.Error(record, err)
	}
}

// A stream looks up the events of a set, in the same map.
func TestMembersAreAskedForWhileAStreamIsRead(t *testing.T) {
	set, stream := setAndStream(t)
	_, err := stream.AddSet(set)
	check(t, err)
	check(t, set.Enable())
	done := make(chan error)
	go func() {
		var err error
		for i := 0; i < 200 && err == nil; i++ {
			if stream.Event(0) == nil {
				err = errors.New("no event")
			}
			clear(stream.sources)
		}
		done <- err
	}()
	for range 200 {
		for i := range set.Len() {
			_, err := set.Member(i)
			check(t, err)
		}
	}
	check(t, <-done)
}

// The set freed events that a stream was reading, to which they had been added one by one.
func TestSetIsNotClosedWhileAStreamOfAMemberIsInUse(t *testing.T) {
	set, first, second := setOfRings(t, 0)
	streams := []*Stream{newStream(t), newStream(t)}
	_, err := streams[0].Add(first)
	check(t, err)
	_, err = streams[1].Add(second)
	check(t, err)
	for _, stream := range streams {
		release := heldStream(t, stream)
		expectInUse(t, endOfSet(set))
		if _, err := first.Count(); err != nil {
			t.Fatal("nothing is closed then:", err)
		}
		release()
	}
	check(t, set.Close())
}

// Each stream reads its own rings, also where AddSet found the event in no stream before.
func TestSetIsNotClosedWhileOneOfItsTwoStreamsIsInUse(t *testing.T) {
	set, first, second := setOfRings(t, 0)
	streams := []*Stream{newStream(t), newStream(t)}
	_, err := streams[0].AddSet(set)
	check(t, err)
	check(t, first.Munmap())
	check(t, first.Mmap(1, 0))
	if number, err := streams[1].AddSet(set); number != 1 || err != nil {
		t.Fatal(number, err)
	}
	if first.guard.reader.Load() != &streams[1].guard || second.guard.reader.Load() != &streams[0].guard {
		t.Fatal("another stream's")
	}
	for _, stream := range streams {
		release := heldStream(t, stream)
		expectInUse(t, endOfSet(set))
		release()
	}
	check(t, set.Close())
}

// The set freed events that a flight was reading.
func TestSetIsNotClosedWhileAFlightOfAMemberIsInUse(t *testing.T) {
	set, first, second := setOfRings(t, ATTR_WRITE_BACKWARD)
	flight, err := NewFlight()
	check(t, err)
	defer flight.Close()
	for _, event := range []*Event{first, second} {
		_, err := flight.Add(event)
		check(t, err)
	}
	check(t, flight.guard.enterAlone("test"))
	expectInUse(t, endOfSet(set))
	flight.guard.leaveAlone()
	check(t, set.Enable())
	touch(t, 8)
	read := make(chan error)
	go func() {
		count, err := 1, error(nil)
		for count > 0 && err == nil || errors.Is(err, ErrInUse) {
			count, err = flight.Cut(-1)
			for range flight.Records() {
			}
		}
		read <- err
	}()
	for err = set.Close(); errors.Is(err, ErrInUse); {
		err = set.Close()
	}
	check(t, err)
	check(t, <-read)
}

// Munmap and SetOutput ran while another goroutine counted with the event or enabled it.
func TestRingIsNotChangedWhileTheEventIsInSharedUse(t *testing.T) {
	event, target := open(t, clock(ATTR_SAMPLE_ID_ALL), nil), sampling(t, 1)
	check(t, event.Mmap(0, 0))
	check(t, event.guard.share("test"))
	expectInUse(t, map[string]func() error{
		"Munmap":    event.Munmap,
		"Mmap":      func() error { return event.Mmap(1, 0) },
		"SetOutput": func() error { _, err := event.SetOutput(nil); return err },
		"target":    func() error { _, err := target.SetOutput(event); return err },
		"Close":     event.Close,
	})
	check(t, event.Enable(0))
	event.guard.done()
	check(t, event.Munmap())
}

// The page that a count was read from was unmapped meanwhile.
func TestNothingIsSharedWhileTheRingChanges(t *testing.T) {
	event := sampling(t, 1)
	check(t, event.guard.enterUnshared("test"))
	expectInUse(t, map[string]func() error{
		"CountUser": func() error { _, err := event.CountUser(); return err },
		"Enable":    func() error { return event.Enable(0) },
		"Wake":      event.Wake,
		"Next":      func() error { _, err := event.Next(); return err },
	})
	event.guard.leaveUnshared()
	check(t, event.Enable(0))
}

// Attrs were added while another goroutine decoded with the plan.
func TestPlanIsNotChangedWhileItDecodes(t *testing.T) {
	attr := (&Attr{Type: TYPE_SOFTWARE, SampleType: SAMPLE_IDENTIFIER}).Bytes()
	plan, err := NewPlan(attr, []uint64{1}, BYTE_ORDER_NATIVE)
	check(t, err)
	defer plan.Close()
	_, err = plan.use("test")
	check(t, err)
	expectInUse(t, map[string]func() error{
		"Add":        func() error { _, err := plan.Add(attr, []uint64{2}); return err },
		"SetDefault": func() error { return plan.SetDefault(0) },
		"Close":      plan.Close,
	})
	plan.done()
	check(t, plan.SetDefault(0))
	check(t, plan.change("test"))
	if err := plan.TellsApart(); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	plan.guard.leaveUnshared()
	check(t, plan.TellsApart())
}

// The plan of the target grew while another goroutine decoded with it.
func TestOutputIsNotDirectedToARingWhosePlanDecodes(t *testing.T) {
	target, event := sampling(t, 1), open(t, faults(), nil)
	_, err := target.Plan().use("test")
	check(t, err)
	if _, err := event.SetOutput(target); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	target.Plan().done()
	_, err = event.SetOutput(target)
	check(t, err)
}

// The stream was taken for another goroutine's.
func TestOutputBetweenEventsOfOneStreamIsTheKernelsToRefuse(t *testing.T) {
	stream, events := newStream(t), []*Event{sampling(t, 1), sampling(t, 1)}
	for _, event := range events {
		_, err := stream.Add(event)
		check(t, err)
	}
	for _, target := range events {
		if _, err := events[0].SetOutput(target); !errors.Is(err, syscall.EINVAL) {
			t.Fatal(err)
		}
	}
}

// It was closed for a moment, and open again.
func TestAnEventIsNeverClosedWhereItsCloseIsRefused(t *testing.T) {
	event, stream := sampling(t, 1), newStream(t)
	check(t, event.Disable(0))
	_, err := stream.Add(event)
	check(t, err)
	for _, err := range stream.Pending() {
		check(t, err)
	}
	release := heldStream(t, stream)
	defer release()
	done := make(chan error)
	go func() {
		var err error
		for i := 0; i < 2000 && err == nil; i++ {
			if _, err = event.Count(); errors.Is(err, ErrInUse) {
				err = nil
			}
		}
		done <- err
	}()
	for {
		select {
		case err := <-done:
			check(t, err)
			return
		default:
			if err := event.Close(); !errors.Is(err, ErrInUse) {
				t.Error(err)
			}
		}
	}
}
