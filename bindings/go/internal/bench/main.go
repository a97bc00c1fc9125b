// Bench is the Go packages as contenders of the benchmark (test/bench/peers.h), as
// a shared library: go build -buildmode=c-shared.
package main

/*
#cgo pkg-config: perfc
#cgo CFLAGS: -I${SRCDIR}/../../../..
#include <stdint.h>
#include "test/bench/ring.h"
*/
import "C"

import (
	"context"
	"runtime/cgo"
	"unsafe"

	"golang.org/x/sys/unix"

	"libperfc/perf"
	"libperfc/perfc"
	"libperfc/perfreader"
)

// reader is one way to read a ring: all that is in it.
type reader interface {
	drain() (records, sum uint64)
	close()
}

// source is the event whose ring is read.
type source struct {
	fd    int
	attr  *perfc.Attr
	pages int
}

// event is one of our own on the same ring.
func (s *source) event() (*perfc.Event, error) {
	fd, err := unix.FcntlInt(uintptr(s.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	event, err := perfc.OpenFD(fd, s.attr)
	if err != nil {
		unix.Close(fd)
	}
	return event, err
}

func (s *source) mapped() (*perfc.Event, error) {
	event, err := s.event()
	if err != nil {
		return nil, err
	}
	if err := event.Mmap(s.pages, 0); err != nil {
		event.Close()
		return nil, err
	}
	return event, nil
}

// openers are by the numbers that peers.c gives them.
var openers = [...]func(*source) (reader, error){openColumns, openRecords, openReadRecord, openReadNext}

//export go_open
func go_open(which C.int, fd C.int, attr unsafe.Pointer, size C.size_t, pages C.uint32_t) C.uintptr_t {
	s := source{fd: int(fd), attr: new(perfc.Attr), pages: int(pages)}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(s.attr)), unsafe.Sizeof(*s.attr)), unsafe.Slice((*byte)(attr), size))
	opened, err := openers[which](&s)
	if err != nil {
		return 0
	}
	return C.uintptr_t(cgo.NewHandle(opened))
}

//export go_drain
func go_drain(handle C.uintptr_t) C.struct_bench_sum {
	records, sum := cgo.Handle(handle).Value().(reader).drain()
	return C.struct_bench_sum{records: C.uint64_t(records), sum: C.uint64_t(sum)}
}

//export go_close
func go_close(handle C.uintptr_t) {
	cgo.Handle(handle).Value().(reader).close()
	cgo.Handle(handle).Delete()
}

// sumOf takes eight at a time, which other languages' compilers do by themselves.
func sumOf[T uint32 | uint64](values []T) uint64 {
	var a, b, c, d uint64
	i := 0
	for ; i+8 <= len(values); i += 8 {
		v := values[i : i+8 : i+8]
		a += uint64(v[0]) + uint64(v[4])
		b += uint64(v[1]) + uint64(v[5])
		c += uint64(v[2]) + uint64(v[6])
		d += uint64(v[3]) + uint64(v[7])
	}
	for _, value := range values[i:] {
		a += uint64(value)
	}
	return a + b + c + d
}

// firstWord is 0 where there is no stack.
func firstWord(stack []byte) uint64 {
	if len(stack) < 8 {
		return 0
	}
	return *(*uint64)(unsafe.Pointer(&stack[0]))
}

// readRecord is package perf, which opens an event of its own and gets ours in its
// place before it maps its ring.
type readRecord struct {
	event *perf.Event
	ended context.Context
}

func openReadRecord(s *source) (reader, error) {
	has := func(field uint64) bool { return s.attr.SampleType&field != 0 }
	attr := &perf.Attr{
		Type: perf.EventType(s.attr.Type), Config: s.attr.Config,
		SampleFormat: perf.SampleFormat{
			IP: has(perfc.SAMPLE_IP), Tid: has(perfc.SAMPLE_TID), Time: has(perfc.SAMPLE_TIME), CPU: has(perfc.SAMPLE_CPU),
			Period: has(perfc.SAMPLE_PERIOD), Callchain: has(perfc.SAMPLE_CALLCHAIN),
			UserRegisters: has(perfc.SAMPLE_REGS_USER), UserStack: has(perfc.SAMPLE_STACK_USER),
		},
		SampleRegistersUser: s.attr.SampleRegsUser, SampleStackUser: s.attr.SampleStackUser,
		Options: perf.Options{Disabled: true},
	}
	attr.SetSamplePeriod(s.attr.SamplePeriod)
	event, err := perf.Open(attr, perf.CallingThread, perf.AnyCPU, nil)
	if err != nil {
		return nil, err
	}
	if err := replaceAndMap(event, s); err != nil {
		event.Close()
		return nil, err
	}
	// The records in the ring are still read, and then there is no wait.
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return &readRecord{event, ended}, nil
}

func replaceAndMap(event *perf.Event, s *source) error {
	fd, err := event.FD()
	if err != nil {
		return err
	}
	if err := unix.Dup3(s.fd, fd, unix.O_CLOEXEC); err != nil {
		return err
	}
	return event.MapRingNumPages(s.pages)
}

func (r *readRecord) drain() (records, sum uint64) {
	for {
		record, err := r.event.ReadRecord(r.ended)
		if err != nil {
			return records, sum
		}
		s, ok := record.(*perf.SampleRecord)
		if !ok {
			continue
		}
		records++
		sum += s.IP + uint64(s.Pid) + uint64(s.Tid) + s.Time + uint64(s.CPU) + s.Period +
			sumOf(s.Callchain) + s.UserRegisterABI + sumOf(s.UserRegisters) +
			firstWord(s.UserStack) + uint64(len(s.UserStack)) + s.UserStackDynamicSize
	}
}

func (r *readRecord) close() { r.event.Close() }

// readNext is package perfreader.
type readNext struct{ reader *perfreader.Reader }

//go:linkname newReader libperfc/perfreader.newReader
func newReader(event *perfc.Event, pages int) (*perfreader.Reader, error)

func openReadNext(s *source) (reader, error) {
	event, err := s.event()
	if err != nil {
		return nil, err
	}
	made, err := newReader(event, s.pages)
	if err != nil {
		event.Close()
		return nil, err
	}
	return &readNext{made}, nil
}

func (r *readNext) drain() (records, sum uint64) {
	for {
		taken, err := r.reader.ReadNext(func(s perfreader.Sample) {
			records++
			sum += s.IP + uint64(s.PID) + uint64(s.TID) + s.Time + sumOf(s.Callchain) + s.ABI + sumOf(s.Regs) +
				firstWord(s.Stack) + uint64(len(s.Stack))
		})
		if taken == 0 || err != nil {
			return records, sum
		}
	}
}

func (r *readNext) close() { r.reader.Close() }

func main() {}
