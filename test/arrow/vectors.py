"""The shared vectors, test/vectors/README.md."""

import collections
import json
import pathlib
import struct

DIRECTORY = pathlib.Path(__file__).resolve().parents[1] / "vectors"

Case = collections.namedtuple("Case", "name byte_order attrs default records expected")


def _split(data, big):
    """The records of a case, by the sizes in their headers."""
    records, at = [], 0
    while at < len(data):
        size, = struct.unpack_from(">H" if big else "<H", data, at + 6)
        records.append(data[at:at + size])
        at += size
    return records


def read(group):
    """The cases of a group, each record beside the JSON that it must give."""
    data = (DIRECTORY / (group + ".vec")).read_bytes()
    lines = (DIRECTORY / (group + ".jsonl")).read_text().splitlines()
    magic, version, count = struct.unpack_from("<8sII", data)
    assert (magic, version) == (b"PERFCVEC", 2)
    at, cases = 16, []
    for _ in range(count):
        name, order, attr_count, record_count, size, default = struct.unpack_from(
            "<48sIIIII4x", data, at)
        at += 72
        attrs = []
        for _ in range(attr_count):
            attr_size, id_count = struct.unpack_from("<II", data, at)
            attr = data[at + 8:at + 8 + attr_size]
            ids_at = at + 8 + (attr_size + 7) // 8 * 8
            attrs.append((attr, struct.unpack_from(f"<{id_count}Q", data,
                                                   ids_at)))
            at = ids_at + 8 * id_count
        records = _split(data[at:at + size], order == 2)
        at += (size + 7) // 8 * 8
        assert len(records) == record_count
        expected = [json.loads(lines.pop(0)) for _ in records]
        cases.append(Case(name.rstrip(b"\0").decode(), order, attrs, default,
                          records, expected))
    assert at == len(data) and not lines
    return cases


def groups():
    return sorted(path.stem for path in DIRECTORY.glob("*.vec"))
