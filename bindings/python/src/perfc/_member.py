"""Members of a sample, each of which raises MissingField where the sample lacks it."""
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

from perfc import _abi
from perfc.enums import Part, SampleType
from perfc.record import Record

T = TypeVar("T")


class MissingField(AttributeError):
    """The sample hasn't got that field: its attr's sample_type doesn't ask for it."""


class Members:
    """A record that is a sample, and what it was decoded to."""

    __slots__ = ("record", "_raw")

    record: Record
    _raw: _abi.Sample


class Member(Generic[T]):
    """A member of struct perfc_sample, present where a bit is."""

    def __init__(self, bit: SampleType | Part,
                 make: Callable[[Record, Any], T] | None = None) -> None:
        # IntFlags are slow to ask.
        self._mask = "parts" if isinstance(bit, Part) else "present"
        self._bit, self._what = int(bit), bit.name
        self._make = make  # the value of a range

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, sample: None, owner: type) -> Self: ...
    @overload
    def __get__(self, sample: Members, owner: type) -> T: ...

    def __get__(self, sample: Members | None, owner: type) -> Self | T:
        if sample is None:
            return self
        raw = sample._raw
        if not getattr(raw, self._mask) & self._bit:
            raise MissingField(f"the sample has no {self._what}")
        value: Any = getattr(raw, self._name)
        return value if self._make is None else self._make(sample.record, value)


class Number(Member[int]):
    pass


class Words(Member[tuple[int, ...]]):
    def __init__(self, bit: SampleType | Part) -> None:
        super().__init__(bit, Record.words)


class Bytes(Member[bytes]):
    def __init__(self, bit: SampleType | Part) -> None:
        super().__init__(bit, Record.range)
