"""The probe heros on sonde's own sets and on bad files, against numpy and scipy."""
import json
import math

import numpy as np
import pytest
import scipy.stats
from program import EXHAUSTIVE, ROOT, Sonde, write_table

SUBSETS = {"synonym": "Synonym", "antonym": "Antonym", "random": "Random", "typo": "Typo",
           "negation_main": "Negation (main)", "negation_antonym": "Negation (antonym)"}
CHANGED = ("antonym", "random", "negation_main", "negation_antonym")
TIE = 1e-6
# A model of random weights: tests check only consequences of its vectors.
SPECS = {"tiny": f"hf:{ROOT}/tests/golden/roberta", "random": "random"}


def lines_of_set(name):
    lines = (ROOT / f"data/heros/{name}.tsv").read_text().splitlines()
    return lines if EXHAUSTIVE else lines[:301]


def read_set(name):
    header, *rows = [line.split("\t") for line in lines_of_set(name)]
    return [dict(zip(header, row)) for row in rows]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    sonde = Sonde(tmp_path_factory.mktemp("heros"))
    named = [word for name, spec in SPECS.items() for word in ("--encoder", f"{name}={spec}")]
    for name in ("en", "nl"):
        (sonde.folder / f"heros-{name}.tsv").write_text("".join(line + "\n" for line in lines_of_set(name)))
    sonde.run("a.sonde", *named, "--probe", "heros", "--data", "heros-en.tsv", "--data", "heros-nl.tsv", "--replicates", 1000)
    return sonde


@pytest.mark.parametrize("name, subject", [("en", "tiny"), ("nl", "tiny"), ("en", "random")])
def test_results_are_those_of_the_encoded_vectors(run, name, subject):
    rows = read_set(name)
    vectors = {}
    for subset in ("Original", *SUBSETS.values()):
        raw = run.encode([row[subset] for row in rows], SPECS[subject]).astype(np.float64)
        vectors[subset] = raw / np.linalg.norm(raw, axis=1, keepdims=True)
    half = len(rows) // 2
    original = vectors["Original"]
    baseline = np.mean(original[:half] @ original[half:].T)
    value = {key[3]: result for key, result in run.results("a.sonde").items()
             if key[:3] == (f"heros-{name}", subject, "all")}
    assert value["baseline"]["value"] == pytest.approx(baseline, abs=1e-12)
    sims = {key: np.sum(original * vectors[subset], axis=1) for key, subset in SUBSETS.items()}
    for key, sim in sims.items():
        expected = {"": np.mean(sim), "_median": np.median(sim), "_q1": np.quantile(sim, .25),
                    "_q3": np.quantile(sim, .75)}
        for suffix, number in expected.items():
            raw, normalised = value[f"sim_{key}{suffix}"], value[f"normalised_{key}{suffix}"]
            assert raw["value"] == pytest.approx(number, abs=1e-12)
            assert normalised["value"] == pytest.approx((number - baseline) / (1 - baseline), abs=1e-12)
            assert raw["n"] == len(rows) and raw["low"] <= raw["value"] <= raw["high"]
            assert normalised["low"] <= normalised["value"] <= normalised["high"]
    margins = {f"synonym_beats_{c}": sims["synonym"] - sims[c] for c in CHANGED}
    margins["synonym_first"] = np.min(list(margins.values()), axis=0)
    margins["typo_costs_more"] = sims["antonym"] - sims["typo"]
    for result, margin in margins.items():
        passed = int(np.sum(margin > TIE))
        assert value[result]["value"] == passed / len(rows)
        wilson = scipy.stats.binomtest(passed, len(rows)).proportion_ci(method="wilson")
        assert (value[result]["low"], value[result]["high"]) == pytest.approx(tuple(wilson), abs=1e-9)
        ties = result.replace("synonym_beats", "ties_synonym").replace(
            "synonym_first", "ties_synonym_first").replace("typo_costs_more", "ties_typo_antonym")
        assert value[ties]["value"] == np.mean(np.abs(margin) <= TIE)


