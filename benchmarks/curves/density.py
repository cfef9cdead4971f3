"""A density curve of 1,000,000 cosines on the grid of 2,001 points, its bandwidth included.

sonde's time is that of its function, by Google Benchmark (preset `bench`), on the same numbers as the
peers, and its curve is compared with theirs. One thread and processor time for all three.
"""

import os
from pathlib import Path

import micro
import numpy
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
COSINES = 1_000_000
ORIGINALS = 10_000


def run(bench):
    cosines = drawn(bench.folder / "cosines")
    os.environ["SONDE_COSINES"] = str(cosines)
    program = micro.built(bench, "sonde_separation_bench")
    threads = min(bench.threads, 2)
    contestants = {"sonde": lambda: sonde(program),
                   "all": lambda: replicates(program, threads),
                   "one": lambda: replicates(program, 1)}
    peers = {"scipy": lambda: bench.peers.run_here(HERE / "scipy_kde.py", cosines)["seconds"]}
    if bench.peers.has("KDEpy"):
        peers["KDEpy"] = lambda: bench.peers.run(HERE / "kdepy_fft.py", cosines)["seconds"]
    else:
        bench.note("KDEpy: not installed, see ./dev bench --peers")
    check_agreement(bench, cosines, program, peers)
    return table(rounds(contestants | peers, bench.rounds, bench.tell), threads)


def table(given, threads):
    rows = [Row("sonde over scipy.stats.gaussian_kde (exact)",
                quotients(given["scipy"], given["sonde"]), "x", AtLeast(1000))]
    if "KDEpy" in given:
        rows.append(Row("sonde over KDEpy's FFTKDE", quotients(given["KDEpy"], given["sonde"]), "x",
                        AtLeast(1)))
    rows += [Row(who, spread(given[who]), "s") for who in ("sonde", "scipy", "KDEpy")
             if who in given]
    what = f"10,000 replicates of both curves and all thresholds, {ORIGINALS:,} originals x 6"
    return rows + [Row(f"{what}, threads: {count}", spread(given[who]), "s")
                   for who, count in (("all", threads), ("one", 1))]


def sonde(program):
    return micro.seconds(program, f"density/n:{COSINES}/real_time", "cpu_time")


def replicates(program, threads):
    return micro.seconds(program,
                         f"curves_replicates/originals:{ORIGINALS}/threads:{threads}/real_time")


def drawn(file):
    """Two peaks, as of an encoder that sees some of the insertions. KDEpy refuses values at the
    end of the grid."""
    draw = numpy.random.default_rng(1)
    near = draw.random(COSINES) < 0.7
    cosines = 1 - numpy.abs(numpy.where(near, draw.normal(0.03, 0.02, COSINES),
                                        draw.normal(0.25, 0.08, COSINES)))
    numpy.minimum(cosines, 0.9999).tofile(file)
    return file


def check_agreement(bench, cosines, program, peers):
    sonde(program)
    ours = numpy.fromfile(f"{cosines}.curve")
    for who, peer in peers.items():
        bench.tell(f"agreement: {who}")
        peer()
        off = numpy.abs(ours - numpy.fromfile(f"{cosines}.{who}")).sum() / 2
        # KDEpy's bins are as wide as the grid's steps.
        if not off < (1e-5 if who == "scipy" else 1e-3):
            raise Disagreement(f"{who}'s curve differs by {off}")
        bench.note(f"{who}'s curve: overlaps with sonde's to 1 - {off:.1g}")
