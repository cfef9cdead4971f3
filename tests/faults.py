"""Runs of the program on a disk that fails. See fault_shim.c."""
import os
import random
import re
import shutil
from pathlib import Path

from program import BUILD, Answer, write_sts, write_triplets

SHIM = Path(os.environ.get("SONDE_FAULT_SHIM", BUILD / "fault_shim.so"))
KINDS = ("eio", "enospc", "full", "kill")
READ_KINDS = ("unread", "unreadable")
OUT = "disk/out.sonde"
WORDS = "words:v.txt"
STORES = {"cold": "disk/cache/store.sqlite", "warm": "disk/cache/store.sqlite", "full": "disk/cache/store.sqlite",
          "none": "none", "streamed": "none"}


class FaultyDisk:
    """The folder `disk` of a workplace: saved once, brought back before each fault."""

    def __init__(self, sonde):
        self.sonde = sonde
        self.folder = sonde.folder / "disk"
        self.saved = sonde.folder / "saved"
        self.report = sonde.folder / "report"
        self.folder.mkdir()
        sonde.environment["XDG_CACHE_HOME"] = str(self.folder / "cache")

    def save(self):
        shutil.copytree(self.folder, self.saved)

    def bring_back(self):
        shutil.rmtree(self.folder)
        shutil.copytree(self.saved, self.folder)

    def call(self, words, kind="off", at=0):
        """The answer, and the calls that changed the disk, or read it: (name, path, whether it was struck)."""
        self.report.unlink(missing_ok=True)
        shims = f"{SHIM} {self.sonde.environment.get('LD_PRELOAD', '')}"
        environment = {**self.sonde.environment, "LD_PRELOAD": shims, "FAULT_AT": str(at), "FAULT_KIND": kind,
                       "FAULT_FOLDER": str(self.folder.resolve()), "FAULT_REPORT": str(self.report)}
        process = self.sonde.start(*words, env=environment)
        out, err = process.communicate(timeout=600)
        lines = self.report.read_text().splitlines() if self.report.exists() else []
        return process.returncode, err.decode(errors="replace"), [line.split(" ") for line in lines]


