"""`sonde compare`: differences, pairing of items between runs, many subjects, wrong calls."""
import csv
import io
import json
import re

import numpy as np
import pytest
from program import has_bf16, sentences, write_sts, write_table
from scipy import stats


def scored(sonde, out, data, scores, *words):
    """A run of scorers with stored scores: name -> a number a row."""
    for name, values in scores.items():
        (sonde.folder / f"{name}.txt").write_text("".join(f"{value}\n" for value in values))
        words += ("--scorer", f"{name}=scores:{sonde.folder / name}.txt")
    return sonde.run(out, "--data", data, *words)


def pairs(folder, texts, gold, name="pairs.tsv"):
    rows = [(*two, rating) for two, rating in zip(texts, gold, strict=True)]
    return write_table(folder / name, ["first", "second", "gold"], rows)


def compared(sonde, *words):
    return json.loads(sonde("compare", *words, "--format", "json").out)


@pytest.fixture
def rated(sonde):
    """200 rated pairs and three scorers: good, better, and one without a score for two pairs."""
    draw = np.random.default_rng(3)
    texts = sentences(400)
    two = list(zip(texts[:200], texts[200:], strict=True))
    gold = np.round(draw.uniform(0, 5, 200), 1)
    noise = draw.normal(size=(3, 200))
    good, better = gold + 2 * noise[0] + noise[1], gold + noise[0] + 0.4 * noise[2]
    lacking = [*better[:198], "nan", "nan"]
    data = pairs(sonde.folder, two, gold)
    scored(sonde, "a.sonde", data, {"good": good, "better": better, "lacking": lacking})
    return sonde, two, gold, good, better


def test_the_difference_is_scipys(rated):
    sonde, _, gold, good, better = rated
    found = compared(sonde, "a.sonde", "--subjects", "good", "better")
    assert found["schema"] == "sonde.comparison/2" and found["hypotheses"] == 1
    (difference,) = found["differences"]
    assert difference["name"] == "spearman" and difference["n"] == 200
    wanted = stats.spearmanr(better, gold).statistic - stats.spearmanr(good, gold).statistic
    assert difference["difference"] == pytest.approx(wanted, abs=1e-12)

    def statistic(a, b, g, axis=-1):
        return (stats.spearmanr(b, g).statistic - stats.spearmanr(a, g).statistic)

    boot = stats.bootstrap((good, better, gold), statistic, paired=True, vectorized=False,
                           n_resamples=1000, method="percentile", rng=np.random.default_rng(1))
    interval, error = boot.confidence_interval, boot.standard_error
    assert difference["error"] == pytest.approx(error, rel=0.12)
    assert difference["low"] == pytest.approx(interval.low, abs=0.4 * error)
    assert difference["high"] == pytest.approx(interval.high, abs=0.4 * error)
    assert difference["p_holm"] == difference["p"] < 1e-4
    assert difference["effect"] == pytest.approx(wanted / (difference["error"] * 200 ** 0.5))
    assert found["correlations"] == []
    (correlation,) = compared(sonde, "a.sonde", "--subjects", "good", "better", "--alike")["correlations"]
    assert correlation["spearman"] == pytest.approx(stats.spearmanr(good, better).statistic, abs=1e-12)


def test_the_order_of_the_subjects_is_the_sign(rated):
    sonde = rated[0]
    one = compared(sonde, "a.sonde", "--subjects", "good", "better", "--name", "all")
    other = compared(sonde, "a.sonde", "--subjects", "better", "good", "--name", "all")
    assert [d["name"] for d in one["differences"]] == ["spearman", "pearson", "kendall"]
    for d, e in zip(one["differences"], other["differences"], strict=True):
        assert d["difference"] == -e["difference"] and d["p"] == pytest.approx(e["p"])
        assert d["low"] == pytest.approx(-e["high"])
    assert one["hypotheses"] == 3
    assert one["moves"][0]["better"][0]["item"] == other["moves"][0]["worse"][0]["item"]


