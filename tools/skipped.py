#!/usr/bin/env python3
"""Says in one line which tests ctest's last run skipped, and why.

    python3 tools/skipped.py BUILD-FOLDER
"""
import re
import sys
from collections import Counter
from pathlib import Path

from shared_data import FOLDER, LACKING


def skipped(log):
    """reason -> number of tests, from the output of GoogleTest and pytest."""
    reasons = Counter()
    for reason in re.findall(r"^\S+:\d+: Skipped\n(.*)$", log, re.M):
        reasons[reason] += 1
    for count, reason in re.findall(r"^SKIPPED \[(\d+)\] \S+: (.*)$", log, re.M):
        reasons[reason] += int(count)
    return reasons


def told(reasons):
    told = [f"{count} tests, {reason}" for reason, count in sorted(reasons.items())]
    return "; ".join(told).replace(LACKING, f"{LACKING} ({FOLDER})")


def main():
    (build,) = sys.argv[1:]
    reasons = skipped((Path(build) / "Testing/Temporary/LastTest.log").read_text(errors="replace"))
    if reasons:
        print("skipped:", told(reasons))


if __name__ == "__main__":
    main()
