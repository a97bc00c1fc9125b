"""perf.data files, written and read again."""
import dataclasses
import gc
import os
import pathlib
import struct
import threading

import pytest

import perfc
from conftest import HERE, python
from perfc import RecordType, SampleType

try:
    from perfc import profile
    from perfc.profile import Filter
except perfc.LibraryError as error:
    pytest.skip(str(error), allow_module_level=True)

ID = 77
ATTR = perfc.Attr(type=perfc.Type.SOFTWARE, config=perfc.Software.CPU_CLOCK, comm=True,
                  sample_type=SampleType.IDENTIFIER | SampleType.IP | SampleType.TID | SampleType.TIME,
                  sample_id_all=True)
ALL = list(range(200, 210))


def comm(pid, name, time):
    return struct.pack("<IHHII8sIIQQ", RecordType.COMM, 0, 48, pid, pid, name, pid, pid, time, ID)


def sample(pid, time):
    return struct.pack("<IHHQQIIQ", RecordType.SAMPLE, perfc.constants.RECORD_MISC_USER, 40, ID,
                       0x1000 + time, pid, pid, time)


@pytest.fixture
def plan():
    with perfc.Plan(ATTR, [ID]) as one:
        yield one


@pytest.fixture
def records(plan):
    """Two threads, alpha of 8 samples and beta of 2."""
    pieces = [(comm(10, b"alpha", 100), 100), (comm(20, b"beta", 110), 110)]
    pieces += [(sample(20 if time % 5 == 0 else 10, time), time) for time in ALL]
    return [perfc.StreamRecord(plan.view(data), time, number)
            for number, (data, time) in enumerate(pieces)]


@pytest.fixture
def path(records, tmp_path):
    with profile.Writer(tmp_path / "perf.data") as writer:
        writer.write(records)
    return tmp_path / "perf.data"


def times(file):
    found = []
    for one in file:
        if one.record.type == RecordType.SAMPLE:
            decoded = one.record.decode()
            assert decoded.ip == 0x1000 + decoded.time and one.time == decoded.time
            found.append(decoded.time)
    return found


def test_what_was_written_is_read_by_time(path):
    with profile.File(path) as file:
        assert times(file) == ALL
        info = file.info()
        assert (info.first_time, info.last_time, info.cut_at) == (100, 209, None)
        assert info.byte_order == perfc.ByteOrder.LITTLE and not info.pipe and info.sources == 1
        assert profile.Feature.ARCH in info.features
        assert len(file.plan) == 1 and file.plan.find_id(ID) == 0
        assert file.next_records() == [] and list(file) == []


def test_what_was_written_is_told(records, tmp_path):
    with profile.Writer(tmp_path / "perf.data") as writer:
        writer.write(iter(records))
        written = writer.finish()
        assert (written.records, written.files) == (12, 1) and written.bytes > 500
        assert written.tails_missing == 0
        with pytest.raises(perfc.WrongState):
            writer.write(records)


def test_names_of_threads(path):
    with profile.File(path) as file:
        names = [decoded.comm for one in file
                 if isinstance(decoded := one.record.decode(), perfc.Comm)]
    assert names == ["alpha", "beta"]


def test_a_filter_keeps_samples(path):
    with profile.File(path, filter=Filter(pids=[20])) as file:
        assert times(file) == [200, 205]
        assert file.info().filtered == 8
    with profile.File(path, filter=Filter(pids=[20], negate=True)) as file:
        assert len(times(file)) == 8
    with profile.File(path, filter=Filter(start=203, end=206)) as file:
        assert times(file) == [203, 204, 205]


def test_from_an_fd_a_file_object_a_pipe_and_bytes(path, records):
    with open(path, "rb") as opened:
        for source in (opened, opened.fileno(), path.read_bytes(), bytearray(path.read_bytes()),
                       str(path)):
            with profile.File(source) as file:
                assert times(file) == ALL
        assert opened.read(8) == b"PERFILE2"
    reading, writing = os.pipe()
    with open(reading, "rb") as source, open(writing, "wb") as target:
        with profile.Writer(target) as writer:
            writer.write(records)
        target.close()
        with profile.File(source) as file:
            assert times(file) == ALL and file.info().pipe


