"""Against the running kernel."""
import ctypes
import errno
import os
import signal
import socket
import struct
import subprocess
import sys
import time

import pytest

import perfc
from conftest import (HERE, TRACEFS, cpu_clock, may, needs_perf, needs_root, needs_tracefs,
                      work)
from perfc import Quality, ReadFormat, SampleType, Software, SumBy, Target, Type, constants

pytestmark = needs_perf
TIMES = ReadFormat.TOTAL_TIME_ENABLED | ReadFormat.TOTAL_TIME_RUNNING


def counter(config=Software.TASK_CLOCK, **more):
    return perfc.Attr(**{**dict(type=Type.SOFTWARE, config=config, exclude_kernel=True,
                                exclude_hv=True, read_format=TIMES | ReadFormat.ID,
                                disabled=True), **more})


def test_an_event_is_opened_by_its_name_to_count():
    with perfc.Event.open("task-clock:u") as event:
        with event.measure() as measured:
            work()
        assert measured.count.raw > 0 and measured.count.exact


def test_an_event_is_opened_by_its_name_to_sample():
    with perfc.Event.open("cpu-clock/freq=2000/u", SampleType.IP | SampleType.TID) as event:
        assert event.attr.freq and event.attr.sample_period == 2000
        event.mmap(8)
        event.enable()
        work()
        event.disable()
        samples = [record.decode() for record in event.records()]
        assert samples and all(sample.ip and sample.tid == os.getpid() for sample in samples)


@needs_root
@needs_tracefs
def test_a_tracepoint_is_opened_by_its_name():
    with perfc.Event.open("syscalls:sys_enter_getppid", sample_type=SampleType.RAW) as event:
        event.mmap(8)
        event.enable()
        os.getppid()
        event.disable()
        assert [record.decode().raw for record in event.records()]


def test_one_event_is_opened_by_its_name_not_several():
    with pytest.raises(perfc.PerfcError, match="as a set") as caught:
        perfc.Event.open("context-switches:u,page-faults:u")
    assert caught.value.errno == errno.ENOTUNIQ
    with pytest.raises(perfc.NotFound) as caught:
        perfc.Event.open("page-fualts")
    assert caught.value.numbers[0] == 0


def test_samples_of_this_thread(event):
    event.enable()
    work()
    event.disable()
    assert event.wait(0)
    first = event.peek_record()
    records = list(event.records())
    assert first.data == records[0].data
    samples = [record.decode() for record in records]
    assert len(samples) > 3
    for record, sample in zip(records, samples):
        assert (sample.pid, sample.tid) == (os.getpid(), os.getpid())
        assert sample.ip and sample.time and record.cpumode == constants.RECORD_MISC_USER
        assert not hasattr(sample, "callchain")
    assert event.next_record() is None
    losses = event.losses()
    assert (losses.lost, losses.malformed, losses.read_lost) == (0, 0, None)
    page = event.control_page()
    assert page.data_size == 8 * os.sysconf("SC_PAGESIZE")
    assert page.data_head == page.data_tail > 0


def test_columns_of_numpy_are_the_records(event):
    np = pytest.importorskip("numpy")
    event.enable()
    work()
    event.disable()
    with perfc.Batch() as batch:
        assert batch.fill(event) == len(batch) == len(batch.samples) + len(batch.records)
        table = batch.samples
        assert {"ip", "tid", "time", "sequence"} <= set(table.columns())
        assert "callchain" not in table and "nonsense" not in table
        with pytest.raises(KeyError):
            table["callchain"]
        ip = table.numpy("ip")
        assert ip.dtype == np.uint64 and ip.tolist() == table["ip"].to_list()
        assert set(table.numpy("tid").tolist()) == {os.getpid()}
        assert table["ip"].valid().all()
        assert np.all(np.diff(table.numpy("time").astype("i8")) >= 0)
        del ip
        assert batch.fill(event) == 0 and not batch.overflow and not batch.undecodable


def test_a_wait_times_out_and_wakes(event):
    begin = time.monotonic()
    assert event.wait(0.15) is False
    assert time.monotonic() - begin >= 0.15
    event.wake()
    with pytest.raises(perfc.Canceled):
        event.wait()


def test_follow_ends_with_its_target():
    with subprocess.Popen([sys.executable, "-c", "input(); sum(range(3000000))"],
                          stdin=subprocess.PIPE) as child:
        with perfc.Event(cpu_clock(disabled=False), pid=child.pid) as event:
            event.mmap(16)
            child.communicate(b"\n")
            assert sum(1 for _ in event.follow()) > 3
            with pytest.raises(perfc.TargetGone):
                event.wait()


