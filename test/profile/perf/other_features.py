"""The features of perf.data's header in the other byte order."""

import struct

from swapper import NATIVE, OTHER, Swapper, swap_attr

TRACING_DATA, BUILD_ID, CPU_TOPOLOGY = 1, 2, 13


def string(data):
    data.keep(data.number("I"))


def strings(data, count):
    for _ in range(count):
        string(data)


def counted(*each):
    """A u32 count, and each is layouts of numbers, or `string`."""
    def swap(data):
        for _ in range(data.number("I")):
            for part in each:
                if part is string:
                    string(data)
                else:
                    data.numbers(part)
    return swap


def fixed(layout):
    return lambda data: data.numbers(layout)


def build_id(data):
    """Entries of a record's header, a pid, 24 bytes and the path."""
    while data.left():
        _, _, size = data.numbers("IHH")
        data.number("i")
        data.keep(size - 12)


def event_desc(data):
    events, size = data.numbers("II")
    for _ in range(events):
        data.replace(size, swap_attr)
        ids = data.number("I")
        string(data)
        data.words(ids)


def cpu_topology(cpus):
    """The last two parts came with perf 2.6.39 and 5.2."""
    def swap(data):
        strings(data, data.number("I"))
        strings(data, data.number("I"))
        if data.left() >= 8 * cpus:
            data.numbers(f"{2 * cpus}I")
        if data.left():
            strings(data, data.number("I"))
            data.numbers(f"{data.left() // 4}I")
    return swap


def cache(data):
    _, count = data.numbers("II")
    for _ in range(count):
        data.numbers("4I")
        strings(data, 3)


def mem_topology(data):
    _, _, nodes = data.numbers("QQQ")
    for _ in range(nodes):
        data.numbers("QQ")
        data.words((data.number("Q") + 63) // 64)


def pmu_caps(data):
    for _ in range(data.number("I")):
        strings(data, 2 * data.number("I"))
        string(data)


def bpf_btf(data):
    for _ in range(data.number("I")):
        _, size = data.numbers("II")
        data.keep(size)


# ---- the formats of tracepoints, whose byte order they tell themselves

def sized(data, letter):
    data.keep(data.number(letter))


def to_nul(data):
    data.keep(data.data.index(b"\0", data.at) + 1 - data.at)


def tracing_data(data):
    data.keep(3 + len("tracing"))
    to_nul(data)  # the version
    data.replace(1, lambda _: b"\1" if OTHER == ">" else b"\0")
    data.keep(1)  # bytes of a long
    data.number("I")  # of a page
    for _ in range(2):  # header_page and header_event
        to_nul(data)
        sized(data, "Q")
    for _ in range(data.number("I")):  # ftrace's own
        sized(data, "Q")
    for _ in range(data.number("I")):  # subsystems
        to_nul(data)
        for _ in range(data.number("I")):
            sized(data, "Q")
    sized(data, "I")  # kallsyms
    sized(data, "I")  # formats of printk
    if data.left():
        sized(data, "Q")  # saved names of threads


FEATURES = {
    BUILD_ID: build_id, 3: string, 4: string, 5: string, 6: string, 7: fixed("II"),
    8: string, 9: string, 10: fixed("Q"), 11: counted(string), 12: event_desc,
    14: counted("IQQ", string), 15: fixed(""), 16: counted("I", string),
    17: counted(string, "II"), 18: Swapper.rest_of_words, 19: fixed(""), 20: cache,
    21: fixed("QQ"), 22: mem_topology, 23: fixed("Q"), 24: fixed("Q"), 26: bpf_btf,
    27: fixed("5I"), 28: counted(string, string), 29: fixed("IIQQ"),
    30: counted(string, string), 31: pmu_caps,
}
# Of which perf itself says that it can't read them from the other byte order.
LEFT_OUT = {25}


def swap_feature(feature, content, cpus=0):
    """cpus is of NRCPUS, the number of those that are there."""
    data = Swapper(content)
    if feature == TRACING_DATA:
        tracing_data(data)
    elif feature == CPU_TOPOLOGY:
        cpu_topology(cpus)(data)
    else:
        FEATURES[feature](data)
    data.rest()  # padding
    return data.out


def available_cpus(features):
    nrcpus = features.get(7)
    # Those that are available, and those that are online.
    return struct.unpack_from(NATIVE + "II", nrcpus)[0] if nrcpus else 0
