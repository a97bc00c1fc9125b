"""Members of struct perfc_sample: numbers, and ranges of numbers."""
# Written by tools/generate from bindings/abi.json.
from dataclasses import dataclass

from perfc import _abi
from perfc._member import Bytes, Members, Number, Words
from perfc.enums import Part, SampleType


class SampleMembers(Members):
    __slots__ = ()

    # The same id as `id`. It is the first field of a sample, so that the sample's event is known
    # before its other fields.
    identifier: Number = Number(SampleType.IDENTIFIER)
    # Instruction pointer.
    ip: Number = Number(SampleType.IP)
    # The process, or 0xffffffff (-1) if it has exited.
    pid: Number = Number(SampleType.TID)
    # The thread, or 0xffffffff (-1) if it has exited.
    tid: Number = Number(SampleType.TID)
    # Nanoseconds of the attr's clock.
    time: Number = Number(SampleType.TIME)
    # An address that belongs to the event, such as that of the data accessed or of a breakpoint.
    addr: Number = Number(SampleType.ADDR)
    # Id of the event. An inherited event has its parent's id.
    id: Number = Number(SampleType.ID)
    # Id of the event itself. Each inherited event has its own.
    stream_id: Number = Number(SampleType.STREAM_ID)
    # The CPU that wrote the sample.
    cpu: Number = Number(SampleType.CPU)
    # The number of events that this sample stands for.
    period: Number = Number(SampleType.PERIOD)
    # They are addresses and markers (PERFC_CONTEXT_*); a value of PERFC_CONTEXT_MAX or above is a
    # marker.
    callchain: Words = Words(SampleType.CALLCHAIN)
    # The data of a tracepoint or BPF program, with padding at their end. They are 4-byte aligned.
    raw: Bytes = Bytes(SampleType.RAW)
    # One for each branch.
    branch_counters: Words = Words(Part.BRANCH_COUNTERS)
    # Index of the newest branch in the hardware's own buffer, or 0xffffffffffffffff (-1).
    branch_hw_idx: Number = Number(Part.BRANCH_HW_IDX)
    # PERFC_SAMPLE_REGS_ABI_*. NONE: a kernel thread, which has no user registers.
    user_abi: Number = Number(SampleType.REGS_USER)
    # One for each bit of sample_regs_user; perfc_decode_register finds one by its number.
    user_regs: Words = Words(SampleType.REGS_USER)
    # From the user's stack pointer on.
    stack: Bytes = Bytes(SampleType.STACK_USER)
    # How many of these bytes the kernel could copy.
    stack_dyn_size: Number = Number(SampleType.STACK_USER)
    # The cost of the event, in units of the PMU.
    weight: Number = Number(SampleType.WEIGHT)
    # The first of three costs; the PMU defines their meaning.
    weight_var1_dw: Number = Number(SampleType.WEIGHT_STRUCT)
    # The second.
    weight_var2_w: Number = Number(SampleType.WEIGHT_STRUCT)
    # The third.
    weight_var3_w: Number = Number(SampleType.WEIGHT_STRUCT)
    # Perfc_decode_data_src takes it apart.
    data_src: Number = Number(SampleType.DATA_SRC)
    # PERFC_TXN_* bits. transaction >> PERFC_TXN_ABORT_SHIFT is the abort code that the program
    # passed.
    transaction: Number = Number(SampleType.TRANSACTION)
    # PERFC_SAMPLE_REGS_ABI_*.
    intr_abi: Number = Number(SampleType.REGS_INTR)
    # One for each bit of sample_regs_intr.
    intr_regs: Words = Words(SampleType.REGS_INTR)
    # Data of the AUX area.
    aux: Bytes = Bytes(SampleType.AUX)
    # Physical address of addr.
    phys_addr: Number = Number(SampleType.PHYS_ADDR)
    # Inode of the cgroup; a PERF_RECORD_CGROUP has its path.
    cgroup: Number = Number(SampleType.CGROUP)
    # Bytes of the page of addr.
    data_page_size: Number = Number(SampleType.DATA_PAGE_SIZE)
    # Bytes of the page of ip.
    code_page_size: Number = Number(SampleType.CODE_PAGE_SIZE)
    # The bytes that PARTIAL or LEFT_OVER describes.
    rest: Bytes = Bytes(Part.PARTIAL | Part.LEFT_OVER)


@dataclass(frozen=True, slots=True)
class DataSource:
    """The bit groups of PERF_SAMPLE_DATA_SRC, each shifted down to bit 0. Compare them with
    PERFC_MEM_*. Result struct."""

    op: int
    lvl: int
    snoop: int
    lock: int
    dtlb: int
    lvl_num: int
    remote: int
    snoopx: int
    blk: int
    hops: int
    region: int


def _data_src(raw: _abi.DataSrc) -> DataSource:
    return DataSource(
        raw.op,
        raw.lvl,
        raw.snoop,
        raw.lock,
        raw.dtlb,
        raw.lvl_num,
        raw.remote,
        raw.snoopx,
        raw.blk,
        raw.hops,
        raw.region)
