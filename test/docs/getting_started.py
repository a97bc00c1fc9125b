#!/usr/bin/env python3
"""Prints a section of docs/getting-started.md as a shell script.

The script does in the current folder what the section tells its reader to do there: it writes the
files whose names stand before a block, and runs the commands.
usage: getting_started.py SECTION    such as Rust
"""
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/getting-started.md"
BLOCK = re.compile(r"(?:`(?P<file>[^`\n]+)`:\n\n)?^```(?P<language>\S+)\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)


def script(section):
    for block in BLOCK.finditer(section):
        file, language, text = block.group("file", "language", "text")
        if file:
            yield f"mkdir -p \"$(dirname {file})\"\ncat >{file} <<'END OF FILE'\n{text}END OF FILE\n"
        elif language == "sh":
            yield text
        else:
            sys.exit(f"{PAGE.name}: a block of {language} has no file name before it")


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__.rpartition("\n")[0].rpartition("\n")[2])
    sections = dict(re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", PAGE.read_text(),
                               re.MULTILINE | re.DOTALL))
    if arguments[0] not in sections:
        sys.exit(f"{PAGE.name} has no section {arguments[0]}")
    print("set -eu\n" + "".join(script(sections[arguments[0]])))


main(sys.argv[1:])
