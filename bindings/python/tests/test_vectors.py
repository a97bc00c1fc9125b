"""The shared vectors decode to their JSON, byte for byte."""
import subprocess
import sys

import pytest

from conftest import HERE, ROOT

VECTORS = sorted((ROOT / "test/vectors").glob("*.vec"))


@pytest.mark.parametrize("mode", ["typed", "columns", "views"])
@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_vectors(path, mode):
    told = subprocess.run([sys.executable, HERE / "vectors/vectors.py", mode, path], check=True,
                          capture_output=True).stdout
    assert told == path.with_suffix(".jsonl").read_bytes()


def test_there_are_vectors():
    assert len(VECTORS) == 14
