"""10,000 bootstrap replicates of Spearman on 3,000 pairs.

Google Benchmark times sonde's function in a separate build (preset `bench`). A run of the whole
program checks that the intervals agree, on real ratings and similarities, or on drawn ones if the
published data are missing."""

import json
from pathlib import Path

import micro
import numpy
import sentences as texts
from measure import Disagreement, Row, Under, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
PAIRS = 3000
REPLICATES = 10_000


def run(bench):
    data = data_of(bench)
    check_agreement(bench, data)
    program_of_stats = micro.built(bench, "sonde_resampling_bench")
    threads = min(bench.threads, 2)
    given = rounds({"one": lambda: resampled(program_of_stats, 1),
                    "all": lambda: resampled(program_of_stats, threads),
                    "scipy": lambda: scipy(bench, data)["seconds"],
                    "program": lambda: program(bench, data)}, bench.rounds, bench.tell)
    return [Row(f"sonde, threads: {threads}", spread(given["all"]), "s", Under(0.5)),
            Row("sonde, threads: 1", spread(given["one"]), "s"),
            Row("sonde over scipy.stats.bootstrap, both on one thread",
                quotients(given["scipy"], given["one"]), "x"),
            Row("sonde run, whole process: Pearson, Spearman and Kendall",
                spread(given["program"]), "s")]


def resampled(program, threads):
    """Seconds of Resampler::correlations."""
    return micro.seconds(program, f"spearman/n:{PAIRS}/threads:{threads}/real_time")


def data_of(bench):
    """PAIRS pairs with ratings and similarities. Both contain ties."""
    rated, similarities = studied() if texts.PUBLISHED else drawn()
    rated, similarities = rated[:PAIRS], similarities[:PAIRS]
    texts.write(bench.folder / "ratings.txt", [str(gold) for _, _, gold in rated])
    texts.write(bench.folder / "similarities.txt", similarities)
    return texts.write_pairs(bench.folder, "pairs", rated)


def studied():
    """STS3k and STS-b with the study's stored similarities."""
    rated, similarities = [], []
    for name, file, scale in (("sts3k", "STS3k_all", 1), ("stsb", "STSb_test", 5)):
        stored = texts.FOLDER / "similarities" / f"{file}_sentbert_similarities.txt"
        similarities += stored.read_text().split()
        rated += [(a, b, gold / scale) for a, b, gold in texts.sets()[name]]
    return rated, similarities


def drawn():
    """Ratings and similarities with a common part."""
    draw = numpy.random.default_rng(1)
    common, own, other = draw.normal(size=(3, PAIRS))
    ratings = numpy.round(common + own, 1).tolist()
    pairs = texts.sets()["wordnet"]
    rated = [(a, b, rating) for (a, b, _), rating in zip(pairs, ratings)]
    return rated, [f"{value:.3f}" for value in common + other]


def program(bench, card):
    out = bench.folder / "b.sonde"
    out.unlink(missing_ok=True)  # else it would be up to date
    return bench.program.run("run", "--scorer", f"scores:{bench.folder / 'similarities.txt'}",
                             "--data", card, "--replicates", REPLICATES, "--store", "none",
                             "--threads", bench.threads, "--out", out).seconds


def scipy(bench, card):
    return bench.peers.run_here(HERE / "scipy_bootstrap.py", card.with_name("ratings.txt"),
                                card.with_name("similarities.txt"), REPLICATES)


def check_agreement(bench, card):
    program(bench, card)
    shown = json.loads(
        bench.program.run("show", bench.folder / "b.sonde", "--format", "json").output)
    ours = next(r for r in shown["results"] if r["name"] == "spearman" and r["slice"] == "all")
    theirs = scipy(bench, card)
    low, high = theirs["interval"]
    farthest = max(abs(ours["low"] - low), abs(ours["high"] - high)) / (high - low)
    if abs(ours["value"] - theirs["value"]) > 1e-12 or farthest > 0.1:
        raise Disagreement(f"sonde {ours['value']} {ours['low']} {ours['high']}, scipy {theirs}")
    bench.note(f"Spearman equals scipy's to 1e-12; the ends of the intervals (Poisson weights "
               f"here, draws there) differ by {100 * farthest:.1f} % of the width")
