#!/usr/bin/env python3
"""Records of the running kernel: what libperfc decodes, and what perf reads of
the same bytes. README.md says what perf can't show."""

import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).absolute().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tool")]

# pylint: disable=wrong-import-position
import dump
import live_case
import perf_data

CAPTURE = pathlib.Path(sys.argv[1]).absolute()
SAMPLE_TIME, SAMPLE_READ, SAMPLE_CPU = 1 << 2, 1 << 4, 1 << 7
EXEC = NO_DATA = 1 << 13  # of misc
MAP_SHARED = 1

# What neither perf's dump nor its script interface shows, by record type.
HIDDEN = {
    "SAMPLE": {"identifier", "id", "stream_id", "cgroup"},
    "MMAP2": {"flags"},
    "BPF_EVENT": {"tag"},
    "EXIT": {"time"},
    "FORK": {"time"},
}
HIDDEN_TRAILER = {"sample_id." + name for name in
                  ("pid", "tid", "id", "stream_id", "identifier")}
# What perf shows whether the record has it or not.
ALWAYS_SHOWN = {
    "SAMPLE": {"pid", "tid", "cpu", "time", "ip", "period", "addr", "phys_addr",
               "weight", "transaction", "data_src", "raw", "user_abi",
               "user_regs", "intr_abi", "intr_regs"},
    "SWITCH": {"next_prev_pid", "next_prev_tid", *HIDDEN_TRAILER},
}
TEXTS = {"comm", "filename", "name", "path", "raw", "stack", "build_id", "tag"}
SCRIPT_KIND = {"SWITCH_CPU_WIDE": "SWITCH", "UNTHROTTLE": "THROTTLE"}

totals = {"set-ups": 0, "records": 0, "fields": 0}


def plain(value):
    """Numbers of 64 bits are strings in the canonical form."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return int(value)


def flat(told):
    """What was told, without its levels."""
    fields = {}
    for name, value in told.items():
        if name in TEXTS:
            fields[name] = value
        elif name in ("read", "sample_id"):
            for inner, part in value.items():
                fields[f"{name}.{inner}"] = plain(part)
        elif name != "type":
            fields[name] = plain(value)
    return fields


def as_shown(kind, fields):
    """The library's fields, with the bits of misc and flags that perf shows."""
    misc = fields["misc"] if kind == "SAMPLE" else fields.pop("misc")
    if kind == "MMAP":
        fields["executable"] = int(not misc & NO_DATA)
    elif kind == "MMAP2":
        fields["shared"] = int(fields["flags"] & 3 == MAP_SHARED)
    elif kind == "COMM":
        fields["exec"] = int(bool(misc & EXEC))
    elif kind == "SAMPLE" and "stack_dyn_size" in fields:
        fields["stack"] = fields["stack"][:2 * fields["stack_dyn_size"]]
    elif kind == "SAMPLE" and fields.get("stack") == "":
        fields.pop("stack")
    return fields


class Capture:
    """A set-up's file."""

    def __init__(self, path):
        attrs, *records = [json.loads(line)
                           for line in path.read_text().splitlines()]
        self.attrs = [(bytes.fromhex(attr["bytes"]),
                       [int(number) for number in attr["ids"]])
                      for attr in attrs]
        self.records = [bytes.fromhex(record["bytes"]) for record in records]
        self.told = [record["told"] for record in records]

    def sample_type(self):
        """Of all attrs together, as perf combines them."""
        combined = 0
        for attr, _ in self.attrs:
            combined |= struct.unpack_from("<Q", attr, 24)[0]
        return combined

    def attr_index(self, attr):
        """Which of the attrs perf took for a sample's."""
        return [perf_data.file_attr(mine).hex()
                for mine, _ in self.attrs].index(attr)


