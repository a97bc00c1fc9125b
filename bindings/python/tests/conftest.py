import os
import pathlib
import subprocess
import sys

import pytest

import perfc

HERE = pathlib.Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
PARANOID = pathlib.Path("/proc/sys/kernel/perf_event_paranoid")


def cpu_clock(**more):
    """Samples every ms of the CPU's time, user space only."""
    fields = dict(type=perfc.Type.SOFTWARE, config=perfc.Software.CPU_CLOCK,
                  sample_period=1_000_000,
                  sample_type=perfc.SampleType.IP | perfc.SampleType.TID | perfc.SampleType.TIME,
                  exclude_kernel=True, exclude_hv=True, disabled=True, sample_id_all=True)
    return perfc.Attr(**{**fields, **more})


def work(count=2_000_000):
    return sum(range(count))


def may(level):
    return (PARANOID.exists()
            and (os.geteuid() == 0 or int(PARANOID.read_text()) <= level))


needs_perf = pytest.mark.skipif(not may(2), reason="no perf events, or perf_event_paranoid > 2")
needs_root = pytest.mark.skipif(os.geteuid() != 0 or not PARANOID.exists(),
                                reason="needs root and perf events")
TRACEFS = os.access("/sys/kernel/tracing/events", os.R_OK)
needs_tracefs = pytest.mark.skipif(not TRACEFS,
                                   reason="needs tracefs, and to be allowed to read it")


@pytest.fixture
def event():
    with perfc.Event(cpu_clock()) as one:
        one.mmap(8)
        yield one


@pytest.fixture
def busy():
    """A process that works, as a target."""
    with subprocess.Popen([sys.executable, "-c", "while True: sum(range(1000))"]) as process:
        yield process.pid
        process.kill()


def python(code, **options):
    """Runs code in another Python, as this one imports perfc."""
    options.setdefault("timeout", 60)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, **options)
