"""What README.md shows."""
import re

import pytest

import perfc
from conftest import HERE, needs_perf, python, work

pytestmark = needs_perf
PROGRAM, COLUMNS, CONSUMERS = re.findall(r"^```python\n(.*?)^```$", (HERE / "README.md").read_text(),
                                         re.MULTILINE | re.DOTALL)


def test_the_first_program():
    result = python(PROGRAM)
    assert result.returncode == 0 and re.search(r"s: thread \d+ at 0x", result.stdout), result.stderr


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
    with perfc.Batch() as batch, perfc.Stream() as stream:
        assert batch.fill(event)
        stream.add(event)
        names = {**modules, "batch": batch, "stream": stream}
        exec(CONSUMERS.replace("duration=10", "duration=0.01"), names)
