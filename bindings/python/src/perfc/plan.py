"""How to decode the records of one or more attrs, from a ring, a file, or another machine."""
import ctypes
import errno
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from perfc import _abi
from perfc._handle import Handle, Use, address_of, call, create, some
from perfc._library import lib
from perfc.attr import AnyAttr, Attr, attr_bytes
from perfc.constants import PLAN_NO_DEFAULT
from perfc.enums import ByteOrder
from perfc.errors import ConcurrentUseError, PerfcError, check, from_facts
from perfc.record import Record

_SCRATCH = 0x10000


class RecordPlaces(NamedTuple):
    """Where the fields are that identify a record. Samples are counted from their start, other
    records from their end; 0: the records don't have that field."""

    sample_id: int
    sample_tid: int
    sample_time: int
    sample_cpu: int
    trailer_id: int
    trailer_tid: int
    trailer_time: int
    trailer_cpu: int
    trailer_size: int
    sample_size: int


class Plan(Handle):
    """A plan for the records of one attr, or with None of none yet; add() takes more, told apart by
    the ids of their events. attr and records are in the plan's byte order."""

    _destroy = "perfc_plan_destroy"
    _turns_round = False  # The records are of the other byte order.

    def __init__(self, attr: AnyAttr | None = None, ids: Sequence[int] = (),
                 byte_order: ByteOrder = ByteOrder.NATIVE) -> None:
        super().__init__(create(lib.perfc_plan_create, byte_order))
        self._turns_round = byte_order == ByteOrder.BIG
        if attr is not None:
            try:
                self.add(attr, ids)
            except BaseException:
                self.close()
                raise

    def _about(self) -> str:
        return some(len(self), "attr")

    @classmethod
    def _of(cls, pointer: int) -> "Plan":
        plan = cls.__new__(cls)
        Handle.__init__(plan, pointer)
        return plan

    def add(self, attr: AnyAttr, ids: Sequence[int] = ()) -> int:
        """Adds an attr with the ids of its events, and returns its index."""
        data, array = attr_bytes(attr), _ids(ids)
        with Use(self) as pointer:
            self._refuse_while_decoding()
            return call(lib.perfc_plan_add_attr, pointer, data, len(data), array, len(ids))

    def add_ids(self, index: int, ids: Sequence[int]) -> None:
        """Adds ids to attr `index`, all or none."""
        self._check_index(index)
        array = _ids(ids)
        with Use(self) as pointer:
            self._refuse_while_decoding()
            call(lib.perfc_plan_add_ids, pointer, index, array, len(ids))

    def ids(self, index: int) -> tuple[int, ...]:
        """The ids of attr `index`, in the order in which they were added."""
        self._check_index(index)
        count = ctypes.c_uint32()
        lib.perfc_plan_ids(self._alive(), index, None, 0, ctypes.byref(count))
        array = _ids([0] * count.value)
        check(lib.perfc_plan_ids(self._alive(), index, array, len(array), None),
              call="perfc_plan_ids")
        return tuple(array)

    def find_id(self, id: int) -> int | None:
        """The index of the attr that has this id, of 0 the default attr; None if there is none."""
        index = lib.perfc_plan_find_id(self._alive(), id)
        return None if index == -errno.ENOENT else check(index, call="perfc_plan_find_id")

    def places(self, index: int) -> RecordPlaces:
        """Where ids, tasks, times and CPUs stand in the records of attr `index`."""
        self._check_index(index)
        places = _abi.RecordPlaces()
        check(lib.perfc_plan_get_places(self._alive(), index, ctypes.byref(places),
                                        ctypes.sizeof(places)), call="perfc_plan_get_places")
        return RecordPlaces(*(getattr(places, name) for name in RecordPlaces._fields))

    def set_default(self, index: int | None) -> None:
        """Records with id 0, such as those that the perf tool writes itself, belong to this attr
        from now on; None, as at first: to no attr."""
        if index is not None:
            self._check_index(index)
        with Use(self) as pointer:
            self._refuse_while_decoding()
            check(lib.perfc_plan_set_default(pointer, PLAN_NO_DEFAULT if index is None else index),
                  call="perfc_plan_set_default")

    def _refuse_while_decoding(self) -> None:
        """Any number of threads may decode with a plan, but not while it changes."""
        if self._keeper()._children:
            raise ConcurrentUseError(f"the {self._name} decodes in another thread")

    def _check_index(self, index: int) -> None:
        if not 0 <= index < len(self):
            raise IndexError(f"the plan has no attr {index}")

    def why_unmatched(self) -> PerfcError | None:
        """None if the records of all attrs can be told apart, otherwise an error with the reason."""
        facts = _abi.Error()
        if check(lib.perfc_plan_tells_apart(self._alive(), ctypes.byref(facts))) == 1:
            return None
        return from_facts(facts)

    def __len__(self) -> int:
        """How many attrs there are."""
        return check(lib.perfc_plan_attr_count(self._alive()))

    def attr_bytes(self, index: int) -> bytes:
        """Attr `index` in this machine's byte order, with all that it has."""
        self._check_index(index)
        size = check(lib.perfc_plan_attr(self._alive(), index, None, 0))
        buffer = ctypes.create_string_buffer(size)
        check(lib.perfc_plan_attr(self._alive(), index, buffer, size))
        return buffer.raw

    def __getitem__(self, index: int) -> Attr:
        return Attr.from_bytes(self.attr_bytes(index))

    def __iter__(self) -> Iterator[Attr]:
        return (self[index] for index in range(len(self)))

    def view(self, data: bytes | bytearray | memoryview, offset: int = 0) -> Record | None:
        """The record that begins at data[offset], in this machine's byte order; None at the end.
        The next one begins record.size further. MalformedRecord if there can't be one."""
        if not isinstance(data, bytes) or offset % 8:  # C wants records where they are aligned.
            data, offset = bytes(memoryview(data)[offset:offset + _SCRATCH]), 0
        address = address_of(data)
        available = max(0, len(data) - offset)
        scratch = ctypes.create_string_buffer(_SCRATCH) if self._turns_round else None
        struct = _abi.Record()
        found = check(lib.perfc_plan_view_record(self._alive(), address + offset, available, scratch,
                                            _SCRATCH if scratch else 0, ctypes.byref(struct)),
                      call="record_view")
        return Record._from(self, struct) if found else None

    def records(self, data: bytes | bytearray | memoryview) -> Iterator[Record]:
        """All records of a buffer."""
        data, offset = bytes(data), 0
        while (record := self.view(data, offset)) is not None:
            yield record
            offset += record.size


class OwnedPlan(Plan):
    """The plan of an event or a file, which lives as long as that."""

    def __init__(self, owner: Handle, pointer: int) -> None:
        Handle.__init__(self, pointer)
        self._of_whom = owner
        self._guard = owner._guard

    @property
    def _name(self) -> str:
        return "Plan"

    def _alive(self) -> int:
        self._of_whom._alive()
        return super()._alive()

    def _keeper(self) -> Handle:
        return self._of_whom

    def close(self) -> None:
        """Nothing: it ends with what it is the plan of."""

    def _finish(self) -> None:
        pass


def _ids(ids: Sequence[int]) -> "ctypes.Array[ctypes.c_uint64]":
    return (ctypes.c_uint64 * len(ids))(*ids)
