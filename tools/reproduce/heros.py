"""Chiang, Chuang, Glass and Lee: HEROS. Its set and most of its encoders are on the Hugging Face hub alone."""
from .heros_claims import GROUPS, OWN, encoders_of, group_of
from .paper import Given, Key, Paper, interval, table
from .sizes import read_configurations, weights
from .sources import BY_OPTION
from .work import kept, published

PRINTED_AS = {"minilm-l6": "MiniLM L6 (all), second", "mpnet": "mpnet base (all), second", "minilm-l3": "MiniLM L3 (para)"}
COLUMNS = {"R1": "rouge1", "R2": "rouge2", "RL": "rougeL", "Lev": "token_distance", "Len": "tokens"}


def pairs(work, name, file, columns, skip):
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[skip:]]
    text = "".join("\t".join(row[column].strip() for column in columns) + "\n" for row in rows)
    return work.write(f"{name}.tsv", "first\tsecond\tgold\n" + text)


def give_overlaps(paper, work):
    folder = published("heros")
    files = {"STS-b": pairs(work, "STS-b", folder / "stsb/sts-test.csv", (5, 6, 4), 0),
             "SICK-R": pairs(work, "SICK-R", folder / "sick/SICK_test_annotated.txt", (1, 2, 3), 1)}
    for row, file in files.items():
        of = {one["name"]: one["value"] for one in work.asked("list", "datasets", file)["results"] if one["slice"] == "all"}
        for column, name in COLUMNS.items():
            scale = 100 if name.startswith("rouge") else 1
            paper.give("Table 1", row, column, Given(scale * of[name]), "Google's `rouge_score` gives 37.55 too; the package that the paper "
                       "names, `rouge` 1.0.1, gives other figures throughout" if (row, column) == ("SICK-R", "R2") else None)


WHY_SIZES = {
    "Multilingual MiniLM L12 v2 (paraphrase)": "250,037 word pieces; the paper has the size of the English model",
    "Multilingual mpnet base v2 (paraphrase)": "it is an XLM-R with 250,002 word pieces; the paper has the size of MPNet",
    "TinyBERT L6 v2 (paraphrase)": "6 layers of 768 numbers; 14.5 million is TinyBERT's model of 4 layers of 312"}


def give_sizes(paper):
    """Table 3 by each model's published configuration."""
    for row, one in read_configurations().items():
        key = Key("Table 3", row, "parameters")
        scale = 1e9 if paper.printed[key].endswith("B") else 1e6
        paper.give(*vars(key).values(), Given(weights(one) / scale), WHY_SIZES.get(row, "the paper rounds to a figure of the model's family"))
        paper.give("Table 3", row, "dimensions", Given(one.dimension()))


def measure(work):
    paper = Paper("heros")
    give_overlaps(paper, work)
    give_sizes(paper)
    paper.give("text", "baseline, thousands of random pairs", "printed", Given(500 * 500 / 1000))
    paper.give_results(kept("file-heros"))
    for place in ("Table 1", "Figure 1", "Figure 2"):
        paper.needs(BY_OPTION["heros"], place, rows_at_hand=("HEROS", *PRINTED_AS.values()))
    for row in ("RoBERTa large (all)", "DistilRoBERTa base (para)", "SNCSE roberta-large", "mpnet base (para)"):
        paper.lacks("of seven STS sets, most of which were found in no package registry", "text", row=f"STS average, {row}")
    paper.lacks("a number that the paper states, not a measurement", "text")
    return paper


def own_figures(paper):
    """In how many encoders of Figures 1 and 2 each claim holds."""
    groups = {group: [] for group in GROUPS}
    for name, of in encoders_of(paper).values():
        groups[group_of(name)].append(of)
    rows = [[claim, *(f"{sum(map(holds, members))} of {len(members)}" for members in groups.values()),
             f"{sum(holds(of) for _, of in encoders_of(paper).values())} of 60"] for claim, holds in OWN.items()]
    return table(["printed", *groups, "all"], rows)


FORMULAS = (
    ("(1), the normalised cosine: (cos - baseline) / (1 - baseline)", "`normalised` in `src/probes/heros/heros_results.cpp`",
     "NumPy on vectors: `tests/probes/heros_test.py`", "none"),
    ("appendix D, the baseline: 500 x 500 cosines", "`src/probes/heros/heros_baseline.cpp`", "NumPy, and its resampling: `tests/probes/heros_test.py`",
     "none; an odd original in the middle goes to the last half"),
    ("appendix B, ROUGE, token distance", "`sonde list datasets`, `src/text/overlap.h`", "plain Python, `rouge_score`'s figures: `tests/probes/describe_test.py`",
     "the package that the text names gives other figures; sonde takes those of Google's `rouge_score`, which fit"),
)

TOLD = (
    (["Table 1"], "words shared by the pairs of three sets", "`sonde list datasets`"),
    (["Figure 1"], "normalised similarities of 30 supervised encoders", ""),
    (["Figure 2"], "of 30 others", ""),
    (["Table 3"], "sizes of encoders", "arithmetic of published configurations"),
    (["text"], "numbers of pairs; STS averages of four encoders", "arithmetic"),
)


def beside(paper, kept):
    """The paper's encoders that are at hand: printed on its pairs, and sonde's on `heros-en`."""
    columns = ("synonym", "antonym", "random", "typo", "negation_main", "negation_antonym")
    rows = []
    for name, row in PRINTED_AS.items():
        own = [kept.get("heros-en", name, f"normalised_{column}") for column in columns]
        if None in own:
            continue
        rows.append([f"{row}: printed", *(paper.printed[Key("Figure 1", row, column)][1:] for column in columns)])
        rows.append([f"{name} on `heros-en`", *(f"{one.value:.3f}"[1:] + interval(one, 3) for one in own)])
    return table(["normalised similarity", *columns], rows)
