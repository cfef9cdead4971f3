"""A run served from the vector store against a cold one (a new store), whole processes.

Both pay for the same statistics. Only the cold one tokenises, loads the model and encodes."""

import json

import sentences as texts
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread


def run(bench):
    table = []
    few = ["--limit", bench.sentences] if bench.sentences else []
    for name, words in {"triplet sets": ["--probe", "triplets", *few],
                        texts.SOURCE: cards(bench)}.items():
        check_agreement(bench, words)
        given = rounds({"cold": lambda: cold(bench, words), "served": lambda: served(bench, words)},
                       bench.rounds, bench.tell)
        table += [Row(f"{name}: served over cold", quotients(given["cold"], given["served"]), "x",
                      AtLeast(50)),
                  Row(f"{name}: cold", spread(given["cold"]), "s"),
                  Row(f"{name}: served", spread(given["served"]), "s")]
    return table


def cards(bench):
    words = []
    for name, pairs in texts.sets().items():
        words += ["--data", texts.write_pairs(bench.folder, name, texts.every(pairs, bench.sentences))]
    return words


def timed(bench, words):
    return bench.program.run("run", "--encoder", "minilm", *words, "--threads", bench.threads,
                             "--store", bench.folder / "vectors.sqlite", "--out",
                             bench.folder / "r.sonde").seconds


def cold(bench, words):
    for file in bench.folder.glob("vectors.sqlite*"):
        file.unlink()
    return served(bench, words)


def served(bench, words):
    (bench.folder / "r.sonde").unlink(missing_ok=True)
    return timed(bench, words)


def results(bench):
    shown = bench.program.run("show", bench.folder / "r.sonde", "--format", "json").output
    return json.loads(shown)["results"]


def check_agreement(bench, words):
    some = words if "--limit" in words else [*words, "--limit", 300]
    cold(bench, some)
    encoded = results(bench)
    served(bench, some)
    if results(bench) != encoded or not encoded:
        raise Disagreement("a served run gives other results than a cold one")
