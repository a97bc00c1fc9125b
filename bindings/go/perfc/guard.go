//go:build cgo

package perfc

import (
	"fmt"
	"sync/atomic"
)

// guard sees to it that a handle isn't used before its open, after its close, nor
// by two goroutines at once where the C library doesn't allow that. It never waits.
// The zero guard is that of a closed handle.
type guard struct{ state atomic.Int64 }

const (
	guardOpen      = 1 << 62
	guardExclusive = 1 << 61 // below: how many use it in ways that may be shared
)

// open begins the life of a handle, or goes on with it after a close.
func (g *guard) open() { g.state.Or(guardOpen) }

// enter begins a use that excludes others of its kind.
func (g *guard) enter(operation string) error {
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

func (g *guard) leave() { g.state.Add(-guardExclusive) }

// share begins a use that goes with all others but close.
func (g *guard) share(operation string) error {
	if state := g.state.Add(1); state&guardOpen == 0 {
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
