"""100,000 sentences to means of word vectors, from the start of a process to vectors on disk.

Every contestant is a separate process on one thread that reads the vectors and the sentences as
text and writes a .npy. sonde is measured with its index of the words (and the file's digest)
remembered, and without."""

import os
import random
import shutil
import subprocess
import time
from pathlib import Path

import numpy
import sentences as texts
from measure import AtLeast, Disagreement, Row, Under, quotients, rounds, spread
from program import Program

HERE = Path(__file__).resolve().parent
GLOVE = texts.FOLDER.parent / "words" / "glove50_4k" / "glove50_4k.txt"
SENTENCES = 100_000
ROWS, NUMBERS = 400_000, 300
TARGET = 8
TOLERANCE = 1e-5
RESTED = 3  # seconds; a file that was just written is not remembered


def run(bench):
    program = Program(bench.program.path, bench.folder / "cache", 1)
    sentences = texts.write(bench.folder / "sentences.txt",
                            many(bench.sentences or SENTENCES))
    files = {f"{ROWS // 1000}k x {NUMBERS}": made_up(bench.folder / "made.txt", sentences)}
    if GLOVE.exists():
        files = {"glove50_4k": cut_header(GLOVE, bench.folder / "glove50_4k.txt"), **files}
    else:
        bench.note("glove50_4k: left out, the published data are not here")
    time.sleep(RESTED)
    table = []
    for name, vectors in files.items():
        table += compare(bench, program, name, vectors, sentences)
    return table


def compare(bench, program, name, vectors, sentences):
    contestants = choose(bench, program, vectors, sentences)
    check_agreement(bench, name, contestants)
    given = rounds({who: run for who, (run, _) in contestants.items()}, bench.rounds, bench.tell)
    table = []
    for kind in ("remembered", "first time"):
        for peer in ("NumPy", "gensim"):
            if peer in given:
                table.append(Row(f"{name}: sonde, index {kind}, over {peer}",
                                 quotients(given[peer], given[f"sonde, {kind}"]), "x",
                                 AtLeast(TARGET)))
    table += [Row(f"{name}: {who}", spread(seconds), "s") for who, seconds in given.items()]
    if name != "glove50_4k":
        one = texts.write(bench.folder / "one.txt", ["the dog sleeps"])
        opened = [program.encode(f"words:{vectors}", one, bench.folder / "one.npy").seconds
                  for _ in range(bench.rounds)]
        table.append(Row(f"{name}: sonde, one sentence, index remembered", spread(opened), "s",
                         Under(0.5)))
    return table


def choose(bench, program, vectors, sentences):
    out = {who: bench.folder / f"{who}.npy" for who in ("sonde", "numpy", "gensim")}

    def sonde(remembered):
        if not remembered:
            shutil.rmtree(bench.folder / "cache", ignore_errors=True)
        return program.encode(f"words:{vectors}", sentences, out["sonde"]).seconds

    contestants = {"sonde, first time": (lambda: sonde(False), out["sonde"]),
                   "sonde, remembered": (lambda: sonde(True), out["sonde"])}
    for who, script, packages in (("NumPy", "numpy", ["numpy"]), ("gensim", "gensim", ["gensim"])):
        if bench.peers.has(*packages):
            contestants[who] = (lambda script=script: peer(bench, script, vectors, sentences,
                                                           out[script]), out[script])
        else:
            bench.note(f"{who}: not installed, see ./dev bench --peers")
    return contestants


def peer(bench, script, vectors, sentences, out):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
                   "MKL_NUM_THREADS": "1"}
    words = [bench.peers.python, HERE / f"{script}_mean.py", vectors, sentences, out]
    begin = time.perf_counter()
    subprocess.run(list(map(str, words)), check=True, capture_output=True, env=environment)
    return time.perf_counter() - begin


def check_agreement(bench, name, contestants):
    reference = None
    for who, (contestant, out) in contestants.items():
        bench.tell(f"{name}: agreement: {who}")
        contestant()
        vectors = numpy.load(out)
        if reference is None:
            reference = vectors
            continue
        same = numpy.isclose(vectors, reference, rtol=0, atol=TOLERANCE, equal_nan=True).all(axis=1)
        if not same.all():
            raise Disagreement(f"{name}, {who}: {(~same).sum()} sentences differ, the first is "
                               f"{same.argmin() + 1}")
        bench.note(f"{name}: {who} agrees within {TOLERANCE:g} (sentences: {len(vectors)})")


def many(count):
    """Real sentences without what the pattern of the peers splits otherwise, then the same with a
    word of another put in."""
    draw = random.Random(1)
    real = [s for s in texts.distinct() if s.replace(" ", "").isalpha() and s.isascii()]
    found = real[:count]
    while len(found) < count:
        words = draw.choice(real).split()
        words[draw.randrange(len(words))] = draw.choice(draw.choice(real).split())
        found.append(" ".join(words))
    return found


def cut_header(source, target):
    """gensim refuses a header that counts too few."""
    rows = source.read_text(encoding="utf-8").splitlines()[1:]
    return texts.write(target, rows)


def made_up(file, sentences):
    """Numbers with five digits for the words of the sentences, spread over words that none has."""
    draw = numpy.random.default_rng(1)
    numbers = ["%.5g" % x for x in draw.normal(0, 0.4, 200_000)]
    real = sorted(set(sentences.read_text().lower().split()))
    step = ROWS // (len(real) + 1)
    with open(file, "w", encoding="utf-8") as rows:
        for i in range(ROWS):
            at = i // step
            word = real[at] if i % step == 0 and at < len(real) else f"w{i}"
            first = int(draw.integers(0, len(numbers) - NUMBERS))
            rows.write(f"{word} {' '.join(numbers[first:first + NUMBERS])}\n")
    return file
