"""Lists of events to open: attrs, with the facts that an attr can't hold."""
import ctypes
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from perfc import _abi
from perfc._handle import Handle, Use, call, create, encoded, fill, pointer_of, some, text
from perfc._library import lib
from perfc.attr import AnyAttr, Attr, attr_bytes
from perfc.constants import SPEC_NO_LEADER
from perfc.enums import CatalogKind, SpecFlag, Term
from perfc.errors import check
from perfc.errors import text as written
from perfc.host import Host


@dataclass(frozen=True, slots=True)
class Spec:
    """An event of a list. leader is the index of the group's leader, or its own index if it leads or
    stands alone. Without cpus it is for every CPU. max_events 0 means no limit."""

    leader: int
    flags: SpecFlag
    attr: Attr
    name: str
    pmu: str
    unit: str
    scale: float
    cpus: tuple[int, ...]
    filter: str
    terms: Term
    max_events: int


def to_spec(raw: _abi.Spec) -> Spec:
    cpus = (ctypes.c_uint32 * raw.cpu_count).from_address(raw.cpu_list) if raw.cpu_list else ()
    attr = ctypes.string_at(raw.attr, raw.attr_size) if raw.attr else b""
    return Spec(raw.leader, SpecFlag(raw.flags), Attr.from_bytes(attr), text(raw.name),
                text(raw.pmu), text(raw.unit), raw.scale, tuple(cpus), text(raw.filter),
                Term(raw.terms), raw.max_events)


_libpfm4 = threading.RLock()


def _at_fork() -> None:
    global _libpfm4
    _libpfm4 = threading.RLock()


os.register_at_fork(after_in_child=_at_fork)  # Who held it isn't there.


def parsing() -> "threading.RLock":
    """Held while an event string is parsed: libpfm4, which may be asked, has global state."""
    return _libpfm4


_SHOWN = 3  # Names in a repr.


class Specs(Handle):
    """A list of events: of event strings in the perf tool's language, "cycles,sched:*:u", and of
    attrs. len(), iteration and specs[index] as of every list. Attrs of probes point to names that
    lie in the list: open them before it is closed."""

    _destroy = "perfc_specs_destroy"

    def __init__(self, *events: str, sample_type: int = 0, host: Host | None = None) -> None:
        super().__init__(create(lib.perfc_specs_create, pointer_of(host)), (host,))
        try:
            for one in events:
                self.parse(one, sample_type)
        except BaseException:
            self.close()
            raise

    def _about(self) -> str:
        names = [self[index].name for index in range(min(len(self), _SHOWN))]
        more = [f"{len(self) - _SHOWN} more"] if len(self) > _SHOWN else []
        return ", ".join(names + more) or some(0, "event")

    def parse(self, events: str, sample_type: int = 0) -> int:
        """Appends all events of an event string, and returns their number. sample_type 0: they
        count; else they sample these SampleType fields."""
        with Use(self) as pointer, parsing():
            return call(lib.perfc_specs_parse, pointer, encoded(events), sample_type)

    def add(self, attr: AnyAttr, name: str = "", *, leader: int | None = None) -> int:
        """Appends one event and returns its index."""
        data = attr_bytes(attr)
        with Use(self) as pointer:
            return call(lib.perfc_specs_add, pointer, data, len(data), encoded(name),
                        SPEC_NO_LEADER if leader is None else leader)

    def set_attr(self, index: int, attr: AnyAttr) -> None:
        """Another attr for one of them."""
        data = attr_bytes(attr)
        with Use(self) as pointer:
            call(lib.perfc_specs_set_attr, pointer, self._index(index), data, len(data))

    def set_filter(self, index: int, filter: str) -> None:
        """The filter for one of them; "" for none."""
        with Use(self) as pointer:
            call(lib.perfc_specs_set_filter, pointer, self._index(index), encoded(filter))

    def __len__(self) -> int:
        return check(lib.perfc_specs_count(self._alive()))

    def _index(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"the list has no event {index}")
        return index

    def __getitem__(self, index: int) -> Spec:
        with Use(self) as pointer:
            return to_spec(fill(_abi.Spec(), lib.perfc_specs_get, pointer, self._index(index)))

    def __iter__(self) -> Iterator[Spec]:
        return (self[index] for index in range(len(self)))


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One name that this machine has; see struct perfc_catalog_entry."""

    kind: CatalogKind
    name: str
    pmu: str
    unit: str
    description: str
    scale: float


class _Catalog(Handle):
    _destroy = "perfc_catalog_destroy"


def catalog(kinds: CatalogKind = CatalogKind.ALL, host: Host | None = None) -> list[CatalogEntry]:
    """What can be named in an event string, and the PMUs."""
    with _Catalog(create(lib.perfc_catalog_create, pointer_of(host), kinds), (host,)) as names:
        pointer = names._alive()
        out: list[CatalogEntry] = []
        for index in range(check(lib.perfc_catalog_count(pointer))):
            raw = fill(_abi.CatalogEntry(), lib.perfc_catalog_get, pointer, index)
            out.append(CatalogEntry(CatalogKind(raw.kind), text(raw.name), text(raw.pmu),
                                 text(raw.unit), text(raw.description), raw.scale))
        return out


def attr_label(attr: AnyAttr, host: Host | None = None) -> str:
    """The name of an attr: an event string that makes the same attr."""
    data = attr_bytes(attr)
    return written(lambda buffer, size: lib.perfc_attr_label(pointer_of(host), data, len(data), buffer,
                                                        size))
