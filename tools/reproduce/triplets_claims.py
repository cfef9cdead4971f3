"""Claims of the paper on sentence triplets about five ways to encode. GloVe's mean is at hand."""
from .claims import Claim, Kind, Scope, evidence
from .evidence import ALL, BAGS, TRAINED, TRIPLETS, less
from .paper import Key

AVERAGES = ("GloVe", "P Means", "Sent2Vec")
HIDDEN = ("SkipThought", "InferSent")
MADE = "sentences changed by the paper's rules"


def printed_ahead(paper):
    """In how many of Tables 2 to 6 SkipThought and InferSent are ahead of each average of word vectors."""
    of = [[float(paper.printed[Key(f"Table {number}", model, "accuracy")]) for model in (encoder, average)] for number in range(2, 7)
          for encoder in HIDDEN for average in AVERAGES]
    return f"{sum(a > b for a, b in of)} of {len(of)}"


def outdoing(found):
    """test -> the worst trained encoder less the best average of word vectors."""
    def ordered(test, names):
        return sorted(filter(None, (found.get(test, one, "accuracy") for one in names)), key=lambda one: one.value)

    return {test: less(ordered(test, TRAINED)[0], ordered(test, BAGS)[-1]) for test in TRIPLETS}


def claims(paper, found):
    def of(test, subjects=ALL):
        return tuple(evidence(test, {one: found.get(test, one, "accuracy") for one in subjects}))

    def printed(number, *models):
        return ", ".join(f"{model} {paper.printed[Key(f'Table {number}', model, 'accuracy')]}" for model in models)

    def scope(whom, count, test, *at_hand):
        return Scope(whom, MADE, count, at_hand, (test,))

    detection, variants, clause, arguments, order = TRIPLETS
    hidden, averages, everyone = "SkipThought, InferSent", "GloVe's mean, P Means, Sent2Vec", "the five"
    ahead = outdoing(found)
    return [
        Claim("hidden states distinguish a negation from a synonym", "section 4", Kind.EVERY, scope(hidden, 2, detection),
              f"`{detection}`: accuracy; half", of(detection, TRAINED), own=printed(2, *HIDDEN)),
        Claim("a mean of GloVe's vectors mostly fails to", "section 3.3", Kind.NAMED, scope("GloVe's mean", 1, detection, "glove"),
              f"`{detection}`: accuracy below half", of(detection, BAGS), side="below", own=printed(2, *AVERAGES)),
        Claim("InferSent finds two negations similar", "section 3.3", Kind.NAMED, scope("InferSent", 1, variants),
              f"`{variants}`: accuracy; a third", of(variants, TRAINED), limit=1 / 3, own=printed(3, "InferSent")),
        Claim("averages of word vectors and SkipThought do not", "section 3.3", Kind.EVERY, scope(f"{averages}, SkipThought", 4, variants, "glove"),
              f"`{variants}`: accuracy below a third", of(variants, BAGS), limit=1 / 3, side="below", own=printed(3, *AVERAGES, "SkipThought")),
        Claim("none relates a clause to its sentence better than chance", "section 3.3", Kind.EVERY, scope(everyone, 5, clause, "glove"),
              f"`{clause}`: accuracy at most half", of(clause), side="below", own="at most 32.92"),
        Claim("none distinguishes who does what to whom", "section 3.3", Kind.EVERY, scope(everyone, 5, arguments, "glove"),
              f"`{arguments}`: accuracy at most half", of(arguments), side="below", own="at most 4.71"),
        Claim("hidden states react to the order of words", "section 3.3", Kind.EVERY, scope(hidden, 2, order),
              f"`{order}`: accuracy; half", of(order, TRAINED), own=printed(6, *HIDDEN)),
        Claim("averages of word vectors do not", "section 3.3", Kind.EVERY, scope(averages, 3, order, "glove"), f"`{order}`: accuracy below half",
              of(order, BAGS), side="below", own=printed(6, *AVERAGES)),
        Claim("hidden states outperform averages in almost all cases", "section 4", Kind.MOST, scope(f"{hidden} against averages", 5, "five tests"),
              "each test: accuracy of the worst trained encoder less that of the best average; 0", tuple(evidence("today's encoders", ahead)),
              limit=0, own=printed_ahead(paper)),
        Claim("InferSent copes better with another order of words than SkipThought", "section 4", Kind.NAMED, Scope("these two", MADE, 1),
              own=f"argument sensitivity: {printed(5, 'InferSent', 'SkipThought')}", lacks="neither was found in a package registry"),
    ]