def test_batches(path):
    with profile.File(path) as file, perfc.Batch(rows=4) as batch:
        found, comms = [], []
        for rows in batch.fills(file):
            if "time" in rows.samples:
                found += [rows.samples["time"][row] for row in range(len(rows.samples))]
            comms += [decoded.comm for row in range(len(rows.records))
                      if isinstance(decoded := rows.record(row).record.decode(), perfc.Comm)]
        assert found == ALL and comms == ["alpha", "beta"]
        assert batch.fill(file) == 0


def test_a_batch_with_views_is_refused(path):
    with profile.File(path) as file, perfc.Batch(views=True) as batch:
        with pytest.raises(perfc.PerfcError):
            batch.fill(file)


def test_arrow(path):
    pyarrow = pytest.importorskip("pyarrow")
    with profile.File(path) as file, perfc.Batch() as batch:
        table = batch.reader(file).read_all()
        assert table["time"].to_pylist() == ALL
        with file.facts() as facts:
            array = pyarrow.array(facts)
        assert len(array) == len(facts) and array.field("name").to_pylist()[0]


def test_tables(path):
    with profile.File(path) as file:
        facts = {fact.name: fact for fact in file.facts()}
        assert facts["arch"].value == os.uname().machine
        assert facts["arch"].feature == profile.Feature.ARCH
        event, = file.events()
        assert (event.attr_index, event.leader, event.id_count) == (0, 0, 1)
        with file.events() as events:
            assert events.kind == profile.RowKind.EVENTS and events.grouped() == ()
            assert events[0:1] == (event,) and event in events
        with pytest.raises(perfc.NoData):
            file.bpf()
    assert len(facts) > 3 and repr(events) == "<Table: closed>"


def test_groups(tmp_path):
    """A header whose feature GROUP_DESC is written by hand."""
    counts = dataclasses.replace(ATTR, config=perfc.Software.PAGE_FAULTS)
    group = struct.pack("<II64sII", 1, 64, b"both", 0, 2)
    data = struct.pack("<IHHQ", RecordType.HEADER_FEATURE, 0, 16 + len(group),
                       profile.Feature.GROUP_DESC) + group
    with perfc.Plan(ATTR, [ID]) as plan, profile.Writer(tmp_path / "perf.data") as writer:
        plan.add(counts, [ID + 1])
        writer.write([
            perfc.StreamRecord(plan.view(data), flags=perfc.constants.STREAM_RECORD_HEADER),
            perfc.StreamRecord(plan.view(sample(10, 200)), 200),
            perfc.StreamRecord(plan.view(sample(10, 201).replace(bytes([ID]), bytes([ID + 1]))), 201)])
    with profile.File(tmp_path / "perf.data") as file:
        (leader, member), = file.groups().grouped()
    assert leader.group == "both" and (leader.leader, member.leader) == (0, 0)
    assert (leader.attr_index, member.attr_index) == (0, 1)


def test_a_table_outlives_its_file(path):
    file = profile.File(path)
    facts = file.facts()
    file.close()
    assert [fact.name for fact in facts] and facts.kind == profile.RowKind.FACTS


def test_a_copy_with_a_filter(path, tmp_path):
    with profile.File(path, filter=Filter(tids=[20]), tails=True) as file, \
            profile.Writer(tmp_path / "copy", strip=profile.Strip.HOST) as writer:
        writer.copy(file)
    with profile.File(tmp_path / "copy") as file:
        assert times(file) == [200, 205]
        assert "hostname" not in {fact.name for fact in file.facts()}


def test_a_file_that_is_there(path, records):
    with pytest.raises(perfc.AlreadyExists):
        profile.Writer(path)
    with profile.Writer(path, overwrite=True) as writer:
        writer.write(records[:3])
    with profile.File(path) as file:
        assert times(file) == [200]


