"""perf.data taken apart and put together, with nothing of the library: the oracle for
what the library reads and writes."""

import struct
import typing

MAGIC = b"PERFILE2"
HEADER_SIZE = 104
PIPE_HEADER_SIZE = 16
SECTION_SIZE = 16
MAX_FEATURES = 256

SAMPLE, HEADER_ATTR, HEADER_TRACING_DATA, AUXTRACE, COMPRESSED = 9, 64, 66, 71, 81


class Record(typing.NamedTuple):
    """tail is what follows the record and isn't part of it; position the byte where
    the record begins."""
    kind: int
    misc: int
    body: bytes
    tail: bytes = b""
    position: int = 0

    def encode(self, order):
        size = 8 + len(self.body)
        return struct.pack(order + "IHH", self.kind, self.misc, size) + self.body + self.tail


class File(typing.NamedTuple):
    """attrs are pairs of bytes and ids; order is that of struct."""
    order: str
    pipe: bool
    attrs: list
    records: list
    features: dict  # number: bytes


def tail_size(order, kind, body):
    """Bytes that follow such a record."""
    if kind == HEADER_TRACING_DATA:
        return (struct.unpack_from(order + "I", body)[0] + 7) & ~7
    if kind == AUXTRACE:
        return struct.unpack_from(order + "Q", body)[0]
    return 0


def records_of(order, data, position=0):
    """Those of a data section, as far as they are whole."""
    at = 0
    while at + 8 <= len(data):
        kind, misc, size = struct.unpack_from(order + "IHH", data, at)
        if size < 8 or at + size > len(data):
            return
        body = data[at + 8:at + size]
        tail = data[at + size:][:tail_size(order, kind, body)]
        yield Record(kind, misc, body, tail, position + at)
        at += size + len(tail)


def order_of(content):
    if content[:8] == MAGIC:
        return "<"
    if content[:8] == MAGIC[::-1]:
        return ">"
    raise ValueError("no file of perf's second version")


def section(order, content, table, at):
    """The bytes of the file's content that an entry of a table of it names."""
    begin, size = struct.unpack_from(order + "QQ", table, at)
    return content[begin:begin + size]


def read(content):
    order = order_of(content)
    if struct.unpack_from(order + "Q", content, 8)[0] == PIPE_HEADER_SIZE:
        records = list(records_of(order, content[PIPE_HEADER_SIZE:], PIPE_HEADER_SIZE))
        return File(order, True, attrs_of_pipe(order, records), records, {})
    entry, = struct.unpack_from(order + "Q", content, 16)
    table = section(order, content, content, 24)
    attrs = [(table[at:at + entry - SECTION_SIZE],
              numbers(order, section(order, content, table, at + entry - SECTION_SIZE)))
             for at in range(0, len(table), entry)]
    begin, size = struct.unpack_from(order + "QQ", content, 40)
    data = content[begin:begin + size] if size else content[begin:]
    features = {}
    if size:
        bits = struct.unpack_from(order + "4Q", content, 72)
        at = begin + size
        for number in range(MAX_FEATURES):
            if bits[number // 64] >> number % 64 & 1:
                features[number] = section(order, content, content, at)
                at += SECTION_SIZE
    return File(order, False, attrs, list(records_of(order, data, begin)), features)


def numbers(order, data):
    return list(struct.unpack(f"{order}{len(data) // 8}Q", data[:len(data) & ~7]))


def attrs_of_pipe(order, records):
    attrs = []
    for record in records:
        if record.kind == HEADER_ATTR:
            size = struct.unpack_from(order + "I", record.body, 4)[0]
            attrs.append((record.body[:size], numbers(order, record.body[size:])))
    return attrs


def write(file):
    order = file.order
    data = b"".join(record.encode(order) for record in file.records)
    magic = MAGIC if order == "<" else MAGIC[::-1]
    if file.pipe:
        return magic + struct.pack(order + "Q", PIPE_HEADER_SIZE) + data
    entry = len(file.attrs[0][0]) + SECTION_SIZE
    at = HEADER_SIZE
    ids, table = b"", b""
    for _, mine in file.attrs:
        ids += struct.pack(f"{order}{len(mine)}Q", *mine)
    attrs_at = at + len(ids)
    for attr, mine in file.attrs:
        table += attr + struct.pack(order + "QQ", at, 8 * len(mine))
        at += 8 * len(mine)
    data_at = attrs_at + len(table)
    bits = [0] * 4
    for number in file.features:
        bits[number // 64] |= 1 << number % 64
    header = magic + struct.pack(order + "12Q", HEADER_SIZE, entry, attrs_at, len(table),
                                 data_at, len(data), 0, 0, *bits)
    features_at = data_at + len(data) + SECTION_SIZE * len(file.features)
    sections, contents = b"", b""
    for _, content in sorted(file.features.items()):
        sections += struct.pack(order + "QQ", features_at + len(contents), len(content))
        contents += content
    return header + ids + table + data + sections + contents
