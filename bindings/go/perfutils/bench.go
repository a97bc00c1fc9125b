package perf

import (
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// BenchOpt says how a benchmark counts.
type BenchOpt uint8

const (
	// BenchLock keeps the benchmark on one thread, and counts that alone.
	BenchLock BenchOpt = 1 << iota
	// BenchStrict skips the benchmark if an event can't be counted. Without it such
	// an event is left out.
	BenchStrict
)

// benchEvent is one event of a benchmark, over one or many threads.
type benchEvent struct {
	name     string
	counters []Profiler
}

// BenchmarkTracepoints runs f by itself, and again for each tracepoint
// ("subsystem:event"), whose hits for each operation it reports.
func BenchmarkTracepoints(
	b *testing.B,
	f func(b *testing.B),
	options BenchOpt,
	tracepoints ...string,
) {
	b.Helper()
	names, attrs := []string{}, []unix.PerfEventAttr{}
	for _, tracepoint := range tracepoints {
		subsystem, event, found := strings.Cut(tracepoint, ":")
		if !found || strings.Contains(event, ":") {
			b.Fatalf("Expected <subsystem>:<tracepoint>, got: %q", tracepoint)
		}
		attr, err := TracepointEventAttr(subsystem, event)
		if err != nil {
			failBenchmark(b, options, err)
			continue
		}
		names, attrs = append(names, tracepoint), append(attrs, *attr)
	}
	runBenchmarks(b, f, options, names, attrs)
}

// RunBenchmarks runs f by itself, and again for each attr, whose count for each
// operation it reports.
func RunBenchmarks(
	b *testing.B,
	f func(b *testing.B),
	options BenchOpt,
	eventAttrs ...unix.PerfEventAttr,
) {
	b.Helper()
	names := make([]string, len(eventAttrs))
	for i := range eventAttrs {
		names[i] = EventAttrString(&eventAttrs[i])
	}
	runBenchmarks(b, f, options, names, eventAttrs)
}

func runBenchmarks(b *testing.B, f func(b *testing.B), options BenchOpt, names []string, attrs []unix.PerfEventAttr) {
	b.Helper()
	if options&BenchLock != 0 {
		unlock, err := lockSomewhere()
		if err != nil {
			b.Fatal(err)
		}
		defer unlock()
	}
	events := []*benchEvent{}
	defer func() {
		for _, event := range events {
			event.each(Profiler.Close)
		}
	}()
	for i, attr := range attrs {
		event := &benchEvent{name: names[i]}
		events = append(events, event)
		attr.Bits |= unix.PerfBitDisabled | unix.PerfBitPinned | unix.PerfBitInherit | unix.PerfBitInheritStat |
			unix.PerfBitEnableOnExec
		if err := event.open(&attr, options); err != nil {
			failBenchmark(b, options, err)
		}
	}

	b.ReportAllocs()
	b.StartTimer()
	f(b)
	b.StopTimer()
	for _, event := range events {
		if len(event.counters) > 0 {
			event.report(b, f, options)
		}
	}
}

func failBenchmark(b *testing.B, options BenchOpt, err error) {
	b.Helper()
	if options&BenchStrict != 0 {
		b.Skip(err)
	}
}

// open opens the event for this thread, or for every thread of the process: those
// that they start inherit it.
func (e *benchEvent) open(attr *unix.PerfEventAttr, options BenchOpt) error {
	tids := []int{unix.Gettid()}
	if options&BenchLock == 0 {
		var err error
		if tids, err = getTids(os.Getpid()); err != nil {
			return err
		}
	}
	for _, tid := range tids {
		counter, err := openProfiler(attr, tid, -1, nil)
		if errors.Is(err, unix.ESRCH) {
			continue // It ended in between.
		}
		if err != nil {
			e.each(Profiler.Close)
			e.counters = nil
			return err
		}
		e.counters = append(e.counters, counter)
	}
	return nil
}

func (e *benchEvent) each(call func(Profiler) error) error {
	var failed error
	for _, counter := range e.counters {
		if err := call(counter); err != nil && failed == nil {
			failed = err
		}
	}
	return failed
}

func (e *benchEvent) report(b *testing.B, f func(b *testing.B), options BenchOpt) {
	b.Helper()
	if err := errors.Join(e.each(Profiler.Reset), e.each(Profiler.Start)); err != nil {
		failBenchmark(b, options, err)
		return
	}
	f(b)
	total := uint64(0)
	err := e.each(Profiler.Stop)
	err = errors.Join(err, e.each(func(counter Profiler) error {
		var value ProfileValue
		err := counter.Profile(&value)
		total += value.Value
		return err
	}))
	if err != nil {
		failBenchmark(b, options, err)
		return
	}
	b.ReportMetric(float64(total)/float64(b.N), e.name+"/op")
}
