"""The ctypes layouts and prototypes are the headers'."""
import ctypes
import os
import pathlib
import re
import subprocess
import sys

from conftest import HERE, ROOT
from perfc import _abi, constants


def include():
    prefix = os.environ.get("PERFC_PREFIX")
    return pathlib.Path(prefix, "include") if prefix else ROOT / "include"


def test_layouts_are_those_of_the_c_compiler(tmp_path):
    lines = []
    for name, struct in _abi.STRUCTS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        for field, *_ in struct._fields_:
            c = field.removesuffix("_") if field == "from_" else field
            lines.append(f'printf("{name}.{field} %zu %zu\\n", offsetof(struct {name}, {c}), '
                         f'sizeof(((struct {name} *)0)->{c}));')
    source = tmp_path / "layout.c"
    source.write_text('#include <stddef.h>\n#include <stdio.h>\n#include "perfc/perfc.h"\n'
                      "int main(void) {\n" + "\n".join(lines) + "\n}\n")
    subprocess.run(["cc", "-I", include(), source, "-o", tmp_path / "layout"], check=True)
    told = subprocess.run([tmp_path / "layout"], check=True, text=True,
                          capture_output=True).stdout.splitlines()
    expected = []
    for name, struct in _abi.STRUCTS.items():
        expected.append(f"{name} {ctypes.sizeof(struct)}")
        for field, *_ in struct._fields_:
            place = getattr(struct, field)
            expected.append(f"{name}.{field} {place.offset} {place.size}")
    assert told == expected
    assert len(_abi.STRUCTS) > 50


def test_constants_are_those_of_the_c_compiler(tmp_path):
    names = [name for name in dir(constants) if not name.startswith("_")]
    source = tmp_path / "constants.c"
    source.write_text('#include <stdio.h>\n#include "perfc/perfc.h"\nint main(void) {\n' + "\n".join(
        f'printf("%lld\\n", (long long)PERFC_{name});' for name in names) + "\n}\n")
    subprocess.run(["cc", "-I", include(), source, "-o", tmp_path / "constants"], check=True)
    told = subprocess.run([tmp_path / "constants"], check=True, text=True,
                          capture_output=True).stdout.split()
    assert [int(one) % 2**64 for one in told] == [getattr(constants, name) % 2**64
                                                  for name in names]


def test_the_headers_say_what_is_generated():
    subprocess.run([sys.executable, HERE / "tools/generate.py", "--check"], check=True)


def exports():
    return set((ROOT / "test/linkage/exports.txt").read_text().split())


def test_every_export_has_a_prototype():
    assert set(_abi.PROTOTYPES) == exports()


def test_every_export_is_used():
    sources = (path.read_text() for path in (HERE / "src/perfc").glob("*.py")
               if path.name != "_abi.py")
    used = set(re.findall(r"\bperfc_\w+", "".join(sources)))
    assert exports() - used == set()
