package perf

import (
	"errors"
	"os"
	"testing"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/asm"
	"github.com/cilium/ebpf/rlimit"
	"golang.org/x/sys/unix"
)

// marked is a getrusage that nobody else calls: the kernel refuses it, behind the
// tracepoint.
const marked = 0x5ca1ab1e

func callMarked(t testing.TB, times int) {
	t.Helper()
	for range times {
		if err := unix.Getrusage(marked, &unix.Rusage{}); !errors.Is(err, unix.EINVAL) {
			t.Fatal(err)
		}
	}
}

// counting is a program that counts marked calls, and returns verdict. It skips
// where no program can be loaded.
func counting(t testing.TB, verdict int32) (*ebpf.Program, *ebpf.Map) {
	t.Helper()
	if err := rlimit.RemoveMemlock(); err != nil {
		t.Skip(err)
	}
	counts, err := ebpf.NewMap(&ebpf.MapSpec{Type: ebpf.Array, KeySize: 4, ValueSize: 8, MaxEntries: 1})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { counts.Close() })
	program, err := ebpf.NewProgram(&ebpf.ProgramSpec{
		Type: ebpf.TracePoint, License: "MIT",
		Instructions: asm.Instructions{
			asm.LoadMem(asm.R1, asm.R1, 16, asm.DWord), // the call's first argument
			asm.JNE.Imm(asm.R1, marked, "end"),
			asm.StoreImm(asm.RFP, -4, 0, asm.Word),
			asm.Mov.Reg(asm.R2, asm.RFP),
			asm.Add.Imm(asm.R2, -4),
			asm.LoadMapPtr(asm.R1, counts.FD()),
			asm.FnMapLookupElem.Call(),
			asm.JEq.Imm(asm.R0, 0, "end"),
			asm.Mov.Imm(asm.R1, 1),
			asm.StoreXAdd(asm.R0, asm.R1, asm.DWord),
			asm.Mov.Imm(asm.R0, verdict).WithSymbol("end"),
			asm.Return(),
		},
	})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { program.Close() })
	return program, counts
}

func ran(t testing.TB, counts *ebpf.Map) uint64 {
	t.Helper()
	var number uint64
	check(t, counts.Lookup(uint32(0), &number))
	return number
}

func getrusageProfiler(t testing.TB) BPFProfiler {
	t.Helper()
	needsTracing(t)
	p, err := ProfileTracepoint("syscalls", "sys_enter_getrusage", 0, -1)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// What the program returns says whether the kernel counts the hit.
func TestAttachedProgramRunsAndJudgesTheHits(t *testing.T) {
	onThread(t)
	for verdict, counted := range map[int32]uint64{1: 7, 0: 0} {
		program, counts := counting(t, verdict)
		p := getrusageProfiler(t)
		check(t, p.AttachBPF(program.FD()))
		check(t, p.Start())
		callMarked(t, 7)
		check(t, p.Stop())
		var value ProfileValue
		check(t, p.Profile(&value))
		if hits := ran(t, counts); hits != 7 || value.Value != counted {
			t.Errorf("verdict %d: ran %d times, counted %d", verdict, hits, value.Value)
		}
		check(t, p.Close())
		callMarked(t, 1)
		if hits := ran(t, counts); hits != 7 {
			t.Error("the program runs after Close:", hits)
		}
	}
}

func TestProgramsThatCannotBeAttached(t *testing.T) {
	program, _ := counting(t, 1)
	other, err := ebpf.NewProgram(&ebpf.ProgramSpec{
		Type: ebpf.SocketFilter, License: "MIT",
		Instructions: asm.Instructions{asm.Mov.Imm(asm.R0, 0), asm.Return()},
	})
	check(t, err)
	defer other.Close()
	p := getrusageProfiler(t)
	if err := p.AttachBPF(other.FD()); !errors.Is(err, unix.EINVAL) {
		t.Error("a program of another type:", err)
	}
	check(t, p.AttachBPF(program.FD()))
	if err := p.AttachBPF(program.FD()); !errors.Is(err, unix.EEXIST) {
		t.Error("a second program:", err)
	}
	check(t, p.Close())
	if err := p.AttachBPF(program.FD()); !errors.Is(err, os.ErrClosed) {
		t.Error("a closed profiler:", err)
	}
}
