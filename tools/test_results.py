#!/usr/bin/env python3
"""Adds up what tools/test left in a directory, and prints the verdict.

  commands              lines of verdict, tab, name, tab, last line of output
  NAME.events           bazel's build events, with the place of each test.xml
  NAME.bazel-status     bazel's exit status
  NAME.gtest            the XML of a test program run without bazel
  NAME.gtest-status     its exit status
"""

import json
import pathlib
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree

BAZEL_TESTS_RAN = ("0", "3")  # 3: some failed


class Results:

    def __init__(self):
        self.passed = 0
        self.failed = []
        self.skipped = []
        self.combinations = {}  # by run, as test/combinations reports them

    def add_xml(self, run, path):
        """Adds the cases of a JUnit file; returns how many failed."""
        failed_before = len(self.failed)
        try:
            tree = ElementTree.parse(path)
            cases = list(tree.iter("testcase"))
        except (OSError, ElementTree.ParseError):
            self.failed.append((run, "left no results"))
            return 1
        for case in cases:
            self._add_case(run, case)
        for entry in tree.iter("property"):
            if entry.get("name") == "combinations":
                self.combinations[run] = (self.combinations.get(run, 0) +
                                          int(entry.get("value")))
        return len(self.failed) - failed_before

    def _add_case(self, run, case):
        # bazel itself names the case of a test without XML after its target.
        suite = case.get("classname")
        name = f"{run} {suite}.{case.get('name')}" if suite else run
        problems = case.findall("failure") + case.findall("error")
        skip = case.find("skipped")
        if problems:
            self.failed.append((name, problems[0].get("message", "")))
        elif skip is not None:
            self.skipped.append((name, skip.get("message", "")))
        elif case.get("status") == "notrun":
            self.skipped.append((name, "disabled"))
        else:
            self.passed += 1

    def add_command(self, verdict, name, last_line):
        if verdict == "passed":
            self.passed += 1
        elif verdict == "skipped":
            self.skipped.append((name, last_line))
        else:
            self.failed.append((name, ""))

    def add_gtest(self, run, xml, status):
        if self.add_xml(run, xml) == 0 and status != "0":
            self.failed.append((run, f"exit status {status}"))

    def add_bazel(self, run, events, status):
        if status not in BAZEL_TESTS_RAN:
            self.failed.append((f"{run} bazel", f"exit status {status}"))
        for label, verdict, path in test_results(events):
            failures = self.add_xml(f"{run} {label}", path)
            if verdict != "PASSED" and failures == 0:
                self.failed.append((f"{run} {label}", verdict))

    def report(self):
        for run, count in self.combinations.items():
            print(f"combinations: {count} in {run}")
        # What failed comes last, for whoever sees only the end of a log.
        for title, entries in (("skipped", self.skipped), ("failed", self.failed)):
            for name, reason in entries:
                print(f"{title}: {name}: {one_line(reason)}")
        print(f"{self.passed} passed, {len(self.failed)} failed, "
              f"{len(self.skipped)} skipped")
        return 0 if self.passed and not self.failed else 1


def one_line(message):
    """The message without the line of code that gtest puts before it."""
    first, _, rest = message.strip().partition("\n")
    return " ".join((rest if rest and ".cc:" in first else first + " " + rest).split())


def test_results(events):
    """Yields label, verdict and XML file of each test in bazel's events."""
    for line in events.read_text().splitlines() if events.exists() else ():
        event = json.loads(line)
        if "testResult" not in event or "testResult" not in event["id"]:
            continue
        outputs = event["testResult"].get("testActionOutput", [])
        uris = [o["uri"] for o in outputs if o["name"] == "test.xml"]
        path = urllib.parse.urlparse(uris[0]).path if uris else "test.xml"
        yield (event["id"]["testResult"]["label"],
               event["testResult"].get("status"), urllib.parse.unquote(path))


def main(directory):
    results = Results()
    commands = directory / "commands"
    for line in commands.read_text().splitlines() if commands.exists() else ():
        results.add_command(*line.split("\t", 2))
    for status in sorted(directory.glob("*.bazel-status")):
        results.add_bazel(status.stem, status.with_suffix(".events"),
                          status.read_text().strip())
    for status in sorted(directory.glob("*.gtest-status")):
        results.add_gtest(status.stem, status.with_suffix(".gtest"),
                          status.read_text().strip())
    return results.report()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