def test_holm_covers_what_is_shown(rated):
    sonde = rated[0]
    found = compared(sonde, "a.sonde", "--subjects", "good", "better", "--name", "all")
    p = [d["p"] for d in found["differences"]]
    order = np.argsort(p)
    greatest = 0
    for rank, at in enumerate(order):
        greatest = max(greatest, min(1, (len(p) - rank) * p[at]))
        assert found["differences"][at]["p_holm"] == pytest.approx(greatest)


def test_an_item_undefined_for_one_is_left_out_for_both(rated):
    sonde, _, gold, good, better = rated
    (d,) = compared(sonde, "a.sonde", "--subjects", "good", "lacking")["differences"]
    assert d["n"] == 198 and d["left_out"] == 2 and d["why"] == {"undefined similarity": 2}
    assert d["first_value"] == pytest.approx(stats.spearmanr(good[:198], gold[:198]).statistic)
    assert d["second_value"] == pytest.approx(stats.spearmanr(better[:198], gold[:198]).statistic)


def test_what_moved_most_agrees_better_in_rank(rated):
    sonde, two, gold, good, better = rated
    found = compared(sonde, "a.sonde", "--subjects", "good", "better", "--items", 3)
    (moves,) = found["moves"]
    off = [abs(stats.rankdata(v) - stats.rankdata(gold)) / 200 for v in (good, better)]
    gain = off[0] - off[1]
    for key, order in (("better", np.argsort(-gain)), ("worse", np.argsort(gain))):
        assert len(moves[key]) == 3
        for move, at in zip(moves[key], order, strict=False):
            assert move["second"] - move["first"] == pytest.approx(gain[at])
            assert move["sentences"] == list(two[int(move["item"]) - 1])


def test_a_run_named_twice_is_told_apart_as_it_is_written(rated):
    sonde = rated[0]
    found = compared(sonde, "a.sonde", "./a.sonde", "--subjects", "a.sonde:good", "./a.sonde:better")
    assert [s["run"] for s in found["subjects"]] == ["a.sonde", "./a.sonde"]


def test_items_of_two_runs_pair_by_content(rated):
    sonde, two, gold, good, better = rated
    order = np.random.default_rng(1).permutation(200)[:150]
    further = sentences(20, 9)
    texts = [two[i] for i in order] + list(zip(further[:10], further[10:], strict=True))
    (sonde.folder / "new").mkdir()
    data = pairs(sonde.folder / "new", texts, [*gold[order], *range(10)])
    scored(sonde, "new/b.sonde", data, {"good": [*better[order], *range(10)]})
    found = compared(sonde, "a.sonde", "new/b.sonde", "--subjects", "good")
    assert [s["label"] for s in found["subjects"]] == ["a.sonde:good", "b.sonde:good"]
    assert found["tasks"] == [{"probe": "sts", "dataset": "pairs", "items": 150, "only": [50, 10],
                               "partial": False, "cut": [0, 0]}]
    (d,) = found["differences"]
    assert d["n"] == 150
    assert d["first_value"] == pytest.approx(stats.spearmanr(good[order], gold[order]).statistic)
    assert d["second_value"] == pytest.approx(stats.spearmanr(better[order], gold[order]).statistic)
    # The same as within one run, but for the seed of the first run: the same items have the same weights.
    text = sonde("compare", "a.sonde", "new/b.sonde", "--subjects", "a.sonde:good",
                 "new/b.sonde:good").out
    assert "150 items in common; 50 items only in a.sonde; 10 items only in new/b.sonde" in text


def test_many_subjects_have_places(rated):
    sonde = rated[0]
    found = compared(sonde, "a.sonde", "--data", "pairs")
    assert len(found["differences"]) == 3 == found["hypotheses"] and not found["moves"]
    places = {s["subject"]: (s["best"], s["worst"]) for s in found["standings"]}
    assert places == {"good": (3, 3), "better": (1, 2), "lacking": (1, 2)}
    assert "(1-2)" in sonde("compare", "a.sonde").out


