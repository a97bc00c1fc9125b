#!/usr/bin/env python3
"""Needs: nothing.

list_live_test.py PERFC LIBPERFC
"""

import json
import sys

import live_case
from live_case import LiveCase

PERFC, LIBPERFC = sys.argv[1:]


class ListTest(LiveCase):

    def entries(self, *words):
        done = self.run_program(PERFC, "list", "--json", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_each_kind_by_its_word(self):
        for word, kind, name in (("hw", "hardware", "cycles"),
                                 ("sw", "software", "page-faults"),
                                 ("cache", "cache", "L1-dcache-loads"),
                                 ("tool", "tool", "duration_time"),
                                 ("pmu", "pmu", "software")):
            entries = self.entries(word)
            self.assertIn((kind, name),
                          [(entry["kind"], entry["name"]) for entry in entries])
            self.assertLessEqual({entry["kind"] for entry in entries},
                                 {kind, "event"})

    def test_patterns_and_words(self):
        names = {entry["name"] for entry in self.entries("page-f*", "emulation")}
        self.assertEqual(names, {"page-faults", "emulation-faults"})

    def test_text_has_titles(self):
        done = self.run_program(PERFC, "list", "sw", "tool")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^Software events:\n\n")
        self.assertRegex(done.stdout, r"(?m)^  page-faults")
        self.assertRegex(done.stdout, r"(?m)^Measured by the tool:\n\n")

    def test_tracepoints(self):
        self.need_tracefs()
        names = {entry["name"] for entry in self.entries("sched:*switch*")}
        self.assertIn("sched:sched_switch", names)

    def test_nothing_that_matches(self):
        done = self.run_program(PERFC, "list", "no-such-name")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing here", done.stderr)

    def list_where(self, change, *words):
        return self.run_where(change, PERFC, "list", "--json", *words)

    def test_kinds_that_the_machine_lacks_are_no_failure(self):
        # There may be several mounts, one over the other.
        hide = "while [ -n \"$(ls /sys)\" ]; do umount --lazy /sys || exit; done"
        done = self.list_where(hide)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("ENOENT", done.stderr)
        self.assertIn("page-faults", {entry["name"] for entry in json.loads(done.stdout)})
        done = self.list_where(hide, "sw", "pmu")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("page-faults", {entry["name"] for entry in json.loads(done.stdout)})

    def test_a_list_that_is_incomplete_is_a_failure(self):
        # The directory of PMUs is a file: ENOTDIR.
        done = self.list_where("mount -t tmpfs tmpfs /sys/bus && mkdir /sys/bus/event_source && "
                               "touch /sys/bus/event_source/devices")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("ENOTDIR", done.stderr)
        self.assertIn("page-faults", {entry["name"] for entry in json.loads(done.stdout)})

    def test_an_empty_argument_is_refused(self):
        for words in ([""], ["-o", ""]):
            done = self.run_program(PERFC, "list", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn("empty", done.stderr)

    def test_runs_no_command(self):
        done = self.run_program(PERFC, "list", "--", "true")
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    live_case.main()
