#!/usr/bin/env python3
"""The event language, judged by the perf tool: the same strings, the same attrs.

README.md says how, and what isn't compared."""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).absolute().parent
sys.path.insert(0, str(HERE.parent / "tool"))

# pylint: disable=wrong-import-position
import live_case

ATTRS, ACCEPT, PERFC = (pathlib.Path(path).absolute() for path in sys.argv[1:4])
STRINGS = HERE / "strings"
TREES = HERE.parent / "names" / "trees"
DEVICES = "/sys/bus/event_source/devices"

DISABLED, INHERIT, FREQ, ENABLE_ON_EXEC = 1 << 0, 1 << 1, 1 << 10, 1 << 12
SAMPLE_ID_ALL, CALLCHAIN_USER = 1 << 18, 1 << 22
WRITE_BACKWARD, AUX_OUTPUT = 1 << 27, 1 << 31
TIME, CALLCHAIN, BRANCH_STACK, REGS, STACK = 1 << 2, 1 << 5, 1 << 11, 1 << 12, 1 << 13
# What perf stat sets by itself, and perf record.
STAT_FLAGS = DISABLED | INHERIT | ENABLE_ON_EXEC
RECORD_FLAGS = 0x1 | 0x4 | 0x8 | 0x70 | 0x80 | 0x180000  # pinned and exclude_*
RECORD_FLAGS &= ~DISABLED
TERM_FLAGS = {0x1: FREQ, 0x2: FREQ, 0x40: INHERIT, 0x80: WRITE_BACKWARD,
              0x100: AUX_OUTPUT}
TERM_SAMPLES = {0x4: TIME, 0x8: CALLCHAIN | REGS | STACK, 0x20: CALLCHAIN,
                0x400: BRANCH_STACK}
SIZE = 128
BLOCK = re.compile(r"^-{60}\nperf_event_attr:\n(.*?)^-{60}\n", re.MULTILINE | re.DOTALL)
# perf record's own event, for BPF programs that come.
SIDE_BAND = {"type": "1", "config": "0x9", "watermark": "1"}
# With these, too, the two recorders must agree.
RECORD_OPTIONS = (["-c", "100"], ["-F", "99"], ["-g"], ["--call-graph", "fp"],
                  ["--call-graph", "dwarf"], ["--call-graph", "dwarf,1024"],
                  ["--call-graph", "lbr"], ["-g", "-c", "7"])
RECORD_STRINGS = ("cycles", "cycles:u,faults", "{cycles,faults}:S",
                  "sched:sched_switch", "mem:0x1000/8:rw", "bpf-output",
                  "cycles/period=5/,instructions/freq=7/")
# perf records the dummy event behind a clock of its own, takes tracepoints in the
# directory's order, so that another one is the first, and forgets the S.
NOT_RECORDED = re.compile(r"_time|[*]|^{cycles:S,instructions:u}:W$")
# Programs at a time: they mostly wait for the kernel to free events.
WORKERS = 16


def fields(attr):
    attr = attr[:SIZE].ljust(SIZE, b"\0")
    names = ("type", "size", "config", "period", "sample_type", "read_format",
             "flags", "wakeup", "bp_type", "config1", "config2", "branch",
             "regs", "stack", "clockid", "regs_intr", "aux_watermark",
             "max_stack", "reserved", "aux_size", "action", "sig_data")
    return dict(zip(names, struct.unpack("<IIQQQQQIIQQQQIiQIHHIIQ", attr)))


def identity(attr, flags):
    """What tells which event it is, and the flags of that mask."""
    told = fields(attr)
    return (told["type"], told["config"], told["bp_type"], told["config1"],
            told["config2"], told["flags"] & flags)


def decided(attr, terms):
    """What a record's attr must hold because of the string's terms."""
    told = fields(attr)
    flags = sum({bit for term, bit in TERM_FLAGS.items() if terms & term})
    samples = 0
    for term, bits in TERM_SAMPLES.items():
        samples |= bits if terms & term else 0
    if terms & 0x8 and told["sample_type"] & STACK:
        flags |= CALLCHAIN_USER
    result = {"flags": told["flags"] & flags,
              "sample_type": told["sample_type"] & samples}
    for mask, names in ((0x3, ("period",)), (0x20, ("max_stack",)),
                        (0x408, ("branch",)), (0x8, ("regs",))):
        if terms & mask:
            result.update({name: told[name] for name in names})
    if terms & 0x8 and told["sample_type"] & STACK:
        result["stack"] = told["stack"]
    return result


def lines_of(name):
    return (STRINGS / f"{name}.txt").read_text().split("\n")[:-1]


