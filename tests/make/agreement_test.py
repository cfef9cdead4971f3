"""sonde rate agreement: ratings of people from a file to tables and JSON, the published figures, bad input."""
import csv
import io
import json

import numpy as np
import pytest
from program import EXHAUSTIVE, shared_data

RATINGS = ["item\tannotator\tvalue", "1\tann\t1", "1\tbob\t2", "2\tann\t3", "2\tbob\t3", "3\tann\t5",
           "3\tbob\t4"]


def write(folder, lines, name="ratings.tsv"):
    (folder / name).write_bytes(lines if isinstance(lines, bytes) else
                                "".join(line + "\n" for line in lines).encode())
    return name


FEW = ("--replicates", 50)  # most tests ask for no interval


def ask(sonde, *words):
    words += () if "--replicates" in words else FEW
    return json.loads(sonde("rate", "agreement", *words, "--format", "json").out)


def found(report, slice="all"):
    return {r["name"]: r for r in report["results"] if r["slice"] == slice}


@pytest.fixture(scope="module")
def crowd():
    """60 items in two groups, 8 annotators, whole ratings from 1 to 7, a fifth missing."""
    rng = np.random.default_rng(3)
    grid = np.clip(np.rint(rng.uniform(1, 7, (60, 1)) + rng.normal(size=(60, 8))), 1, 7)
    grid[rng.uniform(size=grid.shape) < 0.2] = np.nan
    return grid


def long_form(grid, header="annotator\titem\tvalue\tgroup"):
    return [header] + [f"a{j}\t{i + 1}\t{value:g}\t{'odd' if i % 2 else 'even'}"
                       for i, row in enumerate(grid) for j, value in enumerate(row)
                       if not np.isnan(value)]


def test_json_has_all_of_it(sonde, crowd):
    report = ask(sonde, write(sonde.folder, long_form(crowd)), "--scale", "1:7")
    assert report["schema"] == "sonde.agreement/1"
    assert [group["slice"] for group in report["groups"]] == ["all", "group=even", "group=odd"]
    for at, item in enumerate(report["items"]):
        row = crowd[int(item["item"]) - 1]
        row = row[~np.isnan(row)]
        assert item["ratings"] == len(row) and item["group"] == ("odd" if at % 2 else "even")
        assert item["mean"] == pytest.approx(row.mean(), abs=1e-12)
        assert item["median"] == np.median(row)
        assert item["box"] == pytest.approx(np.percentile(row, [0, 25, 50, 75, 100]), abs=1e-12)
    assert sorted(one["annotator"] for one in report["annotators"]) == [f"a{j}" for j in range(8)]
    for one in report["annotators"]:
        own = crowd[:, int(one["annotator"][1:])]
        assert one["ratings"] == (~np.isnan(own)).sum()
        assert one["mean"] == pytest.approx(np.nanmean(own), abs=1e-12)
        assert one["low"] < one["value"] < one["high"]
    for result in report["results"]:
        if result["name"] == "shuffled_p":  # a p has no interval
            assert result["low"] is None and 0 < result["value"] <= 1
        elif result["low"] is None:
            said = f"{result['slice']}: {result['name']} "
            assert any(note.startswith(said) for note in report["notes"]), result
        elif result["name"] != "median":
            assert result["low"] < result["value"] < result["high"], result
        assert result["left_out"] == sum(result["why"].values())


