#!/usr/bin/env python3
"""Prints the canonical JSON (test/vectors/README.md) of GROUP.vec files, by the typed accessors
or from the columns of batches.

usage: vectors.py typed|columns|views FILE.vec..., or vectors.py aux
"""
import errno
import json
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import perfc
from perfc import ReadFormat
from perfc.constants import PLAN_NO_DEFAULT


@dataclass
class Case:
    name: str
    plan: perfc.Plan
    ids: list[tuple[int, ...]]
    default: int
    big: bool
    records: int
    data: bytes


def with_default(plan: perfc.Plan, attr: int) -> perfc.Plan:
    plan.set_default(None if attr == PLAN_NO_DEFAULT else attr)
    return plan


def read_cases(data: bytes) -> Iterator[Case]:
    magic, version, count = struct.unpack_from("<8sII", data)
    if magic != b"PERFCVEC" or version != 2:
        sys.exit("not a file of vectors")
    at = 16
    for _ in range(count):
        name, order, attrs, records, size, default = struct.unpack_from("<48sIIIII4x", data, at)
        at += 72
        plan, ids = perfc.Plan(byte_order=perfc.ByteOrder(order)), []
        for _ in range(attrs):
            attr_size, id_count = struct.unpack_from("<II", data, at)
            attr = data[at + 8:at + 8 + attr_size]
            at += 8 + attr_size
            ids.append(struct.unpack_from(f"<{id_count}Q", data, at))
            at += 8 * id_count
            plan.add(attr, ids[-1])
        yield Case(name.rstrip(b"\0").decode(), with_default(plan, default), ids, default,
                   order == perfc.ByteOrder.BIG, records, data[at:at + size])
        at += size


def wire_records(case: Case) -> Iterator[perfc.Record | perfc.PerfcError]:
    """The case's records, or why one can't be viewed."""
    at = 0
    for _ in range(case.records):
        try:
            record = case.plan.view(case.data, at)
            assert record is not None
            yield record
        except (perfc.MalformedRecord, perfc.Unmatched) as error:
            yield error
        size, = struct.unpack_from(">H" if case.big else "<H", case.data, at + 6)
        at += size


# ---- JSON: numbers of 64 bits are strings, others numbers; text is escaped bytes

def text(value: str) -> str:
    data = value.encode("utf-8", "surrogateescape")
    return "".join(chr(byte) if 0x20 <= byte <= 0x7e and byte not in b'"\\' else f"\\u00{byte:02x}"
                   for byte in data)


class Text(str):
    """Text that is escaped already."""


