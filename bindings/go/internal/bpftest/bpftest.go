// Package bpftest has the BPF programs that the packages' tests attach.
package bpftest

import (
	"testing"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/asm"
	"github.com/cilium/ebpf/rlimit"
)

// End is where instructions go on that count no run.
const End = "end"

// Counter is a program of this type that counts its runs in the map, and returns
// verdict. The instructions in first come before all that. It skips where no program
// can be loaded.
func Counter(t testing.TB, kind ebpf.ProgramType, verdict int32, first ...asm.Instruction) (*ebpf.Program, *ebpf.Map) {
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
		Type: kind, License: "MIT",
		Instructions: append(first,
			asm.StoreImm(asm.RFP, -4, 0, asm.Word),
			asm.Mov.Reg(asm.R2, asm.RFP),
			asm.Add.Imm(asm.R2, -4),
			asm.LoadMapPtr(asm.R1, counts.FD()),
			asm.FnMapLookupElem.Call(),
			asm.JEq.Imm(asm.R0, 0, End),
			asm.Mov.Imm(asm.R1, 1),
			asm.StoreXAdd(asm.R0, asm.R1, asm.DWord),
			asm.Mov.Imm(asm.R0, verdict).WithSymbol(End),
			asm.Return(),
		),
	})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { program.Close() })
	return program, counts
}

// SocketFilter is a program that no event takes.
func SocketFilter(t testing.TB) *ebpf.Program {
	t.Helper()
	program, err := ebpf.NewProgram(&ebpf.ProgramSpec{
		Type: ebpf.SocketFilter, License: "MIT",
		Instructions: asm.Instructions{asm.Mov.Imm(asm.R0, 0), asm.Return()},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return program
}

// Runs is how often it has run.
func Runs(t testing.TB, counts *ebpf.Map) uint64 {
	t.Helper()
	var number uint64
	if err := counts.Lookup(uint32(0), &number); err != nil {
		t.Fatal(err)
	}
	return number
}
