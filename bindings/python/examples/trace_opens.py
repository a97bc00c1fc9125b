"""Traces the files that this thread opens, by the fields of a tracepoint. Needs root, or a
tracefs that may be read."""
import os

import perfc
from perfc import SampleType


def main() -> None:
    with perfc.Tracepoint("syscalls:sys_enter_openat") as tracepoint:
        with perfc.Event.open("syscalls:sys_enter_openat",
                              SampleType.TID | SampleType.RAW) as event:
            event.mmap()
            event.enable()
            os.close(os.open("/proc/self/comm", os.O_RDONLY | os.O_CLOEXEC))
            event.disable()
            for record in event.records():
                sample = record.decode()
                if isinstance(sample, perfc.Sample):
                    fields = tracepoint.fields_of(sample.raw)
                    flags = tracepoint.number(sample.raw, "flags")
                    how = "close-on-exec" if flags & os.O_CLOEXEC else "inherited"
                    print(f"thread {sample.tid} ({how}): {tracepoint.format(sample.raw)}")
                    assert fields["flags"] == flags


main()