def test_box_plots_are_of_ratings_and_of_the_means_of_items(sonde, crowd):
    """The second is the paper's figure: the mean rating of each item."""
    name, shares = write(sonde.folder, long_form(crowd)), [0, 25, 50, 75, 100]
    groups = {"all": crowd, "group=even": crowd[::2], "group=odd": crowd[1::2]}
    report = {group["slice"]: group for group in ask(sonde, name)["groups"]}
    rows = list(csv.DictReader(io.StringIO(sonde("rate", "agreement", name, "--format", "csv", *FEW).out)))
    text = sonde("rate", "agreement", name, *FEW).out
    for slice_name, grid in groups.items():
        boxes = {"ratings": np.percentile(grid[~np.isnan(grid)], shares),
                 "item_means": np.percentile(np.nanmean(grid, axis=1), shares)}
        assert report[slice_name]["box"] == pytest.approx(boxes["ratings"], abs=1e-12)
        assert report[slice_name]["box_of_means"] == pytest.approx(boxes["item_means"], abs=1e-12)
        of = {row["name"]: row for row in rows if row["slice"] == slice_name}
        for kind, box in boxes.items():
            lines = [of[f"{kind}_{end}"] for end in ("lowest", "q1", "median", "q3", "highest")]
            assert [float(line["value"]) for line in lines] == pytest.approx(box, abs=1e-12)
            assert {line["low"] for line in lines} == {""} and lines[0]["n"] == str(len(grid))
    means = text[text.index("means of items"):text.index("agreement")]
    assert f"{np.percentile(np.nanmean(crowd, axis=1), 25):.3f}".lstrip("0") in means


def test_a_group_is_measured_like_a_file_of_its_own(sonde, crowd):
    whole = ask(sonde, write(sonde.folder, long_form(crowd)))
    odd = [line for line in long_form(crowd) if not line.endswith("even")]
    alone = ask(sonde, write(sonde.folder, odd, "odd.tsv"))
    for name, result in found(whole, "group=odd").items():
        assert result | {"slice": "all"} == found(alone)[name]


@pytest.mark.parametrize("header, order", [("value\tannotator\titem", (2, 0, 1)),
                                           ("Rater\tscore\tpair_id", (0, 2, 1)),
                                           ("participant,id,answer,minutes", (0, 1, 2, 3))])
def test_columns_come_in_any_order_and_under_other_names(sonde, crowd, header, order):
    lines = long_form(crowd)
    plain = ask(sonde, write(sonde.folder, ["\t".join(line.split("\t")[:3]) for line in lines]))
    separator = "," if "," in header else "\t"
    moved = [header] + [separator.join(line.split("\t")[at] for at in order) for line in lines[1:]]
    name = write(sonde.folder, moved, "moved.csv" if separator == "," else "moved.tsv")
    assert ask(sonde, name)["results"] == plain["results"]


def test_the_order_of_lines_changes_nothing(sonde, crowd):
    lines = long_form(crowd)
    straight = found(ask(sonde, write(sonde.folder, lines)))
    other = found(ask(sonde, write(sonde.folder, lines[:1] + lines[:0:-1], "back.tsv")))
    for name, result in straight.items():
        for key in ("value", "low", "high"):
            assert other[name][key] == pytest.approx(result[key], abs=1e-12), name


def test_threads_change_no_byte(sonde, crowd):
    name = write(sonde.folder, long_form(crowd))
    assert sonde("rate", "agreement", name, "--threads", 1, *FEW).out == sonde("rate", "agreement", name, "--threads", 3, *FEW).out


def test_missing_and_dropped_ratings_are_told(sonde):
    lines = RATINGS + ["4\tann\t", "4\tbob\tnan", "4\tcat\tNA", "5\tann\t3", "6\tann\t4", "x\tbob\t2"]
    report = ask(sonde, write(sonde.folder, lines), "--drop", "5-6", "--drop", "x")
    assert report["notes"][:2] == ["ratings of items that were dropped: 3",
                                   "lines without a rating: 3"]
    assert [item["item"] for item in report["items"]] == ["1", "2", "3"]


def test_undefined_is_said(sonde):
    lines = RATINGS[:1] + [f"{item}\t{who}\t4" for item in range(5) for who in ("ann", "bob")]
    answer = sonde("rate", "agreement", write(sonde.folder, lines))
    assert "alpha_interval is undefined: it needs two different ratings" in answer.out
    results = found(ask(sonde, "ratings.tsv"))
    assert results["alpha_interval"]["value"] is None and results["kappa_pairs"]["value"] is None
    assert results["percent_agreement"]["value"] == 1 and results["mean"]["value"] == 4


