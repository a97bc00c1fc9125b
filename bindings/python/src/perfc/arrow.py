"""Arrow's C interfaces, as PyCapsules hand them over."""
import ctypes
import errno
import sys
import threading
import weakref
from typing import TYPE_CHECKING, Any

from perfc import _abi, errors
from perfc._handle import Use, call
from perfc._library import lib
from perfc._wait import SLICE_MS

if TYPE_CHECKING:
    from perfc.stream import Stream

_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p,
                                 ctypes.c_void_p)(("PyCapsule_New", ctypes.pythonapi))


class ArrowSchema(ctypes.Structure):
    _fields_ = [("before", ctypes.c_void_p * 7), ("release", ctypes.c_void_p),
                ("private_data", ctypes.c_void_p)]


class ArrowArray(ctypes.Structure):
    _fields_ = [("before", ctypes.c_void_p * 8), ("release", ctypes.c_void_p),
                ("private_data", ctypes.c_void_p)]


class ArrowArrayStream(ctypes.Structure):
    _fields_ = [("get_schema", ctypes.c_void_p), ("get_next", ctypes.c_void_p),
                ("get_last_error", ctypes.c_void_p), ("release", ctypes.c_void_p),
                ("private_data", ctypes.c_void_p)]


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_INTO = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_WORDS = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)

# A capsule's destructor, or a stream's release, may run while an exception is on its way, which
# Python code in it would lose. So neither is in Python: structs are kept here until they were
# taken over (release is NULL) or nobody else has their capsule, which the next export looks for.
_exported: list[tuple[Any, Any]] = []


def release(struct: Any) -> None:
    """Releases one of the three, unless its consumer has taken it over."""
    if struct.release:
        _RELEASE(struct.release)(ctypes.addressof(struct))


def _forget_taken() -> None:
    kept: list[tuple[Any, Any]] = []
    while _exported:
        capsule, struct = _exported.pop()
        if struct.release and sys.getrefcount(capsule) > 2:  # This name, and the argument.
            kept.append((capsule, struct))
        else:
            release(struct)
    _exported.extend(kept)


def _capsule(struct: Any, name: bytes) -> object:
    _forget_taken()
    made: object = _new_capsule(ctypes.addressof(struct), name, None)
    _exported.append((made, struct))
    return made


def capsules(schema: Any, array: Any = None) -> tuple[object, object]:
    """The capsules of a schema and, if there is one, of an array."""
    return (_capsule(schema, b"arrow_schema"),
            None if array is None else _capsule(array, b"arrow_array"))


def export_table(batch: int, table: int) -> tuple[object, object]:
    schema, array = ArrowSchema(), ArrowArray()
    call(lib.perfc_batch_export_arrow, batch, table, ctypes.byref(schema), ctypes.byref(array))
    return capsules(schema, array)


def export_schema(batch: int, table: int) -> object:
    schema, array = ArrowSchema(), ArrowArray()
    call(lib.perfc_batch_export_arrow, batch, table, ctypes.byref(schema), ctypes.byref(array))
    release(array)
    return capsules(schema)[0]


class _Source:
    """A stream's own ArrowArrayStream, but for get_next, which waits in Python: so Ctrl-C works,
    and calls beside those of another thread are refused."""

    def __init__(self, stream: "Stream", inner: ArrowArrayStream) -> None:
        self._stream = weakref.ref(stream)
        self.get_next = inner.get_next
        self.get_last_error = inner.get_last_error
        self.words: Any = None  # Of a failure here, for get_last_error.

    def next(self, inner: int, out: int) -> int:
        """get_next, or the errno of its exception, because no exception may pass through C."""
        self.words = None
        stream = self._stream()
        try:
            if stream is None or stream.closed:
                return self._forward(inner, out)
            with Use(stream):
                if threading.current_thread() is threading.main_thread():
                    _wait(stream)
                return self._forward(inner, out)
        except KeyboardInterrupt:
            # For EINTR and ECANCELED pyarrow expects a signal of its own.
            return self._say(b"KeyboardInterrupt", errno.EIO)
        except errors.ConcurrentUseError as error:
            return self._say(str(error).encode(), errno.EBUSY)
        except BaseException as error:  # pylint: disable=broad-except
            return self._say(repr(error).encode(), errno.EIO)

    def _forward(self, inner: int, out: int) -> int:
        result: int = _INTO(self.get_next)(inner, out)
        return result

    def _say(self, words: bytes, number: int) -> int:
        self.words = ctypes.create_string_buffer(words)
        return number


def _wait(stream: "Stream") -> None:
    """Until get_next has nothing to wait for."""
    while True:
        facts, left = _abi.Error(), stream._left_ms()
        result = lib.perfc_stream_wait(stream._alive(), min(left, SLICE_MS), ctypes.byref(facts))
        if result == -errno.ECANCELED:  # It was for get_next.
            lib.perfc_stream_wake(stream._alive())
        if not (result == 0 and left > SLICE_MS or result == -errno.EINTR):
            return


# By the private_data of the stream that a consumer has.
_sources: dict[int, _Source] = {}


def _get_next(stream: int, out: int) -> int:
    return _sources[ArrowArrayStream.from_address(stream).private_data].next(stream, out)


def _get_last_error(stream: int) -> int | None:
    source = _sources[ArrowArrayStream.from_address(stream).private_data]
    if source.words is not None:
        return ctypes.addressof(source.words)
    words: int | None = _WORDS(source.get_last_error)(stream)
    return words


_callbacks = (_INTO(_get_next), _WORDS(_get_last_error))


def export_stream(stream: "Stream", inner: ArrowArrayStream) -> object:
    # The memory of a released stream's private_data may be a new one's.
    _sources[inner.private_data] = _Source(stream, inner)
    inner.get_next, inner.get_last_error = (ctypes.cast(callback, ctypes.c_void_p).value
                                            for callback in _callbacks)
    return _capsule(inner, b"arrow_array_stream")
