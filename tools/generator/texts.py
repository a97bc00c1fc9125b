"""Helpers that several languages share."""
import re
import textwrap

ORIGIN = "tools/generate from bindings/abi.json"
# A number that C has in parentheses if it is negative, and with a suffix if it is for 64 bits.
NUMBER = re.compile(r"\(?(-?(?:0x[0-9a-fA-F]+|\d+))(?:ull)?\)?")
# Forms that a member's comment begins with: the bits or the bool of the struct with which it is
# there, and the type of a range's elements.
CONDITION = re.compile(r"(PERFC_[A-Z0-9_]+(?: or PERFC_[A-Z0-9_]+)*|[a-z]\w*)(?:: |\.(?: |$))")
ELEMENT = re.compile(r"(?:struct )?(\w+)\[\](?:[.:;,] *|$)")


def literal(constant):
    """A constant's value, as the header spells it where all languages spell it so."""
    number = NUMBER.fullmatch(constant["text"])
    return number[1] if number else str(constant["value"])


def by_header(items):
    """The items of each header, in the headers' order."""
    headers = {}
    for item in items:
        headers.setdefault(item["header"], []).append(item)
    return headers.items()


def of_library(abi, name):
    """The description less what the headers of other libraries declare."""
    headers = [header for header in abi["headers"] if header["library"] == name]
    names = {header["name"] for header in headers}
    parts = {key: [one for one in abi[key] if one["header"] in names]
             for key in ("constants", "handles", "structs", "functions")}
    return {**abi, "headers": headers, **parts,
            "libraries": [one for one in abi["libraries"] if one["name"] == name]}


def foreign_types(abi, whole):
    """The names of handles and structs of other libraries that one library's description names."""
    used = {part["base"] for item in (*abi["structs"], *abi["functions"])
            for part in item.get("members", item.get("parameters"))}
    own = {one["name"] for one in (*abi["handles"], *abi["structs"])}
    return [one["name"] for one in (*whole["handles"], *whole["structs"])
            if one["name"] in used - own]


def one_line(documentation):
    return " ".join(documentation.split())


def comment(mark, text, width):
    """A text behind a comment's mark, line by line."""
    return "".join(f"{mark} {line}\n" for line in textwrap.wrap(
        text, width - len(mark) - 1, break_long_words=False, break_on_hyphens=False))


def snake(name):
    return name.removeprefix("perfc_")


def other_records(abi):
    """What records decode to that are no samples, less the trailer."""
    return [record for record in abi["records"]
            if record["types"] and record["struct"] != "perfc_sample"]


def element_structs(abi, records):
    """The structs that ranges of these records consist of."""
    used = {member.get("element") for record in records
            for member in members_of(abi, record["struct"])}
    return [struct for struct in abi["structs"] if struct["name"] in used]


def members_of(abi, name):
    return next(struct["members"] for struct in abi["structs"] if struct["name"] == name)


def about_struct(struct):
    """A struct's documentation less the errnos, which are those of the function below it."""
    return re.sub(r"(?<=\.) -E.*", "", one_line(struct["documentation"]))


def without_form(member):
    """A member's documentation behind the words that other keys have: the bits that it is there
    with, and the type of a range's elements."""
    words = one_line(member["documentation"])
    told = words
    for key, form in (("with", CONDITION), ("element", ELEMENT)):
        found = form.match(told) if key in member else None
        told = told[found.end():] if found else told
    return words if told == words or told.startswith("ns") else told[:1].upper() + told[1:]


def without_masks(words, members):
    """A text less the sentences that name a mask of these members."""
    names = {f"`{name}`" for name in masks_of(members)}
    return " ".join(sentence for sentence in re.split(r"(?<=\.) (?=[A-Z])", one_line(words))
                    if not any(name in sentence for name in names))


def masks_of(members):
    """The members that say which others are there."""
    return {member.get("with") for member in members}


def shown_members(members):
    """Those that a language shows which says of each whether it is there: without the masks, how
    many elements of an array count, and what is reserved."""
    hidden = masks_of(members) | {member.get("counted_by") for member in members}
    return [member for member in members
            if member["name"] not in hidden and not member["name"].endswith("reserved")]


def table_name(table):
    """A kind of tables as languages with names in small letters call it."""
    return table["kind"].removeprefix("PERFC_ROWS_").lower()


def row_structs(abi):
    """The structs that tables consist of."""
    used = {table["struct"] for table in abi["tables"]}
    return [struct for struct in abi["structs"] if struct["name"] in used]


def shown_row(struct):
    """The members of a row but what is reserved, and how many elements of an array count."""
    hidden = {member.get("counted_by") for member in struct["members"]}
    return [member for member in struct["members"]
            if member["name"] not in hidden and member["name"] != "reserved"]


def about_table(abi, table):
    """What a kind's comment says behind the names of the row and the functions."""
    words = listed_by(abi, table)
    return words[:1].upper() + words[1:]


def listed_by(abi, table):
    """The same, to go on in a sentence."""
    constant = next(one for one in abi["constants"] if one["name"] == table["kind"])
    return one_line(constant["documentation"]).partition(": ")[2]


def is_told_by_type(record, members):
    """Whether only the type of a record says which one it is, and none of the members."""
    return len(record["types"]) > 1 and masks_of(members) == {None}


def class_name(name):
    """The camel-case name of a struct or record type."""
    parts = name.removeprefix("perfc_").removeprefix("record_").split("_")
    return "".join(part.capitalize() for part in parts)


def any_of(bits, join=" | "):
    """The expression for several bits."""
    bits = list(bits)
    return f"({join.join(bits)})" if len(bits) > 1 else join.join(bits)
