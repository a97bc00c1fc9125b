package perf

import (
	"encoding/binary"
	"reflect"
	"testing"
)

// pair is two fields of 32 bits.
func pair(low, high uint32) uint64 { return uint64(low) | uint64(high)<<32 }

// text is a name, padded by the kernel to 8 bytes.
func text(name string) []uint64 {
	bytes := append([]byte(name), 0)
	for len(bytes)%8 != 0 {
		bytes = append(bytes, 0)
	}
	var words []uint64
	for ; len(bytes) > 0; bytes = bytes[8:] {
		words = append(words, binary.NativeEndian.Uint64(bytes))
	}
	return words
}

func TestEveryFieldOfEveryRecord(t *testing.T) {
	attr := &Attr{
		Options:      Options{SampleIDAll: true},
		SampleFormat: SampleFormat{Tid: true, Time: true, ID: true, StreamID: true, CPU: true, Identifier: true},
		CountFormat:  CountFormat{Enabled: true, Running: true, ID: true},
	}
	group := *attr
	group.CountFormat.Group = true
	trailer := []uint64{pair(91, 92), 93, 94, 95, pair(96, 0), 97}
	id := SampleID{Pid: 91, Tid: 92, Time: 93, ID: 94, StreamID: 95, CPU: 96, Identifier: 97}
	var none RecordHeader
	for _, one := range []struct {
		kind  RecordType
		attr  *Attr
		words []uint64
		want  Record
	}{
		{RecordTypeMmap, attr, append([]uint64{pair(1, 2), 3, 4, 5}, text("/bin/cat")...),
			&MmapRecord{none, 1, 2, 3, 4, 5, "/bin/cat", id}},
		{RecordTypeLost, attr, []uint64{1, 2}, &LostRecord{none, 1, 2, id}},
		{RecordTypeComm, attr, append([]uint64{pair(1, 2)}, text("cat")...), &CommRecord{none, 1, 2, "cat", id}},
		{RecordTypeExit, attr, []uint64{pair(1, 2), pair(3, 4), 5}, &ExitRecord{none, 1, 2, 3, 4, 5, id}},
		{RecordTypeThrottle, attr, []uint64{1, 2, 3}, &ThrottleRecord{none, 1, 2, 3, id}},
		{RecordTypeUnthrottle, attr, []uint64{1, 2, 3}, &UnthrottleRecord{none, 1, 2, 3, id}},
		{RecordTypeFork, attr, []uint64{pair(1, 2), pair(3, 4), 5}, &ForkRecord{none, 1, 2, 3, 4, 5, id}},
		{RecordTypeRead, attr, []uint64{pair(1, 2), 3, 4, 5, 6},
			&ReadRecord{none, 1, 2, Count{Value: 3, Enabled: 4, Running: 5, ID: 6}, id}},
		{RecordTypeRead, &group, []uint64{pair(1, 2), 2, 3, 4, 5, 6, 7, 8},
			&ReadGroupRecord{none, 1, 2, GroupCount{3, 4, []groupValue{{Value: 5, ID: 6}, {Value: 7, ID: 8}}}, id}},
		{RecordTypeMmap2, attr,
			append([]uint64{pair(1, 2), 3, 4, 5, pair(6, 7), 8, 9, pair(10, 11)}, text("/lib/libc.so")...),
			&Mmap2Record{none, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "/lib/libc.so", id}},
		{RecordTypeAux, attr, []uint64{1, 2, 8}, &AuxRecord{none, 1, 2, AuxCollision, id}},
		{RecordTypeItraceStart, attr, []uint64{pair(1, 2)}, &ItraceStartRecord{none, 1, 2, id}},
		{RecordTypeLostSamples, attr, []uint64{1}, &LostSamplesRecord{none, 1, id}},
		{RecordTypeSwitch, attr, nil, &SwitchRecord{none, id}},
		{RecordTypeSwitchCPUWide, attr, []uint64{pair(1, 2)}, &SwitchCPUWideRecord{none, 1, 2, id}},
		{RecordTypeNamespaces, attr, []uint64{pair(1, 2), 2, 3, 4, 5, 6},
			&NamespacesRecord{none, 1, 2, []struct{ Dev, Inode uint64 }{{3, 4}, {5, 6}}, id}},
		{RecordTypeKSymbol, attr, append([]uint64{1, pair(2, 4<<16|3)}, text("bpf_prog")...),
			&KSymbolRecord{none, 1, 2, 3, 4, "bpf_prog", id}},
	} {
		from := raw(one.kind, append(one.words, trailer...)...)
		reflect.ValueOf(one.want).Elem().Field(0).Set(reflect.ValueOf(from.Header))
		got := reflect.New(reflect.TypeOf(one.want).Elem()).Interface().(Record)
		must(t, got.DecodeFrom(from, as(t, one.attr)))
		if !reflect.DeepEqual(got, one.want) {
			t.Errorf("%T\n%+v, not\n%+v", got, got, one.want)
		}
	}
}

