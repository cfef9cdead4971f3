"""The functions of the package against scipy and against the commands."""
import json
import math

import numpy as np
import pytest
from python_package import PAIRS, sonde
from scipy import stats as reference

RANDOM = np.random.default_rng(7)


def test_similarities_and_correlations_are_the_references():
    a, b = RANDOM.normal(size=(2, 40, 8)).astype(np.float32)
    wide = a.astype(float), b.astype(float)
    cosines = (wide[0] * wide[1]).sum(1) / np.linalg.norm(wide[0], axis=1) / np.linalg.norm(wide[1], axis=1)
    assert sonde.stats.cosine(a, b) == pytest.approx(cosines, abs=1e-12)
    assert sonde.stats.dot(a, b) == pytest.approx((wide[0] * wide[1]).sum(1))
    assert sonde.stats.negative_l1(a, b) == pytest.approx(-abs(wide[0] - wide[1]).sum(1))
    assert sonde.stats.negative_l2(a, b) == pytest.approx(-np.linalg.norm(wide[0] - wide[1], axis=1))
    x, y = RANDOM.integers(0, 9, size=(2, 60)).astype(float)
    assert sonde.stats.pearson(x, y) == pytest.approx(reference.pearsonr(x, y)[0])
    assert sonde.stats.spearman(x, y) == pytest.approx(reference.spearmanr(x, y)[0])
    assert sonde.stats.kendall(x, y) == pytest.approx(reference.kendalltau(x, y)[0])
    assert sonde.stats.quantile(x, 0.3) == np.quantile(x, 0.3)
    assert math.isnan(sonde.stats.spearman([1, 1, 1], [1, 2, 3]))
    assert sonde.stats.share(7, 10).low == pytest.approx(
        reference.binomtest(7, 10).proportion_ci(method="wilson").low)


def test_intervals_and_tests_are_a_run_s(tmp_path):
    run = sonde.run(scorers={"a": lambda rows: [len(x) % 7 for x, y in rows], "b": lambda rows: [len(y) % 5 for x, y in rows]},
                    data=sonde.Data(PAIRS), replicates=2000, progress=False, store="none")
    gold = [one["gold"] for one in PAIRS]
    first, second = (run.measurements("data", name)[:, 0] for name in "ab")
    mine, one = sonde.stats.correlation(first, gold), run.result(subject="a", result="spearman")
    assert mine.value == one.value and abs(mine.low - one.low) < 0.1 and abs(mine.high - one.high) < 0.1
    told = sonde.compare(run, subjects=["a", "b"], results=["spearman"]).results[0]
    difference = sonde.stats.difference_of_correlations(first, second, gold)
    assert difference.difference == pytest.approx(told.difference) and abs(difference.p - told.p) < 0.1


