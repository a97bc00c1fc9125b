"""Finds libperfc.so.0, loads it, and sees to it that it is new enough."""
import ctypes
import os
import pathlib
import re
import sys

from perfc import _abi, constants

SONAME = "libperfc.so.0"
WANTED = (constants.VERSION_MAJOR, constants.VERSION_MINOR, constants.VERSION_PATCH)


# Short calls that neither wait nor read files: they keep Python's lock, which costs less than to
# give it back, and lets nobody close anything meanwhile.
_SHORT = re.compile(r"perfc_(decode|sample|record|read_part|plan|batch_column|batch_info|callchain|"
                    r"transaction|column|next_record|peek_record|stitch|count_(delta|sum|scale)|"
                    r"tracepoint_(get|find|matches|value|range|string|format))")


class LibraryError(ImportError):
    """libperfc could not be loaded, or is older than this package."""


def override(variable: str) -> str | None:
    """A variable that names a library, unless the environment isn't to be trusted: of a program that
    runs with another's rights, or under python -E or -I."""
    if sys.flags.ignore_environment or os.geteuid() != os.getuid() or os.getegid() != os.getgid():
        return None
    return os.environ.get(variable) or None


def candidates() -> list[str]:
    """The libraries to try, in this order: only the one that PERFC_LIBRARY names if it is set,
    otherwise the one in the wheel, then the system's."""
    only = override("PERFC_LIBRARY")
    if only is not None:
        return [only]
    bundled = pathlib.Path(__file__).with_name(SONAME)
    return [str(bundled), SONAME] if bundled.exists() else [SONAME]


def load(paths: list[str]) -> tuple[_abi.Functions, str]:
    """The functions of the first library that can be loaded, and its path."""
    failures: list[str] = []
    for path in paths:
        if path != SONAME and not os.path.isabs(path):
            failures.append(f"{path}: PERFC_LIBRARY must be an absolute path")
            continue
        try:
            return _functions(ctypes.CDLL(path), path), path
        except OSError as error:
            failures.append(str(error) if path in str(error) else f"{path}: {error}")
    tried = "; ".join(failures)
    raise LibraryError(f"can't load {SONAME}. Tried: {tried}. Install libperfc or a wheel of "
                       "perfc that has it, or set PERFC_LIBRARY to its path.")


def _functions(library: ctypes.CDLL, path: str) -> _abi.Functions:
    _check_version(library, path)
    short = ctypes.PyDLL(path, handle=library._handle)
    functions = _abi.Functions()
    for name, (result, arguments) in _abi.PROTOTYPES.items():
        try:
            function = getattr(short if _SHORT.match(name) else library, name)
        except AttributeError:
            raise _too_old(path, _version(library), f"it has no {name}") from None
        function.restype = result
        function.argtypes = arguments
        setattr(functions, name, function)
    return functions


def _version(library: ctypes.CDLL) -> tuple[int, int, int]:
    try:
        function = library.perfc_version
    except AttributeError:
        return (0, 0, 0)
    function.restype = ctypes.c_uint32
    return unpack_version(function())


def unpack_version(number: int) -> tuple[int, int, int]:
    return number >> 16, number >> 8 & 0xff, number & 0xff


def _check_version(library: ctypes.CDLL, path: str) -> None:
    found = _version(library)
    if found < WANTED:
        raise _too_old(path, found, "")
    # Below 1.0 each minor version may change the ABI.
    same = 1 if WANTED[0] else 2
    if found[:same] != WANTED[:same]:
        have, want = (".".join(map(str, version)) for version in (found, WANTED))
        raise LibraryError(f"{path} is libperfc {have}, whose ABI differs from that of {want}, "
                           "for which this package was made", path=path)


def _too_old(path: str, found: tuple[int, int, int], why: str) -> LibraryError:
    have, want = (".".join(map(str, version)) for version in (found, WANTED))
    which = have if found > (0, 0, 0) else "of no known version"
    return LibraryError(f"{path} is libperfc {which}, older than this package, which needs {want}"
                        + (f": {why}" if why else ""), path=path)


lib: _abi.Functions
path: str
lib, path = load(candidates())