def test_controls():
    with perfc.Event(cpu_clock()) as event:
        event.set_period(2_000_000)
        event.refresh(1)
        event.reset()
        assert event.id > 0 and os.fstat(event.fileno())
        event.ioctl(constants.IOC_DISABLE, 0)
        assert event.attr.sample_period == 1_000_000
        for call in (lambda: event.set_bpf(0), event.query_bpf, lambda: event.set_filter("x"),
                     lambda: event.modify_attributes(cpu_clock()), lambda: event.aux_mmap(1),
                     lambda: event.pause_output(True), lambda: event.aux_release(0),
                     event.aux_peek, event.aux_munmap, lambda: event.ioctl(0, 0),
                     lambda: event.aux_view(perfc.Aux(0, 0, perfc.AuxFlag(0)))):
            with pytest.raises(perfc.PerfcError):
                call()
        event.mmap(0)
        assert event.control_page().version == 0
        event.munmap()
        assert event.control_page() is None


def bpf_program():
    """One for tracepoints that returns 0."""
    code = (ctypes.c_uint64 * 2)(0xb7, 0x95)  # r0 = 0; exit
    license = ctypes.c_char_p(b"GPL")
    attr = struct.pack("IIQQ32x", 5, len(code), ctypes.addressof(code),
                       ctypes.cast(license, ctypes.c_void_p).value)
    number = {"x86_64": 321, "aarch64": 280}[os.uname().machine]
    fd = ctypes.CDLL(None, use_errno=True).syscall(number, 5, attr, len(attr))
    if fd < 0:
        pytest.skip(f"no BPF programs: {os.strerror(ctypes.get_errno())}")
    return fd


@needs_root
@needs_tracefs
def test_a_program_is_at_the_tracepoint_it_was_attached_to():
    with perfc.Tracepoint("syscalls:sys_enter_openat") as tracepoint:
        attr = perfc.Attr(type=Type.TRACEPOINT, config=tracepoint.id, disabled=True)
    program = bpf_program()
    try:
        with perfc.Event(attr) as event:
            event.set_bpf(program)
            assert len(event.query_bpf()) == 1
    finally:
        os.close(program)


def test_an_adopted_fd_is_closed_with_its_event():
    first = perfc.Event(counter())
    copy = os.dup(first.fileno())
    with perfc.Event.open_fd(copy, first.attr) as second:
        assert second.id == first.id
    with pytest.raises(OSError):
        os.fstat(copy)
    pair = socket.socketpair()
    with pytest.raises(perfc.PerfcError):
        perfc.Event.open_fd(pair[0].fileno(), counter())
    for one in pair:
        one.close()
    first.close()


def test_output_into_anothers_ring():
    identified = cpu_clock(sample_type=SampleType.IDENTIFIER | SampleType.IP)
    with perfc.Event(identified) as first, perfc.Event(identified) as second:
        first.mmap(8)
        assert second.set_output(first) is None
        for event in (first, second):
            event.enable()
        work()
        ids = {record.decode().identifier for record in first.records()}
        assert ids == {first.id, second.id} and len(first.plan) == 2
        assert first.plan.why_unmatched() is None
        second.set_output(None)


def test_counts_of_an_event_and_a_group():
    group = dict(read_format=TIMES | ReadFormat.ID | ReadFormat.GROUP)
    with perfc.Event(counter(**group)) as leader, \
            perfc.Event(counter(Software.PAGE_FAULTS, **group), group=leader) as faults:
        with leader.measure([faults, leader]) as measured:
            with pytest.raises(ValueError):
                measured.counts
            pages = bytearray(8 << 20)
        assert pages
        assert measured.counts[0].raw >= 1000 and measured.counts[1].raw > 0
        read = leader.read()
        assert [count.id for count in read] == [leader.id, faults.id]
        assert read[0].time_enabled >= read[0].time_running > 0
        one, two = leader.count_group([leader, faults])
        assert (one.id, two.id) == (leader.id, faults.id)
    with perfc.Event(counter()) as event:
        event.enable()
        before = event.count()
        work()
        event.disable()
        after = event.count_user()
        assert after.origin != 0 and Quality.EXACT in after.quality
        delta = after - before
        assert delta.raw == after.raw - before.raw > 0 and int(delta) == delta.scaled
        assert perfc.Count.sum([before, delta]).raw == after.raw
    assert perfc.scale(10, 300, 100) == 30
    with pytest.raises(perfc.PerfcError):
        perfc.scale(1, 1, 0)


