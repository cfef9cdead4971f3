"""Keuren, Ponsen and Bagheri: concept separation curves. Of its corpora the ESS questions are public."""
import json
import statistics

import scipy.stats

from .from_files import CORPORA
from .paper import Given, Key, Paper, shown, table
from .sources import BY_OPTION
from .work import kept, published

FILTER = "the paper does not give the rule by which it filters ParaCrawl"
AT_HAND = ("TFIDF", "MPNET")
DRAWN = "the variants are drawn by chance, here others than in the paper; its figure is inside the interval"
LANGUAGES = {"Dutch": ("CNL", "PC NL filtered", "PC NL"), "English": ("PC EN filtered", "PC EN", "ESS")}
BANDWIDTHS = {None: "scott", 0.2: "0.2", 0.05: "0.05"}
FIGURES = {"Figure 4: GroNLP, CNL": ("GroNLP", "CNL"), "Figure 5: FastText, CNL": ("Fasttext NL", "CNL"),
           "Figure 6: MPNET, ESS": ("MPNET", "ESS"), "Figure 7: LaBSE, PC NL": ("LaBSE", "PC NL"),
           "Figure 7: LaBSE, PC NL filtered": ("LaBSE", "PC NL filtered")}


def measure_overlaps(work):
    """The published program's overlaps of fixed lists of cosines, and the program's of the same: (theirs, ours) each."""
    told = json.loads((published("curves") / "published_overlaps.json").read_text(encoding="utf-8"))
    cases = [case for case in told["overlap"] if case["resolution"] == 1000]  # 2,001 points, as here
    words = [word for bandwidth in BANDWIDTHS.values() for word in ("--probe", f"curves?bandwidth={bandwidth}")]
    for x, y in sorted({(case["x"], case["y"]) for case in cases}):
        rows = [f"o{i}\ts{i}\tc{i}\n" for i in range(10)]
        data = work.write(f"{x}{y}.tsv", "original\tsame\tchanged\n" + "".join(rows))
        cosines = zip(told["inputs"][x], told["inputs"][y])
        scores = work.write(f"{x}{y}.txt", "".join(f"{a!r}\n{b!r}\n" for a, b in cosines))
        words += ["--data", data, "--scorer", f"{x}{y}=scores:{scores}?data={x}{y}"]
    found = work.run("overlaps", *words)
    return [(case["overlap"], found.get(case["x"] + case["y"], case["x"] + case["y"], "overlap",
                                        probe=f"curves?bandwidth={BANDWIDTHS[case['kernel_width']]}").value) for case in cases]


def measure_variants(work):
    """The most variants of a kind that a sentence gets."""
    data = work.write("corpus.txt", "a cat sees a dog\nshe gives orders to all of them\nno one came\n")
    work.run("variants", "--data", data, "--probe", "curves?language=en", "--encoder", "random")
    items = [json.loads(line) for line in work.sonde("export", "variants.sonde", "--items", "--format", "jsonl").splitlines()]
    return max(item["rows"].count(kind) for item in items for kind in ("fuzz", "negation"))


def give_corpus(paper, option, corpus):
    """Figures that were measured on a corpus, and those that a reader's file would give."""
    found = kept(f"file-{option}")
    paper.give_results(found)
    for key in paper.given:
        if corpus in (key.column, key.row.rsplit(", ")[-1]):
            paper.reasons[key] = DRAWN
    paper.needs(BY_OPTION[option], "Table 2", column=corpus)
    paper.needs(BY_OPTION[option], "Table 3", column=corpus, rows_at_hand=AT_HAND)
    for row, (model, of) in FIGURES.items():
        if of == corpus:
            paper.needs(BY_OPTION[option], "Figures 4 to 7", row=row, rows_at_hand=(row,) if model in AT_HAND else ())


def measure(work):
    paper = Paper("curves")
    for option, corpus in CORPORA.items():
        give_corpus(paper, option, corpus)
    paper.lacks(FILTER, "Table 3")
    paper.lacks(FILTER, "Figures 4 to 7")
    paper.give("text", "section 3.2: variants of a kind, at most", "printed", Given(measure_variants(work)))
    for language, corpora in LANGUAGES.items():
        cells = [float(text) for key, text in paper.printed.items() if key.place == "Table 3" and key.column in corpora]
        paper.give("text", f"section 5: mean overlap, {language}", "printed", Given(statistics.mean(cells)))
        paper.give("text", f"section 5: its deviation, {language}", "printed", Given(statistics.stdev(cells)),
                   f"of the 21 cells of Table 3, n - 1; with n it is {shown(statistics.pstdev(cells), 4)}. The printed one can't be had from them")
    return paper


def own_figures(paper):
    """How similarly two corpora of Table 3 order the seven models: Kendall's tau."""
    corpora = list(dict.fromkeys(key.column for key in paper.printed if key.place == "Table 3"))
    models = list(dict.fromkeys(key.row for key in paper.printed if key.place == "Table 3"))

    def column(corpus):
        return [float(paper.printed[Key("Table 3", model, corpus)]) for model in models]

    rows = [[one, *("" if other == one else shown(scipy.stats.kendalltau(column(one), column(other)).statistic, 2) for other in corpora)]
            for one in corpora]
    return table(["Kendall's tau of the printed overlaps", *corpora], rows)


FORMULAS = (
    ("(1), a density divided by its sum", "`curve`, `exact_curve` in `src/statistics/separation/curve.cpp`",
     "SciPy: `src/statistics/separation/curve_test.cpp`, `tests/probes/curves_test.py`",
     "the paper names no bandwidth, SciPy's default is Scott's, its Table 3 fits 0.2: sonde's default is 0.2, `bandwidth=scott` the other"),
    ("(2), the overlap: the sum of the lesser", "`overlap` in `src/statistics/separation/separation.h`",
     "the published program on fixed lists, table below: `src/statistics/separation/curve_test.cpp`", "none"),
    ("the cosine (no formula)", "`cosine`; `published_cosine` in `src/probes/curves/curves.cpp`", "NumPy: `tests/probes/curves_test.py`",
     "the code gives -1 where the product of both vectors' sums is 0 to two digits: `cosine=published`; sonde's default is the cosine"),
)

TOLD = (
    (["Table 2"], "lengths of four corpora's sentences", "words between spaces"),
    (["Table 3"], "overlaps of seven models on six corpora", "`curves?cosine=published`"),
    (["Figures 4 to 7"], "five of these overlaps again", "the same"),
    (["text"], "variants a sentence; means by language", "`sonde export`; arithmetic of Table 3"),
)
