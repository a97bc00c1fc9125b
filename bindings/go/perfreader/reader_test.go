package perfreader

import (
	"encoding/binary"
	"errors"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
	"libperfc/perfc"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// started samples this thread, and skips where that can't be had.
func started(t testing.TB, change func(*Config)) *Reader {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	cfg := DefaultConfig()
	cfg.CPU, cfg.SampleFreq = -1, 1000
	if change != nil {
		change(&cfg)
	}
	r, err := NewReader(cfg)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// work keeps the thread busy for ns of its own time.
func work(t testing.TB, ns int64) {
	var now, end unix.Timespec
	check(t, unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &end))
	for until := end.Nano() + ns; now.Nano() < until; {
		check(t, unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now))
		for i := range 10_000 {
			runtime.KeepAlive(i)
		}
	}
}

func monotonic(t testing.TB) uint64 {
	t.Helper()
	var now unix.Timespec
	check(t, unix.ClockGettime(unix.CLOCK_MONOTONIC, &now))
	return uint64(now.Nano())
}

func TestDefaults(t *testing.T) {
	if DefaultConfig() != (Config{SampleFreq: 99, StackBytes: 8192, RingPages: 64}) {
		t.Error(DefaultConfig())
	}
}

func TestConfigsThatCannotBe(t *testing.T) {
	for words, change := range map[string]func(*Config){
		"only for a PID":    func(c *Config) { c.PID, c.CPU = -1, -1 },
		"at most 65528":     func(c *Config) { c.StackBytes = 65536 },
		"multiple of 8":     func(c *Config) { c.StackBytes = 12 },
		"got 3":             func(c *Config) { c.RingPages = 3 },
		"got 0":             func(c *Config) { c.RingPages = 0 },
		"got -4":            func(c *Config) { c.RingPages = -4 },
		"SampleFreq is 0":   func(c *Config) { c.SampleFreq = 0 },
		"PID -7, CPU 0":     func(c *Config) { c.PID = -7 },
		"PID 0, CPU -2: in": func(c *Config) { c.CPU = -2 },
	} {
		cfg := DefaultConfig()
		change(&cfg)
		if _, err := NewReader(cfg); !errors.Is(err, unix.EINVAL) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", words, err)
		}
	}
	if _, err := NewReader(Config{PID: 1 << 22, CPU: -1, SampleFreq: 99, RingPages: 1}); err == nil {
		t.Error("no such process")
	}
}

func TestSamplesOfThisThread(t *testing.T) {
	r := started(t, nil)
	begin := monotonic(t)
	work(t, 30e6)
	samples := 0
	records, err := r.ReadNext(func(s Sample) {
		samples++
		if s.PID != uint32(os.Getpid()) || s.TID != uint32(unix.Gettid()) || s.IP == 0 {
			t.Errorf("%+v", s)
		}
		// Its own clock: the kernel's default runs beside it, apart by more than this.
		if s.Time < begin || s.Time > monotonic(t) {
			t.Errorf("%d not from %d to %d", s.Time, begin, monotonic(t))
		}
		if s.ABI != 2 || RegIP(s.Regs) != s.IP || RegSP(s.Regs) != s.StackAddr || s.StackAddr == 0 {
			t.Errorf("%#x, ABI %d, registers %#x, stack at %#x", s.IP, s.ABI, s.Regs, s.StackAddr)
		}
		if len(s.Callchain) == 0 || len(s.Stack) == 0 || len(s.Stack) > 8192 {
			t.Errorf("%#x, %d bytes of stack", s.Callchain, len(s.Stack))
		}
	})
	check(t, err)
	if samples == 0 || records < samples {
		t.Error(records, samples)
	}
	if fd := r.FD(); fd <= 0 {
		t.Error(fd)
	}
}

func TestFdIsReadableWhenThereAreSamples(t *testing.T) {
	r := started(t, nil)
	work(t, 5e6)
	polled := []unix.PollFd{{Fd: int32(r.FD()), Events: unix.POLLIN}}
	if number, err := unix.Poll(polled, 1000); number != 1 || polled[0].Revents&unix.POLLIN == 0 {
		t.Error(number, err, polled)
	}
}

func TestLargestStackIsTaken(t *testing.T) {
	r := started(t, func(c *Config) { c.StackBytes = mostStack })
	work(t, 10e6)
	samples := 0
	_, err := r.ReadNext(func(Sample) { samples++ })
	check(t, err)
	if samples == 0 {
		t.Error("no samples")
	}
}

func TestLossesAreTold(t *testing.T) {
	r := started(t, func(c *Config) { c.RingPages = 4 })
	id, err := r.event.ID()
	check(t, err)
	for range 20 {
		work(t, 20e6) // more than the ring holds; the LOST record comes with the next that fits
		_, err := r.ReadNext(func(Sample) {})
		check(t, err)
	}
	lost := r.TakeLost()
	if len(lost) != 1 || lost[0].ID != id || lost[0].Lost == 0 {
		t.Error(lost)
	}
	if again := r.TakeLost(); again != nil {
		t.Error(again)
	}
}

