"""Reads what perf's -D prints: the bytes and the fields of each record, by its offset
in the file. The fields' names are those of the canonical form (test/vectors/README.md),
those of an object within joined by a dot; the values are numbers or strings, as there."""

import re
import typing

BEGIN = re.compile(
    r"^(?P<offset>(?:0x)?[0-9a-f]+)@(?P<file>.*) \[0x[0-9a-f]+\]: event: \d+$", re.M)
SIZE = re.compile(r"^\. \.\.\. raw event: size (\d+) bytes$", re.M)
BYTES = re.compile(r"^\.  [0-9a-f]{4,}: ((?: [0-9a-f]{2}){1,16})", re.M)
# No line ends behind THROTTLE and UNTHROTTLE, which may be the last.
RECORD = re.compile(
    r"^(?P<stamps>(?:-?\d+ )*)(?P<offset>(?:0x)?[0-9a-f]+) \[0x[0-9a-f]+\]: "
    r"PERF_RECORD_(?P<type>[A-Z0-9_]+)(?P<rest>[^\n]*)(?:\n|\Z)(?P<more>.*)", re.M | re.S)
PAGE_SIZES = {"N/A": 0, "4K": 1 << 12, "2M": 1 << 21, "1G": 1 << 30}
PID = 0xffffffff  # printed with a sign


class Event(typing.NamedTuple):
    """A record as perf saw it. kind is None where perf had nothing to say of it."""
    file: str
    offset: int
    data: bytes
    kind: typing.Optional[str]
    fields: dict


def number(text):
    """As perf prints it, with 0x or without."""
    return int(text, 0)


def match(pattern, text):
    found = re.match(pattern, text)
    if not found:
        raise ValueError(f"perf printed {text!r}")
    return found.groups()


def search(pattern, text, read=number):
    """The one value that a line has, or None without the line."""
    found = re.search(pattern, text, re.M)
    return read(found.group(1)) if found else None


def hexadecimal(text):
    return int(text, 16)


def some(**fields):
    return {name: value for name, value in fields.items() if value is not None}


def task(pid, tid, **fields):
    return dict(fields, pid=int(pid) & PID, tid=int(tid) & PID)


def mmap(rest, _):
    pid, tid, addr, size, pgoff, kind, name = match(
        r" (-?\d+)/(-?\d+): \[(\w+)\((\w+)\) @ (\w+)\]: (.) (.*)", rest)
    return task(pid, tid, addr=number(addr), len=number(size),
                pgoff=number(pgoff), filename=name, executable=int(kind == "x"))


def mmap2(rest, _):
    pid, tid, addr, size, pgoff, file, prot, name = match(
        r" (-?\d+)/(-?\d+): \[(\w+)\((\w+)\) @ (\w+) ([^]]*)\]: (\S{4}) (.*)",
        rest)
    fields = task(pid, tid, addr=number(addr), len=number(size),
                  pgoff=number(pgoff), filename=name)
    # PROT_READ, _WRITE, _EXEC; MAP_SHARED.
    fields["prot"] = sum(1 << i for i in range(3) if prot[i] != "-")
    fields["shared"] = int(prot[3] == "s")
    if file.startswith("<"):
        return dict(fields, build_id=file.strip("<>"))
    maj, minor, ino, generation = match(r"(\w+):(\w+) (\d+) (\d+)$", file)
    return dict(fields, maj=int(maj, 16), min=int(minor, 16), ino=int(ino),
                ino_generation=int(generation))


def comm(rest, _):
    execed, name, pid, tid = match(r"( exec)?: (.*):(-?\d+)/(-?\d+)$", rest)
    return task(pid, tid, comm=name, exec=int(bool(execed)))


def fork(rest, _):
    pid, tid, ppid, ptid = match(
        r"\((-?\d+):(-?\d+)\):\((-?\d+):(-?\d+)\)$", rest)
    return task(pid, tid, ppid=int(ppid) & PID, ptid=int(ptid) & PID)


def lost(rest, _):
    event, count = match(r": id:(\d+): lost:(\d+)$", rest)
    return {"id": int(event), "lost": int(count)}


def read(rest, more):
    pid, tid, value = match(r": (-?\d+) (-?\d+) .* (\d+)$", rest)
    counted = some(value=int(value),
                   id=search(r"^\.+ id +: (\d+)$", more),
                   lost=search(r"^\.+ lost +: (\d+)$", more))
    fields = task(pid, tid, **{"read.values": [counted]})
    for name in ("time_enabled", "time_running"):
        printed = name.replace("_", " ")
        fields["read." + name] = search(rf"^\.+ {printed} +: (\d+)$", more)
    return some(**fields)


