"""Contestant: Google's rouge_score, as its documentation shows it. ROUGE only: no tokens.

usage: rouge_score_loop.py PAIRS

The seconds are those of scoring: not of starting Python, nor of importing and reading.
"""

import json
import sys
import time

from rouge_score import rouge_scorer

KINDS = ("rouge1", "rouge2", "rougeL")

with open(sys.argv[1], encoding="utf-8") as lines:
    pairs = [line.split(";")[:2] for line in lines]
scorer = rouge_scorer.RougeScorer(KINDS, use_stemmer=False)
begin = time.perf_counter()
scores = [scorer.score(first, second) for first, second in pairs]
figures = {kind: sum(score[kind].fmeasure for score in scores) / len(scores) for kind in KINDS}
print(json.dumps({"seconds": time.perf_counter() - begin, "pairs": len(pairs), **figures}))