func TestPanicInTheCallbackLeavesTheReaderUsable(t *testing.T) {
	r := started(t, nil)
	work(t, 20e6)
	var times []uint64
	func() {
		defer func() {
			if recover() != "in the callback" {
				t.Error("no panic")
			}
		}()
		r.ReadNext(func(s Sample) {
			if times = append(times, s.Time); len(times) == 2 {
				panic("in the callback")
			}
		})
	}()
	_, err := r.ReadNext(func(s Sample) { times = append(times, s.Time) })
	check(t, err)
	if len(times) < 4 || !slices.IsSorted(times) || len(slices.Compact(times)) != len(times) {
		t.Error(times)
	}
	check(t, r.Close())
}

func TestUseAtTheWrongMoment(t *testing.T) {
	r := started(t, nil)
	work(t, 20e6)
	calls := 0
	_, err := r.ReadNext(func(s Sample) {
		calls++
		if _, err := r.ReadNext(func(Sample) {}); !errors.Is(err, perfc.ErrInUse) {
			t.Error(err)
		}
		check(t, r.Close())
		runtime.KeepAlive(string(s.Stack)) // still there
	})
	check(t, err)
	if calls != 1 || r.FD() != -1 {
		t.Error(calls, r.FD())
	}
	if _, err := r.ReadNext(func(Sample) {}); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	check(t, r.Close())
}

func TestReaderIsClosedOnceAndMayBeAskedAgain(t *testing.T) {
	r := started(t, nil)
	fd := r.FD()
	check(t, r.Close())
	other, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, fd) // which has the reader's fd now
	check(t, err)
	defer unix.Close(other)
	check(t, r.Close())
	if _, err := unix.FcntlInt(uintptr(other), unix.F_GETFD, 0); err != nil {
		t.Error(fd, other, err)
	}
}

func TestReaderThatNobodyMadeIsClosed(t *testing.T) {
	for _, r := range []*Reader{nil, new(Reader)} {
		if _, err := r.ReadNext(func(Sample) {}); !errors.Is(err, perfc.ErrClosed) {
			t.Error(err)
		}
		if r.FD() != -1 || r.TakeLost() != nil || r.Close() != nil {
			t.Error(r.FD(), r.TakeLost())
		}
	}
}

func TestCloseBesideReadNext(t *testing.T) {
	for range 20 {
		r := started(t, nil)
		done := make(chan error)
		go func() {
			var err error
			for err == nil {
				_, err = r.ReadNext(func(Sample) {})
			}
			done <- err
		}()
		work(t, 1e6)
		check(t, r.Close())
		if err := <-done; !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	}
}

func TestRegisters(t *testing.T) {
	regs := make([]uint64, perfRegs())
	for i := range regs {
		regs[i] = uint64(i)
	}
	wanted := map[string][3]uint64{"amd64": {8, 7, 6}, "arm64": {32, 31, 29}}[runtime.GOARCH]
	if got := [3]uint64{RegIP(regs), RegSP(regs), RegBP(regs)}; got != wanted {
		t.Error(got)
	}
	if RegIP(nil) != 0 {
		t.Error("no registers")
	}
}

// record is one as the kernel writes it.
func record(kind uint32, words ...uint64) []byte {
	bytes := binary.NativeEndian.AppendUint32(nil, kind)
	bytes = binary.NativeEndian.AppendUint16(bytes, 2)
	bytes = binary.NativeEndian.AppendUint16(bytes, uint16(8+8*len(words)))
	for _, word := range words {
		bytes = binary.NativeEndian.AppendUint64(bytes, word)
	}
	return bytes
}

// fed reads bytes in place of a ring.
func fed(t testing.TB, records ...[]byte) *Reader {
	t.Helper()
	cfg := DefaultConfig()
	attr := cfg.attr()
	plan, err := perfc.NewPlan(unsafe.Slice((*byte)(unsafe.Pointer(&attr)), unsafe.Sizeof(attr)), nil, perfc.BYTE_ORDER_NATIVE)
	check(t, err)
	r := &Reader{plan: plan, id: 99, most: 1 << 30}
	r.batch, err = newBatch()
	check(t, err)
	data := slices.Concat(records...)
	r.fill = func() (int, error) {
		if len(data) == 0 {
			return 0, nil
		}
		rows, taken, err := r.batch.FillBytes(plan, data)
		data = data[taken:]
		return rows, err
	}
	t.Cleanup(func() {
		r.Close()
		plan.Close()
	})
	return r
}

// Kernel threads have no registers.
func TestSampleWithoutRegistersOrChain(t *testing.T) {
	sample := record(perfc.RECORD_SAMPLE, 0x1000, 7|8<<32, 123, 0, 0, 0)
	r := fed(t, sample)
	calls := 0
	records, err := r.ReadNext(func(s Sample) {
		calls++
		if s.IP != 0x1000 || s.PID != 7 || s.TID != 8 || s.Time != 123 || s.ABI != 0 {
			t.Errorf("%+v", s)
		}
		if s.Callchain != nil && len(s.Callchain)+len(s.Regs)+len(s.Stack) != 0 || s.StackAddr != 0 || RegIP(s.Regs) != 0 {
			t.Errorf("%+v", s)
		}
	})
	check(t, err)
	if records != 1 || calls != 1 {
		t.Error(records, calls)
	}
}

