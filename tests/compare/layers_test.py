"""`sonde show --layers`: every layer and pooling of a model from one pass, as a table, a curve and numbers."""
import csv
import io
import json
import re

import numpy as np
import pytest
from program import write_sts


@pytest.fixture
def run(sonde):
    write_sts(sonde.folder / "pairs.tsv", 60)
    sonde.run("l.sonde", "--encoder", "m=minilm?layer=all&pooling=mean,cls", "--encoder", "random",
              "--data", "pairs.tsv", "--replicates", 100)
    return sonde


def layers(sonde, *words, **options):
    return json.loads(sonde("show", "--layers", "l.sonde", *words, "--format", "json", **options).out)["results"]


def test_views_of_one_pass_are_those_of_encoders_of_their_own(sonde):
    write_sts(sonde.folder / "pairs.tsv", 20)
    alone = [f"{pooling}-{layer}=minilm?layer={layer}&pooling={pooling}"
             for layer in (0, 4, 6) for pooling in ("mean", "cls", "weightedmean")]
    words = [word for spec in alone for word in ("--encoder", spec)]
    sonde.run("alone.sonde", *words, "--data", "pairs.tsv", "--replicates", 100)
    sonde.run("pass.sonde", "--encoder", "m=minilm?layer=0,4,6&pooling=mean,cls,weightedmean", "--data", "pairs.tsv",
              "--store", "none", "--replicates", 100)

    def rows(name):
        return [list(item["subjects"].values()) for item in sonde.items(name)]

    one, other = rows("alone.sonde"), rows("pass.sonde")
    assert one == other and len(one[0]) == 9
    assert len({json.dumps(value) for value in one[0]}) > 5


def test_a_table_with_a_curve_and_the_same_numbers_for_programs(run):
    assert {(t["probe"], t["dataset"], t["name"]) for t in layers(run)} == {("sts", "pairs", "spearman")}
    table = layers(run)[0]
    assert [curve["series"] for curve in table["curves"]] == ["m@pooling=mean", "m@pooling=cls"]
    results = run.results("l.sonde")
    for curve in table["curves"]:
        assert [one["layer"] for one in curve["layers"]] == list(range(7))
        for one in curve["layers"]:
            assert one["value"] == results["pairs", one["subject"], "all", "spearman"]["value"]
        values = [np.nan if one["value"] is None else one["value"] for one in curve["layers"]]
        assert curve["best"] == int(np.nanargmax(values)) and curve["as_good"] <= curve["best"]
    shown = run("show", "--layers", "l.sonde").out
    lines = [line for line in shown.splitlines() if re.match(r"^\d ", line)]
    assert len(lines) == 7 and any("█" in line for line in lines)
    best = table["curves"][0]["best"]
    assert f"m@pooling=mean: best at layer {best}" in shown
    rows = list(csv.DictReader(io.StringIO(run("show", "--layers", "l.sonde", "--format", "csv").out)))
    assert len(rows) == 14
    assert table["curves"][1]["layers"][0]["value"] is None and rows[7]["value"] == "nan"
    assert float(rows[3]["value"]) == table["curves"][0]["layers"][3]["value"]


def test_what_is_shown_can_be_chosen(run):
    assert [t["name"] for t in layers(run, "--name", "pearson")] == ["pearson"]
    assert len(layers(run, "--name", "all", "--probe", "sts", "--data", "pairs")) > 2
    assert "no subject was measured at two layers" in run("show", "--layers", "l.sonde", "--data", "other", code=2).err
    assert "unknown format" in run("show", "--layers", "l.sonde", "--format", "xml", code=2).err


def test_the_curve_is_among_the_figures(run):
    run("figures", "l.sonde", "--out", "figures")
    spec = json.loads((run.folder / "figures" / "sts-pairs-layers.vl.json").read_text())
    values = spec["data"]["values"]
    assert {v["series"] for v in values} == {"m@pooling=mean", "m@pooling=cls"} and len(values) == 14


@pytest.mark.parametrize("options, message", [
    ("pooling=mean,max,mean", "pooling 'mean' is named twice"), ("pooling=mean,clss", "did you mean 'cls'"),
    ("pooling=mean,mask&template=a [MASK] {}", "pooling=mask cannot be combined"), ("layer=all,3", "layer 'all' is not a number"),
    ("layer=words&pooling=mean,cls", "pooling")])
def test_wrong_views_are_told(sonde, options, message):
    write_sts(sonde.folder / "pairs.tsv", 5)
    assert message in sonde.run("x.sonde", "--encoder", f"minilm?{options}", "--data", "pairs.tsv", code=2).err
