"""A text file of 2,000,000 words x 300: one sentence, the first time and once the file is indexed."""

import random
import shutil
import time

import sentences as texts
from measure import Row, Under, rounds, spread
from program import Program
from words.task import RESTED

ROWS, NUMBERS = 2_000_000, 300
DIFFERENT = 1_000  # rows of numbers; the words differ
MIB = 2**20


def run(bench):
    program = Program(bench.program.path, bench.folder / "cache", bench.threads)
    vectors = made_up(bench.folder / "made.txt")
    bench.note(f"{ROWS:,} words x {NUMBERS}: {vectors.stat().st_size / 1e9:.1f} GB of text")
    sentence = texts.write(bench.folder / "one.txt", [f"word0 word{ROWS // 2} word{ROWS - 1}"])
    time.sleep(RESTED)
    peaks = []

    def opened(remembered):
        if not remembered:
            shutil.rmtree(bench.folder / "cache", ignore_errors=True)
        ended = program.encode(f"words:{vectors}", sentence, bench.folder / "one.npy")
        if remembered:
            peaks.append(ended.peak_bytes / MIB)
        return ended.seconds

    given = rounds({"first": lambda: opened(False), "again": lambda: opened(True)}, bench.rounds,
                   bench.tell)
    return [Row("opened again, one sentence", spread(given["again"]), "s", Under(0.5)),
            Row("opened again, peak memory", spread(peaks), "MiB"),
            Row("opened the first time", spread(given["first"]), "s")]


def made_up(file):
    draw = random.Random(1)
    rows = [" ".join(f"{draw.gauss(0, 0.4):.5g}" for _ in range(NUMBERS)) for _ in range(DIFFERENT)]
    with open(file, "w", encoding="utf-8") as out:
        out.writelines(f"word{i} {rows[i % DIFFERENT]}\n" for i in range(ROWS))
    return file
