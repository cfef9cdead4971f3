"""The overlap figures of SICK's 9,840 pairs, or of WordNet's examples in pairs.

Google Benchmark times sonde's function in a separate build (preset `bench`), from texts in memory to
all five figures. A run of the whole program checks that the figures agree."""

import json
import os
import time
from pathlib import Path

import micro
import sentences as texts
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
TOKENIZER = HERE.parent.parent / ".setup" / "models" / "minilm" / "tokenizer.json"


def run(bench):
    name = "sick" if texts.PUBLISHED else "wordnet"
    card = texts.write_pairs(bench.folder, name, texts.sets()[name])
    pairs = card.with_suffix(".csv")
    with_peer = bench.peers.has("rouge_score")
    if with_peer:
        check_agreement(bench, card, pairs)
    else:
        bench.note("rouge_score is not installed: no ratios")
    os.environ.update(PAIRS=str(pairs), TOKENIZER=str(TOKENIZER))
    program = micro.built(bench, "sonde_describe_bench")
    threads = min(bench.threads, 2)
    contestants = {"one": lambda: micro.seconds(program, "overlap/threads:1/real_time"),
                   "all": lambda: micro.seconds(program, f"overlap/threads:{threads}/real_time"),
                   "program": lambda: bench.program.run("list", "datasets", card).seconds}
    if with_peer:
        contestants |= {"peer": lambda: peer(bench, pairs)["seconds"],
                        "process": lambda: process(bench, pairs)}
    given = rounds(contestants, bench.rounds, bench.tell)
    rows = [Row(f"sonde, threads: {threads}", spread(given["all"]), "s"),
            Row("sonde, threads: 1", spread(given["one"]), "s"),
            Row("sonde list datasets, whole process", spread(given["program"]), "s")]
    if with_peer:
        rows += [Row(f"sonde (ROUGE and token distance), threads: {threads}, over rouge_score (ROUGE)",
                     quotients(given["peer"], given["all"]), "x", AtLeast(50)),
                 Row("both on one thread", quotients(given["peer"], given["one"]), "x"),
                 Row("both as whole processes", quotients(given["process"], given["program"]), "x")]
    return rows


def peer(bench, pairs):
    return bench.peers.run(HERE / "rouge_score_loop.py", pairs)


def process(bench, pairs):
    begin = time.perf_counter()
    peer(bench, pairs)
    return time.perf_counter() - begin


def check_agreement(bench, card, pairs):
    theirs = peer(bench, pairs)
    shown = json.loads(bench.program.run("list", "datasets", card, "--format", "json").output)
    ours = {r["name"]: r for r in shown["results"] if r["slice"] == "all"}
    for kind in ("rouge1", "rouge2", "rougeL"):
        if ours[kind]["n"] != theirs["pairs"] or abs(ours[kind]["value"] - theirs[kind]) > 1e-12:
            raise Disagreement(f"{kind}: {ours[kind]['value']} and {theirs[kind]}")
    bench.note("the three ROUGE figures agree to 1e-12; rouge_score has no token distance")
