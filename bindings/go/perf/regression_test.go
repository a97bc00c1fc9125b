package perf

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/asm"
	"golang.org/x/sys/unix"

	"libperfc/perfc"
)

// One test for each mistake of github.com/elastic/go-perf that isn't made here.

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// onOneThread is for events of the calling thread that belong together.
func onOneThread(t testing.TB) {
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
}

// opened is an event of the calling thread, or a skipped test.
func opened(t testing.TB, attr *Attr, group *Event) *Event {
	t.Helper()
	onOneThread(t)
	ev, err := Open(attr, CallingThread, AnyCPU, group)
	if errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSYS) {
		t.Skip(err)
	}
	must(t, err)
	t.Cleanup(func() { ev.Close() })
	return ev
}

func dummy() *Attr { return &Attr{Type: SoftwareEvent, Config: perfc.COUNT_SW_DUMMY} }

// as is an event that decodes as if it had been opened with attr, for formats that
// the kernel has for hardware only.
func as(t testing.TB, attr *Attr) *Event {
	t.Helper()
	fd, err := opened(t, dummy(), nil).FD()
	must(t, err)
	fd, err = unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	must(t, err)
	event, err := perfc.OpenFD(fd, attr.kernel())
	must(t, err)
	t.Cleanup(func() { event.Close() })
	return &Event{event: event, attr: *attr}
}

func raw(kind RecordType, words ...uint64) *RawRecord {
	r := &RawRecord{Header: RecordHeader{Type: kind, Size: uint16(8 + 8*len(words))}}
	for _, word := range words {
		r.Data = binary.NativeEndian.AppendUint64(r.Data, word)
	}
	return r
}

func TestEverySkidReachesTheKernel(t *testing.T) {
	for _, skid := range []Skid{CanHaveArbitrarySkid, MustHaveConstantSkid, RequestedZeroSkid, MustHaveZeroSkid} {
		attr := Attr{Options: Options{PreciseIP: skid}}
		if got := attr.kernel().Flags & perfc.ATTR_PRECISE_IP_MASK >> perfc.ATTR_PRECISE_IP_SHIFT; got != uint64(skid) {
			t.Error(skid, got)
		}
	}
}

func TestBranchTypeIsNotTheCycles(t *testing.T) {
	const cycles, kind = 0x345, uint64(BranchTypeIndirectCall)
	ev := as(t, &Attr{SampleFormat: SampleFormat{BranchStack: true}})
	var sample SampleRecord
	must(t, sample.DecodeFrom(raw(RecordTypeSample, 1, 0x10, 0x20, 1<<1|cycles<<4|kind<<20), ev))
	want := BranchEntry{From: 0x10, To: 0x20, Predicted: true, Cycles: cycles, BranchType: BranchTypeIndirectCall}
	if len(sample.BranchStack) != 1 || sample.BranchStack[0] != want {
		t.Fatalf("%+v", sample.BranchStack)
	}
}

func TestSampleOfAKernelThreadHasNoRegisters(t *testing.T) {
	ev := as(t, &Attr{
		SampleFormat:        SampleFormat{UserRegisters: true, IntrRegisters: true, PhysicalAddress: true},
		SampleRegistersUser: 0xff, SampleRegistersIntr: 0x3,
	})
	var sample SampleRecord
	must(t, sample.DecodeFrom(raw(RecordTypeSample, 0, 2, 0x11, 0x22, 0x33), ev))
	if len(sample.UserRegisters) != 0 || sample.UserRegisterABI != 0 || sample.IntrRegisters[1] != 0x22 ||
		sample.PhysicalAddress != 0x33 {
		t.Fatalf("%+v", sample)
	}
}

