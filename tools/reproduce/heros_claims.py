"""Claims of HEROS about 60 sentence encoders, and the evidence at hand. Sentences edited by the paper's rules are within their scope."""
from .claims import Claim, Kind, Scope, evidence
from .evidence import ALL, either_way, less

OUR = "`heros-en`, made by the paper's rules"
RULES = "sentences with one word changed, or denied"
OF_ALL_DATA = ("minilm-l6", "mpnet")
LISTED = (*OF_ALL_DATA, "minilm-l3")
GROUPS = {"fine-tuned on questions and answers": ("(QA)",), "on paraphrases": ("(para)",), "ST5": ("(QA+NLI)",), "on all data": ("(all)",),
          "unsupervised": ("(unsup)", "(unsup*)"), "these, then on NLI": ("(sup)",), "GloVe": ("GloVe",)}
OWN = {"the typo costs more than the antonym": lambda of: of["typo"] < of["antonym"],
       "the typo costs more than the synonym": lambda of: of["typo"] < of["synonym"],
       "a denied main verb is closer than the synonym": lambda of: of["negation_main"] > of["synonym"],
       "a denied replaced word is closer than the synonym": lambda of: of["negation_antonym"] > of["synonym"],
       "the antonym is closer than a denied main verb": lambda of: of["antonym"] > of["negation_main"],
       "a denied main verb costs more than the other negation": lambda of: of["negation_main"] < of["negation_antonym"]}
DENIED = "a denied main verb is closer than the synonym"
DENIED_WORD = "a denied replaced word is closer than the synonym"
SIZES = ("base", "large", "xl", "xxl")


def encoders_of(paper):
    """The encoders of Figures 1 and 2: (place, name) -> subset -> similarity."""
    found = {}
    for key, text in paper.printed.items():
        if key.place in ("Figure 1", "Figure 2"):
            found.setdefault((key.place, key.row.split(",")[0], key.row), {})[key.column] = float(text)
    return {(place, row): (name, of) for (place, name, row), of in found.items()}


def group_of(name):
    return next(group for group, ends in GROUPS.items() if name.endswith(ends))


def pairs_of_training(paper):
    """(unsupervised, the same then trained on NLI) encoders of Figure 2, as far as both are printed."""
    of = {name: values for (place, _), (name, values) in encoders_of(paper).items() if place == "Figure 2"}
    return [(of[name.replace("(sup)", "(unsup)")], values) for name, values in of.items()
            if name.endswith("(sup)") and name.replace("(sup)", "(unsup)") in of]


def share_of_training(paper, column):
    """Share of Figure 1's variance in a subset that is between ways of training."""
    groups = {}
    for (place, _), (name, of) in encoders_of(paper).items():
        if place == "Figure 1":
            groups.setdefault(group_of(name), []).append(of[column])
    everyone = [value for members in groups.values() for value in members]
    mean = sum(everyone) / len(everyone)
    between = sum(len(members) * (sum(members) / len(members) - mean) ** 2 for members in groups.values())
    return between / sum((value - mean) ** 2 for value in everyone)


def printed(paper, claim, *groups):
    members = [of for name, of in encoders_of(paper).values() if not groups or group_of(name) in groups]
    return f"{sum(map(OWN[claim], members))} of {len(members)}"


def typos_by_size(paper):
    """The printed similarity of the typo, from the smallest to the largest of each family."""
    of = {name: values["typo"] for name, values in encoders_of(paper).values()}
    return "; ".join(f"{family} " + ", ".join(f"{of[f'{family} {size} {data}']:.3f}"[1:] for size in SIZES)
                     for family, data in (("GTR", "(QA)"), ("ST5", "(QA+NLI)")))


EQUAL = .02  # correlations that differ by less do equally well; a missing difference is not enough


def equal_on_sts(found, sts):
    """Pairs whose difference on STS-b is surely below EQUAL, and how far apart they are on HEROS."""
    compared = [one for one in sts.rows if one["name"] == "spearman_apart" and one["dataset"] == "stsb"]
    equal = [one["subject"] for one in compared if -EQUAL <= one["low"] and one["high"] <= EQUAL]
    return f"{len(equal)} of {len(compared)}", {pair: either_way(less(*(
        found.get("heros-en", name, "synonym_beats_negation_main") for name in pair.split(" and ")))) for pair in equal}


