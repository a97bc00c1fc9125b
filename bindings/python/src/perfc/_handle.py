"""The common part of all objects with a C handle: closing, and guards against concurrent use."""
import ctypes
import errno
import os
import threading
import weakref
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, ClassVar, Never, Self

from perfc import _abi, errors
from perfc._library import lib


class _Lock:
    """A lock, and who has it. A Ctrl-C may come just before a release; then the lock remains
    behind while its user, a Use, is gone. For its own thread that is no obstacle."""

    __slots__ = ("held", "user")
    _reclaiming = threading.Lock()

    def __init__(self) -> None:
        self.held = threading.RLock()
        self.user: weakref.ref[Use] | None = None

    def left_behind(self) -> bool:
        return self.user is not None and self.user() is None

    def acquire(self) -> bool:
        if self.held.acquire(blocking=False):
            if self.left_behind():
                self.held.release()
                self.user = None
            return True
        with self._reclaiming:
            if not self.left_behind():
                return False
            self.held, self.user = threading.RLock(), None
        return self.held.acquire(blocking=False)


def _at_fork() -> None:
    _Lock._reclaiming = threading.Lock()


os.register_at_fork(after_in_child=_at_fork)  # Who held it isn't there.


class Guard:
    """One thread at a time. Objects that C lets one thread use together (a stream and the events
    in it) share the lock."""

    __slots__ = ("lock",)

    def __init__(self) -> None:
        self.lock = _Lock()

    def join(self, other: "Guard") -> None:
        self.lock = other.lock

    def leave(self) -> None:
        self.lock = _Lock()


