"""Samples a program on every CPU, its rings in one stream by time, and prints the functions that it
was seen in most: by the columns of batches, the mappings it made, and addr2line."""
import contextlib
import subprocess
import sys
from collections import Counter

import perfc
from perfc import SampleType, Software, Target, Type

COMMAND = sys.argv[1:] or [sys.executable, "-c", "sorted(str(i) for i in range(700000))"]
SPEC = perfc.Attr(type=Type.SOFTWARE, config=Software.CPU_CLOCK, sample_period=1_000_000,
                  sample_type=SampleType.IP | SampleType.TID | SampleType.TIME, inherit=True,
                  exclude_kernel=True, exclude_hv=True, sample_id_all=True, mmap=True, mmap2=True)
# It starts once its events are open: read waits for a line.
START = ["sh", "-c", 'read go; exec "$@"', "sh"]


def count_batch(batch: perfc.Batch, addresses: "Counter[int]", maps: list[perfc.Mmap]) -> None:
    if "ip" in batch.samples:
        addresses.update(batch.samples.numpy("ip").tolist())
    maps += [record for row in range(len(batch.records))
             if isinstance(record := batch.record(row).record.decode(), perfc.Mmap)]


def place_of(address: int, maps: list[perfc.Mmap]) -> tuple[str, int]:
    """A file, and the address as its symbols have it: its own in what can't be moved."""
    for one in reversed(maps):
        if one.addr <= address < one.addr + one.len and one.filename.startswith("/"):
            with open(one.filename, "rb") as file:
                fixed = file.read(17)[16:] == b"\x02"
            return one.filename, address if fixed else address - one.addr + one.pgoff
    return "", address


def functions_of(file: str, places: list[int]) -> list[str]:
    told = subprocess.run(["addr2line", "-fe", file, *map(hex, places)], capture_output=True)
    return told.stdout.decode().splitlines()[::2] or ["??"] * len(places)


addresses, maps = Counter[int](), list[perfc.Mmap]()
with subprocess.Popen(START + COMMAND, stdin=subprocess.PIPE, text=True) as process, \
        perfc.Specs() as specs, perfc.Stream() as stream, perfc.Batch() as batch:
    specs.add(SPEC, "cpu-clock")
    with perfc.Set(specs, Target.tree(process.pid, each_cpu=True), start=True) as events:
        events.mmap()
        stream.add_set(events)
        print("go", file=process.stdin, flush=True)
        with contextlib.suppress(perfc.TargetGone):  # It has ended, and its rings are drained.
            while stream.wait():
                for rows in batch.fills(stream):
                    count_batch(rows, addresses, maps)
places = {address: place_of(address, maps) for address in addresses}
functions = Counter[str]()
for file in {file for file, _ in places.values()}:
    those = [one for one in places if places[one][0] == file]
    for address, name in zip(those, functions_of(file, [places[one][1] for one in those])):
        functions[f"{name} {file}"] += addresses[address]
print(*(f"{samples:7}  {name}" for name, samples in functions.most_common(10)), sep="\n")
