"""Zhu, Li and de Melo: sentence triplets. Neither its sentences nor its encoders are at hand. Its figures are compared with each other."""
from .paper import Key, Paper, shown, table
from .sources import BY_OPTION
from .work import kept

SENTENCES = ("the paper's sentences are not published; sonde makes such sets by its rules from sentences of yours "
             "(docs/reference/makers.md), and has sets of its own")


def measure():
    paper = Paper("triplets")
    paper.give_results(kept("file-triplets"))
    for place in paper.places():
        for column in {key.column for key in paper.printed if key.place == place}:
            if place != "text":
                paper.needs(BY_OPTION["triplets"], place, column=column, rows_at_hand=None if column == "sentences" else ())
        paper.lacks(SENTENCES, place)
    return paper


def implied_share(whole, first, second):
    """The share of the first kind that makes two means into the whole one."""
    return (whole - second) / (first - second)


def own_figures(paper):
    """The text splits Table 4 by which clause comes first. Both kinds together have to give the table's figure."""
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