def test_a_tolerant_set_has_the_counters_that_there_are():
    with perfc.Specs() as specs:
        specs.add(counter(0xffff))
        specs.add(counter(Software.TASK_CLOCK))
        with perfc.Set(specs, tolerant=True, start=True) as table:
            work()
            table.disable()
            absent, there = table
            assert absent.event is None and absent.open_error == errno.ENOENT
            assert there.open_error == 0
            counts = table.read()
            assert not counts[0].fields and counts[1].raw > 0
    assert perfc.cache_config(perfc.Cache.LL, perfc.CacheOp.WRITE,
                              perfc.CacheResult.MISS) == 0x10102


def test_specs():
    with perfc.Specs("task-clock:u,{page-faults,minor-faults}") as specs:
        assert [spec.name for spec in specs] == ["task-clock:u", "page-faults", "minor-faults"]
        assert [spec.leader for spec in specs] == [0, 1, 1]
        assert specs[0].attr.exclude_kernel and specs[0].scale and specs[0].cpus == ()
        assert specs.add(cpu_clock(), "mine", leader=1) == 3
        attr = specs[3].attr
        attr.sample_period = 5
        specs.set_attr(3, attr)
        specs.set_filter(3, "x == 1")
        assert specs[3].attr.sample_period == 5 and specs[3].filter == "x == 1"
        with pytest.raises(IndexError):
            specs[4]
    names = {one.name for one in perfc.catalog(perfc.CatalogKind.SOFTWARE)}
    assert "page-faults" in names
    assert perfc.attr_label(counter(Software.PAGE_FAULTS)).startswith("page-faults")


def test_a_set_counts_and_streams(busy):
    cpus = sorted(os.sched_getaffinity(busy))[:2]
    os.sched_setaffinity(busy, cpus)
    with perfc.Specs() as specs, perfc.Stream() as stream, perfc.Report() as report:
        specs.add(cpu_clock(read_format=TIMES | ReadFormat.ID), "clock")
        with perfc.Set(specs, Target.process(busy, cpus=cpus, each_cpu=True),
                       start=True, identify=True, report=report) as events:
            plan = events.ring_budget()
            assert plan.rings == len(events) > 0 and plan.data_pages > 0
            assert events.mmap(8) == len(events) == stream.add_set(events)
            time.sleep(0.1)
            assert stream.wait(10)
            first = stream.next()
            assert first.record.decode().pid == busy
            assert first.event in [member.event for member in events]
            rest = list(stream.records())
            assert [one.time for one in rest] == sorted(one.time for one in rest)
            counts = events.read()
            assert len(counts) == len(events)
            total, = events.sum(counts)
            assert total.count.raw > 0 and total.parts + total.missing == len(events)
            assert len(events.sum(by=SumBy.CPU)) == len(events)
            assert [row.missing for row in events.sum([], SumBy.CPU)] == [1] * len(events)
            assert events.id(0) == counts[0].id
            assert events.specs[0].attr.sample_id_all and len(events.plan()) == 1
            events.disable()
            events.reset()
            assert events.update(reopen=True) == 0
            assert events.report() == report.entries() and str(report) == events.report_text()
            events.detach_bpf()
            with pytest.raises(perfc.PerfcError):
                events.attach_bpf(0)
            with pytest.raises(perfc.PerfcError):
                events.query_bpf(0)
            member = events[0].event
            assert stream.losses().malformed == 0 and stream.fileno() > 0
        with pytest.raises(perfc.ClosedError):
            member.read()
        assert stream.next() is None


def test_records_of_a_streams_batch_are_decoded_by_their_ring(busy):
    # On no other CPU are its records those of the set.
    cpu = min(os.sched_getaffinity(busy))
    os.sched_setaffinity(busy, {cpu})
    with perfc.Specs() as specs, perfc.Stream() as stream, perfc.Batch() as batch:
        specs.add(cpu_clock(disabled=False, context_switch=True), "clock")
        with perfc.Set(specs, Target.thread(busy, cpus=[cpu], each_cpu=True)) as events, \
                perfc.Event(cpu_clock(disabled=False), pid=busy) as other:
            other.mmap(8)
            assert stream.add(other) == 0
            assert events.mmap(8) == stream.add_set(events) == 1
            events.enable()
            rows = 0
            while not rows and stream.wait(10):
                for number in (signal.SIGSTOP, signal.SIGCONT):  # It leaves its CPU.
                    os.kill(busy, number)
                batch.fill(stream)
                rows = len(batch.records)
            row = batch.record(0)
            assert isinstance(row.record.decode(), perfc.Switch)
            assert row.source == batch.records["source"][0] == 1
            assert row.time == batch.records["time"][0]
            assert row.record.sample_id().tid == busy


