"""What repr() shows: short, and of any object at any time."""
import os
import pickle
import struct
import threading
import time

import pytest

import perfc
from conftest import cpu_clock, needs_perf, work
from perfc import Quality, ReadFormat, SampleType, constants

COUNT = perfc.Count(5, 5, 0, 0, 0, 0, ReadFormat(0), Quality.EXACT, 0)


def samples(count, plan):
    data = b"".join(struct.pack("<IHHQ", constants.RECORD_SAMPLE, 0, 16, ip) for ip in range(count))
    return plan.view(data), data


def test_counts_show_their_quality():
    assert repr(COUNT) == "<Count: 5, EXACT>"
    scaled = perfc.Count(5, 10, 2, 1, 0, 0, ReadFormat(0), Quality.SCALED | Quality.PARTIAL, 0)
    assert repr(scaled) == "<Count: 10, counted 5, SCALED|PARTIAL>"
    none = perfc.Count(0, 0, 0, 0, 0, 0, ReadFormat(0), Quality(0), 0)
    assert repr(none) == "<Count: 0, of no quality>"


def test_plans_batches_and_what_they_hold():
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan, perfc.Batch() as batch:
        assert repr(plan) == "<Plan: 1 attr>" and repr(batch) == "<Batch: 0 samples, 0 records>"
        assert repr(batch.samples) == "<Table samples: 0 rows>"
        record, data = samples(2, plan)
        assert repr(record) == "<Record SAMPLE of 16 bytes>"
        batch.fill_bytes(plan, data)
        ip = batch.samples["ip"]
        assert repr(batch) == "<Batch: 2 samples, 0 records>" and repr(ip) == "<Column ip: 2 rows>"
        assert repr(batch.samples).startswith("<Table samples: 2 rows of sequence, ")
        batch.fill_bytes(plan, b"")
        assert repr(ip) == "<Column ip: 2 rows, gone>"
    assert repr(plan) == "<Plan: closed>" and repr(batch.samples) == "<Table samples: <Batch: closed>>"
    assert repr(ip) == "<Column ip: 2 rows, gone>"


FORMAT = ("name: one\nID: 7\nformat:\n"
          "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n")


@pytest.mark.parametrize("make, shown", [
    (perfc.Stream, "<Stream: 0 rings>"), (perfc.Flight, "<Flight: 0 rings>"),
    (perfc.Stitch, "<Stitch: 0 samples held>"), (perfc.Host, "<Host: open>"),
    (perfc.Report, "<Report: 0 incidents>"), (perfc.Specs, "<Specs: 0 events>"),
    (lambda: perfc.Specs("task-clock,faults,cs"), "<Specs: task-clock, faults, cs>"),
    (lambda: perfc.Specs("task-clock,faults,cs,cpu-clock:u"),
     "<Specs: task-clock, faults, cs, 1 more>"),
    (lambda: perfc.Tracepoint.parse("system", FORMAT), "<Tracepoint: system:one, 1 field>")])
def test_handles(make, shown):
    with make() as handle:
        assert repr(handle) == shown
    assert repr(handle) == shown.split(":")[0] + ": closed>"


def test_an_object_that_was_not_made_is_closed():
    assert repr(perfc.Batch.__new__(perfc.Batch)) == "<Batch: closed>"


@needs_perf
def test_events():
    with perfc.Event.open("task-clock:u") as event, perfc.Event(cpu_clock()) as other:
        assert repr(event) == f"<Event: task-clock:u, fd {event.fileno()}>"
        assert repr(other) == f"<Event: SOFTWARE 0x0, fd {other.fileno()}>"
        assert repr(event.plan) == "<Plan: 1 attr>"
        measured = event.measure()
        assert repr(measured) == "<Measurement: []>"
        with measured:
            assert repr(measured) == "<Measurement: running>"
        assert repr(measured).startswith("<Measurement: [<Count: ")
        plan = event.plan
    assert repr(event) == "<Event: closed>" and repr(plan) == "<Plan: closed>"


@needs_perf
def test_the_events_of_a_set():
    with perfc.Set("task-clock:u,page-faults:u") as events:
        assert repr(events) == "<Set: 2 members of 2 specs>"
        member = events[0]
        assert f"event=<Event: SOFTWARE 0x1, fd {member.event.fileno()}>" in repr(member)
    assert "event=<Event: closed>" in repr(member)


@needs_perf
def test_a_stream_and_its_records(event):
    with perfc.Stream() as stream:
        stream.add(event)
        assert repr(stream) == "<Stream: 1 ring>"
        assert repr(stream.arrow(records=True)) == "<ArrowStream: records of <Stream: 1 ring>>"
        event.enable()
        work()
        event.disable()
        record = stream.next()
        assert "record=<Record SAMPLE of " in repr(record) and "event=<Event: " in repr(record)
        sample = record.record.decode()
        assert repr(sample).startswith("<Sample with IP|TID|TIME: ip=0x")
        with pytest.raises(TypeError, match="the Plan can't be copied"):
            pickle.dumps(sample)


@needs_perf
def test_another_thread_or_process_may_ask(event):
    waiting = threading.Thread(target=lambda: pytest.raises(perfc.Canceled, event.wait))
    waiting.start()
    while event._guard.lock.held.acquire(blocking=False):
        event._guard.lock.held.release()
        time.sleep(0.001)
    assert repr(event) == "<Event: in use by another thread>"
    event.wake()
    waiting.join()
    child = os.fork()
    if child == 0:
        os._exit(repr(event) != "<Event: made before fork()>")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_values_can_be_pickled():
    for value in (COUNT, cpu_clock(), perfc.Target.process(5), perfc.Lost(1, 2)):
        assert pickle.loads(pickle.dumps(value)) == value
