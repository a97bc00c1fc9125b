"""struct perf_event_attr with a name for each field and flag."""
import ctypes
import difflib
import functools
from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast, dataclass_transform

from perfc import _abi, constants
from perfc.enums import Cache, CacheOp, CacheResult

_NUMBERS = [name for name, *_ in _abi.Attr._fields_ if name not in ("size", "flags", "reserved_2")]
_FLAGS = {name.removeprefix("ATTR_").lower(): value for name, value in vars(constants).items()
          if name.startswith("ATTR_") and not name.startswith(("ATTR_SIZE_", "ATTR_PRECISE_IP"))
          and name != "ATTR_FLAGS_KNOWN"}
_SIZE = ctypes.sizeof(_abi.Attr)
_UNIONS = {"sample_freq": "sample_period", "wakeup_watermark": "wakeup_events",
           "bp_addr": "config1", "bp_len": "config2"}
"""Where the kernel has a union: the second name, and the first."""
_SET_BY = {"freq": "sample_freq", "watermark": "wakeup_watermark"}

_T = TypeVar("_T")


def _second_name(*, default: None, alias: str) -> Any:
    """For type checkers, a keyword that isn't the name of a field."""


@dataclass_transform(kw_only_default=True, field_specifiers=(_second_name,))
def _dataclass(cls: type[_T]) -> type[_T]:
    """A dataclass. Keywords that are no fields get the nearest name. The second names of unions are
    set after the fields. They are no InitVars: dataclasses.replace hands an InitVar's value on."""
    made: Any = dataclass(slots=True, kw_only=True)(cast(Any, cls))
    init: Callable[..., None] = made.__init__
    names = [*(field.name for field in fields(made)), *_UNIONS]

    @functools.wraps(init)
    def checked(self: Any, **given: Any) -> None:
        for name in given:
            if name not in names:
                near = difflib.get_close_matches(name, names, 1)
                raise TypeError(f"an attr has no field {name!r}"
                                + (f"; did you mean {near[0]!r}?" if near else ""))
        second_names = {name: given.pop(name, None) for name in _UNIONS}
        init(self, **given)
        self._check_flags()
        for name, value in second_names.items():
            if value is None:
                continue
            if getattr(self, _UNIONS[name]):
                raise ValueError(f"{name} and {_UNIONS[name]} are one field of the kernel's: "
                                 "give one")
            setattr(self, name, value)

    made.__init__ = checked
    return made  # type: ignore[no-any-return]


