package perf

import "golang.org/x/sys/unix"

// CacheProfilerType is a mask of cache counters.
type CacheProfilerType int

// The counters of a CacheProfiler.
const (
	// AllCacheProfilers is every one that the machine has.
	AllCacheProfilers          CacheProfilerType = 0
	L1DataReadHitProfiler      CacheProfilerType = 1 << 1
	L1DataReadMissProfiler     CacheProfilerType = 1 << 2
	L1DataWriteHitProfiler     CacheProfilerType = 1 << 3
	L1InstrReadMissProfiler    CacheProfilerType = 1 << 4
	L1InstrReadHitProfiler     CacheProfilerType = 1 << 5
	LLReadHitProfiler          CacheProfilerType = 1 << 6
	LLReadMissProfiler         CacheProfilerType = 1 << 7
	LLWriteHitProfiler         CacheProfilerType = 1 << 8
	LLWriteMissProfiler        CacheProfilerType = 1 << 9
	DataTLBReadHitProfiler     CacheProfilerType = 1 << 10
	DataTLBReadMissProfiler    CacheProfilerType = 1 << 11
	DataTLBWriteHitProfiler    CacheProfilerType = 1 << 12
	DataTLBWriteMissProfiler   CacheProfilerType = 1 << 13
	InstrTLBReadHitProfiler    CacheProfilerType = 1 << 14
	InstrTLBReadMissProfiler   CacheProfilerType = 1 << 15
	BPUReadHitProfiler         CacheProfilerType = 1 << 16
	BPUReadMissProfiler        CacheProfilerType = 1 << 17
	NodeCacheReadHitProfiler   CacheProfilerType = 1 << 18
	NodeCacheReadMissProfiler  CacheProfilerType = 1 << 19
	NodeCacheWriteHitProfiler  CacheProfilerType = 1 << 20
	NodeCacheWriteMissProfiler CacheProfilerType = 1 << 21
)

// The configs of these counters.
const (
	L1DataReadHit      = unix.PERF_COUNT_HW_CACHE_L1D | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	L1DataReadMiss     = unix.PERF_COUNT_HW_CACHE_L1D | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	L1DataWriteHit     = unix.PERF_COUNT_HW_CACHE_L1D | unix.PERF_COUNT_HW_CACHE_OP_WRITE<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	L1InstrReadMiss    = unix.PERF_COUNT_HW_CACHE_L1I | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	L1InstrReadHit     = unix.PERF_COUNT_HW_CACHE_L1I | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	LLReadHit          = unix.PERF_COUNT_HW_CACHE_LL | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	LLReadMiss         = unix.PERF_COUNT_HW_CACHE_LL | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	LLWriteHit         = unix.PERF_COUNT_HW_CACHE_LL | unix.PERF_COUNT_HW_CACHE_OP_WRITE<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	LLWriteMiss        = unix.PERF_COUNT_HW_CACHE_LL | unix.PERF_COUNT_HW_CACHE_OP_WRITE<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	DataTLBReadHit     = unix.PERF_COUNT_HW_CACHE_DTLB | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	DataTLBReadMiss    = unix.PERF_COUNT_HW_CACHE_DTLB | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	DataTLBWriteHit    = unix.PERF_COUNT_HW_CACHE_DTLB | unix.PERF_COUNT_HW_CACHE_OP_WRITE<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	DataTLBWriteMiss   = unix.PERF_COUNT_HW_CACHE_DTLB | unix.PERF_COUNT_HW_CACHE_OP_WRITE<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	InstrTLBReadHit    = unix.PERF_COUNT_HW_CACHE_ITLB | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	InstrTLBReadMiss   = unix.PERF_COUNT_HW_CACHE_ITLB | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	BPUReadHit         = unix.PERF_COUNT_HW_CACHE_BPU | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	BPUReadMiss        = unix.PERF_COUNT_HW_CACHE_BPU | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	NodeCacheReadHit   = unix.PERF_COUNT_HW_CACHE_NODE | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	NodeCacheReadMiss  = unix.PERF_COUNT_HW_CACHE_NODE | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
	NodeCacheWriteHit  = unix.PERF_COUNT_HW_CACHE_NODE | unix.PERF_COUNT_HW_CACHE_OP_WRITE<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS<<16
	NodeCacheWriteMiss = unix.PERF_COUNT_HW_CACHE_NODE | unix.PERF_COUNT_HW_CACHE_OP_WRITE<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16
)

// CacheProfiler counts as many of its counters as the machine has.
type CacheProfiler interface {
	Start() error
	Reset() error
	Stop() error
	Close() error
	Profile(*CacheProfile) error
	HasProfilers() bool
}

