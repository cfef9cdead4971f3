"""Contestant: the original tool, by hill climbing with four restarts, as it scores files.

usage: smatch_original.py FOLDER

The seconds are processor time, from PENMAN in memory. `single` are the pairs without a triple that is
written twice, which it counts twice.
"""

import json
import sys
import time

import amr
import read
import smatch


def has_no_double(text):
    parts = amr.AMR.parse_AMR_line(text).get_triples()
    return all(len(set(part)) == len(part) for part in parts)


pairs = read.pairs(sys.argv[1])
begin = time.process_time()
total = 0
for first, second in pairs:
    matches, one, other = smatch.get_amr_match(first, second)
    smatch.match_triple_dict.clear()
    total += 2 * matches / (one + other)
seconds = time.process_time() - begin
single = [place for place, pair in enumerate(pairs) if all(map(has_no_double, pair))]
print(json.dumps({"seconds": seconds, "mean": total / len(pairs), "single": single}))
