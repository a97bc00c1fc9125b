"""How calls fail: OSErrors with the errno, the library's words, and its facts."""
import ctypes
import errno as _errno
import os
from collections.abc import Callable

from perfc import _abi
from perfc._library import lib
from perfc.enums import Call, Rule


class ClosedError(ValueError):
    """The object has been closed."""


class ConcurrentUseError(RuntimeError):
    """Another thread is using the object."""


class PerfcError(OSError):
    """A call failed. errno is the kernel's, unchanged, or an errno of the library. Subclasses are
    also Python's own class of that errno, such as PermissionError.

    call, rule, paranoid, numbers, operation and detail are the facts of the failure, if the call
    returns any. The meaning of numbers depends on the rule (see perfc/error.h)."""

    call: int = Call.NONE
    rule: int = Rule.UNKNOWN
    paranoid: int | None = None  # perf_event_paranoid, if it was looked at
    numbers: tuple[int, ...] = ()
    operation: str = ""
    detail: str = ""


class PermissionDenied(PerfcError, PermissionError):
    """EACCES, EPERM: the rule says which permission is missing."""


class NotFound(PerfcError, FileNotFoundError):
    """ENOENT: no such event, PMU, tracepoint or file."""


class ProcessGone(PerfcError, ProcessLookupError):
    """ESRCH: no such thread or process."""


class AlreadyExists(PerfcError, FileExistsError):
    """EEXIST: an id is in the plan already, or a file that is to be written is there."""


class Interrupted(PerfcError, InterruptedError):
    """EINTR: a signal handler ran."""


class TargetGone(PerfcError, BrokenPipeError):
    """ESHUTDOWN: the target is gone and the ring is drained. No more records will come."""


class EventBusy(PerfcError):
    """EBUSY: a pinned event is in error; or an EBUSY of the kernel."""


class MalformedRecord(PerfcError):
    """EBADMSG: bytes that can't be a record, or not one of this plan, or not a file."""


class NoData(PerfcError):
    """ENODATA: the record or file has no such part."""


class Unmatched(PerfcError):
    """A plan of several attrs doesn't know whose the record is. ENOKEY: its id is in no attr of the
    plan. EKEYREJECTED: its id is 0, and the plan has no default attr. ENOTUNIQ: the attrs can't be
    told apart. Of Event.open: the string names several events."""


class WrongState(PerfcError):
    """EBADFD: no ring is mapped (call mmap first), one is mapped already, the event is in a stream
    already, nothing in the set writes records, or the writer is finished."""


class Canceled(PerfcError):
    """ECANCELED: wake() ended the wait."""


class ForkedError(PerfcError):
    """EOWNERDEAD: made before fork(), used in the child, where it may only be closed."""


_CLASSES: dict[int, type[PerfcError]] = {
    _errno.EACCES: PermissionDenied, _errno.EPERM: PermissionDenied, _errno.ENOENT: NotFound,
    _errno.ESRCH: ProcessGone, _errno.EEXIST: AlreadyExists, _errno.EINTR: Interrupted,
    _errno.ESHUTDOWN: TargetGone, _errno.EBUSY: EventBusy, _errno.EBADMSG: MalformedRecord,
    _errno.EBADFD: WrongState, _errno.ENODATA: NoData, _errno.ENOKEY: Unmatched,
    _errno.EKEYREJECTED: Unmatched, _errno.ENOTUNIQ: Unmatched, _errno.ECANCELED: Canceled,
    _errno.EOWNERDEAD: ForkedError,
}


def from_errno(number: int, words: str = "") -> PerfcError:
    """The exception of an errno."""
    return _CLASSES.get(number, PerfcError)(number, words or os.strerror(number))


def from_facts(facts: _abi.Error) -> PerfcError:
    """The exception of a struct perfc_error, whose code is set."""
    words = text(lambda buffer, size: lib.perfc_error_text(ctypes.byref(facts), buffer, size))
    error = from_errno(-facts.code, words)
    error.call = _known(Call, facts.call)
    error.rule = _known(Rule, facts.rule)
    error.paranoid = facts.paranoid if facts.paranoid != -100 else None
    error.numbers = tuple(facts.number)
    error.operation = facts.operation.decode("utf-8", "replace")
    error.detail = facts.detail.decode("utf-8", "replace")
    return error


def _known(kind: type[Call] | type[Rule], value: int) -> int:
    return kind(value) if value in kind._value2member_map_ else value


def check(result: int, facts: _abi.Error | None = None, call: str = "") -> int:
    """Raises if the result is a negative errno."""
    if result >= 0:
        return result
    if facts is not None and facts.code == result:
        raise from_facts(facts)
    raise from_facts(_abi.Error(code=result, paranoid=-100, operation=call.encode()[:31]))


def text(write: Callable[["ctypes.Array[ctypes.c_char]", int], int], call: str = "",
         other_bytes: str = "backslashreplace") -> str:
    """The text of a function like snprintf, of any length."""
    size = 1024
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = check(write(buffer, size), call=call)
        if length < size:
            return buffer.value.decode("utf-8", other_bytes)
        size = length + 1
