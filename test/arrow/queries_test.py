"""Exported columns in DuckDB and polars: numbers, nulls, lists, structs and
bytes mean there what they mean here."""

import unittest

import duckdb
import polars as pl
import pyarrow as pa

import perfc
import vectors
from vectors_test import Fill, is_sample

# The group with the most fields; its cases have different columns each.
CASES = [case for case in vectors.read("random")
         if case.byte_order == perfc.LITTLE]


def samples_of(case):
    fill = Fill(case, perfc.VIEWS)
    try:
        return fill.table(perfc.SAMPLES)
    finally:
        fill.close()


def column(case, name):
    return [expected.get(name) for expected in case.expected
            if is_sample(expected)]


def with_column(name):
    """(case, table) of every case that has the column."""
    for case in CASES:
        if any(value is not None for value in column(case, name)):
            yield case, samples_of(case)


def query(text, samples):
    with duckdb.connect() as connection:
        connection.register("samples", pa.Table.from_batches([samples]))
        return connection.execute(text).fetchall()


class DuckDbTest(unittest.TestCase):

    def test_numbers(self):
        for case, samples in with_column("ip"):
            self.assertEqual(
                query("SELECT ip FROM samples ORDER BY sequence", samples),
                [(int(ip),) for ip in column(case, "ip")])

    def test_lists(self):
        seen = 0
        for case, samples in with_column("callchain"):
            chains = [[int(word) for word in chain]
                      for chain in column(case, "callchain")]
            self.assertEqual(
                query("SELECT len(callchain), callchain FROM samples"
                      " ORDER BY sequence", samples),
                [(len(chain), chain) for chain in chains])
            self.assertEqual(
                query("SELECT count(*) FROM (SELECT unnest(callchain)"
                      " FROM samples)", samples),
                [(sum(len(chain) for chain in chains),)])
            seen += sum(len(chain) for chain in chains)
        self.assertGreater(seen, 10)

    def test_lists_of_structs(self):
        seen = 0
        for case, samples in with_column("branches"):
            wanted = [(int(branch["from"]), int(branch["to"]),
                       int(branch["flags"]) & 1)
                      for branches in column(case, "branches")
                      for branch in branches]
            self.assertEqual(
                query('SELECT b."from", b."to", (b.flags & 1)::INT FROM'
                      " (SELECT sequence, unnest(branches) AS b FROM samples)"
                      " ORDER BY sequence", samples), wanted)
            seen += len(wanted)
        self.assertGreater(seen, 10)

    def test_bytes(self):
        for name in ("raw", "stack", "aux"):
            for case, samples in with_column(name):
                self.assertEqual(
                    query(f"SELECT octet_length({name}), {name} FROM samples"
                          " ORDER BY sequence", samples),
                    [(len(data), data)
                     for data in map(bytes.fromhex, column(case, name))])

    def test_nulls_where_a_row_lacks_the_field(self):
        case = next(case for case in vectors.read("several_attrs")
                    if case.byte_order == perfc.LITTLE)
        samples = samples_of(case)
        for name in ("callchain", "weight"):
            wanted = sum(value is not None for value in column(case, name))
            self.assertTrue(0 < wanted < samples.num_rows)
            self.assertEqual(
                query(f"SELECT count({name}) FROM samples", samples),
                [(wanted,)])


class PolarsTest(unittest.TestCase):

    def test_every_table_is_read_whole(self):
        for case in CASES:
            samples = samples_of(case)
            frame = pl.from_arrow(samples)
            self.assertEqual(frame.columns, samples.schema.names)
            self.assertEqual(frame.to_dicts(), samples.to_pylist())

    def test_lists_and_bytes(self):
        for case, samples in with_column("callchain"):
            frame = pl.from_arrow(samples)
            self.assertEqual(frame["callchain"].list.len().to_list(),
                             [len(chain) for chain in column(case,
                                                             "callchain")])
        for case, samples in with_column("raw"):
            frame = pl.from_arrow(samples)
            self.assertEqual(frame["raw"].bin.encode("hex").to_list(),
                             column(case, "raw"))


if __name__ == "__main__":
    unittest.main()
