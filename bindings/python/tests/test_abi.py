"""The ctypes layouts and prototypes are those of the description of the ABI."""
import ctypes
import importlib.util
import json
import re

import pytest

from conftest import HERE, ROOT

ABI = json.loads((ROOT / "bindings/abi.json").read_text())
LIBRARIES = {"perfc": "src/perfc", "perfc-profile": "src/perfc/profile"}


def module(library, name):
    """A module of the library's folder, which needs no library."""
    path = HERE / LIBRARIES[library] / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def of(library, key):
    headers = {header["name"] for header in ABI["headers"] if header["library"] == library}
    return [one for one in ABI[key] if one["header"] in headers]


pytestmark = pytest.mark.parametrize("library", LIBRARIES)


def test_layouts_are_those_of_the_c_compiler(library):
    structs, known = of(library, "structs"), module(library, "_abi").STRUCTS
    assert len(known) == len(structs) > 15
    for struct in structs:
        ours = known[struct["name"]]
        assert ctypes.sizeof(ours) == struct["size"], struct["name"]
        assert ctypes.alignment(ours) == struct["alignment"], struct["name"]
        places = [getattr(ours, name) for name, *_ in ours._fields_]
        assert [(place.offset, place.size) for place in places] == \
            [(member["offset"], member["size"]) for member in struct["members"]], struct["name"]


def test_constants_are_those_of_the_c_compiler(library):
    values = {constant["name"].removeprefix("PERFC_"): constant["value"]
              for constant in of(library, "constants")}
    assert {name: value for name, value in vars(module(library, "constants")).items()
            if not name.startswith("_")} == values


def exports(library):
    return {function["name"] for function in of(library, "functions")}


def test_every_export_has_a_prototype(library):
    assert set(module(library, "_abi").PROTOTYPES) == exports(library)


def test_every_export_is_used(library):
    sources = (path.read_text() for path in (HERE / LIBRARIES[library]).glob("*.py")
               if path.name != "_abi.py")
    used = set(re.findall(r"\bperfc_\w+", "".join(sources)))
    assert exports(library) - used == set()