def test_results_without_a_better_direction_have_no_places(sonde):
    encoders = [word for name in "abc" for word in ("--encoder", f"{name}=random?seed={ord(name)}")]
    sonde.run("c.sonde", *encoders, "--probe", "curves", "--data", "curves-en", "--limit", 20)
    names = ("--name", "overlap", "--name", "threshold_at_fpr", "--replicates", 200)
    standings = compared(sonde, "c.sonde", *names)["standings"]
    placed = {s["name"]: s["best"] is not None and s["worst"] is not None for s in standings}
    assert placed == {"overlap": True, "threshold_at_fpr": False}
    former = ("--name", "overlap", "--name", "limit_cosine", "--replicates", 200)
    assert sonde("compare", "c.sonde", *former).out == sonde("compare", "c.sonde", *names).out
    for line in sonde("compare", "c.sonde", *names).out.splitlines():
        if line.startswith("curves-en"):
            assert ("threshold at" in line) != (re.search(r"\(\d(-\d)?\)", line) is not None)


def test_a_subject_compared_with_itself_does_not_differ(rated):
    sonde = rated[0]
    found = compared(sonde, "a.sonde", "a.sonde", "--subjects", "good", "--name", "all")
    assert all(d["difference"] == 0 and d["p"] == 1 for d in found["differences"])
    assert any("are the same subject" in note for note in found["notes"])


def test_triplets_say_which_items_flipped(sonde, triplets):
    sonde.run("t.sonde", "--encoder", "a=random?seed=1", "--encoder", "b=random?seed=2", "--probe",
              "triplets", "--data", triplets)
    found = compared(sonde, "t.sonde", "--subjects", "a", "b", "--items", 40)
    margins = {name: np.array([item["subjects"][name]["margin"][0] for item in
                               sonde.items("t.sonde")]) for name in "ab"}
    passes = {name: values > 1e-6 for name, values in margins.items()}
    (moves,) = found["moves"]
    assert moves["score"] == "margin"
    assert moves["gained"] == (passes["b"] & ~passes["a"]).sum()
    assert moves["lost"] == (passes["a"] & ~passes["b"]).sum()
    assert len(moves["better"]) == (margins["b"] > margins["a"]).sum()
    (d,) = found["differences"]
    assert d["name"] == "accuracy"
    assert d["difference"] == pytest.approx(passes["b"].mean() - passes["a"].mean())
    changed = [moves["gained"], moves["lost"]]
    exact = stats.binomtest(changed[0], sum(changed)).pvalue
    mid_p = exact - stats.binom(sum(changed), 0.5).pmf(changed[0])
    assert d["p"] == pytest.approx(mid_p, abs=0.1)


def test_slices_are_compared_where_asked_for(sonde, sts):
    sonde.run("a.sonde", "--encoder", "a=random?seed=1", "--encoder", "b=random?seed=2", "--probe",
              "sts", "--data", sts)
    found = compared(sonde, "a.sonde", "--slices")
    assert {d["slice"] for d in found["differences"]} == {"all", "age=old", "age=new"}
    assert found["hypotheses"] == 3
    text = sonde("compare", "a.sonde", "--slices").out
    assert "age=old" in text and "over 3 hypotheses" in text


def test_a_slice_without_a_test_is_named(sonde):
    texts = sentences(60)
    rows = [(texts[2 * i], texts[2 * i + 1], i, "few" if i < 4 else "many") for i in range(30)]
    data = write_table(sonde.folder / "d.tsv", ["first", "second", "gold", "size"], rows)
    sonde.run("a.sonde", "--encoder", "a=random?seed=1", "--encoder", "b=random?seed=2", "--data", data)
    text = sonde("compare", "a.sonde", "--slices").out
    assert "d sts spearman size=few: no test (fewer than 10 items)" in text
    assert "d sts spearman: no test" not in text


