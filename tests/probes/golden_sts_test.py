"""The published similarities of the STS3k study, through the program, against scipy."""
import functools
import json
import math

import numpy as np
import pytest
import scipy.stats
from program import EXHAUSTIVE, Sonde, shared_data
from sts_study import DATASETS, STUDY, write_card

CORRELATIONS = {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr,
                "kendall": scipy.stats.kendalltau}


def similarities(dataset):
    """model -> its file."""
    suffix = "_similarities.txt"
    return {file.name[len(dataset) + 1:-len(suffix)]: file
            for file in sorted((STUDY / "similarities").glob(f"{dataset}_*{suffix}"))}


def gold(dataset):
    lines = (STUDY / "datasets" / DATASETS[dataset]).read_text().splitlines()
    return np.array([float(line.split(";")[2]) for line in lines])


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
    few = () if EXHAUSTIVE else ("--limit", 400)
    sonde.run("m.sonde", "--encoder", "minilm", "--data", "STS3k_all.toml", "--replicates", 10, *few)
    ours = {int(item["item"]): item["subjects"]["minilm"]["similarity"] for item in sonde.items("m.sonde")}
    stored = np.loadtxt(similarities("STS3k_all")["sentbert"])
    assert len(ours) == (400 if few else len(stored))
    assert sum(abs(value - stored[number - 1]) > 1e-5 for number, value in ours.items()) <= 14
    assert all(math.isfinite(value) for value in ours.values())


# The grouping of the study's Figure 8. If the number of modifiers of ONLY_MOD is blank, it is 1 or 2.
GROUPS = {"AB_VERB": "Single", "AB_SUBJ": "Single", "AB_DOBJ": "Single", "SWAP_DOBJ_VERB": "Swap-2",
          "SWAP_SUBJ_DOBJ": "Swap-2", "SWAP_SUBJ_VERB": "Swap-2", "TRIPLE": "Swap-3", "QUAD": "Swap-4",
          "PARAPHRASE": "Paraphrase", "NEGATIVE": "Negative", "ZERO": "Zero"}
FIGURE_8_MODELS = ("mean", "sentbert_mpnet_norml", "openai_norml", "defsent_cls_norml",
                   "verbnet_fixedparms_basic")


@pytest.fixture(scope="module")
def kinds(study):
    """The models of Figure 8 with the pairs' types as labels, and two references."""
    sonde, _ = study
    types = [line.split("\t") for line in (STUDY / "STS3k_pair_types.tsv").read_text().splitlines()[1:]]
    groups = [GROUPS.get(kind, "Modifiers" if kind == "ONLY_MOD" and not modifiers else "")
              for _, kind, modifiers, _ in types]
    (sonde.folder / "groups.tsv").write_text(
        "pair_id\tgroup\n" + "".join(f"{i}\t{group}\n" for i, group in enumerate(groups, 1)))
    card = write_card(sonde.folder, "STS3k_all").read_text()
    for file, column in (("groups.tsv", "group"), (STUDY / "STS3k_pair_types.tsv", "type"),
                         (STUDY / "STS3k_pair_types.tsv", "kind_of_single_modifier")):
        card += f'[[labels]]\nfile = "{file}"\ncolumn = "{column}"\n'
    (sonde.folder / "kinds.toml").write_text('name = "kinds"\nreference = "group=Modifiers"\n' + card)
    files = similarities("STS3k_all")
    words = [word for model in FIGURE_8_MODELS for word in ("--scorer", f"{model}=scores:{files[model]}")]
    sonde.run("k.sonde", *words, "--data", "kinds.toml", "--replicates", 200)
    chosen = {f"group={group}": np.array([i for i, one in enumerate(groups) if one == group])
              for group in set(groups) - {""}}
    singles = [line[3] for line in types]
    chosen |= {f"kind_of_single_modifier={kind}": np.array([i for i, one in enumerate(singles) if one == kind])
               for kind in set(singles) - {""}}
    return sonde, {key[1:]: result for key, result in sonde.results("k.sonde").items()}, chosen


