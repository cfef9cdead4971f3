"""Hybrids, learned heads and the fine-tuning script, through the program."""
import csv
import importlib
import io
import json
import math
import os
import sys

import pytest
from sts_study import STUDY, write_card
from program import ROOT, Sonde, shared_data
from reproduce.heads import curve
from reproduce.work import Work
from scipy.stats import spearmanr

ROLES = ("Agent", "Verb", "Patient", "Theme", "Time", "Manner", "Location", "Trajectory")


@pytest.fixture(scope="module")
def sonde(tmp_path_factory):
    """60 pairs, and two scores a pair: the first follows the rating."""
    sonde = Sonde(tmp_path_factory.mktemp("learned"))
    rating = [round(.01 * (i % 30) + .1 * (i % 7), 2) for i in range(60)]
    rows = [f"one {i}\ttwo {i}\t{rating[i]}\t{'easy' if i % 3 else 'hard'}\n" for i in range(60)]
    (sonde.folder / "pairs.tsv").write_text("first\tsecond\tgold\tpart\n" + "".join(rows))
    (sonde.folder / "near.txt").write_text("".join(f"{2 * x + .05 * (i % 2)}\n" for i, x in enumerate(rating)))
    (sonde.folder / "far.txt").write_text("".join(f"{i % 5}\n" for i in range(60)))
    return sonde


PARTS = ("--data", "pairs.tsv", "--encoder", "r=random?dimension=6", "--scorer", "near=scores:near.txt",
         "--scorer", "far=scores:far.txt")


def heads(sonde, *words):
    answer = sonde("heads", *PARTS, "--store", "none", "--seeds", 3, "--format", "csv", *words)
    return list(csv.DictReader(io.StringIO(answer.out)))


def test_a_run_measures_what_is_derived(sonde):
    sonde.run("a.sonde", *PARTS, "--scorer", "mix=hybrid:near+far", "--scorer", "h=head:near+far?hidden=none",
              "--scorer", "both=hybrid:h+near?weights=1,1", "--replicates", 10)
    results = sonde.results("a.sonde")
    for subject in ("mix", "h", "both"):
        assert results["pairs", subject, "all", "spearman"]["value"] > .95
    told = sonde("show", "a.sonde", "--subjects").out
    assert "learned head" in told and "near, far" in told
    rows = csv.DictReader(io.StringIO(sonde("show", "a.sonde", "--subjects", "--format", "csv").out))
    weights = {row["subject"]: row["weights on pairs"] for row in rows}
    assert " near, " in weights["mix"] and " intercept, " in weights["mix"]
    assert weights["both"] == "1 h, 1 near" and weights["h"] == weights["r"] == ""


def test_heads_are_trained_by_size_and_seed(sonde):
    rows = heads(sonde, "--scorer", "h=head:r?split=random&pca=none", "--scorer", "s=head:near+far?folds=3")
    assert [(row["head"], row["hidden"], row["weights"]) for row in rows] == [
        (head, hidden, weights) for head, count in (("h", 12), ("s", 2)) for hidden, weights in (
            ("none", str(count)), ("10", str(10 * count + 10)), ("60,10", str(60 * count + 610)),
            ("100,100,10", str(100 * count + 11010)))]
    assert all(float(row["low"]) <= float(row["spearman"]) <= float(row["high"]) and row["seeds"] == "3" for row in rows)
    assert float(rows[4]["spearman"]) > .95
    assert heads(sonde, "--scorer", "h=head:r?split=random&pca=none", "--threads", 1) == rows[:4]


def test_the_reproduction_tool_finds_what_the_former_command_finds(sonde):
    head = "h=head:r?split=random&pca=none"
    rows = curve(Work(sonde.folder, sonde.program, 10, "none"), [head], ["none", "10"], 3, *PARTS)
    for row, told in zip(rows, heads(sonde, "--scorer", head, "--hidden", "none", "10"), strict=True):
        name, dataset, hidden, seeds, *numbers = row
        assert [name, dataset, hidden, str(seeds)] == [told[key] for key in ("head", "data", "hidden", "seeds")]
        assert numbers == pytest.approx([float(told[key]) for key in ("spearman", "low", "high", "sd")], abs=1e-12)


