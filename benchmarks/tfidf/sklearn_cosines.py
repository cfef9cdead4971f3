"""Contestant: cosines of pairs by TF-IDF with scikit-learn, fitted on their distinct sentences.

usage: sklearn_cosines.py PAIRS OUT
"""

import csv
import sys

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer


def main(pairs, out):
    with open(pairs, encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    first, second = ([row[name] for row in rows] for name in ("first", "second"))
    model = TfidfVectorizer().fit(dict.fromkeys(first + second))
    products = model.transform(first).multiply(model.transform(second))
    np.save(out, np.asarray(products.sum(axis=1)).ravel())  # rows have length 1


main(*sys.argv[1:])
