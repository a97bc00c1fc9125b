"""Runs perf over a file, and gives what it says of each record."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import dump
import fields

HERE = pathlib.Path(__file__).absolute().parent
TIMEOUT = 120
SAMPLE_TIME, SAMPLE_READ, SAMPLE_CPU = 1 << 2, 1 << 4, 1 << 7


def missing():
    """Why perf can't be compared with, or None."""
    if shutil.which("perf") is None:
        return "needs perf"
    built = subprocess.run(["perf", "version", "--build-options"], check=False,
                           stdout=subprocess.PIPE, text=True).stdout
    if not re.match(r"perf version 6\.1\.", built):
        return "needs perf 6.1, whose output it reads; it is " + built.split("\n")[0]
    if not re.search(r"libpython: \[ on", built):
        return "needs a perf with python"
    return None


def perf_script(data, scratch, may_fail=False):
    """What perf printed, and what it handed to its script. may_fail: perf may end with
    an error behind that."""
    events = scratch / "events"
    environment = dict(os.environ, HOME=str(scratch), PERFC_PERF_EVENTS=str(events))
    done = subprocess.run(
        ["perf", "script", "-D", "-i", str(data), "-s", str(HERE / "perf_script.py")],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=TIMEOUT, check=False, text=True,
        encoding="latin-1")
    if done.returncode != 0 and not may_fail:
        raise fields.Differs("perf: " + done.stderr)
    return done.stdout, [json.loads(line) for line in events.read_text().splitlines()]


def shown(data, scratch, sample_type, may_fail=False):
    """An Event for each record, and what its script got of it. sample_type is that
    of all attrs together, as perf combines them."""
    text, events = perf_script(data, scratch, may_fail)
    if sample_type & SAMPLE_READ:
        # perf hands such a sample on once for each event that it read.
        events = [event for event in events if event[0] != "SAMPLE"]
    of_kind = {}
    for kind, told in events:
        of_kind.setdefault(kind, []).append(told)
    for event in dump.parse(text, bool(sample_type & SAMPLE_CPU),
                            bool(sample_type & SAMPLE_TIME)):
        queue = of_kind.get(fields.SCRIPT_KIND.get(event.kind, event.kind), [])
        yield event, queue.pop(0) if queue else {}
    if any(of_kind.values()):
        raise fields.Differs("perf had more than it printed")
