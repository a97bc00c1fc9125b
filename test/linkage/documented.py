#!/usr/bin/env python3
"""The errnos that the headers' comments list, function by function.

usage: documented.py HEADER...

Prints a line for each exported function: its name, the errnos that it may return, and the system
calls whose errnos it passes on, as "read(2)". A function's comment is the last one before it in
the same paragraph. Of a comment these forms count:

  -ENOENT                   an errno
  read(2)'s                 the errnos of a system call
  Errors as perfc_a, perfc_b and perfc_c
                            all that these list
  Every perfc_decode_X(plan, record, ...) below
                            anywhere in a header: what that comment lists goes for all functions
                            with that prefix and these first arguments
"""
import collections
import pathlib
import re
import sys

COMMENT = re.compile(r"^/\*.*?\*/", re.MULTILINE | re.DOTALL)
PIECE = re.compile(COMMENT.pattern + r"|^PERFC_API\s[^;]*;", re.MULTILINE | re.DOTALL)
FUNCTION = re.compile(r"PERFC_API\s+([^;]*?)\b(perfc_\w+)\(([^;]*)\);")
ERRNO = re.compile(r"-(E[A-Z0-9]+)\b")
CALL = re.compile(r"\b(\w+\(2\))'s")
AS = re.compile(r"Errors as (perfc_\w+(?:(?:, and |, | and )perfc_\w+)*)")
FAMILY = re.compile(r"Every (perfc_\w+_)X\(([^)]*)\) below")

Function = collections.namedtuple("Function", "header result arguments comment")


def functions(header):
    """The exported functions of a header by their names; a comment is None where there is none."""
    found = {}
    for paragraph in re.split(r"\n\s*\n", header.read_text()):
        comment = None
        for piece in PIECE.findall(paragraph):
            if piece.startswith("/*"):
                comment = words(piece)
            else:
                result, name, arguments = FUNCTION.match(piece).groups()
                names = re.findall(r"(\w+)(?:,|$)", arguments)
                found[name] = Function(header, result.strip(), names, comment)
    return found


def words(comment):
    return re.sub(r"\s*\n ?\*? *", " ", comment)


def listed(text):
    return set(ERRNO.findall(text)) | set(CALL.findall(text))


def of_family(name, function):
    """What a comment for the whole family of a function lists."""
    found = set()
    for comment in map(words, COMMENT.findall(function.header.read_text())):
        for prefix, arguments in FAMILY.findall(comment):
            first = [one for one in arguments.split(", ") if one != "..."]
            if name.startswith(prefix) and function.arguments[:len(first)] == first:
                found |= listed(comment)
    return found


def documented(headers):
    """By function the set of all that its comment lists."""
    everything = {}
    for header in headers:
        everything |= functions(header)

    def of(name):
        function = everything[name]
        if function.result != "int":
            return set()
        text = function.comment
        found = listed(text) | of_family(name, function)
        for names in AS.findall(text):
            for other in re.findall(r"perfc_\w+", names):
                found |= of(other)
        return found

    for name, function in everything.items():
        if not function.comment:
            sys.exit(f"{function.header}: {name} has no comment")
    return {name: of(name) for name in everything}


if __name__ == "__main__":
    for function, listing in documented(map(pathlib.Path, sys.argv[1:])).items():
        print(function, *sorted(listing))
