#!/usr/bin/env python3
"""Writes tests/golden/agreement/agreement.json: random ratings, and other programs' results for them.

    pip install krippendorff==0.9.0 pingouin==0.7.0
    tools/golden/make_golden_agreement.py

The tests read the file and need neither package. A table has a row per item and a column per
annotator. null is a missing rating, or undefined. `alpha` is nominal, ordinal, interval, ratio. `icc` is ICC(1), ICC(2,k),
ICC(3,k) and is present if every annotator rated every item."""
import json
import pathlib
import warnings
from importlib.metadata import version

import krippendorff
import numpy as np
import pandas as pd
import pingouin

FILE = pathlib.Path(__file__).resolve().parent.parent.parent / "tests/golden/agreement/agreement.json"
LEVELS = ["nominal", "ordinal", "interval", "ratio"]
ICC = ["ICC(1,1)", "ICC(A,k)", "ICC(C,k)"]  # the package's names


def number(value):
    return None if np.isnan(value) else float(value)


def table(rng, items, annotators, values, missing):
    """Ratings that follow the item, with the annotator's own level and noise."""
    truth = rng.uniform(0, 1, (items, 1)) + 0.2 * rng.normal(size=(1, annotators))
    noisy = np.clip(truth + 0.25 * rng.normal(size=(items, annotators)), 0, 1)
    ratings = np.asarray(values)[np.rint(noisy * (len(values) - 1)).astype(int)].astype(float)
    ratings[rng.uniform(size=ratings.shape) < missing] = np.nan
    return ratings


def icc(ratings):
    frame = pd.DataFrame(ratings).stack().reset_index()
    frame.columns = ["item", "annotator", "value"]
    found = pingouin.intraclass_corr(frame, "item", "annotator", "value").set_index("Type")["ICC"]
    return [number(found[name]) for name in ICC]


def case(ratings):
    known = {"ratings": [[number(x) for x in row] for row in ratings],
             "alpha": [number(krippendorff.alpha(ratings.T, level_of_measurement=level))
                       for level in LEVELS]}
    return known if np.isnan(ratings).any() else known | {"icc": icc(ratings)}


def cases(rng):
    scales = [[0, 1], [1, 2, 3, 4, 5, 6, 7], [0, 0.5, 1, 4], list(np.linspace(0, 100, 101))]
    for items, annotators in [(5, 2), (12, 3), (30, 5), (40, 8)]:
        for values in scales:
            for missing in [0, 0.1, 0.5]:
                yield case(table(rng, items, annotators, values, missing))


def main():
    warnings.simplefilter("ignore")
    golden = {"made_with": {name: version(name) for name in ["krippendorff", "pingouin", "numpy"]},
              "cases": list(cases(np.random.default_rng(6)))}
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(golden) + "\n")


if __name__ == "__main__":
    main()
