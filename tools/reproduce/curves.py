"""Keuren, Ponsen and Bagheri: concept separation curves. Its corpora are not at hand; its formula and its text's sums are."""
import json
import math
import statistics

import scipy.stats

from .claims import BAGS, TRAINED, Claim, either_way, less
from .paper import Given, Key, Paper, interval, shown, table
from .work import Counted, published

CORPORA = "its corpora (CompetentNL, the questions of the ESS, ParaCrawl) were found in no package registry"
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


def measure(work):
    paper = Paper("curves")
    paper.lacks(CORPORA, "Table 2")
    paper.lacks(CORPORA, "Table 3")
    for row, (model, corpus) in FIGURES.items():
        same = paper.printed[Key("Table 3", model, corpus)] == paper.printed[Key("Figures 4 to 7", row, "printed")]
        paper.lacks(CORPORA + ("; Table 3 has the same" if same else "; Table 3 has another"), "Figures 4 to 7", row=row)
    paper.give("text", "section 3.2: variants of a kind, at most", "printed", Given(measure_variants(work)))
    for language, corpora in LANGUAGES.items():
        cells = [float(text) for key, text in paper.printed.items() if key.place == "Table 3" and key.column in corpora]
        paper.give("text", f"section 5: mean overlap, {language}", "printed", Given(statistics.mean(cells)))
        paper.give("text", f"section 5: its deviation, {language}", "printed", Given(statistics.stdev(cells)),
                   f"of the 21 cells of Table 3, n - 1; with n it is {shown(statistics.pstdev(cells), 4)}. The printed one can't be had from them")
    return paper


def own_figures(paper):
    """How alike two corpora of Table 3 order the seven models: Kendall's tau."""
    corpora = list(dict.fromkeys(key.column for key in paper.printed if key.place == "Table 3"))
    models = list(dict.fromkeys(key.row for key in paper.printed if key.place == "Table 3"))

    def column(corpus):
        return [float(paper.printed[Key("Table 3", model, corpus)]) for model in models]

    rows = [[one, *("" if other == one else shown(scipy.stats.kendalltau(column(one), column(other)).statistic, 2) for other in corpora)]
            for one in corpora]
    return table(["Kendall's tau of the printed overlaps", *corpora], rows)


def correlated(of):
    """Spearman's correlation of pairs of numbers with Fisher's interval, and their number."""
    import scipy.stats
    value = scipy.stats.spearmanr([a for a, _ in of], [b for _, b in of]).statistic
    middle, away = math.atanh(max(-.999, min(.999, value))), 1.96 * math.sqrt(1.06 / (len(of) - 3))
    return Counted(value, math.tanh(middle - away), math.tanh(middle + away), len(of))