def moments(calls, count, seed):
    """Numbers of calls, from 1: all, or `count` of them, one from each of as many equal parts."""
    if calls <= count:
        return list(range(1, calls + 1))
    draw = random.Random(seed)
    bounds = [1 + calls * i // count for i in range(count + 1)]
    return [draw.randrange(low, high) for low, high in zip(bounds, bounds[1:])]


def sort_of_file(path):
    """Remembered digests are all of one sort."""
    return "digest" if "digest" in path else Path(path).name


def of_each_sort(calls, seed):
    """A call, drawn, of each sort: the same function on the same file."""
    draw = random.Random(seed)
    sorts = {}
    for at, call in enumerate(calls, 1):
        sorts.setdefault((call[0], sort_of_file(call[1])), []).append(at)
    return sorted(draw.choice(places) for places in sorts.values())


def was_struck(calls):
    return any(call[-1] == "fault" for call in calls)


def failed_well(code, err, kind):
    """Whether the program ended correctly when it could not continue."""
    if kind == "kill":
        return code == -9
    said = [line for line in err.splitlines()
            if line.startswith("sonde: ") and not re.match(r"sonde: (data set |(encoder|scorer) \S+: assumed: )", line)]
    return code == 4 and len(said) == 1 and len(said[0]) > 20 and "terminate" not in err


def check_read_errors(disk, words, count):
    """Asserts that a read that fails, at `count` moments, is reported as such and changes no stored data."""
    disk.bring_back()
    code, err, calls = disk.call(words, "unread")
    assert code == 0 and len(calls) > 2, err
    for at in moments(len(calls), count, 1):
        for kind in READ_KINDS:
            disk.bring_back()
            code, err, struck = disk.call(words, kind, at)
            where = f"{kind} at {at} ({calls[at - 1]}): exit {code}\n{err}"
            assert was_struck(struck), where
            assert code == 0 or failed_well(code, err, kind), where
            assert "damage" not in err and "--replace" not in err, where
            assert not list(disk.folder.rglob("*damaged*")), where
            yield where


def write_word_vectors(sonde):
    """Writes the vectors of the encoder WORDS, whose index is in the cache."""
    words = dict.fromkeys((sonde.folder / "pairs.tsv").read_text().split())
    words |= dict.fromkeys((sonde.folder / "triples.tsv").read_text().split())
    rows = [f"{word} {i % 7 - 3} {i % 5} {i % 3 + 1}\n" for i, word in enumerate(words)]
    (sonde.folder / "v.txt").write_text("".join(rows))


def make_workplace(sonde):
    write_sts(sonde.folder / "pairs.tsv", 30)
    write_triplets(sonde.folder / "triples.tsv", 20)
    for name, probe in (("pairs", "sts"), ("triples", "triplets")):
        (sonde.folder / f"{name}.toml").write_text(f'probe = "{probe}"\nfile = "{name}.tsv"\n')
    write_word_vectors(sonde)
    return FaultyDisk(sonde)


def run_words(mode, encoder, seed, *more):
    return ("run", "--encoder", "random", "--encoder", encoder, "--data", "pairs.toml", *more, "--replicates", 20,
            "--seed", seed, "--out", OUT, "--replace", "--store", STORES[mode],
            *(("--stream-above", 1) if mode == "streamed" else ()), *(("--store-cap", 0) if mode == "full" else ()))


class FaultyRun:
    """A run that is struck by faults. `cold`: the file doesn't exist yet. All other modes replace an earlier run file: `warm` with
    a store that has half of the vectors, `full` with a store that takes no more, `none` without a store, `streamed` with
    its measured blocks in a file next to the run file."""

    def __init__(self, sonde, mode, encoder):
        self.disk = make_workplace(sonde)
        self.sonde = sonde
        sonde.set_clock_ahead()  # the digests of young files are not remembered: other calls
        self.mode = mode
        self.words = run_words(mode, encoder, 2, "--data", "triples.toml")
        self.out = sonde.folder / OUT
        self.kept = 0
        if mode != "cold":
            earlier = "warm" if mode == "full" else mode
            self.kept = sum(sonde(*run_words(earlier, encoder, 1)).made_and_served)
        self.earlier = self.out.read_bytes() if self.out.exists() else None
        self.disk.save()
        code, err, self.calls = self.disk.call(self.words)
        assert code == 0 and len(self.calls) > 10, err
        self.whole = self.out.read_bytes()
        self.vectors = sum(Answer(code, b"", err).made_and_served)
        assert self.whole != self.earlier

    def again(self, kind, at):
        """The run from the start, struck at a call. See FaultyDisk.call."""
        self.disk.bring_back()
        return self.disk.call(self.words, kind, at)

    def strike(self, kind, at):
        """Asserts that a fault at a call does no harm. Returns whether it was hit."""
        code, err, calls = self.again(kind, at)
        where = f"{kind} at {at} ({calls[at - 1] if at <= len(calls) else 'not reached'}): exit {code}\n{err}"
        content = self.out.read_bytes() if self.out.exists() else None
        assert code == 0 or failed_well(code, err, kind), where
        assert code == 0 or was_struck(calls), where
        assert content == self.whole or (code != 0 and content == self.earlier), where
        self.check_the_store(where)
        self.check_going_on(code == 0, where)
        return was_struck(calls)

    def check_the_store(self, where):
        if STORES[self.mode] != "none":
            assert "damaged" not in self.sonde("store", "--store", STORES[self.mode]).err, where

    def check_going_on(self, was_done, where):
        """Asserts that the same run, undisturbed, continues from the stored work and gives the bytes of an unbroken run."""
        self.out.unlink(missing_ok=True)
        answer = self.sonde(*self.words)
        made, served = answer.made_and_served
        assert self.out.read_bytes() == self.whole, where
        if self.mode != "streamed":  # whose parts hold what came of vectors
            assert made + served == self.vectors, where
        if STORES[self.mode] != "none":
            assert served >= (self.vectors if was_done and self.mode != "full" else self.kept), where
        assert "damaged" not in answer.err, where
        left = {path.name for path in self.disk.folder.iterdir()}
        assert left <= {"out.sonde", "cache"}, where
