"""perf.data, as little of it as perf reads."""

import struct

MAGIC = b"PERFILE2"
# magic, size of the header, size of an attr with its ids; then the sections of
# attrs, data and event types, and the bits of features, of which there are none.
HEADER = struct.Struct("<8sQQ" + "QQ" * 3 + "32x")
SECTION = struct.Struct("<QQ")
# As long as the attr of Linux 6.1. What is behind it is zero in all that this
# perf can read.
ATTR_SIZE = 128
TYPE_SOFTWARE = 1
TYPE_TRACEPOINT = 2
COUNT_SW_DUMMY = 9


def file_attr(attr):
    """The attr as perf can read it. A tracepoint, whose format the file lacks,
    becomes a dummy event: that changes nothing in its records."""
    if any(attr[ATTR_SIZE:]):
        raise ValueError("the attr has fields that perf doesn't know")
    kind, _, config = struct.unpack_from("<IIQ", attr)
    if kind == TYPE_TRACEPOINT:
        kind, config = TYPE_SOFTWARE, COUNT_SW_DUMMY
    head = struct.pack("<IIQ", kind, ATTR_SIZE, config)
    return (head + attr[len(head):ATTR_SIZE]).ljust(ATTR_SIZE, b"\0")


def write(path, attrs, records):
    """attrs are pairs of bytes and ids. Returns where each record begins."""
    entry = ATTR_SIZE + SECTION.size
    attrs_at = HEADER.size
    ids_at = attrs_at + entry * len(attrs)
    table, ids = b"", b""
    for attr, numbers in attrs:
        section = SECTION.pack(ids_at + len(ids), 8 * len(numbers))
        table += file_attr(attr) + section
        ids += struct.pack(f"<{len(numbers)}Q", *numbers)
    data_at = ids_at + len(ids)
    data = b"".join(records)
    header = HEADER.pack(MAGIC, HEADER.size, entry, attrs_at, len(table),
                         data_at, len(data), 0, 0)
    path.write_bytes(header + table + ids + data)
    offsets = []
    for record in records:
        offsets.append(data_at)
        data_at += len(record)
    return offsets
