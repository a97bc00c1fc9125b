"""PERF_RECORD_SAMPLE."""
import ctypes
from dataclasses import dataclass
from typing import Any, overload

from perfc import _abi
from perfc._handle import fill
from perfc._library import lib
from perfc.constants import CONTEXT_MAX, TXN_ABORT_SHIFT
from perfc.counts import ReadValue
from perfc.enums import Part, ReadFormat, SampleType
from perfc.errors import check
from perfc.record import Record


class MissingField(AttributeError):
    """The sample hasn't got that field: its attr's sample_type doesn't ask for it."""


@dataclass(frozen=True, slots=True)
class ReadPart:
    """Counts within a record. Times are ns, None where the format lacks them, as are the values'
    id and lost 0."""

    read_format: ReadFormat
    time_enabled: int | None
    time_running: int | None
    values: tuple[ReadValue, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of a sample; see perfc_branch in perfc/decode.h."""

    from_: int
    to: int
    flags: int
    mispred: bool
    predicted: bool
    in_tx: bool
    abort: bool
    cycles: int
    type: int
    spec: int
    new_type: int
    priv: int


@dataclass(frozen=True, slots=True)
class DataSource:
    """Sample.data_src, taken apart: compare with constants.MEM_*."""

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


class _Number:
    """A number of struct perfc_sample, present where a bit is."""

    def __init__(self, bit: SampleType | Part) -> None:
        # IntFlags are slow to ask.
        self._bit, self._what = int(bit), bit.name
        self._mask = "parts" if isinstance(bit, Part) else "present"

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, sample: None, owner: type) -> "_Number": ...
    @overload
    def __get__(self, sample: "Sample", owner: type) -> int: ...

    def __get__(self, sample: "Sample | None", owner: type) -> "_Number | int":
        if sample is None:
            return self
        raw = sample._raw
        if not getattr(raw, self._mask) & self._bit:
            raise MissingField(f"the sample has no {self._what}")
        value: int = getattr(raw, self._name)
        return value


class Sample:
    """A decoded sample. A field that it hasn't got raises MissingField, an AttributeError, so
    hasattr(sample, "time") tells; `present` and `parts` say all at once. Variable parts are read
    when they are asked for."""

    __slots__ = ("record", "_raw")

    identifier = _Number(SampleType.IDENTIFIER)
    ip = _Number(SampleType.IP)
    pid = _Number(SampleType.TID)
    tid = _Number(SampleType.TID)
    time = _Number(SampleType.TIME)
    addr = _Number(SampleType.ADDR)
    id = _Number(SampleType.ID)
    stream_id = _Number(SampleType.STREAM_ID)
    cpu = _Number(SampleType.CPU)
    period = _Number(SampleType.PERIOD)
    branch_hw_idx = _Number(Part.BRANCH_HW_IDX)
    user_abi = _Number(SampleType.REGS_USER)
    stack_dyn_size = _Number(SampleType.STACK_USER)
    weight = _Number(SampleType.WEIGHT)
    weight_var1_dw = _Number(SampleType.WEIGHT_STRUCT)
    weight_var2_w = _Number(SampleType.WEIGHT_STRUCT)
    weight_var3_w = _Number(SampleType.WEIGHT_STRUCT)
    data_src = _Number(SampleType.DATA_SRC)
    transaction = _Number(SampleType.TRANSACTION)
    intr_abi = _Number(SampleType.REGS_INTR)
    phys_addr = _Number(SampleType.PHYS_ADDR)
    cgroup = _Number(SampleType.CGROUP)
    data_page_size = _Number(SampleType.DATA_PAGE_SIZE)
    code_page_size = _Number(SampleType.CODE_PAGE_SIZE)

    def __init__(self, record: Record) -> None:
        self.record = record
        self._raw: _abi.Sample = fill(_abi.Sample(), lib.perfc_decode_sample, record.plan._alive(),
                                      ctypes.byref(record.struct))

    @property
    def present(self) -> SampleType:
        return SampleType(self._raw.present)

    @property
    def parts(self) -> Part:
        return Part(self._raw.parts)

    @property
    def attr_index(self) -> int:
        """Which attr of the plan it belongs to."""
        return self._raw.attr_index

    def _need(self, bit: SampleType | Part) -> None:
        have = self._raw.parts if isinstance(bit, Part) else self._raw.present
        if not have & bit:
            raise MissingField(f"the sample has no {bit.name}")

    def _bytes(self, bit: SampleType, place: _abi.Range) -> bytes:
        self._need(bit)
        return self.record.range(place)

    def _words(self, bit: SampleType | Part, place: _abi.Range) -> tuple[int, ...]:
        self._need(bit)
        return self.record.words(place)

    @property
    def read(self) -> ReadPart:
        self._need(SampleType.READ)
        return read_part(self.record, self._raw.read)

    @property
    def callchain(self) -> tuple[int, ...]:
        """Addresses, with the markers of contexts (see is_context)."""
        return self._words(SampleType.CALLCHAIN, self._raw.callchain)

    @property
    def raw(self) -> bytes:
        """Raw data with their padding: a tracepoint's fields, see Tracepoint."""
        return self._bytes(SampleType.RAW, self._raw.raw)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The newest first."""
        self._need(SampleType.BRANCH_STACK)
        words = self.record.words(self._raw.branches, 3)
        return tuple(branch(*words[at:at + 3]) for at in range(0, len(words), 3))

    @property
    def branch_counters(self) -> tuple[int, ...]:
        return self._words(Part.BRANCH_COUNTERS, self._raw.branch_counters)

    @property
    def user_regs(self) -> tuple[int, ...]:
        """One for each bit of sample_regs_user; see user_reg."""
        return self._words(SampleType.REGS_USER, self._raw.user_regs)

    @property
    def intr_regs(self) -> tuple[int, ...]:
        return self._words(SampleType.REGS_INTR, self._raw.intr_regs)

    def user_reg(self, register: int) -> int:
        """One register by constants.REG_*. NoData: the sample hasn't got it."""
        return self._register(SampleType.REGS_USER, register)

    def intr_reg(self, register: int) -> int:
        return self._register(SampleType.REGS_INTR, register)

    def _register(self, which: SampleType, register: int) -> int:
        out = ctypes.c_uint64()
        check(lib.perfc_decode_register(self.record.plan._alive(), ctypes.byref(self.record.struct),
                                        ctypes.byref(self._raw), which, register,
                                        ctypes.byref(out)), call="register")
        return out.value

    @property
    def stack(self) -> bytes:
        """From the user's stack pointer on; stack_dyn_size of them are really stack."""
        return self._bytes(SampleType.STACK_USER, self._raw.stack)

    @property
    def aux(self) -> bytes:
        return self._bytes(SampleType.AUX, self._raw.aux)

    @property
    def rest(self) -> bytes:
        """With Part.PARTIAL: the bytes that could not be decoded. With Part.LEFT_OVER: the bytes
        behind the last field."""
        self._need(Part.PARTIAL | Part.LEFT_OVER)
        return self.record.range(self._raw.rest)

    def data_source(self) -> DataSource:
        return data_source(self.data_src)

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name}={getattr(self, name):{'#x' if name in _HEX else ''}}"
                            for name in _NUMBERS if hasattr(self, name))
        return f"<Sample with {self.present.name or hex(self.present)}: {numbers}>"


