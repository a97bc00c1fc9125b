import errno
import os
import struct

import pytest

import perfc
from conftest import cpu_clock, needs_perf, needs_root, needs_tracefs
from perfc import errors


@pytest.mark.parametrize("number, ours, pythons", [
    (errno.EACCES, perfc.PermissionDenied, PermissionError),
    (errno.EPERM, perfc.PermissionDenied, PermissionError),
    (errno.ENOENT, perfc.NotFound, FileNotFoundError),
    (errno.ESRCH, perfc.ProcessGone, ProcessLookupError),
    (errno.EEXIST, perfc.AlreadyExists, FileExistsError),
    (errno.EINTR, perfc.Interrupted, InterruptedError),
    (errno.ESHUTDOWN, perfc.TargetGone, BrokenPipeError),
    (errno.EINVAL, perfc.PerfcError, OSError)])
def test_an_errno_is_pythons_class_of_it(number, ours, pythons):
    error = errors.from_errno(number)
    assert type(error) is ours
    assert isinstance(error, pythons) and isinstance(error, perfc.PerfcError)
    assert isinstance(OSError(number, ""), pythons)
    assert error.errno == number


@needs_perf
def test_a_forgotten_mmap_is_said_so():
    with perfc.Event(cpu_clock()) as event:
        for call in (event.next_record, event.wake, lambda: event.wait(0)):
            with pytest.raises(perfc.WrongState, match="the event has no ring"):
                call()


def test_facts_and_words():
    with pytest.raises(perfc.PerfcError) as caught:
        perfc.Event(b"x" * 32)
    assert caught.value.errno == errno.E2BIG
    assert caught.value.rule == perfc.Rule.ATTR_SIZE
    assert caught.value.numbers[0] == 32
    assert "32" in str(caught.value)
    assert caught.value.operation == "perfc_open"


@needs_tracefs
def test_no_such_tracepoint():
    with pytest.raises(FileNotFoundError, match="no_such"):
        perfc.Tracepoint("sched:no_such")


def test_an_event_string_says_where_it_is_wrong():
    with perfc.Specs() as specs, pytest.raises(perfc.PerfcError) as caught:
        specs.parse("task-clock,nonsense-event")
    assert caught.value.rule == perfc.Rule.EVENT_STRING
    assert caught.value.numbers[0] == len("task-clock,")


@needs_perf
def test_no_such_process():
    with pytest.raises(ProcessLookupError):
        perfc.Event(cpu_clock(), pid=0x3fffffff)


@needs_root
def test_permission_is_pythons_permission_error():
    with open("/proc/sys/kernel/perf_event_paranoid") as file:
        level = int(file.read())
    if level < 1:
        pytest.skip("perf_event_paranoid lets everybody")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.setgid(65534)
            os.setuid(65534)
            perfc.Event(cpu_clock(), pid=-1, cpu=0)
        except PermissionError as error:
            right = isinstance(error, perfc.PerfcError) and error.paranoid == level
            status = 0 if right and error.errno == errno.EACCES else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_nul_in_a_name_is_refused():
    with pytest.raises(ValueError, match="NUL"):
        perfc.Tracepoint("sched:\0")


@pytest.mark.parametrize("id, number, advice", [
    (3, errno.ENOKEY, "add the ids"), (0, errno.EKEYREJECTED, "perfc_plan_set_default")])
def test_a_record_of_nobody_says_which_and_what_to_do(id, number, advice):
    attr = perfc.Attr(sample_type=perfc.SampleType.IDENTIFIER)
    record = struct.pack("<IHHQ", perfc.RecordType.SAMPLE, 0, 16, id)
    with perfc.Plan(attr, [1]) as plan:
        assert plan.add(attr, [2]) == 1
        sample = plan.view(record)
        with pytest.raises(perfc.Unmatched, match=advice) as caught:
            sample.decode()
        assert caught.value.errno == number
        plan.set_default(1)
        if id == 0:
            assert sample.decode().attr_index == 1
        for none in (-1, 2):
            with pytest.raises(IndexError, match=f"no attr {none}"):
                plan.set_default(none)
        plan.set_default(None)
        with pytest.raises(perfc.Unmatched):
            sample.decode()


def test_a_plan_takes_attrs_and_ids_and_tells_them():
    attr = perfc.Attr(sample_type=perfc.SampleType.IDENTIFIER)
    with perfc.Plan() as plan:
        assert len(plan) == 0
        assert [plan.add(attr, [9, 3]), plan.add(attr)] == [0, 1]
        plan.add_ids(1, [8])
        with pytest.raises(perfc.AlreadyExists):
            plan.add_ids(0, [8])
        assert [plan.ids(0), plan.ids(1)] == [(9, 3), (8,)]
        assert [plan.find_id(8), plan.find_id(0)] == [1, None]
        assert plan.places(1).sample_id == 8
        with pytest.raises(IndexError):
            plan.places(2)
        plan.set_default(1)
        assert plan.find_id(0) == 1
