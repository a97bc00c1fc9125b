package perf

import "libperfc/perfc"

// BranchSampleFormat is which branches are recorded.
type BranchSampleFormat struct {
	Privilege BranchSamplePrivilege
	Sample    BranchSample
}

// BranchSamplePrivilege is where branches are recorded, as bits; none: where the
// event counts.
type BranchSamplePrivilege uint64

// The privileges.
const (
	BranchPrivilegeUser       BranchSamplePrivilege = perfc.SAMPLE_BRANCH_USER
	BranchPrivilegeKernel     BranchSamplePrivilege = perfc.SAMPLE_BRANCH_KERNEL
	BranchPrivilegeHypervisor BranchSamplePrivilege = perfc.SAMPLE_BRANCH_HV
)

// BranchSample is which kinds of branches are recorded, as bits.
type BranchSample uint64

// The kinds of branches, and the parts that aren't recorded.
const (
	BranchSampleAny              BranchSample = perfc.SAMPLE_BRANCH_ANY
	BranchSampleAnyCall          BranchSample = perfc.SAMPLE_BRANCH_ANY_CALL
	BranchSampleAnyReturn        BranchSample = perfc.SAMPLE_BRANCH_ANY_RETURN
	BranchSampleIndirectCall     BranchSample = perfc.SAMPLE_BRANCH_IND_CALL
	BranchSampleAbortTransaction BranchSample = perfc.SAMPLE_BRANCH_ABORT_TX
	BranchSampleInTransaction    BranchSample = perfc.SAMPLE_BRANCH_IN_TX
	BranchSampleNoTransaction    BranchSample = perfc.SAMPLE_BRANCH_NO_TX
	BranchSampleCond             BranchSample = perfc.SAMPLE_BRANCH_COND
	BranchSampleCallStack        BranchSample = perfc.SAMPLE_BRANCH_CALL_STACK
	BranchSampleIndirectJump     BranchSample = perfc.SAMPLE_BRANCH_IND_JUMP
	BranchSampleCall             BranchSample = perfc.SAMPLE_BRANCH_CALL
	BranchSampleNoFlags          BranchSample = perfc.SAMPLE_BRANCH_NO_FLAGS
	BranchSampleNoCycles         BranchSample = perfc.SAMPLE_BRANCH_NO_CYCLES
	BranchSampleSave             BranchSample = perfc.SAMPLE_BRANCH_TYPE_SAVE
)

// BranchEntry is a branch.
type BranchEntry struct {
	From             uint64
	To               uint64
	Mispredicted     bool
	Predicted        bool
	InTransaction    bool
	TransactionAbort bool
	Cycles           uint16
	BranchType       BranchType
}

func branchEntry(entry *perfc.BranchEntry, bits *perfc.Branch) BranchEntry {
	return BranchEntry{
		From: entry.From, To: entry.To, Mispredicted: bits.Mispred != 0, Predicted: bits.Predicted != 0,
		InTransaction: bits.InTx != 0, TransactionAbort: bits.Abort != 0, Cycles: bits.Cycles,
		BranchType: BranchType(bits.Type),
	}
}

// BranchType is the type of a branch, with BranchSampleSave.
type BranchType uint8

// The types.
const (
	BranchTypeUnknown           BranchType = perfc.BR_UNKNOWN
	BranchTypeConditional       BranchType = perfc.BR_COND
	BranchTypeUnconditional     BranchType = perfc.BR_UNCOND
	BranchTypeIndirect          BranchType = perfc.BR_IND
	BranchTypeCall              BranchType = perfc.BR_CALL
	BranchTypeIndirectCall      BranchType = perfc.BR_IND_CALL
	BranchTypeReturn            BranchType = perfc.BR_RET
	BranchTypeSyscall           BranchType = perfc.BR_SYSCALL
	BranchTypeSyscallReturn     BranchType = perfc.BR_SYSRET
	BranchTypeConditionalCall   BranchType = perfc.BR_COND_CALL
	BranchTypeConditionalReturn BranchType = perfc.BR_COND_RET
)
