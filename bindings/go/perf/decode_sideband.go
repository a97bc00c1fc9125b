package perf

import "libperfc/perfc"

// DecodeFrom implements Record.
func (mr *MmapRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeMmap)
	if err != nil {
		return err
	}
	mr.Filename = ""
	return mr.decode(record, ev)
}

func (mr *MmapRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeMmap(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	mr.RecordHeader = header(record)
	mr.Pid, mr.Tid, mr.Addr, mr.Len, mr.PageOffset = r.PID, r.TID, r.Addr, r.Len, r.Pgoff
	mr.Filename = keepText(mr.Filename, record.Bytes(r.Filename))
	return mr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (lr *LostRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeLost)
	if err != nil {
		return err
	}
	return lr.decode(record, ev)
}

func (lr *LostRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeLost(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	lr.RecordHeader = header(record)
	lr.ID, lr.Lost = r.ID, r.Lost
	return lr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (cr *CommRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeComm)
	if err != nil {
		return err
	}
	cr.NewName = ""
	return cr.decode(record, ev)
}

func (cr *CommRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeComm(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	cr.RecordHeader = header(record)
	cr.Pid, cr.Tid = r.PID, r.TID
	cr.NewName = keepText(cr.NewName, record.Bytes(r.Comm))
	return cr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (er *ExitRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeExit)
	if err != nil {
		return err
	}
	return er.decode(record, ev)
}

func (er *ExitRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeTask(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	er.RecordHeader = header(record)
	er.Pid, er.Ppid, er.Tid, er.Ptid, er.Time = r.PID, r.PPID, r.TID, r.PTID, r.Time
	return er.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (tr *ThrottleRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeThrottle)
	if err != nil {
		return err
	}
	return tr.decode(record, ev)
}

func (tr *ThrottleRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeThrottle(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	tr.RecordHeader = header(record)
	tr.Time, tr.ID, tr.StreamID = r.Time, r.ID, r.StreamID
	return tr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (ur *UnthrottleRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeUnthrottle)
	if err != nil {
		return err
	}
	return ur.decode(record, ev)
}

func (ur *UnthrottleRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeThrottle(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	ur.RecordHeader = header(record)
	ur.Time, ur.ID, ur.StreamID = r.Time, r.ID, r.StreamID
	return ur.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (fr *ForkRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeFork)
	if err != nil {
		return err
	}
	return fr.decode(record, ev)
}

func (fr *ForkRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeTask(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	fr.RecordHeader = header(record)
	fr.Pid, fr.Ppid, fr.Tid, fr.Ptid, fr.Time = r.PID, r.PPID, r.TID, r.PTID, r.Time
	return fr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (mr *Mmap2Record) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeMmap2)
	if err != nil {
		return err
	}
	mr.Filename = ""
	return mr.decode(record, ev)
}

func (mr *Mmap2Record) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeMmap(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	mr.RecordHeader = header(record)
	mr.Pid, mr.Tid, mr.Addr, mr.Len, mr.PageOffset, mr.MajorID, mr.MinorID, mr.Inode, mr.InodeGeneration, mr.Prot, mr.Flags = r.PID, r.TID, r.Addr, r.Len, r.Pgoff, r.Maj, r.Min, r.Ino, r.InoGeneration, r.Prot, r.Flags
	mr.Filename = keepText(mr.Filename, record.Bytes(r.Filename))
	return mr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (ar *AuxRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeAux)
	if err != nil {
		return err
	}
	return ar.decode(record, ev)
}

func (ar *AuxRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeAux(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	ar.RecordHeader = header(record)
	ar.Offset, ar.Size, ar.Flags = r.AuxOffset, r.AuxSize, AuxFlag(r.Flags)
	return ar.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (ir *ItraceStartRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeItraceStart)
	if err != nil {
		return err
	}
	return ir.decode(record, ev)
}

func (ir *ItraceStartRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeItraceStart(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	ir.RecordHeader = header(record)
	ir.Pid, ir.Tid = r.PID, r.TID
	return ir.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (lr *LostSamplesRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeLostSamples)
	if err != nil {
		return err
	}
	return lr.decode(record, ev)
}

func (lr *LostSamplesRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeLostSamples(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	lr.RecordHeader = header(record)
	lr.Lost = r.Lost
	return lr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (sr *SwitchCPUWideRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeSwitchCPUWide)
	if err != nil {
		return err
	}
	return sr.decode(record, ev)
}

func (sr *SwitchCPUWideRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeSwitch(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	sr.RecordHeader = header(record)
	sr.Pid, sr.Tid = r.NextPrevPID, r.NextPrevTID
	return sr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (kr *KSymbolRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeKSymbol)
	if err != nil {
		return err
	}
	kr.Name = ""
	return kr.decode(record, ev)
}

func (kr *KSymbolRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeKsymbol(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	kr.RecordHeader = header(record)
	kr.Addr, kr.Len, kr.Type, kr.Flags = r.Addr, r.Len, r.KsymType, r.Flags
	kr.Name = keepText(kr.Name, record.Bytes(r.Name))
	return kr.SampleID.decode(record, ev)
}
