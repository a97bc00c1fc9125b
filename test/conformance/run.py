#!/usr/bin/env python3
"""run.py BINDING=COMMAND...

Feeds the shared vectors (test/vectors) through the bindings. COMMAND MODE FILE.vec prints a line of
JSON for each record, in each of three modes: typed accessors, columns, and columns that are views.
It must be what stands in the .jsonl file, byte for byte.
"""

import itertools
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "test" / "vectors"
MODES = ("typed", "columns", "views")


def difference(wanted: bytes, got: bytes) -> str:
    """The first line that differs, or nothing."""
    lines = itertools.zip_longest(wanted.splitlines(), got.splitlines())
    for number, (want, have) in enumerate(lines, 1):
        if want != have:
            return f"line {number}:\n    want {want!r}\n    have {have!r}"
    return "" if wanted == got else "the last newline"


def compare(command: list[str], mode: str, vectors: pathlib.Path) -> str:
    """What is wrong with one file, or nothing."""
    run = subprocess.run([*command, mode, str(vectors)], capture_output=True, timeout=300, check=False)
    if run.returncode != 0:
        return f"exit code {run.returncode}: {run.stderr.decode(errors='replace').strip()}"
    return difference(vectors.with_suffix(".jsonl").read_bytes(), run.stdout)


def conform(binding: str, command: list[str]) -> int:
    """Runs one binding, and returns how many comparisons failed."""
    files = sorted(VECTORS.glob("*.vec"))
    failures = 0
    for mode in MODES:
        wrong = {file.stem: problem for file in files if (problem := compare(command, mode, file))}
        records = sum(len(file.with_suffix(".jsonl").read_bytes().splitlines()) for file in files)
        verdict = "differs" if wrong else "equal"
        print(f"{binding:8} {mode:8} {len(files)} groups, {records} records: {verdict}")
        for group, problem in wrong.items():
            print(f"  {group}: {problem}")
        failures += len(wrong)
    return failures


def main() -> int:
    bindings = [argument.partition("=") for argument in sys.argv[1:]]
    if not bindings or not all(name and command for name, _, command in bindings):
        print(__doc__, file=sys.stderr)
        return 2
    return 1 if sum(conform(name, shlex.split(command)) for name, _, command in bindings) else 0


if __name__ == "__main__":
    sys.exit(main())