def test_places_are_among_subjects_with_a_value(sonde, triplets):
    for name, passing in (("good", 36), ("poor", 4), ("none", None)):
        lines = ["nan\n" * 3 if passing is None else f"{0.9 if i < passing else 0.1}\n0.5\n0.3\n"
                 for i in range(40)]
        (sonde.folder / f"{name}.txt").write_text("".join(lines))
    scorers = [word for name in ("good", "poor", "none") for word in ("--scorer", f"{name}=scores:{name}.txt")]
    sonde.run("a.sonde", *scorers, "--data", triplets)
    standings = compared(sonde, "a.sonde")["standings"]
    places = {s["subject"]: (s["best"], s["worst"]) for s in standings}
    assert places == {"good": (1, 1), "poor": (2, 2), "none": (None, None)}
    text = sonde("compare", "a.sonde").out
    assert "no test of 2 pairs (no item is defined for both)" in text and "left out for all" not in text


def test_no_item_in_common_is_none(sonde, triplets):
    (sonde.folder / "a.txt").write_text("".join(f"{i % 7}\n" for i in range(120)))
    (sonde.folder / "b.txt").write_text("nan\n" * 120)
    sonde.run("a.sonde", "--scorer", "a=scores:a.txt", "--scorer", "b=scores:b.txt", "--data", triplets)
    (d,) = compared(sonde, "a.sonde")["differences"]
    assert (d["n"], d["left_out"], d["why"]) == (0, 40, {"undefined similarity": 40})
    assert d["undefined"] == "no item is defined for both"


def test_few_items_have_no_test(sonde):
    texts = sentences(18)
    data = pairs(sonde.folder, list(zip(texts[:9], texts[9:], strict=True)), range(9))
    sonde.run("a.sonde", "--encoder", "a=random?seed=1", "--encoder", "b=random?seed=2", "--data",
              data)
    found = compared(sonde, "a.sonde")
    (d,) = found["differences"]
    assert d["p"] is None and d["low"] is None and d["undefined"] == "fewer than 10 items"
    assert found["hypotheses"] == 0
    assert "no test (fewer than 10 items)" in sonde("compare", "a.sonde").out


def test_few_items_are_not_left_out(sonde):
    (sonde.folder / "few.txt").write_text("".join(f"{text}\n" for text in sentences(4)))
    sonde.run("a.sonde", "--encoder", "a=random?seed=1", "--encoder", "b=random?seed=2", "--data", "few.txt")
    shown = sonde("compare", "a.sonde").out
    assert "no test (fewer than 10 items)" in shown and "left out" not in shown


def test_formats_have_the_same_numbers(rated):
    sonde = rated[0]
    found = compared(sonde, "a.sonde", "--subjects", "good", "better")["differences"][0]
    lines = sonde("compare", "a.sonde", "--subjects", "good", "better", "--format", "csv").out
    (row,) = csv.DictReader(io.StringIO(lines))
    for key in ("difference", "low", "high", "p", "p_holm", "effect"):
        assert float(row[key]) == found[key]
    for form in ("text", "md", "tex"):
        text = sonde("compare", "a.sonde", "--subjects", "good", "better", "--format", form).out
        assert f"+{found['difference']:.3f}".replace("0.", ".") in text


def test_same_bytes_whatever_the_threads(rated):
    sonde = rated[0]
    one, two = (sonde("compare", "a.sonde", "--format", "json", "--threads", n).raw for n in (1, 2))
    assert one == two


@pytest.mark.skipif(not has_bf16(), reason="this processor does not compute in bf16")
def test_only_numerics_differ(sonde, sts, tiny):
    words = ("--probe", "sts", "--data", sts)
    sonde.run("a.sonde", "--encoder", f"a=hf:{tiny}?precision=f32", "--encoder",
              f"b=hf:{tiny}?precision=bf16", *words)
    subjects = sonde.shown("a.sonde", "--subjects")["subjects"]
    assert subjects[0]["identity"] == subjects[1]["identity"]
    assert subjects[0]["numerics"] != subjects[1]["numerics"]
    (note,) = compared(sonde, "a.sonde")["notes"]
    assert note.startswith("a and b differ only in numerics: ") and " against " in note


def wrong(sonde, *words, code):
    answer = sonde("compare", *words, code=code)
    assert len(answer.err.splitlines()) == 1 and not answer.raw
    return answer.err