def test_paired_means_and_corrections():
    before, after = RANDOM.normal(size=200), RANDOM.normal(size=200) + 0.3
    one = sonde.stats.difference_of_means(before, after)
    other = reference.ttest_rel(after, before)
    assert one.difference == pytest.approx((after - before).mean()) and abs(one.p - other.pvalue) < 0.02
    p = [0.01, 0.02, 0.03, 0.5]
    assert sonde.stats.holm(p) == pytest.approx([0.04, 0.06, 0.06, 0.5])
    assert sonde.stats.overlap(RANDOM.normal(0.2, 0.05, 99), RANDOM.normal(0.7, 0.05, 99)) < 0.05
    assert sonde.stats.separation([0.9, 0.8, 0.7], [0.75, 0.2, 0.1]).auc == pytest.approx(8 / 9)
    few = sonde.stats.correlation([1, 2, 3], [1, 2, 4], replicates=10)
    assert few.value == 1 and math.isnan(few.low)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: sonde.stats.cosine([1, 2], [1, 2, 3]), "shapes"),
    (lambda: sonde.stats.cosine(1, 2), "shapes"),
    (lambda: sonde.stats.cosine(["a"], ["b"]), "give numbers"),
    (lambda: sonde.stats.pearson([1, 2], [1]), "2 numbers and 1"),
    (lambda: sonde.stats.pearson([[1, 2]], [1]), "has the shape"),
    (lambda: sonde.stats.pearson([[1], [1, 2]], [1]), "is not an array"),
    (lambda: sonde.stats.quantile([1], 2), "a share of 2"),
    (lambda: sonde.stats.correlation([1], [2], "linear"), "unknown correlation"),
    (lambda: sonde.stats.mean([1], replicates=1), "1 replicate"),
    (lambda: sonde.stats.share(3, 2), "3 successes of 2"),
    (lambda: sonde.stats.density([1], bandwidth=0), "a bandwidth of 0"),
    (lambda: sonde.stats.separation([math.nan], [1]), "is NaN"),
    (lambda: sonde.graphs.smatch("(a / b", "(a / b)"), "the first graph"),
    (lambda: sonde.graphs.smatch("(a / b)", ""), "no graph is there"),
    (lambda: sonde.graphs.smatch("(a / b)", "(a / b)\n\n(a / b)"), "more than one graph"),
    (lambda: sonde.graphs.smatch("(a / b)", "(a / b)", dialect="new"), "unknown dialect"),
    (lambda: sonde.graphs.wlk("(a / b)", "(a / b)", iterations=99), "99 iterations"),
    (lambda: sonde.roles.similarity({"Agnet": "a"}, {}, "random"), "Agent"),
    (lambda: sonde.roles.similarity({"Agent": "a"}, {}, "random", mean="x"), "unknown mean"),
    (lambda: sonde.negate("A.", language="de"), "unknown language"),
    (lambda: sonde.negate([3]), "is not a text"),
    (lambda: sonde.make("triplet", "a", "b"), "did you mean 'triplets'"),
    (lambda: sonde.make("triplets", "a", "b", no_such=1), "unknown option 'no-such'"),
    (lambda: sonde.agreement([{"annotator": "a", "item": 1, "value": 2}], progress=False), "annotator"),
    (lambda: sonde.agreement([{"annotator": "a", "item": 1}], progress=False), "value"),
    (lambda: sonde.describe("no-such-set"), "unknown data set"),
])
def test_bad_arguments_are_errors(call, said):
    with pytest.raises(sonde.Error, match=said):
        call()


def test_graphs_and_roles():
    one, other = "(s / sleep-01 :ARG0 (c / cat) :time (n / now))", "(s / sleep-01 :ARG0 (d / dog))"
    made = sonde.graphs.smatch(one, other)
    assert (made.matches, made.proven) == (3, True) and made.f1 == pytest.approx(2 * 3 / (6 + 4))
    assert 0 < sonde.graphs.wlk(one, other) < 1
    assert -1 <= sonde.graphs.wwlk(one, other, "random?dimension=16") < sonde.graphs.wwlk(one, one, "random?dimension=16") == 1
    frame = {"Agent": "the cat", "Verb": "sees", "Patient": "the dog"}
    assert sonde.roles.similarity(frame, frame, "random") == pytest.approx(1)
    assert sonde.roles.similarity(frame, {**frame, "Verb": "hears"}, "random") < 1
    assert math.isnan(sonde.roles.similarity({}, {}, "random"))


def test_agreement_describe_negate_and_make_are_the_commands(tmp_path, request):
    command = request.getfixturevalue("sonde")
    ratings = [{"annotator": f"a{who}", "item": f"i{what}", "value": (what * 3 + who * what) % 5} for who in range(4)
               for what in range(20)]
    (tmp_path / "ratings.tsv").write_text("annotator\titem\tvalue\n" + "".join(
        f"{one['annotator']}\t{one['item']}\t{one['value']}\n" for one in ratings))
    told = json.loads(command("rate", "agreement", tmp_path / "ratings.tsv", "--replicates", 50, "--format", "json").out)
    mine = sonde.agreement(ratings, replicates=50, progress=False)
    assert mine.raw["results"] == told["results"]
    assert sonde.agreement(tmp_path / "ratings.tsv", replicates=50, progress=False).raw == told
    assert mine.value("alpha_interval") == next(one["value"] for one in told["results"] if one["name"] == "alpha_interval")

    told = json.loads(command("list", "datasets", "negation-detection", "--format", "json").out)["results"]
    made = sonde.describe("negation-detection")
    assert [(one.name, one.slice) for one in made] == [(one["name"], one["slice"]) for one in told]
    assert all(one.value == other["value"] or math.isnan(one.value) for one, other in zip(made, told))

    sentences = ["De hond slaapt.", "Ik zie het huis niet."]
    lines = command("make", "negations", "--language", "nl", "--format", "jsonl", stdin="\n".join(sentences).encode() + b"\n").out
    told = [json.loads(line) for line in lines.splitlines()]
    mine = sonde.negate(sentences, language="nl")
    assert [(one.result or "", one.rules, one.refusal) for one in mine] == [
        (one["result"], one["rules"], one["refusal"]) for one in told]
