"""Contestant: sentence-transformers on torch with default settings, and scipy's gaussian_kde.

usage: sentence_transformers_curves.py MODEL ITEMS
"""

import json
import sys
import time

import numpy
from scipy.stats import gaussian_kde
from sentence_transformers import SentenceTransformer

model_folder, items_file = sys.argv[1:]
items = [json.loads(line) for line in open(items_file, encoding="utf-8")]
model = SentenceTransformer(model_folder, device="cpu")
model.encode(items[0]["sentences"][:1])

begin = time.perf_counter()
place = {}
for item in items:
    for sentence in item["sentences"]:
        place.setdefault(sentence, len(place))
vectors = model.encode(list(place))
vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
cosines = {"fuzz": [], "negation": []}
for item in items:
    rows = vectors[[place[sentence] for sentence in item["sentences"]]]
    for kind, cosine in zip(item["rows"], rows[1:] @ rows[0]):
        cosines[kind].append(cosine)
grid = numpy.linspace(-1, 1, 2001)
curves = [gaussian_kde(values, 0.2)(grid) for values in cosines.values()]
overlap = numpy.minimum(*(curve / curve.sum() for curve in curves)).sum()
seconds = time.perf_counter() - begin
print(json.dumps({"seconds": seconds, "overlap": overlap}))
