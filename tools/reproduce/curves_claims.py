"""Claims of the paper on concept separation curves about seven encoders and six corpora. The ESS questions are at hand."""
from .claims import Claim, Kind, Scope, evidence
from .curves import LANGUAGES
from .evidence import ALL, TRAINED, correlated, either_way, less
from .from_files import BY_PLACE as ON_ESS
from .from_files import PUBLISHED
from .paper import Key, interval, shown

BY_PLACE = "curves?by=place,length"
MODELS = 7
OWN_CORPORA = "CompetentNL, ParaCrawl, the ESS questions"


def longer(paper):
    """In how many pairs of printed overlaps the whole corpus has the larger one than its short sentences."""
    return sum(float(paper.printed[Key("Table 3", key.row, whole)]) > float(text) for key, text in paper.printed.items()
               for part, whole in (("PC NL filtered", "PC NL"), ("PC EN filtered", "PC EN"))
               if key.place == "Table 3" and key.column == part)


def lowest(paper, language):
    """Which model has the smallest printed overlap on each corpus of a language."""
    of = [{key.row: float(text) for key, text in paper.printed.items() if (key.place, key.column) == ("Table 3", corpus)} for corpus in LANGUAGES[language]]
    return ", ".join(min(one, key=one.get) for one in of)


def by_length(kept, everyone):
    """encoder -> its overlap on the longest sentences of curves-en less that on the shortest."""
    found = {}
    for name in everyone:
        classes = {row["slice"]: kept.get("curves-en", name, "overlap", row["slice"], row["probe"]) for row in kept.rows
                   if row["dataset"] == "curves-en" and row["subject"] == name and row["name"] == "overlap"
                   and row["slice"].startswith("length=") and row["low"] is not None and row["n"] >= 30}
        ordered = sorted(classes, key=lambda part: int(part.removeprefix("length=").rstrip("+").split("-")[0]))
        if len(ordered) > 1:
            found[name] = less(classes[ordered[-1]], classes[ordered[0]])
    return found


