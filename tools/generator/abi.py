"""The description of the ABI: the headers' declarations with values, layouts and versions.

docs/abi.md has the format.
"""
import fnmatch
import json
import re

from . import clang, ctype, notes
from .clang import TARGETS, Fault
from .headers import FOLDER, Reader, library_of
from .libraries import LIBRARIES

# The format of abi.json; a key that goes or means something else makes it one more.
FORMAT = 2
BUILD = "BUILD.bazel"


def describe(root):
    """The ABI as a dictionary, in the order of abi.json."""
    headers = Reader(root)
    scalars = {name: {"kind": kind} | ({} if signed is None else {"signed": signed})
               for name, (kind, signed) in ctype.SCALARS.items()}
    measure(root, headers, scalars)
    for function in headers.functions:
        function["version"] = version_of(root, function)
    notes.add(headers, FOLDER)
    members = [member for struct in headers.structs for member in struct["members"]]
    for item in (*headers.constants, *headers.structs, *members):
        del item["line"]
    for item in (*headers.constants, *headers.structs, *members, *headers.functions):
        # The long texts stand last.
        item["documentation"] = item.pop("documentation")
    for struct in headers.structs:
        struct["members"] = struct.pop("members")
    values = {constant["name"]: constant["value"] for constant in headers.constants}
    return {
        "format": FORMAT,
        "version": version(values),
        "libraries": [{"name": library.name,
                       "soname": only(root, BUILD, rf"name = \"(lib{library.name}\.so\.[0-9]+)\""),
                       "header": library.header,
                       "versions": list(nodes_of(root, library.map))} for library in LIBRARIES],
        "targets": list(TARGETS),
        "scalars": scalars,
        "headers": [{"name": path.removeprefix(FOLDER),
                     "library": library_of(path.removeprefix(FOLDER)).name,
                     "documentation": headers.file(path).title()} for path in headers.paths()],
        "constants": headers.constants,
        "handles": list(headers.handles.values()),
        "structs": headers.structs,
        "records": notes.records(headers, values),
        "tables": notes.tables(headers),
        "functions": headers.functions,
    }


def version(values):
    parts = [values.get(f"PERFC_VERSION_{part}") for part in ("MAJOR", "MINOR", "PATCH")]
    if None in parts:
        raise Fault(f"{FOLDER}perfc: there is no PERFC_VERSION_MAJOR, _MINOR and _PATCH")
    return ".".join(map(str, parts))


def only(root, path, pattern):
    found = re.findall(pattern, (root / path).read_text())
    if len(found) != 1:
        raise Fault(f"{path}: {len(found)} places are like {pattern}")
    return found[0]


def nodes_of(root, path):
    """The patterns of what is exported, by the nodes of a linker's map."""
    return {node: re.findall(r"[\w*]+(?=;)", body.partition("local:")[0]) for node, body in
            re.findall(r"^(\w+) \{(.*?)\}", (root / path).read_text(), re.DOTALL | re.MULTILINE)}


def version_of(root, function):
    """The node of its library's map that a function is in; the linker prefers whole names."""
    matching, path = None, library_of(function["header"]).map
    for node, patterns in nodes_of(root, path).items():
        for pattern in patterns:
            if pattern == function["name"]:
                return node
            if fnmatch.fnmatchcase(function["name"], pattern):
                matching = matching or node
    if matching is None:
        raise Fault(f"{path}: {function['name']} is in no version")
    return matching


def measure(root, headers, scalars):
    """Writes down sizes, offsets and values, which must be the same on all targets."""
    asked = [*scalar_questions(scalars), *struct_questions(headers.structs),
             *constant_questions(headers.constants)]
    expressions = [(file, line, text) for _, _, file, line, text in asked]
    answers = [clang.evaluate(root, target, expressions) for target in TARGETS]
    for (holder, key, file, line, text), *values in zip(asked, *answers):
        if len(set(values)) > 1:
            told = ", ".join(f"{value} on {target}" for value, target in zip(values, TARGETS))
            raise Fault(f"{file}:{line}: {text} is {told}")
        holder[key] = values[0]
    for constant in headers.constants:
        constant["signed"] = bool(constant["signed"])
        if not constant["signed"]:
            constant["value"] %= 2**64


def scalar_questions(scalars):
    for name, scalar in scalars.items():
        if scalar["kind"] != "void":
            yield scalar, "size", "scalars", 1, f"sizeof({name})"


def struct_questions(structs):
    for struct in structs:
        name, file = f"struct {struct['name']}", FOLDER + struct["header"]
        yield struct, "size", file, struct["line"], f"sizeof({name})"
        yield struct, "alignment", file, struct["line"], f"__alignof__({name})"
        for member in struct["members"]:
            place = file, member["line"]
            yield member, "offset", *place, f"__builtin_offsetof({name}, {member['name']})"
            yield member, "size", *place, f"sizeof((({name} *)0)->{member['name']})"


def constant_questions(constants):
    for constant in constants:
        place, name = (FOLDER + constant["header"], constant["line"]), constant["name"]
        yield constant, "value", *place, name
        yield constant, "size", *place, f"sizeof({name})"
        yield constant, "signed", *place, f"((__typeof__({name}))-1 < 0)"


def to_json(value, indent=""):
    """JSON in which an object or list without inner objects takes one line."""
    children = value.values() if isinstance(value, dict) else value
    if not isinstance(value, (dict, list)) or all(is_flat(child) for child in children):
        return json.dumps(value, ensure_ascii=False)
    inner = indent + " "
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {to_json(item, inner)}" for key, item in value.items()]
        begin, end = "{}"
    else:
        items, (begin, end) = [to_json(item, inner) for item in value], "[]"
    return f"{begin}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{end}"


def is_flat(value):
    """A string, a number, or a list of these."""
    if isinstance(value, list):
        return not any(isinstance(item, (dict, list)) for item in value)
    return not isinstance(value, dict)
