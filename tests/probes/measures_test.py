"""Results against scipy and against arithmetic on the exported items."""
import math

import numpy as np
import pytest
import scipy.stats
from program import EXHAUSTIVE, ROOT

CORRELATIONS = {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr,
                "kendall": scipy.stats.kendalltau}
TIE = 1e-6


def chosen(items, slice_name):
    if slice_name == "all":
        return items
    label, value = slice_name.split("=")
    return [item for item in items if item["labels"].get(label) == value]


@pytest.mark.parametrize("probe", ["sts", "sts?similarity=dot", "sts?similarity=l1",
                                   "sts?similarity=l2", "sts?standardize=separate",
                                   "sts?standardize=joint"])
def test_correlations_are_scipys(sonde, sts, tiny, probe):
    sonde.run("a.sonde", "--encoder", "hf:tiny", "--encoder", "random", "--probe", probe, "--data",
              sts)
    items = sonde.items("a.sonde")
    results = sonde.shown("a.sonde")["results"]
    assert len(results) == 2 * 3 * 3
    for result in results:
        some = chosen(items, result["slice"])
        x = [item["subjects"][result["subject"]]["similarity"] for item in some]
        y = [item["gold"] for item in some]
        expected = CORRELATIONS[result["name"]](x, y).statistic
        assert result["value"] == pytest.approx(expected, abs=1e-12)
        assert result["n"] == len(some) and result["low"] < result["value"] < result["high"]


def cosine(a, b):
    return float(a @ b / math.sqrt((a @ a) * (b @ b)))


SIMILARITIES = {"cosine": cosine, "dot": lambda a, b: float(a @ b),
                "l1": lambda a, b: -float(np.abs(a - b).sum()),
                "l2": lambda a, b: -float(np.sqrt(((a - b) ** 2).sum()))}


@pytest.mark.parametrize("name", SIMILARITIES)
def test_similarities_are_those_of_the_encoded_vectors(sonde, sts, tiny, name):
    sonde.run("a.sonde", "--encoder", "hf:tiny?normalize=false", "--probe",
              f"sts?similarity={name}", "--data", sts)
    items = sonde.items("a.sonde")
    texts = [text for item in items for text in item["sentences"]]
    vectors = sonde.encode(texts, "hf:tiny?normalize=false").astype(np.float64)
    for i, item in enumerate(items):
        (measured,) = item["subjects"].values()
        expected = SIMILARITIES[name](vectors[2 * i], vectors[2 * i + 1])
        assert measured["similarity"] == pytest.approx(expected, abs=1e-12, rel=1e-12)


@pytest.mark.parametrize("how", ["separate", "joint"])
def test_standardized_features_are_the_studys(sonde, sts, tiny, how):
    """Each feature minus its mean, over its standard deviation + 0.001."""
    sonde.run("a.sonde", "--encoder", "hf:tiny", "--probe", f"sts?standardize={how}", "--data", sts)
    items = sonde.items("a.sonde")
    sides = [sonde.encode([item["sentences"][side] for item in items], "hf:tiny").astype(np.float64)
             for side in (0, 1)]
    groups = sides if how == "separate" else [np.concatenate(sides)] * 2
    first, second = ((side - group.mean(0)) / (group.std(0) + 0.001)
                     for side, group in zip(sides, groups))
    for i, item in enumerate(items):
        (measured,) = item["subjects"].values()
        assert measured["similarity"] == pytest.approx(cosine(first[i], second[i]), abs=1e-6)


TESTS = {
    "negation-detection": lambda p, s, ps: p - s,
    "negation-variants": lambda p, s, ps: min(ps - p, ps - s),
    "clause-relatedness": lambda p, s, ps: p - s,
    "argument-sensitivity": lambda p, s, ps: p - ps,
    "fixed-point-reorder": lambda p, s, ps: p - s,
}


@pytest.fixture(scope="module")
def triplet_run(tmp_path_factory):
    from program import Sonde
    sonde = Sonde(tmp_path_factory.mktemp("triplets"))
    tiny = ROOT / "tests/golden/roberta"
    sonde.run("a.sonde", "--encoder", f"tiny=hf:{tiny}", "--encoder", "tokens=minilm?layer=words",
              "--encoder", "random", "--probe", "triplets", *(() if EXHAUSTIVE else ("--limit", 150)))
    return sonde, sonde.results("a.sonde"), sonde.items("a.sonde")


def shares(margins):
    return sum(m > TIE for m in margins) / len(margins), sum(abs(m) <= TIE for m in margins) / len(margins)


@pytest.mark.parametrize("name", TESTS)
def test_triplets_are_judged_as_the_paper_says(triplet_run, name):
    _, results, items = triplet_run
    mine = [item for item in items if item["dataset"] == name]
    assert len(mine) >= 120
    for subject in ("tiny", "tokens", "random"):
        sims = [item["subjects"][subject]["similarity"] for item in mine]
        margins = [TESTS[name](*sim) for sim in sims]
        value = {key[3]: result["value"] for key, result in results.items()
                 if key[:3] == (name, subject, "all")}
        assert (value["accuracy"], value["ties"]) == shares(margins)
        assert value["margin"] == pytest.approx(np.mean(margins), abs=1e-12)
        means = [value["sim_s_plus"], value["sim_s_star"], value["sim_plus_star"]]
        assert means == pytest.approx(np.mean(sims, axis=0), abs=1e-12)
        assert [item["subjects"][subject]["margin"][0] for item in mine] == pytest.approx(margins, abs=1e-15)
        if name == "argument-sensitivity":
            assert value["accuracy_published"] == shares([p - s for p, s, _ in sims])[0]
        else:
            assert "accuracy_published" not in value


