#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 1, the perf tool.

script_test.py PERFC LIBPERFC LIBPERFC_PROFILE HOT
"""

import collections
import os
import re
import shutil
import sys

import live_case
from perf_data_case import CLOCK, PerfDataCase, facts_of

PERFC, _, _, HOT = sys.argv[1:]
PerfDataCase.perfc = os.path.abspath(PERFC)

FIELDS = "comm,pid,tid,time,event,period,ip"
SHOW = ["--show-task-events", "--show-mmap-events", "--show-switch-events",
        "--show-namespace-events", "--show-cgroup-events", "--show-lost-events",
        "--show-bpf-events", "--show-text-poke-events"]


class ScriptCase(PerfDataCase):

    def perf_record(self, *arguments):
        """A file of perf's."""
        self.need_perf()
        done = self.run_program("perf", "record", "-q", "-o", self.data, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check_same(self, *arguments):
        """perf and the tool print the same lines."""
        perfs = self.perf_script(*arguments)
        self.assertGreater(len(perfs), 10)
        # Not the lists: to tell how they differ takes minutes if they do everywhere.
        ours = self.script(*arguments)
        for theirs, mine in zip(perfs, ours):
            self.assertEqual(theirs, mine)
        self.assertEqual(len(perfs), len(ours))


class TextTest(ScriptCase):

    def test_the_lines_are_perfs(self):
        self.perf_record(*CLOCK, "--", HOT, "run", "0.3")
        for fields in (FIELDS, "comm", "pid", "tid", "tid,time", "time,ip", "event", "period,event",
                       "comm,tid,ip"):
            self.check_same("-F", fields)
        self.check_same("-F", FIELDS, "--ns")

    def test_of_our_recordings_too(self):
        self.need_perf()
        self.record(*CLOCK, "--", HOT, "spawn", "100")
        self.check_same("-F", FIELDS)

    def test_of_all_cpus(self):
        self.need_paranoid(0)
        self.perf_record("-a", *CLOCK, "--", HOT, "run", "0.3")
        self.check_same("-F", FIELDS + ",cpu")

    def test_of_several_events(self):
        self.perf_record("-e", "cpu-clock,page-faults:u", "--", HOT, "touch", "300")
        self.check_same("-F", FIELDS)

    def test_of_a_fixed_period(self):
        self.perf_record("-e", "cpu-clock", "-c", "1000000", "--", HOT, "run", "0.3")
        self.check_same("-F", FIELDS)

    def test_of_call_chains(self):
        self.perf_record("-g", *CLOCK, "--", HOT, "run", "0.3")
        self.check_same("-F", FIELDS)

    def test_of_addresses(self):
        self.perf_record("-d", "-e", "page-faults", "-c", "1", "--", HOT, "touch", "100")
        self.check_same("-F", "tid,time,addr,ip")

    def test_of_registers_and_page_sizes(self):
        self.perf_record("--user-regs=ip,sp,r15", "--intr-regs=ip,bx", "--code-page-size", *CLOCK,
                         "--", HOT, "run", "0.3")
        self.check_same("-F", "tid,time,ip,iregs,uregs,code_page_size")

    def test_of_modes_and_cgroups(self):
        self.need_paranoid(0)
        self.perf_record("-a", "--all-cgroups", *CLOCK, "--", HOT, "run", "0.3")
        self.check_same("-F", "comm,tid,misc,time")
        # perf 6.1 doesn't print cgroups: their names are those of its own records.
        names = {line.split()[-1] for line in self.script("-F", "tid,cgroup")
                 if line.strip()}
        self.assertTrue(names)
        for name in names:
            self.assertTrue(name.startswith("/"), name)

    def test_of_zstd_and_pipes(self):
        self.need_perf()
        self.need_zstd()
        self.perf_record("-z", *CLOCK, "--", HOT, "run", "0.3")
        self.check_same("-F", FIELDS)
        done = self.run_program("sh", "-c", f"perf record -q -o - -e cpu-clock -- {HOT} run 0.3 "
                                            f">{self.data}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_same("-F", FIELDS)

    def test_the_default_fields_are_perfs_but_for_symbols(self):
        self.perf_record(*CLOCK, "--", HOT, "run", "0.3")
        perfs = self.perf_script()
        ours = self.script()
        self.assertEqual(len(perfs), len(ours))
        for theirs, mine in zip(perfs, ours):
            head = re.match(r".* +[0-9a-f]+ ", theirs)[0].rstrip()
            self.assertRegex(mine, "^" + re.escape(head).replace(r"\ ", " +").replace(
                " + +", " +") + r".* \[unknown\] \(.*\)$")
            if HOT.rpartition("/")[2] in theirs and "heavy" in theirs:
                self.assertIn(f"({os.path.realpath(HOT)})", mine)

    def test_side_band_records(self):
        self.need_paranoid(0)
        self.perf_record("-a", "--switch-events", "--namespaces", *CLOCK, "--", HOT, "run", "0.2")
        shown = [[line for line in lines if "PERF_RECORD_" in line or line.startswith("\t\t")]
                 for lines in (self.perf_script("-F", FIELDS, *SHOW),
                               self.script("-F", FIELDS, *SHOW))]
        for kind in ("COMM", "FORK", "EXIT", "MMAP2", "SWITCH_CPU_WIDE", "NAMESPACES"):
            self.assertIn(f"PERF_RECORD_{kind}", "\n".join(shown[0]))
        self.assertEqual(*shown)

    def test_a_tracepoint_has_its_fields(self):
        self.need_tracefs()
        self.perf_record("-e", "sched:sched_process_exec", "--", "sh", "-c", "ls >/dev/null; true")
        lines = self.script()
        self.assertEqual(len(lines), len(self.perf_script()))
        self.assertRegex(lines[-1], r"ls +\d+ \[\d+\] +\d+\.\d+: sched:sched_process_exec: "
                                    r"filename=\S+ pid=\d+ old_pid=\d+")

    def test_names_of_any_bytes_are_escaped(self):
        program = self.scratch / live_case.EVIL_NAME
        shutil.copy(HOT, program)
        self.record(*CLOCK, "--", program, "run", "0.3")
        text = "\n".join(self.script(*SHOW))
        self.assertIn(live_case.EVIL_NAME_ESCAPED, text)
        self.assertNotIn("\33", text)
        for record in self.script("--json"):
            self.assertTrue(record.isascii() and record.isprintable())

    def test_fields_that_are_added_and_removed(self):
        self.record(*CLOCK, "--", HOT, "run", "0.2")
        self.assertEqual(self.script("-F", "-sym,-dso,-period"),
                         self.script("-F", "comm,tid,time,event,ip"))
        self.assertRegex(self.script("-F", "+dsoff")[-1], r"\(\S+\+0x[0-9a-f]+\)$")

    def test_fields_that_are_not_there(self):
        self.record(*CLOCK, "--", HOT, "run", "0.1")
        done = self.tool("script", "-i", self.data, "-F", "tid,cpu", status=1)
        self.assertIn("have no 'cpu'", done.stderr)
        done = self.tool("script", "-i", self.data, "-F", "tid,colour", status=2)
        self.assertIn("'colour' is no field", done.stderr)

    def test_the_text_may_go_to_a_file(self):
        self.record(*CLOCK, "--", HOT, "run", "0.1")
        text = self.scratch / "text"
        self.tool("script", "-i", self.data, "-o", text)
        self.assertEqual(text.read_text().splitlines(), self.script())
        if os.path.exists("/dev/full"):
            done = self.tool("script", "-i", self.data, "-o", "/dev/full", status=1)
            self.assertIn("No space left", done.stderr)

    def test_a_reader_that_has_enough_is_no_error(self):
        self.record(*CLOCK, "--", HOT, "run", "0.5")
        done = self.run_program("sh", "-c", f"{PERFC} script -i {self.data} --json | head -n 1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class ChosenTest(ScriptCase):

    def setUp(self):
        super().setUp()
        self.record("-e", "cpu-clock,page-faults:u", "-F", "2000", "--", HOT, "run", "0.4")
        self.all = self.samples()

    def check(self, wanted, *arguments):
        """Exactly these samples are chosen, and --not the others by convert."""
        chosen = self.samples(*arguments)
        self.assertEqual([sample["from"]["position"] for sample in chosen],
                         [sample["from"]["position"] for sample in self.all if wanted(sample)])
        self.assertTrue(0 < len(chosen) < len(self.all))

    def test_times(self):
        times = sorted(int(sample["time"]) for sample in self.all)
        first, last = times[len(times) // 4], times[len(times) // 2]

        def seconds(ns):
            return f"{ns // 10 ** 9}.{ns % 10 ** 9:09}"
        self.check(lambda sample: first <= int(sample["time"]) < last,
                   "--time", f"{seconds(first)},{seconds(last)}")
        self.check(lambda sample: int(sample["time"]) < last, "--time", f",{seconds(last)}")
        self.check(lambda sample: first <= int(sample["time"]), "--time", f"{seconds(first)},")

    def test_threads_and_processes(self):
        tid = self.all[-1]["tid"]
        pid = next(sample["pid"] for sample in reversed(self.all)
                   if sample["pid"] != self.all[0]["pid"])
        self.check(lambda sample: sample["tid"] == tid, "--tid", str(tid))
        self.check(lambda sample: sample["pid"] == pid, "--pid", str(pid))
        self.check(lambda sample: sample["pid"] == pid, "--pid", f"1,{pid}-{pid}")

    def test_cpus(self):
        self.need_paranoid(0)
        if os.cpu_count() < 2:
            self.skipTest("needs two CPUs")
        self.record("-a", *CLOCK, "--", HOT, "run", "0.4")
        self.all = self.samples()
        self.check(lambda sample: sample["cpu"] == 1, "-C", "1")

    def test_events(self):
        self.check(lambda sample: sample["attr"] == 1, "-e", "page-faults:u")
        self.check(lambda sample: sample["attr"] == 1, "-e", "page-faults")
        done = self.tool("script", "-i", self.data, "-e", "cycles:k", status=1)
        self.assertIn("it has: cpu-clock, page-faults:u", done.stderr)
        done = self.run_program("sh", "-c", f"{PERFC} script -i - -e cpu-clock <{self.data}")
        self.assertEqual(done.returncode, 1)
        self.assertIn("-e needs a file", done.stderr)

    def test_arguments_that_make_no_sense_are_refused(self):
        for words in (("--time", "5"), ("--time", "x,y"), ("--time", "6,5"), ("--pid", "1,"),
                      ("--tid", "a"), ("-C", "3-1")):
            done = self.tool("script", "-i", self.data, *words, status=1)
            self.assertIn(f"{words[0]} {words[1]}: this is no ", done.stderr)


class JsonTest(ScriptCase):

    def test_every_record_is_a_line_with_its_place(self):
        self.record("-g", *CLOCK, "--", HOT, "run", "0.2")
        records = self.records()
        self.assertFalse([record for record in records if "error" in record])
        kinds = collections.Counter(record["type"] for record in records)
        self.assertLessEqual({"SAMPLE", "MMAP2", "COMM", "FORK", "EXIT", "HEADER_FEATURE"},
                             kinds.keys())
        sequence = [int(record["from"]["sequence"]) for record in records]
        self.assertEqual(sequence, list(range(len(records))))
        times = [int(record["from"]["time"]) for record in records]
        self.assertEqual(times, sorted(times))
        size = self.data.stat().st_size
        self.assertTrue(all(int(sample["from"]["position"]) < size
                            for sample in records if sample["type"] == "SAMPLE"))

    def test_numbers_of_64_bits_are_strings(self):
        self.record(*CLOCK, "--", HOT, "run", "0.2")
        sample = self.samples()[0]
        for name, kind in (("ip", str), ("time", str), ("period", str), ("pid", int), ("tid", int),
                           ("misc", int), ("attr", int)):
            self.assertIsInstance(sample[name], kind)
        self.assertEqual(self.script("-F", "time,ip", "--ns")[0].split(),
                         [f"{int(sample['time']) // 10 ** 9}.{int(sample['time']) % 10 ** 9:09}:",
                          f"{int(sample['ip']):x}"])

    def test_the_samples_of_perf_stat(self):
        self.need_perf()
        done = self.run_program("perf", "stat", "record", "-o", self.data, "-e", "task-clock", "--",
                                "true")
        self.assertEqual(done.returncode, 0, done.stderr)
        kinds = {record["type"]: record for record in self.records()}
        self.assertLessEqual({"STAT_CONFIG", "THREAD_MAP", "CPU_MAP", "STAT", "STAT_ROUND",
                              "EVENT_UPDATE"} - {"EVENT_UPDATE"}, kinds.keys())
        self.assertGreater(int(kinds["STAT"]["val"]), 0)
        self.assertTrue(kinds["THREAD_MAP"]["threads"])

    def test_id_index(self):
        self.need_paranoid(0)
        self.perf_record("-e", "cpu-clock,page-faults", "-a", "--", "true")
        entries = next(record for record in self.records()
                       if record["type"] == "ID_INDEX")["entries"]
        self.assertEqual({int(entry["cpu"]) for entry in entries}, set(range(os.cpu_count())))


class HeaderTest(ScriptCase):

    def test_the_facts_are_perfs(self):
        self.perf_record(*CLOCK, "--", HOT, "run", "0.2")
        perfs = facts_of(self.perf_script("--header-only"))
        ours = facts_of(self.script("--header-only"))
        for name in ("hostname", "os release", "perf version", "arch", "nrcpus online",
                     "nrcpus avail", "cpudesc", "cpuid", "total memory", "cmdline", "pmu mappings",
                     "time of first sample", "time of last sample"):
            self.assertEqual(ours.get(name, "").split(), perfs.get(name, "").split(), name)
        missing = "missing features"  # perf 6.1 doesn't know them all
        self.assertLessEqual(set(perfs[missing].split()), set(ours[missing].split()))

    def test_it_comes_first(self):
        self.record(*CLOCK, "--", HOT, "run", "0.2")
        only = self.script("--header-only")
        self.assertEqual(self.script("--header"), only + self.script())
        self.assertTrue(all(line.startswith("#") for line in only))
        self.assertIn("hostname", facts_of(only))


class DamagedTest(ScriptCase):

    def test_what_is_no_file_of_perfs(self):
        self.data.write_text("# a shell script\n" * 100)
        done = self.tool("script", "-i", self.data, status=1)
        self.assertIn(str(self.data), done.stderr)
        self.assertEqual(done.stdout, "")
        done = self.tool("script", "-i", self.scratch / "none", status=1)
        self.assertIn("ENOENT", done.stderr)

    def test_a_file_that_is_cut_off_is_read_to_its_last_record(self):
        self.record(*CLOCK, "--", HOT, "run", "0.3")
        whole = self.script("-F", FIELDS)
        self.cut_in_the_middle()
        done = self.run_program(PERFC, "script", "-i", self.data, "-F", FIELDS)
        self.assertIn("cut off", done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines, whole[:len(lines)])
        self.assertGreater(len(lines), len(whole) / 3)


if __name__ == "__main__":
    live_case.main()
