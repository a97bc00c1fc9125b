"""Every shared vector through columns and the Arrow C Data Interface: pyarrow
finds nothing wrong with the arrays, and their values are those of the JSON."""

import contextlib
import unittest

import pyarrow as pa

import perfc
import vectors

NUMBERS = ("identifier", "ip", "pid", "tid", "time", "addr", "id", "stream_id",
           "cpu", "period", "branch_hw_idx", "user_abi", "stack_dyn_size",
           "weight", "weight_var1_dw", "weight_var2_w", "weight_var3_w",
           "data_src", "transaction", "intr_abi", "phys_addr", "cgroup",
           "data_page_size", "code_page_size", "misc")
LISTS = ("callchain", "branch_counters", "user_regs", "intr_regs")
BYTES = ("raw", "stack", "aux", "rest")


def number(text):
    return None if text is None else int(text)


def expected_row(expected):
    """What the columns of a sample hold, from its JSON."""
    read = expected.get("read")
    row = {name: number(expected.get(name)) for name in NUMBERS}
    row["attr_index"] = expected["attr"]
    for name in LISTS:
        row[name] = ([int(word) for word in expected[name]]
                     if name in expected else None)
    for name in BYTES:
        row[name] = (bytes.fromhex(expected[name]) if name in expected
                     else None)
    row["branches"] = ([{key: int(branch[key]) for key in ("from", "to",
                                                           "flags")}
                        for branch in expected["branches"]]
                       if "branches" in expected else None)
    row["read_values"] = None if read is None else [
        {key: int(value.get(key, 0)) for key in ("value", "id", "lost")}
        for value in read["values"]]
    for name in ("time_enabled", "time_running"):
        row[name] = number((read or {}).get(name))
    return row


def is_sample(expected):
    return expected.get("type") == "SAMPLE"


def native(case):
    """The case's plan and bytes in this machine's byte order."""
    plan = perfc.make_plan(case.attrs, case.byte_order, case.default)
    if case.byte_order == perfc.LITTLE:
        return plan, b"".join(case.records)
    with plan:
        attrs = [(perfc.native_attr(plan, index), ids)
                 for index, (_, ids) in enumerate(case.attrs)]
        data = b"".join(perfc.native_record(plan, record)
                        for record in case.records)
    return perfc.make_plan(attrs, perfc.LITTLE, case.default), data


class Fill:
    """One fill of all of a case's records."""

    def __init__(self, case, flags):
        self._stack = contextlib.ExitStack()
        self.plan, self.data = native(case)
        self.batch = perfc.make_batch(flags, 10000)
        self._stack.enter_context(self.plan)
        self._stack.enter_context(self.batch)
        self.words = perfc.aligned(self.data)
        self.rows, self.consumed = perfc.fill(self.batch, self.plan,
                                              self.words, len(self.data))

    def table(self, which):
        schema, array = perfc.export(self.batch, which)
        return pa.RecordBatch._import_from_c(array.address(), schema.address())

    def close(self):
        self._stack.close()


class VectorsTest(unittest.TestCase):

    def check_samples(self, table, case):
        rows = table.to_pylist()
        wanted = [expected for expected in case.expected if is_sample(expected)]
        self.assertEqual(len(rows), len(wanted))
        for row, expected in zip(rows, wanted):
            for name, value in expected_row(expected).items():
                self.assertEqual(row.get(name), value, name)

    def check_records(self, table, case):
        """The rows of the other table have the records' bytes, in order."""
        rows = table.to_pylist()
        others = [index for index, expected in enumerate(case.expected)
                  if not is_sample(expected)]
        self.assertEqual([row["sequence"] for row in rows], others)
        if case.byte_order == perfc.LITTLE:
            self.assertEqual([row["raw"] for row in rows],
                             [case.records[index] for index in others])
        for row, index in zip(rows, others):
            trailer = case.expected[index].get("sample_id")
            for name in ("pid", "tid", "time", "cpu") if trailer else ():
                self.assertEqual(row.get(name), number(trailer.get(name)))

    def check_case(self, case, flags):
        fill = Fill(case, flags)
        try:
            self.assertEqual(fill.rows, len(case.records))
            self.assertEqual(fill.consumed, len(fill.data))
            samples = fill.table(perfc.SAMPLES)
            records = fill.table(perfc.RECORDS)
        finally:
            fill.close()
        # What was exported outlives the batch and the bytes.
        del fill
        samples.validate(full=True)
        records.validate(full=True)
        self.check_samples(samples, case)
        self.check_records(records, case)

    def test_every_vector_is_valid_arrow_with_the_json_s_values(self):
        checked = 0
        for group in vectors.groups():
            for case in vectors.read(group):
                for flags in (0, perfc.VIEWS):
                    with self.subTest(group=group, case=case.name,
                                      flags=flags):
                        self.check_case(case, flags)
                checked += 1
        self.assertGreater(checked, 700)


if __name__ == "__main__":
    unittest.main()
