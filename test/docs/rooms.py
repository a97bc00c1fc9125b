#!/usr/bin/env python3
"""The rooms of impl/ against the table in docs/design.md.

The table says which rooms each room stands on. Here it is held against three things: the #include
lines of the room's files, the deps of its BUILD.bazel, and the visibility of the rooms it stands on.
All must say the same, and a room may only stand on rooms further down in the table.
"""
import pathlib
import re
import sys

IMPL = pathlib.Path("impl")
OPEN_TO_ALL = {"base"}
NO_CODE = {"static"}  # What the libraries are linked with; no room includes it.

ROW = re.compile(r"^\| (\w+) \| [^|]+ \| ([^|]*?) ?\|$", re.MULTILINE)
INCLUDE = re.compile(r'^#include "impl/(\w+)/', re.MULTILINE)
DEPENDENCY = re.compile(r'"//impl/(\w+)(?::(?!__)\w+)?"')
VISIBLE_TO = re.compile(r'"//impl(?:/(\w+))?:__(?:pkg|subpackages)__"')


def rooms_in_table():
    """From each room to those it stands on, in the order of the table."""
    text = pathlib.Path("docs/design.md").read_text()
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


def rooms_in_code(pattern, files):
    """From each room to those that the pattern finds in its files."""
    found = {}
    for folder in sorted(path for path in IMPL.iterdir() if path.is_dir()):
        text = "\n".join(path.read_text() for glob in files for path in folder.glob(glob))
        found[folder.name] = set(pattern.findall(text)) - {folder.name}
    return found


def main():
    table = rooms_in_table()
    included = rooms_in_code(INCLUDE, ["*.h", "*.cc"])
    deps = rooms_in_code(DEPENDENCY, ["BUILD.bazel"])
    visible = rooms_in_code(VISIBLE_TO, ["BUILD.bazel"])
    wrong = [f"impl/{room} and design.md's table: only one has the room"
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
            wrong += [f"impl/{room} stands on, by {name}: {', '.join(sorted(rooms))}"
                      for name, rooms in sources.items()]
        wrong += [f"impl/{room} stands on {other}, which is above it in the table"
                  for other in sorted(table[room]) if other in order[:order.index(room)]]
        if "" in visible[room] and room not in OPEN_TO_ALL:
            wrong.append(f"impl/{room} is visible to all rooms")
    print("\n".join(wrong) or f"{len(table)} rooms are as docs/design.md says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
