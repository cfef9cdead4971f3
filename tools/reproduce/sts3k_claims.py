"""Claims of the STS3k study about 16 models, whose similarities it published, and about people."""
import math
import statistics

from .claims import Claim, Kind, Scope, evidence
from .evidence import ALL, far_apart, less, role_findings
from .sts3k import REPOSITORY, ROWS, STUDY, TRANSFORMERS, group_of, pair_types
from .work import Counted

ADVERSARIAL = "subset=adversarial"
PAIRS = "the pairs of STS3k"
SYNTAX = ("AMR-SMATCH", "AMR-WWLK")
SWAPPED = ("Mean-CN", "SentBERT", "OpenAI", "DefSent")
STEPS = (("Single", "Swap-2"), ("Swap-2", "Swap-3"), ("Swap-3", "Swap-4"))


def welch(first, second):
    """Difference of two groups' mean ratings with its interval."""
    value = statistics.mean(first) - statistics.mean(second)
    away = 1.96 * math.sqrt(statistics.variance(first) / len(first) + statistics.variance(second) / len(second))
    return Counted(value, value - away, value + away, len(first) + len(second))


def ratings_by(label):
    """`label` of a pair's line of the list of types -> the ratings of such pairs."""
    lines = (STUDY / "datasets/STS3k_all.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for line, of_pair in zip(lines, pair_types(), strict=True):
        found.setdefault(label(*of_pair), []).append(float(line.rsplit(";", 1)[1]))
    return found


def stored_gap(results, data, part="all"):
    return less(*(results.get(data, f"{row}.{data}", "spearman", part) for row in ("DefSent", "Mean-CN")))


def differences(work, names=(*ROWS, "smatch", "tuned-random", "tuned-adversarial")):
    """(first, second) -> the first one's Spearman on adversarial pairs less the second one's, on the same pairs."""
    told = work.asked("compare", "table9.sonde", "--data", "sts3k", "--subjects", *(f"{name}.sts3k" for name in names),
                      "--name", "spearman", "--slices")
    found = {}
    for one in told["differences"]:
        if one["slice"] == ADVERSARIAL:
            two = tuple(one[which].split(":")[-1].removesuffix(".sts3k") for which in ("first", "second"))
            found[two] = Counted(-one["difference"], -one["high"], -one["low"], one["n"])
            found[two[::-1]] = Counted(one["difference"], one["low"], one["high"], one["n"])
    return found


def parsers_apart():
    """How far the two parsers' roles are from each other, with MiniLM's phrase vectors, by two ways of weighting."""
    of = role_findings()

    def apart(ending):
        return far_apart(less(*(of.get("sts3k", f"roles-{parser}{ending}", "spearman", ADVERSARIAL) for parser in ("semparse", "gpt4"))))

    return {"divided by all weights": apart(""), "by those present (`mean=norm`)": apart("-norm")}


def people():
    """(steps of exchanged elements, a passive less any other single modifier) in mean ratings."""
    groups = ratings_by(lambda _, kind, modifiers, single: group_of(kind, modifiers))
    singles = ratings_by(lambda *of_pair: of_pair[-1])
    others = [rating for kind, ratings in singles.items() if kind not in ("", "passive") for rating in ratings]
    return ({f"{a} less {b}": welch(groups[a], groups[b]) for a, b in STEPS}, {"passive": welch(singles["passive"], others)})


def claims(found, by_kind, columns, apart, kept):
    """`found`, `by_kind`, `columns`: stored similarities on STS3k and other sets, `apart`: their differences, `kept`: encoders here."""
    def stored(name, rows):
        return {row: found.get("sts3k", f"{row}.sts3k", name, ADVERSARIAL) for row in rows}

    def scope(whom, *rows, data=PAIRS):
        return Scope(whom, data, len(rows), rows, ("sts3k",))

    def on_pairs(of):
        return tuple(evidence("sts3k", of))

    def than_roles(roles):
        """Gain of the roles with MiniLM's phrase vectors over each encoder here."""
        return {f"`roles:` less {one}": less(roles, result) for one in ALL if (result := kept.get("sts3k", one, "spearman", ADVERSARIAL))}

    here = {f"{one} (here)": kept.get("sts3k", one, "spearman_difference", ADVERSARIAL) for one in ALL}
    others = tuple(row for row in ROWS if row not in ("VerbNet-CN", "AMR-CN"))
    semparse = role_findings().get("sts3k", "roles-semparse", "spearman", ADVERSARIAL)
    gaps = {column: less(stored_gap(found, "sts3k", ADVERSARIAL), stored_gap(results, data))
            for column, results, data in (("STSb-test", found, "stsb"), *((one, columns, one) for one in REPOSITORY))
            if results.get(data, f"DefSent.{data}", "spearman")}
    four = by_kind.get("kinds", "data", "relative_rating", "group=Swap-4")
    swaps = {row: less(by_kind.get("kinds", f"{row}.kinds", "relative_similarity", "group=Swap-4"), four) for row in SWAPPED}
    steps, passive = people()
    parsers = parsers_apart()
    syntax = stored("spearman", SYNTAX) | {"Smatch's F1 of the same graphs": found.get("sts3k", "smatch.sts3k", "spearman", ADVERSARIAL)}
    return [
        Claim("transformers do worse on adversarial pairs", "abstract, section 5.2", Kind.EVERY,
              scope("the transformers", *TRANSFORMERS), "stored similarities: Spearman of adversarial less non-adversarial pairs; 0",
              on_pairs(stored("spearman_difference", TRANSFORMERS) | here), limit=0, side="below", unit="pairs", own="Figure 4: -.36 to -1.1"),
        Claim("VerbNet-CN is ahead of vectors and syntax", "abstract, section 5.2.3", Kind.COMPARISON,
              scope("the other models but AMR-CN", *others), "stored, adversarial pairs: VerbNet-CN less each model; 0",
              on_pairs({row: apart["VerbNet-CN", row] for row in others} | than_roles(semparse)), limit=0, unit="pairs", own=".647 and at most .494"),
        Claim("syntax alone does poorly on adversarial pairs", "section 5.2.3", Kind.EVERY, scope("AMR with SMATCH, with WWLK", *syntax),
              "Spearman below .2, the section's limit of very low", on_pairs(syntax), limit=.2, side="below", unit="pairs",
              own=".029 and -.270; the .029 is of matches / 12, not of Smatch's F1"),
        Claim("other sets separate models less than these pairs", "sections 5.2.1, 5.2.2", Kind.COMPARISON,
              scope("other STS sets", *gaps, data="DefSent and Mean-CN"), "stored: DefSent less Mean-CN, adversarial, less the same on each other set; 0",
              on_pairs(gaps), limit=0, unit="pairs", own=".8 and .1 to .2"),
        Claim("training on other pairs does not bring SentBERT to the hybrid", "section 5.3", Kind.NAMED, scope("SentBERT", "SentBERT"),
              "stored, adversarial pairs: SentBERT so fine-tuned less VerbNet-CN untrained; 0",
              on_pairs({"SentBERT": apart["tuned-adversarial", "VerbNet-CN"]}), limit=0, side="below", unit="pairs", own=".4 and .65"),
        Claim("training on adversarial pairs does", "section 5.3", Kind.NAMED, scope("SentBERT", "SentBERT"),
              "stored: SentBERT fine-tuned on other parts of all pairs less VerbNet-CN; 0",
              on_pairs({"SentBERT": apart["tuned-random", "VerbNet-CN"]}), limit=0, unit="pairs", own=".8 to .85 and .65"),
        Claim("people rate a pair lower, the more elements are exchanged", "sections 5.4, 6.4", Kind.EVERY, scope("people; three steps", *steps),
              "mean ratings of two kinds of pairs; 0", on_pairs(steps), limit=0, unit="pairs", own=".6 falling to .4"),
        Claim("mean vectors and transformers hardly do", "section 5.4", Kind.EVERY, scope("four models", *SWAPPED),
              "stored: relative similarity of four exchanged elements less people's; 0", on_pairs(swaps), limit=0, unit="pairs", own="Figure 8"),
        Claim("a passive costs less than other modifiers", "section 5.4", Kind.NAMED, scope("people", "passive"),
              "mean rating with a passive less that with any other single modifier; 0", on_pairs(passive), limit=0, unit="pairs",
              own=".097 and .216 on average"),
        Claim("the hybrid does not depend on the parser", "section 8.3", Kind.EVERY, scope("VerbNet-CN by SemParse and by GPT-4", "the two parsers"),
              "MiniLM's phrase vectors, not ConceptNet's: how far the two correlations on adversarial pairs are apart; .05", on_pairs(parsers),
              limit=.05, side="below", unit="pairs", own=".627 and .647; correlation .92"),
    ]
