"""Loads a BPF program of two instructions, so that the kernel tells of it."""

import ctypes
import os
import platform
import struct

NUMBERS = {"x86_64": 321, "aarch64": 280}
PROG_LOAD = 5
TYPE_SOCKET_FILTER = 1
# r0 = 0; exit
CODE = struct.pack("<BBhi", 0xb7, 0, 0, 0) + struct.pack("<BBhi", 0x95, 0, 0, 0)


class Loader:
    """Holds the memory that the kernel reads."""

    def __init__(self):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.code = ctypes.create_string_buffer(CODE, len(CODE))
        self.license = ctypes.create_string_buffer(b"GPL")
        # union bpf_attr of BPF_PROG_LOAD, as far as prog_name.
        self.attr = ctypes.create_string_buffer(struct.pack(
            "<IIQQIIQII16s", TYPE_SOCKET_FILTER, len(CODE) // 8,
            ctypes.addressof(self.code), ctypes.addressof(self.license), 0, 0, 0, 0, 0,
            b"perfc_test"), 128)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def load_and_unload(self):
        number = NUMBERS.get(platform.machine())
        fd = -1 if number is None else self.libc.syscall(
            number, PROG_LOAD, self.attr, len(self.attr))
        if fd >= 0:
            os.close(fd)
        return fd >= 0
