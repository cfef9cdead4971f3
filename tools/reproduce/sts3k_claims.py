"""Claims of the STS3k study about 16 models, whose similarities it published, and about people."""
import numpy as np
import scipy.stats

from .claims import Claim, Kind, Scope, evidence
from .evidence import ALL, far_apart, less, role_findings
from .from_files import exported
from .sts3k import HYBRID_TRANSFORMERS, OTHERS, REPOSITORY, ROWS, STUDY, TRANSFORMERS, group_of, pair_types, stored
from .work import Counted

ALL_PAIRS, ADVERSARIAL = "all", "subset=adversarial"
PAIRS = "the pairs of STS3k"
GROUPED = ", pairs that share a sentence resampled together"
HYBRIDS = ("VerbNet-CN", "AMR-CN")
SWAPPED = ("Mean-CN", "SentBERT", "OpenAI", "DefSent")
STEPS = (("Single", "Swap-2"), ("Swap-2", "Swap-3"), ("Swap-3", "Swap-4"))


def pairs_and_ratings():
    """The sentences of each pair, and the ratings."""
    lines = [line.split(";") for line in (STUDY / "datasets/STS3k_all.txt").read_text(encoding="utf-8").splitlines()]
    return [line[:2] for line in lines], np.array([float(rating) for *_, rating in lines])


def rated_apart(ratings, groups, first, second, count):
    """Difference of the mean ratings of two sets of pairs (masks)."""
    weights = np.array([drawn[groups] for drawn in samples(groups, count)])
    means = [weights[:, chosen] @ ratings[chosen] / np.maximum(1, weights[:, chosen].sum(1)) for chosen in (first, second)]
    drawn = (means[0] - means[1])[(weights[:, first].sum(1) > 0) & (weights[:, second].sum(1) > 0)]
    value = ratings[first].mean() - ratings[second].mean()
    return Counted(value, *np.quantile(drawn, [.025, .975]), int(first.sum() + second.sum()))


def stored_gap(results, data, part="all"):
    return less(*(results.get(data, f"{row}.{data}", "spearman", part) for row in ("DefSent", "Mean-CN")))


def sentence_groups(pairs):
    """A number per pair, the same for pairs that share a sentence, directly or through other pairs."""
    root = {}

    def find(sentence):
        while root.setdefault(sentence, sentence) != sentence:
            sentence = root[sentence]
        return sentence

    for first, second in pairs:
        root[find(first)] = find(second)
    numbers = {}
    return np.array([numbers.setdefault(find(first), len(numbers)) for first, _ in pairs])


def samples(groups, count):
    """How often each group occurs in each of `count` samples: Poisson bootstrap."""
    draw = np.random.default_rng(1)
    return (draw.poisson(1, groups.max() + 1) for _ in range(count))


def replicates(columns, groups, count):
    """Spearman's correlation of each column with the last one in `count` samples of the groups."""
    last = len(columns) - 1
    for drawn in samples(groups, count):
        rows = np.repeat(np.arange(len(groups)), drawn[groups])
        yield np.corrcoef([scipy.stats.rankdata(column[rows]) for column in columns])[last, :last]


def stored_column(name):
    return np.loadtxt(stored("STS3k_all", (ROWS | OTHERS)[name]))


def smatch_f1(work):
    """Smatch's F1 of the study's graphs, pair by pair, of the run that `sts3k.measure_stored` made."""
    scorer = "smatch.sts3k"
    return np.array([item["subjects"][scorer]["similarity"] for item in exported(work, "table9") if item["dataset"] == "sts3k"])


def drawn_correlations(columns, part, count):
    """Spearman of each column with the ratings on `part`, the same in samples, and the number of pairs. Pairs that share a sentence are
    resampled together, because they are not independent."""
    pairs, ratings = pairs_and_ratings()
    chosen = np.arange(len(pairs)) if part == ALL_PAIRS else np.loadtxt(STUDY / "datasets/STS3k_adv_noneg_indices.txt", dtype=int)
    taken = [column[chosen] for column in (*columns, ratings)]
    drawn = np.array(list(replicates(taken, sentence_groups([pairs[at] for at in chosen]), count)))
    return [scipy.stats.spearmanr(column, taken[-1]).statistic for column in taken[:-1]], drawn, len(chosen)


