"""The built Python package, for the tests of it."""
import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from program import BUILD, ROOT

FOLDER = BUILD / "python"
if not any((FOLDER / "sonde").glob("_core*.so")):
    pytest.skip("this build has no Python package: nanobind or Python's headers are missing", allow_module_level=True)
sys.path.insert(0, str(FOLDER))
os.environ.setdefault("XDG_CACHE_HOME", "/nonexistent")  # tests that need a store name one

import sonde  # noqa: E402


def letters(texts):
    """A real encoder: how often each letter occurs in a text, and its length."""
    counts = [[text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] + [len(text)] for text in texts]
    return np.array(counts, dtype=np.float32)


def python(folder, code, *words, **options):
    """Runs code in a separate Python, with the package in its path."""
    environment = {**os.environ, "PYTHONPATH": str(FOLDER), "XDG_CACHE_HOME": str(folder / "cache"),
                   **options.pop("environment", {})}
    return subprocess.run([sys.executable, "-c", code, *map(str, words)], cwd=folder, env=environment, text=True,
                          capture_output=True, timeout=300, **options)


def arrow_stand_in(monkeypatch, rows, in_group):
    """A pyarrow whose every Parquet file has these rows. Returns which row groups are read."""
    read = []

    class File:
        def __init__(self, path):
            self.num_row_groups = -(-len(rows) // in_group)

        def read_row_group(self, number):
            read.append(number)
            return SimpleNamespace(to_pylist=lambda: rows[number * in_group:(number + 1) * in_group])
    monkeypatch.setitem(sys.modules, "pyarrow", SimpleNamespace(parquet=SimpleNamespace(ParquetFile=File)))
    return read


PAIRS = [{"first": f"A {one} sleeps.", "second": f"The {one} is {two}.", "gold": number % 6, "topic": topic}
         for number, (one, two, topic) in enumerate(
             (one, two, topic) for topic, ones in (("animal", ("cat", "dog", "horse", "hen")), ("thing", ("lamp", "car")))
             for one in ones for two in ("asleep", "awake", "small", "old", "quick"))]

__all__ = ["PAIRS", "ROOT", "arrow_stand_in", "letters", "python", "sonde"]
