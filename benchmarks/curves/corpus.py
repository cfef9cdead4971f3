"""The probe `curves` over 10,000 of WordNet's sentences with six variants each, by MiniLM in f32.

sonde: `sonde run`, timed from outside as a process with all sentences minus one with a single
sentence, so that loading the model counts for neither contestant. Its 2,000 bootstrap replicates count.
The peer gets the same originals and variants, encodes each distinct one once, and computes both
curves and their overlap."""

import json
from pathlib import Path

import sentences as texts
from measure import AtLeast, Disagreement, Row, Under, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODEL = ROOT / ".setup" / "models" / "minilm"
SENTENCES = 10_000
TOLERANCE = 1e-3  # of the overlap: a few cosines differ by 1e-6, and KDE is exact in the peer
MIB = 2**20


def run(bench):
    corpus = texts.write(bench.folder / "corpus.txt", wordnet(bench, bench.sentences or SENTENCES))
    one = texts.write(bench.folder / "one.txt", corpus.read_text().splitlines()[:1])
    contestants = {"sonde": lambda: sonde(bench, corpus, one)}
    if bench.peers.has("sentence_transformers", "scipy"):
        items = exported(bench, sonde_run(bench, corpus))
        contestants["peer"] = lambda: bench.peers.run(HERE / "sentence_transformers_curves.py",
                                                      MODEL, items)
    else:
        bench.note("sentence-transformers: not installed, see ./dev bench --peers")
    given = rounds(contestants, bench.rounds, bench.tell)
    return rows(bench, given)


def rows(bench, given):
    seconds = [found["seconds"] for found in given["sonde"]]
    table = []
    if "peer" in given:
        check_agreement(bench, given)
        theirs = [found["seconds"] for found in given["peer"]]
        table.append(Row("sonde f32 over sentence-transformers and scipy",
                         quotients(theirs, seconds), "x", AtLeast(3)))
    return table + [Row("sonde", spread(seconds), "s"),
                    Row("sonde, peak memory over that of one sentence",
                        spread(found["peak"] / MIB for found in given["sonde"]), "MiB", Under(300))]


def check_agreement(bench, given):
    ours, theirs = given["sonde"][0]["overlap"], given["peer"][0]["overlap"]
    if abs(ours - theirs) > TOLERANCE:
        raise Disagreement(f"overlaps: {ours} and {theirs}")
    bench.note(f"overlaps: {ours:.5f} and {theirs:.5f}")


def sonde(bench, corpus, one):
    alone = sonde_run(bench, one)
    many = sonde_run(bench, corpus)
    return {"seconds": many["seconds"] - alone["seconds"], "peak": many["peak"] - alone["peak"],
            "overlap": overlap(bench, many["file"])}


def sonde_run(bench, corpus):
    """Streamed, as a corpus of more texts would be."""
    out = bench.folder / f"{corpus.stem}.sonde"
    ended = bench.program.run("run", "--encoder", "minilm", "--probe", "curves", "--data", corpus,
                              "--stream-above", 1, "--threads", bench.threads, "--out", out,
                              "--replace")
    out = out.rename(bench.folder / f"{corpus.stem}.done.sonde")  # else the next is up to date
    return {"seconds": ended.seconds, "peak": ended.peak_bytes, "file": out}


def overlap(bench, file):
    shown = json.loads(bench.program.run("show", file, "--format", "json").output)
    return next(r["value"] for r in shown["results"] if r["name"] == "overlap")


def exported(bench, ran):
    items = bench.folder / "items.jsonl"
    bench.program.run("export", ran["file"], "--items", "--format", "jsonl", stdout=items)
    return items


def wordnet(bench, count):
    """Evenly spaced ones of the example sentences, as sonde reads them."""
    out = bench.folder / "wordnet.sonde"
    few = ["--limit", 10 * bench.sentences] if bench.sentences else []
    bench.program.run("run", "--encoder", "random", "--data", "wordnet", "--replicates", 10, "--out",
                      out, "--stream-above", 1, *few)
    lines = bench.program.run("export", out, "--items", "--format", "jsonl").output.splitlines()
    return texts.every([json.loads(line)["sentences"][0] for line in lines], count)
