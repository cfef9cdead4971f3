#!/usr/bin/env python3
"""Trains learned heads by size and seed, as Table 8 of the STS3k study does: a `sonde run` per data set and size.

python3 tools/reproduce/heads.py --data sts3k.toml --encoder minilm --head 'h=head:minilm?split=random'

Prints per head, data set and size the mean Spearman correlation over seeds with its 95% interval (Student's t), and the
standard deviation between seeds.
"""
import argparse
import sys
import tempfile
from pathlib import Path
from statistics import mean, stdev

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from reproduce.work import ROOT, Work

SIZES = ("none", "10", "60,10", "100,100,10")


def with_seed(head, hidden, seed):
    """NAME=head:... as a scorer of one size and seed, and its name."""
    name, _, spec = head.partition("=")
    named = f"{name}.{seed}"
    return named, f"{named}={spec}{'&' if '?' in spec else '?'}hidden={hidden}&seed={seed}"


def over_seeds(values):
    """n, the mean, its interval and the deviation. None: undefined."""
    from scipy.stats import t
    values = [value for value in values if value is not None]
    if len(values) < 2:
        return len(values), values[0] if values else None, None, None, None
    middle, deviation = mean(values), stdev(values)
    half = t.ppf(.975, len(values) - 1) * deviation / len(values) ** .5
    return len(values), middle, max(-1., middle - half), min(1., middle + half), deviation


def curve(work, heads, sizes, seeds, *words):
    """(head, data set, hidden, *over_seeds()) of heads, each NAME=head:..., with the words of `sonde run`."""
    rows = []
    for hidden in sizes:
        scorers = {head: [with_seed(head, hidden, seed) for seed in range(1, seeds + 1)] for head in heads}
        found = work.run("heads", *words, *(word for all_ in scorers.values() for _, spec in all_ for word in ("--scorer", spec)))
        datasets = dict.fromkeys(row["dataset"] for row in found.rows)
        for head, all_ in scorers.items():
            for dataset in datasets:
                values = [found.get(dataset, name, "spearman") for name, _ in all_]
                rows.append((head.partition("=")[0], dataset, hidden, *over_seeds([one and one.value for one in values])))
    return rows


def shown(value):
    return value if isinstance(value, str | int) else "undefined" if value is None else f"{value:.3f}"


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--head", action="append", required=True, metavar="NAME=head:SPEC", help="without hidden= and seed=")
    words.add_argument("--hidden", action="append", metavar="UNITS", help=f"such as 60,10; default: {', '.join(SIZES)}")
    words.add_argument("--seeds", type=int, default=20)
    words.add_argument("--program", type=Path, default=ROOT / "build/release/sonde")
    given, others = words.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Work(folder, given.program.resolve(), 10, cwd=Path.cwd())
        print(*("head", "data", "hidden", "seeds", "spearman", "low", "high", "sd"), sep="\t")
        for row in curve(work, given.head, given.hidden or SIZES, given.seeds, *others):
            print(*map(shown, row), sep="\t")


if __name__ == "__main__":
    main()