def dump(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f'"{key}":{dump(one)}' for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    if isinstance(value, Text):
        return f'"{value}"'
    return json.dumps(value)


def words(values: Any) -> list[str]:
    return [str(value) for value in values]


def describe_read(part_format: ReadFormat, enabled: int | None, running: int | None,
                  values: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if enabled is not None:
        out["time_enabled"] = str(enabled)
    if running is not None:
        out["time_running"] = str(running)
    out["values"] = []
    for value, id, lost in values:
        one = {"value": str(value)}
        if ReadFormat.ID in part_format:
            one["id"] = str(id)
        if ReadFormat.LOST in part_format:
            one["lost"] = str(lost)
        out["values"].append(one)
    return out


def describe_read_part(part: perfc.ReadPart) -> dict[str, Any]:
    return describe_read(part.read_format, part.time_enabled, part.time_running,
                         [(one.value, one.id, one.lost) for one in part.values])


def describe_branch(one: perfc.Branch) -> dict[str, Any]:
    return {"from": str(one.from_), "to": str(one.to), "flags": str(one.flags),
            "mispred": int(one.mispred), "predicted": int(one.predicted),
            "in_tx": int(one.in_tx), "abort": int(one.abort), "cycles": one.cycles,
            "type": one.type, "spec": one.spec, "new_type": one.new_type, "priv": one.priv}


def error_of(error: perfc.PerfcError) -> dict[str, str]:
    return {"error": errno.errorcode.get(error.errno or 0, "another")}


# ---- typed

SMALL = {"pid", "tid", "cpu", "weight_var1_dw", "weight_var2_w", "weight_var3_w"}
SAMPLE_KEYS = [
    "identifier", "ip", "pid", "tid", "time", "addr", "id", "stream_id", "cpu", "period", "read",
    "callchain", "raw", "branch_hw_idx", "branches", "branch_counters", "user_abi", "user_regs",
    "stack", "stack_dyn_size", "weight", "weight_var1_dw", "weight_var2_w", "weight_var3_w",
    "data_src", "transaction", "intr_abi", "intr_regs", "phys_addr", "cgroup", "data_page_size",
    "code_page_size", "aux", "rest"]


def describe_value(key: str, value: Any) -> Any:
    if isinstance(value, perfc.ReadPart):
        return describe_read_part(value)
    if isinstance(value, bytes):
        return value.hex()
    if key == "branches":
        return [describe_branch(one) for one in value]
    if isinstance(value, (tuple, list)):
        return words(value)
    return value if key in SMALL else str(value)


def describe_sample(record: perfc.Record, sample: perfc.Sample) -> dict[str, Any]:
    out: dict[str, Any] = {"type": "SAMPLE", "misc": record.misc, "attr": sample.attr_index}
    for key in SAMPLE_KEYS:
        if hasattr(sample, key):
            out[key] = describe_value(key, getattr(sample, key))
    return out


def describe_trailer(trailer: perfc.SampleId) -> dict[str, Any]:
    keys = ["pid", "tid", "time", "id", "stream_id", "cpu", "identifier"]
    return {key: describe_value(key, getattr(trailer, key)) for key in keys
            if getattr(trailer, key) is not None}


# The struct of a mapping has them in another order than the record.
MMAP_KEYS = ["pid", "tid", "addr", "len", "pgoff", "build_id", "maj", "min", "ino",
             "ino_generation", "prot", "flags", "filename"]
# Of the other records, fields that are no strings of 64 bits.
NUMBERS = {"pid", "tid", "ppid", "ptid", "maj", "min", "prot", "ksym_type", "type", "out",
           "preempted", "next_prev_pid", "next_prev_tid"}


def describe_other(record: perfc.Record, body: Any) -> dict[str, Any]:
    trailer = record.sample_id()
    out: dict[str, Any] = {"type": Text(record.name), "misc": record.misc,
                           "attr": trailer.attr_index}
    narrow = NUMBERS | ({"flags"} if not isinstance(body, perfc.Aux) else set())
    narrow |= {"len"} if isinstance(body, perfc.Ksymbol) else set()
    narrow |= {"id"} if isinstance(body, perfc.BpfEvent) else set()
    for key in MMAP_KEYS if isinstance(body, perfc.Mmap) else body.__dataclass_fields__:
        value = getattr(body, key)
        if value is None or isinstance(value, perfc.RecordType):
            continue
        name = "bpf_type" if isinstance(body, perfc.BpfEvent) and key == "type" else key
        if key in narrow:
            out[name] = int(value)
        elif key == "namespaces":
            out[name] = [{"dev": str(one.dev), "ino": str(one.ino)} for one in value]
        elif isinstance(value, str):
            out[name] = Text(text(value))
        elif isinstance(value, perfc.AuxFlag):
            out[name] = str(int(value))
        else:
            out[name] = describe_value(name, value)
    if told := describe_trailer(trailer):
        out["sample_id"] = told
    return out


def describe(record: perfc.Record) -> dict[str, Any]:
    try:
        body = record.decode()
        if body is None:
            return {"type": record.type, "misc": record.misc, "body": record.data[8:].hex()}
        if isinstance(body, perfc.Sample):
            return describe_sample(record, body)
        return describe_other(record, body)
    except (perfc.MalformedRecord, perfc.Unmatched) as error:
        return error_of(error)


def typed(case: Case) -> Iterator[dict[str, Any]]:
    for record in wire_records(case):
        yield error_of(record) if isinstance(record, perfc.PerfcError) else describe(record)


# ---- columns

def native(case: Case) -> tuple[perfc.Plan, bytes]:
    """The case in this machine's byte order."""
    if not case.big:
        return case.plan, case.data
    plan = perfc.Plan()
    for index in range(len(case.plan)):
        plan.add(case.plan.attr_bytes(index), case.ids[index])
    records = [record.data for record in wire_records(case) if isinstance(record, perfc.Record)]
    return with_default(plan, case.default), b"".join(records)


def triples(flat: Any) -> list[tuple[int, int, int]]:
    return list(zip(flat[0::3], flat[1::3], flat[2::3]))


class Rows:
    """The samples of a fill."""

    def __init__(self, batch: perfc.Batch, formats: list[ReadFormat]) -> None:
        self.columns = {name: batch.samples[name] for name in batch.samples.columns()}
        self.formats = formats

    def value(self, name: str, row: int) -> Any:
        return self.columns[name][row] if name in self.columns else None

    def describe(self, row: int) -> dict[str, Any]:
        attr = self.value("attr_index", row)
        out: dict[str, Any] = {"type": "SAMPLE", "misc": self.value("misc", row), "attr": attr}
        for key in SAMPLE_KEYS:
            if key == "read":
                if (values := self.value("read_values", row)) is not None:
                    out["read"] = describe_read(
                        self.formats[attr], self.value("time_enabled", row),
                        self.value("time_running", row), triples(values))
            elif (value := self.value(key, row)) is not None:
                if key == "branches":
                    value = [perfc.branch(*one) for one in triples(value)]
                out[key] = describe_value(key, value)
        return out


def by_columns(case: Case, views: bool) -> Iterator[dict[str, Any]]:
    plan, data = native(case)
    formats = [ReadFormat(attr.read_format) for attr in plan]
    at = 0
    lines: dict[int, dict[str, Any]] = {}
    with perfc.Batch(views=views) as batch:
        while at < len(data) and (taken := batch.fill_bytes(plan, data, at)):
            at += taken
            rows = Rows(batch, formats)
            for row in range(len(batch.samples)):
                lines[rows.value("sequence", row)] = rows.describe(row)
            for row in range(len(batch.records)):
                number = batch.records["sequence"][row]
                assert isinstance(number, int)
                lines[number] = describe(batch.record(row).record)
    rest = iter([lines[number] for number in sorted(lines)])
    if not case.big:
        yield from rest
        return
    for record in wire_records(case):  # Those that could not be viewed aren't in the columns.
        yield error_of(record) if isinstance(record, perfc.PerfcError) else next(rest)


def extent(view: memoryview) -> str:
    return f"{len(view)} bytes" + (f" {view[0]} to {view[-1]}" if view else "")


def tell_aux(how: str, data: perfc.AuxData | None) -> None:
    print(f"{how} {data.offset}: {extent(data.data)}, {extent(data.rest)}" if data else "nothing")


def read_aux() -> None:
    """What test/conformance/aux.sh wants to see."""
    with perfc.Event(perfc.Attr(type=8)) as event:
        event.mmap(1)
        event.aux_mmap(1)
        tell_aux("peek", event.aux_peek())
        for record in event.follow():
            aux = record.decode()
            assert isinstance(aux, perfc.Aux)
            tell_aux("view", event.aux_view(aux))
            tell_aux("peek", event.aux_peek())
            event.aux_release(aux.aux_offset + aux.aux_size)
            tell_aux("peek", event.aux_peek())
        event.aux_munmap()


def main() -> None:
    if sys.argv[1:] == ["aux"]:
        read_aux()
        return
    mode, files = sys.argv[1], sys.argv[2:]
    for file in files:
        with open(file, "rb") as vectors:
            for case in read_cases(vectors.read()):
                lines = typed(case) if mode == "typed" else by_columns(case, mode == "views")
                for line in lines:
                    print(dump(line))


if __name__ == "__main__":
    main()
