#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 2; tracefs for the tracepoint.

examples_live_test.py LIVE_CASE FIVE_VERBS COUNT_FUNCTION WATCH_ADDRESS
    TRACEPOINT_FIELDS COLUMNS MEASURE_GROUP
    PER_CPU_SET LIBPERFC
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(sys.argv[1]))

import live_case  # pylint: disable=wrong-import-position
from live_case import LiveCase  # pylint: disable=wrong-import-position

(FIVE_VERBS, COUNT_FUNCTION, WATCH_ADDRESS, TRACEPOINT_FIELDS, COLUMNS,
 MEASURE_GROUP, PER_CPU_SET, LIBPERFC) = sys.argv[2:]


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

    def test_measure_group_says_how_exact_it_is(self):
        ns, faults, instructions = self.output_of(MEASURE_GROUP).splitlines()
        self.assertRegex(ns, r"^ns: [1-9]\d+ \(exact\)$")
        self.assertGreaterEqual(
            int(re.fullmatch(r"page faults: (\d+) \(exact\)", faults)[1]), 990)
        self.assertRegex(instructions, r"^instructions: (not on this machine|"
                         r"\d+ \((exact|an estimate|it had no counter)\))$")

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

    def test_per_cpu_set_samples_the_machine_in_the_order_of_time(self):
        self.need_paranoid(0)
        lines = [line for line in self.output_of(PER_CPU_SET).splitlines()
                 if re.match(r"\d+ CPU", line)]
        samples = [re.fullmatch(r"(\d+) CPU (\d+) thread (\d+)", line).groups()
                   for line in lines]
        self.assertGreater(len(samples), 50)
        times = [int(sample[0]) for sample in samples]
        self.assertEqual(times, sorted(times))


class TracepointTest(LiveCase):

    def test_the_fields_of_a_system_call_are_decoded(self):
        self.need_tracefs()
        done = self.run_program(TRACEPOINT_FIELDS)
        self.assertEqual(done.returncode, 0, done.stderr)
        close_on_exec = hex(os.O_CLOEXEC)
        self.assertRegex(done.stdout, r"^thread \d+ \(close-on-exec\): "
                         rf"__syscall_nr=\d+ dfd=0x[0-9a-f]+ filename=0x[0-9a-f]+ "
                         rf"flags={close_on_exec} mode=0x0\n$")

    def test_valgrind_finds_neither_errors_nor_leaks(self):
        # What asan doesn't see: numbers that nobody wrote.
        for program in (FIVE_VERBS, COUNT_FUNCTION, WATCH_ADDRESS, COLUMNS,
                        MEASURE_GROUP, PER_CPU_SET):
            with self.subTest(program):
                done = self.run_program(
                    "valgrind", "--quiet", "--leak-check=full",
                    "--errors-for-leak-kinds=definite,indirect,possible",
                    "--error-exitcode=99", program)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_tracefs_that_is_not_mounted_has_words(self):
        done = self.run_where("mount -t tmpfs none /sys/kernel", TRACEPOINT_FIELDS)
        self.assertEqual(done.returncode, 1)
        self.assertIn("mount -t tracefs", done.stderr)

    def test_tracefs_that_is_not_readable_has_words(self):
        self.need_tracefs()
        before, (program, _) = self.as_nobody(TRACEPOINT_FIELDS, LIBPERFC)
        done = self.run_program(*before, program)
        self.assertEqual(done.returncode, 1)
        self.assertIn("may not be read", done.stderr)


if __name__ == "__main__":
    live_case.main()
