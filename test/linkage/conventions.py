#!/usr/bin/env python3
"""The headers against the conventions of perfc.h, the errnos of error.h and the list of fixed
structs in docs/abi.md.

  * Each function has the name, the order of arguments, the kind of result, the sizes and the owner
    that perfc.h's comment promises. perfc.h names each exception, and nothing that isn't there.
  * Each function that can fail lists an errno, and each header with functions has a thread rule.
  * Comments stand above members and constants, not behind them, and each member has one.
  * Each function that a comment calls fit for signal handlers is in perfc.h's list.
  * Each errno that the library makes up is in error.h's table, and each in the table is made up.
  * Each errno that a header names is in the table, or one that only system calls give.
"""
import json
import pathlib
import re
import sys

import documented

HEADERS = sorted(pathlib.Path("include/perfc").rglob("*.h"))
ERROR = pathlib.Path("include/perfc/error.h").read_text()
ABI_TEXT = pathlib.Path("docs/abi.md").read_text()
ABI = json.loads(pathlib.Path("bindings/abi.json").read_text())
FUNCTIONS = ABI["functions"]
NAMES = {function["name"] for function in FUNCTIONS}
HANDLES = {handle["name"] for handle in ABI["handles"]}
STRUCTS = {struct["name"]: struct for struct in ABI["structs"]}
ROWS = {table["struct"] for table in ABI["tables"]}
DOCUMENTATION = {header["name"]: header["documentation"] for header in ABI["headers"]}
# What headers name because the kernel gives it.
KERNELS = {"EACCES", "EMFILE", "ENOSYS", "EPERM"}
# What impl/ compares with, or lets pass, but never makes up: the kernel gave it.
PASSED_ON = {"EACCES", "EINTR", "EISDIR", "EMFILE", "ENAMETOOLONG", "ENFILE", "ENOSYS", "ENOTDIR",
             "EPERM", "EROFS"}

ERRNO = re.compile(r"-(E[A-Z0-9]+)\b")
SIGNALS = re.compile(r"[Aa]sync-signal-safe|from a signal handler|[Ss]ignal handlers\s+(?:too|may)")
HANDLE_OUT = ["mutable", "mutable"]
# Nouns that are no handle or struct, with the type that stands first instead of one.
NOUNS = {
    "perfc_aux_": "perfc_event",
    "perfc_attr_": "perfc_host",
    "perfc_clock_": None,
    "perfc_column_": None,
    "perfc_count_": None,
    "perfc_record_": None,
    "perfc_task_": "perfc_host",
    "perfc_decode_": None,
    "perfc_version": None,
}