func perfRegs() int {
	number := 0
	for mask := SampleRegsUser; mask != 0; mask &= mask - 1 {
		number++
	}
	return number
}

// full is a sample with registers 1, 2, ..., and asked bytes of stack of which
// real are.
func full(asked, real uint64) []byte {
	words := []uint64{0x1000, 7, 123, 2, 1<<64 - 512, 0x1000, 2}
	for i := range perfRegs() {
		words = append(words, uint64(i+1))
	}
	words = append(words, asked)
	for i := range asked / 8 {
		words = append(words, i)
	}
	return record(perfc.RECORD_SAMPLE, append(words, real)...)
}

func TestStackIsAsLongAsItIsReal(t *testing.T) {
	r := fed(t, full(64, 24), full(64, 64))
	var kept []Sample
	_, err := r.ReadNext(func(s Sample) { kept = append(kept, s.Clone()) })
	check(t, err)
	if len(kept) != 2 || len(kept[0].Stack) != 24 || len(kept[1].Stack) != 64 || kept[1].Stack[56] != 7 {
		t.Errorf("%+v", kept)
	}
	if len(kept[0].Regs) != perfRegs() || kept[0].StackAddr != RegSP(kept[0].Regs) || kept[0].StackAddr == 0 {
		t.Errorf("%+v", kept)
	}
	if !slices.Equal(kept[0].Callchain, []uint64{1<<64 - 512, 0x1000}) {
		t.Errorf("%#x", kept[0].Callchain)
	}
}

// Their slices lay in the ring: they were overwritten, and gone after Close.
func TestSamplesAreTheCallers(t *testing.T) {
	r := started(t, func(c *Config) { c.RingPages = 16 })
	var kept, wanted []Sample
	for range 5 {
		work(t, 20e6) // more than the ring holds
		_, err := r.ReadNext(func(s Sample) { kept, wanted = append(kept, s), append(wanted, s.Clone()) })
		check(t, err)
	}
	check(t, r.Close())
	if len(kept) < 10 || !reflect.DeepEqual(kept, wanted) {
		t.Error(len(kept), "samples, which differ from what they were")
	}
}

func TestSampleTakesOneAllocation(t *testing.T) {
	r := fed(t)
	data, samples, left := slices.Repeat(full(64, 64), 16), 0, false
	r.fill = func() (int, error) {
		if left = !left; !left {
			return 0, nil
		}
		rows, _, err := r.batch.FillBytes(r.plan, data)
		return rows, err
	}
	var last Sample
	allocations := testing.AllocsPerRun(10, func() {
		_, err := r.ReadNext(func(s Sample) { samples, last = samples+1, s })
		check(t, err)
	})
	// FillBytes pins data: one for each fill.
	if allocations > 16+4 || samples != 11*16 || len(last.Stack) != 64 {
		t.Error(allocations, samples, last)
	}
}

// LOST was ignored.
func TestLostRecordsAreAddedUp(t *testing.T) {
	r := fed(t, record(perfc.RECORD_LOST, 5, 10), full(8, 8), record(perfc.RECORD_LOST, 5, 4),
		record(perfc.RECORD_LOST_SAMPLES, 3), record(perfc.RECORD_COMM, 7, 0))
	samples := 0
	records, err := r.ReadNext(func(Sample) { samples++ })
	check(t, err)
	if lost := r.TakeLost(); records != 5 || samples != 1 || !slices.Equal(lost, []Lost{{5, 14}, {99, 3}}) {
		t.Error(records, samples, lost)
	}
}

// A sample that can't be parsed left the tail where it was.
func TestBrokenSampleIsToldAndPassed(t *testing.T) {
	huge := record(perfc.RECORD_SAMPLE, 0x1000, 7, 123, 1<<61, 0, 0)
	r := fed(t, full(8, 8), huge, full(8, 8), record(0x777, 1))
	samples := 0
	records, err := r.ReadNext(func(Sample) { samples++ })
	if records != 4 || samples != 2 || !errors.Is(err, unix.EBADMSG) {
		t.Error(records, samples, err)
	}
	_, err = r.ReadNext(nil)
	check(t, err)
}

// A record of size 0 was read for ever.
func TestRecordOfSizeZeroEnds(t *testing.T) {
	r := fed(t, full(8, 8), make([]byte, 64))
	samples := 0
	if _, err := r.ReadNext(func(Sample) { samples++ }); samples != 1 || !errors.Is(err, unix.EBADMSG) {
		t.Error(samples, err)
	}
}

func TestRingThatNeverEmptiesEndsACall(t *testing.T) {
	r := fed(t)
	r.most = 10
	data := full(8, 8)
	r.fill = func() (int, error) {
		rows, _, err := r.batch.FillBytes(r.plan, data)
		return rows, err
	}
	if records, err := r.ReadNext(func(Sample) {}); records != 10 || err != nil {
		t.Error(records, err)
	}
}
