"""A paper's claims, tested on the encoders at hand: held up, not held up, or can't tell at this size, with the size that could."""
import math
import re
import sys
from dataclasses import dataclass, field

from .paper import shown, text_table
from .work import ROOT, Counted, Results

sys.path.append(str(ROOT / "tools"))
from tables import file_of, read_csv


TRAINED = ("minilm-l6", "minilm-l3", "mpnet", "bge-small", "e5-small", "use")
BAGS = ("wordllama", "glove", "words")
HELD, NOT, UNTOLD = "held up", "not held up", "can't tell"
POWER = 1.96 + 0.8416  # two-sided at 5 %, found in 80 of 100 samples
# What docs/explanation/findings.md measured: table -> title of a column -> (data set, result, items that count).
TRIPLETS = ("negation-detection", "negation-variants", "clause-relatedness", "argument-sensitivity", "fixed-point-reorder")
FINDINGS = {
    "triplets": {name: (name, "accuracy", 500) for name in TRIPLETS},
    "heros": {name: ("heros-en", name, 1000) for name in (
        "synonym_first", "synonym_beats_antonym", "synonym_beats_negation_main", "typo_costs_more")},
    "curves and sets": {"overlap, English": ("curves-en", "overlap", 480), "overlap, Dutch": ("curves-nl", "overlap", 470)}
    | {name: ("sets-en", name, 357 if name[:2] in ("c3", "c4", "c5") else 500) for name in (
        "c1_tt_at0", "c2", "c3_tt_at0", "c4_t_at0", "c5", "c6")},
}


def findings():
    """The results that docs/explanation/findings.md prints, which `./dev findings` measures."""
    rows = []
    for mark, columns in FINDINGS.items():
        (_, *titles), *lines = read_csv(file_of(ROOT / "docs/explanation/findings", mark))
        for subject, *values in lines:
            for title, text in zip(titles, values):
                numbers = [float(one) for one in re.findall(r"-?\d*\.\d+", text)]
                if len(numbers) == 3:
                    data, name, n = columns[title]
                    rows.append(dict(zip(("value", "low", "high"), numbers), probe="", dataset=data, subject=subject,
                                     slice="all", name=name, n=n))
    return Results(rows)


ROLES = {"SemParse, MiniLM phrases": "roles-semparse", "GPT-4, MiniLM phrases": "roles-gpt4",
         "SemParse, MiniLM phrases, `mean=norm`": "roles-semparse-norm", "GPT-4, MiniLM phrases, `mean=norm`": "roles-gpt4-norm",
         "`linkgrammar`, MiniLM phrases": "roles-linkgrammar"}


def role_findings():
    """The correlations of role similarities that docs/reference/scorers/roles.md prints, on the three parts of STS3k."""
    parts, rows = {"all": 2800, "subset=non-adversarial": 1065, "subset=adversarial": 1664}, []
    for line in (ROOT / "docs/reference/scorers/roles.md").read_text(encoding="utf-8").splitlines():
        name, *values = cells(line) if line.startswith("| ") else [""]
        if name in ROLES:
            for (part, n), text in zip(parts.items(), values, strict=True):
                numbers = [float(one) for one in re.findall(r"-?\d*\.\d+", text)]
                rows.append(dict(zip(("value", "low", "high"), numbers, strict=True), probe="", dataset="sts3k", subject=ROLES[name],
                                 slice=part, name="spearman", n=n))
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


@dataclass
class Claim:
    """What the paper says, where, and how it is tested. evidence: encoder -> result; it holds above (below) the limit."""
    text: str
    place: str
    test: str
    evidence: dict = field(default_factory=dict)
    limit: float = 0.5
    side: str = "above"
    own: str = "–"          # what the paper's own figures say
    lacks: str = "`./dev reproduce --encoders` tests it"  # why it isn't tested
    digits: int = 3
    unit: str = "items"     # what a larger sample would have more of
    of_some: bool = False   # whether one encoder for which it holds is enough

    def __post_init__(self):
        self.evidence = {name: one for name, one in self.evidence.items() if one and one.low is not None}

    def told(self, one):
        low, high, limit = (one.low, one.high, self.limit) if self.side == "above" else (-one.high, -one.low, -self.limit)
        return HELD if low > limit else NOT if high < limit else UNTOLD

    def verdict(self):
        if not self.evidence:
            return "not run here"
        of = [self.told(one) for one in self.evidence.values()]
        if self.of_some and HELD in of:
            return HELD
        return NOT if NOT in of else HELD if of.count(HELD) >= of.count(UNTOLD) else UNTOLD

    def size(self, one):
        """How many items would tell it in 80 of 100 samples, if value and spread stay."""
        if abs(one.value - self.limit) < 1e-9:
            return "none"
        if self.unit == "encoders":  # a rank correlation, on Fisher's scale
            needed = 3 + 1.06 * (POWER / math.atanh(one.value)) ** 2
        else:
            needed = one.n * (POWER * error(one) / (one.value - self.limit)) ** 2
        if needed > 1e6:
            return "over a million"
        digits = 10 ** max(0, math.floor(math.log10(needed)) - 1)
        return f"{math.ceil(needed / digits) * digits:,}"

    def listed(self, what):
        found = {name: one for name, one in self.evidence.items() if self.told(one) == what}
        parts = [f"{name} {shown(one.value, self.digits)} [{shown(one.low, self.digits)}, {shown(one.high, self.digits)}]"
                 + (f" ({self.size(one)} {self.unit})" if what == UNTOLD else "") for name, one in found.items()]
        return "; ".join(parts) or "–"

    def counts(self):
        """How many of the encoders that can tell say yes."""
        of = [self.told(one) for one in self.evidence.values()]
        return f"{of.count(HELD)} of {len(of)}" if of else "–"


def detailed(claims):
    """A paper's claims with their evidence."""
    header = ["claim", "place", "the paper's own figures", "here", "holds for", "not for", "can't tell (size that could)", "verdict"]
    return text_table(header, [[claim.text, claim.place, claim.own, claim.test if claim.evidence else claim.lacks, claim.listed(HELD),
                                claim.listed(NOT), claim.listed(UNTOLD), f"**{claim.verdict()}**"] for claim in claims])


def short(of_paper):
    """One line a claim. of_paper: title of a paper -> its claims."""
    rows = [[title, claim.text, claim.counts(), claim.verdict()] for title, claims in of_paper.items() for claim in claims]
    return text_table(["paper", "claim", "holds for", "verdict"], rows)