def paragraph(name):
    """A paragraph of perfc.h's conventions."""
    text = DOCUMENTATION["perfc/perfc.h"]
    found = re.search(rf"^{re.escape(name)} +(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1]


def named(text):
    """The functions that a text names; a prefix stands for several, and _x for perfc_noun_x."""
    names, family = set(), ""
    for word in re.findall(r"\bperfc_[a-z_0-9]+\*?|(?<![\w*])_[a-z_]+\*?", text):
        if word.startswith("perfc_"):
            family = re.match(r"perfc_[a-z]+", word)[0]
        else:
            word = family + word
        names |= {name for name in NAMES if name.startswith(word[:-1])} if word[-1] == "*" \
            else {word}
    return names


def lists(text):
    """The indented lists of a paragraph, each as the functions that it names."""
    return [named(item) for item in re.findall(r":\n((?: {12}\S.*\n?)+)", text)]


def makes(function):
    """The handle that a function makes for its caller, if it does."""
    return next((one["base"] for one in function["parameters"]
                 if one["base"] in HANDLES and one.get("pointers") == HANDLE_OUT), None)


def works_on(function):
    """The handle that a function makes, and the type of its first argument."""
    return {makes(function), *(one["base"] for one in function["parameters"][:1])} - {None}


def check_names():
    spine, = lists(paragraph("Names"))
    operation, = (member for member in STRUCTS["perfc_error"]["members"]
                  if member["name"] == "operation")
    for function in FUNCTIONS:
        if len(function["name"]) >= operation["length"]:
            yield f"{function['name']} is longer than perfc_error.operation"
        name, nouns = function["name"], works_on(function)
        if name in spine:
            if "perfc_event" not in nouns:
                yield f"perfc.h says that {name} works on an event"
            continue
        if any(name.startswith(noun + "_") for noun in nouns):
            continue
        prefix = next((one for one in NOUNS if name.startswith(one)), None)
        if prefix is None:
            yield f"{name} works on {nouns}, and has another noun"
        elif NOUNS[prefix] and function["parameters"][0]["base"] != NOUNS[prefix]:
            yield f"{name} takes no {NOUNS[prefix]} first"


def check_results():
    values, pointers, texts = lists(paragraph("Results"))
    for function in FUNCTIONS:
        name, result = function["name"], function["result"]["type"]
        ending = re.search(r"_(destroy|close)$", name)
        kind = "nothing" if ending else "pointer" if name in pointers else \
            "value" if name in values else "int"
        found = "pointer" if "*" in result else \
            {"void": "nothing", "int": "int"}.get(result, "value")
        if kind != found:
            yield f"{name} gives {result}, where perfc.h promises: {kind}"
        types = [parameter["type"] for parameter in function["parameters"]]
        is_text = types[-2:] == ["char *", "size_t"]
        if is_text != (name in texts):
            yield f"{name}: perfc.h's list of functions that write text is wrong"


def fixed_structs():
    """The structs of docs/abi.md's table of those that never grow."""
    section = ABI_TEXT[ABI_TEXT.index("## Structs"):]
    section = section[:section.index("\n## ", 1)]
    return {name for line in section.splitlines() if line.startswith("| `")
            for name in re.findall(r"`(perfc_\w+)`", line.split("|")[1])}


def check_structs():
    fixed = fixed_structs()
    for name in sorted(fixed - STRUCTS.keys()):
        yield f"docs/abi.md: there is no struct {name}"
    options = {name for name, struct in STRUCTS.items() if struct["members"][0]["name"] == "size"}
    results = set(ROWS)
    for function in FUNCTIONS:
        parameters = function["parameters"]
        sizes = sum(one["type"] == "size_t" for one in parameters)
        for i, parameter in enumerate(parameters):
            if parameter["base"] not in STRUCTS or parameter["base"] in fixed | options:
                continue
            if parameter["pointers"] == ["mutable"]:
                results.add(parameter["base"])
                behind = [one["base"] for one in parameters[i + 1:]]
                if not sizes or "size_t" not in behind and i + 1 != len(parameters):
                    yield f"{function['name']}: no size follows {parameter['name']}"
    for struct in ABI["structs"]:
        end = 0
        for member in struct["members"]:
            if member["offset"] > end:
                yield f"struct {struct['name']} has unnamed bytes before {member['name']}"
            end = max(end, member["offset"] + member["size"])
        if end != struct["size"]:
            yield f"struct {struct['name']} ends with unnamed bytes"
    embedded = {member["base"] for struct in ABI["structs"] for member in struct["members"]
                if not member.get("pointers")}
    for name in ROWS:
        # perfc_table_get_rows lays rows out in steps of 8 bytes.
        if STRUCTS[name]["size"] % 8:
            yield f"struct {name} is a row whose size is no multiple of 8"
    for name in STRUCTS:
        if name not in fixed | options | results:
            yield f"struct {name} has no size, and docs/abi.md doesn't say that it is fixed"
        if name in embedded - fixed:
            yield f"struct {name} is a member of another one, and docs/abi.md lets it grow"


def check_arguments():
    for function in FUNCTIONS:
        name, parameters = function["name"], function["parameters"]
        errors = [i for i, one in enumerate(parameters)
                  if one["base"] == "perfc_error" and one["pointers"] == ["mutable"]]
        if errors and errors != [len(parameters) - 1]:
            yield f"{name}: its error isn't its last argument"
        for parameter in parameters:
            if parameter["base"] in STRUCTS and not parameter.get("pointers"):
                yield f"{name} takes a struct by value"
            if parameter["name"].endswith(("count", "capacity")) \
                    and not parameter.get("pointers") and parameter["type"] != "uint32_t":
                yield f"{name}: {parameter['name']} is no uint32_t"


def check_comments():
    errnos = documented.documented(ABI)
    cannot_fail = {"perfc_tracepoint_matches"}
    for function in FUNCTIONS:
        name, comment = function["name"], documented.words(function["documentation"])
        if function["result"]["type"] == "int" and not errnos[name] and name not in cannot_fail:
            yield f"{name} lists no errno"
        if makes(function) and "caller owns" not in comment:
            yield f"{name} doesn't say that the caller owns the handle"
        result = function["result"]["type"]
        if "*" in result and not re.search(r"[Bb]orrowed|[Ss]tatic|[Bb]elongs", comment):
            yield f"{name} doesn't say how long its result lives"
    for header in sorted({function["header"] for function in FUNCTIONS}):
        if "Threads:" not in DOCUMENTATION[header]:
            yield f"{header} has no thread rule"


def check_places():
    """clang-format tears comments behind members apart."""
    for header in HEADERS:
        for number, line in enumerate(header.read_text().splitlines(), 1):
            if "/*" in line and not re.match(r" *(/\*|\*|#endif )", line):
                yield f"{header.name}:{number}: a comment stands behind code, not above it"


def check_members():
    for struct in ABI["structs"]:
        for member in struct["members"]:
            if not member["documentation"]:
                yield f"struct {struct['name']}: {member['name']} has no comment"


def check_signals():
    safe = named(paragraph("Signals"))
    for function in FUNCTIONS:
        if SIGNALS.search(function["documentation"]) and function["name"] not in safe:
            yield (f"{function['header']} calls {function['name']} fit for signal handlers, "
                   "perfc.h doesn't")


def check_promises():
    for name in sorted(named(DOCUMENTATION["perfc/perfc.h"]) - NAMES - STRUCTS.keys() - HANDLES):
        if not re.fullmatch(r"perfc_(error|aux_|decode_)", name):
            yield f"perfc.h names {name}, which isn't there"


def table():
    head = ERROR[:ERROR.index("#ifndef")]
    return set(re.findall(r"^ \*   -(E[A-Z0-9]+)", head, re.MULTILINE))


def made_up():
    """The errnos that stand in the library's code, not in its comments."""
    found = set()
    for path in pathlib.Path("impl").rglob("*.[ch]*"):
        code = re.sub(r"//[^\n]*", "", path.read_text()) if path.suffix in {".cc", ".h"} else ""
        found |= set(ERRNO.findall(code))
    return found - PASSED_ON


def check_errnos():
    listed, made = table(), made_up()
    for errno in sorted(made - listed):
        yield f"impl/ makes up -{errno}, which error.h doesn't list"
    for errno in sorted(listed - made - PASSED_ON):
        yield f"error.h lists -{errno}, which nothing in impl/ makes up"
    for header in HEADERS:
        for errno in sorted(set(ERRNO.findall(header.read_text())) - listed - KERNELS):
            yield f"{header.name} names -{errno}, which error.h doesn't list"


CHECKS = (check_names, check_results, check_structs, check_arguments, check_comments, check_places,
          check_members, check_signals, check_promises, check_errnos)


def main():
    faults = [fault for check in CHECKS for fault in check()]
    print(*faults, sep="\n", file=sys.stderr, end="\n" if faults else "")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