def test_the_baselines_interval_is_the_bootstraps(run):
    """Resampling without vectors is as wide as resampling pairs of originals."""
    rows = read_set("en")
    raw = run.encode([row["Original"] for row in rows], SPECS["tiny"]).astype(np.float64)
    raw /= np.linalg.norm(raw, axis=1, keepdims=True)
    half = len(rows) // 2
    draw = np.random.default_rng(1).poisson(1, (4000, len(rows))).astype(np.float64)
    first, last = (weights @ part / weights.sum(1, keepdims=True) for weights, part in
                   ((draw[:, :half], raw[:half]), (draw[:, half:], raw[half:])))
    low, high = np.quantile(np.sum(first * last, axis=1), (.025, .975))
    result = run.results("a.sonde")["heros-en", "tiny", "all", "baseline"]
    assert (result["low"], result["high"]) == pytest.approx((low, high), abs=.1 * (high - low))


def write_heros(file, count, header=("Original", *SUBSETS.values())):
    rows = [[f"the {name} {i} of us" for name in header] for i in range(count)]
    return write_table(file, header, rows)


def test_two_encoders_are_compared_and_checked(sonde):
    data = write_heros(sonde.folder / "own.tsv", 30)
    for out, seed in (("a.sonde", 1), ("b.sonde", 2)):
        sonde.run(out, "--encoder", f"it=random?seed={seed}", "--probe", "heros", "--data", data)
    compared = json.loads(sonde("compare", "a.sonde", "b.sonde", "--name", "all", "--format", "json").out)
    differences = {d["name"]: d for d in compared["differences"]}
    shown = sonde.shown("a.sonde")["results"]
    assert set(differences) == {r["name"] for r in shown}
    for difference in differences.values():
        assert difference["difference"] == pytest.approx(
            difference["second_value"] - difference["first_value"])
        assert difference["undefined"] == "" and difference["low"] <= difference["high"]
    assert differences["synonym_first"]["better"] == "higher"
    assert differences["typo_costs_more"]["better"] == "lower"
    (moves,) = compared["moves"]
    assert moves["score"] == "synonym's margin"
    gained, lost = (moves[key] for key in ("gained", "lost"))
    first, second = (differences["synonym_first"][key] for key in ("first_value", "second_value"))
    assert gained + lost > 0 and gained - lost == round(30 * (second - first))
    for way, moved in (("better", moves["better"]), ("worse", moves["worse"])):
        steps = [move["second"] - move["first"] for move in moved]
        assert len(moved) == 5 and steps == sorted(steps, reverse=way == "better")
        assert all((step > 0) == (way == "better") for step in steps)
        assert all(len(move["sentences"]) == 7 for move in moved)
    checked = json.loads(sonde("check", "a.sonde", "--against", "a.sonde", "--format", "json").out)
    verdicts = {c["name"]: c["verdict"] for c in checked["checks"]}
    assert set(verdicts.values()) == {"pass"} and {"synonym_first", "typo_costs_more"} <= set(verdicts)


def test_missing_cells_are_counted(sonde):
    file = write_heros(sonde.folder / "own.tsv", 12)
    lines = file.read_text().splitlines()
    cells = lines[4].split("\t")
    cells[2] = cells[4] = " "
    lines[4] = "\t".join(cells)
    file.write_text("\n".join(lines))
    sonde.run("a.sonde", "--encoder", "random", "--probe", "heros", "--data", file)
    results = {key[3]: r for key, r in sonde.results("a.sonde").items()}
    for name, left_out in (("sim_antonym", 1), ("sim_synonym", 0), ("synonym_beats_antonym", 1),
                           ("typo_costs_more", 1), ("synonym_first", 0), ("baseline", 0)):
        assert (results[name]["n"], results[name]["left_out"]) == (12 - left_out, left_out)
        assert results[name]["why"] == ({"no such variant": 1} if left_out else {})
    table = sonde("show", "a.sonde", "--quantiles").out
    line = {words[0]: words for words in map(str.split, table.splitlines()) if words}
    assert line["n"] == ["n", "12"] and line["left"] == ["left", "out", "0-1"]
    assert line["sim_antonym"][-1] == line["sim_antonym_q1"][-1] == "n=11"
    assert "n=" not in " ".join(line["sim_synonym"])
    assert "sim_antonym_q1" not in sonde("show", "a.sonde").out
    item = sonde.items("a.sonde")[3]
    assert item["rows"] == ["synonym", "random", "negation_main", "negation_antonym"]


