#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 2.

profile_live_test.py PERFC LIBPERFC LIBPERFC_PROFILE HOT HOT_NO_PIE
"""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys

import live_case
from live_case import LiveCase

PERFC, LIBPERFC, LIBPERFC_PROFILE, HOT, HOT_NO_PIE = sys.argv[1:]
MAX_RATE = "/proc/sys/kernel/perf_event_max_sample_rate"


def samples_of(report, symbol):
    return sum(row["samples"] for row in report["functions"]
               if row["symbol"] == symbol)


class ProfileCase(LiveCase):

    def profile(self, *arguments):
        """The report of `perfc profile`, which must succeed."""
        path = self.scratch / "report"
        done = self.run_program(PERFC, "profile", "--json", "-o", path,
                                *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(path.read_text())

    def check_hot(self, report):
        """heavy() and light() are on top, in about the ratio of their work."""
        self.assertGreater(report["samples"], 100)
        heavy = samples_of(report, "heavy")
        light = samples_of(report, "light")
        self.assertGreater(heavy + light, 0.9 * report["user_samples"])
        self.assertGreater(heavy, 2 * light)
        self.assertLess(heavy, 4.5 * light)
        self.assertEqual(report["functions"][0]["symbol"], "heavy")
        self.assertEqual(report["lost"]["undecodable_records"], 0)
        self.assertEqual(report["lost"]["malformed_bytes"], 0)


class ProfileTest(ProfileCase):

    def setUp(self):
        super().setUp()
        self.need_paranoid(2)

    def test_hot_functions_of_process_thread_and_child_are_on_top(self):
        report = self.profile("--", HOT, "run", "1")
        self.check_hot(report)
        comms = {row["comm"] for row in report["functions"]
                 if row["symbol"] == "heavy"}
        self.assertEqual(comms, {"hot", "hot-thread", "hot-child"})
        objects = {row["object"] for row in report["functions"]
                   if row["symbol"] == "heavy"}
        self.assertEqual(objects, {os.path.realpath(HOT)})

    def test_a_program_at_a_fixed_address(self):
        self.check_hot(self.profile("--", HOT_NO_PIE, "run", "1"))

    def test_the_sum_of_the_rows_is_the_number_of_samples(self):
        report = self.profile("--", HOT, "run", "0.5")
        rows = report["functions"]
        self.assertEqual(sum(row["samples"] for row in rows), report["samples"])
        self.assertAlmostEqual(sum(row["percent"] for row in rows), 100, 3)
        self.assertGreaterEqual(report["user_samples"],
                                report["named_user_samples"])

    def test_folded_stacks_add_up_to_the_samples(self):
        folded = self.scratch / "folded"
        report = self.profile("--folded", folded, "--", HOT, "run", "0.5")
        total = 0
        heavy = 0
        for line in folded.read_text().splitlines():
            stack, count = line.rsplit(" ", 1)
            frames = stack.split(";")
            total += int(count)
            if frames[-1] == "heavy":
                heavy += int(count)
                self.assertRegex(frames[0], "^hot")
            if frames[-2:] == ["both", "heavy"]:
                self.assertIn("run", frames)
        self.assertEqual(total, report["samples"])
        self.assertEqual(heavy, samples_of(report, "heavy"))
        self.assertRegex(folded.read_text(), r";run;both;heavy \d+\n")

    def test_the_table_has_its_columns_and_what_was_lost(self):
        done = self.run_program(PERFC, "profile", "--limit", "1", "--", HOT,
                                "run", "0.5")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr,
                         r"  samples       %  comm +object +symbol\n")
        self.assertRegex(done.stderr, r" \d+ +\d+\.\d\d%  hot[a-z-]* +hot +heavy\n"
                                      r"      \.\.\. and \d+ more\n")
        self.assertRegex(done.stderr, r"lost: \d+ records")
        self.assertRegex(done.stderr, r"symbols: \d+\.\d% of \d+ user samples")
        self.assertEqual(done.stdout, "")

    def test_the_name_follows_exec(self):
        report = self.profile("--", "sh", "-c", f"exec {HOT} run 0.5")
        self.assertEqual(report["functions"][0]["comm"][:3], "hot")

    def test_many_short_processes_are_all_known(self):
        # Their records cross from CPU to CPU, and their pids die early.
        report = self.profile("-F", "4000", "--", HOT, "spawn", "300")
        self.assertGreater(report["samples"], 100)
        comms = {row["comm"] for row in report["functions"]}
        self.assertEqual({comm for comm in comms if comm.startswith(":")}, set())
        self.assertGreater(samples_of(report, "heavy"),
                           samples_of(report, "light"))
        # The timer's interrupt may write a sample between the time of another
        # record and its writing: then the other one is late, as the kernel left it.
        self.assertLess(report["lost"]["late_records"], report["samples"] / 10)

    def test_the_event_falls_back_aloud(self):
        done = self.run_program(PERFC, "profile", "--json", "-o", "-", "--", "true")
        report = json.loads(done.stdout)
        if report["events"][0]["name"] == "cycles":
            self.assertNotIn("cpu-clock", done.stderr)
        else:
            self.assertEqual(report["events"][0]["name"], "cpu-clock")
            self.assertIn("no cycles here: sampling cpu-clock", done.stderr)
        self.assertEqual(len(report["notes"]), done.stderr.count("perfc: "))

    def test_the_frequency_is_lowered_aloud(self):
        rate = live_case.number_in(MAX_RATE)
        done = self.run_program(PERFC, "profile", "-F", str(rate + 1), "--json",
                                "-o", "-", "--", "true")
        self.assertEqual(done.returncode, 0)
        self.assertIn("above the kernel's perf_event_max_sample_rate",
                      done.stderr)
        self.assertLessEqual(json.loads(done.stdout)["events"][0]["frequency"], rate)

    def test_several_events_have_samples_of_their_own(self):
        folded = self.scratch / "folded"
        report = self.profile("-e", "software/config=0,freq=999,name=clock/,"
                             "software/config=2,period=1,name=page-faults/",
                             "--folded", folded, "--",
                             HOT, "touch", "2000")
        clock, faults = report["events"]
        self.assertEqual((clock["frequency"], faults["period"]), (999, 1))
        self.assertGreaterEqual(faults["samples"], 2000)
        for event in (clock, faults):
            rows = [row["samples"] for row in report["functions"]
                    if row["event"] == event["name"]]
            self.assertEqual(sum(rows), event["samples"])
        self.assertRegex(folded.read_text(), r";\[page-faults[^;]*\];")

    def test_names_of_any_bytes_are_json_in_ascii(self):
        name = "\33[31m\n\u202e\N{GREEK SMALL LETTER ALPHA}"
        program = self.scratch / name
        shutil.copy(HOT, program)
        path = self.scratch / "report"
        done = self.run_program(PERFC, "profile", "--json", "-o", path, "--",
                                program, "run", "0.3")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = path.read_text(encoding="ascii")
        self.assertTrue(all(c == "\n" or c.isprintable() for c in text))
        objects = {row["object"] for row in json.loads(text)["functions"]}
        self.assertIn(str(program), objects)

    def test_samples_and_losses_are_all_that_happened(self):
        self.need_counts_of_losses()
        self.need_tracefs()
        report = self.profile("-m", "1", "-c", "1", "-e",
                             "syscalls:sys_enter_write", "--", *live_case.WRITES)
        live_case.check_all_writes(self, report["samples"],
                                   report["lost"]["records"])

    def test_a_cpu_that_is_not_there_is_an_error(self):
        self.check_missing_cpu(PERFC, "profile")

    def test_all_cpus(self):
        self.need_paranoid(0)
        report = self.profile("-a", "-e", "cpu-clock", "--", HOT, "run", "0.5")
        self.assertEqual([event["name"] for event in report["events"]],
                         ["cpu-clock"])
        self.assertGreater(samples_of(report, "heavy"), 50)

    def test_what_the_tool_measures_is_no_sample(self):
        done = self.run_program(PERFC, "profile", "-e", "user_time", "--", "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("not sampled", done.stderr)

    def test_an_empty_argument_is_refused(self):
        self.check_empty_arguments(PERFC, "profile", options=("-G", "--folded", "--call-graph"))

    def test_the_exit_status_is_passed_on(self):
        for script, status in (("exit 0", 0), ("exit 7", 7),
                               ("kill -KILL $$", 128 + signal.SIGKILL)):
            done = self.run_program(PERFC, "profile", "--", "sh", "-c", script)
            self.assertEqual(done.returncode, status)
            self.assertIn("lost: ", done.stderr)

    def test_an_unknown_command_is_127(self):
        done = self.run_program(PERFC, "profile", "--", "/nonexistent/command")
        self.assertEqual(done.returncode, 127)
        self.assertIn("cannot run '/nonexistent/command': No such file",
                      done.stderr)
        self.assertNotIn("samples", done.stderr)

    def test_pages_that_are_no_power_of_two_are_explained(self):
        done = self.run_program(PERFC, "profile", "-m", "3", "--", "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("power of two", done.stderr)


class InterruptTest(ProfileCase):

    def setUp(self):
        super().setUp()
        self.need_paranoid(2)

    def start_recording(self, *arguments):
        process = self.start_program(PERFC, "profile", *arguments)
        self.wait_until_it_watches(process.pid)
        return process

    def check_table(self, process, status):
        process.wait(live_case.TIMEOUT)
        # What the command had forked may still run, and hold the pipe open.
        _, words = self.end(process)
        self.assertEqual(process.returncode, status, words)
        self.assertRegex(words, r"\d+\.\d\d%  hot.* heavy\n")
        self.assertRegex(words, r"lost: \d+ records")

    def command_of(self, process):
        self.wait_for(lambda: live_case.children_of(process.pid))
        child = live_case.children_of(process.pid)[0]
        self.wait_until_it_works(child)
        return child

    def test_ctrl_c_ends_the_command_and_gives_the_table(self):
        process = self.start_recording("--", HOT, "run", "600")
        self.command_of(process)
        os.killpg(process.pid, signal.SIGINT)
        self.check_table(process, 128 + signal.SIGINT)

    def test_sigterm_to_the_tool_alone_ends_the_command_too(self):
        process = self.start_recording("--", HOT, "run", "600")
        child = self.command_of(process)
        process.send_signal(signal.SIGTERM)
        self.check_table(process, 128 + signal.SIGTERM)
        self.assertFalse(os.path.exists(f"/proc/{child}"))

    def test_ctrl_c_is_the_commands(self):
        words = self.check_ctrl_c_is_the_commands(PERFC, "profile")
        self.assertRegex(words, r"lost: \d+ records")

    def test_what_did_not_fit_is_told(self):
        self.need_counts_of_losses()
        process = self.start_recording("-m", "1", "-F", "10000", "--json",
                                       "-o", "-", "--", HOT, "run", "600")
        child = self.command_of(process)
        process.send_signal(signal.SIGSTOP)
        self.wait_until_it_works(child)
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        process.wait(live_case.TIMEOUT)
        output, words = self.end(process)
        self.assertGreater(json.loads(output)["lost"]["records"], 0, words)

    def test_a_running_process_until_ctrl_c(self):
        target = self.start_program(HOT, "run", "600")
        process = self.start_recording("-p", str(target.pid))
        self.wait_until_it_works(target.pid)
        process.send_signal(signal.SIGINT)
        self.check_table(process, 0)
        self.assertIsNone(target.poll(), "it must go on")

    def test_a_running_process_until_its_end(self):
        target = self.start_program(HOT, "run", "2")
        process = self.start_recording("-p", str(target.pid))
        target.communicate()
        self.check_table(process, 0)

    def test_all_threads_of_a_running_process(self):
        target = self.start_program(HOT, "run", "600")
        tasks = live_case.pathlib.Path(f"/proc/{target.pid}/task")
        self.wait_for(lambda: len(list(tasks.iterdir())) == 2)
        process = self.start_recording("--json", "-o", "-", "-p",
                                       str(target.pid))
        self.wait_until_it_works(target.pid)
        process.send_signal(signal.SIGINT)
        output, words = process.communicate(timeout=live_case.TIMEOUT)
        self.assertEqual(process.returncode, 0, words)
        report = json.loads(output)
        self.check_hot(report)
        comms = {row["comm"] for row in report["functions"]
                 if row["symbol"] == "heavy"}
        self.assertEqual(comms, {"hot", "hot-thread"})

    def test_a_process_that_is_not_there(self):
        done = self.run_program(PERFC, "profile", "-p", "4194304")
        self.assertEqual(done.returncode, 1)
        self.assertIn("process 4194304: No such process", done.stderr)


class ProgressTest(LiveCase):

    def setUp(self):
        super().setUp()
        self.need_paranoid(2)

    def test_a_terminal_sees_progress_and_no_commands_of_others(self):
        master, slave = pty.openpty()
        program = self.scratch / live_case.EVIL_NAME
        shutil.copy(HOT, program)
        with subprocess.Popen([PERFC, "profile", "--", program, "run", "0.6"],
                              stdin=subprocess.DEVNULL, stderr=slave) as process:
            os.close(slave)
            words = b""
            try:
                while chunk := os.read(master, 4096):
                    words += chunk
            except OSError:  # Linux says EIO at the end of a terminal.
                pass
            os.close(master)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(words, rb"\r\d+ samples in \d+ s")
        self.assertIn(b"heavy", words)
        self.assertIn(live_case.EVIL_NAME_ESCAPED.encode(), words)
        self.assertNotIn(b"\33[31m", words)

    def test_a_file_sees_none(self):
        done = self.run_program(PERFC, "profile", "--", HOT, "run", "0.6")
        self.assertNotIn("\r", done.stderr)
        self.assertNotIn("\33", done.stderr)


class UnprivilegedProfileTest(ProfileCase):

    def test_samples_user_space_and_says_so(self):
        if live_case.paranoid() != 2:
            self.skipTest("needs perf_event_paranoid at 2")
        before, (perfc, *_, hot) = self.as_nobody(PERFC, LIBPERFC, LIBPERFC_PROFILE, HOT)
        done = self.run_program(*before, perfc, "profile", "--json", "-o", "-",
                                "--", hot, "run", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("sampling user space only", done.stderr)
        self.assertIn("perf_event_paranoid", done.stderr)
        report = json.loads(done.stdout)
        self.assertTrue(report["events"][0]["user_only"])
        self.assertEqual(report["user_samples"], report["samples"])
        self.check_hot(report)

    def test_anothers_process_is_refused_with_words(self):
        target = self.start_program("sleep", "600")
        before, (perfc, *_) = self.as_nobody(PERFC, LIBPERFC, LIBPERFC_PROFILE)
        if os.geteuid() == int(live_case.NOBODY):
            self.skipTest("needs a process of another user")
        done = self.run_program(*before, perfc, "profile", "-p", str(target.pid))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"cannot sample: .*E(ACCES|PERM)")
        self.assertNotIn("samples", done.stderr.splitlines()[-1])


if __name__ == "__main__":
    live_case.main()
