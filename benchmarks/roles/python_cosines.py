"""Contestant: role-wise similarities of pairs as a plain program of NumPy computes them.

usage: python_cosines.py ROLES.json VECTORS OUT
"""

import json
import sys

import numpy as np

WEIGHTS = {"Agent": 2, "Verb": 3, "Patient": 2, "Theme": 2, "Time": .5, "Manner": .5, "Location": .5,
           "Trajectory": .5}
PAIRINGS = [("Location", "Trajectory"), ("Theme", "Patient"), ("Theme", "Manner"), ("Manner", "Trajectory"),
            ("Patient", "Location"), ("Patient", "Manner")]


def read_vectors(file):
    vectors = {}
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            word, *numbers = line.split()
            if len(numbers) > 1:
                vectors.setdefault(word, np.array(numbers, float))
    return vectors


def mean(phrase, vectors):
    found = [vectors[word] for word in phrase.lower().split() if word in vectors]
    return np.mean(found, axis=0) if found else None


def cosine(first, second):
    if first is None or second is None:
        return np.nan
    return first @ second / np.linalg.norm(first) / np.linalg.norm(second)


def similarity(first, second, vectors):
    cosines = {role: cosine(mean(first[role], vectors), mean(second[role], vectors))
               if role in first and role in second else np.nan for role in WEIGHTS}
    merged = set()
    for kept, other in PAIRINGS:
        stand = [(role in first, role in second) for role in (kept, other)]
        if merged & {kept, other} or sorted(stand) != [(False, True), (True, False)]:
            continue
        of_first, of_second = (kept, other) if kept in first else (other, kept)
        cosines[kept] = cosine(mean(first[of_first], vectors), mean(second[of_second], vectors))
        cosines[other] = np.nan
        merged.add(other)
    known = {role: value for role, value in cosines.items() if not np.isnan(value)}
    return sum(WEIGHTS[role] * value for role, value in known.items()) / 11 if known else np.nan


def main(roles, file, out):
    vectors = read_vectors(file)
    with open(roles, encoding="utf-8") as source:
        pairs = json.load(source)
    frames = [[{role: phrase for role, phrase in frame.items() if phrase != "NONE"} for frame in pair]
              for pair in pairs.values()]
    np.save(out, [similarity(*pair, vectors) for pair in frames])


main(*sys.argv[1:])
