#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most -1, or CAP_PERFMON; tracefs.

trace_live_test.py PERFC LIBPERFC LIBPERFC_PROFILE HOT
"""

import os
import re
import shutil
import signal
import sys

import live_case
from live_case import LiveCase

PERFC, LIBPERFC, LIBPERFC_PROFILE, HOT = sys.argv[1:]
LINE = re.compile(r" *(?P<comm>.*?) +(?P<tid>-?\d+) \[(?P<cpu>\d{3})\] "
                  r"(?P<time>\d+\.\d{6}): (?P<event>\w+:\w+): (?P<fields>.*)")
EXEC = "sched:sched_process_exec"
SWITCH = "sched:sched_switch"


class TraceCase(LiveCase):

    def setUp(self):
        super().setUp()
        self.need_tracefs()

    def parse(self, text):
        """The lines, in the order of their time."""
        lines = []
        for line in text.splitlines():
            match = LINE.fullmatch(line)
            self.assertIsNotNone(match, line)
            lines.append(match.groupdict())
        times = [float(line["time"]) for line in lines]
        self.assertEqual(times, sorted(times))
        return lines

    def trace(self, *arguments):
        """The lines of a trace that must succeed, and what else it said."""
        path = self.scratch / "lines"
        done = self.run_program(PERFC, "trace", "-o", path, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.parse(path.read_text()), done


class TraceTest(TraceCase):

    def test_a_command_and_its_children(self):
        lines, done = self.trace("-e", EXEC, "--", "sh", "-c", "true; ls /; echo")
        self.assertTrue(done.stdout.endswith("\n\n"), "the command's own")
        self.assertEqual([line["comm"] for line in lines], ["sh", "ls"])
        for line in lines:
            fields = dict(word.split("=", 1) for word in line["fields"].split())
            self.assertEqual(list(fields), ["filename", "pid", "old_pid"])
            self.assertEqual(os.path.basename(fields["filename"]), line["comm"])
            self.assertEqual(fields["pid"], line["tid"])

    def test_several_tracepoints_are_one_sequence(self):
        lines, _ = self.trace(
            "-e", "syscalls:sys_enter_openat,syscalls:sys_exit_openat", "--",
            "cat", "/proc/self/comm", "/proc/self/status")
        events = [line["event"].split("_")[1] for line in lines]
        self.assertGreaterEqual(len(events), 8)
        self.assertEqual(events, ["enter", "exit"] * (len(events) // 2))

    def test_lists_are_added_up(self):
        lines, _ = self.trace("-e", EXEC, "-e", "sched:sched_process_exit", "--",
                              "true")
        self.assertEqual([line["event"] for line in lines],
                         [EXEC, "sched:sched_process_exit"])

    def test_globs_are_as_many_tracepoints(self):
        lines, _ = self.trace("-e", "sched:sched_process_*", "--", "true")
        self.assertLessEqual({EXEC, "sched:sched_process_exit"},
                             {line["event"] for line in lines})

    def test_all_cpus_in_the_order_of_time(self):
        lines, _ = self.trace("-a", "-e", SWITCH + ",sched:sched_wakeup", "--",
                              HOT, "run", "1")
        self.assertGreater(len(lines), 20)
        self.assertEqual({line["event"] for line in lines},
                         {SWITCH, "sched:sched_wakeup"})
        if os.sysconf("SC_NPROCESSORS_ONLN") > 1:
            self.assertGreater(len({line["cpu"] for line in lines}), 1)

    def test_what_switches_to_is_what_switches_away(self):
        lines, _ = self.trace("-C", "0", "-e", SWITCH, "--", "sleep", "0.3")
        self.assertEqual({line["cpu"] for line in lines}, {"000"})
        for line in lines:
            if line["comm"] != "exited":
                self.assertIn(f" prev_pid={line['tid']} ", " " + line["fields"])

    def test_the_tracers_own_events_do_not_feed_it(self):
        trace = self.start_program(PERFC, "trace", "-a", "-e",
                                   "syscalls:sys_enter_write")
        self.wait_until_it_watches(trace.pid)
        trace.send_signal(signal.SIGINT)
        stdout, _ = trace.communicate(timeout=live_case.TIMEOUT)
        self.assertNotIn(str(trace.pid),
                         [line["tid"] for line in self.parse(stdout)])

    def test_a_filter(self):
        lines, _ = self.trace("-e", "syscalls:sys_enter_openat", "--filter",
                              f"flags & {os.O_CREAT}", "--", "sh", "-c",
                              f": </dev/null >{self.scratch}/new")
        self.assertEqual(len(lines), 1)
        self.assertIn(f"mode={0o666:#x}", lines[0]["fields"])

    def test_a_running_process_until_ctrl_c(self):
        target = self.start_program("sh", "-c", "while sleep 0.05; do :; done")
        path = self.scratch / "lines"
        trace = self.start_program(PERFC, "trace", "-o", path, "-p",
                                   str(target.pid), "-e", EXEC)
        self.wait_for(lambda: path.exists() and path.stat().st_size > 500)
        trace.send_signal(signal.SIGINT)
        self.assertEqual(trace.wait(live_case.TIMEOUT), 0)
        self.assertEqual({line["comm"] for line in self.parse(path.read_text())},
                         {"sleep"})
        self.assertIsNone(target.poll(), "it must go on")

    def test_ctrl_c_is_the_commands(self):
        path = self.scratch / "lines"
        self.check_ctrl_c_is_the_commands(PERFC, "trace", "-o", path, "-e", EXEC)
        self.assertEqual({line["comm"] for line in self.parse(path.read_text())},
                         {"sh", "sleep"})

    def test_lines_and_losses_are_all_that_happened(self):
        self.need_counts_of_losses()
        path = self.scratch / "lines"
        done = self.run_program(PERFC, "trace", "-m", "1", "-o", path, "-e",
                                "syscalls:sys_enter_write", "--",
                                *live_case.WRITES)
        self.assertEqual(done.returncode, 0, done.stderr)
        lost = re.search(r"([\d,]+) records found no room", done.stderr)
        self.assertIsNotNone(lost, done.stderr)
        lines = len(path.read_text().splitlines())
        live_case.check_all_writes(self, lines, int(lost[1].replace(",", "")))

    def test_names_give_no_commands_to_a_terminal(self):
        program = self.scratch / live_case.EVIL_NAME
        shutil.copy(HOT, program)
        lines, done = self.trace("-e", EXEC, "--", program, "touch", "1")
        self.assertEqual([line["comm"] for line in lines],
                         [live_case.EVIL_NAME_ESCAPED])
        self.assertIn(live_case.EVIL_NAME_ESCAPED, lines[0]["fields"])
        self.assertEqual(done.stderr, "")

    def test_a_cpu_that_is_not_there_is_an_error(self):
        self.check_missing_cpu(PERFC, "trace", "-e", EXEC)

    def test_an_empty_argument_is_refused(self):
        self.check_empty_arguments(PERFC, "trace", options=("--filter",))

    def test_lines_that_cannot_be_written_are_a_failure(self):
        for redirect, words in (("", ["-o", "/dev/full"]), ("> /dev/full", ["-o", "-"]),
                                ("2> /dev/full", [])):
            done = self.run_program("sh", "-c", f'exec "$@" {redirect}', "sh", PERFC, "trace",
                                    "-e", EXEC, *words, "--", "true")
            self.assertEqual(done.returncode, 1, done.stderr)
            if words:
                self.assertIn("cannot write: No space left", done.stderr)

    def test_the_command_ends_with_a_failed_write(self):
        self.check_command_ends_with_a_failed_write(
            PERFC, "trace", "-o", "/dev/full", "-e", EXEC)

    def test_the_exit_status_is_passed_on(self):
        done = self.run_program(PERFC, "trace", "-e", EXEC, "--", "sh", "-c",
                                "exit 7")
        self.assertEqual(done.returncode, 7)

    def test_lines_stay_apart_from_the_commands_output(self):
        done = self.run_program(PERFC, "trace", "-e", EXEC, "--", "echo", "hello")
        self.assertEqual(done.stdout, "hello\n")
        self.assertEqual(len(self.parse(done.stderr)), 1)

    def test_what_cannot_be_traced_is_explained(self):
        for arguments, words in (
                (["-e", "sched:sched_swich"], "did you mean 'sched_switch'"),
                (["-e", "cycles"], "cannot trace 'cycles'"),
                (["-e", SWITCH, "--filter", "no_field == 1"],
                 "SET_FILTER of sched:sched_switch: ioctl() failed with EINVAL"),
                (["-e", SWITCH, "-m", "3"], "mmap")):
            done = self.run_program(PERFC, "trace", *arguments, "--", "true")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(words, done.stderr)

    def test_the_command_line_is_checked(self):
        for arguments in (["--", "true"], ["-e", SWITCH],
                          ["-e", SWITCH, "-a", "-p", "1"]):
            done = self.run_program(PERFC, "trace", *arguments)
            self.assertEqual(done.returncode, 2, done.stderr)


class UnprivilegedTraceTest(TraceCase):

    def test_says_what_to_try(self):
        before, (perfc, *_) = self.as_nobody(PERFC, LIBPERFC, LIBPERFC_PROFILE)
        done = self.run_program(*before, perfc, "trace", "-e", SWITCH, "--",
                                "true")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "root|CAP_DAC_READ_SEARCH")


if __name__ == "__main__":
    live_case.main()
