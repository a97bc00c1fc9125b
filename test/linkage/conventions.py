#!/usr/bin/env python3
"""The conventions of perfc.h and the errnos of error.h against the other headers and the library.

  * Each function that a comment calls fit for signal handlers is in perfc.h's list, and each name
    of that list is exported.
  * Each errno that the library makes up is in error.h's table, and each in the table is made up.
  * Each errno that a header names is in the table, or one that only system calls give.
"""
import json
import pathlib
import re
import sys

import documented

HEADERS = sorted(pathlib.Path("include/perfc").glob("*.h"))
ERROR = pathlib.Path("include/perfc/error.h").read_text()
CONVENTIONS = pathlib.Path("include/perfc/perfc.h").read_text()
ABI = json.loads(pathlib.Path("bindings/abi.json").read_text())
EXPORTS = [function["name"] for function in ABI["functions"]]
# What headers name because the kernel gives it.
KERNELS = {"EACCES", "EMFILE", "ENOSYS", "EPERM"}
# What impl/ compares with, or lets pass, but never makes up: the kernel gave it.
PASSED_ON = {"EACCES", "EMFILE", "ENFILE", "ENOSYS", "ENOTDIR", "EPERM", "EINTR", "ENAMETOOLONG"}

ERRNO = re.compile(r"-(E[A-Z0-9]+)\b")
SIGNALS = re.compile(r"[Aa]sync-signal-safe|from a signal handler|[Ss]ignal handlers\s+(?:too|may)")


def table():
    head = ERROR[:ERROR.index("#ifndef")]
    return set(re.findall(r"^ \*   -(E[A-Z0-9]+)", head, re.MULTILINE))


def made_up():
    """The errnos that stand in the library's code, not in its comments."""
    found = set()
    for path in pathlib.Path("impl").rglob("*.[ch]*"):
        code = re.sub(r"//[^\n]*", "", path.read_text()) if path.suffix in {".cc", ".h"} else ""
        found |= set(ERRNO.findall(code))
    return found - PASSED_ON


def signal_safe():
    """The functions of perfc.h's block, with the names that a prefix stands for."""
    block = CONVENTIONS[CONVENTIONS.index(" * Signals"):CONVENTIONS.index(" * fork()")]
    block = re.sub(r"\n \* +", " ", block)
    names, family = set(), ""
    for word in re.findall(r"\b(?:perfc)?_\w+\*?|perfc_\w+\*?", block):
        if word.startswith("perfc_"):
            family = re.match(r"perfc_[a-z]+", word)[0]
        else:
            word = family + word
        names |= {name for name in EXPORTS if name.startswith(word[:-1])} if word[-1] == "*" \
            else {word}
    return names


def check_signals():
    safe = signal_safe()
    for name in sorted(safe - set(EXPORTS)):
        yield f"perfc.h calls {name} async-signal-safe, and there is no such function"
    for name, function in documented.functions(ABI).items():
        if SIGNALS.search(function.comment) and name not in safe:
            yield f"{function.header} calls {name} fit for signal handlers, perfc.h doesn't"


def check_errnos():
    listed, made = table(), made_up()
    for errno in sorted(made - listed):
        yield f"impl/ makes up -{errno}, which error.h doesn't list"
    for errno in sorted(listed - made - PASSED_ON):
        yield f"error.h lists -{errno}, which nothing in impl/ makes up"
    for header in HEADERS:
        for errno in sorted(set(ERRNO.findall(header.read_text())) - listed - KERNELS):
            yield f"{header.name} names -{errno}, which error.h doesn't list"


def main():
    faults = [*check_signals(), *check_errnos()]
    print(*faults, sep="\n", file=sys.stderr, end="\n" if faults else "")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
