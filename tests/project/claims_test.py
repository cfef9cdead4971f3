"""Verdicts on the papers' claims: the rule of each kind, the correction for the number of encoders, and scopes that no evidence leaves."""
import random
import sys

import numpy as np
import pytest
from program import ROOT

sys.path.append(str(ROOT / "tools"))
from reproduce import claims, evidence, page, sets_claims, stored, sts3k_claims
from reproduce.claims import HELD, NOT, OUTSIDE, UNTESTED, UNTOLD, Claim, Kind, Scope
from reproduce.paper import Paper
from reproduce.work import Counted, Results, kept
from tables import file_of, read_csv

SCOPE = Scope("a and b", "sentences", 0, tuple("abcdefghi"), ("inside",))


def result(value, error=.01, n=400):
    return Counted(value, value - 1.96 * error, value + 1.96 * error, n)


def claim(values, kind=Kind.EVERY, data="inside", scope=SCOPE, **options):
    found = {name: result(value) for name, value in zip("abcdefghi", values)}
    return Claim("c", "p", kind, scope, "t", tuple(claims.evidence(data, found)), **options)


# Values against a half with a standard error of .01: .6 and .4 are clear, .522 is clear of one encoder alone.
@pytest.mark.parametrize("kind, values, verdict", [
    (Kind.EVERY, (.6, .6), HELD), (Kind.EVERY, (.6, .5), UNTOLD), (Kind.EVERY, (.6, .4), NOT), (Kind.EVERY, (.522, .522, .522), HELD),
    (Kind.EVERY, (.478,), NOT), (Kind.EVERY, (.478, .5, .5), UNTOLD),
    (Kind.COMPARISON, (.6, .6), HELD), (Kind.COMPARISON, (.6, .4), NOT),
    (Kind.SOME, (.4, .6), HELD), (Kind.SOME, (.522, .5, .5), UNTOLD), (Kind.SOME, (.522,), HELD), (Kind.SOME, (.4, .4), NOT),
    (Kind.SOME, (.4, .5), UNTOLD),
    (Kind.MOST, (.6, .6, .6, .4, .4), HELD), (Kind.MOST, (.6, .6, .4, .4, .4), NOT), (Kind.MOST, (.6, .6, .6, .6), UNTOLD),
    (Kind.MOST, (.6, .6, .6, .4, .4, .4), UNTOLD),
    (Kind.NAMED, (.522,), HELD), (Kind.NAMED, (.478,), NOT), (Kind.NAMED, (.51,), UNTOLD),
    (Kind.AVERAGE, (.6, .49), HELD), (Kind.AVERAGE, (.51, .49), UNTOLD), (Kind.AVERAGE, (.45, .5), NOT)])
def test_each_kind_has_its_rule(kind, values, verdict):
    assert claim(values, kind).verdict() == verdict
    mirrored = claim([1 - value for value in values], kind, side="below")
    assert mirrored.verdict() == verdict


def test_a_named_claim_is_about_one_encoder():
    with pytest.raises(ValueError):
        claim((.6, .6), Kind.NAMED).verdict()


@pytest.mark.parametrize("kind", Kind)
def test_evidence_outside_its_scope_is_never_a_verdict_on_the_paper(kind):
    draw = random.Random(5)
    for _ in range(200):
        values = [draw.choice((.3, .49, .5, .51, .7)) for _ in range(1 if kind is Kind.NAMED else draw.randint(1, 6))]
        assert claim(values, kind, data="other sentences").verdict() == OUTSIDE
        assert claim(values, kind, scope=Scope("x", "sentences", 1, ("x",), ("inside",))).verdict() == OUTSIDE
        both = claim(values, kind)
        more = Claim("c", "p", kind, SCOPE, "t", (*both.found, *claims.evidence("other", {name: result(.2) for name in "abc"})))
        assert more.verdict() == both.verdict()
        assert more.counts(more.outside()) == "0 of 3"


@pytest.mark.parametrize("kind", [Kind.EVERY, Kind.COMPARISON])
def test_few_of_a_list_do_not_speak_for_all(kind):
    for count, verdict in ((2, UNTOLD), (3, HELD)):
        scope = Scope("x", "sentences", 6, tuple("abcdef"), ("inside",))
        assert claim([.6] * count, kind, scope=scope).verdict() == verdict
    assert claim((.4,), kind, scope=Scope("x", "sentences", 6, tuple("abcdef"), ("inside",))).verdict() == NOT


def test_without_evidence_it_is_not_tested():
    assert claim(()).verdict() == UNTESTED
    undefined = Claim("c", "p", Kind.EVERY, SCOPE, "t", tuple(claims.evidence("inside", {"a": None, "b": Counted(.9, None, None, 3)})))
    assert undefined.verdict() == UNTESTED


@pytest.mark.parametrize("kind", [Kind.EVERY, Kind.SOME, Kind.COMPARISON, Kind.MOST, Kind.AVERAGE])
def test_nine_encoders_at_the_limit_seldom_get_a_verdict(kind):
    """Without a correction, one in five of them would be on the wrong side by chance."""
    draw, wrong = random.Random(7), {Kind.SOME: HELD}.get(kind, NOT)
    found = [claim([draw.gauss(.5, .01) for _ in range(9)], kind).verdict() for _ in range(600)]
    assert found.count(wrong) / len(found) < .06