func TestEveryFieldOfASample(t *testing.T) {
	attr := &Attr{
		SampleFormat: SampleFormat{
			IP: true, Tid: true, Time: true, Addr: true, Count: true, Callchain: true, ID: true, CPU: true,
			Period: true, StreamID: true, Raw: true, BranchStack: true, UserRegisters: true, UserStack: true,
			Weight: true, DataSource: true, Identifier: true, Transaction: true, IntrRegisters: true,
			PhysicalAddress: true,
		},
		CountFormat:         CountFormat{Enabled: true, ID: true},
		SampleRegistersUser: 0x5, SampleRegistersIntr: 0x2, SampleStackUser: 8,
	}
	words := func(count ...uint64) []uint64 {
		first := []uint64{1, 2, pair(3, 4), 5, 6, 7, 8, pair(9, 0), 10}
		rest := []uint64{2, 21, 22, pair(4, 0x04030201), 1, 31, 32, 1, 1, 41, 42, 8, 51, 7, 61, 62, 63, 2, 71, 81}
		return append(append(first, count...), rest...)
	}
	header := RecordHeader{Type: RecordTypeSample}
	want := SampleRecord{
		RecordHeader: header, Identifier: 1, IP: 2, Pid: 3, Tid: 4, Time: 5, Addr: 6, ID: 7, StreamID: 8, CPU: 9,
		Period: 10, Count: Count{Value: 11, Enabled: 12, ID: 13}, Callchain: []uint64{21, 22}, Raw: []byte{1, 2, 3, 4},
		BranchStack:     []BranchEntry{{From: 31, To: 32, Mispredicted: true}},
		UserRegisterABI: 1, UserRegisters: []uint64{41, 42}, UserStackDynamicSize: 7,
		UserStack: binary.NativeEndian.AppendUint64(nil, 51), Weight: 61, DataSource: 62, Transaction: 63,
		IntrRegisterABI: 2, IntrRegisters: []uint64{71}, PhysicalAddress: 81,
	}
	from := raw(RecordTypeSample, words(11, 12, 13)...)
	want.Size = from.Header.Size
	var got SampleRecord
	must(t, got.DecodeFrom(from, as(t, attr)))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, not\n%+v", got, want)
	}

	attr.CountFormat.Group = true
	from = raw(RecordTypeSample, words(2, 12, 11, 13, 14, 15)...)
	var inGroup SampleGroupRecord
	must(t, inGroup.DecodeFrom(from, as(t, attr)))
	count := GroupCount{Enabled: 12, Values: []groupValue{{Value: 11, ID: 13}, {Value: 14, ID: 15}}}
	if !reflect.DeepEqual(inGroup.Count, count) {
		t.Errorf("%+v", inGroup.Count)
	}
	// All else is the same.
	a, b := reflect.ValueOf(inGroup), reflect.ValueOf(want)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		if name != "RecordHeader" && name != "Count" && name != "_" &&
			!reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			t.Errorf("%s: %v", name, a.Field(i))
		}
	}
}
