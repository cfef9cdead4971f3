"""Contestant: scipy.stats.bootstrap of Spearman, all replicates of a batch at once, one thread.

usage: scipy_bootstrap.py RATINGS SIMILARITIES REPLICATES
"""

import json
import sys
import time

import numpy
from scipy import stats


def spearman(x, y, axis):
    x = stats.rankdata(x, axis=axis)
    y = stats.rankdata(y, axis=axis)
    x -= x.mean(axis=axis, keepdims=True)
    y -= y.mean(axis=axis, keepdims=True)
    return (x * y).sum(axis) / numpy.sqrt((x * x).sum(axis) * (y * y).sum(axis))


ratings, similarities = (numpy.loadtxt(file) for file in sys.argv[1:3])
begin = time.perf_counter()
found = stats.bootstrap((ratings, similarities), spearman, paired=True, vectorized=True, batch=100,
                        n_resamples=int(sys.argv[3]), method="percentile",
                        rng=numpy.random.default_rng(1))
seconds = time.perf_counter() - begin
interval = found.confidence_interval
value = stats.spearmanr(ratings, similarities).statistic
print(json.dumps({"seconds": seconds, "value": value, "interval": [interval.low, interval.high]}))
