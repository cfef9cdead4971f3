"""Contestant: sentence-transformers on torch, default settings.

usage: sentence_transformers_default.py MODEL SENTENCES VECTORS
"""

import json
import sys
import time

import numpy
from sentence_transformers import SentenceTransformer

model_folder, sentences_file, vectors_file = sys.argv[1:]
sentences = open(sentences_file, encoding="utf-8").read().splitlines()
model = SentenceTransformer(model_folder, device="cpu")
model.encode(sentences[:1])
begin = time.perf_counter()
vectors = model.encode(sentences)
seconds = time.perf_counter() - begin
numpy.save(vectors_file, vectors)
print(json.dumps({"encode": seconds}))