func TestUnknownStreamIDIsABadRecord(t *testing.T) {
	format := SampleFormat{Tid: true, StreamID: true}
	attr := &Attr{SampleFormat: format, CountFormat: CountFormat{Group: true}}
	attr.Type, attr.Config = SoftwareEvent, perfc.COUNT_SW_DUMMY
	leader := opened(t, attr, nil)
	must(t, leader.MapRing())
	follower := dummy()
	follower.SampleFormat = format
	follower.SampleFormat.CPU = true
	other := opened(t, follower, nil)
	must(t, other.SetOutput(leader))
	var sample SampleGroupRecord
	if err := sample.DecodeFrom(raw(RecordTypeSample, 7, math.MaxUint64), leader); !errors.Is(err, ErrBadRecord) {
		t.Fatal(err)
	}
	must(t, sample.DecodeFrom(raw(RecordTypeSample, 7, other.id, 3), leader))
	if sample.CPU != 3 || sample.StreamID != other.id {
		t.Fatalf("%+v", sample)
	}
}

func TestCountsInARecordAreBounded(t *testing.T) {
	for name, attr := range map[string]*Attr{
		"group":     {SampleFormat: SampleFormat{Count: true}, CountFormat: CountFormat{Group: true}},
		"callchain": {SampleFormat: SampleFormat{Callchain: true}},
		"raw":       {SampleFormat: SampleFormat{Raw: true}},
		"branches":  {SampleFormat: SampleFormat{BranchStack: true}},
		"stack":     {SampleFormat: SampleFormat{UserStack: true}, SampleStackUser: 8},
	} {
		for _, nr := range []uint64{16, 1 << 31, 1<<61 | 1<<31, math.MaxUint64} {
			var sample Record = new(SampleRecord)
			if attr.CountFormat.Group {
				sample = new(SampleGroupRecord)
			}
			if err := sample.DecodeFrom(raw(RecordTypeSample, nr, 1), as(t, attr)); !errors.Is(err, ErrBadRecord) {
				t.Error(name, nr, err)
			}
		}
	}
	var namespaces NamespacesRecord
	ev := as(t, dummy())
	if err := namespaces.DecodeFrom(raw(RecordTypeNamespaces, 7, math.MaxUint64, 1, 2), ev); !errors.Is(err, ErrBadRecord) {
		t.Error("namespaces", err)
	}
}

func TestUnknownRecordIsHandedOn(t *testing.T) {
	record := perfc.NewRecord(nil, 999, 0, make([]byte, 16))
	made, err := as(t, dummy()).decode(&record)
	must(t, err)
	if unknown, ok := made.(*UnknownRecord); !ok || len(unknown.Data) != 8 || unknown.Header().Type != 999 {
		t.Fatalf("%T %+v", made, made)
	}
}

func TestMemoryLevelsAreTheKernels(t *testing.T) {
	if MemLevelNumberL1 != 1 || MemLevelNumberL4 != 4 || MemLevelNumberAnyCache != 0x0b || MemLevelNumberNA != 0x0f {
		t.Fatal(MemLevelNumberL1, MemLevelNumberL4, MemLevelNumberAnyCache, MemLevelNumberNA)
	}
}

// Each field alone, and among the ones of all the others.
func TestFieldsOfADataSourceAreMasked(t *testing.T) {
	fields := []struct {
		name  string
		shift uint
		bits  uint64
		get   func(DataSource) uint64
	}{
		{"MemOp", 0, 0x1f, func(ds DataSource) uint64 { return uint64(ds.MemOp()) }},
		{"MemLevel", 5, 0x3fff, func(ds DataSource) uint64 { return uint64(ds.MemLevel()) }},
		{"MemSnoopMode", 19, 0x1f, func(ds DataSource) uint64 { return uint64(ds.MemSnoopMode()) }},
		{"MemLock", 24, 0x3, func(ds DataSource) uint64 { return uint64(ds.MemLock()) }},
		{"MemTLB", 26, 0x7f, func(ds DataSource) uint64 { return uint64(ds.MemTLB()) }},
		{"MemLevelNumber", 33, 0xf, func(ds DataSource) uint64 { return uint64(ds.MemLevelNumber()) }},
		{"MemRemote", 37, 0x1, func(ds DataSource) uint64 { return uint64(ds.MemRemote()) }},
		{"MemSnoopModeX", 38, 0x3, func(ds DataSource) uint64 { return uint64(ds.MemSnoopModeX()) }},
	}
	for _, field := range fields {
		if got := field.get(DataSource(field.bits << field.shift)); got != field.bits {
			t.Errorf("%s: %#x", field.name, got)
		}
		if got := field.get(DataSource(^(field.bits << field.shift))); got != 0 {
			t.Errorf("%s, of the others: %#x", field.name, got)
		}
	}
	if DataSource(uint64(MemSnoopModeXForward)<<38).MemSnoopModeX() != MemSnoopModeXForward {
		t.Error("SNOOPX begins at bit 38")
	}
}