class PeerTest(live_case.LiveCase):
    """A case for each set-up is added by add_cases."""

    maxDiff = None

    def perf_script(self, data):
        """What perf printed, and what it handed to its script."""
        events = self.scratch / "events"
        environment = dict(os.environ, HOME=str(self.scratch),
                           PERFC_PERF_EVENTS=str(events))
        done = self.run_program(
            "perf", "script", "-D", "-i", str(data), "-s",
            str(HERE / "perf_script.py"), env=environment, errors="replace")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, [json.loads(line)
                             for line in events.read_text().splitlines()]

    def compare(self, name, path):
        """Every field of every record of the set-up."""
        capture = Capture(path)
        self.assertLessEqual({told["attr"] for told in capture.told},
                             set(range(len(capture.attrs))))
        data = self.scratch / "perf.data"
        offsets = perf_data.write(data, capture.attrs, capture.records)
        text, events = self.perf_script(data)
        sample_type = capture.sample_type()
        shown = list(dump.parse(text, bool(sample_type & SAMPLE_CPU),
                                bool(sample_type & SAMPLE_TIME)))
        self.assertEqual(sorted(offset for offset, _, _ in shown), offsets,
                         "perf shows others, at last:\n" + text[-2000:])
        if sample_type & SAMPLE_READ:
            # perf hands such a sample on once for each event that it read.
            events = [event for event in events if event[0] != "SAMPLE"]
        of_kind = {}
        for kind, fields in events:
            of_kind.setdefault(kind, []).append(fields)
        self.assertGreater(len(shown), 0)
        fields = 0
        for offset, kind, printed in shown:
            index = offsets.index(offset)
            queue = of_kind.get(SCRIPT_KIND.get(kind, kind), [])
            script = queue.pop(0) if queue else {}
            self.locate_stack(capture.records[index], printed)
            if "attr" in script:
                script["attr"] = capture.attr_index(script["attr"])
            self.where = f"{kind} at {offset:#x} of {name}"
            fields += self.compare_record(kind, capture.told[index],
                                          [printed, script])
        self.assertFalse(any(of_kind.values()), "perf had more than it printed")
        totals["set-ups"] += 1
        totals["records"] += len(shown)
        totals["fields"] += fields

    @staticmethod
    def locate_stack(record, printed):
        """perf tells where the stack lies, counted from its size, a u64."""
        if "stack_offset" in printed:
            begin = printed.pop("stack_offset") + 8
            stack = record[begin:begin + printed["stack_dyn_size"]]
            printed["stack"] = stack.hex()

    def compare_record(self, kind, told, sources):
        """Returns how many fields perf showed."""
        self.assertEqual(told["type"], kind, self.where)
        mine = as_shown(kind, flat(told))
        compared = set()
        for shown in sources:
            both = mine.keys() & shown.keys()
            self.assertEqual({name: mine[name] for name in both},
                             {name: shown[name] for name in both},
                             self.where)
            extra = shown.keys() - both - ALWAYS_SHOWN.get(
                SCRIPT_KIND.get(kind, kind), set())
            self.assertFalse(extra, self.where + ": the library lacks it")
            compared |= both
        hidden = HIDDEN.get(kind, set()) | HIDDEN_TRAILER | {"attr"}
        if "attr" not in compared and "read.values" in mine:
            hidden = hidden | {"raw"}
        self.assertFalse(mine.keys() - compared - hidden,
                         self.where + ": perf doesn't show it")
        return len(compared)


def missing():
    """Why perf can't be compared with, or None."""
    if shutil.which("perf") is None:
        return "needs perf"
    built = subprocess.run(["perf", "version", "--build-options"], check=False,
                           stdout=subprocess.PIPE, text=True).stdout
    if not re.match(r"perf version 6\.1\.", built):
        return "needs perf 6.1, whose output it reads; it is " + built.split("\n")[0]
    if not re.search(r"libpython: \[ on", built):
        return "needs a perf with python"
    return None


def message(element):
    """What gtest gave as a reason, without the place in the source."""
    if element is None:
        return None
    return element.get("message").partition("\n")[2]


def run_capture(directory):
    """Each set-up's name, with why there is no capture of it."""
    report = directory / "report.xml"
    done = subprocess.run([CAPTURE, f"--gtest_output=xml:{report}"], check=False,
                          env=dict(os.environ, PERFC_CAPTURE_DIR=str(directory)),
                          stdout=subprocess.PIPE, text=True)
    if not report.exists():
        sys.exit("capture: " + done.stdout)
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.get("classname") + "." + case.get("name")
        skipped, failed = case.find("skipped"), case.find("failure")
        yield name, message(skipped), message(failed)


def add_cases(directory):
    reason = missing()
    for name, skipped, failed in run_capture(directory):
        def case(self, name=name, skipped=skipped, failed=failed):
            if reason or skipped:
                self.skipTest(reason or skipped)
            self.assertIsNone(failed)
            self.compare(name, directory / (name + ".jsonl"))
        setattr(PeerTest, "test_" + name.replace(".", "_"), case)


def main():
    directory = pathlib.Path(tempfile.mkdtemp(prefix="perfc-capture-"))
    try:
        add_cases(directory)
        live_case.main()
    finally:
        shutil.rmtree(directory)
        print(", ".join(f"{count} {what}" for what, count in totals.items()),
              file=sys.stderr)


if __name__ == "__main__":
    main()
