"""Contestant: KDEpy's FFTKDE, the mean of 50 times after the first, one thread.

usage: kdepy_fft.py FILE (numbers in double). Writes the curve to FILE.KDEpy."""

import json
import sys
import time

import numpy
from KDEpy import FFTKDE

TIMES = 50


def curve_of(cosines):
    bandwidth = 0.2 * cosines.std(ddof=1)
    curve = FFTKDE(kernel="gaussian", bw=bandwidth).fit(cosines)(numpy.linspace(-1, 1, 2001))
    return curve / curve.sum()


numbers = numpy.fromfile(sys.argv[1])
curve_of(numbers).tofile(f"{sys.argv[1]}.KDEpy")
begin = time.process_time()
for _ in range(TIMES):
    curve_of(numbers)
print(json.dumps({"seconds": (time.process_time() - begin) / TIMES}))
