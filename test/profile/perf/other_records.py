"""The records of perf.data in the other byte order."""

import struct

from other_features import swap_feature
from swapper import Attr, Swapper, swap_attr

IDENTIFIER, ID, TIME, CPU, TID, STREAM_ID = 1 << 16, 1 << 6, 1 << 2, 1 << 7, 1 << 1, 1 << 9
FORMAT_GROUP, FORMAT_ID, FORMAT_LOST, FORMAT_TIMES = 1 << 3, 1 << 2, 1 << 4, 3
BRANCH_HW_INDEX, BRANCH_COUNTERS = 1 << 17, 1 << 19
# mispred, predicted, in_tx, abort, cycles, type, spec, new_type, priv
BRANCH_FLAGS = [1, 1, 1, 1, 16, 4, 2, 4, 3]
# of misc
BUILD_ID = 1 << 14

SAMPLE, MMAP2, READ, NAMESPACES, HEADER_FEATURE = 9, 10, 8, 16, 80
NRCPUS = 7  # a feature


def swap_read(record, attr):
    """PERF_SAMPLE_READ, and what stands in a record READ."""
    times = bin(attr.read_format & FORMAT_TIMES).count("1")
    value = 1 + bool(attr.read_format & FORMAT_ID) + bool(attr.read_format & FORMAT_LOST)
    if attr.read_format & FORMAT_GROUP:
        members = record.number("Q")
        record.words(times + members * value)
    else:
        record.words(times + value)


def swap_branches(record, attr):
    count = record.number("Q")
    if attr.branch_sample_type & BRANCH_HW_INDEX:
        record.number("Q")
    for _ in range(count):
        record.words(2)
        record.bits(BRANCH_FLAGS)
    if attr.branch_sample_type & BRANCH_COUNTERS:
        record.words(count)


def swap_registers(record, mask):
    if record.number("Q"):
        record.words(bin(mask).count("1"))


def swap_stack(record):
    size = record.number("Q")
    record.keep(size)
    if size:
        record.number("Q")


def swap_raw(record):
    record.keep(record.number("I"))


# In the order of the record; what isn't a function are numbers.
SAMPLE_FIELDS = [
    (IDENTIFIER, "Q"), (1 << 0, "Q"), (TID, "II"), (TIME, "Q"), (1 << 3, "Q"), (ID, "Q"),
    (STREAM_ID, "Q"), (CPU, "II"), (1 << 8, "Q"), (1 << 4, swap_read),
    (1 << 5, lambda record, _: record.words(record.number("Q"))),
    (1 << 10, lambda record, _: swap_raw(record)),
    (1 << 11, swap_branches),
    (1 << 12, lambda record, attr: swap_registers(record, attr.regs_user)),
    (1 << 13, lambda record, _: swap_stack(record)),
    # WEIGHT and WEIGHT_STRUCT, which is one word in either order.
    (1 << 14 | 1 << 24, "Q"), (1 << 15, "Q"), (1 << 17, "Q"),
    (1 << 18, lambda record, attr: swap_registers(record, attr.regs_intr)),
    (1 << 19, "Q"), (1 << 21, "Q"), (1 << 22, "Q"), (1 << 23, "Q"),
    (1 << 20, lambda record, _: record.keep(record.number("Q"))),
]
TRAILER = [(TID, "II"), (TIME, "Q"), (ID, "Q"), (STREAM_ID, "Q"), (CPU, "II"),
           (IDENTIFIER, "Q")]


def swap_sample(record, attr):
    for bits, how in SAMPLE_FIELDS:
        if not attr.sample_type & bits:
            continue
        if isinstance(how, str):
            record.numbers(how)
        else:
            how(record, attr)
    record.rest()


def trailer_size(attr):
    if not attr.sample_id_all:
        return 0
    return 8 * sum(bool(attr.sample_type & bit) for bit, _ in TRAILER)


def swap_trailer(record, attr):
    for bit, layout in TRAILER:
        if attr.sample_id_all and attr.sample_type & bit:
            record.numbers(layout)


def swap_namespaces(record):
    record.numbers("II")
    record.words(1 + 2 * struct.unpack_from("=Q", record.data, record.at)[0])


# Numbers in front of the trailer, and bytes between them and it.
KERNELS = {
    1: "IIQQQ", 2: "QQ", 3: "II", 4: "IIIIQ", 5: "QQQ", 6: "QQQ", 7: "IIIIQ", 11: "QQQ",
    12: "II", 13: "Q", 14: "", 15: "II", 17: "QIHH", 18: "HHI8s", 19: "Q", 20: "QHH",
    21: "Q",
}


