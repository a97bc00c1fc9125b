"""Reads the ring of the event that is fd 3 whenever a byte comes in, by columns that numpy sums, and
tells how many samples it had and their sum: what peer.c has the benchmark call.

usage: contender.py DATA_PAGES ATTR_SIZE, and the attr comes first
"""
import struct
import sys
from typing import Any

import numpy as np

import perfc
from perfc import SampleType

EVENT = 3
NUMBERS = ("ip", "pid", "tid", "time", "cpu", "period", "user_abi", "stack_dyn_size")


def total(values: "np.ndarray[Any, Any]") -> int:
    return int(values.sum(dtype=np.uint64))


def sum_of_lists(column: perfc.Column) -> int:
    """Of views the elements lie scattered in the ring."""
    words = column.numpy()
    if column.sizes is None or column.offsets is None:
        return total(words)
    sizes, begins = np.asarray(column.sizes), np.asarray(column.offsets)
    if sizes.min() == sizes.max():
        return total(words[begins[:, None] + np.arange(sizes[0])])
    before = np.cumsum(sizes) - sizes
    return total(words[np.arange(sizes.sum()) + np.repeat(begins - before, sizes)])


def sum_of_stacks(column: perfc.Column) -> int:
    """Their sizes and first words."""
    data = column.numpy()
    words = data[:len(data) // 8 * 8].view(np.uint64)
    return total(words[np.asarray(column.offsets) >> 3]) + total(np.asarray(column.sizes))


def sum_of(table: perfc.Table) -> int:
    numbers = sum(total(table.numpy(name)) for name in NUMBERS if name in table)
    lists = sum(sum_of_lists(table[name]) for name in ("callchain", "user_regs") if name in table)
    return numbers + lists + (sum_of_stacks(table["stack"]) if "stack" in table else 0)


def drain(event: perfc.Event, batch: perfc.Batch) -> tuple[int, int]:
    samples = sums = 0
    for filled in batch.fills(event):
        samples += len(filled.samples)
        sums += sum_of(filled.samples)
    return samples, sums % 2**64


def main(pages: int, attr_size: int) -> None:
    attr = sys.stdin.buffer.read(attr_size)
    with perfc.Event.adopt(EVENT, attr) as event:
        # Copying stacks would take longer than all the rest.
        views = bool(event.attr.sample_type & SampleType.STACK_USER)
        event.mmap(pages)
        # numpy's calls cost most.
        with perfc.Batch(views=views, rows=65536) as batch:
            sys.stdout.buffer.write(b"!")
            sys.stdout.buffer.flush()
            while sys.stdin.buffer.read(1):
                sys.stdout.buffer.write(struct.pack("=QQ", *drain(event, batch)))
                sys.stdout.buffer.flush()


main(int(sys.argv[1]), int(sys.argv[2]))
