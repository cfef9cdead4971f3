"""Contestant: sentence-transformers, from process start to a sentence's vector.

usage: first_vector.py MODEL SENTENCES VECTORS
"""

import json
import sys

import numpy
from sentence_transformers import SentenceTransformer

model_folder, sentences_file, vectors_file = sys.argv[1:]
model = SentenceTransformer(model_folder, device="cpu")
numpy.save(vectors_file, model.encode(open(sentences_file, encoding="utf-8").read().splitlines()))
print(json.dumps({}))
