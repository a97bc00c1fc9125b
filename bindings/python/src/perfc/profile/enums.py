"""The constants of constants.py in groups, as enumerations."""
# Written by tools/generate from bindings/abi.json.
from enum import IntEnum, IntFlag


class RowKind(IntEnum):
    FACTS = 0x1
    EVENTS = 0x2
    BUILD_IDS = 0x3
    CPUS = 0x4
    NODES = 0x5
    PMUS = 0x6
    CACHES = 0x7
    GROUPS = 0x8
    BPF = 0x9
    CLOCKS = 0xa
    FEATURES = 0xb
    TRACEPOINTS = 0xc
    DOMAINS = 0xd


class Feature(IntEnum):
    TRACING_DATA = 0x1
    BUILD_ID = 0x2
    HOSTNAME = 0x3
    OSRELEASE = 0x4
    VERSION = 0x5
    ARCH = 0x6
    NRCPUS = 0x7
    CPUDESC = 0x8
    CPUID = 0x9
    TOTAL_MEM = 0xa
    CMDLINE = 0xb
    EVENT_DESC = 0xc
    CPU_TOPOLOGY = 0xd
    NUMA_TOPOLOGY = 0xe
    BRANCH_STACK = 0xf
    PMU_MAPPINGS = 0x10
    GROUP_DESC = 0x11
    AUXTRACE = 0x12
    STAT = 0x13
    CACHE = 0x14
    SAMPLE_TIME = 0x15
    MEM_TOPOLOGY = 0x16
    CLOCKID = 0x17
    DIR_FORMAT = 0x18
    BPF_PROG_INFO = 0x19
    BPF_BTF = 0x1a
    COMPRESSED = 0x1b
    CPU_PMU_CAPS = 0x1c
    CLOCK_DATA = 0x1d
    HYBRID_TOPOLOGY = 0x1e
    PMU_CAPS = 0x1f
    CPU_DOMAIN_INFO = 0x20
    E_MACHINE = 0x21
    CLN_SIZE = 0x22


class BpfKind(IntEnum):
    PROGRAM = 0x1
    BTF = 0x2


class Synthesize(IntFlag):
    TASKS = 0x1
    KERNEL = 0x2
    FACTS = 0x4
    BUILD_IDS = 0x8


class Strip(IntFlag):
    STACKS = 0x1
    COMMANDS = 0x2
    HOST = 0x4
    PATHS = 0x8
