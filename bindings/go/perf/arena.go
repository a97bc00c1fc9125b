package perf

import (
	"libperfc/internal/memory"
	"libperfc/perfc"
)

// arena is memory for the samples to come, taken for many at a time.
type arena struct {
	samples  []SampleRecord
	groups   []SampleGroupRecord
	values   []groupValue
	branches []BranchEntry
	bytes    []byte
	bits     []perfc.Branch // of one sample
}

const (
	arenaSamples = 32
	arenaBytes   = 16 << 10
)

// piece takes n of a slice that is refilled by at least so many.
func piece[T any](from *[]T, n, refill int) []T {
	if len(*from) < n {
		*from = make([]T, max(refill, 8*n))
	}
	taken := (*from)[:n:n]
	*from = (*from)[n:]
	return taken
}

// copy copies a record, 8-byte aligned as it is.
func (a *arena) copy(record []byte) []byte {
	size := (len(record) + 7) &^ 7
	if len(a.bytes) < size {
		a.bytes = memory.Unzeroed(max(arenaBytes, 8*size))
	}
	copied := a.bytes[:len(record):len(record)]
	a.bytes = a.bytes[size:]
	copy(copied, record)
	return copied
}

// boxed is a T and n bytes for its text in one piece of memory, as long as there
// aren't too many.
func boxed[T any](n int) (*T, []byte) {
	switch {
	case n <= 32:
		box := new(struct {
			record T
			text   [32]byte
		})
		return &box.record, box.text[:n]
	case n <= 128:
		box := new(struct {
			record T
			text   [128]byte
		})
		return &box.record, box.text[:n]
	}
	box := new(struct {
		record T
		text   [4096]byte
	})
	if n <= len(box.text) {
		return &box.record, box.text[:n]
	}
	return &box.record, make([]byte, n)
}