def test_pairs_that_share_a_sentence_are_resampled_together():
    pairs = [("a", "b"), ("c", "d"), ("b", "e"), ("f", "g"), ("e", "c")]
    assert list(sts3k_claims.sentence_groups(pairs)) == [0, 0, 0, 1, 0]
    draw = random.Random(3)
    columns = [np.array([draw.random() for _ in range(300)]) for _ in range(3)]

    copied = [np.repeat(column, 3) for column in columns]

    def spread(columns, groups):
        return np.std(list(sts3k_claims.replicates(columns, groups, 400)), axis=0)

    once = spread(columns, np.arange(300))
    assert spread(copied, np.arange(900) // 3) == pytest.approx(once, rel=.01)
    assert (spread(copied, np.arange(900)) < .7 * once).all()


def test_ratings_of_pairs_that_share_a_sentence_are_resampled_together():
    draw = np.random.default_rng(2)
    ratings, first = draw.random(400), np.arange(400) % 2 == 0

    def width(ratings, groups, first):
        one = sts3k_claims.rated_apart(ratings, groups, first, ~first, 800)
        assert one.low < one.value < one.high
        return one.high - one.low

    once = width(ratings, np.arange(400), first)
    copied = [np.repeat(values, 4) for values in (ratings, np.arange(400), first)]
    assert once == pytest.approx(2 * 1.96 * np.sqrt(2 * ratings.var() / 200), rel=.15)
    assert width(*copied) == pytest.approx(once, rel=.1)
    assert width(copied[0], np.arange(1600), copied[2]) < .7 * once


def test_an_interval_without_width_decides():
    assert claims.distance(Counted(0, 0, .008, 500), .5, "below") > claims.CLEAR
    assert claims.distance(Counted(1, 1, 1, 500), .5, "above") == float("inf")
    assert claims.distance(Counted(.5, .5, .5, 500), .5, "above") == 0


def test_a_verdict_does_not_depend_on_the_draw():
    """The same difference, .0068, from two calls of 2,000 replicates each."""
    for low, high in ((-.000006, .0137), (.00007, .01362)):
        found = tuple(claims.evidence("inside", {"a": Counted(.00685, low, high, 500)}))
        assert Claim("c", "p", Kind.NAMED, SCOPE, "t", found, limit=0).verdict() == UNTOLD


def test_sizes_that_could_tell():
    near = claim((.51,))
    # A standard error of .01 at 400 items. To detect .01 with a power of 80% it has to be .01 / 2.80.
    assert near.size(near.found[0].result) == "3,200"
    assert near.size(result(.5)) == "none"


@pytest.fixture(scope="module")
def written():
    return {name: make(Paper(name), evidence.findings()) for name, make in stored.CLAIMS.items()}


def test_every_claim_says_of_what_and_why_not(written):
    for one in (one for of_paper in written.values() for one in of_paper):
        assert one.place and one.scope.whom and one.scope.data, one.text
        assert one.found and one.test or one.lacks, one.text
        assert not one.scope.of or len({found.subject for found in one.inside()}) <= one.scope.of, one.text
        assert (one.verdict() in (HELD, NOT)) <= bool(one.inside()), one.text


def test_the_files_are_as_new_as_the_stored_results():
    assert not list(stored.outdated(*stored.made(evidence.findings())))


def test_an_encoder_that_findings_gained_makes_the_page_old():
    """`./dev source` reports papers.md if only findings has a new row."""
    rows = evidence.findings().rows
    fewer = Results([row for row in rows if row["subject"] != "gemma3"])
    old = set(stored.outdated(*stored.made(fewer)))
    assert {"sets-claims.csv", "triplets-claims.csv", "sets-kinds.csv", "papers.md"} <= old


def test_a_small_decoder_is_outside_the_papers_list():
    """SmolLM2 is not one of the nine language models, whatever it does."""
    others = [row for row in evidence.findings().rows if row["subject"] not in evidence.DECODERS]
    rows = [row | {"subject": "smollm2", "value": .2, "low": .19, "high": .21} for row in others if row["subject"] == "mpnet"]
    classical, ahead = sets_claims.claims(Paper("sets"), Results([*others, *rows]), kept("sets"))[3:5]
    assert classical.scope.of == 63 and {classical.verdict(), ahead.verdict()} == {OUTSIDE}
    assert classical.counts(classical.outside()) == "2 of 2"


def test_the_files_have_these_claims(written):
    """No file turns evidence from outside a scope into a verdict on the paper."""
    for name, of_paper in written.items():
        header, *rows = read_csv(file_of(page.FULL, f"{name} claims"))
        at = {title: header.index(title) for title in ("claim", "tested within its scope", "verdict")}
        assert [row[at["claim"]] for row in rows] == [one.text for one in of_paper]
        for row in rows:
            assert row[at["verdict"]] in ((UNTESTED, OUTSIDE) if row[at["tested within its scope"]].startswith("0 of") else (HELD, NOT, UNTOLD))
