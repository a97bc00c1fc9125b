//go:build cgo

package perfc

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
)

// guard sees to it that a handle isn't used before its open, after its close, nor
// by two goroutines at once where the C library doesn't allow that. It never waits.
// The zero guard is that of a closed handle.
type guard struct {
	state atomic.Int64
	// The stream or flight that reads the event's ring, and isn't in use while the event
	// is. It changes only while the event is in use.
	reader atomic.Pointer[guard]
}

const (
	guardOpen      = 1 << 62
	guardExclusive = 1 << 61
	guardUnshared  = 1 << 60 // below: how many use it in ways that may be shared
)

// open begins the life of a handle.
func (g *guard) open() { g.state.Or(guardOpen) }

// end ends it, in the middle of a use that excludes all others.
func (g *guard) end() { g.state.And(^guardOpen) }

// enter begins a use that excludes others of its kind, and of its reader's.
func (g *guard) enter(operation string) error { return g.enterBy(nil, operation) }

func (g *guard) leave() { g.leaveBy(nil) }

// enterBy is enter of a user that has entered one reader itself.
func (g *guard) enterBy(user *guard, operation string) error {
	if err := g.enterAlone(operation); err != nil {
		return err
	}
	if err := g.enterReader(user, operation); err != nil {
		g.leaveAlone()
		return err
	}
	return nil
}

func (g *guard) leaveBy(user *guard) {
	g.leaveReader(user)
	g.leaveAlone()
}

// enterReader keeps the reader from use. One that is closed reads no more.
func (g *guard) enterReader(user *guard, operation string) error {
	reader := g.reader.Load()
	if reader == nil || reader == user {
		return nil
	}
	err := reader.enterAlone(operation)
	if errors.Is(err, ErrClosed) {
		g.reader.Store(nil)
		return nil
	}
	return err
}

func (g *guard) leaveReader(user *guard) {
	if reader := g.reader.Load(); reader != nil && reader != user {
		reader.leaveAlone()
	}
}

// readBy gives the value that was entered by enterBy another reader, which the user has entered, or
// none.
func (g *guard) readBy(user, reader *guard) {
	g.leaveReader(user)
	g.reader.Store(reader)
}

// addReader gives the value, which was entered alone, the reader, unless it has one.
func (g *guard) addReader(reader *guard) {
	if other := g.reader.Load(); other == nil || other.closed() {
		g.reader.Store(reader)
	}
}

func (g *guard) enterAlone(operation string) error {
	for {
		state := g.state.Load()
		if state&guardOpen == 0 || state&guardExclusive != 0 {
			return refusal(operation, state)
		}
		if g.state.CompareAndSwap(state, state|guardExclusive) {
			return nil
		}
	}
}

func (g *guard) leaveAlone() { g.state.Add(-guardExclusive) }

// enterUnshared begins a use that excludes all others.
func (g *guard) enterUnshared(operation string) error {
	if g.state.CompareAndSwap(guardOpen, guardOpen|guardExclusive|guardUnshared) {
		return nil
	}
	return refusal(operation, g.state.Load())
}

func (g *guard) leaveUnshared() { g.state.Add(-guardExclusive - guardUnshared) }

// entered is the guards that one call has entered, and must leave.
type entered struct{ unshared, alone []*guard }

// enterAll enters all of the guards, which are then shared with nobody, and their
// readers; or none.
func enterAll(operation string, guards ...*guard) (*entered, error) {
	all := new(entered)
	for _, g := range guards {
		if err := all.enter(g, operation); err != nil {
			all.leave()
			return nil, err
		}
	}
	return all, nil
}

func (e *entered) enter(g *guard, operation string) error {
	if err := g.enterUnshared(operation); err != nil {
		return err
	}
	e.unshared = append(e.unshared, g)
	if slices.Contains(e.alone, g.reader.Load()) {
		return nil
	}
	if err := g.enterReader(nil, operation); err != nil {
		return err
	}
	if reader := g.reader.Load(); reader != nil {
		e.alone = append(e.alone, reader)
	}
	return nil
}

func (e *entered) leave() {
	for _, g := range e.alone {
		g.leaveAlone()
	}
	for _, g := range e.unshared {
		g.leaveUnshared()
	}
}

// share begins a use that goes with all others but those that share with nobody.
func (g *guard) share(operation string) error {
	if state := g.state.Add(1); state&(guardOpen|guardUnshared) != guardOpen {
		g.state.Add(-1)
		return refusal(operation, state)
	}
	return nil
}

func (g *guard) done() { g.state.Add(-1) }

// close ends all use, unless there is one at the moment.
func (g *guard) close(operation string) error {
	if g.state.CompareAndSwap(guardOpen, 0) {
		return nil
	}
	return refusal(operation, g.state.Load())
}

func (g *guard) closed() bool { return g.state.Load()&guardOpen == 0 }

func refusal(operation string, state int64) error {
	if state&guardOpen == 0 {
		return fmt.Errorf("%s: %w", operation, ErrClosed)
	}
	return fmt.Errorf("%s: %w", operation, ErrInUse)
}