func TestReadRecordNeedsTheSameIdentification(t *testing.T) {
	same := SampleFormat{Tid: true, StreamID: true}
	for name, one := range map[string]struct {
		change func(*Attr)
		reads  bool
	}{
		"nothing":     {func(*Attr) {}, true},
		"SampleIDAll": {func(a *Attr) { a.Options.SampleIDAll = true }, false},
		"Identifier":  {func(a *Attr) { a.SampleFormat.Identifier = true }, false},
		"IP":          {func(a *Attr) { a.SampleFormat.IP = true }, false},
		"Tid":         {func(a *Attr) { a.SampleFormat.Tid = false }, false},
		"Time":        {func(a *Attr) { a.SampleFormat.Time = true }, false},
		"Addr":        {func(a *Attr) { a.SampleFormat.Addr = true }, false},
		"ID":          {func(a *Attr) { a.SampleFormat.ID = true }, false},
		"StreamID":    {func(a *Attr) { a.SampleFormat.StreamID = false }, false},
		"CPU":         {func(a *Attr) { a.SampleFormat.CPU = true }, true},
		"Period":      {func(a *Attr) { a.SampleFormat.Period = true }, true},
		"Raw":         {func(a *Attr) { a.SampleFormat.Raw = true }, true},
	} {
		attr, other := dummy(), dummy()
		attr.SampleFormat, other.SampleFormat = same, same
		one.change(other)
		target := opened(t, attr, nil)
		must(t, target.MapRing())
		must(t, opened(t, other, nil).SetOutput(target))
		if target.noReadRecord == one.reads {
			t.Errorf("with another %s", name)
		}
	}
	neither := opened(t, dummy(), nil)
	must(t, neither.MapRing())
	must(t, opened(t, dummy(), nil).SetOutput(neither))
	if !neither.noReadRecord {
		t.Error("StreamID must be set")
	}
}

func TestClosingALeaderClosesItsGroup(t *testing.T) {
	onOneThread(t)
	var g Group
	g.Add(dummy(), dummy(), dummy())
	leader, err := g.Open(CallingThread, AnyCPU)
	if err != nil {
		t.Skip(err)
	}
	must(t, leader.Close())
	for _, follower := range leader.owned {
		if _, err := follower.FD(); !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	}
	if len(leader.owned) != 2 {
		t.Error(len(leader.owned))
	}
}

func TestOptionsOfAGroupSetAfterItsEvents(t *testing.T) {
	var before, after Group
	before.Options.ExcludeKernel = true
	before.Add(PageFaults, ContextSwitches)
	after.Add(PageFaults, ContextSwitches)
	after.Options.ExcludeKernel = true
	for _, g := range []*Group{&before, &after} {
		attrs, err := g.attrs()
		must(t, err)
		for _, attr := range attrs {
			if !attr.Options.ExcludeKernel {
				t.Errorf("%+v", attr)
			}
		}
	}
}

func TestCountFormatOfALeadersAttrCounts(t *testing.T) {
	member := dummy()
	member.CountFormat = CountFormat{Enabled: true, Running: true}
	g := Group{CountFormat: CountFormat{ID: true}}
	g.Add(member, PageFaults)
	attrs, err := g.attrs()
	must(t, err)
	if want := (CountFormat{Enabled: true, Running: true, ID: true, Group: true}); attrs[0].CountFormat != want {
		t.Errorf("%+v", attrs[0].CountFormat)
	}
	if attrs[1].CountFormat != g.CountFormat {
		t.Errorf("%+v", attrs[1].CountFormat)
	}
}

