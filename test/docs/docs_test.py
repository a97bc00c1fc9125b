#!/usr/bin/env python3
"""Runs what the Markdown files tell their readers to run.

Shell blocks run in one shell, from the root of the repository, with a scratch folder for $HOME.
C and C++ blocks that have a main are compiled and linked against the installed library, and run in
the scratch folder, with a recording's name as their argument.
Blocks in docs/ of other languages must be excerpts of programs that the bindings' tests run.
The commands of docs/getting-started.md run for C and C++; for other languages test/packages runs them.
usage: docs_test.py SCRATCH
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What runs this test, or takes the place of a build that another test has done.
NOT_AGAIN = {"tools/test", "tools/test quick", "tools/generate"}
BLOCK = re.compile(r"^```([\w+]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECORDING = "perf.data"
GETTING_STARTED = ROOT / "docs/getting-started.md"
# By the language of a block in README.md: where the program stands, too, and is run.
FIRST_EXAMPLES = {
    "c": "docs/getting-started.md",
    "c++": "bindings/cpp/README.md",
    "rust": "bindings/rust/README.md",
    "go": "bindings/go/README.md",
    "zig": "bindings/zig/README.md",
    "python": "bindings/python/README.md",
}
# Blocks in docs/ of languages that have tests of their own are excerpts of what those run.
TESTED_ELSEWHERE = {
    "rust": ("bindings/rust",),
    "go": ("bindings/go",),
    "zig": ("bindings/zig",),
    "python": ("bindings/python",),
}
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def markdown_files():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, text=True,
                            capture_output=True).stdout.split()
    return [ROOT / name for name in listed]


def run(command, **options):
    environment = dict(os.environ, **options.pop("env", {}))
    return subprocess.run(command, cwd=ROOT, env=environment, **options)


def check_shell(text, scratch):
    lines = [line for line in text.splitlines() if line.strip() not in NOT_AGAIN]
    # Not the variable itself, where the tools' caches are.
    script = "set -eu\n" + "\n".join(lines).replace("$HOME", str(scratch)) + "\n"
    if run(["bash", "-c", script], stdout=subprocess.DEVNULL).returncode:
        return "the shell block failed:\n" + text
    return None


def check_program(language, text, scratch):
    suffix, compiler = (".c", "cc") if language == "c" else (".cc", "c++")
    source = scratch / ("block" + suffix)
    program = scratch / "block"
    source.write_text(text)
    prefix = scratch / "perfc"
    package = "perfc-profile" if "perfc/profile.h" in text else "perfc"
    build = (f"{compiler} {source} $(pkg-config --cflags --libs {package}) "
             f"-Wl,-rpath,{prefix}/lib -o {program}")
    packages = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    if run(["bash", "-c", build], env=packages).returncode:
        return "the program doesn't compile:\n" + text
    done = subprocess.run([str(program), RECORDING], cwd=scratch, stdout=subprocess.DEVNULL)
    if done.returncode:
        return "the program fails:\n" + text
    return None


def check_links(path, text):
    dead = [target for target in LINK.findall(BLOCK.sub("", text)) if not (path.parent / target).exists()]
    return [f"no such file: {target}" for target in dead]


def check_excerpt(language, text):
    """The lines stand in a README or an example, indented or not."""
    for folder in TESTED_ELSEWHERE[language]:
        names = subprocess.run(["git", "ls-files", f"{folder}/*README.md", f"{folder}/*examples/*"],
                               cwd=ROOT, check=True, text=True, capture_output=True).stdout.split()
        if any(text in (ROOT / name).read_text() for name in names):
            return None
    return f"no program that is tested has this {language} block:\n{text}"


def check_getting_started(scratch):
    """What a reader does who has the library under a prefix."""
    problems = []
    for section in ("C", "C++"):
        script = run(["test/docs/getting_started.py", section], check=True, text=True,
                     stdout=subprocess.PIPE).stdout.replace("$HOME", str(scratch))
        done = subprocess.run(["sh"], cwd=scratch, input=script, text=True, stdout=subprocess.PIPE)
        if done.returncode or not re.fullmatch(r"[1-9]\d* page faults\n", done.stdout):
            problems.append(f"the section {section} fails: {done.stdout}")
    return problems


def check_file(path, scratch):
    text = path.read_text()
    problems = check_links(path, text)
    if path == GETTING_STARTED:
        problems += check_getting_started(scratch)
        text = re.sub(r"^```sh\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    # Shell first: it installs what the programs link.
    blocks = sorted(BLOCK.findall(text), key=lambda block: block[0] != "sh")
    for language, body in blocks:
        if language in ("sh", "bash"):
            problems.append(check_shell(body, scratch))
        elif language in ("c", "c++", "cpp") and "int main(" in body:
            problems.append(check_program(language, body, scratch))
        elif language in TESTED_ELSEWHERE and path.parent == ROOT / "docs":
            problems.append(check_excerpt(language, body))
    return [problem for problem in problems if problem]


def check_first_examples():
    """README.md's programs stand elsewhere too, where they are run."""
    blocks = BLOCK.findall((ROOT / "README.md").read_text())
    problems = []
    for language, path in FIRST_EXAMPLES.items():
        for other in (ROOT / path, GETTING_STARTED):
            text = other.read_text()
            if not any(body in text for name, body in blocks if name == language):
                problems.append(f"README.md doesn't show the program of {other.name} as it is")
    return problems


def main():
    scratch = pathlib.Path(sys.argv[1]).resolve()
    problems = check_first_examples()
    if run(["tools/install", "--prefix", str(scratch / "perfc")]).returncode:
        problems.append("tools/install failed")
    record = [str(scratch / "perfc/bin/perfc"), "record", "-g", "-e", "cpu-clock:u", "-o", RECORDING]
    if subprocess.run([*record, "true"], cwd=scratch).returncode:
        problems.append("perfc record failed")
    for path in markdown_files():
        problems += [f"{path.relative_to(ROOT)}: {problem}" for problem in check_file(path, scratch)]
    print("\n".join(problems) or "all documents are true")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