@_dataclass
class Attr:
    """The kernel's struct perf_event_attr: the event, and the data of its samples and counts. Fields
    and flags have the kernel's names, also as keywords; a flag is True or False. Where the kernel
    has a union, the second name is a property: sample_freq (which sets freq), wakeup_watermark
    (which sets watermark), bp_addr, bp_len. dataclasses.replace takes a second name if the first
    is 0."""

    type: int = 0
    config: int = 0
    sample_period: int = 0
    sample_type: int = 0
    read_format: int = 0
    wakeup_events: int = 0
    bp_type: int = 0
    config1: int = 0
    config2: int = 0
    branch_sample_type: int = 0
    sample_regs_user: int = 0
    sample_stack_user: int = 0
    clockid: int = 0
    sample_regs_intr: int = 0
    aux_watermark: int = 0
    sample_max_stack: int = 0
    aux_sample_size: int = 0
    aux_action: int = 0
    sig_data: int = 0
    config3: int = 0
    config4: int = 0

    disabled: bool = False
    inherit: bool = False
    pinned: bool = False
    exclusive: bool = False
    exclude_user: bool = False
    exclude_kernel: bool = False
    exclude_hv: bool = False
    exclude_idle: bool = False
    mmap: bool = False
    comm: bool = False
    freq: bool = False
    inherit_stat: bool = False
    enable_on_exec: bool = False
    task: bool = False
    watermark: bool = False
    precise_ip: int = 0
    mmap_data: bool = False
    sample_id_all: bool = False
    exclude_host: bool = False
    exclude_guest: bool = False
    exclude_callchain_kernel: bool = False
    exclude_callchain_user: bool = False
    mmap2: bool = False
    comm_exec: bool = False
    use_clockid: bool = False
    context_switch: bool = False
    write_backward: bool = False
    namespaces: bool = False
    ksymbol: bool = False
    bpf_event: bool = False
    aux_output: bool = False
    cgroup: bool = False
    text_poke: bool = False
    build_id: bool = False
    inherit_thread: bool = False
    remove_on_exec: bool = False
    sigtrap: bool = False
    defer_callchain: bool = False
    defer_output: bool = False

    unknown_flags: int = 0
    """Bits of the flags' word that this version has no name for."""
    tail: bytes = b""
    """The bytes of a newer kernel's attr behind the fields above."""

    if TYPE_CHECKING:  # Keywords of the properties below.
        _freq: int | None = _second_name(default=None, alias="sample_freq")
        _watermark: int | None = _second_name(default=None, alias="wakeup_watermark")
        _addr: int | None = _second_name(default=None, alias="bp_addr")
        _len: int | None = _second_name(default=None, alias="bp_len")
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def _check_flags(self) -> None:
        for name in _FLAGS:
            value = getattr(self, name)
            if not isinstance(value, bool):
                instead = f"; for the number there is {_SET_BY[name]}" if name in _SET_BY else ""
                raise TypeError(f"{name} = {value!r}: a flag is True or False{instead}")

    @property
    def sample_freq(self) -> int:
        """Samples per second, if freq is set."""
        return self.sample_period if self.freq else 0

    @sample_freq.setter
    def sample_freq(self, hertz: int) -> None:
        self.sample_period, self.freq = hertz, True

    @property
    def wakeup_watermark(self) -> int:
        """Bytes per wake-up, if watermark is set."""
        return self.wakeup_events if self.watermark else 0

    @wakeup_watermark.setter
    def wakeup_watermark(self, size: int) -> None:
        self.wakeup_events, self.watermark = size, True

    @property
    def bp_addr(self) -> int:
        """A breakpoint's address: config1."""
        return self.config1

    @bp_addr.setter
    def bp_addr(self, address: int) -> None:
        self.config1 = address

    @property
    def bp_len(self) -> int:
        """A breakpoint's length: config2."""
        return self.config2

    @bp_len.setter
    def bp_len(self, length: int) -> None:
        self.config2 = length

    @property
    def flags(self) -> int:
        """The one-bit fields as one word of constants.ATTR_*."""
        self._check_flags()
        word = self.unknown_flags | self.precise_ip << constants.ATTR_PRECISE_IP_SHIFT
        for name, bit in _FLAGS.items():
            if getattr(self, name):
                word |= bit
        return word

    def to_bytes(self) -> bytes:
        """The kernel's struct, in this machine's byte order."""
        if not 0 <= self.precise_ip <= 3:
            raise ValueError("precise_ip is from 0 to 3")
        raw = _abi.Attr(size=_SIZE + len(self.tail), flags=self.flags)
        for name in _NUMBERS:
            value = getattr(self, name)
            try:
                setattr(raw, name, value)
            except TypeError:
                raise TypeError(f"{name} = {value!r} is no int") from None
            if getattr(raw, name) != value:
                raise OverflowError(f"{name} = {value} doesn't fit its field")
        return bytes(raw) + self.tail

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview) -> Self:
        """From the kernel's struct of any version, in this machine's byte order."""
        data = bytes(data)
        if len(data) < constants.ATTR_SIZE_VER0:
            raise ValueError(f"an attr has at least {constants.ATTR_SIZE_VER0} bytes")
        raw = _abi.Attr.from_buffer_copy(data.ljust(_SIZE, b"\0"))
        attr = cls(**{name: getattr(raw, name) for name in _NUMBERS}, tail=data[_SIZE:])
        for name, bit in _FLAGS.items():
            setattr(attr, name, bool(raw.flags & bit))
        attr.precise_ip = (raw.flags & constants.ATTR_PRECISE_IP_MASK) >> \
            constants.ATTR_PRECISE_IP_SHIFT
        attr.unknown_flags = raw.flags & ~constants.ATTR_FLAGS_KNOWN
        return attr

    def __repr__(self) -> str:
        set_fields = ((field.name, getattr(self, field.name)) for field in fields(self))
        return f"Attr({', '.join(f'{name}={value!r}' for name, value in set_fields if value)})"


def cache_config(cache: Cache, op: CacheOp, result: CacheResult) -> int:
    """Attr.config of an event of Type.HW_CACHE."""
    return (cache | op << constants.COUNT_HW_CACHE_OP_SHIFT
            | result << constants.COUNT_HW_CACHE_RESULT_SHIFT)


AnyAttr = Attr | bytes | bytearray | memoryview
"""An Attr, or the bytes of the kernel's struct of any version."""


def attr_bytes(attr: AnyAttr) -> bytes:
    if isinstance(attr, Attr):
        return attr.to_bytes()
    if isinstance(attr, (str, int)):
        raise TypeError(f"{attr!r} is no Attr, nor bytes of one; Specs takes event strings")
    return bytes(attr)
