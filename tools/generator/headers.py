"""Reads the declarations of the headers. Values and layouts are added by abi.py."""
import collections

from . import clang, ctype
from .clang import Fault
from .comments import Header, plain
from .libraries import LIBRARIES

FOLDER = "include/"
# Stands before each function of the ABI, and is the one macro that is no constant.
EXPORT = "PERFC_API"
NODES = {"EnumDecl": "an enum", "VarDecl": "a variable", "StaticAssertDecl": "an assertion"}


class Reader:
    def __init__(self, root):
        self.root = root
        self.files = {}
        self.constants, self.handles, self.structs, self.functions = [], {}, [], []
        nodes = [node for node in clang.declarations(root) if file_of(node).startswith(FOLDER)]
        self.complete = {node["name"] for node in nodes if node.get("completeDefinition")}
        self.names = self.complete | {node.get("name") for node in nodes
                                      if node["kind"] == "RecordDecl"}
        for node in nodes:
            self.read(node)
        self.read_macros()
        self.check_all_are_included()

    def file(self, path):
        if path not in self.files:
            self.files[path] = Header(self.root / path)
        return self.files[path]

    def fault(self, node, words):
        """The error of what stands at a node."""
        place = begin_of(node)
        line = self.file(place["file"]).line(place["offset"])
        return Fault(f"{place['file']}:{line}: {node.get('name') or 'it'} {words}")

    def read(self, node):
        kind = node["kind"]
        if kind == "FunctionDecl":
            self.functions.append(self.function(node))
        elif kind == "RecordDecl" and node.get("completeDefinition"):
            self.structs.append(self.struct(node))
        elif kind == "RecordDecl":
            self.handle(node)
        elif kind != "TypedefDecl" or node["type"]["qualType"] != f"struct {node['name']}" or \
                node["name"] in self.complete:
            what = {"TypedefDecl": "a typedef of something other than a handle"} | NODES
            raise self.fault(node, f"is {what.get(kind, kind)}, which not every language has")

    def about(self, node):
        """The documentation above a declaration. Functions may share one."""
        place, shared = begin_of(node), node["kind"] == "FunctionDecl"
        return plain(self.file(place["file"]).above(place["offset"], shared))

    def start(self, node):
        return {"name": node["name"], "header": file_of(node).removeprefix(FOLDER)}

    def type(self, node, spelling):
        parts = ctype.parse(spelling, self.names)
        if parts is None:
            raise self.fault(node, f"has the type {spelling}, which not every language has")
        return parts

    def function(self, node):
        children = node.get("inner", [])
        kinds = {child["kind"] for child in children}
        if "CompoundStmt" in kinds or node.get("inline"):
            raise self.fault(node, "has a body, which no library exports")
        if node.get("variadic"):
            raise self.fault(node, "is variadic, which not every language can call")
        if "VisibilityAttr" not in kinds:
            raise self.fault(node, f"is declared without {EXPORT}")
        spelling = node["type"]["qualType"]
        result = self.type(node, spelling[:spelling.index("(")].strip())
        if spelling.endswith("()"):
            raise self.fault(node, "has no prototype: write (void)")
        parameters = [child for child in children if child["kind"] == "ParmVarDecl"]
        return {**self.start(node), "result": result,
                "parameters": [self.parameter(node, one) for one in parameters],
                "documentation": self.about(node)}

    def parameter(self, function, node):
        if "name" not in node:
            raise self.fault(function, "has a parameter without a name")
        return {"name": node["name"], **self.type(node, node["type"]["qualType"])}

    def handle(self, node):
        name = node["name"]
        if node["tagUsed"] != "struct":
            raise self.fault(node, "is a union, which not every language has")
        if name not in self.complete and name not in self.handles:
            self.handles[name] = {**self.start(node), "documentation": self.about(node)}

    def struct(self, node):
        if node["tagUsed"] != "struct":
            raise self.fault(node, "is a union, which not every language has")
        members = []
        for child in node.get("inner", []):
            if child["kind"] != "FieldDecl" or child.get("inner"):
                what = child["kind"] if child["kind"] != "FieldDecl" else child["inner"][0]["kind"]
                if child.get("isBitfield"):
                    what = "a bit-field"
                raise self.fault(child, f"in {node['name']} is or has {what}: only plain members "
                                        "lie alike in every language")
            members.append(self.member(child))
        return {**self.start(node), "members": members, "documentation": self.about(node),
                "line": self.line(node)}

    def member(self, node):
        header, end = self.file(file_of(node)), node["range"]["end"]
        above = header.above_member(begin_of(node)["offset"])
        behind = header.behind(end["offset"] + end["tokLen"])
        return {"name": node["name"], **self.type(node, node["type"]["qualType"]),
                "documentation": plain(above, behind), "line": self.line(node)}

    def line(self, node):
        return self.file(file_of(node)).line(begin_of(node)["offset"])

    def read_macros(self):
        """All macros but the guards of headers are constants."""
        found = [macro for macro in clang.macros(self.root) if (macro[0] or "").startswith(FOLDER)]
        for path, line, name, body in found:
            if body.startswith("("):
                raise Fault(f"{path}:{line}: {name} is a macro with arguments, which no library "
                            "exports")
        self.read_constants([(path, line, name, body.strip()) for path, line, name, body in found
                             if body.strip() and name != EXPORT])

    def read_constants(self, found):
        """The comment that a paragraph begins with is that of the group, if several constants
        or another comment follow it. All other comments are of one constant."""
        shared = collections.Counter(self.above_macro(path, line, True) for path, line, *_ in found)
        for path, line, name, body in found:
            header = self.file(path)
            head, own = header.head(header.start_of(line)), self.above_macro(path, line, False)
            group = head if shared[head] > 1 or header.before_comment(head) else None
            self.constants.append({
                "name": name, "header": path.removeprefix(FOLDER), "text": body, "line": line,
                "group": plain(group),
                "documentation": plain(own if own is not group else None,
                                       header.in_directive(line))})

    def above_macro(self, path, line, shared):
        header = self.file(path)
        return header.above(header.start_of(line), shared)

    def check_all_are_included(self):
        included = clang.files(self.root)
        for path in self.paths():
            if path not in included:
                whole = library_of(path.removeprefix(FOLDER)).header.rpartition("/")[2]
                raise Fault(f"{path}: {whole} doesn't include it")

    def paths(self):
        """All headers, library by library."""
        paths = [path.relative_to(self.root).as_posix()
                 for path in (self.root / FOLDER).rglob("perfc/**/*.h")]
        return sorted(paths, key=lambda path: (
            LIBRARIES.index(library_of(path.removeprefix(FOLDER))), path))


def library_of(header):
    """The library that has what a header declares."""
    return next(library for library in reversed(LIBRARIES)
                if header == library.header or header.startswith(library.folder + "/"))


def begin_of(node):
    begin = node["range"]["begin"]
    return begin.get("expansionLoc", begin)


def file_of(node):
    return begin_of(node).get("file") or ""


