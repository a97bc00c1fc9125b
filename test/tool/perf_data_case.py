"""Test cases that make perf.data files and read them with perf and the tool."""

import json
import os
import re
import shutil

import live_case
from live_case import LiveCase

CLOCK = ("-e", "cpu-clock", "-F", "2000")


class PerfDataCase(LiveCase):

    perfc = ""  # the tool; set by the test's main program

    def setUp(self):
        super().setUp()
        self.need_paranoid(1)
        self.data = self.scratch / "perf.data"

    def need_perf(self):
        """Skips without perf 6.1, with whose texts ours are compared."""
        if shutil.which("perf") is None:
            self.skipTest("needs the perf tool")
        version = self.run_program("perf", "--version").stdout.strip()
        if not version.startswith("perf version 6.1"):
            self.skipTest(f"needs perf 6.1: {version}")

    def need_zstd(self):
        """Skips where the library was built without zstd."""
        done = self.run_program(self.perfc, "record", "-z", "-o", self.scratch / "zstd", *CLOCK,
                                "--", "true")
        if done.returncode != 0:
            self.skipTest(f"needs zstd in the library: {done.stderr}")

    def tool(self, *arguments, status=0, **options):
        """Runs perfc, which must give this status."""
        done = self.run_program(self.perfc, *arguments, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def record(self, *arguments, status=0, data=None):
        """`perfc record` into the file; gives its stderr."""
        return self.tool("record", "-o", data or self.data, *arguments, status=status).stderr

    def script(self, *arguments, data=None):
        """The lines of `perfc script`."""
        return self.tool("script", "-i", data or self.data, *arguments).stdout.splitlines()

    def records(self, *arguments, data=None):
        return [json.loads(line) for line in self.script("--json", *arguments, data=data)]

    def samples(self, *arguments, data=None):
        return [record for record in self.records(*arguments, data=data)
                if record["type"] == "SAMPLE"]

    def perf(self, *arguments, data=None):
        """perf, which must succeed and complain of nothing."""
        environment = dict(os.environ, LC_ALL="C", PAGER="cat", DEBUGINFOD_URLS="")
        verb, *rest = arguments
        done = self.run_program("perf", "--no-pager", verb, "-i", data or self.data, *rest,
                                env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        complaints = [line for line in done.stderr.splitlines()
                      if re.search(r"rror|nvalid|corrupt|out of order|failed|ignored", line) and
                      "symbol" not in line]
        self.assertEqual(complaints, [])
        return done.stdout

    def perf_script(self, *arguments, data=None):
        return self.perf("script", *arguments, data=data).splitlines()

    def perf_dump(self, data=None):
        """`perf script -D` without offsets in the file: the records one after another."""
        dumped = []
        for line in self.perf_script("-D", data=data):
            if re.match(r"\.(\s|$)", line):
                continue  # bytes
            dumped.append(re.sub(r"0x[0-9a-f]+(@\S+)? (\[0x[0-9a-f]+\]: )", r"\2", line))
        return dumped

    def cut_in_the_middle(self):
        """Cuts the file off inside of the record in the middle of its samples."""
        samples = self.samples()
        end = int(samples[len(samples) // 2]["from"]["position"]) + 12
        os.truncate(self.data, end)

    def mode_of(self, path):
        return os.stat(path).st_mode & 0o7777

    def command_of(self, process):
        """The tool's COMMAND, once it has worked for a while."""
        self.wait_for(lambda: live_case.children_of(process.pid))
        child = live_case.children_of(process.pid)[0]
        self.wait_until_it_works(child)
        return child


def summary_samples(text):
    """How many samples `perfc record` says that it wrote."""
    return int(re.search(r"\[ perfc record: Captured and wrote \d+\.\d{3} MB .* \((\d+) samples\)",
                         text)[1])


def facts_of(lines):
    """The facts of a header, "# hostname : vm", as a dict."""
    return dict(re.findall(r"^# ([^:\n]+?) *: (.*?) *$", "\n".join(lines), re.MULTILINE))
