package perf

import (
	"unsafe"

	"libperfc/perfc"
)

// decoder is implemented by every record here: it fills itself from a record of libperfc.
type decoder interface {
	Record
	decode(record *perfc.Record, ev *Event) error
}

// decode makes the Record of a record from the ring.
func (ev *Event) decode(record *perfc.Record) (Record, error) {
	made := ev.newRecord(record)
	if err := made.decode(record, ev); err != nil {
		return nil, err
	}
	return made, nil
}

// newRecord is an empty one of its type. One with text has the memory for it.
func (ev *Event) newRecord(record *perfc.Record) decoder {
	switch RecordType(record.Type) {
	case RecordTypeSample:
		if ev.attr.CountFormat.Group {
			return &piece(&ev.arena.groups, 1, arenaSamples)[0]
		}
		return &piece(&ev.arena.samples, 1, arenaSamples)[0]
	case RecordTypeMmap:
		made, text := boxed[MmapRecord](len(record.Data))
		made.Filename = asText(text)
		return made
	case RecordTypeMmap2:
		made, text := boxed[Mmap2Record](len(record.Data))
		made.Filename = asText(text)
		return made
	case RecordTypeComm:
		made, text := boxed[CommRecord](len(record.Data))
		made.NewName = asText(text)
		return made
	case RecordTypeKSymbol:
		made, text := boxed[KSymbolRecord](len(record.Data))
		made.Name = asText(text)
		return made
	case RecordTypeRead:
		if ev.attr.CountFormat.Group {
			return &ReadGroupRecord{}
		}
		return &ReadRecord{}
	}
	return newFixed(RecordType(record.Type))
}

// newFixed is one of those without text.
func newFixed(kind RecordType) decoder {
	switch kind {
	case RecordTypeLost:
		return &LostRecord{}
	case RecordTypeExit:
		return &ExitRecord{}
	case RecordTypeThrottle:
		return &ThrottleRecord{}
	case RecordTypeUnthrottle:
		return &UnthrottleRecord{}
	case RecordTypeFork:
		return &ForkRecord{}
	case RecordTypeAux:
		return &AuxRecord{}
	case RecordTypeItraceStart:
		return &ItraceStartRecord{}
	case RecordTypeLostSamples:
		return &LostSamplesRecord{}
	case RecordTypeSwitch:
		return &SwitchRecord{}
	case RecordTypeSwitchCPUWide:
		return &SwitchCPUWideRecord{}
	case RecordTypeNamespaces:
		return &NamespacesRecord{}
	}
	return &UnknownRecord{}
}

func asText(bytes []byte) string { return unsafe.String(unsafe.SliceData(bytes), len(bytes)) }

// keepText copies text into room that newRecord made for it and nobody has seen,
// else into memory of its own.
func keepText(room string, text []byte) string {
	if len(room) < len(text) || len(text) == 0 {
		return string(text)
	}
	copy(unsafe.Slice(unsafe.StringData(room), len(text)), text)
	return room[:len(text)]
}

// view is a raw record as libperfc's, if it is of that type.
func (ev *Event) view(raw *RawRecord, kind RecordType) (*perfc.Record, error) {
	if err := ev.ok(); err != nil {
		return nil, err
	}
	size := len(raw.Data) + int(unsafe.Sizeof(raw.Header))
	if kind != raw.Header.Type || size != int(raw.Header.Size) {
		return nil, ErrBadRecord
	}
	words := make([]uint64, (size+7)/8)
	data := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
	*(*RecordHeader)(unsafe.Pointer(&data[0])) = raw.Header
	copy(data[unsafe.Sizeof(raw.Header):], raw.Data)
	record := perfc.NewRecord(ev.event.Plan(), uint32(raw.Header.Type), raw.Header.Misc, data)
	return &record, nil
}

// planOf decodes a record of the ring that is no sample. Where libperfc can't tell
// the events of a ring apart they go together, so that the ring's own will do.
func (ev *Event) planOf(record *perfc.Record) *perfc.Plan {
	if ev.routed != nil {
		return ev.routed.plans[ev.id]
	}
	return record.Plan()
}

func (id *SampleID) decode(record *perfc.Record, ev *Event) error {
	if !ev.attr.Options.SampleIDAll {
		return nil
	}
	from, err := record.DecodeSampleID(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	*id = SampleID{
		Pid: from.PID, Tid: from.TID, Time: from.Time, ID: from.ID, StreamID: from.StreamID, CPU: from.CPU,
		Identifier: from.Identifier,
	}
	return nil
}

// DecodeFrom implements Record.
func (sr *SwitchRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeSwitch)
	if err != nil {
		return err
	}
	return sr.decode(record, ev)
}

func (sr *SwitchRecord) decode(record *perfc.Record, ev *Event) error {
	sr.RecordHeader = header(record)
	return sr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (nr *NamespacesRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeNamespaces)
	if err != nil {
		return err
	}
	return nr.decode(record, ev)
}

func (nr *NamespacesRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeNamespaces(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	nr.RecordHeader = header(record)
	nr.Pid, nr.Tid = r.PID, r.TID
	from := record.Namespaces(r.Namespaces)
	nr.Namespaces = make([]struct{ Dev, Inode uint64 }, len(from))
	for i := range from {
		nr.Namespaces[i].Dev, nr.Namespaces[i].Inode = from[i].Dev, from[i].Ino
	}
	return nr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (rr *ReadRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeRead)
	if err != nil {
		return err
	}
	return rr.decode(record, ev)
}

func (rr *ReadRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeRead(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	rr.RecordHeader = header(record)
	rr.Pid, rr.Tid, rr.Count = r.PID, r.TID, countOf(record, &r.Read)
	return rr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (rr *ReadGroupRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, RecordTypeRead)
	if err != nil {
		return err
	}
	return rr.decode(record, ev)
}

func (rr *ReadGroupRecord) decode(record *perfc.Record, ev *Event) error {
	r, err := record.DecodeRead(ev.planOf(record))
	if err != nil {
		return ErrBadRecord
	}
	rr.RecordHeader = header(record)
	rr.Pid, rr.Tid, rr.GroupCount = r.PID, r.TID, ev.arena.groupCountOf(record, &r.Read)
	return rr.SampleID.decode(record, ev)
}

// DecodeFrom implements Record.
func (ur *UnknownRecord) DecodeFrom(raw *RawRecord, ev *Event) error {
	record, err := ev.view(raw, raw.Header.Type)
	if err != nil {
		return err
	}
	return ur.decode(record, ev)
}

func (ur *UnknownRecord) decode(record *perfc.Record, _ *Event) error {
	ur.RecordHeader = header(record)
	ur.Data = append([]byte(nil), record.Data[unsafe.Sizeof(ur.RecordHeader):]...)
	return nil
}
