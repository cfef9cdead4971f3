"""Contestants: numpy, plainly at every pair of thresholds, or with searchsorted. One thread.

usage: numpy_grid.py plain|searchsorted FILE. FILE contains the first differences of all samples, then
the second ones, in double. Writes the four shares to FILE.plain or FILE.searchsorted."""

import json
import sys
import time

import numpy as np

STEPS = 132


def plain(first, second):
    shares = np.zeros(4)
    for one in np.linspace(first.min(), first.max(), STEPS):
        a = first >= one
        for other in np.linspace(second.min(), second.max(), STEPS):
            b = second >= other
            shares += (a & b).mean(), (a & ~b).mean(), (~a & b).mean(), (~a & ~b).mean()
    return shares / STEPS**2


def searchsorted(first, second):
    def reached(differences):
        grid = np.linspace(differences.min(), differences.max(), STEPS)
        return np.searchsorted(grid, differences, side="right") / STEPS

    a, b = reached(first), reached(second)
    return np.array([(a * b).mean(), (a * (1 - b)).mean(), ((1 - a) * b).mean(),
                     ((1 - a) * (1 - b)).mean()])


how, file = sys.argv[1:]
evaluate, times = {"plain": (plain, 1), "searchsorted": (searchsorted, 200)}[how]
first, second = np.fromfile(file).reshape(2, -1)
evaluate(first[:100], second[:100])
begin = time.process_time()
for _ in range(times):
    shares = evaluate(first, second)
seconds = (time.process_time() - begin) / times
shares.tofile(f"{file}.{how}")
print(json.dumps({"seconds": seconds}))
