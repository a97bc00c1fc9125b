"""As much of the C ABI as these tests call, by ctypes."""

import ctypes
import os

_library = ctypes.CDLL(os.environ["LIBPERFC"], use_errno=False)

SAMPLES, RECORDS = 0, 1
VIEWS = 1
LITTLE, BIG = 1, 2


class Record(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_uint32),
                ("misc", ctypes.c_uint16), ("size", ctypes.c_uint16)]


class BatchOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("flags", ctypes.c_uint32),
                ("columns", ctypes.c_uint64), ("rows", ctypes.c_uint32),
                ("reserved", ctypes.c_uint32)]


class Attr(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint32), ("size", ctypes.c_uint32),
                ("config", ctypes.c_uint64), ("sample_period", ctypes.c_uint64),
                ("sample_type", ctypes.c_uint64),
                ("read_format", ctypes.c_uint64), ("flags", ctypes.c_uint64),
                ("rest", ctypes.c_uint8 * 96)]


class ArrowStruct(ctypes.Structure):
    """An ArrowSchema (72 bytes), ArrowArray (80) or ArrowArrayStream (40)."""
    _fields_ = [("bytes", ctypes.c_uint8 * 80)]

    def address(self):
        return ctypes.addressof(self)


class Failed(Exception):

    def __init__(self, function, result):
        super().__init__(f"{function}: {os.strerror(-result)}")
        self.errno = -result


def call(function, *arguments):
    """Calls perfc_<function>; raises Failed for a negative errno."""
    result = getattr(_library, "perfc_" + function)(*arguments)
    if result < 0:
        raise Failed(function, result)
    return result


class Handle:
    """What a function made, until destroy."""

    def __init__(self, destroy):
        self.pointer = ctypes.c_void_p()
        self._destroy = getattr(_library, "perfc_" + destroy)

    def out(self):
        return ctypes.byref(self.pointer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._destroy(self.pointer)
        self.pointer = None


def make_plan(attrs, byte_order, default=0xffffffff):
    """attrs: (bytes, ids) each; default: whose records with id 0 are."""
    plan = Handle("plan_destroy")
    call("plan_create", ctypes.c_uint32(byte_order), plan.out(), None)
    for attr, ids in attrs:
        array = (ctypes.c_uint64 * len(ids))(*ids)
        size, count = ctypes.c_size_t(len(attr)), ctypes.c_size_t(len(ids))
        call("plan_add_attr", plan.pointer, attr, size, array, count, None)
    call("plan_set_default", plan.pointer, ctypes.c_uint32(default))
    return plan


def native_attr(plan, index):
    """The attr in this machine's byte order."""
    size = call("plan_attr", plan.pointer, ctypes.c_uint32(index), None,
                ctypes.c_size_t(0))
    buffer = ctypes.create_string_buffer(size)
    call("plan_attr", plan.pointer, ctypes.c_uint32(index), buffer,
         ctypes.c_size_t(size))
    return buffer.raw


def aligned(data):
    """A copy that begins at a multiple of 8."""
    words = (ctypes.c_uint64 * ((len(data) + 7) // 8 + 1))()
    ctypes.memmove(words, data, len(data))
    return words


def native_record(plan, record):
    """One record in this machine's byte order."""
    source, scratch, out = aligned(record), (ctypes.c_uint64 * 8192)(), Record()
    call("plan_view_record", plan.pointer, source, ctypes.c_size_t(len(record)),
         scratch, ctypes.c_size_t(65536), ctypes.byref(out))
    return ctypes.string_at(out.data, out.size)


def make_batch(flags=0, rows=0):
    batch = Handle("batch_destroy")
    options = BatchOptions(ctypes.sizeof(BatchOptions), flags, 0, rows, 0)
    call("batch_create", ctypes.byref(options), batch.out(), None)
    return batch


def fill(batch, plan, words, size):
    """(rows, bytes consumed)."""
    consumed = ctypes.c_size_t()
    rows = call("batch_fill_bytes", batch.pointer, plan.pointer, words,
                ctypes.c_size_t(size), ctypes.byref(consumed))
    return rows, consumed.value


def export(batch, table):
    """(schema, array) to be imported."""
    schema, array = ArrowStruct(), ArrowStruct()
    call("batch_export_arrow", batch.pointer, ctypes.c_uint32(table),
         ctypes.byref(schema), ctypes.byref(array), None)
    return schema, array
