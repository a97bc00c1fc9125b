package perf

import (
	"errors"
	"os"
	"testing"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/asm"
	"golang.org/x/sys/unix"

	"libperfc/internal/bpftest"
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

// counting is a program that counts marked calls, and returns verdict.
func counting(t testing.TB, verdict int32) (*ebpf.Program, *ebpf.Map) {
	t.Helper()
	return bpftest.Counter(t, ebpf.TracePoint, verdict,
		asm.LoadMem(asm.R1, asm.R1, 16, asm.DWord), // the call's first argument
		asm.JNE.Imm(asm.R1, marked, bpftest.End),
	)
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
		if hits := bpftest.Runs(t, counts); hits != 7 || value.Value != counted {
			t.Errorf("verdict %d: ran %d times, counted %d", verdict, hits, value.Value)
		}
		check(t, p.Close())
		callMarked(t, 1)
		if hits := bpftest.Runs(t, counts); hits != 7 {
			t.Error("the program runs after Close:", hits)
		}
	}
}

func TestProgramsThatCannotBeAttached(t *testing.T) {
	program, _ := counting(t, 1)
	other := bpftest.SocketFilter(t)
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
