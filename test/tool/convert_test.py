#!/usr/bin/env python3
"""Needs: perf_event_paranoid at most 1, the perf tool.

convert_test.py PERFC LIBPERFC LIBPERFC_PROFILE HOT
"""

import os
import platform
import sys

import live_case
from perf_data_case import CLOCK, PerfDataCase, facts_of

PERFC, _, _, HOT = sys.argv[1:]
PerfDataCase.perfc = os.path.abspath(PERFC)

MARKER = "marker-that-lies-on-the-stack"  # where the program puts $SECRET


class ConvertCase(PerfDataCase):

    def setUp(self):
        super().setUp()
        self.copy = self.scratch / "copy.data"

    def convert(self, *arguments, inputs=None, status=0):
        return self.tool("convert", *arguments, *(inputs or [self.data]), "-o", self.copy,
                         status=status)

    @staticmethod
    def essence(samples):
        """Samples without the place where they stand."""
        return [{key: value for key, value in sample.items() if key != "from"}
                for sample in samples]

    def check_copy(self):
        self.assertEqual(self.essence(self.samples(data=self.copy)), self.essence(self.samples()))


class CopyTest(ConvertCase):

    def test_a_copy_of_ours_says_the_same_to_perf(self):
        self.need_perf()
        for arguments in (CLOCK, ("-g", *CLOCK), ("-e", "cpu-clock,page-faults"),
                          ("--call-graph", "dwarf,1024", *CLOCK), ("--namespaces", *CLOCK)):
            self.record(*arguments, "--", HOT, "run", "0.2")
            self.convert("--overwrite")
            self.check_same_dump()

    def test_a_copy_of_perfs_says_the_same_to_perf(self):
        self.need_perf()
        for arguments in (CLOCK, ("-g", *CLOCK), ("-e", "cpu-clock,page-faults")):
            done = self.run_program("perf", "record", "-q", "-o", self.data, *arguments, "--", HOT,
                                    "run", "0.2")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.convert("--overwrite")
            self.check_same_dump()
            self.check_same_header()

    def check_same_dump(self):
        """But for the rounds, which end elsewhere, the index of ids, and the order of records
        without a time."""
        dumps = []
        for data in (self.data, self.copy):
            dumps.append([line for line in self.perf_dump(data)
                          if line and "FINISHED_" not in line and "ID_INDEX" not in line and
                          "idx:" not in line and "nr:" not in line and ": event: " not in line])
        self.assertGreater(len(dumps[0]), 100)
        self.assertEqual(*dumps)

    def check_same_header(self):
        facts = [facts_of(self.perf("report", "--header-only", data=data).splitlines())
                 for data in (self.data, self.copy)]
        for name in ("hostname", "os release", "perf version", "arch", "cpudesc", "cmdline",
                     "pmu mappings", "total memory", "event"):
            self.assertEqual(facts[0].get(name), facts[1].get(name), name)
        ids = [self.perf("buildid-list", data=data) for data in (self.data, self.copy)]
        self.assertLessEqual(set(ids[0].splitlines()), set(ids[1].splitlines()))

    def test_the_order_of_the_file(self):
        self.record(*CLOCK, "--", HOT, "run", "0.3")
        self.convert("--order", "file")
        self.check_copy()
        done = self.convert("--order", "file", inputs=[self.data, self.data], status=2)
        self.assertIn("a single FILE", done.stderr)

    def test_the_copy_is_for_its_owner_alone(self):
        self.record(*CLOCK, "--", "true")
        self.data.chmod(0o644)
        self.convert()
        self.assertEqual(self.mode_of(self.copy), 0o600)

    def test_a_file_that_is_there_is_kept(self):
        self.record(*CLOCK, "--", HOT, "run", "0.1")
        self.copy.write_text("precious")
        done = self.convert(status=1)
        self.assertIn("EEXIST", done.stderr)
        self.assertEqual(self.copy.read_text(), "precious")
        self.convert("--overwrite")
        self.check_copy()

    def test_a_file_is_not_converted_into_itself(self):
        self.record(*CLOCK, "--", HOT, "run", "0.1")
        before = self.data.read_bytes()
        other = self.scratch / "link"
        other.hardlink_to(self.data)
        for output in (self.data, other):
            done = self.tool("convert", "--overwrite", self.data, "-o", output, status=1)
            self.assertIn("is the output too", done.stderr)
        self.assertEqual(self.data.read_bytes(), before)

    def test_zstd(self):
        self.need_zstd()
        self.record("--call-graph", "dwarf,4096", *CLOCK, "--", HOT, "run", "0.2")
        self.convert("-z5")
        self.assertLess(self.copy.stat().st_size, self.data.stat().st_size / 2)
        self.check_copy()
        self.data, self.copy = self.copy, self.scratch / "plain.data"
        self.convert()
        self.check_copy()
        self.need_perf()
        self.assertEqual(self.perf_script("-F", "tid,time,ip"),
                         self.perf_script("-F", "tid,time,ip", data=self.copy))

    def test_pipes(self):
        self.record(*CLOCK, "--", HOT, "run", "0.2")
        done = self.run_program("bash", "-o", "pipefail", "-c",
                                f"{PERFC} convert - -o - <{self.data} | {PERFC} convert - -o - | "
                                f"{PERFC} convert - -o {self.copy}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_copy()

    def test_a_damaged_file_is_copied_as_far_as_it_can_be_read(self):
        self.record(*CLOCK, "--", HOT, "run", "0.3")
        whole = self.essence(self.samples())
        self.cut_in_the_middle()
        done = self.run_program(PERFC, "convert", self.data, "-o", self.copy)
        self.assertIn("cut off", done.stderr)
        part = self.essence(self.samples(data=self.copy))
        self.assertEqual(part, whole[:len(part)])
        self.assertGreater(len(part), len(whole) / 3)


class FilterTest(ConvertCase):

    def setUp(self):
        super().setUp()
        self.record("-e", "cpu-clock,page-faults:u", "-F", "2000", "--", HOT, "run", "0.4")

    def check(self, *arguments):
        """The copy has the samples that script chooses, and --not the others."""
        chosen = self.essence(self.samples(*arguments))
        everything = self.essence(self.samples())
        self.assertTrue(0 < len(chosen) < len(everything))
        self.convert("--overwrite", *arguments)
        self.assertEqual(self.essence(self.samples(data=self.copy)), chosen)
        self.convert("--overwrite", "--not", *arguments)
        others = self.essence(self.samples(data=self.copy))
        self.assertEqual(len(others) + len(chosen), len(everything))
        self.assertFalse([sample for sample in others if sample in chosen])

    def test_what_script_chooses_is_copied(self):
        samples = self.samples()
        self.check("--tid", str(samples[-1]["tid"]))
        self.check("--pid", str(samples[-1]["pid"]))
        self.check("-e", "page-faults")
        self.check("-e", "cpu-clock", "--tid", str(samples[-1]["tid"]))
        times = sorted(int(sample["time"]) for sample in samples)
        self.check("--time", f"{times[len(times) // 2] / 1e9:.6f},")

    def test_cpus(self):
        self.need_paranoid(0)
        if os.cpu_count() < 2:
            self.skipTest("needs two CPUs")
        self.record("-a", *CLOCK, "--", HOT, "run", "0.3")
        self.check("-C", "0")

    def test_names_and_mappings_stay(self):
        samples = self.samples()
        tid = samples[-1]["tid"]
        self.convert("--tid", str(tid))
        wanted = [line for line in self.script("-F", "comm,tid,dso") if f" {tid} " in line]
        self.assertEqual(self.script("-F", "comm,tid,dso", data=self.copy), wanted)

    def test_not_needs_something_to_invert(self):
        done = self.convert("--not", status=2)
        self.assertIn("--not inverts another option", done.stderr)


class MergeTest(ConvertCase):

    def test_files_are_merged_by_time(self):
        parts = []
        for number in range(3):
            data = self.scratch / f"part{number}"
            self.record("-k", "monotonic", *CLOCK, "--", HOT, "run", "0.2", data=data)
            parts.append(data)
        self.convert(inputs=[parts[2], parts[0], parts[1]])
        merged = self.samples(data=self.copy)
        self.assertEqual(sorted(sample["time"] for part in parts
                                for sample in self.samples(data=part)),
                         sorted(sample["time"] for sample in merged))
        times = [int(sample["time"]) for sample in merged]
        self.assertEqual(times, sorted(times))
        self.need_perf()
        self.assertEqual(len(self.perf_script("-F", "tid,time,ip", data=self.copy)), len(merged))

    def test_events_of_different_files_stay_apart(self):
        other = self.scratch / "other"
        self.record("-e", "cpu-clock,page-faults", "--", HOT, "run", "0.2")
        self.record("-e", "task-clock,minor-faults", "--", HOT, "run", "0.2", data=other)
        self.convert(inputs=[self.data, other])
        wanted = sorted(self.events(self.data) + self.events(other))
        self.assertEqual(len(set(wanted)), 4)
        self.assertEqual(sorted(self.events(self.copy)), wanted)
        self.need_perf()
        perfs = [line.strip() for line in self.perf_script("-F", "event", data=self.copy)]
        self.assertEqual(sorted(perfs), wanted)

    def events(self, data):
        return [line.strip() for line in self.script("-F", "event", data=data)]

    def test_samples_without_ids_of_different_events_cannot_be_merged(self):
        other = self.scratch / "other"
        self.record(*CLOCK, "--", HOT, "run", "0.1")
        self.record("-e", "page-faults", "-c", "1", "--", HOT, "touch", "100", data=other)
        done = self.convert(inputs=[self.data, other], status=1)
        self.assertIn("can't be told apart", done.stderr)
        self.assertFalse(self.copy.exists())


class SplitTest(ConvertCase):

    def test_the_parts_have_all_samples(self):
        self.record("-e", "cpu-clock", "-F", "10000", "--", HOT, "run", "1.2")
        for limit in ("64K", "1s"):
            for old in self.scratch.glob("copy.data.*"):
                old.unlink()
            self.convert("--split", limit)
            parts = sorted(self.scratch.glob("copy.data.*"))
            self.assertGreater(len(parts), 1, limit)
            samples = [sample for part in parts
                       for sample in self.essence(self.samples(data=part))]
            self.assertEqual(samples, self.essence(self.samples()))
        for part in parts:
            self.assertLessEqual({line.split()[0] for line in self.script("-F", "comm", data=part)},
                                 {"hot", "hot-thread", "hot-child"})


class StripTest(ConvertCase):

    def setUp(self):
        super().setUp()
        self.tool("record", "-o", self.data, "--call-graph", "dwarf,4096", "-e", "cpu-clock:u",
                  "-F", "500", "--", HOT, "run", "0.2", env=dict(os.environ, SECRET=MARKER))
        self.assertIn(MARKER.encode(), self.data.read_bytes())

    def check_perf(self):
        self.need_perf()
        self.assertEqual(len(self.perf_script("-F", "tid,time,event", "-G", data=self.copy)),
                         len(self.samples()))

    def test_stacks(self):
        self.convert("--strip", "stacks")
        self.assertNotIn(MARKER.encode(), self.copy.read_bytes())
        samples = self.samples(data=self.copy)
        self.assertEqual(len(samples), len(self.samples()))
        self.assertFalse([sample for sample in samples
                          if sample.get("stack") or sample.get("user_regs")])
        self.check_perf()

    def test_commands(self):
        self.convert("--strip", "commands")
        facts = facts_of(self.script("--header-only", data=self.copy))
        self.assertNotIn("hot", facts.get("cmdline", ""))
        comms = [record["comm"] for record in self.records(data=self.copy)
                 if record["type"] == "COMM"]
        self.assertFalse([comm for comm in comms if "hot" in comm])
        self.check_perf()

    def test_host(self):
        self.convert("--strip", "host")
        self.assertNotIn(platform.node().encode(), self.copy.read_bytes())
        facts = facts_of(self.script("--header-only", data=self.copy))
        self.assertNotIn("hostname", facts)
        self.assertNotIn("cpudesc", facts)
        self.check_perf()

    def test_paths(self):
        self.convert("--strip", "paths")
        names = {record["filename"] for record in self.records(data=self.copy)
                 if record["type"] == "MMAP2"}
        self.assertIn(os.path.basename(os.path.realpath(HOT)), names)
        self.assertFalse([name for name in names if "/" in name and not name.startswith("//")])
        self.check_perf()

    def test_everything(self):
        self.convert("--strip", "stacks,commands,host,paths")
        content = self.copy.read_bytes()
        for secret in (MARKER, platform.node(), "/usr/lib", os.path.dirname(HOT)):
            self.assertNotIn(secret.encode(), content)
        self.check_perf()

    def test_an_unknown_part_is_refused(self):
        done = self.convert("--strip", "stacks,shoes", status=2)
        self.assertIn("shoes is none of stacks, commands, host, paths", done.stderr)


if __name__ == "__main__":
    live_case.main()
