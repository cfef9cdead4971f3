"""Drives the built program for `./dev reproduce`, and reads its results or stored ones of an earlier call."""
import csv
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tools"))
import shared_data  # noqa: E402

from .paper import Given  # noqa: E402

KEPT = Path(__file__).resolve().parent / "kept"
COLUMNS = ("probe", "dataset", "subject", "slice", "name", "value", "low", "high", "n")


@dataclass(frozen=True)
class Counted(Given):
    """A result of a run: with the items that it counts."""
    n: int = 0


def result_row(data, subject, name, one, part="all", probe=""):
    return {"probe": probe, "dataset": data, "subject": subject, "slice": part, "name": name, "value": one.value, "low": one.low,
            "high": one.high, "n": one.n}


class Results:
    """(dataset, subject, slice, name) -> a run's result. Of several probes the first, unless one is named."""

    def __init__(self, rows):
        self.rows = list(rows)
        self.of, self.of_probe = {}, {}
        for row in self.rows:
            key = tuple(row[name] for name in ("dataset", "subject", "slice", "name"))
            counted = Counted(row["value"], row["low"], row["high"], row["n"])
            self.of.setdefault(key, counted)
            self.of_probe[row["probe"], *key] = counted
        self.subjects = list(dict.fromkeys(row["subject"] for row in self.rows if row["subject"] != "data"))

    def get(self, dataset, subject, name, part="all", probe=None):
        key = (dataset, subject, part, name)
        return self.of_probe.get((probe, *key)) if probe else self.of.get(key)

    def keep(self, name, wanted):
        """Writes the results that `wanted(row)` names to kept/NAME.tsv."""
        KEPT.mkdir(exist_ok=True)
        with open(KEPT / f"{name}.tsv", "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, delimiter="\t", lineterminator="\n")
            out.writerow(COLUMNS)
            for row in filter(wanted, self.rows):
                out.writerow([row[c] if not isinstance(row[c], float) else f"{row[c]:.6g}" for c in COLUMNS])


def kept(name):
    """The results of an earlier call of a slow part, or nothing."""
    path = KEPT / f"{name}.tsv"
    if not path.exists():
        return Results([])
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        row |= {key: float(row[key]) if row[key] else None for key in ("value", "low", "high")}
        row["n"] = int(row["n"])
    return Results(rows)


class Failed(Exception):
    """The program refused its input, or a file has another form than its option takes."""


class Work:
    """A folder in which the program runs, with few replicates if no interval is needed."""

    def __init__(self, folder, program=ROOT / "build/release/sonde", replicates=None, store=None, cwd=None, libraries=None):
        self.folder, self.program, self.replicates, self.store = Path(folder), Path(program), replicates, store
        self.libraries = libraries  # imported by encoders in Python
        self.cwd = cwd or self.folder
        self.folder.mkdir(parents=True, exist_ok=True)

    def sonde(self, *words, **options):
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        environment |= {"PYTHONPATH": str(self.libraries)} if self.libraries else {}
        done = subprocess.run([self.program, *map(str, words)], env=environment, cwd=self.cwd, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        if done.returncode:
            raise Failed(f"sonde {' '.join(map(str, words))}\n{done.stderr.decode(errors='replace')[-2000:]}")
        return done.stdout

    def asked(self, *words):
        return json.loads(self.sonde(*words, "--format", "json"))

    def run(self, name, *words):
        words += ("--replicates", self.replicates) if self.replicates else ()
        words += ("--store", self.store) if self.store else ()
        self.sonde("run", *words, "--out", self.folder / f"{name}.sonde", "--replace")
        return self.results(name)

    def results(self, name):
        return Results(self.asked("show", self.folder / f"{name}.sonde")["results"])

    def difference(self, name, first, second, result, part="all", data=None):
        """The second subject's value less the first one's, with the interval and p."""
        words = ["--data", data] if data else []
        words += ["--slices"] if part != "all" else []
        shown = self.asked("compare", f"{name}.sonde", "--subjects", first, second, "--name", result, *words)
        return next(one for one in shown["differences"] if one["slice"] == part)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


def published(name):
    return shared_data.FOLDER / name
