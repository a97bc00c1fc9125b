package perf

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"libperfc/perfc"
)

// ValuesProfiler is what every HardwareProfiler, SoftwareProfiler and
// CacheProfiler is too: it reads all counters at once, each with its own times, by
// their names in JSON.
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
	mu       sync.Mutex
	counters []counter[P] // by their numbers in profiler
	profiler *perfc.Profiler
}

// newProfilers gives a profiler with an error, too: callers go on with the counters
// that there are, be there none.
func newProfilers[P any](family *family[P], mask, pid, cpu int, opts []int) (*profilers[P], error) {
	p := &profilers[P]{family: family}
	var attrs []perfc.Attr
	for _, c := range family.counters {
		if mask != 0 && mask&c.mask == 0 {
			continue
		}
		var attr perfc.Attr
		copy(perfcAttrBytes(&attr), attrBytes(defaultAttr(family.kind, c.config)))
		attrs, p.counters = append(attrs, attr), append(p.counters, c)
	}
	if len(attrs) == 0 {
		return p, nil
	}
	var err error
	p.profiler, err = perfc.NewProfilerAttrs(attrs, pid, cpu, perfc.ProfilerOptions{OpenFlags: uint64(firstOption(opts))})
	if err != nil {
		return p, p.failure(p.counters[0], pid, cpu, err)
	}
	var missing failures
	for i, c := range p.counters {
		if err := p.profiler.Status(i); err != nil {
			missing = append(missing, p.failure(c, pid, cpu, err))
		}
	}
	if missing != nil {
		return p, missing
	}
	return p, nil
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

// Unwrap is what errors.Is and errors.As look at.
func (f failures) Unwrap() []error { return f }

// HasProfilers is always true, as it is in perf-utils. node_exporter ends where it is
// false, and serves without hardware counters where it is true. ProfileValues says
// which counters there are.
func (p *profilers[P]) HasProfilers() bool { return true }

// Start starts the counters.
func (p *profilers[P]) Start() error { return p.all((*perfc.Profiler).Start) }

// Reset zeroes them.
func (p *profilers[P]) Reset() error { return p.all((*perfc.Profiler).Reset) }

// Stop stops them.
func (p *profilers[P]) Stop() error { return p.all((*perfc.Profiler).Stop) }

// Close closes them.
func (p *profilers[P]) Close() error { return p.all((*perfc.Profiler).Close) }

func (p *profilers[P]) all(call func(*perfc.Profiler) error) error {
	if p.profiler == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return bare(call(p.profiler))
}

func (p *profilers[P]) read() (counts [perfc.PROFILER_MAX]perfc.Count, present uint64, err error) {
	if p.profiler == nil {
		return counts, 0, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	counts, present, err = p.profiler.Profile()
	return counts, present, bare(err)
}

// Profile reads the counters. The times are those of the counter that was on the
// PMU for the smallest part of the time, of those that were at all: if they are
// equal no count is an estimate.
func (p *profilers[P]) Profile(profile *P) error {
	counts, present, err := p.read()
	p.fill(profile, counts[:], present)
	return err
}

func (p *profilers[P]) fill(profile *P, counts []perfc.Count, present uint64) {
	var empty P
	*profile = empty
	if present == 0 {
		return
	}
	values := make([]ProfileValue, 0, bits.OnesCount64(present))
	least := ProfileValue{}
	for i, c := range p.counters {
		if present>>i&1 == 0 {
			continue
		}
		values = append(values, profileValue(&counts[i]))
		value := &values[len(values)-1]
		if c.field != nil {
			*c.field(profile) = &value.Value
		}
		if len(values) == 1 || ranLess(value, &least) {
			least = *value
		}
	}
	*p.family.enabled(profile), *p.family.running(profile) = &least.TimeEnabled, &least.TimeRunning
}

func profileValue(count *perfc.Count) ProfileValue {
	return ProfileValue{count.Raw, count.TimeEnabled, count.TimeRunning}
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
	counts, present, err := p.read()
	if err != nil {
		return nil, err
	}
	values := make(map[string]ProfileValue, bits.OnesCount64(present))
	for i, c := range p.counters {
		if present>>i&1 != 0 {
			values[c.name] = profileValue(&counts[i])
		}
	}
	return values, nil
}
