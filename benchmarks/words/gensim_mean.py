"""Contestant: gensim's KeyedVectors and their mean of a list of words.

usage: gensim_mean.py VECTORS SENTENCES OUT
"""

import re
import sys

import numpy as np
from gensim.models import KeyedVectors

WORD = re.compile(r"\w+(?:['-]\w+|(?<=\d)[.,](?=\d)\w+)*")


def main(vectors, sentences, out):
    with open(vectors, encoding="utf-8") as rows:
        header = len(rows.readline().split()) == 2
    model = KeyedVectors.load_word2vec_format(vectors, binary=False, no_header=not header)
    known = model.key_to_index
    lines = open(sentences, encoding="utf-8").read().splitlines()
    means = np.full((len(lines), model.vector_size), np.nan, dtype=np.float32)
    for i, line in enumerate(lines):
        words = [word if word in known else word.lower() for word in WORD.findall(line)]
        words = [word for word in words if word in known]
        if words:
            means[i] = model.get_mean_vector(words, pre_normalize=False)
    np.save(out, means)


main(*sys.argv[1:])
