"""The four shares of a criterion, averaged over 132 x 132 thresholds, of 37,292 samples.

sonde's time is that of its function, by Google Benchmark (preset `bench`), on the same numbers as
numpy's. One thread and processor time for all.
"""

import os
from pathlib import Path

import micro
import numpy
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
SAMPLES = 37_292


def run(bench):
    differences = drawn(bench.folder / "differences")
    os.environ["SONDE_DIFFERENCES"] = str(differences)
    program = micro.built(bench, "sonde_probes_bench")
    contestants = {"sonde": lambda: micro.seconds(program, f"grid_shares/n:{SAMPLES}", "cpu_time"),
                   "plain": lambda: numpys(bench, "plain", differences),
                   "searchsorted": lambda: numpys(bench, "searchsorted", differences)}
    check_agreement(bench, differences, contestants)
    given = rounds(contestants, bench.rounds, bench.tell)
    return [Row("sonde over numpy at every pair of thresholds",
                quotients(given["plain"], given["sonde"]), "x", AtLeast(500)),
            Row("sonde over numpy with searchsorted",
                quotients(given["searchsorted"], given["sonde"]), "x", AtLeast(3)),
            *(Row(who, spread(seconds), "s") for who, seconds in given.items())]


def numpys(bench, how, differences):
    return bench.peers.run_here(HERE / "numpy_grid.py", how, differences)["seconds"]


def drawn(file):
    """Differences of cosines, about as criterion C1 has them."""
    draw = numpy.random.default_rng(1)
    numpy.clip(draw.normal([[0.05], [0.11]], [[0.13], [0.15]], (2, SAMPLES)), -1, 1).tofile(file)
    return file


def check_agreement(bench, differences, contestants):
    shares = {}
    for who, contestant in contestants.items():
        bench.tell(f"agreement: {who}")
        contestant()
        shares[who] = numpy.fromfile(f"{differences}.{who}")
    for who, found in shares.items():
        if not numpy.allclose(found, shares["sonde"], rtol=0, atol=1e-12):
            raise Disagreement(f"{who}: {found}, sonde: {shares['sonde']}")
    bench.note("all shares agree to 1e-12")
