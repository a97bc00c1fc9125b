"""PERF_RECORD_SAMPLE."""
import ctypes
from dataclasses import dataclass
from typing import Any

from perfc import _abi
from perfc._handle import fill
from perfc._library import lib
from perfc._member import MissingField as MissingField, Number
from perfc._sample import DataSource as DataSource, SampleMembers, _data_src
from perfc.constants import CONTEXT_MAX, TXN_ABORT_SHIFT
from perfc.counts import ReadValue
from perfc.enums import Part, ReadFormat, SampleType
from perfc.errors import check
from perfc.record import Record


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


class Sample(SampleMembers):
    """A decoded sample. A field that it hasn't got raises MissingField, an AttributeError, so
    hasattr(sample, "time") tells; `present` and `parts` say all at once. Variable parts are read
    when they are asked for."""

    __slots__ = ()

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

    def _need(self, bit: SampleType) -> None:
        if not self._raw.present & bit:
            raise MissingField(f"the sample has no {bit.name}")

    @property
    def read(self) -> ReadPart:
        self._need(SampleType.READ)
        return read_part(self.record, self._raw.read)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The newest first."""
        self._need(SampleType.BRANCH_STACK)
        words = self.record.words(self._raw.branches, 3)
        return tuple(branch(*words[at:at + 3]) for at in range(0, len(words), 3))

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

    def data_source(self) -> DataSource:
        return data_source(self.data_src)

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name}={getattr(self, name):{'#x' if name in _HEX else ''}}"
                            for name in _NUMBERS if hasattr(self, name))
        return f"<Sample with {self.present.name or hex(self.present)}: {numbers}>"


_NUMBERS = [name for name, value in vars(SampleMembers).items() if isinstance(value, Number)]
_HEX = {"ip", "addr", "phys_addr", "data_src", "transaction"}


def read_part(record: Record, part: _abi.ReadPart) -> ReadPart:
    format = ReadFormat(part.read_format)
    values: list[ReadValue] = []
    value = _abi.ReadValue()
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
    return _data_src(fill(_abi.DataSrc(), lib.perfc_decode_data_src, word))


def is_context(entry: int) -> bool:
    """Whether an entry of a call chain is a marker and no address."""
    return entry >= CONTEXT_MAX


def transaction_flags(transaction: int) -> int:
    """The constants.TXN_* bits of Sample.transaction."""
    return transaction & 0xffffffff


def transaction_abort_code(transaction: int) -> int:
    return transaction >> TXN_ABORT_SHIFT
