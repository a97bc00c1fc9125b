"""What the library reads of a file, beside what perf and perf_file read of it."""

import json
import struct
import subprocess
import typing

import perf_file
import zstd

TIMEOUT = 120
HEADER, MORE = 0x4, 0x10  # PERFC_STREAM_RECORD_*
FIRST_OWN = 64  # of perf's own record types
SAMPLE_TYPE_AT, FLAGS_AT, SAMPLE_ID_ALL = 24, 40, 1 << 18
# Only with PERFC_FILE_RAW.
FINISHED_ROUND, COMPRESSED, FINISHED_INIT, COMPRESSED2 = 68, 81, 82, 83
RAW = {FINISHED_ROUND, COMPRESSED, FINISHED_INIT, COMPRESSED2}
PIPE_HEADER = 16


class Told(typing.NamedTuple):
    records: list  # of those in the file; dicts
    header: list  # records made of the header
    tables: dict  # by kind
    end: dict


class Read(typing.NamedTuple):
    """What both sides say of a record: where it begins, and its bytes."""
    position: int
    data: bytes


def tell(program, *arguments, stdin=subprocess.DEVNULL):
    done = subprocess.run([program, *map(str, arguments)], stdin=stdin,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=TIMEOUT, check=False, text=True)
    if done.returncode != 0:
        raise AssertionError(f"tell {arguments}: {done.returncode} {done.stderr}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    records = [line for line in lines if "told" in line]
    return Told([record for record in records if not record["flags"] & HEADER],
                [record for record in records if record["flags"] & HEADER],
                {line["table"]: line for line in lines if "table" in line}, lines[-1])


def read_of(record):
    return Read(int(record["position"]), bytes.fromhex(record["bytes"]))


def kind_of(data):
    return struct.unpack_from("=I", data)[0]


# ---- beside perf_file

def files_of(path):
    if not path.is_dir():
        return [path]
    return [path / "data"] + sorted(path.glob("data.*"))


def flat_records(order, records):
    """With those in compressed records behind them; their place is that of the
    compressed one in which they end."""
    stream = zstd.decompressor()
    left = b""
    for record in records:
        yield Read(record.position, record.encode(order)[:8 + len(record.body)])
        if record.kind != COMPRESSED:
            continue
        left += stream.go(record.body)
        for inner in perf_file.records_of(order, left):
            data = inner.encode(order)
            yield Read(record.position, data)
            left = left[len(data):]


def raw_records(path):
    """All records of a file or directory, as perf_file reads them."""
    first, *others = files_of(path)
    file = perf_file.read(first.read_bytes())
    yield from flat_records(file.order, file.records)
    for other in others:
        yield from flat_records(
            file.order, perf_file.records_of(file.order, other.read_bytes()))


# ---- beside perf

def attrs_of(path):
    return perf_file.read(files_of(path)[0].read_bytes()).attrs


def combined_sample_type(attrs):
    combined = 0
    for attr, _ in attrs:
        combined |= struct.unpack_from("=Q", attr, SAMPLE_TYPE_AT)[0]
    return combined


def sorts(attrs):
    """perf doesn't, where records have no time."""
    return bool(struct.unpack_from("=Q", attrs[0][0], FLAGS_AT)[0] & SAMPLE_ID_ALL)


def attr_index(attrs, shown):
    """Those of the attrs that can be the one that perf took for a sample's: its struct
    may be longer or shorter than the file's."""
    attr = bytes.fromhex(shown)
    return [i for i, (mine, _) in enumerate(attrs)
            if mine.ljust(len(attr), b"\0")[:len(attr)] == attr
            or mine[:len(attr)] == attr[:len(mine)]]


def time_of(event):
    return event.fields.get("time", event.fields.get("sample_id.time", 0))


def position_of(event, pipe):
    """perf counts from behind a pipe's header."""
    return event.offset + PIPE_HEADER * pipe
