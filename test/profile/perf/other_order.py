"""Rewrites a perf.data of this machine as one of the other byte order: what a machine
of that order would have written. Numbers are swapped by the layouts of the kernel's and
perf's structs, so that the library's own conversion meets somebody else's.

usage: other_order.py FILE OUT, of directories the files in them"""

import pathlib
import sys

import perf_file
import zstd
from other_features import LEFT_OUT, available_cpus, swap_feature, tracing_data
from other_records import Records
from swapper import NATIVE, OTHER, Swapper, swap_attr

COMPRESSED, TRACING_DATA, HEADER_FEATURE = 81, 66, 80


def swap_tail(record):
    if record.kind == TRACING_DATA:
        data = Swapper(record.tail)
        tracing_data(data)
        data.rest()
        return data.out
    return record.tail


def left_out(record):
    return record.kind == HEADER_FEATURE and record.body[0] in LEFT_OUT


def decompressed(records):
    """The content of each COMPRESSED record."""
    stream = zstd.decompressor()
    return [stream.go(record.body) for record in records if record.kind == COMPRESSED]


def recompressed(pieces, content):
    """The content anew, cut where the pieces were."""
    stream = zstd.compressor()
    at = 0
    for piece in pieces:
        yield stream.go(content[at:at + len(piece)])
        at += len(piece)


def swap_bare(known, records):
    """Records, of which those in compressed ones may go on in the next."""
    pieces = decompressed(records)
    inner = perf_file.records_of(NATIVE, b"".join(pieces))
    content = b"".join(
        record._replace(body=known.swap(record.kind, record.misc, record.body),
                        tail=swap_tail(record)).encode(OTHER) for record in inner)
    compressed = recompressed(pieces, content)
    for record in records:
        if record.kind == COMPRESSED:
            yield record._replace(body=next(compressed))
        elif not left_out(record):
            yield record._replace(
                body=known.swap(record.kind, record.misc, record.body),
                tail=swap_tail(record))


def swap_file(file):
    cpus = available_cpus(file.features)
    known = Records(file.attrs)
    return file._replace(
        order=OTHER,
        attrs=[(swap_attr(attr), ids) for attr, ids in file.attrs],
        records=list(swap_bare(known, file.records)),
        features={number: swap_feature(number, content, cpus)
                  for number, content in file.features.items()
                  if number not in LEFT_OUT})


def swap_directory(path, out):
    """`perf record --threads` writes records alone into data.0, data.1 and so on."""
    out.mkdir()
    file = perf_file.read((path / "data").read_bytes())
    (out / "data").write_bytes(perf_file.write(swap_file(file)))
    for data in path.glob("data.*"):
        records = list(perf_file.records_of(NATIVE, data.read_bytes()))
        swapped = swap_bare(Records(file.attrs), records)
        (out / data.name).write_bytes(b"".join(r.encode(OTHER) for r in swapped))


def swap_path(path, out):
    if path.is_dir():
        swap_directory(path, out)
    else:
        out.write_bytes(perf_file.write(swap_file(perf_file.read(path.read_bytes()))))


if __name__ == "__main__":
    swap_path(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
