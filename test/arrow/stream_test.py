"""A live stream as an ArrowArrayStream: pyarrow reads it to its end, DuckDB
counts what it delivered. Needs: perf_event_paranoid at most 2."""

import ctypes
import pathlib
import subprocess
import sys
import unittest

import duckdb
import pyarrow as pa

import perfc

PARANOID = pathlib.Path("/proc/sys/kernel/perf_event_paranoid")
SOFTWARE, CPU_CLOCK = 1, 0
IP, TID, TIME, CALLCHAIN, PERIOD = 1, 2, 4, 1 << 5, 1 << 8
EXCLUDE_KERNEL, EXCLUDE_HV, FREQ = 1 << 5, 1 << 6, 1 << 10
SAMPLE_ID_ALL = 1 << 18
DURATION_MS = 700
BUSY = "while True: sum(range(1000))"


def cpu_clock():
    return perfc.Attr(
        type=SOFTWARE, size=ctypes.sizeof(perfc.Attr), config=CPU_CLOCK,
        sample_period=500, sample_type=IP | TID | TIME | CALLCHAIN | PERIOD,
        flags=FREQ | EXCLUDE_KERNEL | EXCLUDE_HV | SAMPLE_ID_ALL)


def may_sample():
    return PARANOID.exists() and int(PARANOID.read_text()) <= 2


class StreamTest(unittest.TestCase):

    def setUp(self):
        if not may_sample():
            self.skipTest("perf_event_paranoid above 2")
        # pylint: disable=consider-using-with
        self.target = subprocess.Popen([sys.executable, "-c", BUSY])
        self.addCleanup(self.target.wait)
        self.addCleanup(self.target.kill)

    def open(self):
        event, attr = perfc.Handle("close"), cpu_clock()
        perfc.call("open", None, ctypes.byref(attr),
                   ctypes.c_size_t(ctypes.sizeof(attr)),
                   ctypes.c_int32(self.target.pid), ctypes.c_int32(-1), None,
                   ctypes.c_uint64(0), event.out(), None)
        perfc.call("mmap", event.pointer, ctypes.c_uint32(64),
                   ctypes.c_uint32(0), None)
        return event

    def read(self, stream):
        out = perfc.ArrowStruct()
        perfc.call("stream_export_arrow", stream.pointer, None,
                   ctypes.c_uint32(perfc.SAMPLES),
                   ctypes.c_int32(DURATION_MS), ctypes.byref(out), None)
        reader = pa.RecordBatchReader._import_from_c(out.address())
        table = reader.read_all()
        reader.close()
        return table

    def check(self, table):
        table.validate(full=True)
        with duckdb.connect() as connection:
            connection.register("samples", table)
            rows, threads, ordered, deepest = connection.execute(
                "SELECT count(*), count(DISTINCT tid),"
                " bool_and(time >= before), max(len(callchain)) FROM"
                " (SELECT *, lag(time, 1, 0) OVER (ORDER BY sequence)"
                " AS before FROM samples)").fetchone()
            pids = connection.execute("SELECT DISTINCT pid FROM samples")
            self.assertEqual(pids.fetchall(), [(self.target.pid,)])
        # 500 Hz for 0.7 s of a process that is always busy.
        self.assertGreater(rows, 20)
        self.assertEqual(threads, 1)
        self.assertTrue(ordered)
        self.assertGreater(deepest, 1)

    def test_pyarrow_and_duckdb_read_a_live_stream(self):
        with self.open() as event, perfc.Handle("stream_destroy") as stream:
            perfc.call("stream_create", None, None, stream.out(), None)
            perfc.call("stream_add_event", stream.pointer, event.pointer, None)
            self.check(self.read(stream))


if __name__ == "__main__":
    unittest.main()