def test_intervals_of_proportions_are_wilsons(triplet_run):
    _, results, _ = triplet_run
    seen = 0
    for key, result in results.items():
        if key[3] not in ("accuracy", "accuracy_published", "ties"):
            continue
        successes = round(result["value"] * result["n"])
        interval = scipy.stats.binomtest(successes, result["n"]).proportion_ci(method="wilson")
        assert (result["low"], result["high"]) == pytest.approx(tuple(interval), abs=1e-9)
        seen += 1
    assert seen >= 5 * 3 * 2


def test_clause_relatedness_has_a_slice_for_each_order(triplet_run):
    _, results, items = triplet_run
    orders = {item["labels"]["order"] for item in items if item["dataset"] == "clause-relatedness"}
    assert len(orders) == 2
    for order in orders:
        assert ("clause-relatedness", "tiny", f"order={order}", "accuracy") in results


def test_a_bag_of_words_knows_no_order(triplet_run):
    sonde, results, items = triplet_run
    for name in ("argument-sensitivity", "fixed-point-reorder"):
        assert results[name, "tokens", "all", "accuracy"]["value"] == 0
    ties = results["argument-sensitivity", "tokens", "all", "ties"]
    swapped = [item for item in items if item["dataset"] == "argument-sensitivity"]
    assert ties["value"] == 1 and ties["n"] == len(swapped)
    moved = [item for item in items if item["dataset"] == "fixed-point-reorder"]
    for some in (swapped, moved):
        vectors = [sonde.encode([item["sentences"][place] for item in some], "minilm?layer=words")
                   for place in (0, 2)]
        assert vectors[0].tobytes() == vectors[1].tobytes()
    for item in moved:
        assert item["subjects"]["tokens"]["similarity"][1] == 1


def test_any_order_of_the_words_gives_the_same_bits(sonde):
    words = "the quick brown fox , seven 7 lazy dogs and a cat sleep below every old oak".split()
    orders = [words, words[::-1], sorted(words), sorted(words, key=lambda word: hash_of(word))]
    vectors = sonde.encode([" ".join(order) for order in orders], "minilm?layer=words")
    assert len({vector.tobytes() for vector in vectors}) == 1 and np.abs(vectors).max() > 0
    ordered = sonde.encode([" ".join(order) for order in orders], "minilm")
    assert len({vector.tobytes() for vector in ordered}) == len(orders)


def hash_of(word):
    return sum(ord(letter) * 31**place for place, letter in enumerate(word)) % 101


def test_undefined_is_counted_and_never_zero(sonde, sts, tmp_path):
    scores = tmp_path / "s.txt"
    values = [f"{i * 37 % 60 / 60:.4f}" for i in range(60)]
    values[3] = values[17] = "nan"
    scores.write_text("\n".join(values) + "\n")
    flat = tmp_path / "flat.txt"
    flat.write_text("0.5\n" * 60)
    sonde.run("a.sonde", "--scorer", f"some=scores:{scores}", "--scorer", f"flat=scores:{flat}",
              "--probe", "sts", "--data", sts)
    results = sonde.results("a.sonde")
    some = results["pairs", "some", "all", "spearman"]
    assert (some["n"], some["left_out"]) == (58, 2) and sum(some["why"].values()) == 2
    items = [item for item in sonde.items("a.sonde")
             if item["subjects"]["some"]["similarity"] is not None]
    expected = scipy.stats.spearmanr([item["subjects"]["some"]["similarity"] for item in items],
                                     [item["gold"] for item in items]).statistic
    assert some["value"] == pytest.approx(expected, abs=1e-12)
    for name in CORRELATIONS:
        flat_result = results["pairs", "flat", "all", name]
        assert flat_result["value"] is None and flat_result["n"] == 60
    assert "undefined" in sonde("show", "a.sonde").out


def test_ratings_may_be_missing(sonde, tmp_path):
    lines = ["first\tsecond\tgold"] + [f"a {i}\tb {i}\t{'nan' if i < 3 else i % 5}" for i in range(20)]
    (tmp_path / "p.tsv").write_text("\n".join(lines) + "\n")
    sonde.run("a.sonde", "--encoder", "random", "--probe", "sts", "--data", tmp_path / "p.tsv")
    result = sonde.results("a.sonde")["p", "random", "all", "kendall"]
    assert (result["n"], result["left_out"]) == (17, 3)


def test_the_shipped_sets_are_those_of_the_repository(triplet_run):
    _, _, items = triplet_run
    for name in TESTS:
        ids = [row.split("\t")[0] for row in (ROOT / f"data/triplets/{name}.tsv").read_text().splitlines()[1:]]
        found = [item["item"] for item in items if item["dataset"] == name]
        measured = set(found)
        assert found == [one for one in ids if one in measured] and len(found) == (len(ids) if EXHAUSTIVE else 150)
