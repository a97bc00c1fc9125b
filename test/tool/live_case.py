"""Test cases that run programs against the real kernel."""

import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

CAP_SETUID = 7
CAP_SYS_ADMIN = 21
CAP_PERFMON = 38
CLONE_NEWNS = 0x20000
NOBODY = "65534"
TIMEOUT = 120
TRACEFS = "/sys/kernel/tracing"

# Enters write(2) that often. During the second half the tool, its parent, is stopped:
# then a small ring is sure to overflow.
WRITE_CALLS = 100000
WRITES = ["sh", "-c", """
write() { dd if=/dev/zero of=/dev/null bs=1 count=%d status=none; }
write
kill -STOP $PPID
write
kill -CONT $PPID
""" % (WRITE_CALLS // 2)]

# A program's, and so the name of its thread.
EVIL_NAME = "\33[31mX\nY"
EVIL_NAME_ESCAPED = r"\x1b[31mX\x0aY"

# Goes on at the first Ctrl-C and the second, and cleans up at the third.
TAKES_CTRL_C = """
count=0
take() {
  count=$((count + 1))
  if [ $count -lt 3 ]; then echo continues; return; fi
  echo cleans up
  sleep 0.1
  echo has cleaned up
  exit 7
}
trap take INT
echo ready
while :; do sleep 0.05; done
"""

# Goes on at the first SIGTERM, and ends at the second.
TAKES_SIGTERM = """
count=0
take() {
  count=$((count + 1))
  if [ $count -gt 1 ]; then exit 7; fi
  echo continues
}
trap take TERM
while :; do sleep 0.05; done
"""


def capabilities():
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("CapEff:"):
            return int(line.split()[1], 16)
    return 0


def capable(*wanted):
    """Whether this process has one of the capabilities."""
    return any(capabilities() >> number & 1 for number in wanted)


def number_in(path):
    return int(pathlib.Path(path).read_text())


def paranoid():
    return number_in("/proc/sys/kernel/perf_event_paranoid")


def privileged():
    return capable(CAP_PERFMON, CAP_SYS_ADMIN)


class LiveCase(unittest.TestCase):
    """Has a scratch directory and starts programs."""

    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="perfc-test-"))
        self.addCleanup(shutil.rmtree, self.scratch)

    def need_paranoid(self, level):
        """Skips where neither the level nor a capability lets us."""
        if not privileged() and paranoid() > level:
            self.skipTest(f"needs perf_event_paranoid at most {level}, "
                          f"it is {paranoid()}")

    def run_program(self, *command, **options):
        return subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=TIMEOUT, check=False, text=True, **options)

    def start_program(self, *command, **options):
        """In a process group of its own, which ends with the test."""
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True,
                                   start_new_session=True, **options)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        """Ends its process group, and returns what is left of its output."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        return process.communicate()

    def wait_for(self, condition):
        """Waits for what must come; how long it takes proves nothing."""
        deadline = time.monotonic() + TIMEOUT
        while not condition():
            self.assertLess(time.monotonic(), deadline, "it never came")
            time.sleep(0.01)

    def wait_until_it_works(self, pid):
        """Until the process has had some CPU time from now on."""
        enough = cpu_ticks(pid) + 30
        self.wait_for(lambda: cpu_ticks(pid) >= enough)

    def wait_until_it_watches(self, pid):
        """Until perfc holds SIGINT back, and so will see it."""
        self.wait_for(lambda: blocks_sigint(pid))

    def need_counts_of_losses(self):
        """Before PERF_FORMAT_LOST only a record that finds room tells of a loss
        before it, and so nothing of the last ones."""
        version = os.uname().release
        if int(version.partition(".")[0]) < 6:
            self.skipTest(f"needs Linux 6.0, which counts what is lost; it is {version}")

    def need_tracefs(self):
        """Where it isn't mounted, mounts it in a mount namespace of this process alone, or skips."""
        self.need_paranoid(-1)
        if os.path.exists(f"{TRACEFS}/events"):
            return
        if ctypes.CDLL(None).unshare(CLONE_NEWNS) != 0:
            self.skipTest("needs tracefs, and can't make a mount namespace for it")
        for mount in (["--make-rprivate", "/"], ["-t", "tracefs", "tracefs", TRACEFS]):
            mounted = self.run_program("mount", *mount)
            if mounted.returncode != 0:
                self.skipTest(f"needs tracefs, and can't mount it: {mounted.stderr}")

    def run_where(self, change, *command):
        """Runs the command in a mount namespace of its own, after the shell
        commands of the change. Skips where the change can't be made."""
        inside = ("unshare", "--mount", "sh", "-c", f"{change} && exec \"$@\"", "sh")
        tried = self.run_program(*inside, "true")
        if tried.returncode != 0:
            self.skipTest(f"needs mounts that can be changed: {tried.stderr}")
        return self.run_program(*inside, *command)

    def check_missing_cpu(self, *tool):
        done = self.run_program(*tool, "-C", "0,1023", "--", "echo", "it ran")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("CPU 1023 isn't online", done.stderr)

    def check_empty_arguments(self, *tool, options=()):
        """A shell's variable that isn't set must not widen what is measured."""
        for option in ("-e", "-C", "-p", "-o", *options):
            done = self.run_program(*tool, option, "", "--", "echo", "it ran")
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn("empty" if option != "-p" else "number", done.stderr)

    def check_ctrl_c_is_the_commands(self, *tool):
        """The tool waits while its command takes Ctrl-C as it likes, and ends
        with the command's status. Returns the tool's stderr."""
        process = self.start_program(*tool, "--", "sh", "-c", TAKES_CTRL_C)
        for line in ("ready\n", "continues\n", "continues\n"):
            self.assertEqual(process.stdout.readline(), line)
            os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=TIMEOUT)
        self.assertEqual(stdout, "cleans up\nhas cleaned up\n", stderr)
        self.assertEqual(process.returncode, 7, stderr)
        return stderr

    def check_command_ends_with_a_failed_write(self, *tool, **options):
        """The tool, which can't write, asks its command to end. While it waits
        SIGTERM is passed on. Its stdout is the command's."""
        done = self.run_program(*tool, "--", "sleep", "600", **options)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No space left", done.stderr)
        process = self.start_program(*tool, "--", "sh", "-c", TAKES_SIGTERM,
                                     **options)
        self.assertEqual(process.stdout.readline(), "continues\n")
        process.send_signal(signal.SIGTERM)
        _, stderr = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 1, stderr)

    def as_nobody(self, *programs):
        """The words to put before a command so that it runs as a user without
        privileges, and copies of the programs that this user may read."""
        if not capable(CAP_SETUID):
            self.skipTest("needs CAP_SETUID, to run as a user without privileges")
        self.scratch.chmod(0o755)
        copies = []
        for program in programs:
            copy = self.scratch / pathlib.Path(program).name
            shutil.copy(program, copy)
            copy.chmod(0o755)
            copies.append(str(copy))
        return (["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}",
                 "--clear-groups", "--inh-caps=-all", "--bounding-set=-all",
                 "env", f"LD_LIBRARY_PATH={self.scratch}"], copies)


