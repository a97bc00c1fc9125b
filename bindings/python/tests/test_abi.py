"""The ctypes layouts and prototypes are those of the description of the ABI."""
import ctypes
import json
import re

from conftest import HERE, ROOT
from perfc import _abi, constants


ABI = json.loads((ROOT / "bindings/abi.json").read_text())


def test_layouts_are_those_of_the_c_compiler():
    assert len(_abi.STRUCTS) == len(ABI["structs"]) > 50
    for struct in ABI["structs"]:
        ours = _abi.STRUCTS[struct["name"]]
        assert ctypes.sizeof(ours) == struct["size"], struct["name"]
        assert ctypes.alignment(ours) == struct["alignment"], struct["name"]
        places = [getattr(ours, name) for name, *_ in ours._fields_]
        assert [(place.offset, place.size) for place in places] == \
            [(member["offset"], member["size"]) for member in struct["members"]], struct["name"]


def test_constants_are_those_of_the_c_compiler():
    values = {constant["name"].removeprefix("PERFC_"): constant["value"]
              for constant in ABI["constants"]}
    assert {name: value for name, value in vars(constants).items()
            if not name.startswith("_")} == values


def exports():
    return {function["name"] for function in ABI["functions"]}


def test_every_export_has_a_prototype():
    assert set(_abi.PROTOTYPES) == exports()


def test_every_export_is_used():
    sources = (path.read_text() for path in (HERE / "src/perfc").glob("*.py")
               if path.name != "_abi.py")
    used = set(re.findall(r"\bperfc_\w+", "".join(sources)))
    assert exports() - used == set()