def test_a_curve_is_a_result_too(sonde):
    answer = sonde("heads", *PARTS, "--scorer", "h=head:near+far?train=part=easy&test=part=hard", "--hidden", "none",
                   "--seeds", 4, "--format", "json")
    results = json.loads(answer.out)["results"]
    assert [(one["slice"], one["name"], one["n"]) for one in results] == [
        ("hidden=none", name, 4) for name in ("spearman", "spearman.deviation", "weights")]
    assert results[1]["value"] == pytest.approx(0, abs=1e-12)  # a linear regression has no seed
    assert results[2]["value"] == 2


def test_heads_tell_what_they_lack(sonde):
    for words, told in (((), "no learned head is named"),
                        (("--scorer", "h=head:near"), "'near' has no vectors that 'h' could learn from"),
                        (("--scorer", "h=head:r?trained_on=pairs"), "trained on another data set"),
                        (("--scorer", "h=head:r", "--hidden", "a"), "hidden=a"),
                        (("--scorer", "h=head:r?hidden=5"), "`sonde heads` takes it as --hidden"),
                        (("--scorer", "h=head:r?seed=5"), "`sonde heads` takes it as --seeds"),
                        (("--scorer", "h=head:r", "--seeds", "0"), "1 to 10000 seeds"),
                        (("--scorer", "h=head:r", "--format", "xml"), "unknown format 'xml'")):
        assert told in sonde("heads", *PARTS, *words, code=2).err


def test_what_is_derived_is_listed(sonde):
    listed = sonde("list", "scorers").out
    assert "hybrid:A+B" in listed and "head:A" in listed


def test_the_studys_linear_head_on_roles_comes_out(sonde, tmp_path):
    """.569: its stored predictions of the adversarial pairs, from a regression on eight role similarities."""
    shared_data(STUDY.name)
    here = Sonde(tmp_path)
    file = STUDY / "roles/full_VerbNet_pass_STS3k_all_rolewise_similarities.json"
    stored = json.loads(file.read_text(encoding="utf-8"))["conceptnet"]
    words = []
    for role in ROLES:
        values = [stored[str(i)].get(role, 0) for i in range(1, 2801)]
        (tmp_path / f"{role}.txt").write_text("".join(f"{0 if math.isnan(x) else x!r}\n" for x in values))
        words += ["--scorer", f"{role}=scores:{role}.txt"]
    here.run("h.sonde", "--data", write_card(tmp_path, "STS3k_all"), *words, "--scorer",
             f"h=head:{'+'.join(ROLES)}?train=other=in&test=adversarial=in&hidden=none")
    [found] = [row["value"] for (_, subject, part, name), row in here.results("h.sonde").items()
               if (subject, part, name) == ("h", "all", "spearman")]
    assert round(found, 3) == .569


@pytest.fixture(scope="module")
def finetune():
    sys.path.append(str(ROOT / "python"))  # its sources need no build
    return importlib.import_module("sonde.finetune")


@pytest.fixture(scope="module")
def items(sonde):
    sonde.run("items.sonde", *PARTS, "--scorer", "h=head:r?split=random&hidden=none", "--replicates", 10)
    (sonde.folder / "items.jsonl").write_text(sonde("export", "items.sonde", "--items", "--format", "jsonl").out)
    return str(sonde.folder / "items.jsonl")


def parts(finetune, items, *words):
    given = finetune.arguments([items, "--model", "m", "--out", "o", "--scores", "s", *words])
    pairs = finetune.read_items(given)
    return pairs, finetune.splits(pairs, given)


