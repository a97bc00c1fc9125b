"""Runs clang over the headers. Nothing here parses C by itself."""
import json
import re
import subprocess

from .libraries import LIBRARIES

CLANG = "clang-14"
# Every machine that a binding is for is laid out as these two.
TARGETS = ("x86_64-linux-gnu", "aarch64-linux-gnu")
INCLUDE = "".join(f'#include "{library.header}"\n' for library in LIBRARIES)
# Without a libc: clang's own stdint.h and stddef.h are the same on every machine.
OPTIONS = ["-std=c99", "-ffreestanding", "-nostdlibinc", "-Werror", "-Iinclude", "-x", "c", "-"]


class Fault(Exception):
    """A declaration that can't be described, with its file and line."""


def run(root, source, *options):
    """Clang's output. Paths in it are relative to the root."""
    try:
        done = subprocess.run([CLANG, *options, *OPTIONS], cwd=root, input=source, text=True,
                              capture_output=True, check=False)
    except FileNotFoundError:
        raise Fault(f"there is no {CLANG}: run tools/setup") from None
    if done.returncode:
        raise Fault(done.stderr.rstrip())
    return done.stdout


def declarations(root):
    """The nodes of clang's syntax tree that stand at the top level, in C's order."""
    tree = json.loads(run(root, INCLUDE, "-fsyntax-only", "-Xclang", "-ast-dump=json"))
    name_files(tree, None)
    return [node for node in tree["inner"] if not node.get("isImplicit")]


def name_files(value, file):
    """Clang names a file only where it differs from the location printed before."""
    if isinstance(value, dict):
        if "offset" in value:
            file = value.setdefault("file", file)
        for child in value.values():
            file = name_files(child, file)
    elif isinstance(value, list):
        for child in value:
            file = name_files(child, file)
    return file


def files(root):
    """The files that the libraries' headers consist of."""
    return set(re.findall(r'^# \d+ "(.*?)"', run(root, INCLUDE, "-E"), re.MULTILINE))


def macros(root):
    """The file, the line, the name and the text of every macro that a file defines."""
    file, line = None, 0
    for text in run(root, INCLUDE, "-E", "-dD").splitlines():
        mark = re.match(r'# (\d+) "(.*?)"', text)
        if mark:
            line, file = int(mark[1]), mark[2]
            continue
        define = re.match(r"#define (\w+)(.*)", text)
        if define:
            yield file, line, define[1], define[2]
        line += 1


def evaluate(root, target, expressions):
    """The values of constant expressions, each given with the file and the line it stands for."""
    lines = "".join(f'#line {line} "{file}"\n(long long)({expression}),\n'
                    for file, line, expression in expressions)
    source = f"{INCLUDE}const long long values[] = {{\n{lines}}};\n"
    code = run(root, source, "-S", "-emit-llvm", "-o", "-", f"--target={target}")
    found = re.search(r"^@values = .*\[\d+ x i64\] (?:\[(.*)\]|zeroinitializer)", code, re.M)
    if found[1] is None:
        return [0] * len(expressions)
    return [int(value.split()[1]) for value in found[1].split(", ")]
