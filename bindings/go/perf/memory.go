package perf

import "libperfc/perfc"

// DataSource is where in the memory hierarchy a sample's data came from.
type DataSource uint64

func (ds DataSource) parts() perfc.DataSrc { return perfc.DecodeDataSrc(uint64(ds)) }

// MemOp is the operation.
func (ds DataSource) MemOp() MemOp { return MemOp(ds.parts().Op) }

// MemLevel is the level, as bits.
func (ds DataSource) MemLevel() MemLevel { return MemLevel(ds.parts().Lvl) }

// MemLevelNumber is the level, as a number.
func (ds DataSource) MemLevelNumber() MemLevelNumber { return MemLevelNumber(ds.parts().LvlNum) }

// MemRemote says whether it was remote.
func (ds DataSource) MemRemote() MemRemote { return MemRemote(ds.parts().Remote) }

// MemSnoopMode is how other caches were asked.
func (ds DataSource) MemSnoopMode() MemSnoopMode { return MemSnoopMode(ds.parts().Snoop) }

// MemSnoopModeX is more of the same.
func (ds DataSource) MemSnoopModeX() MemSnoopModeX { return MemSnoopModeX(ds.parts().Snoopx) }

// MemLock is whether the access was locked.
func (ds DataSource) MemLock() MemLock { return MemLock(ds.parts().Lock) }

// MemTLB is how the TLB was accessed.
func (ds DataSource) MemTLB() MemTLB { return MemTLB(ds.parts().Dtlb) }

// MemOp is a memory operation, as bits.
type MemOp uint8

// The operations.
const (
	MemOpNA       MemOp = perfc.MEM_OP_NA
	MemOpLoad     MemOp = perfc.MEM_OP_LOAD
	MemOpStore    MemOp = perfc.MEM_OP_STORE
	MemOpPrefetch MemOp = perfc.MEM_OP_PFETCH
	MemOpExec     MemOp = perfc.MEM_OP_EXEC
)

// MemLevel is a level of memory, as bits.
type MemLevel uint32

// The levels.
const (
	MemLevelNA           MemLevel = perfc.MEM_LVL_NA
	MemLevelHit          MemLevel = perfc.MEM_LVL_HIT
	MemLevelMiss         MemLevel = perfc.MEM_LVL_MISS
	MemLevelL1           MemLevel = perfc.MEM_LVL_L1
	MemLevelLFB          MemLevel = perfc.MEM_LVL_LFB
	MemLevelL2           MemLevel = perfc.MEM_LVL_L2
	MemLevelL3           MemLevel = perfc.MEM_LVL_L3
	MemLevelLocalDRAM    MemLevel = perfc.MEM_LVL_LOC_RAM
	MemLevelRemoteDRAM1  MemLevel = perfc.MEM_LVL_REM_RAM1
	MemLevelRemoteDRAM2  MemLevel = perfc.MEM_LVL_REM_RAM2
	MemLevelRemoteCache1 MemLevel = perfc.MEM_LVL_REM_CCE1
	MemLevelRemoteCache2 MemLevel = perfc.MEM_LVL_REM_CCE2
	MemLevelIO           MemLevel = perfc.MEM_LVL_IO
	MemLevelUncached     MemLevel = perfc.MEM_LVL_UNC
)

// MemLevelNumber is a level of memory, as a number.
type MemLevelNumber uint8

// The levels.
const (
	MemLevelNumberL1 MemLevelNumber = perfc.MEM_LVLNUM_L1
	MemLevelNumberL2 MemLevelNumber = perfc.MEM_LVLNUM_L2
	MemLevelNumberL3 MemLevelNumber = perfc.MEM_LVLNUM_L3
	MemLevelNumberL4 MemLevelNumber = perfc.MEM_LVLNUM_L4

	MemLevelNumberAnyCache MemLevelNumber = perfc.MEM_LVLNUM_ANY_CACHE
	MemLevelNumberLFB      MemLevelNumber = perfc.MEM_LVLNUM_LFB
	MemLevelNumberRAM      MemLevelNumber = perfc.MEM_LVLNUM_RAM
	MemLevelNumberPMem     MemLevelNumber = perfc.MEM_LVLNUM_PMEM
	MemLevelNumberNA       MemLevelNumber = perfc.MEM_LVLNUM_NA
)

// MemSnoopMode is how other caches were asked, as bits.
type MemSnoopMode uint8

// The modes.
const (
	MemSnoopModeNA          MemSnoopMode = perfc.MEM_SNOOP_NA
	MemSnoopModeNone        MemSnoopMode = perfc.MEM_SNOOP_NONE
	MemSnoopModeHit         MemSnoopMode = perfc.MEM_SNOOP_HIT
	MemSnoopModeMiss        MemSnoopMode = perfc.MEM_SNOOP_MISS
	MemSnoopModeHitModified MemSnoopMode = perfc.MEM_SNOOP_HITM
)

// MemSnoopModeX is more of MemSnoopMode.
type MemSnoopModeX uint8

// MemSnoopModeXForward is a forward.
const MemSnoopModeXForward MemSnoopModeX = perfc.MEM_SNOOPX_FWD

// MemLock is whether an access was locked, as bits.
type MemLock uint8

// The modes.
const (
	MemLockNA     MemLock = perfc.MEM_LOCK_NA
	MemLockLocked MemLock = perfc.MEM_LOCK_LOCKED
)

// MemTLB is how the TLB was accessed, as bits.
type MemTLB uint8

// The modes.
const (
	MemTLBNA   MemTLB = perfc.MEM_TLB_NA
	MemTLBHit  MemTLB = perfc.MEM_TLB_HIT
	MemTLBMiss MemTLB = perfc.MEM_TLB_MISS
	MemTLBL1   MemTLB = perfc.MEM_TLB_L1
	MemTLBL2   MemTLB = perfc.MEM_TLB_L2
	MemTLBWK   MemTLB = perfc.MEM_TLB_WK
	MemTLBOS   MemTLB = perfc.MEM_TLB_OS
)

// MemRemote is whether the memory was remote.
type MemRemote uint8

// MemRemoteRemote says that it was.
const MemRemoteRemote MemRemote = perfc.MEM_REMOTE_REMOTE

// Transaction is how a transaction in memory was aborted.
type Transaction uint64

// Its bits.
const (
	TransactionElision       Transaction = perfc.TXN_ELISION
	TransactionGeneric       Transaction = perfc.TXN_TRANSACTION
	TransactionSync          Transaction = perfc.TXN_SYNC
	TransactionAsync         Transaction = perfc.TXN_ASYNC
	TransactionRetryable     Transaction = perfc.TXN_RETRY
	TransactionConflict      Transaction = perfc.TXN_CONFLICT
	TransactionWriteCapacity Transaction = perfc.TXN_CAPACITY_WRITE
	TransactionReadCapacity  Transaction = perfc.TXN_CAPACITY_READ
)

// UserAbortCode is the code that the program gave.
func (txn Transaction) UserAbortCode() uint32 { return perfc.TransactionAbortCode(uint64(txn)) }