@pytest.mark.parametrize("header, rows", [
    ("NEGATION-A, random_mlm, Original, typo, negation m, ANTONYM, synonym",
     {"synonym": 6, "antonym": 5, "random": 1, "typo": 3, "negation_main": 4, "negation_antonym": 0}),
    ("original, Negation, Random MLM", {"random": 2, "negation_main": 1}),
])
def test_columns_are_found_by_their_names(sonde, header, rows):
    columns = header.split(", ")
    write_table(sonde.folder / "own.tsv", columns, [[f"cell {i}" for i in range(len(columns))]])
    sonde.run("a.sonde", "--encoder", "random", "--data", "own.tsv")
    (item,) = sonde.items("a.sonde")
    place = next(i for i, name in enumerate(columns) if name.lower() == "original")
    assert item["rows"] == list(rows) and item["labels"] == {}
    assert item["sentences"] == [f"cell {place}", *(f"cell {i}" for i in rows.values())]


def test_a_card_tells_two_columns_of_one_name_apart(sonde):
    columns = ["Original", "Synonym", "Antonym", "Typo", "Random MLM", "Negation", "Negation"]
    write_table(sonde.folder / "heros.tsv", columns, [[f"cell {i}" for i in range(len(columns))]])
    card = next(block for block in (ROOT / "docs/reference/probes/heros.md").read_text().split("```")
                if block.startswith('toml\nprobe = "heros"'))
    (sonde.folder / "heros.toml").write_text(card.removeprefix("toml\n"))
    sonde.run("a.sonde", "--encoder", "random", "--data", "heros.toml")
    (item,) = sonde.items("a.sonde")
    assert item["sentences"] == [f"cell {i}" for i in (0, 1, 2, 4, 3, 5, 6)]


HEADER = "\t".join(("Original", *SUBSETS.values()))


@pytest.mark.parametrize("text, told", [
    ("", "is empty"),
    (HEADER.replace("Original", "Sentences"), "no column 'Original'"),
    (HEADER + "\n", "has no item"),
    (HEADER + "\na\tb\tc\td\te\tf\tg\th\n", ":2: the line has 8 columns, not 7"),
    (HEADER + "\na\tb\tc\td\te\tf\n", ":2: the line has 6 columns, not 7"),
    (HEADER + "\n\ta\tb\tc\td\te\tf\n", "no item of the data set is left: 1 an empty sentence in Original"),
    (HEADER + "\na\t\t \t\t\t\t\n", "no item of the data set is left: 1 an original without any variant"),
    ("Original\tdomain\na\thome\n", ":1: none of the columns Synonym, Antonym, Random, Typo, Negation (main), "
                                     "Negation (antonym) is among: Original, domain"),
    (HEADER + "\na\tb\tc\td\te\tf\tg\0\n", ":2"),
    (HEADER + "\n" + "\t".join(["a" * (1 << 20)] * 7) + "\n", ":2"),
    (HEADER + "\na\tb\tc\xff\td\te\tf\tg\n", ":2"),
    (HEADER.replace("Typo", "Negation"), "has the part of an earlier one"),
])
def test_bad_files(sonde, text, told):
    (sonde.folder / "bad.tsv").write_bytes(text.encode("latin-1"))
    answer = sonde("run", "--encoder", "random", "--probe", "heros", "--data", "bad.tsv", "--out",
                   "a.sonde", code=3)
    assert "bad.tsv" in answer.err and told in answer.err
    assert not (sonde.folder / "a.sonde").exists()


def test_one_original_has_no_baseline(sonde):
    write_heros(sonde.folder / "one.tsv", 1)
    sonde.run("a.sonde", "--encoder", "random", "--probe", "heros", "--data", "one.tsv")
    results = {key[3]: r for key, r in sonde.results("a.sonde").items()}
    assert results["baseline"]["value"] is None and results["normalised_typo"]["value"] is None
    assert math.isfinite(results["sim_typo"]["value"]) and results["sim_typo"]["low"] is None
