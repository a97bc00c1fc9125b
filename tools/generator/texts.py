"""Helpers that several languages share."""
import re
import textwrap

ORIGIN = "tools/generate from bindings/abi.json"
NUMBER = re.compile(r"-?(?:0x[0-9a-fA-F]+|\d+)")


def literal(constant):
    """A constant's value, as the header spells it where all languages spell it so."""
    return constant["text"] if NUMBER.fullmatch(constant["text"]) else str(constant["value"])


def by_header(items):
    """The items of each header, in the headers' order."""
    headers = {}
    for item in items:
        headers.setdefault(item["header"], []).append(item)
    return headers.items()


def one_line(documentation):
    return " ".join(documentation.split())


def comment(mark, text, width):
    """A text behind a comment's mark, line by line."""
    return "".join(f"{mark} {line}\n" for line in textwrap.wrap(
        text, width - len(mark) - 1, break_long_words=False, break_on_hyphens=False))


def snake(name):
    return name.removeprefix("perfc_")
