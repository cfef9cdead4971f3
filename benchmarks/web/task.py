"""The report of 50,000 items and 12 subjects in headless Chromium: the time a reader waits.

The report is drawn by seed (tests/web/sample.mjs), put into the page that was built. Each round is a
separate browser. A time is from the act (a scroll, a letter typed, a menu) to the frame that shows it."""

import json
import subprocess
from pathlib import Path

from measure import Row, Under, spread

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests/web"
ITEMS = 50_000
SUBJECTS = 12
FIRST_PAINT = 1500  # milliseconds
ANSWER = 100


def node(*words):
    done = subprocess.run(["node", *map(str, words)], cwd=TESTS, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout


def run(bench):
    page = bench.program.path.parent.parent / "web/page.html"
    if not (TESTS / "node_modules").exists():
        subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=TESTS, check=True,
                       stdout=subprocess.DEVNULL)
    report = bench.folder / "report.html"
    items = bench.sentences or ITEMS
    node("sample.mjs", page, report, items, SUBJECTS)
    bench.note(f"{items} items, {SUBJECTS} subjects, {report.stat().st_size / 1e6:.1f} MB")
    given = []
    for number in range(bench.rounds):
        bench.tell(f"round {number + 1} of {bench.rounds}")
        given.append(json.loads(node(ROOT / "benchmarks/web/measure.mjs", report)))
    return [Row(what, spread(one[name] for one in given), "ms", limit) for what, name, limit in ROWS]


ROWS = [
    ("first paint", "firstPaint", Under(FIRST_PAINT)),
    ("the matrix is there", "matrix", Under(FIRST_PAINT)),
    ("the view of items opens", "open", None),
    ("a step of scrolling, the slowest of 120", "scroll", Under(ANSWER)),
    ("a jump to anywhere in the list, the slowest of 40", "jump", Under(ANSWER)),
    ("a letter typed into the search, the slowest of 10", "search", Under(ANSWER)),
    ("a filter, the slowest of 7", "filter", Under(ANSWER)),
    ("another order or subject, the slowest of 5", "order", Under(ANSWER)),
]