def correlations(columns, part, count):
    values, drawn, n = drawn_correlations(columns.values(), part, count)
    return {name: Counted(value, *np.quantile(drawn[:, at], [.025, .975]), n) for at, (name, value) in enumerate(zip(columns, values))}


def differences(names, part, count):
    """(first, second) -> Spearman of the first stored column less the second one's."""
    values, drawn, n = drawn_correlations([stored_column(name) for name in names], part, count)
    return {(a, b): Counted(values[i] - values[j], *np.quantile(drawn[:, i] - drawn[:, j], [.025, .975]), n)
            for i, a in enumerate(names) for j, b in enumerate(names) if i != j}


def parsers_apart():
    """How far the two parsers' roles are from each other, with MiniLM's phrase vectors, by two ways of weighting."""
    of = role_findings()

    def apart(ending):
        return far_apart(less(*(of.get("sts3k", f"roles-{parser}{ending}", "spearman", ADVERSARIAL) for parser in ("semparse", "gpt4"))))

    return {"divided by all weights": apart(""), "by those present (`mean=norm`)": apart("-norm")}


def people(count):
    """(steps of exchanged elements, a passive less any other single modifier) in mean ratings."""
    pairs, ratings = pairs_and_ratings()
    groups, types = sentence_groups(pairs), pair_types()
    step = np.array([group_of(kind, modifiers) for _, kind, modifiers, _ in types])
    single = np.array([kind for *_, kind in types])
    passive, others = single == "passive", (single != "passive") & (single != "")
    return ({f"{a} less {b}": rated_apart(ratings, groups, step == a, step == b, count) for a, b in STEPS},
            {"passive": rated_apart(ratings, groups, passive, others, count)})