def check_all_writes(case, samples, lost):
    """Of WRITES: nothing is missing, and only the records of tasks,
    about their names, mappings and ends, are lost beside."""
    case.assertGreater(lost, WRITE_CALLS / 4)
    case.assertGreaterEqual(samples + lost, WRITE_CALLS)
    case.assertLessEqual(samples + lost, WRITE_CALLS + 50)


def children_of(pid):
    tasks = pathlib.Path(f"/proc/{pid}/task")
    return [int(child) for task in tasks.iterdir()
            for child in (task / "children").read_text().split()]


def cpu_ticks(pid):
    """User and system time of a process and its threads."""
    stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    fields = stat.rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def blocks_sigint(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("SigBlk:"):
            return bool(int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1)
    return False


class Xml(unittest.TextTestResult):
    """Also writes JUnit's XML, where bazel wants it."""

    def startTestRun(self):
        super().startTestRun()
        self.cases = {}

    def startTest(self, test):
        super().startTest(test)
        name = test.id().split(".")
        self.cases[test.id()] = ElementTree.Element(
            "testcase", classname=name[-2], name=name[-1], status="run")

    def _note(self, test, kind, message):
        if test.id() in self.cases:
            element = ElementTree.SubElement(self.cases[test.id()], kind)
            element.set("message", message)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._note(test, "failure", str(err[1]))

    def addError(self, test, err):
        super().addError(test, err)
        self._note(test, "error", str(err[1]))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._note(test, "skipped", reason)

    def stopTestRun(self):
        super().stopTestRun()
        path = os.environ.get("XML_OUTPUT_FILE")
        if path:
            suite = ElementTree.Element("testsuite", name=sys.argv[0])
            suite.extend(self.cases.values())
            ElementTree.ElementTree(suite).write(path)


def main():
    """Runs the cases of the calling module; its arguments are programs."""
    runner = unittest.TextTestRunner(resultclass=Xml, verbosity=2)
    unittest.main(module="__main__", argv=sys.argv[:1], testRunner=runner)
