"""A user's program, for pyright and mypy in their strictest modes: what each call returns. pytest
runs it too."""
import dataclasses
import os
import time
from typing import TYPE_CHECKING, assert_type

import pytest

import perfc
from perfc import SampleType

pytestmark = pytest.mark.skipif(not os.access("/proc/sys/kernel/perf_event_paranoid", os.R_OK),
                                reason="no perf events")


def test_counts() -> None:
    with perfc.Event.open("task-clock:u") as event:
        assert_type(event, perfc.Event)
        with event.measure() as measured:
            total = sum(range(1000))
        assert total
        assert_type(measured.count, perfc.Count)
        assert_type(measured.count - measured.count, perfc.Count)
        assert_type(event.count().scaled, int)
        assert_type(event.count().quality, perfc.Quality)
        assert_type(event.read(), list[perfc.Count])
        assert_type(event.attr.sample_freq, int)
        assert_type(event.plan.ids(0), tuple[int, ...])
        assert_type(event.relate_clock(time.CLOCK_MONOTONIC).convert(time.monotonic_ns()), tuple[int, int])


def test_attrs() -> None:
    attr = perfc.Attr(type=perfc.Type.SOFTWARE, config=perfc.Software.CPU_CLOCK, sample_freq=1000,
                      sample_type=SampleType.IP | SampleType.TID, exclude_kernel=True, disabled=True)
    assert_type(dataclasses.replace(attr, sample_period=0, sample_freq=5), perfc.Attr)
    assert_type(attr.to_bytes(), bytes)
    assert_type(perfc.Attr.from_bytes(attr.to_bytes()), perfc.Attr)


def show(record: perfc.Record) -> str:
    decoded = record.decode()
    match decoded:
        case perfc.Sample():
            assert_type(decoded.ip, int)
            assert_type(decoded.present, SampleType)
            if hasattr(decoded, "callchain"):
                assert_type(decoded.callchain, tuple[int, ...])
            return f"{decoded.tid}: {decoded.ip:#x}"
        case perfc.Mmap():
            assert_type(decoded.prot, int | None)
            return decoded.filename
        case None:
            return f"type {record.type}"
        case _:
            return type(decoded).__name__


def test_records() -> None:
    with perfc.Event.open("cpu-clock:u", SampleType.IP | SampleType.TID) as event, \
            perfc.Stream() as stream:
        event.mmap()
        assert_type(event.next_record(), perfc.Record | None)
        assert_type(event.next_records(5), list[perfc.Record])
        assert_type([show(record) for record in event.records()], list[str])
        assert_type(event.losses().read_lost, int | None)
        stream.add(event)
        assert_type([one.record for one in stream.records()], list[perfc.Record])
        assert_type(stream.wait(0), bool)


async def gather(source: perfc.Event) -> list[perfc.Record]:
    await source.ready()
    return [record async for record in source]


async def gather_by_time(source: perfc.Stream) -> list[perfc.StreamRecord]:
    return [record async for record in source]


def test_columns() -> None:
    with perfc.Event.open("cpu-clock:u", SampleType.IP) as event, perfc.Batch() as batch:
        event.mmap()
        for rows in batch.fills(event):
            assert_type(rows, perfc.Batch)
        assert_type(batch.fill(event), int)
        assert_type(batch.samples.columns(), list[str])
        assert_type("ip" in batch.samples, bool)
        with perfc.Plan(event.attr) as plan:
            for rows in batch.fills(plan, b""):
                assert_type(rows.samples["ip"], perfc.Column)


if TYPE_CHECKING:  # pytest does without them.
    import pandas as pd
    import pyarrow as pa

    def tables(batch: perfc.Batch, plan: perfc.Plan) -> None:
        assert_type(batch.samples.to_pandas(), pd.DataFrame)
        assert_type(batch.samples.to_arrow(), pa.RecordBatch)
        assert_type(batch.reader(plan, b""), pa.RecordBatchReader)


def test_sets() -> None:
    with perfc.Set("task-clock:u", perfc.Target.thread(), start=True) as events:
        for row in events.sum():
            assert_type(row, perfc.SumRow)
            assert_type(row.count.exact, bool)
        assert_type(events[0].event, perfc.Event | None)
        assert_type(events.specs[0].cpus, tuple[int, ...])


def test_errors() -> None:
    try:
        perfc.Event.open("no-such-event")
    except perfc.NotFound as error:
        assert_type(error.numbers, tuple[int, ...])
        assert_type(error.paranoid, int | None)