func TestAnAttrIsAddedAsItIs(t *testing.T) {
	var g Group
	attr := new(Attr)
	for _, one := range []Configurator{PageFaults, ContextSwitches} {
		must(t, one.Configure(attr))
		g.Add(attr)
	}
	attrs, err := g.attrs()
	must(t, err)
	if attrs[0].Label != "page-faults" || attrs[1].Label != "context-switches" {
		t.Errorf("%+v, %+v", attrs[0], attrs[1])
	}
}

func TestOnlyMembersOfAGroupAreCountedWithIt(t *testing.T) {
	attr := dummy()
	attr.CountFormat.Group = true
	leader := opened(t, attr, nil)
	apart, err := OpenWithFlags(dummy(), CallingThread, AnyCPU, leader, unix.PERF_FLAG_FD_NO_GROUP)
	must(t, err)
	defer apart.Close()
	member := dummy()
	member.Label = "member"
	opened(t, member, leader)
	count, err := leader.ReadGroupCount()
	must(t, err)
	if len(count.Values) != 2 || count.Values[1].Label != "member" {
		t.Errorf("%+v", count)
	}
}

func TestCountsOfTheOtherKindAreErrors(t *testing.T) {
	single, group := dummy(), dummy()
	group.CountFormat.Group = true
	if _, err := opened(t, single, nil).ReadGroupCount(); !errors.Is(err, errNotGroup) {
		t.Error(err)
	}
	if _, err := opened(t, group, nil).ReadCount(); !errors.Is(err, errGroup) {
		t.Error(err)
	}
}

func TestLabelStaysVerbatim(t *testing.T) {
	attr := dummy()
	attr.Label = " mine:\tall %d of it "
	count, err := opened(t, attr, nil).ReadCount()
	must(t, err)
	if count.Label != attr.Label {
		t.Errorf("%q", count.Label)
	}
}

// loaded is a BPF program that does nothing, or a skipped test.
func loaded(t testing.TB) *ebpf.Program {
	t.Helper()
	program, err := ebpf.NewProgram(&ebpf.ProgramSpec{
		Name: "nothing", Type: ebpf.TracePoint, License: "GPL",
		Instructions: asm.Instructions{asm.Mov.Imm(asm.R0, 0), asm.Return()},
	})
	if err != nil {
		t.Skip("no BPF programs: ", err)
	}
	t.Cleanup(func() { program.Close() })
	return program
}

func TestSymbolOfAProgramThatIsLoaded(t *testing.T) {
	loaded(t)
	attr := dummy()
	attr.Options.KSymbol = true
	ev := opened(t, attr, nil)
	must(t, ev.MapRing())
	loaded(t)
	for ev.HasRecord() {
		record, err := ev.ReadRecord(t.Context())
		must(t, err)
		if symbol, ok := record.(*KSymbolRecord); ok && strings.HasSuffix(symbol.Name, "_nothing") &&
			symbol.Addr != 0 && symbol.Len != 0 && symbol.Type == unix.PERF_RECORD_KSYMBOL_TYPE_BPF {
			return
		}
	}
	if jit, _ := os.ReadFile("/proc/sys/net/core/bpf_jit_enable"); string(jit) == "0\n" {
		t.Skip("programs that are interpreted have no symbol")
	}
	t.Error("no symbol")
}

func TestProgramAtATracepoint(t *testing.T) {
	attr := new(Attr)
	if err := Tracepoint("syscalls", "sys_enter_getpid").Configure(attr); err != nil {
		t.Skip(err)
	}
	ev := opened(t, attr, nil)
	program := loaded(t)
	must(t, ev.SetBPF(uint32(program.FD())))
	info, err := program.Info()
	must(t, err)
	id, _ := info.ID()
	if ids, err := ev.QueryBPF(8); err != nil || len(ids) != 1 || ids[0] != uint32(id) {
		t.Error(ids, err, id)
	}
	if err := opened(t, dummy(), nil).SetBPF(uint32(program.FD())); err == nil {
		t.Error("a dummy runs no program")
	}
}
