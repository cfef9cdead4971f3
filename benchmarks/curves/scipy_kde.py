"""Contestant: scipy.stats.gaussian_kde, the exact sum, one thread.

usage: scipy_kde.py FILE (numbers in double). Writes the curve to FILE.scipy."""

import json
import sys
import time

import numpy
from scipy.stats import gaussian_kde

cosines = numpy.fromfile(sys.argv[1])
begin = time.process_time()
curve = gaussian_kde(cosines, bw_method=0.2)(numpy.linspace(-1, 1, 2001))
curve /= curve.sum()
seconds = time.process_time() - begin
curve.tofile(f"{sys.argv[1]}.scipy")
print(json.dumps({"seconds": seconds}))
