"""The time of `import sonde` within Python, and of the first call, which loads the engine and NumPy."""

import os
import subprocess
import sys
from pathlib import Path

from measure import Row, Under, rounds, spread

ROOT = Path(__file__).resolve().parents[2]
TIMES = 4  # these are short
CODE = """
from time import perf_counter
begin = perf_counter()
import sonde
imported = perf_counter()
sonde.stats.cosine([1, 0], [0, 1])
print(imported - begin, perf_counter() - imported)
"""


def run(bench):
    def part(which):
        done = subprocess.run([sys.executable, "-c", CODE], check=True, capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "build/release/python")})
        return float(done.stdout.split()[which])

    given = rounds({"import": lambda: part(0), "first call": lambda: part(1)}, TIMES * bench.rounds, bench.tell)
    return [Row("import sonde", spread(given["import"]), "s", Under(0.1)),
            Row("first call", spread(given["first call"]), "s")]
