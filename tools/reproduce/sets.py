"""Bansal, Mahajan, Sinha and Karmaker: set-like compositionality. Its samples are unpublished. The formulas of its code are checked."""
import json

import numpy as np

from .evidence import BAGS, DECODERS, TRAINED
from .paper import Given, Key, Paper, interval, shown, table
from .sets_claims import averages, own_rows
from .sources import BY_OPTION
from .work import kept, published

DATA = "its samples were to be released on acceptance and were found in no package registry"
PRINTED_AS = {"minilm-l6": "SBERT-mini", "mpnet": "SBERT-L"}
TWO_GRIDS = "C3, NED"  # Table 15
CASES = {"true_rows": "tt", "s1_true": "tf", "s2_true": "ft", "false_rows": "ff"}


def measure_criteria(work):
    """The published code's shares of C1 on twelve triples of vectors, over both ranges of thresholds: (theirs, ours) each."""
    told = json.loads((published("sets") / "published_criteria.json").read_text(encoding="utf-8"))
    texts = [f"{name} {i}" for i in range(12) for name in ("A", "B", "T")]
    vectors = [told[name][i] for i in range(12) for name in ("A", "B", "T")]
    work.write("sentences.txt", "".join(f"{text}\n" for text in texts))
    write_npy(work.folder / "vectors.npy", vectors)
    samples = "".join(f"overlap\tA {i}\tB {i}\tT {i}\n" for i in range(12))
    data = work.write("triples.tsv", "operator\tA\tB\ttarget\n" + samples)
    own = told["C1_own_bounds"]
    grid = f"published:{own['n_bins']}:{own['grid_points']}"
    found = work.run("criteria", "--data", data, "--encoder", "v=vectors:vectors.npy?sentences=sentences.txt",
                     "--probe", f"sets?grid={grid}")
    shares = [(own["result"][theirs], share(found, ours)) for theirs, ours in CASES.items()]
    inside = sum(row[0] == "In" for row in told["compute_angles"]) / 12
    return [*shares, (inside, found.get("triples", "v", "c2").value)]


def share(found, case):
    one = found.get("triples", "v", f"c1.cosine.{case}") or found.get("triples", "v", "c1_tt")
    return one.value


def write_npy(path, rows):
    np.save(path, np.array(rows, dtype=np.float32))


def measure():
    paper = Paper("sets")
    paper.give_results(kept("file-sofsat"))
    for place in paper.places():
        if place != "text":
            paper.needs(BY_OPTION["sofsat"], place, rows_at_hand=PRINTED_AS.values())
    thresholds = 132
    paper.give("text", "A.5: thresholds of a kind", "printed", Given(thresholds))
    paper.give("text", "A.5: pairs of thresholds", "printed", Given(thresholds ** 2))
    samples = {row: int(paper.printed[Key("text", f"section 5: {row} samples", "printed")]) for row in ("overlap", "difference", "union")}
    paper.give("text", "abstract: all samples, thousands", "printed", Given(sum(samples.values()) / 1000))
    paper.give("text", "section 5: union samples", "printed", Given(2 * samples["overlap"]),
               "each row gives one overlap and two unions, which would be 74,584")
    paper.give("text", "section 5.1: ratings", "printed", Given(400 * 3 * 2.5))
    paper.lacks(DATA, "text")
    return paper


def own_figures(paper):
    """The printed shares of the seven classical encoders against those of the nine large language models, if one grid gave all of them."""
    rows = [[f"{title}: two grids, not comparable", *"–––––"] if title == TWO_GRIDS else
            [title, best, shown(classical, 1), shown(large, 1), ", ".join(above) or "–", shown(p, 2)]
            for title, best, classical, large, above, p in own_rows(paper)]
    return table(["printed", "best", "mean of 7 classical", "mean of 9 large", "above every large one", "p (Mann, Whitney)"], rows)


