package perfc

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// The workloads of test/bench: W1 plain, W2 with call chains, W3 with registers
// and stack. ns/record
// is that of the best round, as there.
func benchmark(b *testing.B, attr *Attr, drain func(*Event) (records int, sum uint64)) {
	needsEvents(b)
	onThread(b)
	tracepoint, err := OpenTracepoint("syscalls:sys_enter_getpid")
	if err != nil {
		b.Skip(err)
	}
	attr.Type, attr.Config, attr.SamplePeriod = TYPE_TRACEPOINT, uint64(tracepoint.ID), 1
	attr.Flags = ATTR_DISABLED | ATTR_SAMPLE_ID_ALL
	tracepoint.Close()
	event := open(b, attr, nil)
	check(b, event.Map(512, 0))
	records, sum, best := 0, uint64(0), time.Hour
	b.ResetTimer()
	for records < b.N {
		check(b, event.Enable(0))
		for range 200 {
			syscall.Getpid()
		}
		check(b, event.Disable(0))
		begin := time.Now()
		drained, part := drain(event)
		best = min(best, time.Since(begin)/time.Duration(max(drained, 1)))
		records, sum = records+drained, sum+part
	}
	runtime.KeepAlive(sum)
	b.ReportMetric(float64(best), "ns/record")
}

func workloads(b *testing.B, drain func(*Event) (int, uint64)) {
	plain := uint64(SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CPU | SAMPLE_PERIOD)
	b.Run("W1", func(b *testing.B) { benchmark(b, &Attr{SampleType: plain}, drain) })
	b.Run("W2", func(b *testing.B) { benchmark(b, &Attr{SampleType: plain | SAMPLE_CALLCHAIN}, drain) })
	b.Run("W3", func(b *testing.B) {
		benchmark(b, &Attr{
			SampleType:     SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CALLCHAIN | SAMPLE_REGS_USER | SAMPLE_STACK_USER,
			SampleRegsUser: 0xff0fff, SampleStackUser: 8192,
		}, drain)
	})
}

func BenchmarkNext(b *testing.B) {
	workloads(b, func(event *Event) (records int, sum uint64) {
		for record, err := range event.Pending() {
			if err != nil {
				b.Fatal(err)
			}
			if sample, err := record.Sample(); err == nil && record.Type == RECORD_SAMPLE {
				sum += sample.IP + sample.Time + uint64(sample.PID) + uint64(sample.TID)
				for _, address := range record.Words(sample.Callchain) {
					sum += address
				}
				records++
			}
		}
		return records, sum
	})
}

func BenchmarkColumns(b *testing.B) {
	batch, err := NewBatch(BatchOptions{Flags: BATCH_VIEWS})
	check(b, err)
	defer batch.Close()
	workloads(b, func(event *Event) (records int, sum uint64) {
		for {
			rows, err := batch.Fill(event)
			if err != nil {
				b.Fatal(err)
			}
			if rows == 0 {
				return records, sum
			}
			records += int(batch.Info().Samples)
			sum += batch.sum()
		}
	})
}

func (b *Batch) sum() (sum uint64) {
	for _, column := range []uint32{COLUMN_IP, COLUMN_TIME, COLUMN_PERIOD} {
		for _, value := range b.Sample(column).Uint64s() {
			sum += value
		}
	}
	for _, column := range []uint32{COLUMN_PID, COLUMN_TID, COLUMN_CPU} {
		for _, value := range b.Sample(column).Uint32s() {
			sum += uint64(value)
		}
	}
	for _, column := range []uint32{COLUMN_CALLCHAIN, COLUMN_USER_REGS} {
		for _, words := range b.Sample(column).Words().All() {
			for _, word := range words {
				sum += word
			}
		}
	}
	return sum
}
