package perf

import (
	"errors"
	"syscall"
	"time"

	"libperfc/perfc"
)

// sampleOf decodes a sample with the plan of the ring, or by the StreamID.
func (ev *Event) sampleOf(record *perfc.Record) (*perfc.Sample, error) {
	sample, err := record.Sample()
	switch {
	case err == nil:
		return sample, nil
	case errors.Is(err, syscall.ENOKEY), errors.Is(err, syscall.EKEYREJECTED),
		errors.Is(err, syscall.ENOTUNIQ):
		return ev.routed.sample(record)
	}
	return nil, ErrBadRecord
}

// DecodeFrom implements Record.
func (sr *SampleRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeSample)
	if err != nil {
		return err
	}
	*sr = SampleRecord{}
	return sr.decode(record, ev)
}

// DecodeFrom implements Record.
func (sr *SampleGroupRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeSample)
	if err != nil {
		return err
	}
	*sr = SampleGroupRecord{}
	return sr.decode(record, ev)
}

// variable are the fields of a sample that lie elsewhere.
type variable struct {
	callchain []uint64
	raw       []byte
	branches  []BranchEntry
	userRegs  []uint64
	stack     []byte
	intrRegs  []uint64
}

const (
	hasVariable = perfc.SAMPLE_CALLCHAIN | perfc.SAMPLE_RAW | perfc.SAMPLE_BRANCH_STACK |
		perfc.SAMPLE_REGS_USER | perfc.SAMPLE_STACK_USER | perfc.SAMPLE_REGS_INTR
	isRare = perfc.SAMPLE_IDENTIFIER | perfc.SAMPLE_ADDR | perfc.SAMPLE_ID | perfc.SAMPLE_STREAM_ID |
		perfc.SAMPLE_READ | perfc.SAMPLE_WEIGHT | perfc.SAMPLE_DATA_SRC | perfc.SAMPLE_TRANSACTION |
		perfc.SAMPLE_PHYS_ADDR
)

// keep copies the variable parts of a sample out of the ring, at once.
func (a *arena) keep(record *perfc.Record, sample *perfc.Sample) variable {
	kept := perfc.Record{Data: a.copy(record.Data)}
	var v variable
	if sample.Has(perfc.SAMPLE_CALLCHAIN) {
		v.callchain = notNil(kept.Words(sample.Callchain))
	}
	if sample.Has(perfc.SAMPLE_RAW) {
		v.raw = notNil(kept.Bytes(sample.Raw))
	}
	if sample.Has(perfc.SAMPLE_BRANCH_STACK) {
		v.branches = a.branchStack(kept.Branches(sample.Branches))
	}
	if sample.Has(perfc.SAMPLE_REGS_USER) {
		v.userRegs = notNil(kept.Words(sample.UserRegs))
	}
	if sample.Has(perfc.SAMPLE_STACK_USER) {
		v.stack = notNil(kept.Bytes(sample.Stack))
	}
	if sample.Has(perfc.SAMPLE_REGS_INTR) {
		v.intrRegs = notNil(kept.Words(sample.IntrRegs))
	}
	return v
}

func notNil[T any](some []T) []T {
	if some == nil {
		return []T{}
	}
	return some
}

func (a *arena) branchStack(entries []perfc.BranchEntry) []BranchEntry {
	if len(a.bits) < len(entries) {
		a.bits = make([]perfc.Branch, 2*len(entries))
	}
	perfc.DecodeBranches(entries, a.bits)
	all := piece(&a.branches, len(entries), 64)
	for i := range entries {
		all[i] = branchEntry(&entries[i], &a.bits[i])
	}
	return all
}

func (sr *SampleRecord) decode(record *perfc.Record, ev *Event) error {
	s, err := ev.sampleOf(record)
	if err != nil {
		return err
	}
	sr.fill(record, s, ev)
	return nil
}

func (sr *SampleRecord) fill(record *perfc.Record, s *perfc.Sample, ev *Event) {
	sr.RecordHeader = header(record)
	present := s.Present
	if present&perfc.SAMPLE_IP != 0 {
		sr.IP = s.IP
	}
	if present&perfc.SAMPLE_TID != 0 {
		sr.Pid, sr.Tid = s.PID, s.TID
	}
	if present&perfc.SAMPLE_TIME != 0 {
		sr.Time = s.Time
	}
	if present&perfc.SAMPLE_CPU != 0 {
		sr.CPU = s.CPU
	}
	if present&perfc.SAMPLE_PERIOD != 0 {
		sr.Period = s.Period
	}
	if present&isRare != 0 {
		sr.rare(record, s)
	}
	if present&hasVariable != 0 {
		sr.vary(s, ev.arena.keep(record, s))
	}
}

