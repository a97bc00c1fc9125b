"""A table of counters at once, as far as the machine has them."""
import ctypes
from collections.abc import Callable, Sequence

from perfc import _abi, constants
from perfc._handle import Handle, Use, create, pointer_of
from perfc._library import lib
from perfc.attr import AnyAttr, attr_bytes
from perfc.counts import COUNT_SIZE, Count, to_count
from perfc.enums import Cache, CacheOp, CacheResult
from perfc.errors import PerfcError, check, from_errno
from perfc.host import Host


class Profiler(Handle):
    """Counters by number: Hardware.*, Software.*, or of Type.HW_CACHE cache_counter(...). What
    the machine lacks is left out; status() says why."""

    _destroy = "perfc_profiler_destroy"

    def __init__(self, type: int, counters: Sequence[int], pid: int = 0, cpu: int = -1, *,
                 group: bool = False, attr_flags: int = 0, open_flags: int = 0,
                 host: Host | None = None) -> None:
        mask = 0
        for number in counters:
            if not 0 <= number < constants.PROFILER_MAX:
                raise ValueError(f"no counter has the number {number}")
            mask |= 1 << number
        options = _options(group, attr_flags, open_flags)
        super().__init__(create(lib.perfc_profiler_create, pointer_of(host), type, mask, pid, cpu,
                                ctypes.byref(options)), (host,))

    @classmethod
    def of_attrs(cls, attrs: Sequence[AnyAttr], pid: int = 0, cpu: int = -1, *,
                 group: bool = False, attr_flags: int = 0, open_flags: int = 0,
                 host: Host | None = None) -> "Profiler":
        """The same for events of any kind: the number of a counter is its attr's."""
        each = [attr_bytes(attr) for attr in attrs]
        size = max(map(len, each), default=0)
        data = b"".join(attr.ljust(size, b"\0") for attr in each)
        options = _options(group, attr_flags, open_flags)
        profiler = cls.__new__(cls)
        Handle.__init__(profiler, create(
            lib.perfc_profiler_create_attrs, pointer_of(host), data, size, len(each), pid, cpu,
            ctypes.byref(options)), (host,))
        return profiler

    def _call(self, function: Callable[..., int]) -> None:
        with Use(self) as pointer:
            check(function(pointer), call="profiler")

    def start(self) -> None:
        self._call(lib.perfc_profiler_start)

    def stop(self) -> None:
        self._call(lib.perfc_profiler_stop)

    def reset(self) -> None:
        """Zeroes the counters; the times stay."""
        self._call(lib.perfc_profiler_reset)

    def profile(self) -> dict[int, Count]:
        """The count of each counter that is open, by its number."""
        counts = (_abi.Count * constants.PROFILER_MAX)()
        present = ctypes.c_uint64()
        with Use(self) as pointer:
            check(lib.perfc_profiler_profile(pointer, counts, COUNT_SIZE, len(counts),
                                             ctypes.byref(present)), call="profile")
        return {number: to_count(counts[number]) for number in range(constants.PROFILER_MAX)
                if present.value >> number & 1}

    def status(self, number: int) -> PerfcError | None:
        """None if the counter is open, or why it could not be opened."""
        with Use(self) as pointer:
            result = lib.perfc_profiler_status(pointer, number)
        return None if result >= 0 else from_errno(-result)


def cache_counter(cache: Cache, op: CacheOp, result: CacheResult) -> int:
    """The number of a cache counter in a profiler of Type.HW_CACHE."""
    return 6 * cache + 2 * op + result


def cache_config(cache: Cache, op: CacheOp, result: CacheResult) -> int:
    """Attr.config of an event of Type.HW_CACHE."""
    return (cache | op << constants.COUNT_HW_CACHE_OP_SHIFT
            | result << constants.COUNT_HW_CACHE_RESULT_SHIFT)


def _options(group: bool, attr_flags: int, open_flags: int) -> _abi.ProfilerOptions:
    return _abi.ProfilerOptions(ctypes.sizeof(_abi.ProfilerOptions),
                                constants.PROFILER_GROUP if group else 0, attr_flags, open_flags)
