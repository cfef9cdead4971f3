#!/usr/bin/env python3
"""Benchmarks: peers on the same work in the same run, agreement first, ratios with their spread.

    ./dev bench [TASK...] [--peers] [--rounds N] [--markdown FILE]
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import machine
import peers
import sentences
import table
from bootstrap import task as bootstrap
from curves import corpus, density
from describe import task as describe
from encode import beginnings, families, larger, own_kernels
from encode import task as encode
from graphs import task as graphs
from measure import Disagreement
from memory import task as memory
from program import Program
from resampling import task as resampling
from roles import task as roles
from scale import served
from scale import task as scale
from sets import grid
from sets import memory as sets_memory
from start import python_import
from start import task as start
from store import task as store
from tfidf import task as tfidf
from web import task as web
from words import large as words_large
from words import task as words

ROOT = Path(__file__).resolve().parent.parent

TASKS = {
    "encode": ("sentences to vectors, against other engines", encode.run),
    "encode/larger": ("the same with larger models, against onnxruntime", larger.run),
    "encode/families": ("decoders and other families, against transformers and what is fastest in Python",
                        families.run),
    "encode/kernels": ("each kernel of sonde's own, against the library in its place", own_kernels.run),
    "encode/beginnings": ("what sharing equal beginnings of texts could save a causal model", beginnings.run),
    "store": ("a run served from the vector store, against a cold one", store.run),
    "start": ("process start to first vector", start.run),
    "start/python": ("import of the Python package, and its first call", python_import.run),
    "bootstrap": ("intervals of Spearman by resampling", bootstrap.run),
    "resampling": ("paired replicates of many subjects' means", resampling.run),
    "roles": ("semantic roles of 2,800 pairs compared with word vectors, against NumPy", roles.run),
    "curves/density": ("density curves, against scipy and KDEpy", density.run),
    "curves/run": ("the probe curves, against sentence-transformers and scipy", corpus.run),
    "sets/grid": ("shares of the criteria averaged over a grid of thresholds", grid.run),
    "sets/memory": ("peak memory of the probe sets by number of samples", sets_memory.run),
    "describe": ("lexical overlap of pairs, against rouge_score", describe.run),
    "graphs": ("scores of pairs of AMR graphs, against smatch, smatchpp and NumPy with POT", graphs.run),
    "tfidf": ("cosines of 50,000 pairs by TF-IDF, against scikit-learn", tfidf.run),
    "words": ("sentences to means of word vectors, against gensim and NumPy", words.run),
    "words/large": ("a large file of word vectors, opened again", words_large.run),
    "web": ("a report of 50,000 items in a browser", web.run),
    "scale": ("a run in parts on several workers, and its share that is not encoding", scale.run),
    "scale/served": ("an encoder behind a server, with many requests at once", served.run),
    "memory": ("peak memory by number of sentences", memory.run),
}


@dataclass
class Bench:
    """The tools a task works with."""

    program: Program
    peers: peers.Peers
    folder: Path  # to be written to; removed at the end
    threads: int
    rounds: int
    sentences: int  # 0: all
    build: Path  # of the bench preset
    notes: list = field(default_factory=list)

    def tell(self, line):
        print(f"  {line}", file=sys.stderr, flush=True)

    def note(self, line):
        self.notes.append(line)
        self.tell(line)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog=table.listing(TASKS))
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="default: all")
    parser.add_argument("--rounds", type=int, default=3, help="A-B-A-B rounds; default: 3")
    parser.add_argument("--threads", type=int, default=machine.processors())
    parser.add_argument("--sentences", type=int, default=0, help="only so many, for a quick look")
    parser.add_argument("--markdown", type=Path, help="write the tables to this file too")
    parser.add_argument("--peers", action="store_true",
                        help="install the peers into .venv-peers first (several gigabytes)")
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "release" / "sonde")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "bench",
                        help="build folder of the micro-benchmarks")
    given = parser.parse_args()
    for name in given.tasks:
        if name not in TASKS:
            parser.error(f"no task '{name}'; there are: {', '.join(TASKS)}")
    return given


def bench_of(given, folder):
    program = Program(given.program, folder / "cache", given.threads)
    return Bench(program, peers.Peers(given.threads), folder, given.threads, given.rounds,
                 given.sentences, given.build)


def main():
    given = arguments()
    if given.peers:
        peers.make()
    text = table.of_facts({**machine.facts(given.threads), "sentences": sentences.SOURCE})
    print(text, flush=True)
    for name in given.tasks or TASKS:
        print(f"{name}: {TASKS[name][0]}", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="sonde-bench-") as folder:
            bench = bench_of(given, Path(folder))
            others = machine.Others()
            rows = TASKS[name][1](bench)
            bench.note(f"other programs took {100 * others.share():.0f} % of the processors")
        part = table.of_rows(f"{name}: {TASKS[name][0]}", rows, bench.notes)
        print(part, flush=True)
        text += part
    if given.markdown:
        given.markdown.write_text(text)


if __name__ == "__main__":
    try:
        main()
    except Disagreement as disagreement:
        sys.exit(f"the contestants disagree: {disagreement}")
