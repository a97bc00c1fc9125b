package perfc

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

func TestRecordsAreDecoded(t *testing.T) {
	event := sampling(t, 64)
	touch(t, 100)
	check(t, event.Disable(0))
	samples, mappings := 0, 0
	for record, err := range event.Pending() {
		check(t, err)
		switch record.Type {
		case RECORD_SAMPLE:
			sample, err := record.Sample()
			check(t, err)
			if sample.PID == 0 || sample.Addr == 0 || !sample.Has(SAMPLE_IP|SAMPLE_TIME) {
				t.Fatalf("%+v", sample)
			}
			again, err := record.DecodeSample(record.Plan())
			check(t, err)
			if again.Time != sample.Time {
				t.Fatal(again, sample)
			}
			chain := record.Callchain(sample)
			if len(chain) != int(sample.Callchain.Count) || !IsContext(chain[0]) ||
				!inRecord(record, (*byte)(unsafe.Pointer(&chain[0]))) {
				t.Fatal(chain)
			}
			samples++
		case RECORD_MMAP2:
			mmap, err := record.DecodeMmap(record.Plan())
			check(t, err)
			if record.Text(mmap.Filename) == "" {
				t.Fatalf("%+v", mmap)
			}
			id, err := record.DecodeSampleID(record.Plan())
			check(t, err)
			if id.TID == 0 {
				t.Fatalf("%+v", id)
			}
			mappings++
		}
	}
	if samples < 100 || mappings == 0 {
		t.Fatal(samples, "samples", mappings, "mappings")
	}
	losses, err := event.Losses()
	check(t, err)
	if losses.Lost != 0 {
		t.Fatalf("%+v", losses)
	}
}

func TestBreakingOffLosesNothing(t *testing.T) {
	event := sampling(t, 64)
	touch(t, 50)
	check(t, event.Disable(0))
	times := map[uint64]bool{}
	for {
		taken := 0
		for record, err := range event.Pending() {
			check(t, err)
			if sample, err := record.Sample(); err == nil && record.Type == RECORD_SAMPLE {
				times[sample.Time] = true
			}
			if taken++; taken == 3 {
				break
			}
		}
		if taken == 0 {
			break
		}
	}
	if len(times) < 50 {
		t.Fatal(len(times))
	}
}

func TestPeekTakesNothing(t *testing.T) {
	event := sampling(t, 8)
	if _, ok, err := event.Peek(); ok || err != nil {
		t.Skip("something faulted already", err)
	}
	touch(t, 4)
	check(t, event.Disable(0))
	for range 3 {
		peeked, ok, err := event.Peek()
		check(t, err)
		header := string(peeked.Data)
		next, err := event.Next()
		check(t, err)
		if !ok || header != string(next.Data) {
			t.Fatal(ok, peeked, next)
		}
	}
}

func TestNextRecordsAndNextTakeRecordsInTurn(t *testing.T) {
	event := sampling(t, 64)
	touch(t, 200)
	check(t, event.Disable(0))
	var samples, last uint64
	take := func(record *Record) {
		if record.Time != 0 || record.Plan() != event.Plan() {
			t.Fatalf("%+v", record)
		}
		if record.Type != RECORD_SAMPLE {
			return
		}
		sample, err := record.Sample()
		check(t, err)
		if sample.Time < last {
			t.Fatal(sample.Time, last)
		}
		samples, last = samples+1, sample.Time
	}
	room := make([]Record, 7)
	for {
		room[0].Time = 1
		count, err := event.NextRecords(room)
		check(t, err)
		for i := range room[:count] {
			take(&room[i])
		}
		record, err := event.Next()
		check(t, err)
		if record == nil {
			break
		}
		take(record)
	}
	if samples < 200 {
		t.Fatal(samples)
	}
	if count, err := event.NextRecords(room); count != 0 || err != nil {
		t.Fatal(count, err)
	}
}

func TestNextAllocatesNothing(t *testing.T) {
	event := sampling(t, 128)
	touch(t, 500)
	check(t, event.Disable(0))
	_, err := event.Next()
	check(t, err)
	allocations := testing.AllocsPerRun(300, func() {
		record, err := event.Next()
		if err != nil || record == nil {
			t.Fatal(record, err)
		}
		if record.Type == RECORD_SAMPLE {
			if _, err := record.Sample(); err != nil {
				t.Fatal(err)
			}
		}
	})
	if allocations != 0 {
		t.Fatal(allocations)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	event := open(t, faults(), nil)
	check(t, event.Mmap(1, 0))
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		if err := event.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	for record, err := range event.Records(ctx) {
		if record != nil || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(record, err)
		}
	}
}

func TestAWaitThatADeadlineEndsFindsWhatNobodyWasWokenFor(t *testing.T) {
	event := sampling(t, 8)
	touch(t, 2)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	taken := 0
	for _, err := range event.Records(ctx) {
		if err != nil {
			break
		}
		taken++
	}
	if taken == 0 {
		t.Fatal("the records that were there are lost")
	}
}

