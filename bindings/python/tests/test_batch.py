"""Batches of bytes, which need no perf events."""
import gc
import itertools
import mmap
import struct

import pytest

import perfc
from perfc import SampleType, constants

SAMPLES = 100_000


@pytest.fixture(scope="module")
def samples():
    """Samples with an ip, as the kernel writes them."""
    return b"".join(struct.pack("<IHHQ", constants.RECORD_SAMPLE, 0, 16, ip)
                    for ip in range(SAMPLES))


def in_memory(data):
    return data


def in_a_view(data):
    return memoryview(data)


def in_a_view_of_words(data):
    return memoryview(data).cast("Q")


def in_a_file(data):
    file = mmap.mmap(-1, len(data))
    file.write(data)
    return file


@pytest.mark.parametrize("hold", [in_memory, bytearray, in_a_view, in_a_view_of_words, in_a_file])
@pytest.mark.parametrize("start", [0, 4])
def test_all_of_any_buffer_is_taken_piece_by_piece(samples, hold, start):
    if hold is in_a_view_of_words and start:
        pytest.skip("words are aligned")
    data, at, found = hold(bytes(start) + samples), start, []
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan, perfc.Batch() as batch:
        while taken := batch.fill_bytes(plan, data, at):
            at += taken
            found += batch.samples["ip"]
        with pytest.raises(IndexError):
            batch.fill_bytes(plan, data, len(samples) + start + 1)
    assert found == list(range(SAMPLES))


def test_a_fill_does_not_copy_what_it_does_not_take(samples, monkeypatch):
    sizes = []
    monkeypatch.setattr("perfc.batch.address_of",
                        lambda piece: sizes.append(len(piece)) or perfc._handle.address_of(piece))
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, memoryview(samples))
        batch.fill_bytes(plan, samples)
    assert sizes[0] < len(samples) == sizes[1]


def test_a_table_gives_the_names_of_its_columns(samples):
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, samples)
        assert "ip" in list(batch.samples) == batch.samples.columns()
        columns = {name: batch.samples[name].to_list() for name in batch.samples}
    assert columns["ip"] == list(itertools.islice(range(SAMPLES), len(columns["ip"])))


def test_a_sample_shows_its_numbers(samples):
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan:
        record = plan.view(samples, 16 * 255)
        assert repr(record.decode()) == "<Sample with IP: ip=0xff>"


def records_of(*samples):
    """Samples of an ip and a chain, as the kernel writes them."""
    out = b""
    for ip, chain in samples:
        body = struct.pack(f"<QQ{len(chain)}Q", ip, len(chain), *chain)
        out += struct.pack("<IHH", constants.RECORD_SAMPLE, 0, 8 + len(body)) + body
    return out


CHAINS = SampleType.IP | SampleType.CALLCHAIN


def test_a_data_frame_has_the_columns():
    pytest.importorskip("pandas")
    data = records_of((1 << 63, [7, 8]), (5, []), (6, [9]))
    with perfc.Plan(perfc.Attr(sample_type=CHAINS)) as plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, data)
        frame = batch.samples.to_pandas()
        assert list(frame) == batch.samples.columns()
        assert frame["ip"].dtype == "uint64" and list(frame["ip"]) == [1 << 63, 5, 6]
        assert list(frame["callchain"]) == [[7, 8], [], [9]]
        batch.fill_bytes(plan, records_of((1, [])))  # The frame is a copy, and holds nothing up.
    assert list(frame["ip"]) == [1 << 63, 5, 6]


def test_what_would_take_the_names_for_rows_is_told_the_right_call(samples):
    pd, np = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, samples)
        for function in (pd.DataFrame, np.asarray, np.array):
            with pytest.raises(TypeError, match=r"use table.to_pandas\(\)"):
                function(batch.samples)


def test_a_column_is_an_array_of_what_its_rows_give():
    np = pytest.importorskip("numpy")
    with perfc.Plan(perfc.Attr(sample_type=CHAINS)) as plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, records_of((1, [7]), (2, [8])))
        assert np.asarray(batch.samples["ip"]).tolist() == [1, 2]
        assert np.asarray(batch.samples["ip"], dtype="f8").dtype == "f8"
        chains = np.asarray(batch.samples["callchain"])
        assert chains.dtype == object and chains.tolist() == [[7], [8]]
        with pytest.raises(ValueError, match="without a copy"):
            np.asarray(batch.samples["callchain"], copy=False)


