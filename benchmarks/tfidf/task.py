"""The probe sts by `tfidf` on 50,000 pairs, whole processes, against scikit-learn.

Sentences are seeded draws from made-up words, as frequent as Zipf's law has them. The vocabulary
has some 30,000. scikit-learn's rows are sparse too. It draws no replicates, sonde draws 10."""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
PAIRS, WORDS = 50_000, 30_000
TOLERANCE = 1e-6  # sonde's vectors are float32


def run(bench):
    pairs = made(bench.folder / "pairs.tsv", bench.sentences or PAIRS)
    contestants = {"sonde": lambda: sonde(bench, pairs),
                   "scikit-learn": lambda: scikit_learn(bench, pairs)}
    check_agreement(bench, contestants)
    given = rounds(contestants, bench.rounds, bench.tell)
    return [Row("sonde over scikit-learn", quotients(given["scikit-learn"], given["sonde"]), "x",
                AtLeast(1)),
            Row("sonde", spread(given["sonde"]), "s")]


def sonde(bench, pairs):
    out = bench.folder / "r.sonde"
    out.unlink(missing_ok=True)
    return bench.program.run("run", "--encoder", "tfidf", "--probe", "sts", "--data", pairs,
                             "--replicates", 10, "--threads", bench.threads, "--store", "none",
                             "--out", out).seconds


def scikit_learn(bench, pairs):
    begin = time.perf_counter()
    subprocess.run([sys.executable, HERE / "sklearn_cosines.py", pairs, bench.folder / "theirs.npy"],
                   check=True, capture_output=True)
    return time.perf_counter() - begin


def check_agreement(bench, contestants):
    for who, contestant in contestants.items():
        bench.tell(f"agreement: {who}")
        contestant()
    items = bench.program.run("export", bench.folder / "r.sonde", "--items", "--format", "jsonl")
    ours = numpy.array([json.loads(line)["subjects"]["tfidf"]["similarity"]
                        for line in items.output.splitlines()])
    off = numpy.abs(numpy.load(bench.folder / "theirs.npy") - ours).max()
    if not off < TOLERANCE:
        raise Disagreement(f"a cosine differs by {off:g}")
    bench.note(f"scikit-learn agrees within {off:.1g} (pairs: {len(ours)})")


def made(file, count):
    draw = numpy.random.default_rng(1)
    ranks = lambda size: (draw.zipf(1.15, size) - 1) % WORDS
    lines = ["first\tsecond\tgold"]
    for _ in range(count):
        first = ranks(draw.integers(8, 25))
        second = numpy.where(draw.random(first.size) < 1 / 3, ranks(first.size), first)
        first, second = (" ".join(f"w{word}" for word in words) for words in (first, second))
        lines.append(f"{first}\t{second}\t{draw.integers(50) / 10}")
    file.write_text("\n".join(lines) + "\n")
    return file
