"""Claims of the paper on set-like compositionality about 16 encoders. Two are at hand. USE is here in another version."""
import scipy.stats

from .claims import Claim, Kind, Scope, evidence
from .evidence import ALL, DECODERS, less

CLASSICAL = ("SBERT-mini", "LASER", "USE", "RoBERTa", "SBERT-L", "SimCSE", "InferSent")
COLUMNS = {"C1, cosine": ("Table 1", "both"), "C1, NED": ("Table 13", "both"), "C3, cosine": ("Table 2", "both"),
           "C3, NED": ("Table 15", "both"), "C4, cosine": ("Table 3", "cosine"), "C4, NED": ("Table 3", "NED")}
SBERT = ("minilm-l6", "mpnet")  # at hand; USE is version 4 in the paper, multilingual version 3 here
MADE = "sentences with their overlap, difference and union"


def averages(paper, title):
    place, column = COLUMNS[title]
    of = {key.row: float(text) for key, text in paper.printed.items() if (key.place, key.column) == (place, column)}
    return of, [of[row] for row in CLASSICAL], [value for row, value in of.items() if row not in CLASSICAL]


def place_of_sbert(paper, title):
    of, *_ = averages(paper, title)
    ordered = sorted(of, key=of.get, reverse=True)
    return f"places {ordered.index('SBERT-mini') + 1} and {ordered.index('SBERT-L') + 1} of {len(of)}"


def own_rows(paper):
    """(title, best, means of both kinds, classical encoders above every large one, p) of each printed criterion."""
    for title in COLUMNS:
        of, classical, others = averages(paper, title)
        yield (title, max(of, key=of.get), sum(classical) / 7, sum(others) / 9, [row for row in CLASSICAL if of[row] > max(others)],
               scipy.stats.mannwhitneyu(classical, others, method="exact").pvalue)


def claims(paper, found, kept):
    def of(name, results=found):
        return {one: results.get("sets-en", one, name) for one in ALL}

    def scope(whom, count, *at_hand):
        return Scope(whom, MADE, count, at_hand, ("sets-en",))

    def behind(name):
        """The better SBERT less each other encoder."""
        results = {one: result for one, result in of(name).items() if result}
        best = max((results[one] for one in SBERT), key=lambda one: one.value)
        return tuple(evidence("sets-en", {one: less(best, result) for one, result in results.items() if one not in SBERT}))

    def over_decoder(name):
        """Each SBERT less each decoder at hand."""
        results = of(name)
        pairs = [(one, decoder) for one in SBERT for decoder in DECODERS if results[one] and results[decoder]]
        return tuple(evidence("sets-en", {f"{one} less {decoder}": less(results[one], results[decoder]) for one, decoder in pairs}))

    easier = {one: less(kept.get("sets-en", one, "c4_t"), result) for one, result in of("c3_tt", kept).items() if result}
    c3, c4 = (averages(paper, title)[0] for title in ("C3, cosine", "C4, cosine"))
    _, classical, large = averages(paper, "C1, cosine")
    small = {"minilm-l6 less mpnet": kept.get("sets-en", "minilm-l6 less mpnet", "c1_tt")}
    lists = "the 14 others; USE in another version"
    return [
        Claim("SBERT is ahead of all other encoders (C1)", "abstract, section 7", Kind.COMPARISON, scope(lists, 14),
              "`sets-en`, thresholds of 0: the better of minilm-l6 and mpnet less each other encoder; 0", behind("c1_tt_at0"), limit=0,
              own=place_of_sbert(paper, "C1, cosine")),
        Claim("SBERT is ahead of all other encoders (C3)", "abstract, section 7", Kind.COMPARISON, scope(lists, 14), "the same; 0",
              behind("c3_tt_at0"), limit=0, own=place_of_sbert(paper, "C3, cosine")),
        Claim("SBERT-mini is ahead of the larger SBERT-L (C1)", "section 6.1", Kind.NAMED, scope("these two", 1, "minilm-l6 less mpnet"),
              "`sets-en`: `c1_tt` over joint thresholds, minilm-l6 less mpnet; 0", tuple(evidence("sets-en", small)), limit=0, own="28.96 and 28.67"),
        Claim("classical encoders are ahead of large language models (C1)", "section 6.1", Kind.AVERAGE,
              scope("7 classical encoders and 9 language models", 63), "`sets-en`, thresholds of 0: each less SmolLM2 and Gemma 3 of 135 and 270 million weights; 0",
              over_decoder("c1_tt_at0"), limit=0, own=f"{sum(classical) / 7:.1f} and {sum(large) / 9:.1f} on average",
              lacks="none of the nine was found in a package registry"),
        Claim("SBERT, USE and SimCSE are ahead of every language model (C3)", "section 6.1", Kind.COMPARISON, scope("these and 9 language models", 36),
              "`sets-en`, thresholds of 0: the same; 0", over_decoder("c3_tt_at0"), limit=0,
              own=", ".join(next(row[4] for row in own_rows(paper) if row[0] == "C3, cosine")),
              lacks="none of the nine was found in a package registry"),
        Claim("overlaps are between A and B (C2)", "section 6.1", Kind.EVERY, scope("the 16", 16, *SBERT), "`sets-en`: share within a degree; .95",
              tuple(evidence("sets-en", of("c2"))), limit=.95, own="99.79 % (GPT3)"),
        Claim("differences are close to A (C5)", "section 6.1", Kind.EVERY, scope("the 16", 16, *SBERT), "`sets-en`: share in A's half; half",
              tuple(evidence("sets-en", of("c5"))), own="Figures 4b, 5"),
        Claim("unions are midway between A and B (C6)", "section 6.1", Kind.EVERY, scope("the 16", 16, *SBERT),
              "`sets-en`: share in the middle half, by norms; half", tuple(evidence("sets-en", of("c6"))), own="Figures 4c, 5"),
        Claim("C4 is easier than C3", "section 6.1", Kind.EVERY, scope("the 16", 16, *SBERT), "`sets-en`: `c4_t` less `c3_tt`, joint thresholds; 0",
              tuple(evidence("sets-en", easier)), limit=0, own=f"{sum(c4[row] > c3[row] for row in c3)} of {len(c3)}"),
    ]
