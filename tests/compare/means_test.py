"""`sonde show --mean`: means over data sets, their parts and intervals, wrong calls."""
import csv
import io
import json

import numpy as np
import pytest
from program import Sonde, sentences, write_table
from scipy import stats

SIZES = {"small": 60, "large": 300, "middle": 120}


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Three data sets, each with two scorers' similarities. Of the last one, `lacking` has none."""
    sonde = Sonde(tmp_path_factory.mktemp("means"))
    draw = np.random.default_rng(5)
    texts = iter(sentences(2 * sum(SIZES.values())))
    words, values = [], {}
    for name, size in SIZES.items():
        gold = np.round(draw.uniform(0, 5, size), 1)
        rows = [(next(texts), next(texts), rating) for rating in gold]
        words += ["--data", write_table(sonde.folder / f"{name}.tsv", ["first", "second", "gold"], rows)]
        for scorer, noise in (("good", 1.5), ("bad", 4), ("lacking", 2)):
            if (scorer, name) == ("lacking", "middle"):
                continue
            scores = gold + noise * draw.normal(size=size)
            values[scorer, name] = (scores, gold)
            (sonde.folder / f"{scorer}-{name}.txt").write_text("".join(f"{score}\n" for score in scores))
            words += ["--scorer", f"{scorer}.{name}=scores:{scorer}-{name}.txt?data={name}"]
    return sonde, words, values


@pytest.fixture(scope="module")
def run(scored):
    """A run file a subject can be averaged in: one encoder over the three data sets."""
    sonde, words, _ = scored
    data = [word for word in words if str(word).endswith(".tsv") or word == "--data"]
    sonde.run("e.sonde", "--encoder", "a=random?seed=1", "--encoder", "b=random?seed=2", *data,
              "--probe", "sts", "--probe", "sts?similarity=l2", "--replicates", 2000)
    return sonde


def means(sonde, *words):
    return json.loads(sonde("show", "e.sonde", "--format", "json", *words).out)["means"]


def test_a_mean_is_that_of_its_parts(run):
    results = {(r["probe"], r["subject"], r["dataset"], r["name"]): r for r in run.shown("e.sonde")["results"]}
    found = means(run, "--mean", "STS=small,middle,large")
    assert [(one["mean"]["probe"], one["mean"]["subject"]) for one in found] == [
        ("sts", "a"), ("sts", "b"), ("sts?similarity=l2", "a"), ("sts?similarity=l2", "b")]
    for one in found:
        mean, parts = one["mean"], one["parts"]
        assert [part["dataset"] for part in parts] == ["small", "middle", "large"]
        for part in parts:
            assert part == results[part["probe"], part["subject"], part["dataset"], "spearman"]
        assert mean["value"] == pytest.approx(np.mean([part["value"] for part in parts]), abs=1e-15)
        assert (mean["dataset"], mean["name"], mean["scope"]) == ("STS", "spearman", "small, middle, large")
        assert mean["n"] == sum(SIZES.values()) and mean["left_out"] == 0


def test_parts_vary_independently(run):
    """So that the width of the mean's interval is the root of the sum of squares over their number."""
    for one in means(run, "--mean", "STS=small,middle,large"):
        def width(result):
            return result["high"] - result["low"]
        wanted = np.sqrt(sum(width(part) ** 2 for part in one["parts"])) / 3
        assert width(one["mean"]) == pytest.approx(wanted, rel=0.06)
        assert one["mean"]["low"] < one["mean"]["value"] < one["mean"]["high"]


def test_other_results_and_several_means(run):
    found = means(run, "--mean", "two=small,large", "--mean", "one=middle", "--result", "pearson")
    assert {one["mean"]["name"] for one in found} == {"pearson"}
    assert [one["mean"]["dataset"] for one in found] == ["two"] * 4 + ["one"] * 4
    single = found[-1]
    assert single["mean"]["value"] == single["parts"][0]["value"]
    assert single["mean"]["low"] == pytest.approx(single["parts"][0]["low"])


def test_tables_and_csv(run):
    text = run("show", "e.sonde", "--mean", "STS=small,large").out
    assert "STS: mean spearman of small, large (sts)" in text
    header = next(line.split() for line in text.splitlines() if line.startswith("subject"))
    assert header == ["subject", "STS", "small", "large"]
    assert text.count("\na ") == 2
    assert "| a |" in run("show", "e.sonde", "--mean", "STS=small,large", "--format", "md").out
    rows = list(csv.DictReader(io.StringIO(
        run("show", "e.sonde", "--mean", "STS=small,large", "--format", "csv").out)))
    assert [row["dataset"] for row in rows[:3]] == ["small", "large", "STS"]
    assert rows[2]["scope"] == "small, large" and len(rows) == 4 * 3


def test_what_lacks_a_part_has_no_mean(scored):
    """A scorer of one data set was measured on no other. If none has all parts, a message reports that."""
    sonde, words, values = scored
    sonde.run("s.sonde", *words)
    refused = sonde("show", "s.sonde", "--mean", "STS=small,large", code=2)
    assert "on all data sets of the mean 'STS'" in refused.err
    for words in (("--subjects",), ("--slices",), ("--label", "part")):
        assert "--mean is shown alone" in sonde("show", "s.sonde", "--mean", "STS=large", *words, code=2).err
    shown = json.loads(sonde("show", "s.sonde", "--mean", "STS=large", "--format", "json").out)["means"]
    assert {one["mean"]["subject"] for one in shown} == {"good.large", "bad.large", "lacking.large"}
    for one in shown:
        scores, gold = values[one["mean"]["subject"].split(".")[0], "large"]
        assert one["mean"]["value"] == pytest.approx(stats.spearmanr(scores, gold).statistic, abs=1e-12)


@pytest.mark.parametrize("asked, told", [
    (["--mean", "STS"], "not a mean over data sets"), (["--mean", "=small"], "not a mean over data sets"),
    (["--mean", "STS=small,smal"], "no data set 'smal'"), (["--mean", "STS="], "no data set ''"),
    (["--mean", "STS=small,small"], "names 'small' twice"), (["--mean", "large=small"], "name of a data set"),
    (["--mean", "STS=small", "--result", "accuracy"], "there are: kendall, pearson, spearman"),
    (["--mean", "STS=small", "--mean", "STS=large"], "two means have one name: 'STS=large'"),
    (["--result", "pearson"], "--result belongs to --mean")])
def test_wrong_calls_are_told(run, asked, told):
    refused = run("show", "e.sonde", *asked, code=2)
    assert told in refused.err and len(refused.messages) == 1
