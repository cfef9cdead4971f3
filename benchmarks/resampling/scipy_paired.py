"""Contestant: scipy.stats.bootstrap of the means of several subjects on the same items, one thread.

usage: scipy_paired.py FILE REPLICATES. FILE (.npy) has a row per item and a column per subject.
Prints the seconds and the standard errors of the differences from the first subject."""

import json
import sys
import time

import numpy
from scipy import stats


def means(*subjects, axis):
    return numpy.stack([subject.mean(axis=axis) for subject in subjects])


values = numpy.load(sys.argv[1])
begin = time.perf_counter()
found = stats.bootstrap(tuple(values.T), means, paired=True, vectorized=True, batch=100,
                        n_resamples=int(sys.argv[2]), method="percentile",
                        rng=numpy.random.default_rng(1))
seconds = time.perf_counter() - begin
replicates = found.bootstrap_distribution
errors = (replicates[1:] - replicates[0]).std(axis=-1, ddof=1)
print(json.dumps({"seconds": seconds, "errors": errors.tolist()}))
