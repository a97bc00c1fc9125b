package perfc

import (
	"context"
	"errors"
	"sync"
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
	needsEvents(t)
	onThread(t)
	specs, err := ParseSpecs("task-clock:u,page-faults/period=1/u")
	check(t, err)
	defer specs.Close()
	set, _, err := OpenSet(specs, Target{}, SetOptions{Flags: SET_IDENTIFY})
	check(t, err)
	t.Cleanup(func() { set.Close() })
	return set
}

// The set freed events that another goroutine was waiting for.
func TestSetIsNotClosedWhileAnEventOfItIsInUse(t *testing.T) {
	set := ownSet(t)
	_, err := set.Map(1, 0)
	check(t, err)
	member, err := set.Member(1)
	check(t, err)
	release := heldEvent(t, member.Event)
	if err := set.Close(); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	if _, err := set.Refresh(REFRESH_REOPEN); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	first, err := set.Member(0)
	check(t, err)
	if _, err := first.Event.Count(); err != nil {
		t.Fatal("nothing is closed then:", err)
	}
	release()
	_, err = set.Refresh(REFRESH_REOPEN)
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
	check(t, member.Event.shut("test"))
	set.keepEvents(same, same)
	if _, err := member.Event.Count(); err != nil {
		t.Fatal(err)
	}
	check(t, member.Event.shut("test"))
	set.keepEvents(same, other)
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
	if batch.Info() != (BatchResult{}) {
		t.Error(batch.Info())
	}
}

// The stream went on with a ring that was unmapped.
func TestEventIsNotClosedWhileItsStreamIsInUse(t *testing.T) {
	event := open(t, faults(), nil)
	check(t, event.Map(1, 0))
	stream, err := NewStream()
	check(t, err)
	defer stream.Close()
	_, err = stream.Add(event)
	check(t, err)
	if _, err := event.Next(); err != nil {
		t.Fatal("nobody uses the stream:", err)
	}
	release := heldStream(t, stream)
	for name, use := range map[string]func() error{
		"Close": event.Close,
		"Unmap": event.Unmap,
		"Next":  func() error { _, err := event.Next(); return err },
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
	check(t, event.Map(1, 0))
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
	_, err := set.Map(1, 0)
	check(t, err)
	stream, err := NewStream()
	check(t, err)
	t.Cleanup(func() { stream.Close() })
	return set, stream
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
	if _, err := set.Refresh(REFRESH_REOPEN); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if _, err := before.Event.Next(); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if _, err := set.Read(); err != nil {
		t.Error("counting may go on beside:", err)
	}
	release()
	_, err = set.Refresh(REFRESH_REOPEN)
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