def switch(rest, _):
    way, preempted = match(r" (OUT|IN)( preempt)?\s*$", rest)
    return {"out": int(way == "OUT"), "preempted": int(bool(preempted))}


def switch_cpu_wide(rest, _):
    way, preempted, pid, tid = match(
        r" (OUT|IN)( preempt)? +(?:next|prev) pid/tid: +(-?\d+)/(-?\d+) *$", rest)
    return {"out": int(way == "OUT"), "preempted": int(bool(preempted)),
            "next_prev_pid": int(pid) & PID, "next_prev_tid": int(tid) & PID}


def namespaces(rest, more):
    pid, tid, count = match(r" (-?\d+)/(-?\d+) - nr_namespaces: (\d+)$", rest)
    links = [{"dev": int(dev), "ino": number(ino)} for dev, ino in
             re.findall(r"\d+/\w+: (\d+)/(0x[0-9a-f]+)", more)]
    if len(links) != int(count):
        raise ValueError(f"perf printed {more!r}")
    return task(pid, tid, namespaces=links)


def ksymbol(rest, _):
    addr, size, kind, flags, name = match(
        r" addr (\w+) len (\d+) type (\d+) flags (\w+) name (.*)", rest)
    return {"addr": int(addr, 16), "len": int(size), "ksym_type": int(kind),
            "flags": number(flags), "name": name}


def bpf_event(rest, _):
    kind, flags, program = match(r" type (\d+), flags (\d+), id (\d+)$", rest)
    return {"bpf_type": int(kind), "flags": int(flags), "id": int(program)}


def cgroup(rest, _):
    number_of, path = match(r" cgroup: (\d+) (.*)", rest)
    return {"id": int(number_of), "path": path}


def aux(rest, _):
    offset, size, flags = match(
        r" offset: (\w+) size: (\w+) flags: (\w+)", rest)
    return {"aux_offset": number(offset), "aux_size": number(size),
            "flags": number(flags)}


def itrace_start(rest, _):
    return task(*match(r" pid: (\d+) tid: (\d+)$", rest))


def lost_samples(rest, _):
    return {"lost": int(*match(r": id:\d+: lost samples :(\d+)$", rest))}


def text_poke(rest, more):
    addr, = match(r" (\w+) ", rest)
    shown = {kind.lower(): pairs.replace(" ", "") for kind, pairs in re.findall(
        r"^ +(Old|New) bytes:((?: [0-9a-f]{2})*)", more, re.M)}
    return {"addr": hexadecimal(addr), "old_bytes": shown["old"],
            "new_bytes": shown["new"]}


def nothing(*_):
    return {}


ABIS = {"32-bit": 1, "64-bit": 2}


def registers(more, which):
    """What stands in one block of registers; no block means the ABI none."""
    found = re.search(rf"^\.+ {which} regs: mask \w+ ABI (\S+)\n"
                      r"((?:\.{4} \w+ +0x[0-9a-f]+\n)*)", more, re.M)
    if not found:
        return {f"{which}_abi": 0, f"{which}_regs": []}
    values = re.findall(r"(0x[0-9a-f]+)$", found.group(2), re.M)
    return {f"{which}_abi": ABIS[found.group(1)],
            f"{which}_regs": [number(value) for value in values]}


def sample_read(more):
    if "... sample_read:\n" not in more:
        return {}
    values = [
        some(value=int(value, 16), id=int(event, 16),
             lost=int(count) if count else None)
        for event, value, count in re.findall(
            r"^\.+ id ([0-9a-f]+), value ([0-9a-f]+)(?:, lost (\d+))?$", more,
            re.M)]
    return some(**{
        "read.values": values,
        "read.time_enabled": search(r"^\.+ time enabled (\w+)$", more,
                                    hexadecimal),
        "read.time_running": search(r"^\.+ time running (\w+)$", more,
                                    hexadecimal)})


def callchain(more):
    found = re.search(r"^\.+ FP chain: nr:(\d+)\n((?:\.{5} +\d+: \w+\n)*)", more,
                      re.M)
    if not found:
        return {}
    chain = [int(line.split()[-1], 16) for line in found.group(2).splitlines()]
    if len(chain) != int(found.group(1)):
        raise ValueError(f"perf printed {more!r}")
    return {"callchain": chain}


# perf's letters and the members of a branch that they stand for.
BRANCH_BITS = {"M": "mispred", "P": "predicted", "T": "in_tx", "A": "abort"}


