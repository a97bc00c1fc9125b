#!/usr/bin/env python3
"""matrix.py [--update]

Finds the functions of both libraries that each binding uses, and compares the result with
docs/bindings.md. --update writes that file. The test fails if a binding lacks a function that isn't EXEMPT.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MATRIX = ROOT / "docs" / "bindings.md"
SOURCES = {
    "C++": ("bindings/cpp", ("*.hpp",)),
    "Rust": ("bindings/rust/perfc/src", ("*.rs",)),
    "Go": ("bindings/go", ("perfc/*.go", "perfc/*.c", "perfc/*.h", "profile/*.go")),
    "Zig": ("bindings/zig", ("*.zig",)),
    "Python": ("bindings/python/src", ("*.py",)),
}
EXEMPT: set[str] = set()  # deprecated, or variadic
# Tests and examples don't count as uses, nor do the raw layers, which have every function.
TEST = re.compile(r"test|vectors|bench|examples|abi\.(zig|py)")
LISTS = ("test/linkage/exports.txt", "test/linkage/profile_exports.txt")


def names_in(folder: str, patterns: tuple[str, ...]) -> set[str]:
    """The functions that a binding's own sources name."""
    names: set[str] = set()
    for pattern in patterns:
        for path in (ROOT / folder).rglob(pattern):
            if not TEST.search(str(path.relative_to(ROOT / folder))):
                names |= set(re.findall(r"\bperfc_\w+", path.read_text()))
    return names


def main() -> int:
    exports = [name for path in LISTS for name in (ROOT / path).read_text().split()]
    used = {name: names_in(*where) for name, where in SOURCES.items() if (ROOT / where[0]).exists()}
    rows = [
        "# Bindings",
        "",
        "This table shows which functions of the libraries each binding has: first those of libperfc, then",
        "those of libperfc-profile. `test/conformance/matrix.py --update`",
        "writes it, and `tools/test` compares it with the sources. `test/conformance/run.py` compares the records",
        "that the bindings decode with the shared vectors.",
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
        print("docs/bindings.md differs from the sources: run test/conformance/matrix.py --update")
        return 1
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
