"""Waits for records: of a thread, which Ctrl-C ends at once, and of a task of asyncio."""
import contextlib
import ctypes
import errno
import math
import os
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import ClassVar, TypeVar

from perfc import _abi, errors
from perfc._handle import Handle, Use
from perfc._library import lib

_T = TypeVar("_T")

# A signal between Python's last look at its signals and poll(2) doesn't interrupt that, so the
# main thread, where handlers run, looks again after so long.
SLICE_MS = 100
_LONGEST_MS = 0x7fffffff
_TURN = 64  # Records that a task takes before others have their turn.


class Waitable(Handle):
    """A handle whose records a thread or a task may wait for."""

    _wait: ClassVar[str]  # C functions
    _wake: ClassVar[str]
    _fd: ClassVar[str]

    def __init__(self, pointer: int, parents: Sequence[Handle | None]) -> None:
        self._waiter: Callable[[], object] | None = None  # wakes the task that waits
        # Held by calls that any thread may make, so that none is under way during close.
        self._side = threading.RLock()
        super().__init__(pointer, parents)

    def fileno(self) -> int:
        """An fd that is readable when wait(0) is worth a call. The handle owns it."""
        return errors.check(getattr(lib, self._fd)(self._alive()))

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until there are records. Returns False after `timeout` seconds; with 0 it doesn't
        wait. TargetGone: no more records will come. Canceled: wake() was called. Ctrl-C ends the
        wait at once."""
        function = getattr(lib, self._wait)
        deadline = None if timeout is None else time.monotonic() + timeout
        main = threading.current_thread() is threading.main_thread()
        with Use(self):
            while True:
                left = math.inf if deadline is None else (deadline - time.monotonic()) * 1000
                milliseconds = max(0, math.ceil(min(left, SLICE_MS if main else _LONGEST_MS)))
                facts = _abi.Error()
                result = function(self._alive(), milliseconds, ctypes.byref(facts))
                if result == 0 and milliseconds < left or result == -errno.EINTR:
                    continue  # Python's own handlers run before the next round, and may raise.
                return errors.check(result, facts) > 0

    async def ready(self) -> None:
        """The same for a task of asyncio: other tasks run meanwhile. Only the kernel's wake-ups end
        it: by default one when half of a ring is full, or by the attr's wakeup_events or
        wakeup_watermark. An event that measures the event loop's own thread stops while the loop
        sleeps. Until it ends, the handle can't be closed or unmapped."""
        import asyncio
        if self._waiter is not None:
            raise errors.ConcurrentUseError(f"another task waits for the {self._name}")
        if self.wait(0):
            return
        loop, woken, fd = asyncio.get_running_loop(), asyncio.Event(), self.fileno()
        loop.add_reader(fd, woken.set)
        self._waiter = lambda: loop.call_soon_threadsafe(woken.set)
        try:
            # Looks once more first: the kernel tells of a wake-up once, perhaps to add_reader.
            while not self.wait(0):
                await woken.wait()
                woken.clear()
        finally:
            self._waiter = None
            loop.remove_reader(fd)

    def wake(self) -> None:
        """Ends the wait of another thread or of a task, or the next one. Any thread."""
        with self._beside():
            errors.check(getattr(lib, self._wake)(self._alive()), call="wake")
            if self._waiter is not None:
                self._waiter()

    def close(self) -> None:
        if os.getpid() != self._owner:  # Who held the lock isn't here.
            super().close()
            return
        with self._side:
            super().close()

    def _refuse_if_viewed(self) -> None:
        if self._waiter is not None:
            raise BufferError(f"a task waits for the {self._name}: cancel it first")
        super()._refuse_if_viewed()


async def follow(ready: Callable[[], Awaitable[None]],
                 records: Callable[[], Iterator[_T]]) -> AsyncIterator[_T]:
    """Records as they come, until no more will."""
    import asyncio
    with contextlib.suppress(errors.TargetGone):
        while True:
            await ready()
            for number, record in enumerate(records(), 1):
                yield record
                if number % _TURN == 0:
                    await asyncio.sleep(0)
