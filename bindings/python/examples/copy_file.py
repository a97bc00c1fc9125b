"""Copies a perf.data file, with the samples of some processes only: copy_file.py FROM TO [PID...]"""
import sys

import perfc
from perfc import profile

source, target, *pids = sys.argv[1:]
chosen = profile.Filter(pids=[int(pid) for pid in pids])
try:
    # tails: AUX data belong to a copy.
    with profile.File(source, filter=chosen, tails=True) as file, profile.Writer(target) as writer:
        writer.copy(file)
        written = writer.finish()
except perfc.PerfcError as error:
    sys.exit(str(error))
print(f"{written.records} records, {written.bytes} bytes")