def claims(paper, found, kept, sts):
    """`found`: results of docs/explanation/findings.md, `kept` and `sts`: of the slow parts of HEROS and STS3k."""
    def of(name, results=found):
        return tuple(evidence("heros-en", {one: results.get("heros-en", one, name) for one in ALL}))

    def scope(whom, count, *at_hand, data=RULES):
        return Scope(whom, data, count, at_hand, ("heros-en",))

    trained = pairs_of_training(paper)
    changes = " and ".join((
        f"denied main verbs go down in {sum(b['negation_main'] < a['negation_main'] for a, b in trained)} of {len(trained)}",
        f"synonyms up in {sum(b['synonym'] > a['synonym'] for a, b in trained)}"))
    spread = ", ".join(f"{column} .{share_of_training(paper, column) * 100:.0f}" for column in (
        "negation_main", "antonym", "random", "typo", "synonym"))
    equal, apart = equal_on_sts(found, sts)
    closer = f"{OUR}: similarity of the synonym less that of the denied main verb; 0"
    denied = of("denial_less_synonym", kept)
    pairs = tuple(f"{a} and {b}" for a in LISTED for b in LISTED)
    return [
        Claim("encoders fine-tuned only on question answering ignore negation", "section 3.1", Kind.EVERY,
              scope("those fine-tuned on questions and answers alone", 7), own=f"closer than the synonym: {printed(paper, DENIED, 'fine-tuned on questions and answers')}",
              lacks="none of the seven was found in a package registry"),
        Claim("for encoders fine-tuned only on question answering, a typo costs more than a synonym", "section 3.1", Kind.EVERY,
              scope("those fine-tuned on questions and answers alone", 7), f"{OUR}: similarity of the synonym less that of the typo; 0",
              of("typo_less_synonym", kept), limit=0,
              own=printed(paper, "the typo costs more than the synonym", "fine-tuned on questions and answers")
              + "; of all " + printed(paper, "the typo costs more than the synonym")),
        Claim("the larger a T5, the less a typo costs", "section 3.1", Kind.EVERY, scope("GTR and ST5, four sizes each", 2),
              own=f"similarity of the typo: {typos_by_size(paper)}", lacks="no T5 was found in a package registry"),
        Claim("paraphrase-trained encoders react strongly to negation", "section 3.1", Kind.EVERY,
              scope("those fine-tuned on paraphrases, except MiniLM L3", 8), closer, own=f"closer than the synonym: {printed(paper, DENIED, 'on paraphrases')}, "
              "MiniLM L3", lacks="none of the eight was found in a package registry"),
        Claim("MiniLM L3 (para) hardly reacts to negation: a denied main verb is closer than a synonym", "section 3.1", Kind.NAMED,
              scope("MiniLM L3 (para)", 1, "minilm-l3"), closer,
              tuple(one for one in denied if one.subject == "minilm-l3"), limit=0, side="below", own=".901 against .894"),
        Claim("for most trained on all data, a denied main verb is closer than a synonym", "section 3.1", Kind.MOST,
              scope("those trained on all data", 10, *OF_ALL_DATA), closer, denied, limit=0, side="below", own=f"{printed(paper, DENIED, 'on all data')}; a denied replaced word: {printed(paper, DENIED_WORD, 'on all data')}"),
        Claim("GloVe's mean: a denied main verb is closer than a synonym", "section 3.2", Kind.NAMED,
              scope("GloVe of 300 numbers", 1), f"{closer}; GloVe of 50 numbers", tuple(one for one in denied if one.subject == "glove"), limit=0, side="below",
              own=".988 against .861"),
        Claim("most unsupervised encoders are insensitive to negation", "abstract, section 3.2", Kind.MOST, scope("unsupervised ones", 21),
              own=f"closer than the synonym: {printed(paper, DENIED, 'unsupervised')}", lacks="no unsupervised sentence encoder was found in a package registry"),
        Claim("fine-tuning on NLI teaches an encoder negation", "section 3.2", Kind.EVERY, scope("unsupervised ones, before and after", 8),
              own=changes, lacks="no encoder before and after NLI was found in a package registry"),
        Claim("the training data determine what is similar", "abstract", Kind.AVERAGE, scope("all", 60),
              own=f"share of Figure 1's variance between ways of training: {spread}", lacks="too few ways of training are at hand"),
        Claim("for almost all, denying the main verb costs more than another word", "section 3.2", Kind.MOST, scope("all", 60, *LISTED),
              f"{OUR}: mean of the difference where the two sentences differ; 0", of("negations_apart", kept), limit=0,
              own=printed(paper, "a denied main verb costs more than the other negation")),
        Claim("encoders that do equally well on STS can differ at small edits", "abstract, section 3.2", Kind.SOME,
              scope("pairs of the 60", 1770, *pairs, data=f"sets of rated pairs; {RULES}"),
              f"pairs of encoders whose correlations on STS-b's test set surely differ by less than {EQUAL} ({equal}): difference of `synonym_beats_negation_main` on `heros-en`; 0",
              tuple(evidence("heros-en", apart)), limit=0, own="81.07 and 81.12 on STS, .884 and .734 for denied main verbs"),
    ]
