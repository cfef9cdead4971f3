"""Contestant: the published WWLK program (flipz357/weisfeiler-leman-amr-metrics), which is on no package
index, from a checkout of it.

usage: wwlk_published.py FOLDER VECTORS CHECKOUT

The seconds are processor time, from PENMAN in memory, with the vectors loaded.
"""

import json
import sys
import time

import numpy as np
import read
import smatchpp.preprocess
from smatchpp.formalism.generic import tools

smatchpp.preprocess.GenericStandardizer = tools.GenericStandardizer  # where it was at that time
sys.path.insert(0, f"{sys.argv[3]}/src")
import amr_similarity  # noqa: E402
import graph_helpers  # noqa: E402

pairs = read.pairs(sys.argv[1])
vectors = {}
with open(sys.argv[2], encoding="utf-8") as lines:
    for line in lines:
        word, *numbers = line.split()
        if len(numbers) > 1:
            vectors[word] = np.array(numbers, dtype=np.float32)
vectors.setdefault("dog", next(iter(vectors.values())))  # whose dimension it asks for
begin = time.process_time()
parser = graph_helpers.GraphParser(input_format="penman")
first, second = (parser.parse([pair[side] for pair in pairs])[0] for side in (0, 1))
words = amr_similarity.AmrWasserPreProcessor(w2v_uri=None, init="constant")
words.wordvecs, words.dim = vectors, len(vectors["dog"])
scores = amr_similarity.WasserWLK(preprocessor=words, iters=2).predict(first, second)
print(json.dumps({"seconds": time.process_time() - begin, "mean": float(np.mean(scores))}))
