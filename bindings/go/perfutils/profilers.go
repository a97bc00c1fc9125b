package perf

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"golang.org/x/sys/unix"
)

// ValuesProfiler is also implemented by every HardwareProfiler, SoftwareProfiler and CacheProfiler.
// It reads all counters at once, each with its own times, by their names in JSON.
type ValuesProfiler interface {
	ProfileValues() (map[string]ProfileValue, error)
}

// family is the counters of one type, P the profile that has their counts.
type family[P any] struct {
	kind             uint32
	enabled, running func(*P) **uint64
	counters         []counter[P]
}

type counter[P any] struct {
	mask   int
	config uint64
	name   string
	field  func(*P) **uint64 // nil: the profile has none
}

// profilers is as many of a family's counters as could be opened.
type profilers[P any] struct {
	family   *family[P]
	counters []counter[P] // those that are open, and below their profilers
	open     []BPFProfiler
}

// newProfilers gives a profiler with an error, too: callers go on with the counters
// that there are, be there none.
func newProfilers[P any](family *family[P], mask, pid, cpu int, opts []int) (*profilers[P], error) {
	p := &profilers[P]{family: family}
	var missing failures
	for _, c := range family.counters {
		if mask != 0 && mask&c.mask == 0 {
			continue
		}
		one, err := openProfiler(defaultAttr(family.kind, c.config), pid, cpu, opts)
		if err == nil {
			p.counters, p.open = append(p.counters, c), append(p.open, one)
			continue
		}
		missing = append(missing, p.failure(c, pid, cpu, err))
		if !isAbsence(err) {
			p.Close()
			return &profilers[P]{family: family}, missing[len(missing)-1]
		}
	}
	switch {
	case missing == nil:
		return p, nil
	case len(p.open) == 0:
		return p, missing[0]
	default:
		return p, missing
	}
}

// isAbsence is whether an errno of perf_event_open(2) says something about this one
// counter. The others would end every counter alike.
func isAbsence(err error) bool {
	for _, errno := range []unix.Errno{unix.EMFILE, unix.ENFILE, unix.ENOMEM, unix.ESRCH, unix.ENOSYS, unix.EINTR} {
		if errors.Is(err, errno) {
			return false
		}
	}
	return true
}

func (p *profilers[P]) failure(c counter[P], pid, cpu int, err error) error {
	return fmt.Errorf("Failed to setup %s profiler: pid (%d) cpu (%d) %w", strings.ReplaceAll(c.name, "_", " "), pid, cpu, err)
}

// failures is several errors on one line.
type failures []error

func (f failures) Error() string {
	texts := make([]string, len(f))
	for i, err := range f {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "; ")
}

// Unwrap returns the errors for errors.Is and errors.As.
func (f failures) Unwrap() []error { return f }

// HasProfilers is always true, as it is in perf-utils. node_exporter ends where it is
// false, and serves without hardware counters where it is true. ProfileValues says
// which counters there are.
func (p *profilers[P]) HasProfilers() bool { return true }

// Start starts the counters.
func (p *profilers[P]) Start() error { return p.all(BPFProfiler.Start) }

// Reset zeroes them.
func (p *profilers[P]) Reset() error { return p.all(BPFProfiler.Reset) }

// Stop stops them.
func (p *profilers[P]) Stop() error { return p.all(BPFProfiler.Stop) }

// Close closes them.
func (p *profilers[P]) Close() error { return p.all(BPFProfiler.Close) }

// all tries each counter. The result is the first failure.
func (p *profilers[P]) all(call func(BPFProfiler) error) error {
	var failed error
	for _, one := range p.open {
		if err := call(one); err != nil && failed == nil {
			failed = err
		}
	}
	return failed
}

func (p *profilers[P]) read() ([]ProfileValue, error) {
	values := make([]ProfileValue, len(p.open))
	for i, one := range p.open {
		if err := one.Profile(&values[i]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// Profile reads the counters. The times are those of the counter that was on the
// PMU for the smallest part of the time, of those that were at all: if they are
// equal no count is an estimate.
func (p *profilers[P]) Profile(profile *P) error {
	values, err := p.read()
	p.fill(profile, values)
	return err
}

func (p *profilers[P]) fill(profile *P, values []ProfileValue) {
	var empty P
	*profile = empty
	if len(values) == 0 {
		return
	}
	least := values[0]
	for i := range values {
		if field := p.counters[i].field; field != nil {
			*field(profile) = &values[i].Value
		}
		if ranLess(&values[i], &least) {
			least = values[i]
		}
	}
	*p.family.enabled(profile), *p.family.running(profile) = &least.TimeEnabled, &least.TimeRunning
}

// ranLess compares the parts of the time that two counters were on the PMU.
func ranLess(a, b *ProfileValue) bool {
	if a.TimeRunning == 0 || b.TimeRunning == 0 {
		return a.TimeRunning != 0
	}
	high, low := bits.Mul64(a.TimeRunning, b.TimeEnabled)
	otherHigh, otherLow := bits.Mul64(b.TimeRunning, a.TimeEnabled)
	return high < otherHigh || high == otherHigh && low < otherLow
}

// ProfileValues reads the counters, each with its own times.
func (p *profilers[P]) ProfileValues() (map[string]ProfileValue, error) {
	read, err := p.read()
	if err != nil {
		return nil, err
	}
	values := make(map[string]ProfileValue, len(read))
	for i, c := range p.counters {
		values[c.name] = read[i]
	}
	return values, nil
}
