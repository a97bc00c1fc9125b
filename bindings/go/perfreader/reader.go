// Package perfreader samples user space with the data that unwinding needs: the registers, and a
// part of the stack. It has the API of perf-agent's package of that name
// (github.com/dpsoft/perf-agent/unwind/perfreader v1.2.0), with these differences:
//
//   - Sample.Time is CLOCK_MONOTONIC's.
//   - TakeLost reports losses.
//   - Broken records, unknown records and callbacks that panic leave the reader
//     usable.
package perfreader

import (
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sys/unix"
	"libperfc/perfc"
)

// Config is the settings of a Reader.
type Config struct {
	PID        int    // 0: the calling thread; -1: whatever runs on CPU
	CPU        int    // -1: wherever PID runs
	SampleFreq uint64 // samples per second
	StackBytes uint32 // of the user's stack per sample: a multiple of 8, at most 65528
	RingPages  int    // of the ring, without its first: a power of two
}

// mostStack is the kernel's maximum: USHRT_MAX, rounded down to a multiple of 8.
const mostStack = 65528

// DefaultConfig is 99 Hz, 8 KiB of stack and 64 pages of the thread 0. PID and CPU
// are to be set.
func DefaultConfig() Config { return Config{SampleFreq: 99, StackBytes: 8192, RingPages: 64} }

func (c *Config) check() error {
	switch {
	case c.PID < -1 || c.CPU < -1:
		return fmt.Errorf("perfreader: PID %d, CPU %d: %w", c.PID, c.CPU, unix.EINVAL)
	case c.CPU == -1 && c.PID == -1:
		return fmt.Errorf("perfreader: CPU -1 is only for a PID: %w", unix.EINVAL)
	case c.SampleFreq == 0:
		return fmt.Errorf("perfreader: SampleFreq is 0: %w", unix.EINVAL)
	case c.StackBytes%8 != 0:
		return fmt.Errorf("perfreader: StackBytes must be multiple of 8, got %d: %w", c.StackBytes, unix.EINVAL)
	case c.StackBytes > mostStack:
		return fmt.Errorf("perfreader: StackBytes must be at most %d, got %d: %w", mostStack, c.StackBytes, unix.EINVAL)
	case c.RingPages <= 0 || c.RingPages&(c.RingPages-1) != 0:
		return fmt.Errorf("perfreader: RingPages must be a power of two, got %d: %w", c.RingPages, unix.EINVAL)
	}
	return nil
}

func (c *Config) attr() perfc.Attr {
	return perfc.Attr{
		Type: perfc.TYPE_SOFTWARE, Config: perfc.COUNT_SW_CPU_CLOCK, SamplePeriod: c.SampleFreq,
		SampleType: perfc.SAMPLE_IP | perfc.SAMPLE_TID | perfc.SAMPLE_TIME | perfc.SAMPLE_CALLCHAIN |
			perfc.SAMPLE_REGS_USER | perfc.SAMPLE_STACK_USER,
		Flags:   perfc.ATTR_FREQ | perfc.ATTR_DISABLED | perfc.ATTR_EXCLUDE_KERNEL | perfc.ATTR_USE_CLOCKID,
		Clockid: unix.CLOCK_MONOTONIC, WakeupEvents: 1,
		SampleRegsUser: SampleRegsUser, SampleStackUser: c.StackBytes,
	}
}

// Reader is an event and its ring. One goroutine at a time calls ReadNext and
// TakeLost; FD and Close any.
type Reader struct {
	state atomic.Int32
	event *perfc.Event
	fd    int
	id    uint64
	most  int // records that a ring holds

	batch   *perfc.Batch
	fill    func() (int, error)
	plan    *perfc.Plan
	columns columns
	row     int // the next of columns to be handed out
	broken  uint64
	lost    []Lost
}

const (
	busy = 1 << iota
	closed
)

// smallest is the bytes of the smallest sample: its header, IP, TID, time, an empty
// chain, no registers and no stack.
const smallest = 7 * 8