class EventsTest(live_case.LiveCase):
    def setUp(self):
        super().setUp()
        if shutil.which("perf") is None:
            self.skipTest("needs the perf tool")
        version = self.run_program("perf", "--version").stdout
        if not version.startswith("perf version 6.1"):
            self.skipTest(f"needs perf 6.1, as the strings were chosen: {version}")
        if not live_case.capable(live_case.CAP_SYS_ADMIN):
            self.skipTest("needs CAP_SYS_ADMIN, to look as perf does")
        if not pathlib.Path("/sys/kernel/tracing/events").exists():
            self.skipTest("needs tracefs at /sys/kernel/tracing")
        self.before = []
        self.sysfs = []

    def use_tree(self, name):
        """perf sees the tree in a mount namespace; the library is told of it."""
        devices = self.scratch / "bus/event_source/devices"
        for line in (TREES / f"{name}.tree").read_text().splitlines():
            path, tab, content = line.partition("\t")
            if not tab or line.startswith("#"):
                continue
            file = devices / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content + "\n")
        self.sysfs = [str(self.scratch)]
        self.before = ["unshare", "-m", "sh", "-c",
                       f'mount --bind "$0" {DEVICES} && exec "$@"', str(devices)]

    def ask_library(self, lines):
        done = subprocess.run([ATTRS, *self.sysfs], check=True, text=True,
                              input="".join(line + "\n" for line in lines),
                              stdout=subprocess.PIPE, timeout=live_case.TIMEOUT)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def ask(self, program, verb, string, options=()):
        """The attrs it opens as (fd, group fd, attr), and the process."""
        with tempfile.NamedTemporaryFile(dir=self.scratch) as log:
            output = ["-o", "/dev/null"] if verb == "record" else []
            if program == PERFC and verb == "record":
                output.append("--no-buildid-mmap")  # perf's default
            # A made-up CPU has no events in perf's own tables.
            environment = dict(os.environ, ATTR_LOG=log.name,
                               LD_PRELOAD=str(ACCEPT), PERF_CPUID="none",
                               LC_ALL="C")
            end = ["--", "true"]
            done = self.run_program(*self.before, program, verb, "-vv", *output,
                                    *options, "-e", string, *end, env=environment)
            rows = []
            for line in log.read().decode().splitlines():
                fd, group, attr = line.split()
                rows.append((int(fd), int(group), bytes.fromhex(attr)))
        return rows, done

    def ask_perf(self, verb, string):
        rows, done = self.ask("perf", verb, string)
        return rows, done.stderr

    def ask_both(self, verb, questions):
        """perf's and the tool's answers to each (string, options)."""
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            asked = [[pool.submit(self.ask, program, verb, *question)
                      for program in ("perf", PERFC)] for question in questions]
            return [[answer.result() for answer in both] for both in asked]

    @staticmethod
    def printed(text):
        """Each attr as its fields by their names; sizes aside."""
        attrs = []
        for block in BLOCK.findall(text):
            attr = dict(line.strip().rsplit(maxsplit=1)
                        for line in block.splitlines())
            attr.pop("size", None)
            # Without a read_format it only looks whether a PMU has the event.
            if "read_format" in attr and not SIDE_BAND.items() <= attr.items():
                attrs.append(sorted(attr.items()))
        return attrs

    def check_tool(self, perfs, ours):
        """Both print the same attrs, or refuse. True if they print some."""
        expected, found = self.printed(perfs.stderr), self.printed(ours.stderr)
        self.assertEqual(sorted(expected), sorted(found), ours.stderr)
        if not expected and perfs.returncode:
            self.assertNotEqual(ours.returncode, 0)
        return bool(expected)

    def check_tool_sees(self, perfs, ours):
        """The same of made-up PMUs: perf prints some twice, and goes another way
        about when they begin to count."""
        def attrs(text):
            return {tuple(field for field in attr
                          if field[0] not in ("disabled", "enable_on_exec"))
                    for attr in self.printed(text)}
        self.assertEqual(attrs(perfs.stderr), attrs(ours.stderr), ours.stderr)
        return bool(attrs(perfs.stderr))

    def check_the_kernel_got(self, answers):
        """What the tool prints is what it opened."""
        opened = sorted({attr.hex() for rows, _ in answers for _, _, attr in rows})
        text = dict(zip(opened, self.ask_library("=" + attr for attr in opened)))
        for rows, done in answers:
            got = {BLOCK.findall(text[attr.hex()].replace("@", "\n"))[0]
                   for _, _, attr in rows}
            if got:
                self.assertEqual(set(BLOCK.findall(done.stderr)), got)

    def compare(self, name, groups):
        """Each string: the same events, or refused by both."""
        strings = lines_of(name)
        counts = {"equal": 0, "refused": 0}
        tool = {"equal": 0, "refused": 0}
        answers = self.ask_both("stat", [(string,) for string in strings])
        for string, ours, ((rows, perfs), (_, tools)) in zip(
                strings, self.ask_library(strings), answers):
            with self.subTest(string=string):
                told = {identity(bytes.fromhex(spec["attr"]), ~STAT_FLAGS)
                        for spec in ours.get("specs", [])}
                self.assertEqual(told, {identity(attr, ~STAT_FLAGS)
                                        for _, _, attr in rows}, ours)
                if groups and rows:
                    self.assertEqual([spec["leader"] for spec in ours["specs"]],
                                     self.leaders(rows))
                counts["equal" if rows else "refused"] += 1
            # A clock of perf's own doesn't wait for the command; groups over
            # several PMUs are another matter.
            check = (self.check_tool if groups and "duration_time" not in string
                     else self.check_tool_sees)
            with self.subTest(tool=string):
                if groups or "{" not in string:
                    some = check(perfs, tools)
                    tool["equal" if some else "refused"] += 1
        self.check_the_kernel_got([tools for _, tools in answers])
        print(name, counts, "tool:", tool, flush=True)
        return tool

    @staticmethod
    def leaders(rows):
        index = {fd: i for i, (fd, _, _) in enumerate(rows)}
        return [index[group] if group >= 0 else i
                for i, (_, group, _) in enumerate(rows)]

    def test_this_machine(self):
        counts = self.compare("this_machine", groups=True)
        self.assertGreater(counts["equal"], 200)
        self.assertGreater(counts["refused"], 40)

    def test_intel_hybrid(self):
        self.use_tree("intel_hybrid")
        self.compare("intel_hybrid", groups=False)

    def test_amd(self):
        self.use_tree("amd")
        self.compare("amd", groups=False)

    def test_arm_big_little(self):
        self.use_tree("arm_big_little")
        self.compare("arm_big_little", groups=False)

    def test_what_records(self):
        strings = lines_of("record")
        for string, ours in zip(strings, self.ask_library(strings)):
            with self.subTest(string=string):
                rows, _ = self.ask_perf("record", string)
                attrs = [attr for _, _, attr in rows
                         if fields(attr)["flags"] & SAMPLE_ID_ALL]
                if "specs" not in ours:
                    self.assertEqual(attrs, [], ours)
                for spec in ours.get("specs", []):
                    mine = bytes.fromhex(spec["attr"])
                    same = [attr for attr in attrs
                            if identity(attr, RECORD_FLAGS) ==
                            identity(mine, RECORD_FLAGS)]
                    self.assertTrue(same, "perf opens no such event")
                    self.assertEqual(decided(mine, spec["terms"]),
                                     decided(same[-1], spec["terms"]))

    def test_the_tools_recorder_is_perfs(self):
        questions = [(string,) for string in lines_of("record")]
        questions += [(string,) for string in lines_of("this_machine")[::6]
                      if not NOT_RECORDED.search(string)]
        questions += [("cycles/call-graph=no/,faults", ["-g"])]
        questions += [(string, options) for string in RECORD_STRINGS
                      for options in RECORD_OPTIONS]
        answers = self.ask_both("record", questions)
        counts = {"equal": 0, "refused": 0}
        for question, ((_, perfs), (_, tools)) in zip(questions, answers):
            with self.subTest(question=question):
                some = self.check_tool(perfs, tools)
                counts["equal" if some else "refused"] += 1
        self.check_the_kernel_got([tools for _, tools in answers])
        print("record", counts, flush=True)
        self.assertGreater(counts["equal"], 100)

    def test_the_tool_counts_by_no_term_about_samples(self):
        strings = [string for string in lines_of("record")
                   if "period=" not in string]
        for string in strings:
            with self.subTest(string=string):
                rows, done = self.ask(PERFC, "stat", string)
                self.assertEqual((rows, done.returncode), ([], 1))

    def test_the_tools_text_is_perfs(self):
        for verb, string in (("stat", "cycles:ukp"), ("stat", "mem:0x1000/8:rw"),
                             ("stat", "{cs:D,faults:e}"), ("stat", "msr/config1=7/"),
                             ("record", "cycles/call-graph=dwarf,max-stack=9/"),
                             ("record", "cycles/branch_type='any,u'/"),
                             ("record", "sched:sched_switch/overwrite/"),
                             ("record", "{cycles,faults}:S")):
            with self.subTest(string=string):
                rows, text = self.ask_perf(verb, string)
                shown = re.findall(r"^-{60}\nperf_event_attr:\n.*?^-{60}\n", text,
                                   re.MULTILINE | re.DOTALL)
                self.assertTrue(shown)
                mine = {line.replace("@", "\n") for line in
                        self.ask_library("=" + attr.hex() for _, _, attr in rows)}
                self.assertLessEqual(set(shown), mine)


if __name__ == "__main__":
    live_case.main()
