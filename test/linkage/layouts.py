#!/usr/bin/python3
"""Prints the layout of every struct in the public headers.

usage: layouts.py [--assert] TARGET INCLUDE_DIRECTORY...

TARGET is clang's, as aarch64-linux-gnu. The headers are perfc/*.h in the first
directory. --assert prints a C program instead, which compiles where the compiler
has the same layouts.
"""

import pathlib
import sys

from clang.cindex import CursorKind, Index


def structs(target, directories):
    """Yields the declaration of each struct."""
    headers = sorted(pathlib.Path(directories[0]).glob("perfc/*.h"))
    source = includes(headers)
    arguments = [f"--target={target}", "-x", "c", "-std=c99"]
    arguments += [f"-I{directory}" for directory in directories]
    unit = Index.create().parse("all.c", arguments, [("all.c", source)])
    problems = [str(problem) for problem in unit.diagnostics]
    if problems:
        sys.exit("\n".join(problems))
    paths = {str(header) for header in headers}
    for cursor in unit.cursor.get_children():
        place = cursor.location.file
        is_struct = cursor.kind in (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL)
        if is_struct and cursor.is_definition() and place and place.name in paths:
            yield cursor


def includes(headers):
    return "".join(f'#include "perfc/{header.name}"\n' for header in headers)


def members(struct):
    """Yields name, offset, size and type of each member."""
    for field in struct.type.get_fields():
        bits = struct.type.get_offset(field.spelling)
        if field.is_bitfield() or bits < 0:
            sys.exit(f"{struct.spelling}.{field.spelling} has no place of its own in bytes")
        yield field.spelling, bits // 8, field.type.get_size(), field.type.spelling


def print_layouts(declarations):
    for struct in sorted(declarations, key=lambda struct: struct.spelling):
        print(f"{struct.type.spelling}: size {struct.type.get_size()},"
              f" alignment {struct.type.get_align()}")
        for name, offset, size, kind in members(struct):
            print(f"  {offset:5} {size:5} {name}: {kind}")


def print_asserts(declarations, directory):
    print(includes(sorted(pathlib.Path(directory).glob("perfc/*.h"))))

    def equal(expression, value):
        print(f'_Static_assert({expression} == {value}, "{expression}");')

    for struct in declarations:
        name = struct.type.spelling
        equal(f"sizeof({name})", struct.type.get_size())
        equal(f"_Alignof({name})", struct.type.get_align())
        for member, offset, size, _ in members(struct):
            equal(f"offsetof({name}, {member})", offset)
            equal(f"sizeof((({name} *)0)->{member})", size)


def main(arguments):
    wants_asserts = arguments[0] == "--assert"
    target, *directories = arguments[wants_asserts:]
    declarations = list(structs(target, directories))
    if wants_asserts:
        print_asserts(declarations, directories[0])
    else:
        print_layouts(declarations)


if __name__ == "__main__":
    main(sys.argv[1:])
