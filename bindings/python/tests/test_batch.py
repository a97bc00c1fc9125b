"""Batches of bytes, which need no perf events."""
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
