#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 1, the perf tool for what it must read.

record_live_test.py PERFC LIBPERFC LIBPERFC_PROFILE HOT
"""

import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time

import live_case
from perf_data_case import CLOCK, PerfDataCase, facts_of, summary_samples

PERFC, LIBPERFC, LIBPERFC_PROFILE, HOT = sys.argv[1:]
PerfDataCase.perfc = os.path.abspath(PERFC)


class RecordTest(PerfDataCase):

    def test_a_recording_has_the_samples_that_are_told(self):
        told = self.record(*CLOCK, "--", HOT, "run", "0.5")
        samples = self.samples()
        self.assertEqual(len(samples), summary_samples(told))
        self.assertGreater(len(samples), 100)

    def test_the_file_is_for_its_owner_alone(self):
        old = os.umask(0)
        self.addCleanup(os.umask, old)
        self.record(*CLOCK, "--", "true")
        self.assertEqual(self.mode_of(self.data), 0o600)

    def test_a_file_that_is_there_becomes_old(self):
        self.data.write_text("precious")
        self.record(*CLOCK, "--", "true")
        self.assertEqual((self.scratch / "perf.data.old").read_text(), "precious")
        self.assertGreater(len(self.records()), 0)

    def test_no_backup_replaces_a_file(self):
        self.data.write_text("worthless")
        self.record("--no-backup", *CLOCK, "--", "true")
        self.assertFalse((self.scratch / "perf.data.old").exists())
        self.assertGreater(len(self.records()), 0)

    def test_a_command_that_cannot_run_leaves_the_old_file(self):
        self.data.write_text("precious")
        done = self.tool("record", "-o", self.data, *CLOCK, "--", "/nonexistent/command",
                         status=127)
        self.assertIn("cannot run '/nonexistent/command': No such file", done.stderr)
        self.assertEqual(self.data.read_text(), "precious")
        self.assertEqual([path.name for path in self.scratch.iterdir()], ["perf.data"])

    def test_the_default_file_is_perf_data(self):
        self.tool("record", *CLOCK, "--", "true", cwd=self.scratch)
        self.assertGreater(len(self.records()), 0)
        self.tool("script", cwd=self.scratch)

    def test_a_device_is_no_file_to_be_replaced(self):
        self.record(*CLOCK, "--", "true", data="/dev/null")
        self.assertTrue(os.path.exists("/dev/null") and not os.path.isfile("/dev/null"))

    def test_quiet_says_nothing(self):
        self.assertEqual(self.record("-q", *CLOCK, "--", "true"), "")

    def test_the_exit_status_is_passed_on(self):
        self.record(*CLOCK, "--", "sh", "-c", "exit 7", status=7)
        self.assertGreater(len(self.records()), 0)

    def test_a_full_disk_ends_it(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("needs /dev/full")
        done = self.tool("record", "-o", "/dev/full", *CLOCK, "--", "sleep", "600", status=1)
        self.assertIn("ENOSPC", done.stderr)

    def test_an_empty_argument_is_refused(self):
        self.check_empty_arguments(PERFC, "record", options=("-G", "--call-graph", "-k",
                                                             "--switch-output"))

    def test_a_cpu_that_is_not_there_is_an_error(self):
        self.check_missing_cpu(PERFC, "record")

    def test_arguments_that_make_no_sense_are_refused(self):
        for words, wrong in ((("-z23",), "levels 1 to 22"),
                             (("--switch-output", "5x"), "neither a size"),
                             (("--switch-max-files", "2"), "goes with --switch-output"),
                             (("-o", "-", "--switch-output", "1M"), "stdout"),
                             (("-k", "sundial"), "is no clock"),
                             (("-p", "1", "-t", "1"), "-p PID, or -t TID")):
            command = [] if "-p" in words else ["--", "true"]
            done = self.tool("record", *words, *command, status=2)
            self.assertIn(wrong, done.stderr)

    def test_help_says_what_a_recording_gives_away(self):
        text = " ".join(self.tool("record", "--help").stdout.split())
        for word in ("stacks", "command line", "addresses", "facts about the machine",
                     "convert --strip"):
            self.assertIn(word, text)


class SideBandTest(PerfDataCase):

    def types(self, *arguments):
        self.record(*arguments, *CLOCK, "--", HOT, "run", "0.1")
        return {record["type"] for record in self.records()}

    def test_tasks_and_mappings_are_there(self):
        self.assertLessEqual({"COMM", "MMAP2", "FORK", "EXIT", "SAMPLE"}, self.types())

    def test_mappings_have_build_ids(self):
        self.record(*CLOCK, "--", HOT, "run", "0.1")
        maps = [record for record in self.records()
                if record["type"] == "MMAP2" and record["filename"] == os.path.realpath(HOT)]
        self.assertTrue(maps)
        self.assertTrue(all("build_id" in record for record in maps), maps)

    def test_or_device_and_inode(self):
        self.record("--no-buildid-mmap", *CLOCK, "--", HOT, "run", "0.1")
        maps = [record for record in self.records()
                if record["type"] == "MMAP2" and record["filename"] == os.path.realpath(HOT)]
        self.assertEqual({int(record["ino"]) for record in maps}, {os.stat(HOT).st_ino})

    def test_switches(self):
        self.assertIn("SWITCH", self.types("--switch-events"))

    def test_namespaces(self):
        self.assertIn("NAMESPACES", self.types("--namespaces"))

    def test_cgroups(self):
        self.record("--all-cgroups", *CLOCK, "--", HOT, "run", "0.1")
        self.assertTrue(all("cgroup" in sample for sample in self.samples()))

    def test_data(self):
        self.record("-d", *CLOCK, "--", HOT, "run", "0.1")
        samples = self.samples()
        self.assertTrue(samples)
        self.assertTrue(all("addr" in sample and "data_src" in sample for sample in samples))

    def test_weight_and_physical_addresses(self):
        self.record("-W", "--phys-data", *CLOCK, "--", HOT, "run", "0.1")
        for sample in self.samples():
            self.assertTrue("weight" in sample or "weight_var1_dw" in sample)
            self.assertIn("phys_addr", sample)

    def test_the_clock(self):
        self.record("-k", "monotonic", *CLOCK, "--", HOT, "run", "0.1")
        now = time.clock_gettime(time.CLOCK_MONOTONIC)
        for sample in self.samples():
            self.assertLess(abs(int(sample["time"]) / 1e9 - now), 3600)

    def test_call_chains(self):
        self.record("-g", *CLOCK, "--", HOT, "run", "0.1")
        self.assertTrue(any(len(sample["callchain"]) > 3 for sample in self.samples()))

    def test_stacks_and_registers(self):
        self.record("--call-graph", "dwarf,4096", *CLOCK, "--", HOT, "run", "0.1")
        stacks = [sample for sample in self.samples() if sample.get("stack")]
        self.assertTrue(stacks)
        self.assertEqual({len(sample["stack"]) for sample in stacks}, {2 * 4096})


class TargetTest(PerfDataCase):

    def tids(self):
        return {sample["tid"] for sample in self.samples()}

    def start_recording(self, *arguments):
        process = self.start_program(PERFC, "record", "-o", self.data, *arguments)
        self.wait_until_it_watches(process.pid)
        return process

    def finish(self, process, number, status):
        process.send_signal(number)
        process.wait(live_case.TIMEOUT)
        # What the command had forked may still run, and hold the pipe open.
        _, words = self.end(process)
        self.assertEqual(process.returncode, status, words)
        self.assertEqual(len(self.samples()), summary_samples(words))

    def test_a_running_process_until_ctrl_c_or_sigterm(self):
        target = self.start_program(HOT, "run", "600")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start_recording(*CLOCK, "-p", str(target.pid))
            self.wait_until_it_works(target.pid)
            self.finish(process, number, 0)
            self.assertIsNone(target.poll(), "it must go on")
            self.assertLessEqual({target.pid}, self.tids())
            self.assertEqual(len({sample["pid"] for sample in self.samples()}), 1)

    def test_what_runs_already_is_known(self):
        target = self.start_program(HOT, "run", "600")
        self.wait_until_it_works(target.pid)
        process = self.start_recording(*CLOCK, "-p", str(target.pid))
        self.wait_until_it_works(target.pid)
        self.finish(process, signal.SIGINT, 0)
        lines = self.script("-F", "comm,dso")
        self.assertTrue(any("hot" in line and os.path.realpath(HOT) in line for line in lines))

    def test_a_running_process_until_its_end(self):
        target = self.start_program(HOT, "run", "2")
        process = self.start_recording(*CLOCK, "-p", str(target.pid))
        target.communicate()
        process.communicate(timeout=live_case.TIMEOUT)
        self.assertEqual(process.returncode, 0)
        self.assertGreater(len(self.samples()), 100)

    def test_names_that_come_while_the_state_is_read_are_known(self):
        for _ in range(5):
            target = self.start_program(HOT, "run", "600")
            process = self.start_recording(*CLOCK, "-p", str(target.pid))
            self.wait_until_it_works(target.pid)
            self.finish(process, signal.SIGINT, 0)
            self.assertLessEqual({line.strip() for line in self.script("-F", "comm")},
                                 {"hot", "hot-thread", "hot-child"})
            self.end(target)

    def test_a_thread_alone(self):
        target = self.start_program(HOT, "run", "600")
        process = self.start_recording(*CLOCK, "-t", str(target.pid))
        self.wait_until_it_works(target.pid)
        self.finish(process, signal.SIGINT, 0)
        self.assertEqual(self.tids(), {target.pid})

    def test_a_thread_until_its_end(self):
        target = self.start_program("sh", "-c", "while :; do :; done")
        process = self.start_recording(*CLOCK, "-t", str(target.pid))
        self.wait_until_it_works(target.pid)
        target.kill()
        target.communicate()
        process.communicate(timeout=live_case.TIMEOUT)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.tids(), {target.pid})

    def test_a_process_or_thread_that_is_not_there(self):
        for option, words in (("-p", "process 4194304: No such process"),
                              ("-t", "thread 4194304: No such thread")):
            done = self.tool("record", "-o", self.data, option, "4194304", status=1)
            self.assertIn(words, done.stderr)
            self.assertFalse(self.data.exists())

    def test_all_cpus(self):
        self.need_paranoid(0)
        self.record("-a", *CLOCK, "--", HOT, "run", "0.3")
        comms = {line.split()[0] for line in self.script("-F", "comm")}
        self.assertIn("hot", comms)
        samples = self.samples()
        self.assertTrue(all("cpu" in sample for sample in samples))
        # What slept all the time is known too.
        self.assertIn(1, {record["pid"] for record in self.records()
                          if record["type"] == "COMM"})

    def test_a_cpu(self):
        self.need_paranoid(0)
        self.record("-C", "0", *CLOCK, "--", HOT, "run", "0.3")
        self.assertEqual({sample["cpu"] for sample in self.samples()}, {0})

    def test_a_cgroup(self):
        self.need_paranoid(0)
        self.record("-G", "/", *CLOCK, "--", HOT, "run", "0.3")
        self.assertIn("hot", {line.split()[0] for line in self.script("-F", "comm")})

    def test_a_fallback_on_request(self):
        words = self.record("--fallback", "-v", "-e", "cycles", "--", HOT, "run", "0.2")
        self.assertTrue(self.samples())
        if "cpu-clock instead" in words:
            self.assertEqual({line.split()[0] for line in self.script("-F", "event")},
                             {"cpu-clock:"})

    def test_ctrl_c_is_the_commands(self):
        words = self.check_ctrl_c_is_the_commands(PERFC, "record", "-o", self.data, *CLOCK)
        self.assertEqual(len(self.samples()), summary_samples(words))

    def test_sigterm_to_the_tool_ends_the_command_too(self):
        process = self.start_recording(*CLOCK, "--", HOT, "run", "600")
        self.command_of(process)
        self.finish(process, signal.SIGTERM, 128 + signal.SIGTERM)

    def test_kill_leaves_what_was_written(self):
        process = self.start_recording(*CLOCK, "-m", "1", "--", HOT, "run", "600")
        self.command_of(process)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(live_case.TIMEOUT)
        self.assertGreater(len(self.samples()), 10)
        if shutil.which("perf"):
            self.assertGreater(len(self.perf_script("-F", "tid,time,ip")), 10)

    def test_lost_records_are_told(self):
        self.need_counts_of_losses()
        process = self.start_recording("-m", "1", "-e", "cpu-clock", "-F", "10000", "--", HOT,
                                       "run", "600")
        child = self.command_of(process)
        process.send_signal(signal.SIGSTOP)
        self.wait_until_it_works(child)
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        process.wait(live_case.TIMEOUT)
        _, words = self.end(process)
        self.assertRegex(words, r"perfc: [\d,]+ records found no room; try a larger -m")

    def test_samples_and_losses_are_all_that_happened(self):
        self.need_counts_of_losses()
        self.need_tracefs()
        words = self.record("-m", "1", "-c", "1", "-e", "syscalls:sys_enter_write", "--",
                            *live_case.WRITES)
        lost = int(re.search(r"([\d,]+) records found no room", words)[1].replace(",", ""))
        live_case.check_all_writes(self, len(self.samples()), lost)

    def test_a_user_without_privileges(self):
        if live_case.paranoid() != 2:
            self.skipTest("needs perf_event_paranoid at 2")
        before, (perfc, _, _, hot) = self.as_nobody(PERFC, LIBPERFC, LIBPERFC_PROFILE, HOT)
        self.scratch.chmod(0o777)
        done = self.run_program(*before, perfc, "record", "-o", self.data, "--", hot, "run", "0.5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("sampling user space only", done.stderr)
        self.assertTrue(self.samples())


class PipeTest(PerfDataCase):

    def test_a_pipe_has_the_recording_and_stderr_the_commands_output(self):
        done = subprocess.run([PERFC, "record", "-o", "-", *CLOCK, "--", "sh", "-c",
                               f"echo words; exec {HOT} run 0.3"], check=True,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=live_case.TIMEOUT)
        self.assertIn(b"words\n", done.stderr)
        self.data.write_bytes(done.stdout)
        samples = summary_samples(done.stderr.decode())
        self.assertEqual(len(self.samples()), samples)
        self.need_perf()
        self.assertEqual(len(self.perf_script("-F", "tid,time,ip")), samples)

    def test_perf_reads_it_from_a_pipe(self):
        self.need_perf()
        for reader in (f"perf script -i - -F tid,time,ip", f"{PERFC} script -i - -F tid,time,ip"):
            done = self.run_program("bash", "-o", "pipefail", "-c",
                                    f"{PERFC} record -o - -e cpu-clock -- {HOT} run 0.3 | {reader}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(done.stdout.splitlines()), summary_samples(done.stderr))

    def test_a_recording_is_not_for_a_terminal(self):
        done = self.run_program("script", "-qec", f"{PERFC} record -o - -- true", "/dev/null")
        if done.returncode == 127:
            self.skipTest("needs script(1)")
        self.assertIn("isn't for a terminal", done.stdout)


class RotationTest(PerfDataCase):

    def files(self):
        return sorted(path.name for path in self.scratch.iterdir())

    def test_files_of_a_size(self):
        words = self.record("--switch-output", "64K", "-e", "cpu-clock", "-F", "10000", "--",
                            HOT, "run", "2")
        names = self.files()
        self.assertGreater(len(names), 1)
        self.assertEqual(names[0], "perf.data.00001")
        samples = [len(self.samples(data=self.scratch / name)) for name in names]
        self.assertEqual(sum(samples), summary_samples(words))
        for name in names:
            self.assertEqual(self.mode_of(self.scratch / name), 0o600)
            comms = {line.split()[0] for line in self.script("-F", "comm", data=self.scratch / name)}
            self.assertLessEqual(comms, {"hot", "hot-thread", "hot-child"})

    def test_files_of_a_time_and_only_the_last_ones(self):
        self.record("--switch-output", "1s", "--switch-max-files", "2", *CLOCK, "--",
                    HOT, "run", "3.5")
        names = self.files()
        self.assertEqual(len(names), 2)
        self.assertNotIn("perf.data.00001", names)

    def test_a_file_that_is_there_is_kept(self):
        precious = self.scratch / "perf.data.00001"
        precious.write_text("precious")
        self.record("--switch-output", "1M", *CLOCK, "--", "true", status=1)
        self.assertEqual(precious.read_text(), "precious")

    def test_perf_reads_each(self):
        self.need_perf()
        self.record("--switch-output", "64K", "-e", "cpu-clock", "-F", "10000", "--",
                    HOT, "run", "1.5")
        for name in self.files():
            self.assertTrue(self.perf_script("-F", "tid,time,ip", data=self.scratch / name))


class PerfReadsTest(PerfDataCase):
    """What `perf record` would have told, perf reads in our files."""

    def setUp(self):
        super().setUp()
        self.need_perf()

    def check(self, *arguments, event="cpu-clock"):
        words = self.record(*arguments)
        self.assertEqual(len(self.perf_script("-F", "tid,time,event", "-G")),
                         summary_samples(words))
        self.assertIn(event, self.perf("report", "--stdio"))
        self.perf_dump()

    def test_a_plain_recording(self):
        self.check(*CLOCK, "--", HOT, "run", "0.3")
        report = self.perf("report", "--stdio", "--sort", "comm,dso,sym")
        self.assertRegex(report, r"hot +hot +\[\.\] heavy")

    def test_chains(self):
        self.check("-g", *CLOCK, "--", HOT, "run", "0.3")

    def test_stacks(self):
        self.check("--call-graph", "dwarf", "-e", "cpu-clock", "-F", "200", "--", HOT, "run", "0.2")

    def test_several_events(self):
        self.check("-e", "cpu-clock,page-faults", "--", HOT, "touch", "200", event="page-faults")

    def test_a_group(self):
        words = self.record("-e", "{cpu-clock,page-faults}:S", "--", HOT, "run", "0.2")
        clocks = [line for line in self.perf_script("-F", "event") if "cpu-clock" in line]
        self.assertEqual(len(clocks), summary_samples(words))

    def test_all_cpus(self):
        self.need_paranoid(0)
        self.check("-a", *CLOCK, "--", HOT, "run", "0.2")

    def test_switches_namespaces_cgroups(self):
        self.check("--switch-events", "--namespaces", "--all-cgroups", *CLOCK, "--", HOT, "run",
                   "0.2")
        shown = "\n".join(self.perf_script("--show-switch-events", "--show-namespace-events"))
        self.assertIn("PERF_RECORD_SWITCH", shown)
        self.assertIn("PERF_RECORD_NAMESPACES", shown)

    def test_zstd(self):
        self.need_zstd()
        for level in ("-z", "-z9", "--compression-level=3"):
            self.record(level, *CLOCK, "--", HOT, "run", "0.3")
            samples = len(self.samples())
            self.assertGreater(samples, 100)
            self.assertEqual(len(self.perf_script("-F", "tid,time,ip")), samples)

    def test_a_tracepoint(self):
        self.need_tracefs()
        self.record("-e", "sched:sched_process_exec", "--", "sh", "-c", "ls >/dev/null; true")
        perfs = self.perf_script("-F", "event,trace")
        self.assertTrue(any("sched:sched_process_exec: filename=" in line for line in perfs))
        ours = self.script("-F", "event,trace")
        self.assertEqual(len(ours), len(perfs))
        self.assertIn("sched:sched_process_exec: filename=", ours[0])

    def test_the_header(self):
        self.record(*CLOCK, "--", HOT, "run", "0.3")
        facts = facts_of(self.perf("report", "--header-only").splitlines())
        self.assertEqual(facts["hostname"], platform.node())
        self.assertEqual(facts["os release"], os.uname().release)
        self.assertEqual(facts["arch"], platform.machine())
        self.assertEqual(facts["nrcpus online"], str(os.cpu_count()))
        self.assertIn(f"record -o {self.data} -e cpu-clock -F 2000 -- {HOT} run 0.3",
                      facts["cmdline"])
        self.assertRegex(facts["event"], r"^name = cpu-clock, ")
        self.assertIn("software = 1", facts["pmu mappings"])

    def test_the_header_tells_groups(self):
        self.record("-e", "{cpu-clock,page-faults}:S", "--", HOT, "run", "0.3")
        header = self.perf("report", "--header-only")
        self.assertIn("group: {cpu-clock,page-faults}", header)

    def test_the_events_have_the_users_names(self):
        self.record("-e", "software/config=0,name=watch/", "--", HOT, "run", "0.2")
        self.assertIn("watch:", self.perf_script("-F", "event")[0])

    def test_the_build_ids(self):
        self.record(*CLOCK, "--", HOT, "run", "0.3")
        listed = self.perf("buildid-list")
        self.assertIn(os.path.realpath(HOT), listed)
        wanted = self.run_program("readelf", "-n", HOT).stdout
        wanted = re.search(r"Build ID: ([0-9a-f]+)", wanted)
        if wanted:
            self.assertRegex(listed, rf"{wanted[1]} \S*{re.escape(os.path.basename(HOT))}")
        if live_case.privileged():
            self.assertIn("[kernel.kallsyms]", listed)


if __name__ == "__main__":
    live_case.main()