def swap_kernels(record, kind, misc, attr):
    if kind == MMAP2:
        record.numbers("IIQQQ")
        record.numbers("24sII" if misc & BUILD_ID else "IIQQII")
    elif kind == NAMESPACES:
        swap_namespaces(record)
    elif kind == READ:
        record.numbers("II")
        swap_read(record, attr)
    else:
        record.numbers(KERNELS[kind])
    between = record.left() - trailer_size(attr)
    if between < 0:  # perf's own MMAPs and COMMs in some files have none
        record.rest()
        return
    record.keep(between)
    swap_trailer(record, attr)


# ---- perf's own

def swap_header_attr(record):
    size, = struct.unpack_from("=I", record.data, 4)
    record.replace(size, swap_attr)
    record.rest_of_words()


def swap_cpu_map(record):
    kind = record.number("H")
    if kind == 0:
        record.numbers(f"{struct.unpack_from('=H', record.data, record.at)[0] + 1}H")
    elif kind == 1:
        count, size = record.numbers("HH")
        if size == 8:
            record.keep(4)
        record.numbers(f"{count}{'Q' if size == 8 else 'I'}")
    elif kind == 2:
        record.keep(2)
        record.numbers("HH")
    record.rest()


def swap_event_update(record):
    kind, _ = record.numbers("QQ")
    if kind == 1:  # scale, a double
        record.number("Q")
    elif kind == 3:
        swap_cpu_map(record)
    record.rest()


def swap_thread_map(record):
    for _ in range(record.number("Q")):
        record.number("Q")
        record.keep(16)
    record.rest()


def swap_auxtrace_info(record):
    record.numbers("II")
    record.rest_of_words()


def swap_auxtrace_error(record):
    record.numbers("6I2Q")
    record.keep(64)
    record.numbers(f"{record.left() // 4}I")


def swap_time_conv(record):
    record.words(min(5, record.left() // 8))
    record.rest()


def numbers(layout):
    def swap(record):
        record.numbers(layout)
        record.rest()
    return swap


OWN = {
    64: swap_header_attr, 65: numbers("Q"), 66: numbers("I"), 67: numbers("i"),
    68: numbers(""), 69: Swapper.rest_of_words, 70: swap_auxtrace_info,
    71: numbers("QQQIIII"), 72: swap_auxtrace_error, 73: swap_thread_map,
    74: swap_cpu_map, 75: Swapper.rest_of_words, 76: numbers("QIIQQQ"),
    77: Swapper.rest_of_words, 78: swap_event_update, 79: swap_time_conv,
    82: numbers(""),
}


class Records:
    """Swaps the records of a file, whose attrs it has to know."""

    def __init__(self, attrs):
        self.attrs = [Attr(attr) for attr, _ in attrs]
        self.cpus = 0
        self.by_id = {number: self.attrs[i]
                      for i, (_, ids) in enumerate(attrs) for number in ids}

    def attr_of(self, kind, body):
        """perf gives id 0, and what has no id, to the first one."""
        first = self.attrs[0]
        if len(self.attrs) == 1:
            return first
        word = None
        fields = SAMPLE_FIELDS if kind == SAMPLE else TRAILER
        wanted = IDENTIFIER if first.sample_type & IDENTIFIER else ID
        before = [layout for bit, layout in fields[:[bit for bit, _ in fields].index(wanted)]
                  if first.sample_type & bit]
        at = 8 * len(before)
        if kind != SAMPLE:
            at += len(body) - trailer_size(first)
        if first.sample_type & wanted and 0 <= at <= len(body) - 8:
            word, = struct.unpack_from("=Q", body, at)
        return self.by_id.get(word, first)

    def swap_header_feature(self, record):
        """perf ends its features with an empty one, whose number a later perf may
        have given to a real one."""
        feature = record.number("Q")
        if not record.left():
            return
        if feature == NRCPUS:
            self.cpus, _ = struct.unpack_from("=II", record.data, record.at)
        record.replace(record.left(),
                       lambda data: swap_feature(feature, data, self.cpus))

    def swap(self, kind, misc, body):
        record = Swapper(body)
        if kind == HEADER_FEATURE:
            self.swap_header_feature(record)
        elif kind in OWN:
            OWN[kind](record)
        elif kind == SAMPLE:
            swap_sample(record, self.attr_of(kind, body))
        else:
            swap_kernels(record, kind, misc, self.attr_of(kind, body))
        if len(record.out) != len(body):
            raise ValueError(f"a record of type {kind} became {len(record.out)} bytes "
                             f"out of {len(body)}")
        return record.out