def test_an_exception_leaves_the_file_as_it_is(plan, records, tmp_path):
    later = 10**9  # What is much older is written out.
    with pytest.raises(KeyError):
        with profile.Writer(tmp_path / "perf.data") as writer:
            writer.write(records)
            writer.write([perfc.StreamRecord(plan.view(sample(10, later)), later)])
            raise KeyError
    assert writer.closed
    with profile.File(tmp_path / "perf.data") as file:
        assert times(file) == [*ALL, later]
        with pytest.raises(perfc.NoData):
            file.facts()


def test_compressed(records, tmp_path):
    try:
        with profile.Writer(tmp_path / "perf.data", zstd_level=3) as writer:
            writer.write(records)
    except perfc.PerfcError as error:
        pytest.skip(str(error))
    with profile.File(tmp_path / "perf.data") as file:
        assert times(file) == ALL
        assert file.info().decompressed_bytes > 0


def test_rotation(records, tmp_path):
    with profile.Writer(tmp_path / "perf.data", rotate=True) as writer:
        writer.write(records[:4])
        assert writer.next_file().files >= 1
        writer.write(records[4:])
    files = sorted(tmp_path.glob("perf.data.*"))
    assert len(files) == 2
    found = []
    for one in files:
        with profile.File(one) as file:
            found += times(file)
    assert found == ALL


def test_what_is_no_file(tmp_path):
    with pytest.raises(perfc.NotFound):
        profile.File(tmp_path / "nowhere")
    with pytest.raises(perfc.MalformedRecord) as raised:
        profile.File(bytes(100))
    assert raised.value.rule == perfc.Rule.FILE_CONTENT
    with pytest.raises(ValueError):
        profile.File("a\0b")


def test_a_file_that_is_cut_off(path):
    data = path.read_bytes()
    with profile.File(data) as file:
        last = max(one.position for one in file if one.record.type == RecordType.SAMPLE)
    with profile.File(data[:last + 39]) as file:
        assert times(file) == ALL[:-1]
        assert file.info().cut_at


def test_this_process_is_synthesized(plan):
    with profile.File.synthesize(plan, profile.Synthesize.TASKS, [os.getpid()]) as file:
        records = list(file)
        assert all(one.time == 0 for one in records)
        assert any(isinstance(decoded := one.record.decode(), perfc.Comm)
                   and decoded.pid == os.getpid() for one in records)
        assert any(isinstance(one.record.decode(), perfc.Mmap) for one in records)
        with pytest.raises(BufferError):
            plan.close()


def test_after_the_end_of_a_file_its_records_remain_but_not_its_plan(path):
    with profile.File(path) as file:
        one = list(file)[-1]
    assert one.record.size == 40
    with pytest.raises(perfc.ClosedError):
        one.record.decode()
    with pytest.raises(perfc.ClosedError):
        file.next_records()
    with pytest.raises(perfc.ClosedError):
        file.facts()


def test_a_second_thread_is_refused(path):
    with profile.File(path) as file:
        raised = []

        def use():
            try:
                file.info()
            except perfc.ConcurrentUseError as error:
                raised.append(error)

        from perfc._handle import Use
        with Use(file):
            thread = threading.Thread(target=use)
            thread.start()
            thread.join()
        assert raised


def test_what_the_readme_shows(path, monkeypatch, capsys):
    monkeypatch.chdir(path.parent)
    code = (HERE / "README.md").read_text().rpartition("```python\n")[2].partition("```")[0]
    exec(code, {})
    assert "'arch'" in capsys.readouterr().out
    with profile.File("copy.data") as file:
        assert times(file) == ALL


def test_nothing_is_left_open(path):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        profile.File(path).facts()
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_library_lies_beside_the_other():
    assert pathlib.Path(profile.library_path).name == "libperfc-profile.so.0"


def test_a_missing_library_says_what_was_tried(tmp_path):
    path = tmp_path / "nowhere.so"
    result = python("import perfc; import perfc.profile",
                    env={**os.environ, "PERFC_PROFILE_LIBRARY": str(path)})
    assert result.returncode == 1
    assert "LibraryError: can't load libperfc-profile.so.0, which perfc.profile needs. Tried:" \
        in result.stderr and str(path) in result.stderr
