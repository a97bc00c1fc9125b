#!/usr/bin/env python3
"""Records of the running kernel: what libperfc decodes, and what perf reads of
the same bytes. README.md says what perf can't show."""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).absolute().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tool")]

# pylint: disable=wrong-import-position
import fields
import live_case
import peer
import perf_data

CAPTURE = pathlib.Path(sys.argv[1]).absolute()
totals = {"set-ups": 0, "records": 0, "fields": 0}


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

    def compare(self, name, path):
        """Every field of every record of the set-up."""
        capture = Capture(path)
        self.assertLessEqual({told["attr"] for told in capture.told},
                             set(range(len(capture.attrs))))
        data = self.scratch / "perf.data"
        offsets = perf_data.write(data, capture.attrs, capture.records)
        shown = list(peer.shown(data, self.scratch, capture.sample_type()))
        self.assertEqual(sorted(event.offset for event, _ in shown), offsets)
        self.assertGreater(len(shown), 0)
        for event, script in shown:
            index = offsets.index(event.offset)
            self.assertEqual(event.data, capture.records[index])
            fields.locate_stack(event.data, event.fields)
            if "attr" in script:
                script["attr"] = capture.attr_index(script["attr"])
            totals["fields"] += fields.compare(
                f"{event.kind} at {event.offset:#x} of {name}", event.kind,
                capture.told[index], [event.fields, script])
        totals["set-ups"] += 1
        totals["records"] += len(shown)


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
    reason = peer.missing()
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