func (sr *SampleRecord) vary(s *perfc.Sample, v variable) {
	sr.Callchain, sr.Raw, sr.BranchStack = v.callchain, v.raw, v.branches
	sr.UserRegisters, sr.UserStack, sr.IntrRegisters = v.userRegs, v.stack, v.intrRegs
	if v.userRegs != nil {
		sr.UserRegisterABI = s.UserABI
	}
	if len(v.stack) > 0 {
		sr.UserStackDynamicSize = s.StackDynSize
	}
	if v.intrRegs != nil {
		sr.IntrRegisterABI = s.IntrABI
	}
}

func (sr *SampleRecord) rare(record *perfc.Record, s *perfc.Sample) {
	r := rareOf(s)
	sr.Identifier, sr.Addr, sr.ID, sr.StreamID = r.identifier, r.addr, r.id, r.streamID
	sr.Weight, sr.DataSource, sr.Transaction = r.weight, DataSource(r.dataSrc), Transaction(r.transaction)
	sr.PhysicalAddress = r.physAddr
	if s.Has(perfc.SAMPLE_READ) {
		sr.Count = countOf(record, &s.Read)
	}
}

func (sr *SampleGroupRecord) decode(record *perfc.Record, ev *Event) error {
	s, err := ev.sampleOf(record)
	if err != nil {
		return err
	}
	// The same but for Count.
	var single SampleRecord
	one := *s
	one.Present &^= perfc.SAMPLE_READ
	single.fill(record, &one, ev)
	sr.RecordHeader = single.RecordHeader
	sr.Identifier, sr.IP, sr.Pid, sr.Tid = single.Identifier, single.IP, single.Pid, single.Tid
	sr.Time, sr.Addr, sr.ID, sr.StreamID = single.Time, single.Addr, single.ID, single.StreamID
	sr.CPU, sr.Period, sr.Callchain, sr.Raw = single.CPU, single.Period, single.Callchain, single.Raw
	sr.BranchStack, sr.UserRegisterABI, sr.UserRegisters = single.BranchStack, single.UserRegisterABI, single.UserRegisters
	sr.UserStack, sr.UserStackDynamicSize = single.UserStack, single.UserStackDynamicSize
	sr.Weight, sr.DataSource, sr.Transaction = single.Weight, single.DataSource, single.Transaction
	sr.IntrRegisterABI, sr.IntrRegisters = single.IntrRegisterABI, single.IntrRegisters
	sr.PhysicalAddress = single.PhysicalAddress
	if s.Has(perfc.SAMPLE_READ) {
		sr.Count = ev.arena.groupCountOf(record, &s.Read)
	}
	return nil
}

// rarely are fields that few ask for.
type rarely struct {
	identifier, addr, id, streamID, weight, dataSrc, transaction, physAddr uint64
}

func rareOf(s *perfc.Sample) rarely {
	var r rarely
	for _, one := range [...]struct {
		bit      uint64
		from, to *uint64
	}{
		{perfc.SAMPLE_IDENTIFIER, &s.Identifier, &r.identifier}, {perfc.SAMPLE_ADDR, &s.Addr, &r.addr},
		{perfc.SAMPLE_ID, &s.ID, &r.id}, {perfc.SAMPLE_STREAM_ID, &s.StreamID, &r.streamID},
		{perfc.SAMPLE_WEIGHT, &s.Weight, &r.weight}, {perfc.SAMPLE_DATA_SRC, &s.DataSrc, &r.dataSrc},
		{perfc.SAMPLE_TRANSACTION, &s.Transaction, &r.transaction}, {perfc.SAMPLE_PHYS_ADDR, &s.PhysAddr, &r.physAddr},
	} {
		if s.Has(one.bit) {
			*one.to = *one.from
		}
	}
	return r
}

func countOf(record *perfc.Record, read *perfc.ReadPart) Count {
	var count Count
	if read.ReadFormat&perfc.FORMAT_TOTAL_TIME_ENABLED != 0 {
		count.Enabled = time.Duration(read.TimeEnabled)
	}
	if read.ReadFormat&perfc.FORMAT_TOTAL_TIME_RUNNING != 0 {
		count.Running = time.Duration(read.TimeRunning)
	}
	if value, err := record.ReadValue(read, 0); err == nil {
		count.Value, count.ID = value.Value, value.ID
	}
	return count
}

func (a *arena) groupCountOf(record *perfc.Record, read *perfc.ReadPart) GroupCount {
	one := countOf(record, read)
	count := GroupCount{Enabled: one.Enabled, Running: one.Running, Values: piece(&a.values, int(read.Nr), 64)}
	for i := range count.Values {
		value, err := record.ReadValue(read, i)
		if err != nil {
			break
		}
		count.Values[i].Value, count.Values[i].ID = value.Value, value.ID
	}
	return count
}
