#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 2; tracefs for the tracepoint.

examples_live_test.py LIVE_CASE FIVE_VERBS COUNT_FUNCTION WATCH_ADDRESS
    TRACEPOINT_RAW COLUMNS LIBPERFC
"""

import os
import platform
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(sys.argv[1]))

import live_case  # pylint: disable=wrong-import-position
from live_case import LiveCase  # pylint: disable=wrong-import-position

(FIVE_VERBS, COUNT_FUNCTION, WATCH_ADDRESS, TRACEPOINT_RAW, COLUMNS,
 LIBPERFC) = sys.argv[2:]
TRACEFS = "/sys/kernel/tracing"
# getppid, close
SYSCALLS = {"x86_64": (110, 3)}.get(platform.machine(), (173, 57))


class ExamplesTest(LiveCase):

    def setUp(self):
        super().setUp()
        self.need_paranoid(2)

    def output_of(self, program):
        done = self.run_program(program)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_five_verbs_prints_samples_of_its_thread(self):
        lines = self.output_of(FIVE_VERBS).splitlines()
        self.assertEqual(len(lines), 6)
        times = []
        threads = set()
        for line in lines[:5]:
            time, thread, _ = re.fullmatch(
                r"(\d+\.\d{6}) s: thread (\d+) at (0x[0-9a-f]+)", line).groups()
            times.append(float(time))
            threads.add(thread)
        self.assertEqual(times, sorted(times))
        self.assertEqual(len(threads), 1)
        self.assertGreater(int(lines[5].removesuffix(" samples")), 5)

    def test_count_function_counts_something(self):
        sum_line, work, faults = self.output_of(COUNT_FUNCTION).splitlines()
        self.assertEqual(sum_line, "sum: 333332833333500000")
        self.assertRegex(work, r"^(instructions|nanoseconds): [1-9]\d+")
        self.assertRegex(faults, r"^page faults: [1-9]\d*$")

    def test_watch_address_finds_each_writer(self):
        lines = self.output_of(WATCH_ADDRESS).splitlines()
        writes = [re.fullmatch(r"write (\d) to (0x[0-9a-f]+) by thread \d+ at "
                               r"(0x[0-9a-f]+) in (\w+)", line).groups()
                  for line in lines]
        self.assertEqual([write[0] for write in writes], ["1", "2", "3"])
        self.assertEqual(len({write[1] for write in writes}), 1)
        self.assertEqual([write[3] for write in writes],
                         ["first_writer", "second_writer", "first_writer"])
        self.assertEqual(writes[0][2], writes[2][2])
        self.assertNotEqual(writes[0][2], writes[1][2])

    def test_columns_sums_samples_by_thread_and_by_function(self):
        threads, functions = re.fullmatch(
            r"samples by thread\n(.*)samples by function\n(.*)",
            self.output_of(COLUMNS), re.DOTALL).groups()
        by_thread = [int(line.split()[0]) for line in threads.splitlines()]
        by_function = {name: int(samples) for samples, name in
                       (line.split() for line in functions.splitlines())}
        self.assertGreaterEqual(len(by_thread), 2)
        self.assertEqual(sum(by_thread), sum(by_function.values()))
        self.assertGreater(by_function["more"], by_function["less"])


class TracepointTest(LiveCase):

    def mount_tracefs(self):
        if os.path.exists(f"{TRACEFS}/events"):
            return
        if not live_case.capable(live_case.CAP_SYS_ADMIN):
            self.skipTest("needs tracefs, or CAP_SYS_ADMIN to mount it")
        subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACEFS], check=True)
        self.addCleanup(subprocess.run, ["umount", TRACEFS], check=True)

    def test_system_calls_are_decoded_from_their_bytes(self):
        if not live_case.privileged():
            self.need_paranoid(-1)
        self.mount_tracefs()
        done = self.run_program(TRACEPOINT_RAW)
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = re.findall(r"^thread \d+ called (\d+)\((\d+), \.\.\.\)$",
                           done.stdout, re.MULTILINE)
        self.assertEqual(len(calls), len(done.stdout.splitlines()))
        getppid, close = SYSCALLS
        self.assertIn(str(getppid), [number for number, _ in calls])
        self.assertIn((str(close), "12345"), calls)

    def test_tracefs_that_is_not_mounted_has_words(self):
        if not live_case.capable(live_case.CAP_SYS_ADMIN):
            self.skipTest("needs CAP_SYS_ADMIN, to hide tracefs")
        hide = "mount -t tmpfs none /sys/kernel && exec \"$@\""
        done = self.run_program("unshare", "--mount", "sh", "-c", hide, "sh",
                                TRACEPOINT_RAW)
        self.assertEqual(done.returncode, 2)
        self.assertIn("mount -t tracefs", done.stderr)

    def test_tracefs_that_is_not_readable_has_words(self):
        self.mount_tracefs()
        before, (program, _) = self.as_nobody(TRACEPOINT_RAW, LIBPERFC)
        done = self.run_program(*before, program)
        self.assertEqual(done.returncode, 2)
        self.assertIn("not readable", done.stderr)


if __name__ == "__main__":
    live_case.main()