def branches(more):
    found = re.search(r"^\.+ branch (?:stack|callstack): nr:(\d+)\n((?:\.{5} .*\n)*)",
                      more, re.M)
    if not found:
        return {}
    entries = []
    for line in found.group(2).splitlines():
        entry = re.match(r"\.{5} +\d+: (\w+) -> (\w+) (\d+) cycles ([MPTA ]*)(\w*)", line)
        if not entry:  # of a call stack, whose lines don't tell all
            return {}
        source, target, cycles, letters, _ = entry.groups()
        entries.append({"from": hexadecimal(source), "to": hexadecimal(target),
                        "cycles": int(cycles)})
        entries[-1].update({name: int(letter in letters)
                            for letter, name in BRANCH_BITS.items()})
    if len(entries) != int(found.group(1)):
        raise ValueError(f"perf printed {more!r}")
    return {"branches": entries}


def weights(more):
    found = re.search(r"^\.+ weight: (\d+)(?:,0x(\w+),0x(\w+))?$", more, re.M)
    if not found:
        return {}
    if found.group(2) is None:
        return {"weight": int(found.group(1))}
    return {"weight_var1_dw": int(found.group(1)),
            "weight_var2_w": int(found.group(2), 16),
            "weight_var3_w": int(found.group(3), 16)}


def sample(rest, more):
    misc, pid, tid, ip, period, addr = match(
        r"\(IP, (\w+)\): (-?\d+)/(-?\d+): (\w+) period: (\d+) addr: (\w+)$", rest)
    stack = re.search(r"^\.+ ustack: size (\d+), offset (\w+)$", more, re.M)
    fields = task(
        pid, tid, misc=number(misc), ip=number(ip), period=int(period),
        addr=number(addr), **sample_read(more), **callchain(more), **branches(more),
        **registers(more, "user"), **registers(more, "intr"), **weights(more))
    fields.update(some(
        data_src=search(r"^ *\.+ data_src: (\w+)$", more),
        phys_addr=search(r"^ *\.+ phys_addr: (\w+)$", more),
        transaction=search(r"^\.+ transaction: (\w+)$", more, hexadecimal),
        data_page_size=search(r"^ *\.+ data page size: (\S+)$", more,
                              PAGE_SIZES.get),
        code_page_size=search(r"^ *\.+ code page size: (\S+)$", more,
                              PAGE_SIZES.get)))
    if stack:
        fields["stack_dyn_size"] = int(stack.group(1))
        fields["stack_offset"] = number(stack.group(2))
    return fields


READERS = {
    "SAMPLE": sample, "MMAP": mmap, "MMAP2": mmap2, "COMM": comm, "FORK": fork,
    "EXIT": fork, "LOST": lost, "READ": read, "SWITCH": switch,
    "SWITCH_CPU_WIDE": switch_cpu_wide, "NAMESPACES": namespaces,
    "KSYMBOL": ksymbol, "BPF_EVENT": bpf_event, "CGROUP": cgroup,
    "THROTTLE": nothing, "UNTHROTTLE": nothing, "AUX": aux,
    "ITRACE_START": itrace_start, "LOST_SAMPLES": lost_samples,
    "TEXT_POKE": text_poke,
}


def stamped(kind, found, has_cpu, has_time):
    """The fields of the line that perf printed, with the stamps before it."""
    fields = READERS.get(kind, nothing)(found["rest"], found["more"])
    stamps = found["stamps"].split()
    if kind in READERS and stamps != ["-1", "-1"]:
        names = ["cpu"] * has_cpu + ["time"] * has_time
        prefix = "" if kind == "SAMPLE" else "sample_id."
        for name, stamp in zip(names, stamps):
            fields[prefix + name] = int(stamp)
    return fields


def parse(text, has_cpu, has_time):
    """An Event for each record, in the order perf had them. The stamps before a
    record are those of the file's attrs together."""
    begins = list(BEGIN.finditer(text))
    ends = [begin.start() for begin in begins[1:]] + [len(text)]
    for begin, end in zip(begins, ends):
        part = text[begin.end():end]
        found = RECORD.search(part)
        kind = found["type"] if found else None
        data = bytes.fromhex("".join(BYTES.findall(part)))
        # Those of the AUX area may follow.
        data = data[:int(SIZE.search(part).group(1))]
        yield Event(begin["file"], number(begin["offset"]), data, kind,
                    stamped(kind, found, has_cpu, has_time) if found else {})