// NewReader starts to sample the CPU's clock.
func NewReader(cfg Config) (*Reader, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	attr := cfg.attr()
	event, err := perfc.Open(&attr, cfg.PID, cfg.CPU, nil, 0)
	if err != nil {
		return nil, fmt.Errorf("perf_event_open(pid=%d cpu=%d): %w", cfg.PID, cfg.CPU, err)
	}
	r, err := newReader(event, cfg.RingPages)
	if err != nil {
		event.Close()
		return nil, err
	}
	if err := event.Enable(0); err != nil {
		r.release()
		return nil, fmt.Errorf("perf_event enable: %w", err)
	}
	return r, nil
}

// newReader reads the ring of an event whose samples are those of a Config. Without an error the
// event belongs to the reader. The benchmark uses an event of its own.
func newReader(event *perfc.Event, pages int) (*Reader, error) {
	r := &Reader{event: event, plan: event.Plan(), most: pages * unix.Getpagesize() / smallest}
	if err := event.Mmap(pages, 0); err != nil {
		return nil, fmt.Errorf("mmap perf ring: %w", err)
	}
	var err error
	if r.fd, err = event.FD(); err != nil {
		return nil, err
	}
	if r.id, err = event.ID(); err != nil {
		return nil, err
	}
	if r.batch, err = newBatch(); err != nil {
		return nil, err
	}
	r.fill = func() (int, error) { return r.batch.Fill(r.event) }
	return r, nil
}

func newBatch() (*perfc.Batch, error) {
	return perfc.NewBatch(perfc.BatchOptions{Flags: perfc.BATCH_VIEWS})
}

// Close ends the sampling. If it is called from ReadNext's callback, or while another goroutine is
// in ReadNext, it takes effect when the callback returns, and no further callback runs. Closing
// twice is no error.
func (r *Reader) Close() error {
	if r == nil {
		return nil
	}
	if before := r.state.Or(closed); before != 0 {
		return nil
	}
	return r.release()
}

func (r *Reader) release() error { return errors.Join(r.batch.Close(), r.event.Close()) }

// FD is readable when there are samples: for an event loop of one's own. It stays
// the reader's; -1: closed.
func (r *Reader) FD() int {
	if r == nil || r.fill == nil || r.state.Load()&closed != 0 {
		return -1
	}
	return r.fd
}

func (r *Reader) enter(operation string) error {
	if r == nil || r.fill == nil {
		return fmt.Errorf("%s: %w", operation, perfc.ErrClosed)
	}
	if r.state.CompareAndSwap(0, busy) {
		return nil
	}
	if r.state.Load()&closed != 0 {
		return fmt.Errorf("%s: %w", operation, perfc.ErrClosed)
	}
	return fmt.Errorf("%s: %w", operation, perfc.ErrInUse)
}

func (r *Reader) leave() {
	if r.state.And(^busy)&closed != 0 {
		r.release()
	}
}

// ReadNext passes every sample in the ring to cb, and returns the number of records that it took,
// including those that are no samples. 0: there was no record; FD becomes readable when there is
// one.
//
// If cb panics, its sample counts as read, and the next call continues behind it.
func (r *Reader) ReadNext(cb func(Sample)) (int, error) {
	if err := r.enter("Reader.ReadNext"); err != nil {
		return 0, err
	}
	defer r.leave()
	r.hand(cb) // the samples that a panic left
	taken := 0
	// A ring that is written faster than cb reads it must not keep us here for ever.
	for taken < r.most && r.state.Load()&closed == 0 {
		rows, err := r.fill()
		if err != nil {
			return taken, err
		}
		if rows == 0 {
			break
		}
		taken += rows
		r.columns, r.row = columnsOf(r.batch), 0
		r.takeLosses()
		r.hand(cb)
	}
	return taken, r.complain()
}

func (r *Reader) hand(cb func(Sample)) {
	for r.row < r.columns.rows && r.state.Load()&closed == 0 {
		r.row++
		cb(r.columns.sample(r.row - 1))
	}
}

// complain tells of samples that could not be decoded, once.
func (r *Reader) complain() error {
	before := r.broken
	r.broken = r.batch.Info().Undecodable
	if r.broken == before {
		return nil
	}
	return fmt.Errorf("perfreader: %d samples could not be decoded: %w", r.broken-before, unix.EBADMSG)
}