// CacheProfile has nil where there is no count.
type CacheProfile struct {
	L1DataReadHit      *uint64 `json:"l1_data_read_hit,omitempty"`
	L1DataReadMiss     *uint64 `json:"l1_data_read_miss,omitempty"`
	L1DataWriteHit     *uint64 `json:"l1_data_write_hit,omitempty"`
	L1InstrReadMiss    *uint64 `json:"l1_instr_read_miss,omitempty"`
	LastLevelReadHit   *uint64 `json:"last_level_read_hit,omitempty"`
	LastLevelReadMiss  *uint64 `json:"last_level_read_miss,omitempty"`
	LastLevelWriteHit  *uint64 `json:"last_level_write_hit,omitempty"`
	LastLevelWriteMiss *uint64 `json:"last_level_write_miss,omitempty"`
	DataTLBReadHit     *uint64 `json:"data_tlb_read_hit,omitempty"`
	DataTLBReadMiss    *uint64 `json:"data_tlb_read_miss,omitempty"`
	DataTLBWriteHit    *uint64 `json:"data_tlb_write_hit,omitempty"`
	DataTLBWriteMiss   *uint64 `json:"data_tlb_write_miss,omitempty"`
	InstrTLBReadHit    *uint64 `json:"instr_tlb_read_hit,omitempty"`
	InstrTLBReadMiss   *uint64 `json:"instr_tlb_read_miss,omitempty"`
	BPUReadHit         *uint64 `json:"bpu_read_hit,omitempty"`
	BPUReadMiss        *uint64 `json:"bpu_read_miss,omitempty"`
	NodeReadHit        *uint64 `json:"node_read_hit,omitempty"`
	NodeReadMiss       *uint64 `json:"node_read_miss,omitempty"`
	NodeWriteHit       *uint64 `json:"node_write_hit,omitempty"`
	NodeWriteMiss      *uint64 `json:"node_write_miss,omitempty"`
	TimeEnabled        *uint64 `json:"time_enabled,omitempty"`
	TimeRunning        *uint64 `json:"time_running,omitempty"`
}

// Reset makes it empty.
func (p *CacheProfile) Reset() { *p = CacheProfile{} }

// NewCacheProfiler opens the counters of profilerSet, stopped. The error tells
// which of them could not be had; the profiler has the others.
func NewCacheProfiler(pid, cpu int, profilerSet CacheProfilerType, opts ...int) (CacheProfiler, error) {
	return newProfilers(cacheCounters, int(profilerSet), pid, cpu, opts)
}

var cacheCounters = &family[CacheProfile]{
	kind:    unix.PERF_TYPE_HW_CACHE,
	enabled: func(p *CacheProfile) **uint64 { return &p.TimeEnabled },
	running: func(p *CacheProfile) **uint64 { return &p.TimeRunning },
	counters: []counter[CacheProfile]{
		{int(L1DataReadHitProfiler), L1DataReadHit, "l1_data_read_hit", func(p *CacheProfile) **uint64 { return &p.L1DataReadHit }},
		{int(L1DataReadMissProfiler), L1DataReadMiss, "l1_data_read_miss", func(p *CacheProfile) **uint64 { return &p.L1DataReadMiss }},
		{int(L1DataWriteHitProfiler), L1DataWriteHit, "l1_data_write_hit", func(p *CacheProfile) **uint64 { return &p.L1DataWriteHit }},
		{int(L1InstrReadMissProfiler), L1InstrReadMiss, "l1_instr_read_miss", func(p *CacheProfile) **uint64 { return &p.L1InstrReadMiss }},
		{int(L1InstrReadHitProfiler), L1InstrReadHit, "l1_instr_read_hit", nil},
		{int(LLReadHitProfiler), LLReadHit, "last_level_read_hit", func(p *CacheProfile) **uint64 { return &p.LastLevelReadHit }},
		{int(LLReadMissProfiler), LLReadMiss, "last_level_read_miss", func(p *CacheProfile) **uint64 { return &p.LastLevelReadMiss }},
		{int(LLWriteHitProfiler), LLWriteHit, "last_level_write_hit", func(p *CacheProfile) **uint64 { return &p.LastLevelWriteHit }},
		{int(LLWriteMissProfiler), LLWriteMiss, "last_level_write_miss", func(p *CacheProfile) **uint64 { return &p.LastLevelWriteMiss }},
		{int(DataTLBReadHitProfiler), DataTLBReadHit, "data_tlb_read_hit", func(p *CacheProfile) **uint64 { return &p.DataTLBReadHit }},
		{int(DataTLBReadMissProfiler), DataTLBReadMiss, "data_tlb_read_miss", func(p *CacheProfile) **uint64 { return &p.DataTLBReadMiss }},
		{int(DataTLBWriteHitProfiler), DataTLBWriteHit, "data_tlb_write_hit", func(p *CacheProfile) **uint64 { return &p.DataTLBWriteHit }},
		{int(DataTLBWriteMissProfiler), DataTLBWriteMiss, "data_tlb_write_miss", func(p *CacheProfile) **uint64 { return &p.DataTLBWriteMiss }},
		{int(InstrTLBReadHitProfiler), InstrTLBReadHit, "instr_tlb_read_hit", func(p *CacheProfile) **uint64 { return &p.InstrTLBReadHit }},
		{int(InstrTLBReadMissProfiler), InstrTLBReadMiss, "instr_tlb_read_miss", func(p *CacheProfile) **uint64 { return &p.InstrTLBReadMiss }},
		{int(BPUReadHitProfiler), BPUReadHit, "bpu_read_hit", func(p *CacheProfile) **uint64 { return &p.BPUReadHit }},
		{int(BPUReadMissProfiler), BPUReadMiss, "bpu_read_miss", func(p *CacheProfile) **uint64 { return &p.BPUReadMiss }},
		{int(NodeCacheReadHitProfiler), NodeCacheReadHit, "node_read_hit", func(p *CacheProfile) **uint64 { return &p.NodeReadHit }},
		{int(NodeCacheReadMissProfiler), NodeCacheReadMiss, "node_read_miss", func(p *CacheProfile) **uint64 { return &p.NodeReadMiss }},
		{int(NodeCacheWriteHitProfiler), NodeCacheWriteHit, "node_write_hit", func(p *CacheProfile) **uint64 { return &p.NodeWriteHit }},
		{int(NodeCacheWriteMissProfiler), NodeCacheWriteMiss, "node_write_miss", func(p *CacheProfile) **uint64 { return &p.NodeWriteMiss }},
	},
}