def test_what_failed_to_open_is_in_the_report():
    with perfc.Report() as report, pytest.raises(perfc.PerfcError):
        perfc.Set("task-clock", Target.thread(0x3fffffff), report=report)


def test_a_flight():
    with perfc.Flight() as flight, perfc.Batch() as batch, \
            perfc.Event(cpu_clock(write_backward=True)) as event:
        event.mmap(8)
        number = flight.add(event)
        event.enable()
        work()
        with flight.cut() as count:
            first = flight.next()
            assert first.source == number and first.event is event
            assert 1 + len(list(flight.records())) == count > 1
        with flight.cut(10**9):
            assert batch.fill(flight) > 0
        assert flight.losses(event).malformed == 0
        assert flight.next() is None
        flight.remove(event)


def test_clocks(event):
    assert perfc.clock_find("monotonic") == time.CLOCK_MONOTONIC
    assert perfc.clock_name(time.CLOCK_REALTIME) == "realtime" and not perfc.clock_name(99)
    with pytest.raises(perfc.NotFound):
        perfc.clock_find("sundial")
    relation = event.relate_clock(time.CLOCK_MONOTONIC)
    begin = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    event.enable()
    work()
    event.disable()
    end = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    later = event.relate_clock(time.CLOCK_MONOTONIC)
    for record in event.records():
        for other in (None, later):
            moment, error = relation.convert(record.decode().time, other)
            assert begin - error <= moment <= end + error


@needs_root
@needs_tracefs
def test_tracepoint_fields_and_columns():
    np = pytest.importorskip("numpy")
    tracepoint = perfc.Tracepoint("syscalls:sys_enter_openat")
    attr = perfc.Attr(type=Type.TRACEPOINT, config=tracepoint.id, sample_period=1, disabled=True,
                      sample_type=SampleType.RAW)
    with tracepoint, perfc.Event(attr) as event, perfc.Batch() as batch:
        event.mmap(8)
        event.enable()
        for flags in (os.O_RDONLY, os.O_RDONLY | os.O_CLOEXEC):
            os.close(os.open("/proc/self/comm", flags))
        event.disable()
        raw = event.peek_record().decode().raw
        assert tracepoint.matches(raw)
        fields = tracepoint.fields_of(raw)
        assert set(fields) >= {"dfd", "filename", "flags", "mode"}
        assert f"flags={tracepoint.format_field(raw, 'flags')}" in tracepoint.format(raw)
        assert tracepoint.bytes_of(raw, "flags") == fields["flags"].to_bytes(8, "little")
        assert batch.fill(event) == 2
        values, valid, rows = tracepoint.column(batch, "flags")
        assert valid.all() and rows.present == 2
        assert values.tolist()[1] & os.O_CLOEXEC and values.dtype == np.uint64
        with pytest.raises(perfc.NotFound):
            tracepoint.field("nonsense")
    assert perfc.Tracepoint.by_id(attr.config).name == "sys_enter_openat"


FORMAT = """name: wake
ID: 77
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;

\tfield:int pid;\toffset:4;\tsize:4;\tsigned:1;
\tfield:char comm[8];\toffset:8;\tsize:8;\tsigned:0;
\tfield:__data_loc char[] path;\toffset:16;\tsize:4;\tsigned:0;

print fmt: "pid=%d", REC->pid
"""


def test_a_tracepoint_of_another_machine():
    with perfc.Tracepoint.parse("sched", FORMAT) as wake:
        raw = (b"\x4d\0\0\0" + (-5).to_bytes(4, "little", signed=True) + b"bash\0\0\0\0"
               + (20 | 5 << 16).to_bytes(4, "little") + b"/tmp\0")
        assert wake.fields_of(raw) == {"pid": -5, "comm": "bash", "path": "/tmp"}
        assert (wake.system, wake.name, wake.id, len(wake.fields)) == ("sched", "wake", 77, 4)
        with pytest.raises(perfc.MalformedRecord):
            wake.value(raw[:18], "path")


def test_stitching_passes_records_on(event):
    event.enable()
    work()
    event.disable()
    with perfc.Stitch() as stitch:
        records = list(event.records())
        out = [one for index, record in enumerate(records) for one in stitch.push(record, index)]
        assert [one.tag for one in out] == list(range(len(records)))
        assert [one.record.data for one in out] == [record.data for record in records]
        assert list(stitch.flush()) == [] and stitch.info().held == 0


