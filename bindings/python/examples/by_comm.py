"""Counts the samples of a perf.data file by the name of their thread."""
import sys
from collections import Counter

import perfc
from perfc import profile

names: dict[int, str] = {}
samples = Counter[str]()
with profile.File(sys.argv[1] if sys.argv[1:] else "perf.data") as file:
    for one in file:
        record = one.record.decode()
        if isinstance(record, perfc.Comm):
            names[record.tid] = record.comm
        elif isinstance(record, perfc.Task) and record.type == perfc.RecordType.FORK:
            names[record.tid] = names.get(record.ptid, "")
        elif isinstance(record, perfc.Sample) and perfc.SampleType.TID in record.present:
            samples[names.get(record.tid, "")] += 1
print(*(f"{count:7}  {name}" for name, count in samples.most_common()), sep="\n")
