"""Zig: the module `c`, with the types that Zig's own translation of the headers gives."""
from .libraries import CORE, PROFILE
from .texts import ORIGIN, comment, foreign_types, literal, of_library, one_line

WIDTH = 100
TYPES = {"int": "c_int", "char": "u8", "void": "anyopaque", "size_t": "usize", "double": "f64",
         **{f"int{bits}_t": f"i{bits}" for bits in (8, 16, 32, 64)},
         **{f"uint{bits}_t": f"u{bits}" for bits in (8, 16, 32, 64)}}
KEYWORDS = {"addrspace", "align", "allowzero", "and", "anyframe", "anytype", "asm", "async",
            "await", "break", "callconv", "catch", "comptime", "const", "continue", "defer", "else",
            "enum", "errdefer", "error", "export", "extern", "fn", "for", "if", "inline",
            "linksection", "noalias", "noinline", "nosuspend", "opaque", "or", "orelse", "packed",
            "pub", "resume", "return", "struct", "suspend", "switch", "test", "threadlocal", "try",
            "union", "unreachable", "usingnamespace", "var", "volatile", "while"}
# Names of types, which a parameter may not have, but a member may.
PRIMITIVES = {"anyerror", "bool", "false", "noreturn", "null", "true", "type", "undefined", "void"}


def field_name(name):
    return f'@"{name}"' if name in KEYWORDS else name


def parameter_name(name):
    return f'@"{name}"' if name in KEYWORDS | PRIMITIVES else name


class Types:
    def __init__(self, abi):
        self.opaque = {"anyopaque", *(handle["name"] for handle in abi["handles"])}

    def of(self, item):
        """A pointer to one or many, or to nothing: C doesn't say."""
        spelling = TYPES.get(item["base"], item["base"])
        for pointer in item.get("pointers", []):
            begin = "?*" if spelling in self.opaque else "[*c]"
            spelling = f"{begin}{'const ' if pointer == 'const' else ''}{spelling}"
        return f"[{item['length']}]{spelling}" if "length" in item else spelling

    def result(self, item):
        spelling = self.of(item)
        return "void" if spelling == "anyopaque" else spelling

    def default(self, member):
        if "pointers" in member:
            return "null"
        if "length" in member:
            return f"std.mem.zeroes({self.of(member)})"
        return "0" if member["base"] in TYPES else ".{}"


def documented(item, indent=""):
    return comment(f"{indent}///", one_line(item["documentation"]), WIDTH)


def constants(abi):
    for item in abi["constants"]:
        yield f"{documented(item)}pub const {item['name']} = {literal(item)};\n"


def handles(abi):
    for item in abi["handles"]:
        yield f"{documented(item)}pub const {item['name']} = opaque {{}};\n"


def structs(abi, types):
    for struct in abi["structs"]:
        yield f"{documented(struct)}pub const {struct['name']} = extern struct {{\n"
        for member in struct["members"]:
            yield documented(member, "    ")
            yield (f"    {field_name(member['name'])}: {types.of(member)} = "
                   f"{types.default(member)},\n")
        yield "};\n\n"


def functions(abi, types):
    for item in abi["functions"]:
        parameters = ", ".join(f"{parameter_name(one['name'])}: {types.of(one)}"
                               for one in item["parameters"])
        yield f"pub extern fn {item['name']}({parameters}) {types.result(item['result'])};\n"


def layouts(abi):
    for struct in abi["structs"]:
        name = struct["name"]
        yield f"    assert(@sizeOf({name}) == {struct['size']});\n"
        yield f"    assert(@alignOf({name}) == {struct['alignment']});\n"
        for member in struct["members"]:
            yield f'    assert(@offsetOf({name}, "{member["name"]}") == {member["offset"]});\n'


def module(library, abi):
    """A library's module; what it has of another library's types comes from the module `c`."""
    part, types = of_library(abi, library.name), Types(abi)
    others = "".join(f"const {name} = c.{name};\n" for name in foreign_types(part, abi))
    others = f'const c = @import("c");\n{others}' if others else ""
    return (f"//! The C API as it is: constants, handles, structs and functions.\n"
            f"//! Written by {ORIGIN}.\n"
            f"const std = @import(\"std\");\nconst assert = std.debug.assert;\n{others}\n"
            f"{''.join(constants(part))}\n{''.join(handles(part))}\n"
            f"{''.join(structs(part, types))}{''.join(functions(part, types))}\n"
            "// The layouts are those of the C compiler.\ncomptime {\n"
            f"    @setEvalBranchQuota(100_000);\n{''.join(layouts(part))}}}\n")


def write(abi):
    return {"bindings/zig/src/abi.zig": module(CORE, abi),
            "bindings/zig/src/profile/abi.zig": module(PROFILE, abi)}
