"""What the library tells of a record, beside what perf shows of it."""

EXEC = NO_DATA = 1 << 13  # of misc
MAP_SHARED = 1

# What neither perf's dump nor its script interface shows, by record type.
HIDDEN = {
    "SAMPLE": {"identifier", "id", "stream_id", "cgroup", "branch_hw_idx"},
    "MMAP2": {"flags"},
    "BPF_EVENT": {"tag"},
    "EXIT": {"time"},
    "FORK": {"time"},
}
HIDDEN_TRAILER = {"sample_id." + name for name in
                  ("pid", "tid", "id", "stream_id", "identifier")}
# What perf shows whether the record has it or not.
ALWAYS_SHOWN = {
    "SAMPLE": {"pid", "tid", "cpu", "time", "ip", "period", "addr", "phys_addr",
               "weight", "transaction", "data_src", "raw", "user_abi",
               "user_regs", "intr_abi", "intr_regs"},
    "SWITCH": {"next_prev_pid", "next_prev_tid", "sample_id.cpu", *HIDDEN_TRAILER},
    "THROTTLE": {"sample_id.cpu", *HIDDEN_TRAILER},
}
TEXTS = {"comm", "filename", "name", "path", "raw", "stack", "build_id", "tag",
         "old_bytes", "new_bytes"}
SCRIPT_KIND = {"SWITCH_CPU_WIDE": "SWITCH", "UNTHROTTLE": "THROTTLE"}
# What perf shows of a branch.
BRANCH = ("from", "to", "cycles", "mispred", "predicted", "in_tx", "abort")


class Differs(Exception):
    """The two don't say the same."""


def plain(value):
    """Numbers of 64 bits are strings in the canonical form."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return int(value)


def flat(told):
    """What was told, without its levels."""
    fields = {}
    for name, value in told.items():
        if name in TEXTS:
            fields[name] = value
        elif name in ("read", "sample_id"):
            for inner, part in value.items():
                fields[f"{name}.{inner}"] = plain(part)
        elif name != "type":
            fields[name] = plain(value)
    return fields


def as_shown(kind, fields):
    """The library's fields, with the bits of misc and flags that perf shows."""
    misc = fields["misc"] if kind == "SAMPLE" else fields.pop("misc")
    if kind == "MMAP":
        fields["executable"] = int(not misc & NO_DATA)
    elif kind == "MMAP2":
        fields["shared"] = int(fields["flags"] & 3 == MAP_SHARED)
    elif kind == "COMM":
        fields["exec"] = int(bool(misc & EXEC))
    elif kind == "SAMPLE" and "stack_dyn_size" in fields:
        fields["stack"] = fields["stack"][:2 * fields["stack_dyn_size"]]
    elif kind == "SAMPLE" and fields.get("stack") == "":
        fields.pop("stack")
    if "branches" in fields:
        fields["branches"] = [{name: branch[name] for name in BRANCH}
                              for branch in fields["branches"]]
    return fields


def locate_stack(record, printed):
    """perf tells where the stack lies, counted from its size, a u64."""
    if "stack_offset" in printed:
        begin = printed.pop("stack_offset") + 8
        stack = record[begin:begin + printed["stack_dyn_size"]]
        printed["stack"] = stack.hex()


def compare(where, kind, told, sources):
    """Returns how many fields perf showed. sources are what perf showed in each of its
    ways; where is the record's place."""
    if told.get("type") != kind:
        raise Differs(f"{where}: for perf it is {kind}, and the library tells {told}")
    mine = as_shown(kind, flat(told))
    compared = set()
    for shown in sources:
        both = mine.keys() & shown.keys()
        for name in sorted(both):
            if mine[name] != shown[name]:
                raise Differs(f"{where}: {name}: the library {mine[name]!r}, "
                              f"perf {shown[name]!r}")
        extra = shown.keys() - both - ALWAYS_SHOWN.get(
            SCRIPT_KIND.get(kind, kind), set())
        if extra:
            raise Differs(f"{where}: the library lacks {sorted(extra)}")
        compared |= both
    hidden = HIDDEN.get(kind, set()) | HIDDEN_TRAILER | {"attr"}
    if "attr" not in compared and "read.values" in mine:
        hidden = hidden | {"raw"}
    rest = mine.keys() - compared - hidden
    if rest:
        raise Differs(f"{where}: perf doesn't show {sorted(rest)}")
    return len(compared)
