#!/usr/bin/env python3
"""The errnos that the headers' comments list, function by function.

usage: documented.py ABI_JSON LIBRARY

Prints a line for each function that the library exports: its name, the errnos that it may return,
and the system calls whose errnos it passes on, as "read(2)". Of a function's documentation these
forms count:

  -ENOENT                   an errno
  read(2)'s                 the errnos of a system call
  Errors as perfc_a, perfc_b and perfc_c
                            all that these list
  Every perfc_decode_X(plan, record, ...) below but perfc_decode_Y
                            in a header's own documentation: what that lists goes for all of
                            its functions with that prefix and these first arguments, except
                            Y, if it is named
"""
import collections
import json
import pathlib
import re
import sys

ERRNO = re.compile(r"-(E[A-Z0-9]+)\b")
CALL = re.compile(r"\b(\w+\(2\))'s")
AS = re.compile(r"Errors as (perfc_\w+(?:(?:, and |, | and )perfc_\w+)*)")
FAMILY = re.compile(r"Every (perfc_\w+_)X\(([^)]*)\) below(?: but (perfc_\w+))?")

Function = collections.namedtuple("Function", "header result arguments comment")


def functions(abi):
    """The exported functions by their names."""
    return {function["name"]: Function(
        function["header"], function["result"]["type"],
        [parameter["name"] for parameter in function["parameters"]],
        words(function["documentation"])) for function in abi["functions"]}


def words(documentation):
    return " ".join(documentation.split())


def listed(text):
    return set(ERRNO.findall(text)) | set(CALL.findall(text))


def of_family(name, function, headers):
    """What a comment for the whole family of a function lists."""
    found = set()
    comment = headers[function.header]
    for prefix, arguments, excepted in FAMILY.findall(comment):
        first = [one for one in arguments.split(", ") if one != "..."]
        if (name.startswith(prefix) and function.arguments[:len(first)] == first
                and name != excepted):
            found |= listed(comment)
    return found


def documented(abi):
    """By function the set of all that its comment lists."""
    everything = functions(abi)
    headers = {header["name"]: words(header["documentation"]) for header in abi["headers"]}

    def of(name):
        function = everything[name]
        if function.result != "int":
            return set()
        found = listed(function.comment) | of_family(name, function, headers)
        for names in AS.findall(function.comment):
            for other in re.findall(r"perfc_\w+", names):
                found |= of(other)
        return found

    for name, function in everything.items():
        if not function.comment:
            sys.exit(f"{function.header}: {name} has no comment")
    return {name: of(name) for name in everything}


if __name__ == "__main__":
    ABI = json.loads(pathlib.Path(sys.argv[1]).read_text())
    HEADERS = {header["name"] for header in ABI["headers"] if header["library"] == sys.argv[2]}
    LISTINGS = documented(ABI)
    for FUNCTION in ABI["functions"]:
        if FUNCTION["header"] in HEADERS:
            print(FUNCTION["name"], *sorted(LISTINGS[FUNCTION["name"]]))