// Taking a record leaves another one.
func TestLoopsEndWithTheirContextHoweverManyRecordsThereAre(t *testing.T) {
	event := sampling(t, 128)
	touch(t, 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := time.Now()
	for _, err := range event.Records(ctx) {
		if errors.Is(err, context.Canceled) {
			break
		}
		check(t, err)
		touch(t, 2)
		if time.Since(start) > 10*lastRecords {
			t.Fatal("Records goes on and on")
		}
	}
	if err := event.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestWakeEndsAWait(t *testing.T) {
	event := open(t, faults(), nil)
	check(t, event.Mmap(1, 0))
	time.AfterFunc(time.Millisecond, func() { event.Wake() })
	if err := event.Wait(t.Context()); !errors.Is(err, syscall.ECANCELED) {
		t.Fatal(err)
	}
}

func TestAWakeThatACanceledWaitTookIsNotThatOfTheNextOne(t *testing.T) {
	event := open(t, faults(), nil)
	check(t, event.Mmap(1, 0))
	check(t, event.Wake())
	for _, after := range []time.Duration{0, time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		if err := event.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(after, err)
		}
	}
}

func TestConcurrentReadsAreRefused(t *testing.T) {
	event := open(t, faults(), nil)
	check(t, event.Mmap(1, 0))
	release := heldEvent(t, event)
	if err := event.Close(); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	if _, err := event.Count(); err != nil {
		t.Fatal("counting may go on beside:", err)
	}
	check(t, event.Disable(0))
	release()
	check(t, event.Close())
}

func TestEndOfTheTarget(t *testing.T) {
	needsEvents(t)
	command := exec.Command("sleep", "0.05")
	check(t, command.Start())
	event, err := Open(faults(), command.Process.Pid, ANY_CPU, nil, 0)
	check(t, err)
	defer event.Close()
	check(t, event.Mmap(8, 0))
	check(t, event.Enable(0))
	check(t, command.Wait())
	for _, err := range event.Records(t.Context()) {
		check(t, err)
	}
	if _, err := event.Next(); !errors.Is(err, syscall.ESHUTDOWN) {
		t.Fatal(err)
	}
}

func TestReadyLooksOnly(t *testing.T) {
	event := sampling(t, 8)
	touch(t, 2)
	if ready, err := event.Ready(); !ready || err != nil {
		t.Fatal(ready, err)
	}
}

func TestControlPage(t *testing.T) {
	event := open(t, clock(0), nil)
	if event.ControlPage() != nil {
		t.Fatal("nothing is mapped")
	}
	check(t, event.Mmap(0, 0))
	if page := event.ControlPage(); page == nil || page.DataSize != 0 {
		t.Fatal(page)
	}
	check(t, event.Munmap())
	if err := event.AuxMmap(1, 0); err == nil {
		t.Fatal("no ring")
	}
	if _, _, err := event.PeekAux(); !errors.Is(err, syscall.EBADFD) {
		t.Fatal(err)
	}
	if _, err := event.Ready(); err == nil || !strings.Contains(err.Error(), "the event has no ring") {
		t.Fatal(err)
	}
	if err := event.Wake(); err == nil || !strings.Contains(err.Error(), "the event has no ring") {
		t.Fatal(err)
	}
}

func TestOutputOfOneInTheRingOfAnother(t *testing.T) {
	first := faults()
	first.SampleType |= SAMPLE_IDENTIFIER
	event := open(t, first, nil)
	check(t, event.Mmap(32, 0))
	second := clock(ATTR_SAMPLE_ID_ALL)
	second.SamplePeriod, second.SampleType = 100_000, SAMPLE_IDENTIFIER|SAMPLE_TIME
	other := open(t, second, nil)
	matched, err := other.SetOutput(event)
	check(t, err)
	if !matched {
		t.Fatal("both have IDENTIFIER")
	}
	check(t, event.Enable(0))
	check(t, other.Enable(0))
	touch(t, 8)
	work()
	check(t, other.Disable(0))
	check(t, event.Disable(0))
	seen := map[uint32]int{}
	for record, err := range event.Pending() {
		check(t, err)
		if record.Type == RECORD_SAMPLE {
			sample, err := record.Sample()
			check(t, err)
			seen[sample.AttrIndex]++
		}
	}
	if seen[0] < 8 || seen[1] == 0 {
		t.Fatal(seen)
	}
}

// Whether a block's samples were decoded with it or one by one, they are the same.
func TestSamplesAreTheSameOnceTheyAreDecodedByTheBlock(t *testing.T) {
	event := sampling(t, 16)
	touch(t, 200)
	var decoded []bool
	for record, err := event.Next(); record != nil; record, err = event.Next() {
		check(t, err)
		if record.Type != RECORD_SAMPLE {
			continue
		}
		decoded = append(decoded, record.sample != nil)
		one, err := record.DecodeSample(record.Plan())
		check(t, err)
		sample, err := record.Sample()
		check(t, err)
		if *sample != one {
			t.Fatalf("sample %d: %v, by itself %v", len(decoded), *sample, one)
		}
	}
	if len(decoded) < 200 || decoded[0] || !decoded[len(decoded)-1] {
		t.Errorf("%d samples, the first and last of them decoded by the block: %v, %v",
			len(decoded), decoded[0], decoded[len(decoded)-1])
	}
}
