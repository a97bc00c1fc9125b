"""Where the library and perf 6.1 don't say the same, and why. README.md has the table
for readers."""

import struct

import compare
import other_order

HEADER_FEATURE = 80
# What a writer writes anew: the header's records, rounds, compressed records.
WRITERS = {64, 66, 67, 68, 80, 81, 82, 83}

# Not shown by `perf script -D`.
PERF_HIDES = {
    81,  # COMPRESSED: the records inside are shown
    83,  # COMPRESSED2
}
# PERFC_ROWS_BPF, which perf itself can't read from the other order; PERFC_ROWS_FEATURES
# has the bytes of the file; both are compared by their sizes elsewhere.
TABLES_OF_AN_ORDER = {9, 11}

# A record in it has no size. perf shows those before it, and fails.
CORRUPTED = "piped.corrupted.zero_size_sample-3.2.data"
# (file, check): the reason.
SKIPPED = {
    (CORRUPTED, "a_copy_says_the_same"): "perf report reads nothing of a corrupted file",
    (CORRUPTED, "a_compressed_copy_says_the_same"): "perf report reads nothing of a corrupted file",
    (CORRUPTED, "perf_shows_the_same_header"): "perf report reads nothing of a corrupted file",
}


def perf_hides(record):
    return compare.kind_of(bytes.fromhex(record["bytes"])) in PERF_HIDES


DATA_SIZE_AT = 48


def repaired(path, scratch):
    """perf refuses files whose data section has no size, as a killed perf leaves
    them."""
    if path.is_dir():
        return path
    content = path.read_bytes()
    begin, size = struct.unpack_from("=QQ", content, DATA_SIZE_AT - 8)
    if content[8:16] == struct.pack("=Q", 16) or size:
        return path
    repairs = scratch / ("repaired-" + path.name)
    repairs.write_bytes(content[:DATA_SIZE_AT] + struct.pack("=Q", len(content) - begin)
                        + content[DATA_SIZE_AT + 8:])
    return repairs


def smooth(_told, _printed):
    """Changes what both say so that only what is no known difference is left."""


def of_either_order(records):
    """perf_file leaves out what can't be of the other order."""
    return [record["told"] for record in records if not (
        record["told"].get("type") == HEADER_FEATURE and
        int(record["told"]["body"][:2], 16) in other_order.LEFT_OUT)]


def in_a_copy(events):
    """The kernel's records in the order of time, and perf's own in any: without a time
    they keep their place behind the record before them, and so move with it. And how
    many records perf handed out late: those that came a round too late. A copy has
    other rounds, so it may have less of them."""
    kernels, own = [], []
    time = latest = late = 0
    for event in events:
        kind = compare.kind_of(event.data)
        if kind < compare.FIRST_OWN:
            time = compare.time_of(event) or time
            late += time < latest
            latest = max(latest, time)
            kernels.append((time, (event.kind, event.fields, event.data)))
        elif kind not in WRITERS:
            own.append((event.kind, {}, event.data))
    kernels.sort(key=lambda record: record[0])
    own.sort(key=lambda record: record[2])
    return [record for _, record in kernels] + own, late


def report(lines):
    """Without the lines that name the file."""
    return [line for line in lines if not line.startswith("#")]
