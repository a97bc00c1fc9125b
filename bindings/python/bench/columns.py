#!/usr/bin/env python3
"""ns per record to fill batches and sum their columns by numpy, beside the same in C, and to walk
records one by one; from 2 MiB of records in memory.

usage: PERFC_PREFIX=PREFIX columns.py
"""
import os
import pathlib
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable

import perfc
from perfc import SampleType

W1 = SampleType.IP | SampleType.TID | SampleType.TIME | SampleType.PERIOD
W2 = W1 | SampleType.CALLCHAIN
CHAIN = 20
BYTES = 2 << 20
ROUNDS = 50


def make(chain: int) -> tuple[bytes, int]:
    """Samples with the fields of W1, or with a call chain of that many entries of W2."""
    fields = 4 + (1 + chain if chain else 0)
    words = [0x1234567, 7 | 8 << 32, 99, 1000000] + ([chain, *range(chain)] if chain else [])
    one = struct.pack(f"<IHH{fields}Q", 9, 2, 8 + 8 * fields, *words)
    count = BYTES // len(one)
    return one * count, count


def columns(batch: perfc.Batch, plan: perfc.Plan, data: bytes, names: list[str]) -> int:
    total = at = 0
    while at < len(data):
        at += batch.fill_bytes(plan, data, at)
        table = batch.samples
        for name in names:
            total += int(table.numpy(name).sum())
    return total


def one_by_one(plan: perfc.Plan, data: bytes) -> int:
    total = 0
    for record in plan.records(data):
        sample = record.decode()
        if isinstance(sample, perfc.Sample):
            total += sample.ip + sample.time
    return total


def best(function: Callable[[], int], count: int, rounds: int) -> float:
    shortest = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter_ns()
        function()
        shortest = min(shortest, (time.perf_counter_ns() - begin) / count)
    return shortest


def in_c(scratch: pathlib.Path, data: bytes, fields: int, count: int) -> tuple[float, int]:
    prefix = os.environ["PERFC_PREFIX"]
    source = pathlib.Path(__file__).with_suffix(".c")
    program, file = scratch / "columns", scratch / "records"
    subprocess.run(["cc", "-O2", f"-I{prefix}/include", source, f"{prefix}/lib/libperfc.so.0",
                    f"-Wl,-rpath,{prefix}/lib", "-o", program], check=True)
    file.write_bytes(data)
    told = subprocess.run([program, file, str(int(fields)), str(count)], check=True, text=True,
                          capture_output=True).stdout.split()
    return float(told[0]), int(told[1])


def main() -> None:
    for name, fields, chain in (("W1", W1, 0), ("W2", W2, CHAIN)):
        data, count = make(chain)
        names = ["ip", "pid", "tid", "time", "period"] + (["callchain"] if chain else [])
        with perfc.Plan(perfc.Attr(type=1, sample_type=fields)) as plan, perfc.Batch() as batch, \
                tempfile.TemporaryDirectory() as scratch:
            floor, total = in_c(pathlib.Path(scratch), data, fields, count)
            assert columns(batch, plan, data, names) == total
            ours = best(lambda: columns(batch, plan, data, names), count, ROUNDS)
            few = data[:len(data) // count * 2000]
            each = best(lambda: one_by_one(plan, few), 2000, 3)
        print(f"{name}: C {floor:.1f} ns per record, Python {ours:.1f} ({ours / floor:.2f}x), "
              f"one by one {each:.0f}")


main()