def test_the_machine():
    assert perfc.supported() and perfc.attr_size() >= 112 and perfc.max_stack() > 0
    assert perfc.pmu_type("software") == Type.SOFTWARE
    assert perfc.sysfs() == "/sys" and perfc.procfs() == "/proc"
    with perfc.Host(sysfs="/nowhere", procfs="/nowhere") as nowhere:
        assert perfc.sysfs(nowhere) == "/nowhere"
        with pytest.raises(perfc.NotFound):
            perfc.tracefs(nowhere)
        with pytest.raises(perfc.NotFound):  # that can't be told
            perfc.supported(nowhere)
    with perfc.Event(counter()) as event:
        perfc.task_enable()
        work()
        perfc.task_disable()
        assert event.count().raw > 0
    assert perfc.transaction_flags(5 << 32 | 1) == 1
    assert perfc.transaction_abort_code(5 << 32 | 1) == 5
    assert perfc.is_context(constants.CONTEXT_USER) and not perfc.is_context(4096)
    assert perfc.data_source(2).op == constants.MEM_OP_LOAD


# ---- Arrow

def filled(event, batch):
    event.enable()
    work()
    event.disable()
    return batch.fill(event)


def test_pyarrow_takes_a_batch(event):
    pa = pytest.importorskip("pyarrow")
    with perfc.Batch() as batch:
        filled(event, batch)
        taken = pa.record_batch(batch)
        expected = batch.samples["ip"].to_list()
        assert pa.table(batch.records).num_rows == len(batch.records)
        assert pa.schema(batch.samples).field("ip").type == pa.uint64()
    assert taken.column("ip").to_pylist() == expected


def test_a_reader_takes_what_an_event_a_stream_and_a_flight_have(event):
    pytest.importorskip("pyarrow")
    with perfc.Batch(rows=2) as batch, perfc.Stream() as stream, perfc.Flight() as flight, \
            perfc.Event(cpu_clock(write_backward=True)) as backward:
        assert batch.reader(event).read_all().num_rows == 0
        backward.mmap(8)
        flight.add(backward)
        for source in (event, stream, flight):
            if source is stream:
                stream.add(event)
            for one in (event, backward):
                one.enable()
            work()
            for one in (event, backward):
                one.disable()
            with flight.cut():
                table = batch.reader(source).read_all()
            assert table.num_rows > 3 and set(table.column("tid").to_pylist()) == {os.getpid()}


def test_polars_takes_a_batch(event):
    pl = pytest.importorskip("polars")
    with perfc.Batch() as batch:
        filled(event, batch)
        expected = batch.samples["ip"].to_list()
        frame = pl.DataFrame(batch.samples)
    assert frame["ip"].to_list() == expected


def streamed(busy, use, **more):
    with perfc.Event(cpu_clock(disabled=False), pid=busy) as event, perfc.Stream() as stream:
        event.mmap(64)
        stream.add(event)
        return use(stream.arrow(duration=0.4, **more))


def test_pyarrow_takes_a_stream(busy):
    pa = pytest.importorskip("pyarrow")
    table = streamed(busy, lambda stream: pa.RecordBatchReader.from_stream(stream).read_all())
    assert set(table.column("pid").to_pylist()) == {busy} and table.num_rows > 10
    others = streamed(busy, pa.table, records=True)
    assert "raw" in others.column_names


def test_polars_takes_a_stream(busy):
    pl = pytest.importorskip("polars")
    assert set(streamed(busy, pl.DataFrame)["tid"].to_list()) == {busy}


def test_duckdb_takes_a_stream(busy):
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")

    def use(stream):
        assert stream is not None  # DuckDB finds it by its name.
        return duckdb.sql("select count(*), min(pid), max(pid) from stream").fetchall()[0]

    count, least, most = streamed(busy, use)
    assert count > 10 and least == most == busy


def test_a_stream_that_is_closed_has_come_to_its_end(event):
    pa = pytest.importorskip("pyarrow")
    stream = perfc.Stream()
    stream.add(event)
    reader = pa.RecordBatchReader.from_stream(stream)
    stream.close()
    assert reader.read_all().num_rows == 0


@pytest.mark.parametrize("example", ["count_function", "hot_functions", "trace_opens"])
def test_examples(example):
    if example == "trace_opens" and not (os.geteuid() == 0 and may(2) and TRACEFS):
        pytest.skip("needs root and tracefs")
    path = HERE / "examples" / f"{example}.py"
    if example == "hot_functions":
        pytest.importorskip("numpy")
    result = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0 and result.stdout, result.stderr
