#!/usr/bin/env python3
"""matrix.py [--update]

Looks which functions of the library each binding uses, and compares with docs/bindings.md, or writes
it anew. A binding that lacks one that isn't EXEMPT fails the test.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MATRIX = ROOT / "docs" / "bindings.md"
SOURCES = {
    "C++": ("bindings/cpp", ("*.hpp",)),
    "Rust": ("bindings/rust/perfc/src", ("*.rs",)),
    "Go": ("bindings/go/perfc", ("*.go", "*.c", "*.h")),
    "Zig": ("bindings/zig", ("*.zig",)),
    "Python": ("bindings/python/src", ("*.py",)),
}
EXEMPT: set[str] = set()  # deprecated, or variadic
# Nor the raw layers, which have every function.
TEST = re.compile(r"test|vectors|bench|examples|abi\.(zig|py)")


def names_in(folder: str, patterns: tuple[str, ...]) -> set[str]:
    """The functions that a binding's own sources name."""
    names: set[str] = set()
    for pattern in patterns:
        for path in (ROOT / folder).rglob(pattern):
            if not TEST.search(str(path.relative_to(ROOT / folder))):
                names |= set(re.findall(r"\bperfc_\w+", path.read_text()))
    return names


def main() -> int:
    exports = (ROOT / "test/linkage/exports.txt").read_text().split()
    used = {name: names_in(*where) for name, where in SOURCES.items() if (ROOT / where[0]).exists()}
    rows = [
        "# Bindings",
        "",
        "Which binding has which function of the library. `test/conformance/matrix.py --update` writes this",
        "table, and `tools/test` holds it against the sources; `test/conformance/run.py` holds what they",
        "decode against the shared vectors.",
        "",
        "| function | " + " | ".join(used) + " |",
        "|---|" + "---|" * len(used),
    ]
    for export in exports:
        marks = ["yes" if export in names else "no" for names in used.values()]
        rows.append(f"| `{export}` | " + " | ".join(marks) + " |")
    text = "\n".join(rows) + "\n"
    lacking = [f"{name} lacks {export}" for name, names in used.items()
               for export in exports if export not in names | EXEMPT]
    print("\n".join(lacking) or f"{len(exports)} functions, all of them in {', '.join(used)}")
    if "--update" in sys.argv[1:]:
        MATRIX.write_text(text)
    elif not MATRIX.exists() or MATRIX.read_text() != text:
        print("docs/bindings.md is not what the sources say: test/conformance/matrix.py --update")
        return 1
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
