"""zstd's streams, through the library that perf uses."""

import ctypes
import ctypes.util

END_FLUSH = 1  # ZSTD_e_flush


class Buffer(ctypes.Structure):
    """ZSTD_inBuffer and ZSTD_outBuffer."""
    _fields_ = [("at", ctypes.c_void_p), ("size", ctypes.c_size_t),
                ("pos", ctypes.c_size_t)]


def library():
    name = ctypes.util.find_library("zstd") or "libzstd.so.1"
    zstd = ctypes.CDLL(name)
    for function in ("ZSTD_createDStream", "ZSTD_createCStream"):
        getattr(zstd, function).restype = ctypes.c_void_p
    for function in ("ZSTD_decompressStream", "ZSTD_compressStream2"):
        getattr(zstd, function).restype = ctypes.c_size_t
    return zstd


class Stream:
    """One direction; the pieces belong to one stream."""

    def __init__(self, step, room):
        self.step = step
        self.room = room

    def go(self, data):
        source = ctypes.create_string_buffer(data, len(data))
        target = ctypes.create_string_buffer(self.room)
        taken = Buffer(ctypes.addressof(source), len(data), 0)
        result = b""
        while True:
            given = Buffer(ctypes.addressof(target), self.room, 0)
            left = self.step(ctypes.byref(given), ctypes.byref(taken))
            if left > 1 << 60:
                raise ValueError("zstd refuses")
            result += target.raw[:given.pos]
            if taken.pos == taken.size and given.pos < given.size:
                return result


def decompressor():
    zstd = library()
    stream = ctypes.c_void_p(zstd.ZSTD_createDStream())
    return Stream(lambda out, source: zstd.ZSTD_decompressStream(stream, out, source),
                  1 << 20)


def compressor():
    zstd = library()
    stream = ctypes.c_void_p(zstd.ZSTD_createCStream())
    return Stream(lambda out, source: zstd.ZSTD_compressStream2(
        stream, out, source, END_FLUSH), 1 << 20)
