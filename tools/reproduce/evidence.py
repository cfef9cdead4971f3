"""Results that claims are tested on: those of docs/explanation/findings.md, of the scorers' page, and their differences."""
import math
import re
import sys

from .work import ROOT, Counted, Results, result_row

sys.path.append(str(ROOT / "tools"))
from tables import file_of, read_csv

TRAINED = ("minilm-l6", "minilm-l3", "mpnet", "bge-small", "e5-small", "e5-multilingual", "use")
DECODERS = ("smollm2", "gemma3")  # language models of 135 and 270 million weights, means of their states
BAGS = ("wordllama", "glove", "words")
ALL = (*TRAINED, *DECODERS, *BAGS)
# The measurements in docs/explanation/findings.md: table -> title of a column -> (data set, result, items that count).
TRIPLETS = ("negation-detection", "negation-variants", "clause-relatedness", "argument-sensitivity", "fixed-point-reorder")
FINDINGS = {
    "triplets": {name: (name, "accuracy", 500) for name in TRIPLETS},
    "heros": {name: ("heros-en", name, 1000) for name in (
        "synonym_first", "synonym_beats_antonym", "synonym_beats_negation_main", "typo_costs_more")},
    "curves and sets": {"overlap, English": ("curves-en", "overlap", 480), "overlap, Dutch": ("curves-nl", "overlap", 470)}
    | {name: ("sets-en", name, 357 if name[:2] in ("c3", "c4", "c5") else 500) for name in (
        "c1_tt_at0", "c2", "c3_tt_at0", "c4_t_at0", "c5", "c6")},
}
ROLES = {"SemParse, MiniLM phrases": "roles-semparse", "GPT-4, MiniLM phrases": "roles-gpt4",
         "SemParse, MiniLM phrases, `mean=norm`": "roles-semparse-norm", "GPT-4, MiniLM phrases, `mean=norm`": "roles-gpt4-norm",
         "`linkgrammar`, MiniLM phrases": "roles-linkgrammar"}


def numbers_of(text):
    return [float(one) for one in re.findall(r"-?\d*\.\d+", text)]


def printed_row(data, subject, name, text, n, part="all"):
    """A printed value with its interval as a row of results."""
    return result_row(data, subject, name, Counted(*numbers_of(text), n), part)


def findings():
    """The results that docs/explanation/findings.md prints, which `./dev findings` measures."""
    rows = []
    for mark, columns in FINDINGS.items():
        (_, *titles), *lines = read_csv(file_of(ROOT / "docs/explanation/findings", mark))
        for subject, *values in lines:
            for title, text in zip(titles, values):
                if len(numbers_of(text)) == 3:
                    data, name, n = columns[title]
                    rows.append(printed_row(data, subject, name, text, n))
    return Results(rows)


def role_findings():
    """The correlations of role similarities that docs/reference/scorers/roles.md prints, on the three parts of STS3k."""
    parts, rows = {"all": 2800, "subset=non-adversarial": 1065, "subset=adversarial": 1664}, []
    for line in (ROOT / "docs/reference/scorers/roles.md").read_text(encoding="utf-8").splitlines():
        name, *values = cells(line) if line.startswith("| ") else [""]
        if name in ROLES:
            rows += [printed_row("sts3k", ROLES[name], "spearman", text, n, part)
                     for (part, n), text in zip(parts.items(), values, strict=True)]
    assert len(rows) == 3 * len(ROLES), "docs/reference/scorers/roles.md has another table"
    return Results(rows)


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def error(one):
    return (one.high - one.low) / (2 * 1.96)


def less(first, second):
    """The first less the second of two independent results."""
    away = 1.96 * math.hypot(error(first), error(second))
    value = first.value - second.value
    return Counted(value, value - away, value + away, min(first.n, second.n))


def either_way(one):
    """A difference whose sign doesn't matter."""
    return one if one.value >= 0 else Counted(-one.value, -one.high, -one.low, one.n)


def wilson(share, n):
    """A share of n items with Wilson's interval."""
    z = 1.96
    middle, away = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2)
    return Counted(share, max(0.0, (middle - away) / (1 + z * z / n)), min(1.0, (middle + away) / (1 + z * z / n)), n)


def far_apart(one):
    """How far two results are from each other, whichever is the larger."""
    return Counted(abs(one.value), 0 if one.low < 0 < one.high else min(abs(one.low), abs(one.high)), max(abs(one.low), abs(one.high)), one.n)


def correlated(of):
    """Spearman's correlation of pairs of numbers with Fisher's interval, and their number."""
    import scipy.stats
    value = scipy.stats.spearmanr([a for a, _ in of], [b for _, b in of]).statistic
    middle, away = math.atanh(max(-.999, min(.999, value))), 1.96 * math.sqrt(1.06 / (len(of) - 3))
    return Counted(value, math.tanh(middle - away), math.tanh(middle + away), len(of))
