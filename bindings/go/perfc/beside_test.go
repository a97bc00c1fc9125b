package perfc

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// held is an event in use by another goroutine until release.
func held(t *testing.T, event *Event) (release func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	waited := make(chan error)
	go func() {
		err := ErrInUse
		for errors.Is(err, ErrInUse) {
			err = event.Wait(ctx)
		}
		waited <- err
	}()
	for {
		_, err := event.Next()
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
	release := held(t, member.Event)
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
