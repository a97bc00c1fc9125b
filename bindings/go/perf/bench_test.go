package perf_test

import (
	"context"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"libperfc/perf"
)

// The workloads of test/bench; ns/record is that of the best round, as there.
func BenchmarkReadRecord(b *testing.B) {
	plain := perf.SampleFormat{IP: true, Tid: true, Time: true, CPU: true, Period: true}
	chain := plain
	chain.Callchain = true
	for name, format := range map[string]perf.SampleFormat{
		"W1": plain, "W2": chain,
		"W3": {IP: true, Tid: true, Time: true, Callchain: true, UserRegisters: true, UserStack: true},
	} {
		b.Run(name, func(b *testing.B) {
			needs(b, getpid)
			attr := hits(b, format)
			attr.SampleRegistersUser, attr.SampleStackUser = 0xff0fff, 8192
			ev := open(b, attr, nil)
			check(b, ev.MapRingNumPages(512))
			best := time.Hour
			ctx := context.Background()
			b.ResetTimer()
			for read := 0; read < b.N; {
				const count = 200
				_, err := ev.Measure(func() {
					for range count {
						unix.Getpid()
					}
				})
				check(b, err)
				begin := time.Now()
				for range count {
					if _, err := ev.ReadRecord(ctx); err != nil {
						b.Fatal(err)
					}
				}
				best = min(best, time.Since(begin))
				read += count
			}
			b.ReportMetric(float64(best.Nanoseconds())/200, "ns/record")
		})
	}
}
