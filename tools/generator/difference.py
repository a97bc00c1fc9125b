"""How one description of the ABI differs from an older one, and what of it breaks programs."""
import json

# Constants that say how much there is: they grow with the ABI.
GROWING = ("_MAX", "_COUNT", "_MASK")
VERSION = "PERFC_VERSION_"


def essence(description):
    """What programs that were built with the headers rely on; no documentation."""
    return {
        "version": description["version"],
        "soname": description["soname"],
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
    lines = []
    for key, value in whole.items():
        if isinstance(value, dict):
            items = ",\n".join(f"  {json.dumps(name)}: {json.dumps(item)}"
                               for name, item in value.items())
            lines.append(f"{json.dumps(key)}: {{\n{items}\n }}")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n " + ",\n ".join(lines) + "\n}\n"


def compare(old, new):
    """Lines about what was added, and lines about what breaks a program that was built with the
    old headers, or no longer builds with the new ones."""
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


def may_break(old, new):
    """Another soname, or until the first frozen version another minor version, is another ABI."""
    if old["soname"] != new["soname"]:
        return True
    before, after = (list(map(int, whole["version"].split("."))) for whole in (old, new))
    return before[0] == 0 and after[:2] > before[:2]