class Handle:
    """Closed by close(), with, or the garbage collector. Closing twice is harmless.

    A handle outlives the objects that were made from it. Closing a handle that others still need
    raises. If the garbage collector takes both, the last of these objects closes the handle."""

    _destroy: ClassVar[str]
    _lets_view: ClassVar[bool] = False  # Columns of a batch may be views of its records.
    _side: threading.RLock  # of handles that have such calls, see _beside

    def __init__(self, pointer: int, parents: Sequence["Handle | None"] = ()) -> None:
        self._guard = Guard()
        self._owner = os.getpid()
        self._children = 0
        self._orphaned = False
        self._parents: tuple[Handle, ...] = ()
        self._exports: list[weakref.ref[Any]] = []
        # From here on __del__ ends it, also where Ctrl-C comes before all is done.
        self._pointer: int | None = pointer
        for parent in parents:
            if parent is not None:
                parent._children += 1
                self._parents += (parent,)

    @property
    def closed(self) -> bool:
        return self._pointer is None

    @property
    def _name(self) -> str:
        return type(self).__name__

    def _about(self) -> str:
        """Of an open handle, for repr()."""
        return "open"

    def __repr__(self) -> str:
        """Short, and good for any handle at any time."""
        if getattr(self, "_pointer", None) is None:  # Closed, or not even made.
            return f"<{self._name}: closed>"
        if os.getpid() != self._owner:
            return f"<{self._name}: made before fork()>"
        try:
            with Use(self):
                return f"<{self._name}: {self._about()}>"
        except errors.ClosedError:
            return f"<{self._name}: closed>"
        except errors.ConcurrentUseError:
            return f"<{self._name}: in use by another thread>"
        except Exception:  # A repr never raises.
            return f"<{self._name}: open>"

    def _alive(self) -> int:
        """The pointer, for calls that any thread may make at any time."""
        if self._pointer is None:
            raise errors.ClosedError(f"the {self._name} is closed")
        return self._pointer

    def _forked(self) -> errors.PerfcError:
        return errors.from_errno(errno.EOWNERDEAD, f"the {self._name} was made before fork(); here "
                                 "it may only be closed")

    def _beside(self) -> threading.RLock:
        """The lock of calls that any thread may make beside another's use."""
        if os.getpid() != self._owner:
            raise self._forked()
        return self._side

    def _keeper(self) -> "Handle":
        """Whose close would end it."""
        return self

    def __reduce__(self) -> Never:
        """copy and pickle: two objects would end one handle."""
        raise TypeError(f"the {self._name} can't be copied")

    def __enter__(self) -> Self:
        self._alive()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends it. Raises ConcurrentUseError if another thread is using it, and BufferError if
        views of its memory, or objects made from it, are still in use."""
        if self._pointer is None:
            return
        if os.getpid() != self._owner:  # Who held the locks isn't here.
            self._finish()
            return
        with Use(self):
            self._refuse_if_needed()
            self._finish()

    def _refuse_if_needed(self) -> None:
        if self._children:
            raise BufferError(f"the {self._name} is in use by {self._children} objects made from "
                              "it: close them first")
        self._refuse_if_viewed()

    def _refuse_if_viewed(self) -> None:
        if self._exports:
            self._exports = [export for export in self._exports if export() is not None]
            if self._exports:
                raise BufferError(f"views of the {self._name}'s memory are still in use: delete "
                                  "them, or take copies")

    def _finish(self) -> None:
        pointer, self._pointer = self._pointer, None
        if pointer is None:
            return
        self._end(pointer)
        for parent in self._parents:
            parent._children -= 1
            if parent._orphaned and parent._children == 0:
                parent._finish()
        self._parents = ()

    def _end(self, pointer: int) -> None:
        getattr(lib, self._destroy)(pointer)

    def __del__(self) -> None:
        # Where __init__ failed there is nothing, and at the interpreter's end not even lib.
        if getattr(self, "_pointer", None) is None or not lib:
            return
        if self._children:
            self._orphaned = True
            return
        self._finish()

    def _view(self, address: int, size: int) -> memoryview:
        """Memory of the handle, which it keeps until the view is gone."""
        array = (ctypes.c_uint8 * size).from_address(address)
        setattr(array, "_keeps", self)
        self._exports.append(weakref.ref(array))
        return memoryview(array).cast("B").toreadonly()


class Use:
    """with Use(handle) as pointer: this thread alone uses the handle meanwhile."""

    __slots__ = ("_handle", "_lock", "_before", "__weakref__")

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._lock = handle._guard.lock
        self._before: weakref.ref[Use] | None = None

    def __enter__(self) -> int:
        lock = self._lock
        try:
            if not lock.acquire():
                raise self._taken()
            self._before = lock.user
            lock.user = weakref.ref(self)
            return self._handle._alive()
        except BaseException:
            if lock.held._is_owned():  # type: ignore[attr-defined]
                lock.user = self._before
                lock.held.release()
            raise

    def _taken(self) -> Exception:
        if os.getpid() != self._handle._owner:
            return self._handle._forked()
        return errors.ConcurrentUseError(f"the {self._handle._name} is in use by another thread")

    def __exit__(self, *_: object) -> None:
        self._lock.user = self._before
        self._lock.held.release()


class Keep:
    """with Keep(handle) as pointer: any thread may use the handle meanwhile, and none close it."""

    __slots__ = ("_handle",)

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def __enter__(self) -> int:
        pointer = self._handle._alive()
        self._handle._keeper()._children += 1
        return pointer

    def __exit__(self, *_: object) -> None:
        self._handle._keeper()._children -= 1


def create(function: Callable[..., int | None], *arguments: object) -> int:
    """Calls function(*arguments, &handle, &error), and returns the handle."""
    out, facts = ctypes.c_void_p(), _abi.Error()
    result = function(*arguments, ctypes.byref(out), ctypes.byref(facts))
    errors.check(result or 0, facts)
    assert out.value is not None
    return out.value


def some(count: int, thing: str) -> str:
    """"1 ring", "2 rings"."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def call(function: Callable[..., int | None], *arguments: object) -> int:
    """Calls function(*arguments, &error), and returns its result."""
    facts = _abi.Error()
    return errors.check(function(*arguments, ctypes.byref(facts)) or 0, facts)


def fill(struct: Any, function: Callable[..., int | None], *arguments: object) -> Any:
    """Calls function(*arguments, &struct, sizeof struct), and returns the struct."""
    errors.check(function(*arguments, ctypes.byref(struct), ctypes.sizeof(struct)) or 0)
    return struct


def pointer_of(handle: Handle | None) -> int | None:
    return None if handle is None else handle._alive()


def text(value: bytes | None) -> str:
    """A string of C. Bytes that are no UTF-8 come back by encode("utf-8", "surrogateescape")."""
    return "" if value is None else value.decode("utf-8", "surrogateescape")


def encoded(value: str | os.PathLike[str] | None) -> bytes | None:
    """A string for C, which may not have a NUL."""
    if value is None:
        return None
    data = os.fspath(value).encode("utf-8", "surrogateescape")
    if b"\0" in data:
        raise ValueError(f"{value!r} has a NUL")
    return data


def address_of(data: bytes) -> int:
    """Where the bytes lie, which is 8-byte aligned in every CPython."""
    address = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value
    assert address is not None
    return address
