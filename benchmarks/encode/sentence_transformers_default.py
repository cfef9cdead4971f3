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
begin, worked = time.perf_counter(), time.process_time()
vectors = model.encode(sentences)
seconds, worked = time.perf_counter() - begin, time.process_time() - worked
numpy.save(vectors_file, vectors)
print(json.dumps({"encode": seconds, "processor": worked}))
