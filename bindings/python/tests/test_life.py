"""Closing, use after it, two threads, views, fork: clear errors, and never a crash."""
import copy
import errno
import gc
import multiprocessing
import os
import pickle
import signal
import struct
import threading
import time

import pytest

import perfc
from conftest import cpu_clock, needs_perf, python, work

pytestmark = needs_perf


def make_handles():
    attr = cpu_clock()
    return [perfc.Event(attr), perfc.Plan(attr), perfc.Batch(), perfc.Stream(), perfc.Flight(),
            perfc.Stitch(), perfc.Specs("task-clock"), perfc.Set("task-clock:u"), perfc.Host(),
            perfc.Report()]


def open_fds():
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("index", range(10))
def test_closing_twice_is_harmless(index):
    with make_handles()[index] as handle:
        handle.close()
        assert handle.closed
        handle.close()


@pytest.mark.parametrize("index, use", list(enumerate([
    lambda event: event.enable(), lambda plan: plan[0], lambda batch: len(batch),
    lambda stream: stream.next(), lambda flight: flight.next(), lambda stitch: stitch.info(),
    lambda specs: specs.parse("task-clock"), lambda events: events.read(),
    lambda host: perfc.supported(host), str])))
def test_use_after_close_is_an_error(index, use):
    handle = make_handles()[index]
    use(handle)
    handle.close()
    with pytest.raises(perfc.ClosedError, match="is closed"):
        use(handle)
    with pytest.raises(perfc.ClosedError):
        handle.__enter__()


@pytest.mark.parametrize("use", [
    lambda event: event.read(), lambda event: event.count(), lambda event: event.wake(),
    lambda event: event.fileno(), lambda event: event.attr, lambda event: event.plan,
    lambda event: event.wait(0), lambda event: event.next_record(), lambda event: event.mmap(),
    lambda event: event.control_page(), lambda event: event.losses()])
def test_a_closed_event_can_not_be_used(use):
    event = perfc.Event(cpu_clock())
    event.close()
    with pytest.raises(perfc.ClosedError):
        use(event)


FORMAT = """name: one
ID: 7
format:
	field:unsigned short common_type;	offset:0;	size:2;	signed:0;

	field:int number;	offset:8;	size:4;	signed:1;
print fmt: "number=%d", REC->number
"""
RAW = struct.pack("=HHiii", 7, 0, 0, -5, 0)


@pytest.mark.parametrize("use", [
    lambda one: one.field("number"), lambda one: one.matches(RAW),
    lambda one: one.number(RAW, "number"), lambda one: one.bytes_of(RAW, "number"),
    lambda one: one.value(RAW, "number"), lambda one: one.fields_of(RAW),
    lambda one: one.format_field(RAW, "number"), lambda one: one.format(RAW)])
def test_a_closed_tracepoint_can_not_be_used(use):
    tracepoint = perfc.Tracepoint.parse("system", FORMAT)
    use(tracepoint)
    tracepoint.close()
    with pytest.raises(perfc.ClosedError, match="Tracepoint is closed"):
        use(tracepoint)


@pytest.mark.parametrize("use", [
    lambda plan, record: record.decode(), lambda plan, record: record.sample_id(),
    lambda plan, record: plan.view(record.data), lambda plan, record: list(plan.records(b"")),
    lambda plan, record: perfc.Batch().fill_bytes(plan, record.data),
    lambda plan, record: perfc.Stitch().push(record), lambda plan, record: len(plan)])
def test_nothing_decodes_with_a_closed_plan(use):
    plan = perfc.Plan(perfc.Attr(sample_type=perfc.SampleType.TIME, sample_id_all=True))
    comm = struct.pack("=IHHII8sQ", perfc.RecordType.COMM, 0, 32, 1, 1, b"name", 5)
    record = plan.view(comm)
    use(plan, record)
    plan.close()
    with pytest.raises(perfc.ClosedError, match="Plan is closed"):
        use(plan, record)


@pytest.mark.parametrize("use, error", [
    (lambda plan: plan.close(), BufferError),
    (lambda plan: plan.add(perfc.Attr(), [1]), perfc.ConcurrentUseError),
    (lambda plan: plan.set_default(0), perfc.ConcurrentUseError),
    (lambda plan: plan.set_default(None), perfc.ConcurrentUseError)])
def test_a_plan_that_another_thread_decodes_with_stays_as_it_is(use, error):
    sample = struct.pack("=IHHQ", perfc.RecordType.SAMPLE, 0, 16, 1)
    data = sample * 500_000
    with perfc.Plan(perfc.Attr(sample_type=perfc.SampleType.TIME)) as plan, \
            perfc.Batch(rows=1_000_000) as batch:
        thread = threading.Thread(target=lambda: [batch.fill_bytes(plan, data) for _ in range(50)])
        thread.start()
        refused = 0
        while thread.is_alive() and not refused:
            if plan._children:
                with pytest.raises(error, match="in use|decodes in another thread"):
                    use(plan)
                refused += 1
        thread.join()
        assert refused


def test_a_handle_can_not_be_copied():
    with perfc.Batch() as batch:
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="the Batch can't be copied"):
                copied(batch)