@pytest.mark.parametrize("items", [1, 9, 10])
def test_few_items_have_no_intervals(sonde, crowd, items):
    report = ask(sonde, write(sonde.folder, long_form(crowd[:items])))
    said = "all: no interval: fewer than 10 items"
    assert (said in report["notes"]) == (items < 10)
    intervals = [result["low"] for result in report["results"] if result["slice"] == "all"]
    intervals += [annotator["low"] for annotator in report["annotators"]]
    assert all(low is None for low in intervals) if items < 10 else any(low is not None for low in intervals)


def test_a_ceiling_of_few_items_has_no_interval(sonde, crowd):
    result = ceilings(sonde, rated_pairs(sonde.folder, crowd[:9], 'ratings = "ratings.tsv"'))["all"]
    assert result["value"] is not None and result["low"] is None and result["n"] == 9
    assert "no interval: fewer than 10 items" in result["why"]


def test_every_format(sonde, crowd):
    name = write(sonde.folder, long_form(crowd))
    rows = list(csv.DictReader(io.StringIO(sonde("rate", "agreement", name, "--format", "csv", *FEW).out)))
    results = ask(sonde, name)["results"]
    told = [(row["slice"], row["name"]) for row in rows[:len(results)]]
    assert told == [(r["slice"], r["name"]) for r in results]
    for row, result in zip(rows, results):
        assert row["value"] == "nan" if result["value"] is None else float(row["value"]) == result["value"]
    text = sonde("rate", "agreement", name, "--items", "--annotators", *FEW).out
    assert text.count("\na3 ") == 1 and "alpha_ordinal" in text
    assert "| alpha_ordinal" in sonde("rate", "agreement", name, "--format", "md", *FEW).out
    assert "tabular" in sonde("rate", "agreement", name, "--format", "tex", *FEW).out


def test_the_published_figures_of_sts3k(sonde):
    """Checks section 5.1 of the study, and its summary in docs/explanation/papers.md."""
    folder = shared_data("sts3k-study") / "datasets"
    report = ask(sonde, folder / "STS3k_ratings.tsv", "--drop", "1-10", "--scale", "1:7", "--groups",
                 folder / "STS3k_conditions.tsv", "--splits", 100 if EXHAUSTIVE else 30)
    by_slice = {group["slice"]: group for group in report["groups"]}
    assert by_slice["all"]["ratings"] == 55110 and by_slice["all"]["annotators"] == 501
    published = {"all": (0.953, 0.832, 0.71), "condition=NADV": (0.950, 0.825, 0.70),
                 "condition=ADV": (0.940, 0.804, 0.67)}
    for slice, (reliability, kappa, plain) in published.items():
        results = found(report, slice)
        assert results["spearman_brown"]["value"] == pytest.approx(reliability, abs=0.0015)
        assert results["kappa_halves_published"]["value"] == pytest.approx(kappa, abs=0.0025)
        assert results["kappa_halves_linear"]["value"] == pytest.approx(plain, abs=0.005)
        assert results["noise_ceiling"]["value"] == results["spearman_brown"]["value"] ** 0.5
    results = found(report)
    assert results["shuffled_ks"]["value"] == pytest.approx(0.31, abs=0.01)
    assert results["deviation"]["value"] / 6 == pytest.approx(0.218, abs=5e-4)
    assert results["deviation_population"]["value"] / 6 == pytest.approx(0.212, abs=5e-4)
    means = np.array([(item["mean"] - 1) / 6 for item in report["items"]])
    assert (means.min(), means.max()) == (0, pytest.approx(0.975, abs=5e-4))
    mean, deviation = results["mean_of_items"], results["deviation_of_items"]
    assert (mean["value"] - 1) / 6 == pytest.approx(0.44165, abs=5e-6)
    assert deviation["value"] / 6 == pytest.approx(means.std(ddof=1), abs=1e-9)
    assert deviation["value"] / 6 == pytest.approx(0.2421, abs=1e-4)
    assert mean["low"] < mean["value"] < mean["high"] and deviation["low"] < deviation["value"]
    # One shuffle of theirs has 866 of 2,790 items between the two distributions: p = 4.3e-119.
    p = results["shuffled_p"]
    assert 1e-125 < p["value"] < 1e-105 and p["low"] is None