def test_wrong_calls_are_told(rated, triplets):
    sonde, two, gold, good, _ = rated
    assert "did you mean 'good'?" in wrong(sonde, "a.sonde", "--subjects", "god", "better", code=2)
    assert "needs two subjects" in wrong(sonde, "a.sonde", "--subjects", "good", code=2)
    assert "named twice" in wrong(sonde, "a.sonde", "--subjects", "good", "good", code=2)
    assert "did you mean 'spearman'?" in wrong(sonde, "a.sonde", "--name", "spearmen", code=2)
    assert "did you mean 'pairs'?" in wrong(sonde, "a.sonde", "--data", "pair", code=2)
    assert "did you mean 'sts'?" in wrong(sonde, "a.sonde", "--probe", "st", code=2)
    assert "did you mean 'json'?" in wrong(sonde, "a.sonde", "--format", "jsn", code=2)
    wrong(sonde, "a.sonde", "--replicates", 9, code=2)
    (sonde.folder / "text.sonde").write_text("no run\n")
    for file in ("text.sonde", "none.sonde"):
        assert file in wrong(sonde, "a.sonde", file, "--subjects", "good", code=3)

    scored(sonde, "b.sonde", sonde.folder / "pairs.tsv", {"good": good, "better": good})
    err = wrong(sonde, "a.sonde", "b.sonde", "--subjects", "good", "better", code=2)
    assert "a.sonde:good or b.sonde:good" in err
    sonde.run("t.sonde", "--encoder", "good=random", "--probe", "triplets", "--data", triplets)
    assert "no data set" in wrong(sonde, "a.sonde", "t.sonde", "--subjects", "good", code=3)


def test_other_settings_are_not_compared(sonde, sts):
    for file, probe in (("a.sonde", "sts"), ("b.sonde", "sts?similarity=dot")):
        sonde.run(file, "--encoder", "random", "--probe", probe, "--data", sts)
    err = wrong(sonde, "a.sonde", "b.sonde", "--subjects", "random", code=3)
    assert "same probe" in err and "not in b.sonde" in err


def test_no_item_in_common_is_told(sonde):
    for file, seed in (("a", 1), ("b", 2)):
        (sonde.folder / file).mkdir()
        texts = sentences(40, seed)
        data = pairs(sonde.folder / file, list(zip(texts[:20], texts[20:], strict=True)), range(20))
        sonde.run(f"{file}.sonde", "--encoder", "random", "--data", data)
    err = wrong(sonde, "a.sonde", "b.sonde", "--subjects", "random", code=3)
    assert "no item of 'pairs' in common" in err


@pytest.mark.parametrize("probe, name", [("heros", None), ("curves?by=place", "auc"), ("sets", "c6"), ("triplets", "margin"),
                                         ("sts", "pearson")])
def test_what_is_not_shown_changes_no_value(sonde, probe, name):
    """Replicates are drawn for the results that are compared. The others are left out."""
    data = {"heros": "heros-en", "curves?by=place": "curves-en", "sets": "sets-en", "triplets": "negation-variants"}
    sets = data.get(probe) or write_sts(sonde.folder / "pairs.tsv", 60)
    subjects = ["random", "two=random?seed=2", "three=random?seed=3"]
    sonde.run("a.sonde", *(word for one in subjects for word in ("--encoder", one)), "--probe", probe, "--data", sets,
              "--limit", 30)
    for chosen in (["random", "two"], ["random", "two", "three"]):
        words = ("a.sonde", "--replicates", 200, "--subjects", *chosen)
        everything = compared(sonde, *words, "--name", "all", "--slices")
        some = compared(sonde, *words, *(["--name", name] if name else []))
        for part in ("differences", "standings"):
            key = ("name", "slice", "first", "second", "subject")
            of = {tuple(one.get(k) for k in key): one for one in everything[part]}
            for one in some[part]:
                other = of[tuple(one.get(k) for k in key)]
                for value in one.keys() - {"p_holm", "best", "worst"}:
                    assert one[value] == other[value], (one["name"], value)
        assert some["differences"] and some["moves"] == everything["moves"]
