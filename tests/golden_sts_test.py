"""The published similarities of the STS3k study, through the program, against scipy."""
import functools
import json
import math

import numpy as np
import pytest
import scipy.stats
from program import SHARED, Sonde, shared_data

STUDY = SHARED / "sts3k-study"
CORRELATIONS = {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr,
                "kendall": scipy.stats.kendalltau}
DATASETS = {"STS3k_all": "STS3k_all.txt", "Fodor_pilot_2022": "Fodor_pilot_2022.txt",
            "KS2013_processed": "KS2013_processed.csv", "STSb_test": "STSb_test.txt"}
STS3K_LABELS = f"""
[[labels]]
file = "{STUDY}/datasets/STS3k_conditions.tsv"
column = "condition"
[[labels]]
name = "adversarial"
file = "{STUDY}/datasets/STS3k_adv_noneg_indices.txt"
index = true
[[labels]]
name = "other"
file = "{STUDY}/datasets/STS3k_non_adv_indices.txt"
index = true
"""


def similarities(dataset):
    """model -> its file."""
    suffix = "_similarities.txt"
    return {file.name[len(dataset) + 1:-len(suffix)]: file
            for file in sorted((STUDY / "similarities").glob(f"{dataset}_*{suffix}"))}


def gold(dataset):
    lines = (STUDY / "datasets" / DATASETS[dataset]).read_text().splitlines()
    return np.array([float(line.split(";")[2]) for line in lines])


def write_card(folder, dataset):
    card = folder / f"{dataset}.toml"
    card.write_text(f'probe = "sts"\nfile = "{STUDY}/datasets/{DATASETS[dataset]}"\n'
                    f'separator = ";"\nheader = false\nquoted = false\n'
                    f'columns = ["first", "second", "gold"]\n'
                    + (STS3K_LABELS if dataset == "STS3k_all" else ""))
    return card


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """One run over all data sets with every stored model that has a line a pair."""
    shared_data(STUDY.name)
    sonde = Sonde(tmp_path_factory.mktemp("study"))
    words = []
    for dataset in DATASETS:
        words += ["--data", write_card(sonde.folder, dataset)]
        for model, file in similarities(dataset).items():
            if len(file.read_text().split()) == len(gold(dataset)):
                words += ["--scorer", f"{dataset}.{model}=scores:{file}?data={dataset}"]
    sonde.run("study.sonde", *words, "--replicates", 10)
    return sonde, sonde.results("study.sonde")


@functools.cache
def slices():
    conditions = (STUDY / "datasets/STS3k_conditions.tsv").read_text().splitlines()[1:]
    chosen = {"all": np.arange(2800)}
    for value in ("ADV", "NADV"):
        chosen[f"condition={value}"] = np.array(
            [i for i, line in enumerate(conditions) if line.split("\t")[1] == value])
    for name, file in (("adversarial", "adv_noneg"), ("other", "non_adv")):
        chosen[f"{name}=in"] = np.loadtxt(STUDY / f"datasets/STS3k_{file}_indices.txt", dtype=int)
    return chosen


@pytest.mark.parametrize("dataset", DATASETS)
def test_every_stored_model_agrees_with_scipy(study, dataset):
    _, results = study
    ratings = gold(dataset)
    chosen = slices() if dataset == "STS3k_all" else {"all": np.arange(len(ratings))}
    checked = 0
    for model, file in similarities(dataset).items():
        values = np.loadtxt(file)
        if len(values) != len(ratings):
            continue
        for slice_name, at in chosen.items():
            # Kendall's in scipy takes long, so only over all pairs of the smaller sets.
            for name in ("pearson", "spearman", *(["kendall"] if len(at) < 1200 else [])):
                result = results[dataset, f"{dataset}.{model}", slice_name, name]
                expected = CORRELATIONS[name](values[at], ratings[at]).statistic
                assert result["value"] == pytest.approx(expected, abs=1e-12), (model, slice_name, name)
                assert result["n"] == len(at) and result["left_out"] == 0
                checked += 1
    assert checked >= {"STS3k_all": 46 * 5 * 2, "STSb_test": 25 * 3}.get(dataset, 15 * 3)


def test_the_studys_printed_correlations_come_out(study):
    _, results = study
    printed = json.loads((STUDY / "spearman_of_stored_similarities.json").read_text())
    assert len(printed) >= 46
    for model, values in printed.items():
        for slice_name, expected in zip(("all", "other=in", "adversarial=in"), values):
            ours = results["STS3k_all", f"STS3k_all.{model}", slice_name, "spearman"]["value"]
            assert abs(ours - expected) <= 0.0005 + 1e-9, (model, slice_name)


def test_a_file_of_another_length_is_refused(study):
    sonde, _ = study
    file = similarities("KS2013_processed")["S3BERT"]
    assert len(file.read_text().split()) == 120
    refused = sonde.run("r.sonde", "--scorer", f"scores:{file}", "--data", "KS2013_processed.toml", code=3)
    assert "120" in refused.err and "108" in refused.err and len(refused.messages) == 1


def test_nan_and_ties_agree_with_scipy(study):
    """The stored similarities, rounded so that most are tied, with some of them undefined."""
    sonde, _ = study
    ratings = gold("STS3k_all")
    values = np.round(np.loadtxt(similarities("STS3k_all")["sentbert"]), 1)
    values[::7] = np.nan
    (sonde.folder / "tied.txt").write_text("".join(f"{value}\n" for value in values))
    sonde.run("t.sonde", "--scorer", "tied=scores:tied.txt", "--data", "STS3k_all.toml", "--replicates", 10)
    results = sonde.results("t.sonde")
    assert len(set(values[~np.isnan(values)])) < 15
    for slice_name, at in slices().items():
        kept = at[~np.isnan(values[at])]
        for name, correlate in CORRELATIONS.items():
            result = results["STS3k_all", "tied", slice_name, name]
            assert result["value"] == pytest.approx(correlate(values[kept], ratings[kept]).statistic, abs=1e-12)
            assert (result["n"], result["left_out"]) == (len(kept), len(at) - len(kept))


def test_minilm_agrees_with_the_studys_sentbert(study):
    sonde, _ = study
    sonde.run("m.sonde", "--encoder", "minilm", "--data", "STS3k_all.toml", "--replicates", 10)
    ours = [item["subjects"]["minilm"]["similarity"] for item in sonde.items("m.sonde")]
    stored = np.loadtxt(similarities("STS3k_all")["sentbert"])
    assert int((np.abs(np.array(ours) - stored) <= 1e-5).sum()) >= 2786
    assert all(math.isfinite(value) for value in ours)