def rated_pairs(folder, crowd, card=""):
    """A data set of rated pairs with its card, and the file of ratings next to it."""
    write(folder, long_form(crowd))
    means = np.nanmean(crowd, axis=1)
    pairs = [f"{i + 1}\tthe {i} cat sat\tthe {i % 7} dog sat\t{mean:.4f}\t{'odd' if i % 2 else 'even'}"
             for i, mean in enumerate(means)]
    write(folder, ["id\tfirst\tsecond\tgold\tgroup"] + pairs, "pairs.tsv")
    return write(folder, ['probe = "sts"', 'file = "pairs.tsv"', card], "pairs.toml")


def ceilings(sonde, card, *words):
    sonde.run("out.sonde", "--encoder", "random", "--data", card, "--replace", *words)
    results = json.loads(sonde("show", "out.sonde", "--format", "json").out)["results"]
    return {r["slice"]: r for r in results if r["name"] == "noise_ceiling"}


def test_the_noise_ceiling_stands_beside_results(sonde, crowd):
    found_there = ceilings(sonde, rated_pairs(sonde.folder, crowd, 'ratings = "ratings.tsv"'))
    report = ask(sonde, "ratings.tsv")
    assert set(found_there) == {"all", "group=even", "group=odd"}
    for slice, result in found_there.items():
        ours = found(report, slice)["noise_ceiling"]
        assert result["value"] == pytest.approx(ours["value"], abs=1e-12)
        assert result["low"] == pytest.approx(ours["low"], abs=0.01)
        assert result["high"] == pytest.approx(ours["high"], abs=0.01)
        assert (result["subject"], result["n"]) == ("data", 60 if slice == "all" else 30)
    lines = sonde("show", "out.sonde").out.splitlines()
    (row,) = [line for line in lines if line.startswith("random")][:1]
    assert f"{found_there['all']['value']:.3f}"[1:] in row and "not supported" not in row
    assert not any(line.startswith("data ") for line in lines)
    assert "noise" not in sonde("check", "out.sonde", "--against", "out.sonde").out


def test_a_known_reliability_is_enough(sonde, crowd):
    result = ceilings(sonde, rated_pairs(sonde.folder, crowd, "reliability = 0.64"))["all"]
    assert (result["value"], result["low"], result["n"]) == (0.8, None, 60)


def test_runs_with_and_without_ratings_compare(sonde, crowd):
    card = rated_pairs(sonde.folder, crowd)
    sonde.run("plain.sonde", "--encoder", "random", "--data", card)
    ceilings(sonde, rated_pairs(sonde.folder, crowd, 'ratings = "ratings.tsv"'))
    compared = json.loads(sonde("compare", "plain.sonde", "out.sonde", "--format", "json").out)
    assert {d["name"] for d in compared["differences"]} == {"spearman"}
    assert not any("settings" in note for note in compared["notes"])


def test_changed_ratings_make_another_run(sonde, crowd):
    card = rated_pairs(sonde.folder, crowd, 'ratings = "ratings.tsv"')
    first = ceilings(sonde, card)["all"]["value"]
    write(sonde.folder, long_form(np.where(crowd > 5, 1, crowd)))
    sonde("run", "--encoder", "random", "--data", card, "--out", "out.sonde", code=2)
    assert ceilings(sonde, card)["all"]["value"] != first


@pytest.mark.parametrize("card, says", [
    ("reliability = 1.2", ("pairs.toml:3:", "'1.2'")),
    ('reliability = "high"', ("pairs.toml:3:", "'high'")),
    ('ratings = "none.tsv"', ("none.tsv",)),
    ('ratings_drop = "1-10"', ("pairs.toml:3:", "'ratings'")),
    ('ratings = "ratings.tsv"\nreliability = 0.9', ("pairs.toml:4:", "both")),
    ('ratings = "more.tsv"', ("more.tsv", "item 61", "ratings_drop")),
    ('rating = "ratings.tsv"', ("pairs.toml:3:", "'ratings'"))])