def test_nothing_stays_open():
    make_handles()
    gc.collect()
    before = open_fds()
    for _ in range(3):
        make_handles()
    gc.collect()
    assert open_fds() == before


def test_an_event_is_closed_as_soon_as_it_is_dropped():
    before = open_fds()
    event = perfc.Event(cpu_clock())
    event.mmap(1)
    list(event.records())
    assert open_fds() > before
    del event
    assert open_fds() == before


def test_a_failed_open_leaves_nothing():
    before = open_fds()
    for _ in range(3):
        with pytest.raises(perfc.PerfcError):
            perfc.Event(b"")
    gc.collect()
    assert open_fds() == before


def test_two_threads_at_once_is_an_error(event):
    waiting = threading.Thread(target=lambda: pytest.raises(perfc.Canceled, event.wait))
    waiting.start()
    while event._guard.lock.held.acquire(blocking=False):
        event._guard.lock.held.release()
        time.sleep(0.001)
    for use in (event.next_record, event.enable, event.close, event.losses):
        with pytest.raises(perfc.ConcurrentUseError, match="another thread"):
            use()
    event.read()  # Which any thread may do.
    event.wake()
    waiting.join()
    event.enable()


def test_a_stream_and_its_events_are_used_together(event):
    with perfc.Stream() as stream:
        stream.add(event)
        waiting = threading.Thread(target=lambda: pytest.raises(perfc.Canceled, stream.wait))
        waiting.start()
        while stream._guard.lock.held.acquire(blocking=False):
            stream._guard.lock.held.release()
            time.sleep(0.001)
        with pytest.raises(perfc.ConcurrentUseError):
            event.next_record()
        stream.wake()
        waiting.join()
        stream.remove(event)
        assert event._guard.lock is not stream._guard.lock
        event.next_record()


def test_a_host_outlives_what_was_opened_with_it():
    host = perfc.Host()
    event = perfc.Event(cpu_clock(), host=host)
    with pytest.raises(BufferError, match="close them first"):
        host.close()
    event.close()
    host.close()
    assert host.closed


def test_garbage_in_a_circle_is_closed_in_the_right_order():
    before = open_fds()
    host = perfc.Host()
    event = perfc.Event(cpu_clock(), host=host)
    host.circle = event
    del host, event
    gc.collect()
    assert open_fds() == before


def fill(batch, event):
    event.enable()
    work()
    event.disable()
    assert batch.fill(event)


def test_columns_in_use_keep_the_batch(event):
    with perfc.Batch() as batch:
        fill(batch, event)
        column = batch.samples["ip"]
        values = column.values
        with pytest.raises(BufferError, match="views"):
            batch.fill(event)
        with pytest.raises(BufferError):
            batch.close()
        assert values[0] == column[0]
        del values
        batch.fill(event)
        with pytest.raises(perfc.ClosedError, match="filled again"):
            column[0]


def test_views_in_the_ring_keep_the_event():
    attr = cpu_clock(sample_type=perfc.SampleType.IP | perfc.SampleType.CALLCHAIN)
    with perfc.Event(attr) as event, perfc.Batch(views=True) as batch:
        event.mmap(8)
        fill(batch, event)
        chains = batch.samples["callchain"]
        assert chains.sizes is not None
        view = chains.values
        for end in (event.munmap, event.close, batch.close):
            with pytest.raises(BufferError):
                end()
        del view
        event.munmap()
        with pytest.raises(perfc.ClosedError):
            chains[0]


def test_bytes_alone_may_be_views():
    attr = cpu_clock(sample_type=perfc.SampleType.CALLCHAIN | perfc.SampleType.STACK_USER,
                     sample_stack_user=64)
    with perfc.Event(attr) as event, perfc.Batch(view_bytes=True) as batch:
        event.mmap(8)
        fill(batch, event)
        chains, stacks = batch.samples["callchain"], batch.samples["stack"]
        assert chains.sizes is None and len(chains.values) == sum(map(len, chains))
        assert stacks.sizes is not None
        view = stacks.values
        with pytest.raises(BufferError):
            event.munmap()
        del view


def test_a_view_outlives_the_names_of_its_batch(event):
    np = pytest.importorskip("numpy")
    batch = perfc.Batch()
    fill(batch, event)
    ip = batch.samples.numpy("ip")
    copy = ip.copy()
    del batch
    gc.collect()
    assert np.array_equal(ip, copy)
    assert not ip.flags.writeable


def test_records_may_be_kept(event):
    event.enable()
    work()
    event.disable()
    records = list(event.records())
    samples = [record.decode() for record in records]
    event.munmap()
    assert all(sample.ip for sample in samples)
    event.close()
    assert samples[0].ip and records[0].data
    with pytest.raises(perfc.ClosedError):
        records[0].decode()


def in_child(queue, event, stream):
    numbers = []
    for use in (event.read, event.next_record, event.enable, stream.next):
        try:
            use()
            numbers.append(0)
        except perfc.ForkedError as error:
            numbers.append(error.errno)
    event.close()
    event.close()
    stream.close()
    queue.put(numbers)


