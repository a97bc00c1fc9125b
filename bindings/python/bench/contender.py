"""Reads the ring of the event that is fd 3 whenever a byte comes in, by columns that numpy sums, and
tells how many samples it had and their sum: what peer.c has the benchmark call.

usage: contender.py DATA_PAGES ATTR_SIZE, and the attr comes first
"""
import struct
import sys
from typing import Any

import numpy as np

import perfc

EVENT = 3
SUMMED = ("ip", "pid", "tid", "time", "cpu", "period", "user_abi", "stack_dyn_size", "callchain",
          "user_regs")


def total(values: "np.ndarray[Any, Any]") -> int:
    return int(values.sum(dtype=np.uint64))


def sum_of_stacks(column: perfc.Column) -> int:
    """Their sizes and first words."""
    data = column.numpy()
    words = data[:len(data) // 8 * 8].view(np.uint64)
    return total(words[np.asarray(column.offsets) >> 3]) + total(np.asarray(column.sizes))


def sum_of(table: perfc.Table) -> int:
    numbers = sum(total(table.numpy(name)) for name in SUMMED if name in table)
    return numbers + (sum_of_stacks(table["stack"]) if "stack" in table else 0)


def drain(event: perfc.Event, batch: perfc.Batch) -> tuple[int, int]:
    samples = sums = 0
    for filled in batch.fills(event):
        samples += len(filled.samples)
        sums += sum_of(filled.samples)
    return samples, sums % 2**64


def main(pages: int, attr_size: int) -> None:
    attr = sys.stdin.buffer.read(attr_size)
    with perfc.Event.open_fd(EVENT, attr) as event:
        event.mmap(pages)
        # Copying stacks would take longer than all the rest; so many rows, for numpy's calls cost most.
        with perfc.Batch(view_bytes=True, rows=32768) as batch:
            sys.stdout.buffer.write(b"!")
            sys.stdout.buffer.flush()
            while sys.stdin.buffer.read(1):
                sys.stdout.buffer.write(struct.pack("=QQ", *drain(event, batch)))
                sys.stdout.buffer.flush()


main(int(sys.argv[1]), int(sys.argv[2]))
