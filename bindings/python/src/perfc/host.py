"""The system that the library talks to."""
import ctypes
import os

from perfc import _abi
from perfc._handle import Handle, call, create, encoded, pointer_of
from perfc._library import lib
from perfc.constants import HOST_PROCFS, HOST_SYSFS, HOST_TRACEFS
from perfc.errors import check, text


class Host(Handle):
    """A system whose files lie elsewhere than usual, as in a container that has the host's
    /proc under another path. Functions that take one take None for this machine."""

    _destroy = "perfc_host_destroy"

    def __init__(self, *, sysfs: str | os.PathLike[str] | None = None,
                 procfs: str | os.PathLike[str] | None = None,
                 tracefs: str | os.PathLike[str] | None = None) -> None:
        options = _abi.HostOptions(ctypes.sizeof(_abi.HostOptions), 0, encoded(sysfs),
                                   encoded(procfs), encoded(tracefs))
        super().__init__(create(lib.perfc_host_create, ctypes.byref(options)))


def sysfs(host: Host | None = None) -> str:
    """Where sysfs is mounted."""
    return _root(host, HOST_SYSFS)


def procfs(host: Host | None = None) -> str:
    """Where procfs is mounted."""
    return _root(host, HOST_PROCFS)


def tracefs(host: Host | None = None) -> str:
    """Where tracefs is mounted. NotFound: nowhere."""
    return _root(host, HOST_TRACEFS)


def _root(host: Host | None, root: int) -> str:
    pointer = pointer_of(host)
    return text(lambda buffer, size: lib.perfc_host_root(pointer, root, buffer, size),
                "perfc_host_root", "surrogateescape")


def supported(host: Host | None = None) -> bool:
    """Whether the kernel has perf events. NotFound: that can't be told, for want of procfs."""
    return check(lib.perfc_host_supported(pointer_of(host))) == 1


def attr_size(host: Host | None = None) -> int:
    """Bytes of the largest attr that the running kernel takes."""
    return call(lib.perfc_host_attr_size, pointer_of(host))


def max_stack(host: Host | None = None) -> int:
    """The most entries that a call chain may have: perf_event_max_stack."""
    return check(lib.perfc_host_max_stack(pointer_of(host)), call="max_stack")


def pmu_type(pmu: str, host: Host | None = None) -> int:
    """Attr.type of a PMU by its name in sysfs: "breakpoint", "uprobe", "cpu_core"."""
    return call(lib.perfc_host_pmu_type, pointer_of(host), encoded(pmu))


def task_enable(host: Host | None = None) -> None:
    """Enables every event that the calling thread has opened."""
    check(lib.perfc_task_enable(pointer_of(host)), call="task_enable")


def task_disable(host: Host | None = None) -> None:
    """Disables every event that the calling thread has opened."""
    check(lib.perfc_task_disable(pointer_of(host)), call="task_disable")