def test_in_a_forked_child_only_close_works(event):
    context = multiprocessing.get_context("fork")
    with perfc.Stream() as stream:
        stream.add(event)
        queue = context.Queue()
        child = context.Process(target=in_child, args=(queue, event, stream))
        child.start()
        assert queue.get(timeout=30) == [errno.EOWNERDEAD] * 4
        child.join()
        assert child.exitcode == 0
        event.enable()
        work()
        event.disable()
        assert list(stream.records())


def test_destructors_in_a_forked_child_are_harmless(event):
    with perfc.Set("task-clock:u") as events, perfc.Flight() as flight:
        assert flight is not None
        child = os.fork()
        if child == 0:
            del events, flight
            gc.collect()
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        events.enable()
        work()
        assert events.sum()[0].count.raw > 0
    event.enable()
    work()
    event.disable()
    assert list(event.records())


def test_a_child_made_during_a_wait_can_close(event):
    waiting = threading.Thread(target=lambda: pytest.raises(perfc.Canceled, event.wait))
    waiting.start()
    while event._guard.lock.held.acquire(blocking=False):
        event._guard.lock.held.release()
        time.sleep(0.001)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            event.enable()
        except perfc.ForkedError:
            event.close()
            status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    event.wake()
    waiting.join()


def held(lock):
    """Holds it in another thread until what is returned is set."""
    holds, release = threading.Event(), threading.Event()

    def hold():
        with lock:
            holds.set()
            release.wait()

    threading.Thread(target=hold).start()
    holds.wait()
    return release


@pytest.mark.parametrize("use", [lambda event, _: event.count(), lambda event, _: event.read(),
                                 lambda event, _: event.wake(), lambda _, stream: stream.wake()])
def test_a_child_made_while_another_thread_reads_is_refused_and_not_hung(event, use):
    with perfc.Stream() as stream:
        releases = [held(event._side), held(stream._side)]
        child = os.fork()
        if child == 0:
            signal.alarm(10)
            try:
                use(event, stream)
            except perfc.ForkedError:
                os._exit(0)
            finally:
                os._exit(1)
        for release in releases:
            release.set()
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_child_made_while_another_thread_parses_can_parse():
    releases = [held(perfc.specs._libpfm4), held(perfc._handle._Lock._reclaiming)]
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        with perfc._handle._Lock._reclaiming, perfc.Specs("task-clock") as specs:
            os._exit(len(specs) - 1)
    for release in releases:
        release.set()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


INTERRUPTED = """
import perfc, threading, _thread, os, signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # What a shell starts with & ignores it.
attr = perfc.Attr(type=1, config=9, sample_type=4, exclude_kernel=True)
with perfc.Event(attr) as event, perfc.Stream() as stream:
    event.mmap(1)
    {prepare}
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    try:
        {wait}
    except KeyboardInterrupt:
        print("interrupted")
    except OSError as error:
        print("interrupted" if "KeyboardInterrupt" in str(error) else error)
    print(time.monotonic() - begin < 60)
    {after}
"""


@pytest.mark.parametrize("prepare, wait, after", [
    ("", "event.wait(3600)", "event.enable()"),
    ("", "event.wait()", "event.next_record()"),
    ("stream.add(event)", "stream.wait(3600)", "stream.next()"),
    ("stream.add(event)", "for record in stream: pass", "stream.next()"),
    ("stream.add(event); import pyarrow",
     "pyarrow.RecordBatchReader.from_stream(stream.arrow(duration=3600)).read_all()", "")],
    ids=["event", "event for ever", "stream", "iteration", "arrow"])
def test_ctrl_c_ends_a_wait(prepare, wait, after):
    if "pyarrow" in prepare:
        pytest.importorskip("pyarrow")
    result = python(INTERRUPTED.format(prepare=prepare, wait=wait, after=after))
    assert result.stdout == "interrupted\nTrue\n", result.stderr
    assert result.returncode == 0, result.stderr


def test_a_handler_that_returns_does_not_end_a_wait(event):
    ran = []
    before = signal.signal(signal.SIGALRM, lambda *_: ran.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        assert event.wait(0.2) is False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert ran


def test_a_handler_may_close_what_is_waited_for():
    event = perfc.Event(cpu_clock())
    event.mmap(1)
    before = signal.signal(signal.SIGALRM, lambda *_: event.close())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(perfc.ClosedError):
            event.wait(60)
    finally:
        signal.signal(signal.SIGALRM, before)


# Python itself swallows what a handler raises within a __del__, and may see a signal that
# another thread took only when the next one comes.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_amid_calls_leaves_nothing_locked(event):
    armed, raised = False, 0

    def again(*_):
        nonlocal armed
        signal.setitimer(signal.ITIMER_REAL, 0)
        if armed:
            armed = False
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, again)
    try:
        for _ in range(200):
            try:
                armed = True
                signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
                while armed:
                    event.next_record()
            except KeyboardInterrupt:
                raised += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert raised > 100
    other = threading.Thread(target=lambda: event.next_record())
    failures = []
    threading.excepthook, hook = failures.append, threading.excepthook
    other.start()
    other.join()
    threading.excepthook = hook
    assert not failures
