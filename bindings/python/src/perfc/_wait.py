"""Waits that Ctrl-C ends at once."""
import ctypes
import errno
import math
import threading
import time
from collections.abc import Callable

from perfc import _abi, errors
from perfc._handle import Handle

# A signal between Python's last look at its signals and poll(2) doesn't interrupt that, so the
# main thread, where handlers run, looks again after so long.
SLICE_MS = 100
_LONGEST_MS = 0x7fffffff


def wait(function: Callable[..., int], handle: Handle, timeout: float | None) -> bool:
    """Calls function(handle, ms, &error) until it finds records, or the time is over."""
    deadline = None if timeout is None else time.monotonic() + timeout
    main = threading.current_thread() is threading.main_thread()
    while True:
        left = math.inf if deadline is None else (deadline - time.monotonic()) * 1000
        milliseconds = max(0, math.ceil(min(left, SLICE_MS if main else _LONGEST_MS)))
        facts = _abi.Error()
        result = function(handle._alive(), milliseconds, ctypes.byref(facts))
        if result == 0 and milliseconds < left or result == -errno.EINTR:
            continue  # Python's own handlers run before the next round, and may raise.
        return errors.check(result, facts) > 0
