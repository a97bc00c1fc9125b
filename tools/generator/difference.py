"""How one description of the ABI differs from an older one, and what of it breaks programs."""
import json

from .texts import of_library

# Constants that say how much there is: they grow with the ABI.
GROWING = ("_MAX", "_COUNT", "_MASK")
VERSION = "PERFC_VERSION_"


def essence(description):
    """What programs that were built with the headers rely on, library by library; no
    documentation."""
    return {"version": description["version"],
            "libraries": {library["name"]: of_one(library, of_library(description, library["name"]))
                          for library in description["libraries"]}}


def of_one(library, description):
    return {
        "soname": library["soname"],
        "headers": {header["name"]: {} for header in description["headers"]},
        "constants": {constant["name"]: {"value": constant["value"], "size": constant["size"],
                                         "signed": constant["signed"]}
                      for constant in description["constants"]},
        "handles": {handle["name"]: {} for handle in description["handles"]},
        "structs": {struct["name"]: {"size": struct["size"], "alignment": struct["alignment"],
                                     "members": [member_of(member) for member in struct["members"]]}
                    for struct in description["structs"]},
        "functions": {function["name"]: {"signature": signature(function),
                                         "version": function["version"]}
                      for function in description["functions"]},
    }


def member_of(member):
    length = f"[{member['length']}]" if "length" in member else ""
    return [member["name"], member["type"] + length, member["offset"], member["size"]]


def signature(function):
    parameters = ", ".join(parameter["type"] for parameter in function["parameters"])
    return f"{function['result']['type']}({parameters or 'void'})"


def to_json(whole):
    """One declaration per line, so that a change of the file shows what changed."""
    return braces(whole, 4, "") + "\n"


def braces(value, depth, indent):
    """JSON in which objects take several lines down to that depth."""
    if depth == 0 or not isinstance(value, dict) or not value:
        return json.dumps(value)
    inner = indent + " "
    items = ",\n".join(f"{inner}{json.dumps(name)}: {braces(item, depth - 1, inner)}"
                       for name, item in value.items())
    return f"{{\n{items}\n{indent}}}"


def differences(old, new):
    """What was added in all libraries, and what breaks programs that the new libraries may not
    break, and that they may."""
    added, wrong, right = [], [], []
    for name, before in old["libraries"].items():
        after = new["libraries"].get(name)
        if after is None:
            (right if is_another_abi(old, new) else wrong).append(f"lib{name} is gone")
            continue
        new_here, broken = compare(before, after)
        added += new_here
        (right if may_break(old, new, name) else wrong).extend(broken)
    added += [f"lib{name} is new" for name in new["libraries"] if name not in old["libraries"]]
    return added, wrong, right


def compare(old, new):
    """Of one library: lines about what was added, and lines about what breaks a program that was
    built with the old headers, or no longer builds with the new ones."""
    added, broken = [], []
    for kind, changed in (("headers", same), ("constants", constant), ("handles", same),
                          ("structs", struct), ("functions", function)):
        for name, before in old[kind].items():
            if name not in new[kind]:
                broken.append(f"{name} is gone")
            else:
                changed(name, before, new[kind][name], added, broken)
        added.extend(f"{name} is new" for name in new[kind] if name not in old[kind])
    return added, broken


def same(_name, _before, _after, _added, _broken):
    pass


def constant(name, before, after, added, broken):
    if before == after or name.startswith(VERSION):
        return
    line = f"{name}: {before['value']} became {after['value']}"
    grew = name.endswith(GROWING) and after["value"] > before["value"]
    same_type = (before["size"], before["signed"]) == (after["size"], after["signed"])
    (added if grew and same_type else broken).append(line)


def function(name, before, after, _added, broken):
    for key in ("signature", "version"):
        if before[key] != after[key]:
            broken.append(f"{name}: {before[key]} became {after[key]}")


def struct(name, before, after, added, broken):
    """Members may come where bytes were reserved, and behind the end of a struct with a size."""
    for key in ("size", "alignment"):
        grew = key == "size" and may_grow(before) and after[key] > before[key]
        if before[key] != after[key] and not grew:
            broken.append(f"{name}: its {key} {before[key]} became {after[key]}")
    old, new = ({member[0]: member for member in whole["members"] if not is_reserved(member)}
                for whole in (before, after))
    for member, was in old.items():
        if member not in new:
            broken.append(f"{name}.{member} is gone")
        elif was != new[member]:
            broken.append(f"{name}.{member}: {described(was)} became {described(new[member])}")
    added.extend(f"{name}.{member} is new" for member in new if member not in old)


def may_grow(whole):
    return whole["members"][0][0] == "size"


def is_reserved(member):
    return member[0].startswith("reserved")


def described(member):
    return f"{member[1]} at {member[2]}"


def may_break(old, new, library):
    """Another soname of the library is another ABI."""
    return old["libraries"][library]["soname"] != new["libraries"][library]["soname"] or \
        is_another_abi(old, new)


def is_another_abi(old, new):
    """So is, until the first frozen version, another minor version."""
    before, after = (list(map(int, whole["version"].split("."))) for whole in (old, new))
    return before[0] == 0 and after[:2] > before[:2]
