"""Chiang, Chuang, Glass and Lee: HEROS. Its set and most of its encoders are on the Hugging Face hub alone."""
import json
import math

from .claims import TRAINED, Claim, either_way, less
from .paper import Given, Key, Paper, interval, table
from .work import ROOT, published

DATA = "HEROS itself is on the Hugging Face hub (`dcml0714/Heros`), and was found in no package registry"
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


def parameters(folder):
    """How many numbers a model's safetensors hold."""
    with open(folder / "model.safetensors", "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    return sum(math.prod(one["shape"]) for name, one in header.items() if name != "__metadata__")


def give_sizes(paper, work):
    of_minilm = ROOT / ".setup/models/minilm"
    vector = work.sonde("encode", "--encoder", "minilm", input=b"A sentence.\n")
    width = int(vector[:128].split(b"'shape': (1, ")[1].split(b")")[0])
    paper.give("Table 3", "MiniLM L6 v2 (all)", "dimensions", Given(width))
    paper.give("Table 3", "MiniLM L6 v2 (all)", "parameters", Given(parameters(of_minilm) / 1e6), "22.7 million; the paper cuts, it doesn't round")


def measure(work):
    paper = Paper("heros")
    give_overlaps(paper, work)
    give_sizes(paper, work)
    paper.lacks(f"{DATA}; `heros-en` beside it: docs/reference/describe.md", "Table 1", row="HEROS")
    paper.lacks(DATA, "Figure 1")
    paper.lacks(DATA, "Figure 2")
    paper.lacks("sizes of models that don't come with sonde", "Table 3")
    paper.give("text", "baseline, thousands of random pairs", "printed", Given(500 * 500 / 1000))
    for row in ("RoBERTa large (all)", "DistilRoBERTa base (para)", "SNCSE roberta-large", "mpnet base (para)"):
        paper.lacks("of seven STS sets, most of which were found in no package registry", "text", row=f"STS average, {row}")
    paper.lacks(DATA, "text")
    return paper


# What the paper's own figures say of its claims.

GROUPS = {"fine-tuned on questions and answers": ("(QA)",), "on paraphrases": ("(para)",), "ST5": ("(QA+NLI)",), "on all data": ("(all)",),
          "unsupervised": ("(unsup)", "(unsup*)"), "these, then on NLI": ("(sup)",), "GloVe": ("GloVe",)}


def encoders_of(paper):
    """The encoders of Figures 1 and 2: (place, name) -> subset -> similarity."""
    found = {}
    for key, text in paper.printed.items():
        if key.place in ("Figure 1", "Figure 2"):
            found.setdefault((key.place, key.row.split(",")[0], key.row), {})[key.column] = float(text)
    return {(place, row): (name, of) for (place, name, row), of in found.items()}


def group_of(name):
    return next(group for group, ends in GROUPS.items() if name.endswith(ends))


OWN = {"the typo costs more than the antonym": lambda of: of["typo"] < of["antonym"],
       "the typo costs more than the synonym": lambda of: of["typo"] < of["synonym"],
       "a denied main verb is closer than the synonym": lambda of: of["negation_main"] > of["synonym"],
       "a denied replaced word is closer than the synonym": lambda of: of["negation_antonym"] > of["synonym"],
       "the antonym is closer than a denied main verb": lambda of: of["antonym"] > of["negation_main"],
       "a denied main verb costs more than the other negation": lambda of: of["negation_main"] < of["negation_antonym"]}


def own_figures(paper):
    """In how many encoders of Figures 1 and 2 each claim holds."""
    groups = {group: [] for group in GROUPS}
    for name, of in encoders_of(paper).values():
        groups[group_of(name)].append(of)
    rows = [[claim, *(f"{sum(map(holds, members))} of {len(members)}" for members in groups.values()),
             f"{sum(holds(of) for _, of in encoders_of(paper).values())} of 60"] for claim, holds in OWN.items()]
    return table(["printed", *groups, "all"], rows)


def share_of_training(paper, column):
    """Of the variance of Figure 1's encoders in a subset, the share that lies between ways of training."""
    groups = {}
    for (place, _), (name, of) in encoders_of(paper).items():
        if place == "Figure 1":
            groups.setdefault(group_of(name), []).append(of[column])
    everyone = [value for members in groups.values() for value in members]
    mean = sum(everyone) / len(everyone)
    between = sum(len(members) * (sum(members) / len(members) - mean) ** 2 for members in groups.values())
    return between / sum((value - mean) ** 2 for value in everyone)


def pairs_of_training(paper):
    """(unsupervised, the same then trained on NLI) encoders of Figure 2, as far as both are printed."""
    of = {name: values for (place, _), (name, values) in encoders_of(paper).items() if place == "Figure 2"}
    return [(of[name.replace("(sup)", "(unsup)")], values) for name, values in of.items()
            if name.endswith("(sup)") and name.replace("(sup)", "(unsup)") in of]


def own(paper, claim, *groups):
    members = [of for name, of in encoders_of(paper).values() if not groups or group_of(name) in groups]
    return f"{sum(map(OWN[claim], members))} of {len(members)}"


def claims(paper, found, kept, sts):
    """found: docs/explanation/findings.md's results; kept, sts: the slow parts' of HEROS and STS3k."""
    def of(name, results=found, data="heros-en", subjects=TRAINED):
        return {one: results.get(data, one, name) for one in subjects if results.get(data, one, name)}

    trained = pairs_of_training(paper)
    changes = " and ".join((
        f"denied main verbs go down in {sum(b['negation_main'] < a['negation_main'] for a, b in trained)} of {len(trained)}",
        f"synonyms up in {sum(b['synonym'] > a['synonym'] for a, b in trained)}"))
    spread = ", ".join(f"{column} .{share_of_training(paper, column) * 100:.0f}" for column in (
        "negation_main", "antonym", "random", "typo", "synonym"))
    alike, apart = same_on_sts(found, sts)
    return [
        Claim("a typo costs more than the opposite", "Figures 1, 2", "`heros-en`: share of originals whose typo is farther than the antonym; half",
              of("typo_costs_more"), own=own(paper, "the typo costs more than the antonym")),
        Claim("a negation is closer than a synonym", "abstract, sections 3.1, 3.2", "`heros-en`: share whose synonym is closer than the denied main verb; half",
              of("synonym_beats_negation_main"), side="below", own=own(paper, "a denied main verb is closer than the synonym")
              + "; trained on all data " + own(paper, "a denied main verb is closer than the synonym", "on all data")),
        Claim("most unsupervised encoders don't detect a negation", "abstract, section 3.2", "", own="closer than the synonym: "
              + own(paper, "a denied main verb is closer than the synonym", "unsupervised"),
              lacks="no unsupervised sentence encoder was found in a package registry"),
        Claim("training on NLI makes an encoder detect negations", "section 3.2", "", own=changes,
              lacks="no encoder before and after NLI was found in a package registry"),
        Claim("the training data decide what is similar", "abstract", "", own=f"share of Figure 1's variance between ways of training: {spread}",
              lacks="six encoders at hand, of five ways of training"),
        Claim("MiniLM L3, trained on paraphrases, is the exception that finds a negation closer than a synonym", "section 3.1",
              "`heros-en`: the same share of that very encoder", of("synonym_beats_negation_main", subjects=("minilm-l3",)), side="below",
              own=".901 against .894"),
        Claim("denying the main verb costs more than denying another word", "section 3.2",
              "`heros-en`: mean of the difference where the two sentences differ", of("negations_apart", kept), limit=0,
              own=own(paper, "a denied main verb costs more than the other negation")),
        Claim("encoders that do equally well on STS can differ on HEROS", "abstract, section 3.2",
              f"pairs of encoders that can't be told apart on STS-b's test set ({alike}): difference of `synonym_beats_negation_main`",
              apart, limit=0, of_some=True, own="81.07 and 81.12 on STS, .884 and .734 for denied main verbs"),
    ]


def same_on_sts(found, sts):
    """Pairs that STS-b can't tell apart, and how far HEROS parts them."""
    pairs = [one for one in sts.rows if one["name"] == "spearman_apart" and one["dataset"] == "stsb" and one["low"] <= 0 <= one["high"]]
    apart = {}
    for one in pairs:
        two = [found.get("heros-en", name, "synonym_beats_negation_main") for name in one["subject"].split(" and ")]
        apart[one["subject"]] = either_way(less(*two))
    compared = sum(one["name"] == "spearman_apart" and one["dataset"] == "stsb" for one in sts.rows)
    return f"{len(pairs)} of {compared}", apart


FORMULAS = (
    ("(1), the normalised cosine: (cos - baseline) / (1 - baseline)", "`normalised` in `src/probes/heros/heros_summary.cpp`",
     "NumPy on vectors: `tests/heros_test.py`", "none"),
    ("appendix D, the baseline: 500 x 500 cosines", "`src/probes/heros/heros_baseline.cpp`", "NumPy, and its resampling: `tests/heros_test.py`",
     "none; an odd original in the middle goes to the last half"),
    ("appendix B, ROUGE, token distance", "`sonde list datasets`, `src/text/overlap.h`", "plain Python, `rouge_score`'s figures: `tests/describe_test.py`",
     "the package that the text names gives other figures; sonde takes those of Google's `rouge_score`, which fit"),
)

TOLD = (
    (["Table 1"], "words shared by the pairs of three sets", "`sonde list datasets`"),
    (["Figure 1"], "normalised similarities of 30 supervised encoders", ""),
    (["Figure 2"], "of 30 others", ""),
    (["Table 3"], "sizes of encoders", "`sonde encode`, the model's file"),
    (["text"], "numbers of pairs; STS averages of four encoders", "arithmetic"),
)


PRINTED_AS = {"minilm-l6": "MiniLM L6 (all), second", "mpnet": "mpnet base (all), second", "minilm-l3": "MiniLM L3 (para)"}


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
