"""Contestant: WWLK rewritten with NumPy and POT's exact solver, after the published description
(Opitz, Daza and Frank, 2021): the published program itself is on no package index. Graphs are read by
smatchpp, as there. Words without a vector get numbers drawn by seed.

usage: wwlk_numpy.py FOLDER VECTORS

The seconds are processor time, from PENMAN in memory, with the vectors loaded. `known` are the pairs
all of whose labels have a vector.
"""

import json
import re
import sys
import time

import numpy as np
import ot
import read
from smatchpp.data_helpers import PenmanReader
from smatchpp.formalism.generic import tools

ITERATIONS, EDGE_WEIGHT = 2, 0.2


def load(file):
    vectors = {}
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            word, *numbers = line.split()
            if len(numbers) > 1:
                vectors[word] = np.array(numbers, dtype=np.float32).astype(float)
    return vectors


class Labels:
    def __init__(self, vectors):
        self.vectors, self.drawn = vectors, {}
        self.dimension = len(next(iter(vectors.values())))
        self.random = np.random.default_rng(1)

    def vector(self, label):
        text = "false-not-untrue" if label == "-" else label.replace('"', "").replace("'", "")
        text = re.sub("-[0-9]+", "", text).replace(":", "")
        words = text.split("-") + (text.split("_") if "_" in text else [])
        found = [self.vectors[word] for word in words if word in self.vectors]
        if not found and text.isnumeric():
            found = [self.vectors[digit] / (1 + i) for i, digit in enumerate(text) if digit in self.vectors]
        if found:
            return np.mean(found, axis=0)
        if label not in self.drawn:
            self.drawn[label] = self.random.uniform(-0.05, 0.05, self.dimension)
        return self.drawn[label]


def graph(text):
    """Labels of the nodes, constants among them, and the weights of each node's neighbours."""
    triples = tools.GenericStandardizer().standardize(PenmanReader().string2graph(text))
    triples = {tuple(part.lower() for part in triple) for triple in triples if ":root" not in triple}
    nodes = {triple[0]: triple[2] for triple in triples if triple[1] == ":instance"}
    places = {name: place for place, name in enumerate(nodes)}
    labels, weights = list(nodes.values()), {}
    for source, role, target in triples:
        if role == ":instance":
            continue
        if target not in places:
            edge = (places[source], len(labels))
            labels.append(target)
        else:
            edge = (places[source], places[target])
        weights[edge] = weights.get(edge, 1) * EDGE_WEIGHT
    return labels, weights


def points(labels, weights, vectors):
    """A row for each node: its vectors of all iterations, divided by their length."""
    mean = np.zeros((len(labels), len(labels)))
    count = np.zeros(len(labels))
    for (a, b), weight in weights.items():
        mean[a, b] += weight
        mean[b, a] += weight
        count[[a, b]] += 1 if a != b else 2
    mean /= np.maximum(count, 1)[:, None]
    parts = [np.array([vectors.vector(label) for label in labels])]
    for _ in range(ITERATIONS):
        parts.append(parts[-1] + mean @ parts[-1])
    rows = np.concatenate(parts, axis=1)
    lengths = np.linalg.norm(rows, axis=1)[:, None]
    return rows / np.where(lengths == 0, 1, lengths)


def score(first, second, vectors):
    one, other = points(*first, vectors), points(*second, vectors)
    distances = ot.dist(one, other, metric="euclidean")
    return 1 - ot.emd2(ot.unif(len(one)), ot.unif(len(other)), distances)


def main():
    pairs = read.pairs(sys.argv[1])
    vectors = Labels(load(sys.argv[2]))
    begin = time.process_time()
    scores, known = [], []
    for place, (first, second) in enumerate(pairs):
        graphs = graph(first), graph(second)
        scores.append(score(*graphs, vectors))
        if not any(label in vectors.drawn for labels, _ in graphs for label in labels):
            known.append(place)
    print(json.dumps({"seconds": time.process_time() - begin, "mean": float(np.mean(scores)),
                      "known": known}))


main()