CRITERIA = {"C1: overlaps closer to both than they are to each other": "c1_tt_at0", "C2: overlaps in the middle": "c2",
            "C3: differences far from what was taken": "c3_tt_at0", "C4: A - B closer to the difference": "c4_t_at0",
            "C5: differences around A": "c5", "C6: unions in the middle": "c6"}


def by_kind(found):
    """Which criteria hold for which kind of encoder: lowest and highest share, and for how many the interval is above one half."""
    kinds = {"sentence encoders": TRAINED, "language models": DECODERS, "bags of words": BAGS, "random": ("random",)}

    def cell(members, name):
        of = [result for one in members if (result := found.get("sets-en", one, name))]
        values = sorted(one.value for one in of)
        spread = shown(values[0], 3) if len(values) == 1 else f"{shown(values[0], 3)} to {shown(values[-1], 3)}"
        return f"{sum(one.low > .5 for one in of)} of {len(of)} ({spread})"

    return table(["criterion", *kinds], [[title, *(cell(members, name) for members in kinds.values())] for title, name in CRITERIA.items()])


FORMULAS = (
    ("(1) to (4), the projection onto the plane of two vectors", "`project` in `src/statistics/measures/plane_projection.cpp`",
     "the published code on twelve triples: `src/probes/sets/sets_golden_test.cpp`",
     "(2) and (4) lack a vector each (y · b1 is a number), the footing v_proj = v_proj - ... of the text too; sonde takes the projection, as the code does"),
    ("C1 and C3, two conditions over a grid of thresholds", "`case_shares` in `src/probes/sets/threshold_grid.h`",
     "the published code, table below: `src/probes/sets/sets_golden_test.cpp`",
     "the text has 132 even values, the code 11 ticks of 23 (NED 11): `grid=even` (default) and `grid=published`"),
    ("C2, C5, C6, where projections lie", "`src/probes/sets/sets_position_criteria.cpp`", "NumPy: `tests/probes/sets_test.py`",
     "C6's margins have no values in the paper: `theta1`, `theta2`, `norms`"),
    ("C4, A - B against D and B", "`src/probes/sets/sets_columns.cpp`", "NumPy: `tests/probes/sets_test.py`", "none"),
    ("normalised squared Euclidean distance", "`negative_ned` in `src/statistics/measures/similarity.cpp`",
     "the published code: `src/probes/sets/sets_golden_test.cpp`", "named NED in the text, nsed in the code"),
)

TOLD = (
    (["Table 1", "Table 13"], "shares that meet C1, by cosine and NED", ""),
    (["Table 2", "Table 15"], "shares that meet C3, by cosine and NED", ""),
    (["Table 3"], "shares that meet C4", ""),
    (["Table 12a, cosine", "Table 12b, dot", "Table 12c, NED", "Table 12d, L1", "Table 12e, L2"], "mean margins of C1 by five measures", ""),
    (["Table 14a, cosine", "Table 14b, dot", "Table 14c, NED", "Table 14d, L1", "Table 14e, L2"], "mean margins of C3 by five measures", ""),
    (["text"], "numbers of samples, ratings, thresholds", "arithmetic"),
)


def beside(paper, kept):
    """The paper's encoders that are at hand, in percent: printed on its samples, and sonde's on `sets-en`."""
    columns = {"C1, cosine": "c1_tt", "C3, cosine": "c3_tt", "C4, cosine": "c4_t"}
    rows = []
    for name, row in PRINTED_AS.items():
        own = [kept.get("sets-en", name, result) for result in columns.values()]
        rows.append([f"{row}: printed", *(shown(averages(paper, title)[0][row], 2) for title in columns)])
        percent = [one and Given(100 * one.value, 100 * one.low, 100 * one.high) for one in own]
        rows.append([f"{name} on `sets-en`", *("–" if one is None else shown(one.value, 1) + interval(one, 1) for one in percent)])
    return table(["percent of samples and thresholds", *columns], rows)