def test_deviations_from_people_are_the_printed_ones(kinds):
    """Figure 8: all in units of the pairs with added modifiers, eight groups, that one among them."""
    _, results, chosen = kinds
    printed = json.loads((STUDY / "published_means_by_type.json").read_text())["mean_absolute_deviation"]
    ratings = gold("STS3k_all")
    groups = [name for name in chosen if name.startswith("group=")]
    assert len(groups) == 8 and set(printed) == set(FIGURE_8_MODELS)
    people = {name: ratings[chosen[name]].mean() for name in groups}
    for model in FIGURE_8_MODELS:
        values = np.loadtxt(similarities("STS3k_all")[model])
        means = {name: values[chosen[name]].mean() for name in groups}
        relative = {name: means[name] / means["group=Modifiers"] for name in groups}
        wanted = np.mean([abs(relative[name] - people[name] / people["group=Modifiers"]) for name in groups])
        ours = results[model, "all", "relative_deviation"]
        assert ours["value"] == pytest.approx(wanted, abs=1e-12)
        assert abs(ours["value"] - printed[model]) < 0.0005
        assert ours["low"] < ours["value"] < ours["high"]
        for name in groups:
            assert results[model, name, "mean_similarity"]["value"] == pytest.approx(means[name], abs=1e-12)
            if name != "group=Modifiers":
                assert results[model, name, "relative_similarity"]["value"] == pytest.approx(relative[name])
                assert results["data", name, "relative_rating"]["value"] == pytest.approx(
                    people[name] / people["group=Modifiers"])


def test_single_modifiers_cost_what_figure_9_prints(kinds):
    """The printed table counts pairs by the study's own list of types, of which some are not known."""
    _, results, chosen = kinds
    printed = json.loads((STUDY / "published_means_by_type.json").read_text())["single_modifier_reduction"]
    names = {"PLACE": "places", "TIME": "times", "MANNER": "manner", "add IOBJ": "IOBJ",
             "SUBJ adj": "SUBJ_adj", "DOBJ adj": "DOBJ_adj", "IOBJ adj": "IOBJ_adj", "PASSIVE": "passive"}
    ratings = gold("STS3k_all")
    for name, kind in names.items():
        result = results["data", f"kind_of_single_modifier={kind}", "mean_rating"]
        of_kind = ratings[chosen[f"kind_of_single_modifier={kind}"]]
        assert result["value"] == pytest.approx(of_kind.mean(), abs=1e-12)
        assert 1 - result["value"] == pytest.approx(printed[name], abs=0.05)
        assert result["low"] < result["value"] < result["high"]
        student = scipy.stats.t.interval(0.95, len(of_kind) - 1, of_kind.mean(), scipy.stats.sem(of_kind))
        assert (result["low"], result["high"]) == pytest.approx(student, abs=0.4 * (student[1] - student[0]))


def test_a_difference_of_two_slices_is_scipys(kinds):
    """Figure 4: adversarial less non-adversarial, both resampled together."""
    sonde, _, _ = kinds
    file = similarities("STS3k_all")["sentbert_mpnet_norml"]
    sonde.run("d.sonde", "--scorer", f"s=scores:{file}", "--data", "STS3k_all.toml",
              "--probe", "sts?reference=other=in", "--replicates", 400)
    result = sonde.results("d.sonde")["STS3k_all", "s", "adversarial=in", "spearman_difference"]
    values, ratings, chosen = np.loadtxt(file), gold("STS3k_all"), slices()

    def spearman(at):
        return scipy.stats.spearmanr(values[at], ratings[at]).statistic

    adversarial, other = chosen["adversarial=in"], chosen["other=in"]
    assert result["value"] == pytest.approx(spearman(adversarial) - spearman(other), abs=1e-12)
    draw = np.random.default_rng(1)
    differences = [spearman(draw.choice(adversarial, len(adversarial)))
                   - spearman(draw.choice(other, len(other))) for _ in range(400)]
    error = np.std(differences)
    assert (result["low"], result["high"]) == pytest.approx(np.quantile(differences, [.025, .975]), abs=0.6 * error)


def test_a_reference_that_no_pair_is_is_told(kinds):
    sonde, _, _ = kinds
    words = ("--encoder", "random", "--data", "kinds.toml")
    refused = sonde.run("x.sonde", *words, "--probe", "sts?reference=group=Modifier", code=2)
    assert "'group=Modifier'" in refused.err and "group=Modifiers" in refused.err
    card = (sonde.folder / "kinds.toml").read_text().replace("group=Modifiers", "groups=Modifiers")
    (sonde.folder / "wrong.toml").write_text(card)
    refused = sonde.run("x.sonde", "--encoder", "random", "--data", "wrong.toml", code=3)
    assert "wrong.toml:2" in refused.err and "'groups=Modifiers'" in refused.err


def test_figures_draw_people_beside_the_models(kinds):
    sonde, results, _ = kinds
    sonde("figures", "k.sonde", "-o", "figures")
    for name, number in (("means", "mean"), ("relative", "relative")):
        lines = (sonde.folder / f"figures/sts-kinds-{name}-group.csv").read_text().splitlines()
        assert len({line.split(",")[0] for line in lines[1:]}) == 1 + len(FIGURE_8_MODELS)
        people = results["data", "group=Swap-3", f"{number}_rating"]
        assert any("people" in line and repr(people["value"])[:12] in line for line in lines)
