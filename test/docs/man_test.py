#!/usr/bin/env python3
"""The man pages: each function has one, what they name exists, and man and mandoc take them.

usage: man_test.py PERFC    PERFC: the tool, whose options perfc(1) has
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "test/linkage"))
import documented  # noqa: E402

MAN = ROOT / "docs/man"
ABI = json.loads((ROOT / "bindings/abi.json").read_text())
LINK = re.compile(r"\.so (man\d/(\S+)\.\d)\n")
REFERENCE = re.compile(r"(perfc[\w-]*)\((\d)\)")
PROGRAM = ""


def plain(text):
    """A page's text without fonts and escapes, as man(7) and this repository write them."""
    lines = []
    for line in text.split("\n"):
        line = re.sub(r"^\.(?:BR|IR|BI|B|I) ", "", line) if line[:1] == "." else line
        # Words behind .BR are put together.
        line = re.sub(r"^(\S+) (\(\d\)\S*)$", r"\1\2", line)
        for written, meant in ((r"\fB", ""), (r"\fI", ""), (r"\fP", ""), (r"\-", "-"), (r"\&", ""),
                               (r"\~", " "), (r"\(aq", "'"), (r"\(dq", '"'), (r"\e", "\\")):
            line = line.replace(written, meant)
        lines.append(line)
    return "\n".join(lines)


def section(text, name):
    return re.search(rf"^\.SH {name}\n(.*?)(?=^\.SH |\Z)", text, re.MULTILINE | re.DOTALL)[1]


def names(text):
    """What the section NAME of a page lists."""
    return section(plain(text), "NAME").partition(" - ")[0].replace("\n", " ").split(", ")


def text_of(name):
    return (MAN / name).read_text()


class ManPages(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        files = {path.relative_to(MAN).as_posix(): path.read_text()
                 for path in sorted(MAN.glob("man*/*"))}
        cls.links = {name: LINK.fullmatch(text)[1] for name, text in files.items()
                     if text.startswith(".so ")}
        cls.pages = {name: text for name, text in files.items() if name not in cls.links}

    def test_a_result_other_than_0_is_told(self):
        for page, function in (("perfc_next_record", "perfc_event_peek_record"),
                               ("perfc_stream_wait", "perfc_stream_wait"),
                               ("perfc_batch_fill_event", "perfc_batch_fill_bytes"),
                               ("perfc_batch_fill_event", "perfc_batch_fill_stream"),
                               ("perfc_batch_fill_event", "perfc_batch_fill_records")):
            told = section(plain(text_of(f"man3/{page}.3")), "RETURN VALUE")
            alone = ".TP" not in told
            self.assertRegex(told if alone else told.partition(f"\n{function}()\n")[2], "^Returns ")

    def test_mandoc_has_no_warning(self):
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *self.pages], cwd=MAN,
                              text=True, check=False, capture_output=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_man_has_no_warning(self):
        for name in self.pages:
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", MAN / name], text=True,
                                  check=False, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)

    def test_each_function_has_a_page_that_lists_it(self):
        for function in (ROOT / "test/linkage/exports.txt").read_text().split():
            name = f"man3/{function}.3"
            self.assertIn(function, names(text_of(self.links.get(name, name))))

    def test_each_errno_of_a_functions_comment_is_on_its_page(self):
        for name, function in documented.functions(ABI).items():
            page = f"man3/{name}.3"
            text = plain(self.pages[self.links.get(page, page)])
            missing = {one for one in documented.listed(function.comment) if one not in text}
            self.assertEqual(missing, set(), name)

    def test_a_link_leads_to_a_page_that_lists_its_name(self):
        for name, target in self.links.items():
            self.assertIn(target, self.pages, name)
            self.assertIn(pathlib.Path(name).stem, names(self.pages[target]), name)

    def test_a_page_lists_its_own_name_and_nothing_that_is_nowhere(self):
        for page, text in self.pages.items():
            self.assertEqual(names(text)[0], pathlib.Path(page).stem)
            for name in names(text)[1:]:
                self.assertEqual(self.links.get(f"man3/{name}.3"), page, name)

    def references(self, text):
        return {f"man{section}/{name}.{section}" for name, section in
                REFERENCE.findall(plain(text))}

    def test_each_page_that_is_referred_to_exists(self):
        for page, text in self.pages.items():
            missing = self.references(text) - self.pages.keys() - self.links.keys()
            self.assertEqual(missing, set(), page)

    def test_from_the_tools_page_one_comes_to_all_others(self):
        found, new = set(), {"man1/perfc.1"}
        while new:
            found |= new
            seen = set().union(*(self.references(self.pages[page]) for page in new))
            new = {self.links.get(name, name) for name in seen} - found
        self.assertEqual(found, self.pages.keys())

    def test_the_foot_of_each_page_has_the_version_and_the_same_date(self):
        feet = {re.search(r'^\.TH \S+ \d (\S+) "([^"]*)"', text, re.MULTILINE).groups()
                for text in self.pages.values()}
        self.assertEqual({foot[1] for foot in feet}, {f"perfc {ABI['version']}"})
        self.assertEqual(len(feet), 1)

    def test_what_libperfc_is_said_to_say_it_says(self):
        situations = dict(re.findall(r"^(\S.*)\n    (.+)$", (
            ROOT / "test/explain/situations.txt").read_text(), re.MULTILINE))
        told = re.findall(r'^\.\\" situation: (.*)\n(?:(?!\.EX).*\n)*\.EX\n((?:(?!\.EE).*\n)*)',
                          text_of("man7/perfc-permissions.7"), re.MULTILINE)
        self.assertGreater(len(told), 10)
        for situation, words in told:
            self.assertIn(" ".join(plain(words).split()), situations.get(situation, ""), situation)

    def test_the_tools_page_has_the_tools_options(self):
        page = plain(text_of("man1/perfc.1"))
        for command in ("stat", "profile", "record", "script", "convert", "trace", "list"):
            told = set()
            for commands, body in re.findall(r"^\.SS Options of (.*)\n((?:(?!\.S[SH] ).*\n)*)", page,
                                             re.MULTILINE):
                if command in commands.split(", "):
                    told |= set(re.findall(r"^\.TP\n(-.*)", body, re.MULTILINE))
            shown = subprocess.run([PROGRAM, command, "--help"], check=True, text=True,
                                   capture_output=True).stdout
            # As in "  -m,--pages N=128" and "  -x,--separator SEP Excludes: --json".
            options = {", ".join(names.split(",")) + (f" {value}" if value else "")
                       for names, value in re.findall(
                           r"^  (-[\w,-]+)(?: ([A-Z]+)\b)?", shown, re.MULTILINE)}
            self.assertEqual(told | {"-h, --help"}, options, command)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop()
    unittest.main()
