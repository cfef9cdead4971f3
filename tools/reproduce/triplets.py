"""Zhu, Li and de Melo: sentence triplets. Neither its sentences nor its encoders are at hand; its figures are held against each other."""
from .claims import BAGS, TRAINED, TRIPLETS, Claim, less
from .paper import Key, Paper, shown, table

SENTENCES = ("the paper's sentences are not published; sonde makes such sets by its rules from sentences of yours "
             "(docs/reference/makers.md), and has sets of its own")


def measure():
    paper = Paper("triplets")
    for place in paper.places():
        paper.lacks(SENTENCES, place)
    return paper


def implied_share(whole, first, second):
    """The share of the first kind that makes two means into the whole one."""
    return (whole - second) / (first - second)


def own_figures(paper):
    """The text splits Table 4 by which clause comes first; both kinds together have to give the table's figure."""
    def text(row):
        return float(paper.printed[Key("text", f"section 3.3: {row}", "printed")])

    def of(model, column):
        return float(paper.printed[Key("Table 4", model, column)])

    rows = []
    for model, what, column in (("SkipThought", "accuracy", "accuracy"), ("InferSent", "accuracy", "accuracy"),
                                ("SkipThought", "S with S*", "S, S*"), ("SkipThought", "S with S*", "S, S+")):
        first, second = (text(f"{model}, {what}, {kind}") for kind in ("the saying clause first", "the clause first"))
        share = implied_share(of(model, column), first, second)
        rows.append([f"{model}, {what} as {column}", shown(first, 2), shown(second, 2), shown(of(model, column), 2),
                     shown(share, 2) if 0 <= share <= 1 else "impossible"])
    return table(["printed", "saying clause first", "clause first", "Table 4", "share of the first"], rows)


def printed_ahead(paper):
    """In how many of Tables 2 to 6 SkipThought and InferSent are ahead of each average of word vectors."""
    of = [[float(paper.printed[Key(f"Table {number}", model, "accuracy")]) for model in (encoder, average)] for number in range(2, 7)
          for encoder in ("SkipThought", "InferSent") for average in ("GloVe", "P Means", "Sent2Vec")]
    return f"{sum(a > b for a, b in of)} of {len(of)}"


def claims(paper, found, _kept, _sts):
    def of(test, subjects=TRAINED):
        return {one: found.get(test, one, "accuracy") for one in subjects}

    return [
        Claim("encoders with hidden states detect a negation", "section 4", "`negation-detection`: accuracy; half", of("negation-detection"),
              own="SkipThought 78.19, InferSent 91.10"),
        Claim("averages of word vectors don't", "section 3.3", "the same, below half", of("negation-detection", BAGS), side="below",
              own="GloVe 13.06, P Means 6.82, Sent2Vec 41.99"),
        Claim("quantifier and not-negation are found similar", "section 3.3", "`negation-variants`: accuracy; a third", of("negation-variants"),
              limit=1 / 3, own="InferSent alone, 85.78"),
        Claim("no encoder relates a clause to its sentence better than by chance", "section 3.3", "`clause-relatedness`: accuracy at most half",
              of("clause-relatedness"), side="below", own="at most 32.92"),
        Claim("no encoder notices who does what to whom", "section 3.3", "`argument-sensitivity`: accuracy at most half",
              of("argument-sensitivity"), side="below", own="at most 4.71"),
        Claim("encoders with hidden states notice the order of words", "section 3.3", "`fixed-point-reorder`: accuracy; half",
              of("fixed-point-reorder"), own="SkipThought 99.84, InferSent 72.92"),
        Claim("they outperform averages of word vectors in almost all cases", "section 4",
              "each test: accuracy of the worst trained encoder less that of the best average; 0", outdoing(found), limit=0,
              own=printed_ahead(paper)),
    ]


def outdoing(found):
    """test -> the worst trained encoder less the best average of word vectors."""
    def ordered(test, names):
        return sorted((found.get(test, one, "accuracy") for one in names), key=lambda one: one.value)

    return {test: less(ordered(test, TRAINED)[0], ordered(test, BAGS)[-1]) for test in TRIPLETS}


FORMULAS = (
    ("accuracy of negation detection, clause relatedness, reorder: sim(S,S+) > sim(S,S*)", "`src/probes/triplets/triplets.cpp`",
     "rules by hand: `src/probes/triplets/triplets_test.cpp`", "none; a tie fails"),
    ("of negation variants: sim(S+,S*) above both others", "`src/probes/triplets/triplets.cpp`", "the same",
     "section 2.2 and 3.3 name S, S+ and S* in another order, and 3.3 names one pair twice; sonde takes 3.3's"),
    ("of argument sensitivity", "`src/probes/triplets/triplets.cpp`", "the same",
     "the text asks sim(S,S+) > sim(S+,S*), Table 5 fits sim(S,S+) > sim(S,S*): `accuracy` and `accuracy_published`; sonde takes the text's"),
)

TOLD = (
    (["Table 1"], "numbers of sentences", ""),
    (["Table 2"], "negation detection: cosines and accuracy of five encoders", ""),
    (["Table 3"], "negation variants", ""),
    (["Table 4"], "clause relatedness", ""),
    (["Table 5"], "argument sensitivity", ""),
    (["Table 6"], "fixed-point reorder", ""),
    (["text"], "Table 4 parted by which clause comes first", ""),
)
