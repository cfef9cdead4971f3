"""Contestant: the plainest program. Reads word vectors and sentences, takes means with NumPy.

usage: numpy_mean.py VECTORS SENTENCES OUT

A pattern splits a sentence into sonde's words. Each is looked up unchanged first, then in lower case."""

import re
import sys

import numpy as np

WORD = re.compile(r"\w+(?:['-]\w+|(?<=\d)[.,](?=\d)\w+)*")


def load(file):
    words, numbers = {}, []
    with open(file, encoding="utf-8") as rows:
        for row in rows:
            fields = row.rstrip().split(" ")
            if len(fields) > 2:
                words.setdefault(fields[0], len(numbers))
                numbers.append(np.array(fields[1:], dtype=np.float32))
    return words, np.vstack(numbers)


def main(vectors, sentences, out):
    words, numbers = load(vectors)
    lines = open(sentences, encoding="utf-8").read().splitlines()
    means = np.full((len(lines), numbers.shape[1]), np.nan, dtype=np.float32)
    for i, line in enumerate(lines):
        found = [words.get(word, words.get(word.lower())) for word in WORD.findall(line)]
        known = [row for row in found if row is not None]
        if known:
            means[i] = numbers[known].mean(axis=0, dtype=np.float64)
    np.save(out, means)


main(*sys.argv[1:])
