"""Peak resident memory of `sonde encode` and `sonde run` at two numbers of distinct sentences.

Sentences are seeded draws of words from the sentences of the other tasks. MiniLM is cut at 8
tokens, so that 300,000 sentences take minutes, not tens of them. The runs use random vectors,
since their memory does not depend on the source of the vectors. In the probe `curves`, whose data
sets are streamed, each variant may take a few bytes."""

import json
import random

import sentences as texts
from measure import Disagreement, Row, Under, rounds, spread

SIZES = (100_000, 200_000)
CORPUS_SIZES = (200_000, 400_000)
BYTES_A_VARIANT = 16
MIB = 2**20


def run(bench):
    sizes = sizes_of(bench, SIZES)
    files = {size: made(bench, size) for size in sizes}
    table = []
    for name, measure in {"sonde encode": encode, "sonde run": run_sts}.items():
        given = rounds({size: lambda size=size: measure(bench, *files[size]) for size in sizes},
                       rounds_of(bench, name), bench.tell)
        table += rows(name, *given.items())
    return table + corpora(bench)


def corpora(bench):
    sizes = sizes_of(bench, CORPUS_SIZES)
    files = {size: texts.write(bench.folder / f"corpus{size}.txt", draws(size)) for size in sizes}
    given = rounds({size: lambda size=size: run_curves(bench, files[size]) for size in sizes}, 1,
                   bench.tell)
    (few, [small]), (many, [large]) = given.items()
    bytes_a_variant = (large["peak"] - small["peak"]) / (large["variants"] - small["variants"])
    return [Row(f"sonde run of curves, {few} sentences", spread([small["peak"] / MIB]), "MiB"),
            Row(f"sonde run of curves, {many} sentences", spread([large["peak"] / MIB]), "MiB"),
            Row("sonde run of curves, difference a variant", spread([bytes_a_variant]), "bytes",
                Under(BYTES_A_VARIANT))]


def sizes_of(bench, sizes):
    return [min(size, i * bench.sentences) if bench.sentences else size
            for i, size in enumerate(sizes, 1)]


def rounds_of(bench, name):
    return 1 if name == "sonde encode" else bench.rounds


def rows(name, few, many):
    differences = [b - a for a, b in zip(few[1], many[1], strict=True)]
    return [Row(f"{name}, {few[0]} sentences", spread(b / MIB for b in few[1]), "MiB"),
            Row(f"{name}, {many[0]} sentences", spread(b / MIB for b in many[1]), "MiB"),
            Row(f"{name}, difference", spread(d / MIB for d in differences), "MiB", Under(32))]


def made(bench, count):
    """Writes the sentences one per line, and the same in pairs with a rating."""
    lines = draws(count)
    if len(set(lines)) != count:
        raise Disagreement("the drawn sentences are not distinct")
    plain = texts.write(bench.folder / f"{count}.txt", lines)
    pairs = [(lines[i], lines[i + 1], i % 5 + i % 7) for i in range(0, count, 2)]
    return plain, texts.write_pairs(bench.folder, str(count), pairs)


def draws(count):
    words = sorted({word for s in texts.distinct() for word in s.lower().split() if word.isalpha()})
    source = random.Random(1)
    return [" ".join(source.choices(words, k=source.randint(4, 12))) for _ in range(count)]


def encode(bench, plain, _):
    return bench.program.encode("minilm?max_tokens=8", plain, bench.folder / "v.npy").peak_bytes


def run_sts(bench, _, card):
    return bench.program.run("run", "--encoder", "random", "--data", card, "--store", "none",
                             "--threads", bench.threads, "--out", bench.folder / "m.sonde",
                             "--replace").peak_bytes


def run_curves(bench, corpus):
    out = bench.folder / "c.sonde"
    ended = bench.program.run("run", "--encoder", "random", "--probe", "curves", "--data", corpus,
                              "--store", "none", "--threads", bench.threads, "--out", out,
                              "--stream-above", 1, "--replace")
    shown = json.loads(bench.program.run("show", out, "--format", "json").output)
    out.unlink()
    return {"peak": ended.peak_bytes, "variants": shown["tasks"][0]["rows"]}
