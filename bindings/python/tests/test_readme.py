"""What README.md shows."""
import asyncio
import re
import subprocess
import sys

import pytest

import perfc
from conftest import HERE, cpu_clock, needs_perf, python, work

pytestmark = needs_perf
TEXT = (HERE / "README.md").read_text()
PROGRAM, FIRST, COLUMNS, CONSUMERS, TASKS, _FILES = re.findall(r"^```python\n(.*?)^```$", TEXT,
                                                re.MULTILINE | re.DOTALL)


def test_the_first_program():
    result = python(PROGRAM)
    assert result.returncode == 0 and re.search(r"s: thread \d+ at 0x", result.stdout), result.stderr


def test_the_program_that_counts():
    result = python(FIRST)
    assert re.fullmatch(r"[1-9]\d* page faults\n", result.stdout), result.stderr


def sampled(event):
    event.enable()
    work()
    event.disable()


def test_columns(event):
    pytest.importorskip("numpy")
    sampled(event)
    names = {"perfc": perfc, "event": event}
    exec(COLUMNS, names)
    assert names["total"] > 0


def test_consumers(event):
    modules = {name: pytest.importorskip(name) for name in ("pyarrow", "polars", "pandas", "duckdb")}
    sampled(event)
    with perfc.Batch() as batch, perfc.Stream() as stream, perfc.Event(cpu_clock()) as streamed:
        streamed.mmap()
        stream.add(streamed)
        names = {**modules, "batch": batch, "stream": stream, "event": event}
        exec(CONSUMERS.replace("duration=10", "duration=0.01"), names)


@pytest.mark.parametrize("name", ["print_samples", "count_samples"])
def test_tasks(name, capsys):
    names = {"perfc": perfc}
    exec(TASKS, names)
    with subprocess.Popen([sys.executable, "-c", "input(); sum(range(3000000))"],
                          stdin=subprocess.PIPE) as child, \
            perfc.Event(cpu_clock(disabled=False), pid=child.pid) as event, \
            perfc.Stream() as stream, perfc.Batch() as batch:
        event.mmap(16)
        child.communicate(b"\n")
        if name == "print_samples":
            asyncio.run(names[name](event))
            assert capsys.readouterr().out.count("<Sample with ") > 3
        else:
            stream.add(event)
            assert asyncio.run(names[name](stream, batch)) > 3


def test_no_link_is_relative():
    """A package index shows the text without the files."""
    assert not [link for link in re.findall(r"\]\(([^)]*)\)", TEXT) if "://" not in link]
