"""Contestant: smatchpp's integer linear program (CBC), which proves that no mapping is better.

usage: smatchpp_exact.py FOLDER

The seconds are processor time, from PENMAN in memory.
"""

import json
import sys
import time

import read
from smatchpp import Smatchpp, solvers
from smatchpp.formalism.generic import tools

pairs = read.pairs(sys.argv[1])
scorer = Smatchpp(alignmentsolver=solvers.get_solver("ilp"),
                  graph_standardizer=tools.GenericStandardizer())
begin = time.process_time()
total = sum(float(scorer.score_pair(first, second)["main"]["F1"]) for first, second in pairs)
print(json.dumps({"seconds": time.process_time() - begin, "mean": total / 100 / len(pairs)}))