def test_finetuning_parts_the_items_of_a_run(finetune, items):
    _, [(train, test)] = parts(finetune, items, "--train", "part=easy", "--test", "part=hard")
    assert test == list(range(0, 60, 3)) and len(train) == 40
    pairs, [(train, test)] = parts(finetune, items, "--head", "h")
    assert len(test) == 15 and all(pairs[i]["subjects"]["h"]["similarity"] is None for i in train)
    _, folds = parts(finetune, items, "--split", "folds", "--folds", "7")
    assert sorted(i for _, tested in folds for i in tested) == list(range(60))
    assert all(set(train) | set(test) == set(range(60)) and not set(train) & set(test) for train, test in folds)
    _, [(train, test)] = parts(finetune, items, "--seed", "2")
    assert len(test) == 15 and test != parts(finetune, items)[1][0][1]


def test_finetuning_replaces_nothing(finetune, items, tmp_path):
    (tmp_path / "scores").write_text("mine")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/mine").write_text("mine")
    for words, told in ((("--out", tmp_path / "o", "--scores", tmp_path / "scores"), "already exists"),
                        (("--out", tmp_path / "notes"), "is not empty"), (("--out", tmp_path / "scores"), "is a file")):
        with pytest.raises(finetune.Error, match=told):
            finetune.tune(finetune.arguments([items, "--model", "m", *map(str, words)]))
    assert (tmp_path / "notes/mine").read_text() == "mine"


def test_finetuning_tells_what_is_wrong(finetune, items):
    for words, told in ((("--train", "part=soft", "--test", "part=hard"), "no item has the label part=soft"),
                        (("--train", "part=hard", "--test", "part=hard"), "items are both"),
                        (("--train", "part=hard"), "needs --train and --test"),
                        (("--head", "x"), "no subject 'x'"), (("--dataset", "x"), "no data set 'x'"),
                        (("--folds", "1"), "--folds must be 2 or more"), (("--share", "2"), "between 0 and 1"),
                        (("--out", os.path.dirname(items)), "is not empty")):
        with pytest.raises(finetune.Error, match=told):
            parts(finetune, items, *words)
    with pytest.raises(finetune.Error, match="not a range"):
        given = finetune.arguments([items, "--model", "m", "--out", "o", "--scale", "5"])
        finetune.targets_of(finetune.read_items(given), given)


@pytest.mark.parametrize("text, told", [
    ("", "no item is there"), ("{", "x.jsonl:1: this is not an item"), ("\n3\n", "x.jsonl:2: this is not an item"),
    ('{"dataset": "d", "probe": "heros", "sentences": [], "labels": {}, "item": "1", "subjects": {}}', "have no rating"),
    (None, "No such file")])
def test_finetuning_tells_which_line_is_no_item(finetune, tmp_path, text, told):
    if text is not None:
        (tmp_path / "x.jsonl").write_text(text)
    with pytest.raises(finetune.Error, match=told):
        finetune.read_items(finetune.arguments([str(tmp_path / "x.jsonl"), "--model", "m", "--out", "o"]))


def test_the_command_of_finetuning_says_it_in_a_line(finetune, items):
    with pytest.raises(SystemExit, match="^finetune: no item has the label part=soft$"):
        finetune.main([items, "--model", "m", "--out", "o", "--train", "part=soft", "--test", "part=hard"])
    with pytest.raises(SystemExit, match="^finetune: .*--model"):
        finetune.main([items])


def test_finetuning_correlates_as_scipy_does(finetune):
    scores = [.1, .4, .4, None, .2, .9, .4, .3]
    gold = [0, .5, .25, 1, .25, .75, None, .25]
    kept = [(x, y) for x, y in zip(scores, gold) if None not in (x, y)]
    assert finetune.spearman([{"gold": y} for y in gold], scores) == pytest.approx(spearmanr(*zip(*kept)).statistic)
    assert math.isnan(finetune.spearman([{"gold": 1.}] * 3, [.1, .2, .3]))
