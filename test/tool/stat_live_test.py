#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 2.

stat_live_test.py PERFC LIBPERFC LIBPERFC_PROFILE HOT
"""

import json
import shutil
import signal
import sys

import live_case
from live_case import LiveCase

PERFC, LIBPERFC, LIBPERFC_PROFILE, HOT = sys.argv[1:]
NAMES = ["task-clock", "page-faults", "context-switches", "cpu-migrations",
         "cycles", "instructions"]


class StatTest(LiveCase):

    def setUp(self):
        super().setUp()
        self.need_paranoid(2)

    def counts_of(self, *command, options=()):
        """Each count by its name, of a command that must succeed."""
        path = self.scratch / "report"
        done = self.run_program(PERFC, "stat", "--json", "-o", path, *options,
                                "--", *command)
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

    def test_lists_are_added_up(self):
        counts = self.counts_of("true", options=("-e", "page-faults,cs", "-e",
                                                 "task-clock"))
        self.assertEqual(list(counts), ["page-faults", "cs", "task-clock"])

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

    def test_json_stays_apart_from_the_commands_output(self):
        asked = [PERFC, "stat", "--json", "-e", "page-faults"]
        done = self.run_program(*asked, "--", "echo", "hello")
        self.assertEqual(done.stdout, "hello\n")
        self.assertEqual(json.loads(done.stderr)["exit_status"], 0)
        done = self.run_program(*asked, "-o", "-", "--", "true")
        self.assertEqual(json.loads(done.stdout)["exit_status"], 0)
        self.assertEqual(done.stderr, "")

    def test_the_report_goes_to_an_open_fd(self):
        with open(self.scratch / "report", "w+", encoding="utf-8") as report:
            fd = report.fileno()
            done = self.run_program(PERFC, "stat", "--json", "--log-fd", str(fd),
                                    "-e", "page-faults", "--", "echo", "hello",
                                    pass_fds=[fd])
            report.seek(0)
            self.assertEqual(json.load(report)["exit_status"], 0)
        self.assertEqual((done.stdout, done.stderr), ("hello\n", ""))

    def test_a_fd_that_is_not_open_is_refused_before_the_command_runs(self):
        done = self.run_program(PERFC, "stat", "--log-fd", "99", "--", "echo")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("99 is no open fd", done.stderr)

    def test_ctrl_c_is_the_commands(self):
        words = self.check_ctrl_c_is_the_commands(PERFC, "stat", "-r", "3")
        self.assertEqual(words.count("elapsed"), 1)

    def test_sigterm_to_the_tool_alone_ends_the_command(self):
        stat = self.start_program(PERFC, "stat", "--", "sleep", "600")
        self.wait_until_it_watches(stat.pid)
        stat.send_signal(signal.SIGTERM)
        _, words = stat.communicate(timeout=live_case.TIMEOUT)
        self.assertEqual(stat.returncode, 128 + signal.SIGTERM, words)
        self.assertIn("Counts of 'sleep 600'", words)

    def test_names_give_no_commands_to_a_terminal(self):
        program = self.scratch / live_case.EVIL_NAME
        shutil.copy(HOT, program)
        done = self.run_program(PERFC, "stat", "--", program, "touch", "1")
        self.assertIn(live_case.EVIL_NAME_ESCAPED, done.stderr)
        self.assertNotIn("\33", done.stderr)

    def test_a_cpu_that_is_not_there_is_an_error(self):
        self.check_missing_cpu(PERFC, "stat")

    def test_an_empty_argument_is_refused(self):
        self.check_empty_arguments(PERFC, "stat", options=("-G", "-x"))

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

    def test_events_are_those_of_the_list(self):
        counts = self.counts_of(
            HOT, "touch", "1000",
            options=["-e", "{task-clock,page-faults},minor-faults:u"])
        self.assertEqual(list(counts),
                         ["task-clock", "page-faults", "minor-faults:u"])
        for count in counts.values():
            self.assertEqual(count["status"], "exact")
            self.assertGreater(count["value"], 0)
        self.assertGreaterEqual(counts["page-faults"]["value"], 1000)

    def test_tool_events_are_clocks(self):
        counts = self.counts_of(
            HOT, "touch", "1000",
            options=["-e", "duration_time,user_time,system_time,task-clock"])
        for name in ("duration_time", "user_time", "system_time"):
            self.assertEqual(counts[name]["status"], "exact")
            self.assertEqual(counts[name]["unit"], "ns")
        self.assertGreater(counts["duration_time"]["value"],
                           counts["task-clock"]["value"])

    def test_a_mistake_in_the_list_is_shown(self):
        done = self.run_program(PERFC, "stat", "-e", "page-fautls", "--", "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("page-faults", done.stderr)

    def test_csv(self):
        done = self.run_program(PERFC, "stat", "-x", ";", "-e",
                                "page-faults,task-clock", "--", "true")
        self.assertEqual(done.returncode, 0, done.stderr)
        faults, clock = done.stderr.splitlines()
        self.assertRegex(faults, r"^\d+;;page-faults;\d+;100\.00;exact$")
        self.assertRegex(clock, r"^\d+;ns;task-clock;\d+;100\.00;exact$")

    def test_repeated_runs_have_a_mean(self):
        path = self.scratch / "report"
        done = self.run_program(PERFC, "stat", "--json", "-o", path, "-r", "5",
                                "-e", "page-faults", "--", "echo", "again")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "again\n" * 5)
        report = json.loads(path.read_text())
        self.assertEqual(report["runs"], 5)
        self.assertIn("deviation", report["counts"][0])

    def test_the_command_ends_with_a_failed_write(self):
        with open("/dev/full", "wb") as full:
            self.check_command_ends_with_a_failed_write(
                PERFC, "stat", "-e", "task-clock", "-I", "50", "--log-fd",
                str(full.fileno()), pass_fds=[full.fileno()])

    def test_intervals_add_up(self):
        done = self.run_program(PERFC, "stat", "--json", "-o", "-", "-I", "50", "-e",
                                "task-clock", "--", "sh", "-c",
                                "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertGreaterEqual(len(lines), 2)
        ends = [line["end_ns"] for line in lines]
        self.assertEqual(ends, sorted(ends))
        self.assertEqual(sum(line["elapsed_ns"] for line in lines), ends[-1])
        counted = sum(line["counts"][0].get("value", 0) for line in lines)
        self.assertGreater(counted, 0)
        self.assertLessEqual(counted, 2 * ends[-1])

    def test_twice_verbose_prints_the_attrs(self):
        done = self.run_program(PERFC, "stat", "-vv", "-e", "page-faults:u",
                                "--", "true")
        self.assertRegex(done.stderr, r"(?m)^ +config +0x2$")
        self.assertRegex(done.stderr, r"(?m)^ +exclude_kernel +1$")
        self.assertRegex(done.stderr, r"(?m)^ +enable_on_exec +1$")

    def test_where_nothing_can_be_counted_the_command_runs(self):
        if live_case.pathlib.Path("/sys/bus/event_source/devices/cpu").exists():
            self.skipTest("needs a machine without a hardware PMU")
        done = self.run_program(PERFC, "stat", "-e", "cycles:u,instructions",
                                "--", "sh", "-c", "echo ran; exit 7")
        self.assertEqual((done.returncode, done.stdout), (7, "ran\n"))
        self.assertIn("<not supported>  cycles:u\n", done.stderr)
        self.assertIn("<not supported>  instructions\n", done.stderr)
        self.assertEqual(done.stderr.count("perfc: "), 1)

    def test_terms_about_samples_are_refused(self):
        done = self.run_program(PERFC, "stat", "-e", "cycles/freq=7/", "--",
                                "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("about samples", done.stderr)

    def test_guests_are_counted_where_the_pmu_wants_it(self):
        self.need_paranoid(0)
        if not live_case.pathlib.Path("/sys/bus/event_source/devices/msr").exists():
            self.skipTest("needs the msr PMU")
        counts = self.counts_of("true", options=["-a", "-e", "msr/tsc/"])
        self.assertGreater(counts["msr/tsc/"]["value"], 0)

    def test_a_command_begins_with_the_first_word_that_is_no_option(self):
        done = self.run_program(PERFC, "stat", "-e", "page-faults", "echo", "-r", "--", "-a")
        self.assertEqual((done.returncode, done.stdout), (0, "-r -- -a\n"), done.stderr)
        self.assertIn("Counts of 'echo -r -- -a'", done.stderr)
        done = self.run_program(PERFC, "stat", "--no-such", "echo")
        self.assertEqual(done.returncode, 2)
        self.assertIn("not expected: --no-such", done.stderr)

    def test_a_fallback_is_said(self):
        asked = ["-e", "cycles", "--", "true"]
        done = self.run_program(PERFC, "stat", *asked)
        if "<not supported>" not in done.stderr:
            self.skipTest("this machine counts cycles")
        done = self.run_program(PERFC, "stat", "--fallback", *asked)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("cpu-clock", done.stderr)

    def test_what_is_no_number_above_0_is_said_so(self):
        for wrong in ("0", "-3", "some"):
            done = self.run_program(PERFC, "stat", "-r", wrong, "--", "true")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{wrong} is no number above 0", done.stderr)

    def test_repeat_wants_a_command(self):
        done = self.run_program(PERFC, "stat", "-r", "3", "-p", "1")
        self.assertEqual(done.returncode, 2)

    def test_all_cpus_and_some(self):
        self.need_paranoid(0)
        for where, name in ((["-a"], "all CPUs"), (["-C", "0"], "CPUs 0")):
            path = self.scratch / "report"
            done = self.run_program(PERFC, "stat", "--json", "-o", path, *where,
                                    "-e", "cpu-clock", "--", "sleep", "0.2")
            self.assertEqual(done.returncode, 0, done.stderr)
            report = json.loads(path.read_text())
            self.assertEqual(report["target"], name)
            count = report["counts"][0]
            self.assertEqual(count["status"], "exact")
            self.assertGreater(count["value"], 150000000)

    def test_a_cgroup(self):
        self.need_paranoid(0)
        done = self.run_program(PERFC, "stat", "--json", "-o", "-", "-G", "/",
                                "-e", "cpu-clock", "--", "sleep", "0.1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["target"], "cgroup /")

    def test_a_cgroup_that_is_not_there(self):
        self.need_paranoid(0)
        done = self.run_program(PERFC, "stat", "-G", "/no/such/cgroup", "--",
                                "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no cgroup no/such/cgroup", done.stderr)

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
        before, (perfc, *_) = self.as_nobody(PERFC, LIBPERFC, LIBPERFC_PROFILE)
        done = self.run_program(*before, perfc, "stat", "--", "true")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("counting user space only", done.stderr)
        self.assertRegex(done.stderr, r"\d  page-faults:u\n")
        self.assertIn("<not permitted>  context-switches\n", done.stderr)

    def test_without_permission_for_any_event_nothing_runs(self):
        if live_case.paranoid() != 2:
            self.skipTest("needs perf_event_paranoid at 2")
        before, (perfc, *_) = self.as_nobody(PERFC, LIBPERFC, LIBPERFC_PROFILE)
        done = self.run_program(*before, perfc, "stat", "-a", "-e", "cycles,page-faults", "--",
                                "echo", "it ran")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("it ran", done.stdout)
        self.assertIn("perf_event_paranoid is 2", done.stderr)


if __name__ == "__main__":
    live_case.main()
