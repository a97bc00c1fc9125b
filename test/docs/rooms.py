#!/usr/bin/env python3
"""The rooms of impl/ against the table in docs/design.md, and those of impl/profile/ against that in
docs/profile.md.

A table says which rooms each room stands on. Here it is held against three things: the #include
lines of the room's files, the deps of its BUILD.bazel, and the visibility of the rooms it stands on.
All must say the same, and a room may only stand on rooms further down in the table. libperfc-profile
uses libperfc by its public headers: of impl/ its rooms may use base alone, and libperfc uses none of
them.
"""
import collections
import pathlib
import re
import sys

OPEN_TO_ALL = {"base"}
NO_CODE = {"static"}  # What the libraries are linked with; no room includes it.

ROW = re.compile(r"^\| (\w+) \| [^|]+ \| ([^|]*?) ?\|$", re.MULTILINE)

# A library's rooms: their folder, the page with their table, and the folders there that are none.
House = collections.namedtuple("House", "folder page others")
HOUSES = (House("impl", "docs/design.md", {"profile"}), House("impl/profile", "docs/profile.md", set()))

# Where code names another room, by the path of its folder.
INCLUDE = re.compile(r'^#include "(impl/[\w/]+)/[\w.]+"', re.MULTILINE)
DEPENDENCY = re.compile(r'"//(impl/[\w/]+)(?::(?!__)[\w.]+)?"')
VISIBLE_TO = re.compile(r'"//(impl(?:/[\w/]+)?):__(?:pkg|subpackages)__"')
EVERYWHERE = "everywhere"


def rooms_in_table(house):
    """From each room to those it stands on, in the order of the table."""
    text = pathlib.Path(house.page).read_text()
    section = text[text.index("\n## Rooms\n"):text.index("\n## Decisions\n")]
    rows = dict(ROW.findall(section))
    del rows["room"]  # The table's head.
    listed = {}
    for room, cell in rows.items():
        names = set(re.findall(r"\w+", cell))
        if "all" in names:
            names = set(rows) - names - NO_CODE - {room}
        listed[room] = names - OPEN_TO_ALL
    return listed


def room_of(house, path):
    """A room of the house by its name, and one of another by its path."""
    if path in ("impl", house.folder):
        return EVERYWHERE
    folder, _, name = path.rpartition("/")
    return name if folder == house.folder else path


def rooms_in_code(house, pattern, files):
    """From each room to those that the pattern finds in its files."""
    found = {}
    for folder in sorted(path for path in pathlib.Path(house.folder).iterdir() if path.is_dir()):
        if folder.name in house.others:
            continue
        text = "\n".join(path.read_text() for glob in files for path in folder.glob(glob))
        names = {room_of(house, path) for path in pattern.findall(text)}
        found[folder.name] = names - {folder.name, *(f"impl/{room}" for room in OPEN_TO_ALL)}
    return found


def faults(house):
    table = rooms_in_table(house)
    included = rooms_in_code(house, INCLUDE, ["*.h", "*.cc"])
    deps = rooms_in_code(house, DEPENDENCY, ["BUILD.bazel"])
    visible = rooms_in_code(house, VISIBLE_TO, ["BUILD.bazel"])
    wrong = [f"{house.folder}/{room} and the table of {house.page}: only one has the room"
             for room in sorted(set(table) ^ set(included))]
    wrong += [f"{room} stands on {other}, which is no room"
              for room in table for other in sorted(table[room] - set(table))]
    order = list(table)
    for room in sorted(set(table) & set(included)):
        below = {other for other in table if room in visible.get(other, ())}
        sources = {"the table": table[room],
                   "#include lines": included[room] - OPEN_TO_ALL,
                   "deps": deps[room] - OPEN_TO_ALL,
                   "visibility": below - OPEN_TO_ALL}
        if len(set(map(frozenset, sources.values()))) > 1:
            wrong += [f"{house.folder}/{room} stands on, by {name}: {', '.join(sorted(rooms))}"
                      for name, rooms in sources.items()]
        wrong += [f"{house.folder}/{room} stands on {other}, which is above it in the table"
                  for other in sorted(table[room]) if other in order[:order.index(room)]]
        if room not in OPEN_TO_ALL:
            wrong += [f"{house.folder}/{room} is visible to {other}"
                      for other in sorted(visible[room] - set(table))]
    return wrong or [f"{len(table)} rooms are as {house.page} says"], bool(wrong)


def main():
    told, wrong = zip(*map(faults, HOUSES))
    print("\n".join(line for lines in told for line in lines))
    return int(any(wrong))


if __name__ == "__main__":
    sys.exit(main())
