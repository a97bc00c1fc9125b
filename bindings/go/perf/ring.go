package perf

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"unsafe"

	"libperfc/perfc"
)

var (
	// ErrDisabled is of reading a ring whose target has ended, once it is empty.
	ErrDisabled = errors.New("perf: event disabled")

	// ErrNoReadRecord is of ReadRecord where SetOutput brought events together
	// whose formats don't go together.
	ErrNoReadRecord = errors.New("perf: ReadRecord disabled")

	// ErrBadRecord is of a record that can't be decoded.
	ErrBadRecord = errors.New("bad record received")

	errNotMapped = errors.New("perf: event ring not mapped")
)

// ReadRecord takes the next record out of the ring and decodes it; it waits for
// one, until ctx is done. The record is the caller's. May run beside ReadCount and
// ReadGroupCount, and beside nothing else.
func (ev *Event) ReadRecord(ctx context.Context) (Record, error) {
	if err := ev.ok(); err != nil {
		return nil, err
	}
	if ev.noReadRecord {
		return nil, ErrNoReadRecord
	}
	record, err := ev.next(ctx)
	if err != nil {
		return nil, err
	}
	return ev.decode(record)
}

// ReadRawRecord takes the next record as bytes, which live until the next call.
// It waits as ReadRecord does.
func (ev *Event) ReadRawRecord(ctx context.Context, raw *RawRecord) error {
	if err := ev.ok(); err != nil {
		return err
	}
	record, err := ev.next(ctx)
	if err != nil {
		return err
	}
	raw.Header = header(record)
	raw.Data = record.Data[unsafe.Sizeof(raw.Header):]
	return nil
}

// HasRecord says whether there is a record.
func (ev *Event) HasRecord() bool {
	if ev.ok() != nil || !ev.mapped {
		return false
	}
	if len(ev.unread) > 0 {
		return true
	}
	_, ok, err := ev.event.Peek()
	return ok && err == nil
}

func (ev *Event) next(ctx context.Context) (*perfc.Record, error) {
	if len(ev.unread) == 0 {
		if err := ev.refill(ctx); err != nil {
			return nil, err
		}
	}
	record := &ev.unread[0]
	ev.unread = ev.unread[1:]
	return record, nil
}

// refill waits for records, and takes those that libperfc gives with one call.
func (ev *Event) refill(ctx context.Context) error {
	if !ev.mapped {
		return errNotMapped
	}
	for {
		count, err := ev.event.NextRecords(ev.room)
		if count > 0 {
			ev.unread = ev.room[:count]
			return nil
		}
		if err == nil {
			err = ev.event.Wait(ctx)
		}
		switch {
		case err == nil:
		case errors.Is(err, syscall.ESHUTDOWN):
			return ErrDisabled
		default:
			return err
		}
	}
}

func header(record *perfc.Record) RecordHeader {
	return RecordHeader{RecordType(record.Type), record.Misc, uint16(len(record.Data))}
}

// SetOutput sends the event's records to target's ring; nil drops them.
//
// The kernel requires the same CPU, or without one the same thread, and the same clock for both
// events. The event must have no ring of its own. ReadRecord of target requires for both events:
// StreamID in their SampleFormat, and equal Options.SampleIDAll and SampleFormat.Identifier, IP,
// Tid, Time, Addr and ID. Otherwise ReadRecord returns ErrNoReadRecord from now on, and only
// ReadRawRecord works.
func (ev *Event) SetOutput(target *Event) error {
	const request = "PERF_EVENT_IOC_SET_OUTPUT"
	if err := ev.ok(); err != nil {
		return err
	}
	if target == nil {
		_, err := ev.event.SetOutput(nil)
		return ioctlError(request, err)
	}
	if err := target.ok(); err != nil {
		return err
	}
	if _, err := ev.event.SetOutput(target.event); err != nil {
		return ioctlError(request, err)
	}
	if !goTogether(&target.attr, &ev.attr) {
		target.noReadRecord = true
		return nil
	}
	return target.route(ev)
}

func goTogether(a, b *Attr) bool {
	return a.SampleFormat.StreamID && a.Options.SampleIDAll == b.Options.SampleIDAll &&
		a.SampleFormat.prefix() == b.SampleFormat.prefix()
}

// prefix is the fields of samples up to StreamID.
func (f SampleFormat) prefix() SampleFormat {
	return SampleFormat{
		Identifier: f.Identifier, IP: f.IP, Tid: f.Tid, Time: f.Time, Addr: f.Addr, ID: f.ID, StreamID: f.StreamID,
	}
}

// routes are the plans of events that write into one ring, by their StreamID:
// for formats that libperfc can't tell apart, which are those without ID and
// Identifier.
type routes struct {
	prefix *perfc.Plan // of the fields that all have
	plans  map[uint64]*perfc.Plan
}

func (ev *Event) route(other *Event) error {
	if ev.routed == nil {
		common := Attr{SampleFormat: ev.attr.SampleFormat.prefix()}
		prefix, err := perfc.NewPlan(common.kernel().Bytes(), nil, perfc.BYTE_ORDER_NATIVE)
		if err != nil {
			return fmt.Errorf("perf: %w", err)
		}
		ev.routed = &routes{prefix, map[uint64]*perfc.Plan{}}
		if err := ev.routed.add(ev); err != nil {
			return err
		}
	}
	return ev.routed.add(other)
}

func (r *routes) add(ev *Event) error {
	if r.plans[ev.id] != nil {
		return nil
	}
	plan, err := perfc.NewPlan(ev.attr.kernel().Bytes(), nil, perfc.BYTE_ORDER_NATIVE)
	if err != nil {
		return fmt.Errorf("perf: %w", err)
	}
	r.plans[ev.id] = plan
	return nil
}

func (r *routes) close() {
	if r == nil {
		return
	}
	r.prefix.Close()
	for _, plan := range r.plans {
		plan.Close()
	}
}

// sample decodes a sample of any of the events.
func (r *routes) sample(record *perfc.Record) (*perfc.Sample, error) {
	if r == nil {
		return nil, ErrBadRecord
	}
	first, err := record.DecodeSample(r.prefix)
	if err != nil {
		return nil, ErrBadRecord
	}
	plan := r.plans[first.StreamID]
	if plan == nil {
		return nil, ErrBadRecord
	}
	sample, err := record.DecodeSample(plan)
	if err != nil {
		return nil, ErrBadRecord
	}
	return &sample, nil
}
