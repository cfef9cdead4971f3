"""10,000 paired bootstrap replicates of the means of 20 subjects on 3,000 items.

Google Benchmark times sonde's function (preset `bench`). A run of the whole program, `sonde compare`,
checks that the errors of the differences agree."""

import json
from pathlib import Path

import micro
import numpy
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
ITEMS = 3000
SUBJECTS = 20
REPLICATES = 10_000


def run(bench):
    margins = measured(bench)
    check_agreement(bench, margins)
    program = micro.built(bench, "sonde_resampling_bench")
    threads = min(bench.threads, 2)
    given = rounds({"one": lambda: resampled(program, 1),
                    "all": lambda: resampled(program, threads),
                    "scipy": lambda: scipy(bench)["seconds"],
                    "compare": lambda: compared(bench).seconds}, bench.rounds, bench.tell)
    return [Row(f"sonde, threads: {threads}, over scipy.stats.bootstrap, which has one",
                quotients(given["scipy"], given["all"]), "x", AtLeast(50)),
            Row("sonde over scipy.stats.bootstrap, both on one thread",
                quotients(given["scipy"], given["one"]), "x"),
            Row("sonde, threads: 1", spread(given["one"]), "s"),
            Row(f"sonde, threads: {threads}", spread(given["all"]), "s"),
            Row("scipy.stats.bootstrap", spread(given["scipy"]), "s"),
            Row("sonde compare of all pairs, whole process", spread(given["compare"]), "s")]


def resampled(program, threads):
    name = f"paired_means/n:{ITEMS}/threads:{threads}/subjects:{SUBJECTS}/real_time"
    return micro.seconds(program, name)


def measured(bench):
    """A run of scorers over triplets, with common and separate parts. Returns the margins."""
    draw = numpy.random.default_rng(1)
    similarity = draw.uniform(size=(ITEMS, 3, 1)) + draw.normal(0, 0.3, (ITEMS, 3, SUBJECTS))
    data = bench.folder / "triplets.tsv"
    lines = [f"sentence {i}\tthe same as {i}\tnot the same as {i}" for i in range(ITEMS)]
    data.write_text("S\tS+\tS*\n" + "".join(line + "\n" for line in lines))
    words = []
    for subject in range(SUBJECTS):
        scores = bench.folder / f"{subject}.txt"
        scores.write_text("".join(f"{x!r}\n" for x in similarity[:, :, subject].ravel().tolist()))
        words += ["--scorer", f"s{subject}=scores:{scores}"]
    bench.program.run("run", *words, "--data", data, "--store", "none", "--replicates", 10,
                      "--out", bench.folder / "r.sonde")
    margins = similarity[:, 0] - similarity[:, 1]
    numpy.save(bench.folder / "margins.npy", margins)
    return margins


def compared(bench):
    return bench.program.run("compare", bench.folder / "r.sonde", "--name", "margin",
                             "--replicates", REPLICATES, "--threads", bench.threads, "--format",
                             "json")


def scipy(bench):
    return bench.peers.run_here(HERE / "scipy_paired.py", bench.folder / "margins.npy", REPLICATES)


def check_agreement(bench, margins):
    found = json.loads(compared(bench).output)["differences"][:SUBJECTS - 1]
    ours = numpy.array([d["error"] for d in found])
    means = margins.mean(axis=0)
    if not numpy.allclose([d["difference"] for d in found], means[1:] - means[0], atol=1e-12):
        raise Disagreement("the differences of the means")
    farthest = numpy.abs(ours / numpy.array(scipy(bench)["errors"]) - 1).max()
    if farthest > 0.05:
        raise Disagreement(f"the standard errors differ by up to {100 * farthest:.1f} %")
    bench.note(f"differences equal numpy's to 1e-12; their standard errors (Poisson weights here, "
               f"draws there) differ by at most {100 * farthest:.1f} %")