def test_bad_keys_of_a_card_are_told(sonde, crowd, card, says):
    name = rated_pairs(sonde.folder, crowd, card)
    write(sonde.folder, long_form(crowd) + ["a0\t61\t3\todd"], "more.tsv")
    answer = sonde("run", "--encoder", "random", "--data", name, "--out", "bad.sonde", code=3)
    (line,) = answer.messages
    for part in says:
        assert part in line, line


def test_the_ceiling_of_sts3k(sonde, tmp_path):
    folder = shared_data("sts3k-study") / "datasets"
    card = tmp_path / "sts3k.toml"
    card.write_text(f"""probe = "sts"
file = "{folder}/STS3k_all.txt"
separator = ";"
header = false
columns = ["first", "second", "gold"]
ratings = "{folder}/STS3k_ratings.tsv"
ratings_drop = "1-10"
labels = {{ file = "{folder}/STS3k_conditions.tsv", column = "condition" }}
""")
    results = ceilings(sonde, card, "--replicates", 100)
    for slice, reliability in {"all": 0.953, "condition=NADV": 0.950, "condition=ADV": 0.940}.items():
        assert results[slice]["value"] == pytest.approx(reliability ** 0.5, abs=0.001)
    assert (results["all"]["n"], results["all"]["left_out"]) == (2790, 10)


def with_line(number, line):
    return [line if at == number else old for at, old in enumerate(RATINGS, 1)]


