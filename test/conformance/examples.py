#!/usr/bin/env python3
"""examples.py

Each binding has the same five programs as examples, of fewer than 60 lines each. That they run is
for the tests of the binding.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2] / "bindings"
EXAMPLES = {
    "cpp": "examples/*.cc",
    "go": "examples/*/*.go",
    "python": "examples/*.py",
    "rust": "perfc/examples/*.rs",
    "zig": "examples/*.zig",
}
# Words that one of the files has in its name: what counts, what samples, what traces, what reads a
# perf.data file, and what copies one.
PROGRAMS = (("count",), ("sample", "hot_functions"), ("trace",), ("by_comm", "bycomm"),
            ("copy_file", "copyfile"))
MOST_LINES = 59


def problems_of(binding: str) -> list[str]:
    """What is wrong with one binding's examples."""
    paths = sorted((ROOT / binding).glob(EXAMPLES[binding]))
    names = [str(path).rpartition("examples/")[2] for path in paths]
    problems = []
    if len(paths) != len(PROGRAMS):
        problems.append(f"{binding}: {len(PROGRAMS)} examples are wanted, there are {names}")
    for words in PROGRAMS:
        if not any(word in name for word in words for name in names):
            problems.append(f"{binding}: no example is called {' or '.join(words)}")
    for path in paths:
        lines = len(path.read_text().splitlines())
        if lines > MOST_LINES:
            problems.append(f"{path.relative_to(ROOT)} has {lines} lines, more than {MOST_LINES}")
    return problems


def main() -> int:
    bindings = sorted(path.parent.name for path in ROOT.glob("*/test.sh"))
    problems = [problem for binding in bindings for problem in problems_of(binding)]
    print("\n".join(problems) or f"five short examples in each of {', '.join(bindings)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
