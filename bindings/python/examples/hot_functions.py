"""Samples a program on every CPU, its rings in one stream by time, and prints the functions of
its libraries that it was seen in most: by the columns of batches, and the mappings it made."""
import subprocess
import sys
from collections import Counter

import numpy as np

import perfc
from perfc import SampleType, Software, Target, Type

COMMAND = sys.argv[1:] or [sys.executable, "-c", "sorted(str(i) for i in range(700000))"]
SPEC = perfc.Attr(type=Type.SOFTWARE, config=Software.CPU_CLOCK, sample_period=1_000_000,
                  sample_type=SampleType.IP | SampleType.TID | SampleType.TIME,
                  exclude_kernel=True, exclude_hv=True, sample_id_all=True, mmap=True,
                  mmap2=True, inherit=True)


def main() -> None:
    addresses: Counter[int] = Counter()
    mappings: dict[tuple[int, int], str] = {}
    # It starts once its events are open: cat gives it the line that it waits for.
    script = 'read go; exec "$@"'
    with subprocess.Popen(["sh", "-c", script, "sh", *COMMAND], stdin=subprocess.PIPE) as process, \
            perfc.Specs() as specs, perfc.Stream() as stream, perfc.Batch() as batch:
        specs.add(SPEC, "cpu-clock")
        with perfc.Set(specs, Target.tree(process.pid, each_cpu=True), start=True) as events:
            events.map()
            stream.add_set(events)
            assert process.stdin is not None
            process.stdin.write(b"go\n")
            process.stdin.close()
            try:
                while stream.wait():
                    for rows in batch.fills(stream):
                        count_batch(rows, addresses, mappings)
            except perfc.TargetGone:  # The program has ended, and its rings are drained.
                pass
    functions: Counter[str] = Counter()
    for address, samples in addresses.items():
        name = next((name for (first, end), name in mappings.items() if first <= address < end),
                    "[unknown]")
        functions[f"{name} {address & ~0xff:#x}"] += samples
    for name, samples in functions.most_common(10):
        print(f"{samples:7}  {name}")


def count_batch(batch: perfc.Batch, addresses: "Counter[int]",
                mappings: dict[tuple[int, int], str]) -> None:
    if "ip" in batch.samples:
        values, counts = np.unique(batch.samples.numpy("ip"), return_counts=True)
        addresses.update(dict(zip(values.tolist(), counts.tolist())))
    for row in range(len(batch.records)):
        mapping = batch.record(row).decode()
        if isinstance(mapping, perfc.Mmap2):
            mappings[mapping.addr, mapping.addr + mapping.len] = mapping.filename


main()