BAD = {
    "an empty file": (b"", (), ("empty",)),
    "a header alone": (RATINGS[:1], (), ("no rating",)),
    "nothing but missing ratings": (RATINGS[:1] + ["1\tann\tnan"], (), ("no rating",)),
    "a rating in words": (with_line(3, "1\tbob\tmuch"), (), (":3:", "'much'", "column value")),
    "a rating with a comma": (with_line(3, "1\tbob\t2,512"), (), (":3:", "'2,512'")),
    "an infinite rating": (with_line(3, "1\tbob\tinf"), (), (":3:", "'inf'")),
    "a rating off the scale": (RATINGS, ("--scale", "1:4"), (":6:", "rating 5", "scale", "item 3")),
    "the same twice": (RATINGS + ["2\tann\t4"], (), (":8:", "'ann'", "line 4", "item 2")),
    "one annotator only": ([line for line in RATINGS if "bob" not in line], (), ("one annotator",)),
    "shifted columns": (with_line(4, "\t2\tann\t3"), (), (":4:", "4 columns, not 3")),
    "a column less": (with_line(4, "ann\t3"), (), (":4:", "2 columns, not 3")),
    "a rating in the wrong column": (with_line(4, "2\t3\tann"), (), (":4:", "'ann'")),
    "a blank line": (with_line(4, ""), (), (":4:", "is blank")),
    "no item's name": (with_line(4, "\tann\t3"), (), (":4:", "empty", "column item")),
    "no annotator's name": (with_line(4, "2\t\t3"), (), (":4:", "empty", "column annotator")),
    "a NUL byte": ("\n".join(RATINGS).encode().replace(b"bob", b"b\0b", 1), (), (":3:", "NUL")),
    "invalid UTF-8": ("\n".join(RATINGS).encode().replace(b"bob", b"b\xffb", 1), (), (":3:",)),
    "no header": (RATINGS[1:], (), (":1:", "column", "first line")),
    "no item's column": (["thing" + line[4:] if at == 0 else line for at, line in enumerate(RATINGS)], (),
                         (":1:", "'item'")),
    "commas in place of tabs": ([line.replace("\t", ",") for line in RATINGS], (),
                                (":1:", "'annotator'", "tabs between them, in a .csv commas")),
    "two columns of ratings": ([line + "\tscore" for line in RATINGS], (), (":1:", "'score'")),
    "an item in two groups": ([line + "\t" + ("group" if at == 0 else f"g{at}")
                               for at, line in enumerate(RATINGS)], (), (":3:", "'g1'", "column group")),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_told(sonde, name):
    lines, options, says = BAD[name]
    answer = sonde("rate", "agreement", write(sonde.folder, lines), *options, code=3)
    (line,) = answer.messages
    assert answer.out == "" and "; " in line
    for part in says:
        assert part in line, line


@pytest.mark.parametrize("words, says", [
    (("--scale", "7:1"), "scale"), (("--scale", "1"), "scale"), (("--scale", "a:b"), "'a'"),
    (("--drop", "9"), "'9'"), (("--group", "colour"), "'colour'"), (("--splits", "0"), "splits"),
    (("--replicates", "3"), "replicates"), (("--format", "xml"), "xml"), (("--itms",), "--items")])
def test_bad_usage_is_told(sonde, words, says):
    write(sonde.folder, RATINGS)
    (line,) = sonde("rate", "agreement", "ratings.tsv", *words, code=2).messages
    assert says in line


def test_groups_of_other_items_are_told(sonde):
    write(sonde.folder, RATINGS)
    write(sonde.folder, ["item\tkind", "77\ta"], "groups.tsv")
    (line,) = sonde("rate", "agreement", "ratings.tsv", "--groups", "groups.tsv", code=3).messages
    assert "groups.tsv" in line and "no item" in line


UNIT = ("shuffled_ks", "shuffled_p", "percent_agreement")


def range_of(name, levels):
    if name.startswith(("mean", "median")):
        return 1, levels
    if name.startswith("deviation"):
        return 0, levels
    if name.startswith(("spearman_brown", "icc_", "kappa_halves_published")):  # 2 r / (1 + r), and likes of it
        return float("-inf"), 1
    return (0, 1) if name in UNIT else (-1, 1)


@pytest.mark.parametrize("seed", range(12))
def test_intervals_stay_in_the_range_of_their_measure(sonde, seed):
    """Few items, few raters, near perfect or no agreement: each interval holds its value and leaves no range."""
    rng = np.random.default_rng(seed)
    items, raters, levels = rng.choice([10, 13, 40]), rng.choice([2, 3, 5]), rng.choice([2, 3, 7])
    noise = rng.choice([0.05, 0.4, 3])
    grid = np.clip(np.rint(rng.uniform(1, levels, (items, 1)) + noise * rng.normal(size=(items, raters))), 1, levels)
    grid[rng.uniform(size=grid.shape) < 0.1] = np.nan
    report = ask(sonde, write(sonde.folder, long_form(grid)), "--replicates", "200", "--splits", "20")
    checked = 0
    for result in report["results"]:
        low, high = range_of(result["name"], levels)
        if result["low"] is not None:
            assert low <= result["low"] <= result["high"] <= high, result
            checked += 1
        if result["value"] is not None:
            assert low - 1e-12 <= result["value"] <= high + 1e-12, result
    assert checked > 0


# The shapes that ratings come in ---------------------------------------------------------------------

def test_a_column_per_rater_is_what_a_line_per_rating_is(sonde, crowd):
    raters = [f"a{j}" for j in range(crowd.shape[1])]
    wide = ["item\tgroup\t" + "\t".join(raters)] + ["\t".join([str(i + 1), "odd" if i % 2 else "even"] + [
        "" if np.isnan(value) else f"{value:g}" for value in row]) for i, row in enumerate(crowd)]
    lengthy = ask(sonde, write(sonde.folder, long_form(crowd), "long.tsv"))
    of_columns = ask(sonde, write(sonde.folder, wide, "wide.tsv"), "--raters", ",".join(raters))
    assert of_columns["results"] == lengthy["results"]
    told = sonde("rate", "agreement", "wide.tsv", code=3).err
    assert "--raters" in told
    assert "no column 'zoe' in the header" in sonde("rate", "agreement", "wide.tsv", "--raters", "a1,zoe", code=3).err


def test_words_have_the_measures_of_names_alone(sonde, crowd):
    few = np.where(np.isnan(crowd), crowd, np.rint(crowd / 3))
    names = {0: "no", 1: "yes", 2: "I don't know"}
    lines = long_form(few)
    numbers = ask(sonde, write(sonde.folder, lines, "numbers.tsv"))
    words = [lines[0]] + ["\t".join([a, i, names[int(v)], g]) for a, i, v, g in (line.split("\t") for line in lines[1:])]
    of_words = ask(sonde, write(sonde.folder, words, "words.tsv"))
    assert of_words["groups"][0]["mean"] is None and any("words" in note for note in of_words["notes"])
    assert set(found(of_words)) == {"percent_agreement", "fleiss_kappa", "alpha_nominal", "kappa_pairs"}
    for name, result in found(of_words).items():
        assert result["value"] == pytest.approx(found(numbers)[name]["value"], abs=1e-12)
    assert "alpha_nominal" in sonde("rate", "agreement", "words.tsv").out


@pytest.mark.parametrize("last, says", [("3\tbob\t4", "is a number, those before are words"), ("3\tbob\tno", "")])
def test_words_and_numbers_are_not_mixed(sonde, last, says):
    name = write(sonde.folder, [RATINGS[0], "1\tann\tyes", "1\tbob\tno", last])
    assert says in sonde("rate", "agreement", name, code=3 if says else 0).err
    name = write(sonde.folder, RATINGS[:-1] + ["3\tbob\tfour"])
    assert "ratings.tsv:7: the rating 'four' is not a number" in sonde("rate", "agreement", name, code=3).err
    assert "is not a number" in sonde("rate", "agreement", write(sonde.folder, [RATINGS[0], "1\tann\tyes"]), "--scale", "1:7", code=3).err


def label_studio(value):
    return [{"id": i, "data": {"first": "A"}, "annotations": [
        {"completed_by": {"id": 1, "email": "ann"}, "result": [value(i)]}, {"completed_by": "bob", "result": [value(i + i % 2)]},
        {"completed_by": "cy", "result": []}, {"completed_by": "di", "was_cancelled": True, "result": [value(9 - i % 3)]}]}
        for i in range(1, 13)]


def doccano():
    return [{"id": i, "text": "A", "annotations": [{"label": i, "user": "ann"}, {"label": i + i % 2, "user": "bob"}]} for i in range(1, 13)]


@pytest.mark.parametrize("name, content", [
    ("a.json", json.dumps(label_studio(lambda i: {"type": "rating", "value": {"rating": i}}))),
    ("b.json", json.dumps(label_studio(lambda i: {"type": "choices", "value": {"choices": [str(i)]}}), indent=1)),
    ("c.jsonl", "".join(json.dumps(task) + "\n" for task in doccano())),
])
def test_what_annotation_tools_export(sonde, name, content):
    lines = ["annotator\titem\tvalue"] + [f"{who}\t{i}\t{i + (who == 'bob') * (i % 2)}" for i in range(1, 13) for who in ("ann", "bob")]
    (sonde.folder / name).write_text(content)
    assert ask(sonde, name)["results"] == ask(sonde, write(sonde.folder, lines))["results"]


@pytest.mark.parametrize("task, says", [
    ({"id": 7, "annotations": [{"completed_by": 1, "result": [{"type": "rating", "value": {"rating": 1}}] * 2}]}, "several results"),
    ({"id": 7, "annotations": [{"result": []}]}, "names no annotator"),
    ({"id": 7, "annotations": [{"user": 1, "label": {"a": 1}}]}, "single text or number"),
    ({"annotations": []}, "a task without an id"),
])
def test_annotations_that_are_no_ratings(sonde, task, says):
    (sonde.folder / "a.json").write_text(json.dumps([task]))
    told = sonde("rate", "agreement", "a.json", code=3).err
    assert says in told and "a.json:1" in told


def test_decimal_commas_of_ratings(sonde):
    lines = ["item;annotator;value", "1;ann;1,5", "1;bob;2", "2;ann;3,125", "2;bob;3"]
    report = ask(sonde, write(sonde.folder, lines, "r.csv"))
    assert found(report)["mean"]["value"] == pytest.approx((1.5 + 2 + 3.125 + 3) / 4)