def two_kinds():
    """A sample without an addr, and one with."""
    without = SampleType.IDENTIFIER | SampleType.IP
    data = (struct.pack("<IHHQQ", constants.RECORD_SAMPLE, 0, 24, 1, 5)
            + struct.pack("<IHHQQQ", constants.RECORD_SAMPLE, 0, 32, 2, 6, 7))
    plan = perfc.Plan(perfc.Attr(sample_type=without), [1])
    plan.add(perfc.Attr(sample_type=without | SampleType.ADDR), [2])
    return plan, data


def test_rows_without_a_number_are_none_in_an_array():
    np = pytest.importorskip("numpy")
    plan, data = two_kinds()
    with plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, data)
        assert np.asarray(batch.samples["addr"]).tolist() == [None, 7]
        assert np.asarray(batch.samples["ip"]).tolist() == [5, 6]


def test_rows_without_a_number_are_na_in_a_data_frame():
    pd = pytest.importorskip("pandas")
    plan, data = two_kinds()
    with plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, data)
        frame = batch.samples.to_pandas()
    assert frame["addr"].dtype == "UInt64" and frame["ip"].dtype == "uint64"
    assert frame["addr"][0] is pd.NA and frame["addr"][1] == 7


def test_a_record_batch_has_the_columns():
    pa = pytest.importorskip("pyarrow")
    with perfc.Plan(perfc.Attr(sample_type=CHAINS)) as plan, perfc.Batch() as batch:
        batch.fill_bytes(plan, records_of((1 << 63, [7, 8]), (5, [])))
        taken = batch.samples.to_arrow()
        assert batch.records.to_arrow().num_rows == 0
    assert isinstance(taken, pa.RecordBatch) and taken.column("ip").to_pylist() == [1 << 63, 5]
    assert taken.column("callchain").to_pylist() == [[7, 8], []]


def test_fills_take_all_of_a_plans_data(samples):
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan, perfc.Batch(rows=999) as batch:
        found = [ip for rows in batch.fills(plan, memoryview(samples)) for ip in rows.samples["ip"]]
    assert found == list(range(SAMPLES))


def test_a_reader_reads_all_fills(samples):
    pytest.importorskip("pyarrow")
    lost = struct.pack("<IHHQQ", constants.RECORD_LOST, 0, 24, 1, 5)
    with perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plan, perfc.Batch(rows=999) as batch:
        reader = batch.reader(plan, samples + lost)
        assert "ip" in reader.schema.names
        table = reader.read_all()
        assert table.column("ip").to_pylist() == list(range(SAMPLES))
        assert table.column("ip").num_chunks == -(-SAMPLES // 999)
        others = batch.reader(plan, lost + samples + lost, records=True).read_all()
        assert others.column("type").to_pylist() == [constants.RECORD_LOST] * 2
        nothing = batch.reader(plan, b"").read_all()
        assert nothing.num_rows == 0 and "ip" in nothing.column_names


def test_records_of_several_plans_fill_a_batch_with_numbers_of_their_own():
    data = records_of((7, [8]))
    lost = struct.pack("<IHHQQ", constants.RECORD_LOST, 0, 24, 1, 5)
    with perfc.Plan(perfc.Attr(sample_type=CHAINS)) as chains, \
            perfc.Plan(perfc.Attr(sample_type=SampleType.IP)) as plain, \
            perfc.Batch(rows=2) as batch:
        held = [perfc.StreamRecord(chains.view(data), sequence=90, source=4),
                perfc.StreamRecord(plain.view(lost), time=3, sequence=80, source=5, position=64),
                perfc.StreamRecord(plain.view(data[:8] + data[8:]), sequence=70)]
        assert batch.fill_records(held) == 2
        assert batch.samples["sequence"].to_list() == [90]
        assert batch.samples["source"].to_list() == [4]
        assert batch.samples["callchain"].to_list() == [[8]]
        row = batch.record(0)
        assert row.record.decode().lost == 5 and row.record.plan is plain
        assert (row.time, row.sequence, row.source, row.position) == (3, 80, 5, 64)
        assert row.event is None
        assert batch.fill_records(held[2:]) == 1 and batch.fill_records([]) == 0


def test_views_of_records_keep_them(samples):
    with perfc.Plan(perfc.Attr(sample_type=CHAINS)) as plan, perfc.Batch(views=True) as batch:
        batch.fill_records([perfc.StreamRecord(plan.view(records_of((i, [i, i + 1]))))
                            for i in range(100)])
        gc.collect()
        assert batch.samples["callchain"].to_list() == [[i, i + 1] for i in range(100)]