_NUMBERS = [name for name, value in vars(Sample).items() if isinstance(value, _Number)]
_HEX = {"ip", "addr", "phys_addr", "data_src", "transaction"}


def read_part(record: Record, part: _abi.ReadPart) -> ReadPart:
    format = ReadFormat(part.read_format)
    values, value = [], _abi.ReadValue()
    for index in range(part.nr):
        check(lib.perfc_record_read_value(ctypes.byref(record.struct), ctypes.byref(part), index,
                                          ctypes.byref(value), ctypes.sizeof(value)))
        values.append(ReadValue(value.value, value.id, value.lost))
    return ReadPart(
        format, part.time_enabled if ReadFormat.TOTAL_TIME_ENABLED in format else None,
        part.time_running if ReadFormat.TOTAL_TIME_RUNNING in format else None, tuple(values))


def branch(from_: int, to: int, flags: int) -> Branch:
    """A branch from the three words that a record, or the column `branches`, has of it."""
    bits: Any = fill(_abi.Branch(), lib.perfc_decode_branch, flags)
    return Branch(from_, to, flags, bool(bits.mispred), bool(bits.predicted), bool(bits.in_tx),
                  bool(bits.abort), bits.cycles, bits.type, bits.spec, bits.new_type, bits.priv)


def data_source(word: int) -> DataSource:
    """Takes the word of PERF_SAMPLE_DATA_SRC apart."""
    out: Any = fill(_abi.DataSrc(), lib.perfc_decode_data_src, word)
    return DataSource(out.op, out.lvl, out.snoop, out.lock, out.dtlb, out.lvl_num, out.remote,
                      out.snoopx, out.blk, out.hops, out.region)


def is_context(entry: int) -> bool:
    """Whether an entry of a call chain is a marker and no address."""
    return entry >= CONTEXT_MAX


def transaction_flags(transaction: int) -> int:
    """The constants.TXN_* bits of Sample.transaction."""
    return transaction & 0xffffffff


def transaction_abort_code(transaction: int) -> int:
    return transaction >> TXN_ABORT_SHIFT