def claims(found, by_kind, columns, sts, f1, count=2000):
    """`found`, `by_kind`, `columns`: stored similarities on STS3k and other sets, `sts`: encoders here, `f1`: Smatch's of each pair,
    `count`: of replicates."""
    def adversarial(name, rows):
        return {row: found.get("sts3k", f"{row}.sts3k", name, ADVERSARIAL) for row in rows}

    def scope(whom, *rows, data=PAIRS):
        return Scope(whom, data, len(rows), rows, ("sts3k",))

    def on_pairs(of):
        return tuple(evidence("sts3k", of))

    def than_roles(roles):
        """Gain of the roles with MiniLM's phrase vectors over each encoder here."""
        return {f"`roles:` less {one}": less(roles, result) for one in ALL if (result := sts.get("sts3k", one, "spearman", ADVERSARIAL))}

    here = {f"{one} (here)": sts.get("sts3k", one, "spearman_difference", ADVERSARIAL) for one in ALL}
    others = tuple(row for row in ROWS if row not in HYBRIDS)
    pairs = tuple(f"{hybrid} less {row}" for hybrid in HYBRIDS for row in others)
    semparse = role_findings().get("sts3k", "roles-semparse", "spearman", ADVERSARIAL)
    gaps = {column: less(stored_gap(found, "sts3k", ADVERSARIAL), stored_gap(results, data))
            for column, results, data in (("STSb-test", found, "stsb"), *((one, columns, one) for one in REPOSITORY))
            if results.get(data, f"DefSent.{data}", "spearman")}
    four = by_kind.get("kinds", "data", "relative_rating", "group=Swap-4")
    swaps = {row: less(by_kind.get("kinds", f"{row}.kinds", "relative_similarity", "group=Swap-4"), four) for row in SWAPPED}
    apart = {part: differences((*ROWS, "tuned-random", "tuned-adversarial"), part, count) for part in (ALL_PAIRS, ADVERSARIAL)}
    ahead = {part: {pair: found_apart[tuple(pair.split(" less "))] for pair in pairs} for part, found_apart in apart.items()}
    steps, passive = people(count)
    parsers = parsers_apart()
    syntax = correlations({"AMR-WWLK": stored_column("AMR-WWLK"), "AMR-SMATCH (Smatch's F1)": f1}, ADVERSARIAL, count)
    return [
        Claim("transformers do worse on adversarial pairs", "abstract, section 5.2", Kind.EVERY,
              scope("the transformers", *TRANSFORMERS), "stored similarities: Spearman of adversarial less non-adversarial pairs; 0",
              on_pairs(adversarial("spearman_difference", (*TRANSFORMERS, *HYBRID_TRANSFORMERS)) | here), limit=0, side="below", unit="pairs",
              own="Figure 4: -.36 to -.9"),
        Claim("on adversarial pairs, both hybrids are ahead of vectors and syntax", "abstract, section 5.2.3", Kind.COMPARISON,
              scope("VerbNet-CN and AMR-CN against 14 models", *pairs), f"stored, adversarial pairs: each hybrid less each model{GROUPED}; 0",
              on_pairs(ahead[ADVERSARIAL] | than_roles(semparse)), limit=0, unit="pairs", own=".647, .608 and at most .494"),
        Claim("on all pairs, both hybrids are ahead of vectors and syntax", "heading of section 5.2.3", Kind.COMPARISON,
              scope("VerbNet-CN and AMR-CN against 14 models", *pairs), f"stored, all pairs: each hybrid less each model{GROUPED}; 0",
              on_pairs(ahead[ALL_PAIRS]), limit=0, unit="pairs", own=".672, .602; DefSent .701"),
        Claim("on adversarial pairs, syntax has a negative or low positive correlation", "section 5.2.3", Kind.EVERY,
              scope("AMR with SMATCH, with WWLK", *syntax), f"Spearman{GROUPED}, below .3, Cohen's (1988) bound of a small correlation; the section names no limit", on_pairs(syntax),
              limit=.3, side="below", unit="pairs", own=".029 and -.270; the .029 is of matches / 12, not of Smatch's F1"),
        Claim("other sets separate DefSent from Mean-CN less than adversarial pairs do", "sections 5.2.1, 5.2.2", Kind.COMPARISON,
              scope("other STS sets", *gaps, data="DefSent and Mean-CN"), "stored: DefSent less Mean-CN, adversarial, less the same on each other set; 0",
              on_pairs(gaps), limit=0, unit="pairs", own=".8 and .1 to .2"),
        Claim("on adversarial pairs, SentBERT trained on other pairs is below the hybrid", "section 5.3", Kind.NAMED,
              scope("SentBERT", "SentBERT"), f"stored, adversarial pairs: SentBERT so fine-tuned less VerbNet-CN untrained{GROUPED}; 0",
              on_pairs({"SentBERT": apart[ADVERSARIAL]["tuned-adversarial", "VerbNet-CN"]}), limit=0, side="below", unit="pairs", own=".4 and .65"),
        Claim("on adversarial pairs, SentBERT trained on such pairs too is ahead of it", "section 5.3", Kind.NAMED,
              scope("SentBERT", "SentBERT"), f"stored, adversarial pairs: SentBERT fine-tuned on other parts of all pairs less VerbNet-CN untrained{GROUPED}; 0",
              on_pairs({"SentBERT": apart[ADVERSARIAL]["tuned-random", "VerbNet-CN"]}), limit=0, unit="pairs", own=".8 to .85 and .65"),
        Claim("people rate a pair lower, the more elements are exchanged", "sections 5.4, 6.4", Kind.EVERY, scope("people; three steps", *steps),
              f"mean ratings of two kinds of pairs{GROUPED}; 0", on_pairs(steps), limit=0, unit="pairs", own=".6 falling to .4"),
        Claim("mean vectors and transformers react less than people", "section 5.4", Kind.EVERY, scope("four models", *SWAPPED),
              "stored: relative similarity of four exchanged elements less people's; 0", on_pairs(swaps), limit=0, unit="pairs", own="Figure 8"),
        Claim("a passive costs less than other modifiers", "section 5.4", Kind.NAMED, scope("people", "passive"),
              f"mean rating of 12 pairs with a passive less that of 230 with another single modifier{GROUPED}; 0", on_pairs(passive), limit=0, unit="pairs",
              own=".097 and .216 on average"),
        Claim("the hybrid does not depend on the parser", "section 8.3", Kind.EVERY, scope("VerbNet-CN by SemParse and by GPT-4", "the two parsers"),
              "MiniLM's phrase vectors, not ConceptNet's: how far the two correlations on adversarial pairs are apart; .05", on_pairs(parsers),
              limit=.05, side="below", unit="pairs", own=".627 and .647; correlation .92"),
    ]
