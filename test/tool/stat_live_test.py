#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 2.

stat_live_test.py PERFC LIBPERFC HOT
"""

import json
import signal
import sys

import live_case
from live_case import LiveCase

PERFC, LIBPERFC, HOT = sys.argv[1:]
NAMES = ["task-clock", "page-faults", "context-switches", "cpu-migrations",
         "cycles", "instructions"]


class StatTest(LiveCase):

    def setUp(self):
        super().setUp()
        self.need_paranoid(2)

    def counts_of(self, *command):
        """Each count by its name, of a command that must succeed."""
        path = self.scratch / "report"
        done = self.run_program(PERFC, "stat", "--json", "-o", path, "--",
                                *command)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(path.read_text())
        return {count["name"]: count for count in report["counts"]}

    def test_true_has_every_counter(self):
        counts = self.counts_of("true")
        self.assertEqual(list(counts), NAMES)
        self.assertGreater(counts["task-clock"]["value"], 0)
        self.assertGreater(counts["page-faults"]["value"], 0)
        self.assertLessEqual(counts["cpu-migrations"].get("value", 0), 1000)

    def test_each_line_has_a_number_or_says_why_not(self):
        done = self.run_program(PERFC, "stat", "--", "true")
        for name in NAMES:
            self.assertRegex(
                done.stderr,
                r"(\d|ms|<not (supported|permitted|counted)>)  " + name)
        self.assertRegex(done.stderr, r"\d\.\d+ s  elapsed")

    def test_what_the_machine_lacks_is_not_supported(self):
        counts = self.counts_of("true")
        for name in ("cycles", "instructions"):
            count = counts[name]
            if count["status"] == "not supported":
                self.assertNotIn("value", count)
            else:
                self.assertGreater(count["value"], 0)

    def test_children_count(self):
        few = self.counts_of(HOT, "touch", "1")["page-faults"]["value"]
        many = self.counts_of(HOT, "touch", "5001")["page-faults"]["value"]
        self.assertGreaterEqual(many - few, 4900)
        self.assertLess(many - few, 10000)

    def test_a_sleeping_command_switches(self):
        switches = self.counts_of("sleep", "0.01")["context-switches"]
        if switches["status"] == "not permitted":
            self.skipTest("needs perf_event_paranoid at most 1")
        self.assertGreaterEqual(switches["value"], 1)

    def test_the_commands_output_stays_its_own(self):
        done = self.run_program(PERFC, "stat", "--", "echo", "hello")
        self.assertEqual(done.stdout, "hello\n")

    def test_json_goes_to_stdout(self):
        done = self.run_program(PERFC, "stat", "--json", "--", "true")
        self.assertEqual(json.loads(done.stdout)["exit_status"], 0)

    def test_the_exit_status_is_passed_on(self):
        for script, status in (("exit 0", 0), ("exit 7", 7),
                               ("kill -KILL $$", 128 + signal.SIGKILL)):
            done = self.run_program(PERFC, "stat", "--", "sh", "-c", script)
            self.assertEqual(done.returncode, status)

    def test_an_unknown_command_is_127(self):
        done = self.run_program(PERFC, "stat", "--", "/nonexistent/command")
        self.assertEqual(done.returncode, 127)
        self.assertIn("cannot run '/nonexistent/command': No such file",
                      done.stderr)

    def test_what_cannot_be_executed_is_126(self):
        done = self.run_program(PERFC, "stat", "--", "/etc/passwd")
        self.assertEqual(done.returncode, 126)
        self.assertIn("Permission denied", done.stderr)

    def test_a_running_process_until_ctrl_c(self):
        target = self.start_program(HOT, "run", "600")
        path = self.scratch / "report"
        stat = self.start_program(PERFC, "stat", "--json", "-o", path, "-p",
                                  str(target.pid))
        self.wait_until_it_watches(stat.pid)
        self.wait_until_it_works(target.pid)
        stat.send_signal(signal.SIGINT)
        self.assertEqual(stat.wait(live_case.TIMEOUT), 0)
        counts = json.loads(path.read_text())["counts"]
        self.assertEqual(counts[0]["name"], "task-clock")
        self.assertGreater(counts[0]["value"], 0)
        self.assertIsNone(target.poll(), "it must go on")

    def test_a_process_that_is_not_there(self):
        done = self.run_program(PERFC, "stat", "-p", "4194304")
        self.assertEqual(done.returncode, 1)
        self.assertIn("process 4194304: No such process", done.stderr)

    def test_a_report_that_cannot_be_written(self):
        done = self.run_program(PERFC, "stat", "-o", "/nonexistent/report", "--",
                                "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write /nonexistent/report", done.stderr)


class UnprivilegedStatTest(LiveCase):

    def test_counts_user_space_and_says_so(self):
        if live_case.paranoid() != 2:
            self.skipTest("needs perf_event_paranoid at 2")
        before, (perfc, _) = self.as_nobody(PERFC, LIBPERFC)
        done = self.run_program(*before, perfc, "stat", "--", "true")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("counting user space only", done.stderr)
        self.assertRegex(done.stderr, r"\d  page-faults:u\n")
        self.assertIn("<not permitted>  context-switches\n", done.stderr)


if __name__ == "__main__":
    live_case.main()
