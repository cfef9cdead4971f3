"""`./dev bench` on a machine without the published data: tasks run on what the set-up brings.

Tasks timed by a micro-benchmark are not run, because that would build it. The files that they write
show that their data load."""
import os
import subprocess
import sys

import pytest
from program import PROGRAM, ROOT

BENCHMARKS = ROOT / "benchmarks"
WITHOUT_DATA = {**os.environ, "SONDE_SHARED_DATA": "/nowhere", "PYTHONDONTWRITEBYTECODE": "1"}


def python(*words, **options):
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, timeout=600,
                          env=WITHOUT_DATA, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("task", ["store", "start", "curves/run", "sets/memory"])
def test_a_task_runs(task):
    out = python(BENCHMARKS / "run.py", task, "--rounds", 1, "--sentences", 20, "--program", PROGRAM)
    assert "WordNet's examples" in out and f"### {task}: " in out


def test_sentences_are_distinct_and_in_rated_pairs():
    out = python("-c", "import sentences as s; d = s.distinct(); p = s.sets()['wordnet'];"
                       "print(len(d), len(set(d)), len(p), max(x[2] for x in p))", cwd=BENCHMARKS)
    assert out == "13580 13580 6790 5.0\n"


def test_ratings_and_similarities_are_drawn_with_ties(tmp_path):
    script = f"""
import pathlib, types
from bootstrap import task
card = task.data_of(types.SimpleNamespace(folder=pathlib.Path({str(tmp_path)!r})))
print(len(card.with_suffix(".csv").read_text().splitlines()))
"""
    assert python("-c", script, cwd=BENCHMARKS) == "3000\n"
    for name in ("ratings.txt", "similarities.txt"):
        numbers = [float(line) for line in (tmp_path / name).read_text().splitlines()]
        assert len(numbers) == 3000 > len(set(numbers))