def claims(paper, found, kept, ess):
    """`found`: results of docs/explanation/findings.md, `kept`: curves of sonde's corpora, `ess`: those of the ESS questions."""
    everyone = [name for name in ALL if kept.get("curves-en", name, "overlap")]

    def scope(whom, count, data=OWN_CORPORA, *at_hand, corpora=("ess",), language="Dutch, English"):
        return Scope(whom, data, count, at_hand, corpora, language)

    def apart(results, data, names, first, second, probe):
        """encoder -> how far its overlaps of two slices are from each other, either way."""
        two = {one: (results.get(data, one, "overlap", first, probe), results.get(data, one, "overlap", second, probe)) for one in names}
        return {one: either_way(less(*of)) for one, of in two.items() if None not in of}

    def on_ess(first, second):
        two = {one: (ess.get("ess", one, "overlap", first, ON_ESS), ess.get("ess", one, "overlap", second, ON_ESS)) for one in ("mpnet", "tfidf")}
        return {one: less(*of) for one, of in two.items() if None not in of}

    two = [(kept.get("curves-en", one, "overlap").value, kept.get("curves-forms-en", one, "overlap").value) for one in everyone]
    both = [(found.get("curves-en", one, "overlap"), found.get("negation-detection", one, "accuracy")) for one in ALL]
    meant = [(-overlap.value, detected.value) for overlap, detected in both if overlap and detected]
    languages = {one: less(*of) for one in TRAINED if None not in (of := (
        found.get("curves-nl", one, "overlap"), found.get("curves-en", one, "overlap")))}
    mpnet, tfidf = (ess.get("ess", one, "overlap", probe=PUBLISHED) for one in ("mpnet", "tfidf"))
    parted = {"mpnet and tfidf": either_way(less(mpnet, tfidf))} if mpnet and tfidf else {}
    places = [*evidence("ess", apart(ess, "ess", ("mpnet",), "place=start", "place=end", ON_ESS)),
              *evidence("curves-en", apart(kept, "curves-en", everyone, "place=start", "place=end", BY_PLACE))]
    second = ess.get("ess", "mpnet", "near_minus_one", probe=ON_ESS)
    return [
        Claim("some models separate concepts, others cannot", "section 6", Kind.SOME,
              scope("pairs of the seven models", 21, OWN_CORPORA, "mpnet and tfidf"), "ESS, the published cosine: difference of two overlaps; 0",
              tuple(evidence("ess", parted)), limit=0, own=".0221 to .9905"),
        Claim("GroNLP separates best in Dutch, LaBSE in English", "section 4", Kind.COMPARISON, scope("the seven models", MODELS),
              own=f"smallest overlaps: {lowest(paper, 'Dutch')}; {lowest(paper, 'English')}", lacks="neither was found in a package registry"),
        Claim("overlaps compare encoders whatever the corpus", "abstract, section 6", Kind.AVERAGE, scope("the seven models", MODELS),
              f"Spearman over {len(two)} encoders of the overlaps on `curves-en` and on `curves-forms-en`, both sonde's; 0",
              tuple(evidence("curves-en, curves-forms-en", {f"{len(two)} encoders": correlated(two)} if everyone else {})), limit=0, unit="encoders",
              own="Kendall's tau of two corpora .24 to .90"),
        Claim("a small overlap shows that meaning is encoded", "section 6", Kind.AVERAGE,
              Scope("any encoder", "any sentences", 0, (f"{len(meant)} encoders",), ("curves-en",), "Dutch, English"),
              f"Spearman over {len(meant)} encoders of a small overlap on `curves-en` with detecting negations (`negation-detection`); 0",
              tuple(evidence("curves-en", {f"{len(meant)} encoders": correlated(meant)})), limit=0, unit="encoders"),
        Claim("overlaps are smaller in Dutch than in English", "section 5", Kind.AVERAGE, scope("the seven models", MODELS),
              "overlap on `curves-nl` less that on `curves-en`; 0", tuple(evidence("curves-nl, curves-en", languages)), limit=0, side="below",
              own=".6668 and .7992, means of the cells of Table 3"),
        Claim("some encoders react strongly to the position of a token", "sections 5, 6", Kind.SOME,
              scope("MPNet, RobBERTa", 2, OWN_CORPORA, "mpnet"),
              "overlaps of insertions before the first and before the last word, their difference either way; 0", tuple(places), limit=0),
        Claim("the longer the sentences, the larger the overlap", "sections 4, 5", Kind.AVERAGE,
              scope("the seven models", MODELS, OWN_CORPORA, "mpnet", "tfidf"),
              "ESS: overlap of 20 words and more less that of fewer; `curves-en`: of 20 to 29 less that of 1 to 9; 0",
              (*evidence("ess", on_ess("size=long", "size=short")), *evidence("curves-en", by_length(kept, everyone))), limit=0,
              own=f"{longer(paper)} of 14: ParaCrawl's overlap exceeds its filtered one's"),
        Claim("MPNet has a second peak near -1, as a hash would", "section 4, Figure 6", Kind.NAMED,
              scope("MPNet", 1, "the ESS questions", "mpnet", language="English"),
              f"ESS: share of variants whose cosine is below -.9; .1. {peaks(ess)}", tuple(evidence("ess", {"mpnet": second})), limit=0.1,
              own="overlap .9810"),
    ]


def peaks(ess):
    published, exact, share = (ess.get("ess", "mpnet", name, probe=probe) for name, probe in (
        ("overlap", PUBLISHED), ("overlap", ON_ESS), ("near_minus_one", PUBLISHED)))
    if not published:
        return ""
    return (f"The published program's cosine gives {shown(share.value, 3)}{interval(share, 3)} and an overlap of {shown(published.value, 3)}"
            f"{interval(published, 3)}, the cosine one of {shown(exact.value, 3)}{interval(exact, 3)}")
