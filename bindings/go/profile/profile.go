// Package profile reads and writes perf.data files, by libperfc-profile.
//
//	file, err := profile.Open("perf.data", profile.Options{})
//	...
//	for record, err := range file.Records() {
//		...
//		fmt.Println(record.Time, record.Name())
//	}
//
// Programs that don't import it don't need that library. What package perfc says of errors,
// goroutines and borrowed values goes for this package, too.
package profile

import (
	"fmt"
	"sync/atomic"

	"libperfc/perfc"
)

// guard sees to it that a handle isn't used after its close, nor by two goroutines at once.
type guard struct{ state atomic.Int32 }

const (
	closed = iota
	idle
	used
)

func (g *guard) open() { g.state.Store(idle) }

func (g *guard) enter(operation string) error { return g.change(idle, used, operation) }

func (g *guard) leave() { g.state.Store(idle) }

func (g *guard) close(operation string) error { return g.change(idle, closed, operation) }

func (g *guard) change(from, to int32, operation string) error {
	if g.state.CompareAndSwap(from, to) {
		return nil
	}
	if g.state.Load() == closed {
		return fmt.Errorf("%s: %w", operation, perfc.ErrClosed)
	}
	return fmt.Errorf("%s: %w", operation, perfc.ErrInUse)
}
