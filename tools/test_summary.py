#!/usr/bin/env python3
"""Sums up ctest's last run: skipped tests and the reasons, the ten slowest tests, the total.

    python3 tools/test_summary.py BUILD-FOLDER [--enforce]

A test has a budget of processor time by its label. Above the budget it is named. With --enforce, a test above three
times its budget ends the summary with exit code 1: a slow or busy machine explains less."""
import json
import re
import sys
from collections import Counter
from pathlib import Path

from shared_data import FOLDER, LACKING

BUDGETS = {"fast": 10, "slow": 90, "end-to-end": 30}  # seconds
SHOWN = 10


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


def labels(build):
    """name -> label of every test."""
    file = build / "CTestTestfile.cmake"
    text = file.read_text() if file.exists() else ""
    return dict(re.findall(r'set_tests_properties\(\[=\[(\S+)\]=\] .*? LABELS "([^"]+)"', text))


def times(build, log):
    """(processor seconds, clock seconds, name) of each test that the log has, the slowest first."""
    names = re.findall(r"^\d+/\d+ Testing: (\S+)$", log, re.M)
    notes = {name: build / "Testing/times" / name for name in names}
    read = {name: json.loads(note.read_text()) for name, note in notes.items() if note.exists()}
    return sorted(((note["processor"], note["clock"], name) for name, note in read.items()), reverse=True)


def over_budget(times, labels, factor=1):
    return [f"{name} took {processor:.0f} s of processor time; {labels[name]} tests may take {BUDGETS[labels[name]]} s"
            for processor, _, name in times
            if labels.get(name) in BUDGETS and processor > factor * BUDGETS[labels[name]]]


def main():
    build = Path(sys.argv[1])
    log = (build / "Testing/Temporary/LastTest.log").read_text(errors="replace")
    slowest, kinds = times(build, log), labels(build)
    if slowest:
        print("\nslowest tests: processor time, clock")
    for processor, clock, name in slowest[:SHOWN]:
        print(f"{processor:8.1f} s {clock:8.1f} s  {name}")
    if slowest:
        print(f"{sum(one[0] for one in slowest):8.1f} s             {len(slowest)} tests in all")
    for line in over_budget(slowest, kinds):
        print("over budget:", line)
    if reasons := skipped(log):
        print("skipped:", told(reasons))
    if "--enforce" in sys.argv and over_budget(slowest, kinds, factor=3):
        sys.exit("a test took more than three times its budget")


if __name__ == "__main__":
    main()
