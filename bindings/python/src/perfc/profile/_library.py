"""Finds libperfc-profile.so.0, and loads it."""
import ctypes
import os
import pathlib

import perfc._library as _core
from perfc._library import LibraryError
from perfc.profile import _abi

SONAME = "libperfc-profile.so.0"


def candidates() -> list[str]:
    """The libraries to try, in this order: only the one that PERFC_PROFILE_LIBRARY names if it is
    set, otherwise the one beside the libperfc that was loaded, then the system's."""
    override = _core.override("PERFC_PROFILE_LIBRARY")
    if override is not None:
        return [override]
    beside = pathlib.Path(_core.path).with_name(SONAME)
    return [str(beside), SONAME] if beside.is_absolute() and beside.exists() else [SONAME]


def load(paths: list[str]) -> tuple[_abi.Functions, str]:
    """The functions of the first library that can be loaded, and its path."""
    failures: list[str] = []
    for path in paths:
        if path != SONAME and not os.path.isabs(path):
            failures.append(f"{path}: PERFC_PROFILE_LIBRARY must be an absolute path")
            continue
        try:
            return _functions(ctypes.CDLL(path), path), path
        except OSError as error:
            failures.append(str(error) if path in str(error) else f"{path}: {error}")
    raise LibraryError(
        f"can't load {SONAME}, which perfc.profile needs. Tried: {'; '.join(failures)}. Install "
        "libperfc-profile or a wheel of perfc that has it, or set PERFC_PROFILE_LIBRARY to its path.")


def _functions(library: ctypes.CDLL, path: str) -> _abi.Functions:
    functions = _abi.Functions()
    for name, (result, arguments) in _abi.PROTOTYPES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise LibraryError(f"{path} is older than this package: it has no {name}",
                               path=path) from None
        function.restype = result
        function.argtypes = arguments
        setattr(functions, name, function)
    return functions


lib: _abi.Functions
path: str
lib, path = load(candidates())
