#!/usr/bin/env python3
"""Files that perf wrote: what the library reads of them, beside what perf and perf_file
read; the same files in the other byte order; and copies that the library wrote.
README.md says what differs, and why.

usage: files_live_test.py TELL, in the environment PERFC_PERFDATA: a folder of more files"""

import errno
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).absolute().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "perf"),
                str(HERE.parent.parent / "tool")]

# pylint: disable=wrong-import-position
import compare
import differences
import fields
import header
import live_case
import other_order
import peer
import recordings

TELL = pathlib.Path(sys.argv[1]).absolute()

totals = {"files": 0, "records": 0, "fields": 0, "copies": 0}


class FilesTest(live_case.LiveCase):
    """Cases are added by add_cases, which makes the files."""

    maxDiff = 2000

    def tell(self, *arguments):
        return compare.tell(TELL, *arguments)

    # ---- beside perf_file

    def all_records_are_there(self, path):
        """As they stand in the file, with their bytes."""
        told = self.tell("--file-order", "--raw", path)
        self.assert_same(list(compare.raw_records(path)),
                         [compare.read_of(record) for record in told.records])
        less = self.tell("--file-order", path)
        self.assert_same(
            [record["bytes"] for record in told.records
             if compare.kind_of(compare.read_of(record).data) not in compare.RAW],
            [record["bytes"] for record in less.records])

    def assert_same(self, expected, found):
        for i, (one, other) in enumerate(zip(expected, found)):
            self.assertEqual(one, other, f"number {i}")
        self.assertEqual(len(expected), len(found))

    # ---- beside perf

    def perf_says_the_same(self, path):
        attrs = compare.attrs_of(path)
        shown = list(peer.shown(
            differences.repaired(path, self.scratch), self.scratch,
            compare.combined_sample_type(attrs), path.name == differences.CORRUPTED))
        told = self.tell("--file-order", "--raw", path)
        mine = {}
        for record in told.records:
            mine.setdefault(compare.read_of(record), []).append(record)
        pipe = told.end["pipe"]
        for event, script in shown:
            key = compare.Read(compare.position_of(event, pipe), event.data)
            where = f"{event.kind} at {key.position:#x} of {path.name}"
            self.assertTrue(mine.get(key), f"{where}: the library lacks it")
            self.compare_record(where, attrs, event, mine[key].pop(0), script)
        rest = [record for records in mine.values() for record in records]
        self.assertEqual([], [record for record in rest
                              if not differences.perf_hides(record)])
        self.assertGreater(len(shown), 0)
        self.in_the_same_order(path, attrs, shown, pipe)
        totals["records"] += len(shown)

    def compare_record(self, where, attrs, event, record, script):
        told = record["told"]
        if compare.kind_of(event.data) >= compare.FIRST_OWN or event.kind is None:
            return
        fields.locate_stack(event.data, event.fields)
        if "attr" in script:
            self.assertIn(told.get("attr"), compare.attr_index(attrs, script["attr"]), where)
            script["attr"] = told["attr"]
        differences.smooth(told, event.fields)
        totals["fields"] += fields.compare(where, event.kind, told, [event.fields, script])

    def in_the_same_order(self, path, attrs, shown, pipe):
        """Records without a time are perf's own, or those that it synthesized."""
        if not compare.sorts(attrs):
            return
        expected = [compare.Read(compare.position_of(event, pipe), event.data)
                    for event, _ in shown if compare.time_of(event)]
        wanted = set(expected)
        found = [compare.read_of(record) for record in self.tell(path).records]
        self.assert_same(expected, [record for record in found if record in wanted])

    # ---- the header

    def perf_shows_the_same_header(self, path):
        tables = self.tell(path).tables
        for table in tables.values():
            self.assertIn(table.get("error", errno.ENODATA), [errno.ENODATA])
        printed = self.run_perf("report", "--header-only", "-I", "-i", path)
        for line in header.lines(tables):
            self.assertTrue(any(mine.startswith(line) for mine in printed),
                            f"{line!r} isn't in\n" + "\n".join(printed))
        # Without the feature perf looks for them on this machine.
        build_ids = header.build_ids(tables)
        if build_ids and not self.tell(path).end["pipe"]:
            self.assertEqual(build_ids, sorted(
                set(self.run_perf("buildid-list", "-i", path))))

    def run_perf(self, *arguments):
        done = self.run_program("perf", *map(str, arguments),
                                env=dict(os.environ, HOME=str(self.scratch)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    # ---- the other byte order

    def other_order_says_the_same(self, path):
        swapped = self.scratch / ("swapped-" + path.name)
        other_order.swap_path(path, swapped)
        for options in ([], ["--file-order"]):
            native, other = self.tell(*options, path), self.tell(*options, swapped)
            self.assertNotEqual(native.end["byte_order"], other.end["byte_order"])
            self.assert_same(differences.of_either_order(native.records),
                             differences.of_either_order(other.records))
            self.assert_same(native.end["attrs"], other.end["attrs"])
        for kind, table in native.tables.items():
            if kind not in differences.TABLES_OF_AN_ORDER:
                self.assertEqual(table, other.tables[kind])

    # ---- copies

    def a_copy_says_the_same(self, path, *options):
        copy = self.scratch / ("copy-" + path.name)
        self.tell("--copy", copy, *options, path)
        attrs = compare.attrs_of(path)
        sample_type = compare.combined_sample_type(attrs)
        path = differences.repaired(path, self.scratch)
        (before, late_before), (after, late_after) = (
            differences.in_a_copy(event for event, _ in peer.shown(
                data, self.scratch, sample_type)) for data in (path, copy))
        self.assert_same(before, after)
        self.assertLessEqual(late_after, late_before)
        self.assert_same(*(differences.report(self.run_perf(
            "report", "--stdio", "--no-children", "-s", "comm,dso,sym", "-i", data))
                           for data in (path, copy)))
        totals["copies"] += 1

    def a_compressed_copy_says_the_same(self, path):
        self.a_copy_says_the_same(path, "--zstd")

    # ---- a pipe

    def a_pipe_says_the_same(self, path):
        """Through a pipe, which can't be read twice."""
        expected = self.tell(path)
        if not expected.end["pipe"]:
            self.skipTest("no file in pipe mode")
        with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as cat:
            found = compare.tell(TELL, "--stdin", stdin=cat.stdout)
        self.assert_same(expected.records, found.records)
        self.assertEqual(expected.tables, found.tables)


CHECKS = [
    (FilesTest.all_records_are_there, ""),
    (FilesTest.perf_says_the_same, "as_perf_reads_it"),
    (FilesTest.perf_shows_the_same_header, "header"),
    (FilesTest.other_order_says_the_same, "in_the_other_byte_order"),
    (FilesTest.a_copy_says_the_same, "copied"),
    (FilesTest.a_compressed_copy_says_the_same, "copied_with_zstd"),
    (FilesTest.a_pipe_says_the_same, "through_a_pipe"),
]
WITHOUT_PERF = {FilesTest.all_records_are_there, FilesTest.other_order_says_the_same,
                FilesTest.a_pipe_says_the_same}


def case(check, path, reason):
    def run(self):
        why = reason or (check not in WITHOUT_PERF and peer.missing())
        why = why or differences.SKIPPED.get((path.name, check.__name__))
        if why:
            self.skipTest(why)
        check(self, path)
    return run


def add(name, path, reason=None):
    for check, suffix in CHECKS:
        setattr(FilesTest, "_".join(filter(None, ["test", name, suffix])),
                case(check, path, reason))
    totals["files"] += reason is None


def add_recordings(directory):
    for recording in recordings.RECORDINGS:
        try:
            add(recording.__name__, recordings.make(recording, directory))
        except recordings.Skipped as reason:
            add(recording.__name__, pathlib.Path(), str(reason))


def add_folder():
    folder = os.environ.get("PERFC_PERFDATA")
    if folder is None:
        add("other_machines", pathlib.Path(), "PERFC_PERFDATA names no folder")
        return
    for path in sorted(pathlib.Path(folder).glob("*.data")):
        add(path.stem.replace(".", "_").replace("-", "_"), path)


def main():
    directory = pathlib.Path(tempfile.mkdtemp(prefix="perfc-recordings-"))
    try:
        add_recordings(directory)
        add_folder()
        live_case.main()
    finally:
        shutil.rmtree(directory)
        print(", ".join(f"{count} {what}" for what, count in totals.items()),
              file=sys.stderr)


if __name__ == "__main__":
    main()
