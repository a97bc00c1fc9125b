"""What comments say in a fixed form: of a member what it holds and when, of a struct which types of
records it is. docs/abi.md has the forms.
"""
import fnmatch
import re

from .clang import Fault
from .ctype import SCALARS
from .texts import CONDITION, ELEMENT, one_line

RANGE = "perfc_range"
CONSTANTS = re.compile(r"PERFC_\w+_\*")
BOOL = re.compile(r"1: ")
RECORD_TYPE = re.compile(r"\bPERF_RECORD_(\w+) \((\d+)\)")
KINDS = "PERFC_ROWS_"
TABLE = re.compile(r"struct (\w+), by (perfc_\w+(?:(?:, | and )perfc_\w+)*)(, grouped)?: ")


def add(headers, folder):
    """Adds to each member the keys that its comment has words for."""
    names = [constant["name"] for constant in headers.constants]
    structs = {struct["name"] for struct in headers.structs}
    for struct in headers.structs:
        for member in struct["members"]:
            member["place"] = f"{folder}{struct['header']}:{member['line']}: {member['name']}"
        bools = {member["name"] for member in struct["members"] if BOOL.match(words_of(member))}
        conditions = [condition_of(member, bools, names) for member in struct["members"]]
        for member, (_, words) in zip(struct["members"], conditions):
            note_member(member, words, names, structs)
        note_counts(struct["members"])
        note_conditions(struct["members"], [found for found, _ in conditions])
        for member in struct["members"]:
            del member["place"]


def words_of(member):
    return one_line(member["documentation"])


def condition_of(member, bools, names):
    """The bits or the bool that a comment begins with, and the words behind them."""
    words = words_of(member)
    found = CONDITION.match(words)
    if not found or not (found[1] in bools or found[1].startswith("PERFC_")):
        return [], words
    condition = found[1].split(" or ")
    for name in condition:
        if name not in bools and name not in names:
            raise Fault(f"{member['place']}: there is no {name}")
    return condition, words[found.end():]


def note_member(member, words, names, structs):
    element, constants = ELEMENT.match(words), CONSTANTS.match(words)
    if member["base"] == RANGE and "pointers" not in member:
        if not element or not (element[1] in SCALARS or element[1] in structs):
            raise Fault(f"{member['place']} is a range; its comment must begin with the type of "
                        "an element, as in uint64_t[]")
        member["element"] = element[1]
    if constants and "pointers" not in member:
        if not fnmatch.filter(names, constants[0]):
            raise Fault(f"{member['place']}: there are no constants {constants[0]}")
        member["constants"] = constants[0]
    if BOOL.match(words):
        member["bool"] = True


def note_counts(members):
    """How many elements of an array count stands in the member of that name and _size."""
    names = {member["name"] for member in members}
    for member in members:
        if "length" in member and f"{member['name']}_size" in names:
            member["counted_by"] = f"{member['name']}_size"


def note_conditions(members, conditions):
    """Adds "with", the member that says whether this one is there, and "bits", those of its bits
    that say so. Constants that no member may have are the member's own values."""
    for member, condition in zip(members, conditions):
        masks = [one["name"] for one in members if one["name"] in condition or condition and all(
            fnmatch.fnmatchcase(name, one.get("constants", "")) for name in condition)]
        if len(masks) > 1:
            raise Fault(f"{member['place']} is there with {' or '.join(condition)}, which "
                        f"{' and '.join(masks)} may say")
        if masks:
            member["with"] = masks[0]
            if masks[0] not in condition:
                member["bits"] = condition


def records(headers, values):
    """What a plan decodes a record to: the struct, the function, and the types of records, which
    the struct's comment names with their numbers. The trailer is of no type."""
    structs = {struct["name"]: struct for struct in headers.structs}
    found = []
    for function in filter(is_decoder, headers.functions):
        name = function["parameters"][2]["base"]
        types = RECORD_TYPE.findall(one_line(structs[name]["documentation"]))
        if name.startswith("perfc_record_") and not types:
            raise Fault(f"{function['header']}: struct {name}: its comment names no type of "
                        "records, as in PERF_RECORD_LOST (2)")
        for kind, number in types:
            if values.get(f"PERFC_RECORD_{kind}") != int(number):
                raise Fault(f"{function['header']}: struct {name}: PERFC_RECORD_{kind} isn't "
                            f"{number}")
        found.append({"struct": name, "function": function["name"],
                      "types": [f"PERFC_RECORD_{kind}" for kind, _ in types]})
    return found


def is_decoder(function):
    """Whether a function takes a plan and a record, and fills a struct of the size given."""
    types = [one["type"].removeprefix("const ").removeprefix("struct ")
             for one in function["parameters"]]
    return len(types) == 4 and types[:2] == ["perfc_plan *", "perfc_record *"] and \
        types[2].endswith("*") and types[3] == "size_t"


def tables(headers):
    """What a table of each kind has, which the comment of the kind's constant says: the struct of a
    row, whether the rows are grouped, and the functions that give such a table."""
    structs = {struct["name"] for struct in headers.structs}
    functions = {function["name"] for function in headers.functions}
    found = []
    for constant in headers.constants:
        if not constant["name"].startswith(KINDS):
            continue
        told = TABLE.match(one_line(constant["documentation"]))
        makers = re.findall(r"perfc_\w+", told[2]) if told else []
        if not told or told[1] not in structs or not functions.issuperset(makers):
            raise Fault(f"{constant['header']}: the comment of {constant['name']} must begin with "
                        "the struct and the functions that there are, as in struct perfc_event_row, "
                        "by perfc_file_create_table: ")
        found.append({"kind": constant["name"], "struct": told[1], "grouped": bool(told[3]),
                      "functions": makers})
    return found
