"""From process start to the first vector: one sentence through `sonde encode`, to its end.

The digests of the model's files are remembered after the first call. The files are in the
system's page cache."""

import shutil
from pathlib import Path
from time import perf_counter

import numpy
import sentences as texts
from encode.task import MODEL, compare
from measure import Row, Under, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
TIMES = 4  # as many rounds as the other tasks have: these are short


def run(bench):
    one = texts.write(bench.folder / "one.txt", texts.distinct()[:1])
    contestants = choose(bench, one)
    check_agreement(bench, contestants)
    given = rounds(contestants, TIMES * bench.rounds, bench.tell)
    table = [Row("sonde, digests remembered", spread(given["sonde"]), "s", Under(0.7)),
             Row("sonde, digests forgotten", spread(given["sonde, digests forgotten"]), "s")]
    if "sentence-transformers" in given:
        table.append(Row("sonde over sentence-transformers",
                         quotients(given["sentence-transformers"], given["sonde"]), "x"))
    return table


def choose(bench, one):
    def sonde():
        return bench.program.encode("minilm", one, bench.folder / "vectors.npy").seconds

    def forgotten():
        shutil.rmtree(bench.folder / "cache", ignore_errors=True)
        return sonde()

    def peer():
        begin = perf_counter()
        bench.peers.run(HERE / "first_vector.py", MODEL, one, bench.folder / "vectors.npy")
        return perf_counter() - begin

    contestants = {"sonde, digests forgotten": forgotten, "sonde": sonde}
    if bench.peers.has("torch", "sentence_transformers"):
        contestants["sentence-transformers"] = peer
    else:
        bench.note("sentence-transformers: not installed, see ./dev bench --peers")
    return contestants


def check_agreement(bench, contestants):
    reference = None
    for name, contestant in contestants.items():
        contestant()
        vectors = numpy.load(bench.folder / "vectors.npy").astype(float)
        reference = vectors if reference is None else reference
        compare(bench, name, vectors, reference)