def claims(paper, found, kept, _sts):
    everyone = [name for name in (*TRAINED, *BAGS) if kept.get("curves-en", name, "overlap")]
    by_place = "curves?by=place,length"

    def of(name, data="curves-en", part="all", subjects=everyone):
        return {one: kept.get(data, one, name, part, by_place) for one in subjects}

    def apart(first, second):
        return {one: either_way(less(kept.get("curves-en", one, "overlap", first, by_place),
                                     kept.get("curves-en", one, "overlap", second, by_place))) for one in everyone}

    two = [(kept.get("curves-en", one, "overlap").value, kept.get("curves-forms-en", one, "overlap").value) for one in everyone]
    meant = [(-found.get("curves-en", one, "overlap").value, found.get("negation-detection", one, "accuracy").value)
             for one in (*TRAINED, *BAGS)]
    languages = {one: less(found.get("curves-nl", one, "overlap"), found.get("curves-en", one, "overlap")) for one in TRAINED}
    peak = {"mpnet": kept.get("curves-en", "mpnet", "overlap", probe=by_place)}
    place = apart("place=start", "place=end") if everyone else {}
    return [
        Claim("an inserted negation moves a sentence further than an inserted article", "section 3.4",
              "`curves-en`: the chance that a fuzzed cosine exceeds a negated one (`auc`); half", of("auc")),
        Claim("the overlap orders encoders the same way whatever the corpus", "section 6",
              f"Spearman over {len(two)} encoders of the overlaps on `curves-en` and on `curves-forms-en`",
              {"all": correlated(two)} if everyone else {}, limit=0, unit="encoders", own="Kendall's tau of two corpora .24 to .90, below"),
        Claim("a small overlap shows that meaning is encoded", "sections 3.4, 6",
              f"Spearman over {len(meant)} encoders of a small overlap on `curves-en` with detecting negations (`negation-detection`)",
              {"all": correlated(meant)}, limit=0, unit="encoders"),
        Claim("curves separate more in Dutch than in English", "section 5", "overlap on `curves-nl` less that on `curves-en`; 0", languages,
              limit=0, side="below", own=".6668 and .7992, means of the cells of Table 3"),
        Claim("for some encoders the place of the insertion matters", "sections 5, 6",
              "`curves-en`, `by=place`: overlaps of insertions before the first and before the last word, their difference either way; 0", place, limit=0, of_some=True),
        Claim("the longer the sentences, the larger the overlap", "section 5",
              "`curves-en`, `by=length`: overlap of 20 to 29 words less that of 1 to 9; 0", by_length(kept, everyone), limit=0,
              own=f"{longer(paper)} of 14: ParaCrawl's overlap exceeds its filtered one's"),
        Claim("MPNet reacts to the place of tokens as a hash does: a second peak near -1", "section 4, Figure 6",
              "`curves-en`: overlap, against the least of Table 3's row, .9496. With the published program's cosine it is " + peaks(kept), peak,
              limit=.9496, own=".9496 to .9874"),
    ]


def longer(paper):
    return sum(float(paper.printed[Key("Table 3", key.row, whole)]) > float(text) for key, text in paper.printed.items()
               for part, whole in (("PC NL filtered", "PC NL"), ("PC EN filtered", "PC EN"))
               if key.place == "Table 3" and key.column == part)


def peaks(kept):
    of = [(name, kept.get("curves-en", name, "overlap", probe="curves?cosine=published")) for name in ("mpnet", "minilm-l6")]
    return ", ".join(f"{shown(one.value, 3)}{interval(one, 3)} ({name})" for name, one in of if one)


def by_length(kept, everyone):
    found = {}
    for name in everyone:
        classes = {row["slice"]: kept.get("curves-en", name, "overlap", row["slice"], row["probe"]) for row in kept.rows
                   if row["dataset"] == "curves-en" and row["subject"] == name and row["name"] == "overlap"
                   and row["slice"].startswith("length=") and row["low"] is not None and row["n"] >= 30}
        ordered = sorted(classes, key=lambda part: int(part.removeprefix("length=").rstrip("+").split("-")[0]))
        if len(ordered) > 1:
            found[name] = less(classes[ordered[-1]], classes[ordered[0]])
    return found


FORMULAS = (
    ("(1), a density divided by its sum", "`curve`, `exact_curve` in `src/statistics/separation/curve.cpp`",
     "SciPy: `src/statistics/separation/curve_test.cpp`, `tests/curves_test.py`",
     "the paper names no bandwidth, SciPy's default is Scott's, its Table 3 fits 0.2: sonde's default is 0.2, `bandwidth=scott` the other"),
    ("(2), the overlap: the sum of the lesser", "`overlap` in `src/statistics/separation/separation.h`",
     "the published program on fixed lists, table below: `src/statistics/separation/curve_test.cpp`", "none"),
    ("the cosine (no formula)", "`cosine`; `published_cosine` in `src/probes/curves/curves.cpp`", "NumPy: `tests/curves_test.py`",
     "the code gives -1 where the product of both vectors' sums is 0 to two digits: `cosine=published`; sonde's default is the cosine"),
)

TOLD = (
    (["Table 2"], "lengths of four corpora's sentences", ""),
    (["Table 3"], "overlaps of seven models on six corpora", ""),
    (["Figures 4 to 7"], "five of these overlaps again", ""),
    (["text"], "variants a sentence; means by language", "`sonde export`; arithmetic of Table 3"),
)
