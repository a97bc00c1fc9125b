"""Files by bytes: of records that this kind of machine can't make."""

import random
import struct

import perf_file

IP, TID, TIME, ID, CPU, PERIOD, BRANCH_STACK, IDENTIFIER = (
    1 << 0, 1 << 1, 1 << 2, 1 << 6, 1 << 7, 1 << 8, 1 << 11, 1 << 16)
BRANCH_HW_INDEX = 1 << 17
BRANCH_ANY = 1 << 3
SAMPLE_ID_ALL, BUILD_ID = 1 << 18, 1 << 34  # of the attr's flags
BRANCH_FEATURE = 15
CPU_CYCLES = 0  # of PERF_TYPE_HARDWARE
NATIVE = perf_file.order_of(perf_file.MAGIC)
PID = 4711


def attr(sample_type, branches=0, flags=SAMPLE_ID_ALL, size=128):
    return struct.pack("=IIQQQQQIIQQQ", 0, size, CPU_CYCLES, 1000, sample_type, 0, flags,
                       0, 0, 0, 0, branches).ljust(size, b"\0")[:size]


def record(kind, body, misc=0):
    return perf_file.Record(kind, misc, body)


def save(place, attrs, records, features=None):
    place.path.write_bytes(perf_file.write(perf_file.File(
        NATIVE, False, attrs, records, features or {})))


def text(string):
    data = string.encode() + b"\0"
    return data.ljust((len(data) + 7) & ~7, b"\0")


# ---- branch stacks

def branch(dice):
    flags = dice.choice([1, 2]) | dice.choice([0, 4, 8]) | dice.randrange(1 << 16) << 4
    return struct.pack("=QQQ", dice.randrange(1 << 47), dice.randrange(1 << 47), flags)


def branch_sample(dice, number, time, hw_index):
    count = dice.randrange(0, 33)
    body = struct.pack("=QQIIQ", number, 0x401000 + time, PID, PID, time)
    body += struct.pack("=II", time % 2, 0) + struct.pack("=QQ", 1000, count)
    if hw_index:
        body += struct.pack("=Q", dice.randrange(1 << 32))
    return record(9, body + b"".join(branch(dice) for _ in range(count)), misc=2)


def branches(place):
    """Two events: one whose stacks have an index of the hardware, and one without."""
    dice = random.Random(1)
    sample_type = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | BRANCH_STACK
    attrs = [(attr(sample_type, BRANCH_ANY), [11, 12]),
             (attr(sample_type, BRANCH_ANY | BRANCH_HW_INDEX), [13, 14])]
    records = []
    for time in range(1, 200):
        number = dice.choice([11, 12, 13, 14])
        records.append(branch_sample(dice, number, time * 1000, number > 12))
    save(place, attrs, records, {BRANCH_FEATURE: b""})


# ---- the kernel's other records

def trailer(time, number=21):
    return struct.pack("=IIQIIQ", PID, PID, time, 1, 0, number)


OTHERS = [
    (1, struct.pack("=IIQQQ", PID, PID, 0x400000, 0x1000, 0) + text("/bin/true"), 2),
    (2, struct.pack("=QQ", 21, 3), 0),
    (3, struct.pack("=II", PID, PID) + text("true"), 1 << 13),
    (7, struct.pack("=IIIIQ", PID + 1, PID, PID + 1, PID, 5), 0),
    (4, struct.pack("=IIIIQ", PID + 1, PID, PID + 1, PID, 6), 0),
    (5, struct.pack("=QQQ", 7000, 21, 21), 0),
    (6, struct.pack("=QQQ", 8000, 21, 21), 0),
    (10, struct.pack("=IIQQQIIQQII", PID, PID, 0x500000, 0x1000, 0, 8, 1, 99, 7, 5, 2)
     + text("/lib/libc.so.6"), 2),
    (10, struct.pack("=IIQQQB3x20sII", PID, PID, 0x600000, 0x1000, 0, 20,
                     bytes(range(20)), 5, 2) + text("/lib/libm.so.6"), 1 << 14 | 2),
    (11, struct.pack("=QQQ", 4096, 512, 1), 0),
    (12, struct.pack("=II", PID, PID), 0),
    (13, struct.pack("=Q", 17), 0),
    (14, b"", 1 << 13),
    (15, struct.pack("=II", PID, PID), 0),
    (16, struct.pack("=IIQ", PID, PID, 7) + struct.pack("=14Q", *range(14)), 0),
    (17, struct.pack("=QIHH", 0xffffffffc0000000, 64, 1, 0) + text("bpf_prog_x"), 0),
    (18, struct.pack("=HHI8s", 1, 0, 5, b"12345678"), 0),
    (19, struct.pack("=Q", 77) + text("/user.slice"), 0),
    (20, struct.pack("=QHH", 0xffffffff81000000, 2, 2) + b"\x66\x90\xeb\x00", 0),
]


def other_records(place):
    sample_type = IDENTIFIER | IP | TID | TIME | CPU
    records = [record(kind, body + trailer(1000 * (i + 1)), misc)
               for i, (kind, body, misc) in enumerate(OTHERS)]
    sample = struct.pack("=QQIIQII", 21, 0x400010, PID, PID, 500, 1, 0)
    save(place, [(attr(sample_type, flags=SAMPLE_ID_ALL | BUILD_ID), [21])],
         [record(9, sample, 2), *records])


def old_attr(place):
    """Of 64 bytes, as before Linux 3.4, in a file with records without trailers."""
    sample_type = IP | TID | TIME
    samples = [record(9, struct.pack("=QIIQ", 0x400000 + i, PID, PID, i), 2)
               for i in range(1, 50)]
    save(place, [(attr(sample_type, flags=0, size=64), [])],
         [record(3, struct.pack("=II", PID, PID) + text("true")), *samples])


def unordered(place):
    """Rounds whose records overlap in time, and records of the same time."""
    sample_type = IDENTIFIER | IP | TID | TIME
    dice = random.Random(2)
    records = []
    for number in range(20):
        times = [1000 * number + dice.randrange(1, 1500) for _ in range(50)]
        records += [record(9, struct.pack("=QQIIQ", 31, 0x400000 + i, PID, PID, time), 2)
                    for i, time in enumerate(times)]
        records.append(record(68, b""))
    save(place, [(attr(sample_type), [31])], records)


RECORDINGS = [branches, other_records, old_attr, unordered]
