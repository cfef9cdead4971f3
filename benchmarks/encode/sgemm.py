"""Contestant: how fast this machine multiplies float32 matrices (numpy's OpenBLAS).

usage: sgemm.py N REPEATS [KERNELS]

KERNELS names OpenBLAS's kernels (SkylakeX: those for AVX-512). By default it takes those for the
processor. For a processor that it doesn't recognise those are AVX2's, half as fast as the machine can."""

import json
import os
import statistics
import sys
import time

if len(sys.argv) > 3:
    os.environ["OPENBLAS_CORETYPE"] = sys.argv[3]  # before the library is loaded

import numpy

size, repeats = int(sys.argv[1]), int(sys.argv[2])
random = numpy.random.default_rng(1)
a = random.random((size, size), dtype=numpy.float32)
b = random.random((size, size), dtype=numpy.float32)
c = a @ b
rates = []
for _ in range(repeats):
    begin = time.perf_counter()
    numpy.matmul(a, b, out=c)
    rates.append(2 * size**3 / (time.perf_counter() - begin))
print(json.dumps({"flops": statistics.median(rates)}))
