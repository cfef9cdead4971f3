"""Peak memory and time of the probe `sets` over the vector store, by number of samples.

Rows are seeded draws of words, nine samples each. Vectors are random, because a run's memory does
not depend on their source. The filter uses the same vectors, so that its pass is included."""

import sentences as texts
from measure import Row, Under, rounds, spread
from memory.task import MIB, draws

SAMPLES = (37_292, 200_000)
TEXTS = ("prev", "curr", "next", "s1", "s2")


def run(bench):
    table = []
    for samples in SAMPLES:
        rows = -(-min(samples, bench.sentences or samples) // 9)
        file = base_rows(bench, rows)
        given = rounds({f"{9 * rows} samples": lambda file=file: run_sets(bench, file)},
                       bench.rounds, bench.tell)
        for what, ended in given.items():
            limit = Under(300) if samples == SAMPLES[-1] else None
            table += [Row(f"{what}: memory", spread(e.peak_bytes / MIB for e in ended), "MiB", limit),
                      Row(f"{what}: time", spread(e.seconds for e in ended), "s")]
    return table


def base_rows(bench, count):
    lines = draws(len(TEXTS) * count)
    rows = [lines[i:i + len(TEXTS)] for i in range(0, len(lines), len(TEXTS))]
    return texts.write(bench.folder / f"{count}.tsv", ["\t".join(row) for row in [TEXTS, *rows]])


def run_sets(bench, file):
    out = bench.folder / "s.sonde"
    out.unlink(missing_ok=True)  # else it is up to date
    return bench.program.run("run", "--encoder", "random", "--probe", "sets?filter=random",
                             "--data", file, "--store", "none", "--stream-above", 10**9,
                             "--threads", bench.threads, "--out", out)
