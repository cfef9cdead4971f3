"""A run from the command line: the files that it writes, and those that it never changes."""
import csv
import io
import json
import os
import re
import signal

import pytest
from program import write_sts
from waiting import until, until_it_works

RANDOM = ("--encoder", "random")


def scores_file(folder, count=60):
    """Similarities with ties, a line a pair."""
    file = folder / "scores.txt"
    file.write_text("".join(f"{(7 * i % 13) / 13:.3f}\n" for i in range(count)))
    return file


@pytest.fixture
def finished(sonde, sts, triplets, tmp_path):
    """A run of both probes with an encoder and a scorer."""
    sonde.run("a.sonde", *RANDOM, "--scorer", f"stored=scores:{scores_file(tmp_path)}?data=pairs",
              "--probe", "sts", "--probe", "triplets", "--data", card(tmp_path, sts, "sts"),
              "--data", card(tmp_path, triplets, "triplets"), "--replicates", 50)
    return "a.sonde"


def card(folder, file, probe, **more):
    path = folder / f"{file.stem}.toml"
    keys = {"probe": probe, "file": file.name, **more}
    path.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items()))
    return path


def test_json_has_the_documented_form(sonde, finished):
    shown = sonde.shown(finished)
    assert shown["schema"] == "sonde.results/1"
    assert set(shown) == {"schema", "run", "tasks", "subjects", "remarks", "results",
                          "languages", "series"}
    wanted = ["subject", "probe", "dataset", "slice", "name", "value", "low", "high", "n",
              "left_out", "why", "scope"]
    assert all(list(result) == wanted for result in shown["results"])
    assert {(r["dataset"], r["subject"]) for r in shown["results"]} == {
        ("pairs", "random"), ("pairs", "stored"), ("triples", "random")}
    assert {r["slice"] for r in shown["results"]} == {"all", "age=old", "age=new"}
    for result in shown["results"]:
        assert result["left_out"] == 0 == sum(result["why"].values())
        assert result["low"] <= result["value"] <= result["high"]
        assert result["n"] == (40 if result["dataset"] == "triples" else result["n"])
    by_name = {s["name"]: s for s in shown["subjects"]}
    assert by_name["random"]["vectors"] and not by_name["stored"]["vectors"]
    assert [(t["dataset"], t["items"], t["whole"], t["partial"]) for t in shown["tasks"]] == [
        ("pairs", 60, 60, False), ("triples", 40, 40, False)]


def test_slices_share_out_the_items(sonde, finished):
    results = sonde.results(finished)
    counts = [results["pairs", "random", f"age={age}", "spearman"]["n"] for age in ("old", "new")]
    assert min(counts) > 0 and sum(counts) == 60


def test_csv_says_what_json_says(sonde, finished):
    rows = list(csv.DictReader(io.StringIO(sonde("show", finished, "--format", "csv").out)))
    results = sonde.shown(finished)["results"]
    assert len(rows) == len(results)
    for row, result in zip(rows, results):
        for key in ("subject", "probe", "dataset", "slice", "name", "scope"):
            assert row[key] == result[key]
        for key in ("value", "low", "high"):
            assert float(row[key]) == result[key]
        assert (int(row["n"]), int(row["left_out"])) == (result["n"], result["left_out"])


def rounded(value):
    """Rounds as tables do: three decimals, no zero before the point."""
    return re.sub(r"^(-?)0\.", r"\1.", f"{value:.3f}".replace("-0.000", "0.000"))


def test_tables_show_each_subject(sonde, finished):
    value = sonde.results(finished)["pairs", "stored", "all", "spearman"]
    shown = f"{rounded(value['value'])} [{rounded(value['low'])}, {rounded(value['high'])}]"
    text = sonde("show", finished).out
    assert shown in text and "sts · pairs (60 items)" in text
    markdown = sonde("show", finished, "--format", "md").out
    assert any(line.startswith("| stored |") and shown in line for line in markdown.splitlines())
    assert sonde("show", finished, "--format", "tex").out.count("\\begin{tabular}") == 4  # a summary and two tasks
    assert "age=old" in sonde("show", finished, "--slices").out and "age=old" not in text
    assert sonde("show", finished, "--label", "age").out == sonde("show", finished, "--slices").out
    answer = sonde("show", finished, "--label", "agee", code=2)
    assert "agee" in answer.err and "there are: age" in answer.err


def test_subjects_have_their_identity(sonde, finished):
    subjects = json.loads(sonde("show", finished, "--subjects", "--format", "json").out)
    assert subjects["schema"] == "sonde.subjects/1"
    assert [subject["name"] for subject in subjects["subjects"]] == ["random", "stored"]
    assert all(len(subject["identity"]) == 64 for subject in subjects["subjects"])
    assert "stored" in sonde("show", finished, "--subjects").out


def test_subjects_say_how_large_they_are(sonde, sts):
    sonde.run("m.sonde", "--encoder", "minilm", "--probe", "sts", "--data", sts, "--limit", 10)
    (subject,) = sonde.shown("m.sonde", "--subjects")["subjects"]
    wanted = {"parameters": "22713216", "dimension": "384", "layers": "6", "length limit": "256"}
    assert {name: subject["facts"][name] for name in wanted} == wanted
    lines = sonde("show", "m.sonde", "--subjects").out.splitlines()
    for name, fact in wanted.items():
        assert any(line.startswith(name) and line.endswith(f" {fact}") for line in lines), name


def test_export_has_every_item(sonde, finished, sts):
    items = sonde.items(finished)
    assert [item["dataset"] for item in items] == ["pairs"] * 60 + ["triples"] * 40
    lines = [line.split("\t") for line in sts.read_text().splitlines()[1:]]
    for number, (item, line) in enumerate(zip(items, lines), 1):
        assert list(item) == ["dataset", "probe", "partial", "item", "sentences", "labels", "gold",
                              "subjects"]
        assert item["item"] == str(number) and item["sentences"] == line[:2]
        assert item["gold"] == float(line[2]) and item["labels"] == {"age": line[3]}
        assert item["subjects"]["stored"]["similarity"] == float(f"{(7 * (number - 1) % 13) / 13:.3f}")
    assert items[60]["item"] == "t0" and len(items[60]["subjects"]["random"]["similarity"]) == 3
    assert items[60]["rows"] == ["sim_s_plus", "sim_s_star", "sim_plus_star"]


def test_csv_export_has_the_same_numbers(sonde, finished):
    rows = list(csv.DictReader(io.StringIO(sonde("export", finished, "--items", "--format", "csv").out)))
    pairs = [row for row in rows if row["dataset"] == "pairs" and row["subject"] == "random"]
    items = sonde.items(finished)[:60]
    assert [float(row["value"]) for row in pairs] == [
        item["subjects"]["random"]["similarity"] for item in items]
    assert [float(row["gold"]) for row in pairs] == [item["gold"] for item in items]


def test_the_same_run_again_does_nothing(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts)
    made, served = sonde.run("a.sonde", *words).made_and_served
    assert (made, served) == (120, 0)
    def written():  # not when it was read last
        stat = (sonde.folder / "a.sonde").stat()
        return stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
    before = written()
    again = sonde.run("a.sonde", *words)
    assert "up to date" in again.err and "vectors made" not in again.err
    assert written() == before


def test_the_same_texts_are_not_encoded_again(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts)
    sonde.run("a.sonde", *words)
    assert sonde.run("b.sonde", *words).made_and_served == (0, 120)
    assert (sonde.folder / "a.sonde").read_bytes() == (sonde.folder / "b.sonde").read_bytes()


def test_another_run_is_never_replaced_unasked(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts)
    sonde.run("a.sonde", *words)
    before = (sonde.folder / "a.sonde").read_bytes()
    refused = sonde.run("a.sonde", *words, "--seed", 2, code=2)
    assert len(refused.messages) == 1 and "--replace" in refused.err
    assert (sonde.folder / "a.sonde").read_bytes() == before
    sonde.run("a.sonde", *words, "--seed", 2, "--replace")
    assert sonde.shown("a.sonde")["run"]["seed"] == 2


def test_a_changed_data_set_is_another_run(sonde, tmp_path):
    file = write_sts(tmp_path / "pairs.tsv", 20)
    sonde.run("a.sonde", *RANDOM, "--probe", "sts", "--data", file)
    write_sts(file, 21)
    sonde.run("a.sonde", *RANDOM, "--probe", "sts", "--data", file, code=2)


def test_lines_that_are_read_as_a_table_are_another_run(sonde):
    words = ("a.sonde", *RANDOM, "--probe", "curves", "--data")
    (sonde.folder / "corpus.tsv").write_text("sentence\none two\nthree four\n")
    (sonde.folder / "corpus.toml").write_text('probe = "curves"\nfile = "corpus.tsv"\nlayout = "lines"\n')
    sonde.run(*words, "corpus.toml")
    sonde.run(*words, "corpus.tsv", code=2)


def assert_partial(sonde, file, wanted):
    """Asserts that all but the summary report it. A run of one data set has none."""
    others = [("show", file), ("export", file, "--items"), ("compare", file, file),
              ("check", file, "--against", file)]
    for words in others:
        rows = list(csv.DictReader(io.StringIO(sonde(*words, "--format", "csv").out)))
        assert rows and {row["partial"] for row in rows} == {wanted}, words
    compared, checked = (json.loads(sonde(*words, "--format", "json").out) for words in others[2:])
    said = [*compared["tasks"], *checked["checks"], *sonde.items(file)]
    assert {part["partial"] for part in said} == {wanted == "true"}
    assert ("samples of" in sonde(*others[2]).out) == (wanted == "true")
    named = re.findall(r"\bpairs( \(partial\))?", sonde(*others[3]).out)
    assert len(named) > 2 and {bool(mark) for mark in named} == {wanted == "true"}


def summary_of(sonde, file):
    """The lines of the summary of results."""
    return next(part for part in sonde("show", file).out.split("\n\n") if part.startswith("summary")).splitlines()


def test_a_run_without_a_store_that_fails_leaves_nothing(sonde, sts):
    sonde.run("b.sonde", "--encoder", "exec:false", "--data", sts, "--store", "none", code=4)
    assert not list(sonde.folder.glob("b.sonde*"))


def test_what_lies_in_the_way_of_a_run_without_a_store_is_named(sonde, sts):
    (sonde.folder / "b.sonde.part").write_text("mine\n")
    answer = sonde.run("b.sonde", "--encoder", "random", "--data", sts, "--store", "none", code=3)
    assert "b.sonde.part: is in the way" in answer.err and "--out" in answer.err
    assert [path.name for path in sonde.folder.glob("b.sonde*")] == ["b.sonde.part"]


def test_the_summary_marks_what_is_partial(sonde, sts, triplets):
    for limit, title, names in ((60, "summary", ["pairs", "triples"]),
                                (40, "summary", ["pairs (partial)", "triples"]),
                                (39, "summary (all partial)", ["pairs", "triples"])):
        sonde.run("s.sonde", *RANDOM, "--data", sts, "--data", triplets, "--limit", limit, "--replace")
        summary = summary_of(sonde, "s.sonde")
        assert summary[0] == title and [line.split("  ")[0] for line in summary[3:]] == names


def test_a_comparison_is_partial_where_either_run_is(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts)
    sonde.run("whole.sonde", *words)
    sonde.run("part.sonde", *words, "--limit", 20)
    for runs in (("whole.sonde", "part.sonde"), ("part.sonde", "whole.sonde")):
        assert "samples of 20 items: pairs" in sonde("compare", *runs).out
        assert "pairs (partial)" in sonde("check", runs[0], "--against", runs[1]).out
    # A bound concerns the run alone.
    (sonde.folder / "gates.toml").write_text('[[gate]]\nresult = "spearman"\nat_least = -1.0\n')
    for run, base in (("whole.sonde", "part.sonde"), ("part.sonde", "whole.sonde")):
        text = sonde("check", run, "--against", base, "gates.toml").out
        assert ("pairs (partial)" in text) == (run == "part.sonde")


def test_a_limit_is_seeded_and_marks_what_it_touches(sonde, sts):
    def kept(limit, *more):
        sonde.run("l.sonde", *RANDOM, "--probe", "sts", "--data", sts, "--limit", limit, *more,
                  "--replace")
        return {item["item"] for item in sonde.items("l.sonde")}

    ten = kept(10)
    assert len(ten) == 10
    task = sonde.shown("l.sonde")["tasks"][0]
    assert task["partial"] and (task["items"], task["whole"]) == (10, 60)
    assert "partial: 10 of 60 items" in sonde("show", "l.sonde").out
    assert_partial(sonde, "l.sonde", "true")
    assert ten < kept(30) < kept("0.9")
    assert kept(10, "--seed", 2) != ten
    assert kept(1000) == {str(number) for number in range(1, 61)}
    assert not sonde.shown("l.sonde")["tasks"][0]["partial"]
    assert_partial(sonde, "l.sonde", "false")


def test_a_limit_keeps_the_same_items_in_any_order(sonde, sts, tmp_path):
    words = (*RANDOM, "--probe", "sts", "--limit", 15)
    header, *lines = sts.read_text().splitlines()
    other = tmp_path / "other.tsv"
    other.write_text("\n".join([header, *reversed(lines)]) + "\n")
    kept = []
    for number, file in enumerate((sts, other)):
        sonde.run(f"{number}.sonde", *words, "--data", file)
        kept.append({tuple(item["sentences"]) for item in sonde.items(f"{number}.sonde")})
    assert kept[0] == kept[1]


def test_other_subjects_and_their_order_change_no_result(sonde, sts, triplets, tmp_path):
    data = ("--data", card(tmp_path, sts, "sts"), "--data", card(tmp_path, triplets, "triplets"))
    one, two = ("--encoder", "one=random"), ("--encoder", "two=random?seed=2")
    stored = ("--scorer", f"stored=scores:{scores_file(tmp_path)}?data=pairs")
    sonde.run("1.sonde", *one, *data)
    sonde.run("2.sonde", *one, *two, *stored, *data)
    sonde.run("3.sonde", *two, *one, *data)
    alone, first, last = (sonde.results(f"{n}.sonde") for n in (1, 2, 3))
    mine = [key for key in alone if key[1] == "one"]
    assert len(mine) > 10
    for key in mine:
        assert alone[key] == first[key] == last[key]


def test_another_data_set_changes_no_result(sonde, sts, triplets, tmp_path):
    pairs = ("--data", card(tmp_path, sts, "sts"))
    sonde.run("1.sonde", *RANDOM, *pairs)
    sonde.run("2.sonde", *RANDOM, "--data", card(tmp_path, triplets, "triplets"), *pairs)
    alone, beside = sonde.results("1.sonde"), sonde.results("2.sonde")
    assert alone and all(beside[key] == alone[key] for key in alone)


def test_a_bench_file_is_the_command_line(sonde, sts, tiny):
    (sonde.folder / "bench.toml").write_text(
        f'out = "b.sonde"\nprobe = "sts"\ndata = ["{sts}"]\nseed = 3\nreplicates = 20\n'
        'limit = 0.5\nthreads = 1\nencoder = ["random", {spec = "hf:tiny", name = "small", '
        'group = "tiny ones", pooling = "cls"}]\n')
    sonde("run", "bench.toml")
    sonde.run("c.sonde", *RANDOM, "--encoder", "small=hf:tiny?pooling=cls&group=tiny%20ones",
              "--probe", "sts", "--data", sts, "--seed", 3, "--limit", "0.5")
    shown, other = sonde.shown("b.sonde"), sonde.shown("c.sonde")
    assert shown["results"] == other["results"]
    assert [s["group"] for s in shown["subjects"]] == ["", "tiny ones"]
    sonde("run", "bench.toml", "--out", "d.sonde", "--seed", "4", "--encoder", "more=random?seed=9",
          "--data", f"again={sts}")
    shown = sonde.shown("d.sonde")  # numbers override, lists grow
    assert shown["run"]["seed"] == 4
    assert [s["name"] for s in shown["subjects"]] == ["random", "small", "more"]
    assert [task["dataset"] for task in shown["tasks"]] == ["pairs", "again"]


def test_a_bench_file_gives_the_same_bytes(sonde, sts):
    (sonde.folder / "bench.toml").write_text(
        f'out = "b.sonde"\nprobe = "sts"\ndata = "{sts}"\nreplicates = 20\n'
        '[[encoder]]\nname = "noise"\nspec = "random"\nseed = 5\n')
    sonde("run", "bench.toml")
    sonde.run("c.sonde", "--encoder", "noise=random?seed=5", "--probe", "sts", "--data", sts)
    assert (sonde.folder / "b.sonde").read_bytes() == (sonde.folder / "c.sonde").read_bytes()


def test_threads_blocks_and_order_change_no_byte(sonde, sts, triplets, tiny, tmp_path):
    """Some vectors come from a store that other runs filled in other batches."""
    words = ("--encoder", "hf:tiny", "--encoder", "words=hf:tiny?layer=words",
             "--data", card(tmp_path, sts, "sts"), "--data", card(tmp_path, triplets, "triplets"))
    for threads in (1, 2, 4):
        sonde.run(f"{threads}.sonde", *words, "--threads", threads, "--store", f"{threads}.sqlite")
    sonde.run("part.sonde", *words, "--limit", 7, "--store", "5.sqlite")
    made, served = sonde.run("5.sonde", *words, "--store", "5.sqlite").made_and_served
    assert made > 0 and served > 0
    bytes_of = [(sonde.folder / f"{n}.sonde").read_bytes() for n in (1, 2, 4, 5)]
    assert all(one == bytes_of[0] for one in bytes_of)


def test_views_are_named_as_if_asked_alone(sonde, sts, tiny):
    sonde.run("v.sonde", "--encoder", "hf:tiny?layer=0,-1", "--encoder", "t=hf:tiny?layer=0,1",
              "--data", sts)
    names = {subject for _, subject, _, _ in sonde.results("v.sonde")}
    assert names == {"tiny?layer=0", "tiny?layer=2", "t@layer=0", "t@layer=1"}


def test_parts_of_vectors_are_subjects_of_one_pass(sonde, sts, tiny):
    """Each is as if it were alone, and comes from the store the next time."""
    whole = sonde.run("w.sonde", "--encoder", "hf:tiny?layer=0,-1", "--data", sts).made_and_served[0]
    both = sonde.run("p.sonde", "--encoder", "hf:tiny?layer=0,-1&dims=0:3,3:6", "--encoder",
                    "t=hf:tiny?dims=3:6,0:3", "--data", sts).made_and_served
    assert both == (whole, whole)
    results = sonde.results("p.sonde")
    assert {subject for _, subject, _, _ in results} == {
        "tiny?layer=0&dims=0:3", "tiny?layer=0&dims=3:6", "tiny?layer=2&dims=0:3", "tiny?layer=2&dims=3:6",
        "t@dims=3:6", "t@dims=0:3"}
    for part in ("0:3", "3:6"):
        one, other = (results["pairs", name, "all", "spearman"]["value"]
                      for name in (f"tiny?layer=2&dims={part}", f"t@dims={part}"))
        assert one == other
    again = ("--encoder", "hf:tiny?dims=0:3", "--data", sts)
    assert sonde.run("a.sonde", *again).made_and_served == (0, whole)
    assert sonde.run("f.sonde", "--encoder", "hf:tiny?dims=3:9999", "--data", sts, code=2).err.count("ends beyond") == 1


def test_groups_stand_together_with_their_mean(sonde, sts):
    sonde.run("g.sonde", "--encoder", "a=random?seed=1&group=odd", "--encoder",
              "b=random?seed=2&group=even", "--encoder", "c=random?seed=3&group=odd",
              "--probe", "sts", "--data", sts)
    results = sonde.results("g.sonde")
    mean = sum(results["pairs", name, "all", "spearman"]["value"] for name in "ac") / 2
    lines = [line.split() for line in sonde("show", "g.sonde").out.splitlines()]
    named = [line[1] for line in lines if line[:1] in (["odd"], ["even"])]
    assert named[:4] == ["a", "c", "mean", "b"]  # a wide table goes on below with the same rows
    row = next(line for line in lines if line[:2] == ["odd", "mean"])
    assert row[4] == rounded(mean)


def test_the_summary_and_the_subjects_stand_by_group_too(sonde, sts, triplets):
    sonde.run("g.sonde", "--encoder", "a=random?seed=1&group=odd", "--encoder",
              "b=random?seed=2&group=even", "--encoder", "c=random?seed=3&group=odd",
              "--data", sts, "--data", triplets)
    results = sonde.results("g.sonde")
    _, heads, _, *rows = summary_of(sonde, "g.sonde")
    assert re.split("  +", heads) == ["data set", "result", "a", "c", "mean of odd", "b"]
    for row, (dataset, name) in zip(rows, (("pairs", "spearman"), ("triples", "accuracy")), strict=True):
        value = [results[dataset, subject, "all", name]["value"] for subject in "ac"]
        cells = re.split("  +", row)
        assert cells[0] == dataset and cells[4] == rounded(sum(value) / 2)
        assert [cell.split()[0] for cell in cells[2:4]] == [rounded(number) for number in value]
    subjects = sonde("show", "g.sonde", "--subjects")
    assert subjects.out.splitlines()[1].split() == ["subject", "a", "c", "b"]
    rows = csv.DictReader(io.StringIO(sonde("show", "g.sonde", "--subjects", "--format", "csv").out))
    assert [row["subject"] for row in rows] == ["a", "c", "b"]


def test_the_mean_of_a_group_tells_of_how_many(sonde):
    data = write_sts(sonde.folder / "d.tsv", 12)
    (sonde.folder / "a.txt").write_text("".join(f"{i * 7 % 12}\n" for i in range(12)))
    (sonde.folder / "b.txt").write_text("1\n" * 12)
    sonde.run("g.sonde", "--scorer", "a=scores:a.txt?group=x", "--scorer", "b=scores:b.txt?group=x",
              "--data", data, "--replicates", 100)
    value = rounded(sonde.results("g.sonde")["d", "a", "all", "spearman"]["value"])
    out = sonde("show", "g.sonde").out
    assert re.search(rf"x +mean of 2 +{re.escape(value)} \(1 of 2\)", out), out


def test_a_groups_mean_of_what_belongs_to_none_is_the_datas(sonde):
    data = write_sts(sonde.folder / "d.tsv", 12)
    (sonde.folder / "d.toml").write_text(f'probe = "sts"\nfile = "{data}"\nreliability = 0.81\n')
    scorers = [word for s in "ab" for word in ("--scorer", f"{s}=scores:{s}.txt?group=x")]
    for s in "ab":
        (sonde.folder / f"{s}.txt").write_text("".join(f"{i * 7 % 12}\n" for i in range(12)))
    sonde.run("g.sonde", *scorers, "--data", "d.toml", "--replicates", 100)
    out = sonde("show", "g.sonde").out
    (mean,) = [line for line in out.splitlines() if "mean of 2" in line]
    assert mean.split()[-1] == ".900", out  # the noise ceiling


@pytest.mark.parametrize("words", [("--encoder", "random", "--encoder", "random"),
                                   ("--encoder", "a=random", "--encoder", "a=random?seed=2"),
                                   ("--encoder", "data=random")])
def test_two_subjects_of_one_name_are_refused(sonde, sts, words):
    refused = sonde.run("a.sonde", *words, "--probe", "sts", "--data", sts, code=2)
    assert len(refused.messages) == 1 and "named" in refused.err
    assert not (sonde.folder / "a.sonde").exists()


def test_what_lies_beside_the_run_file_is_left_unless_it_is_ours(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts)
    names = ("a.sonde.measured", "a.sonde.measured-wal", "a.sonde.measured.lock", "a.sonde.part", "a.sonde.part-wal",
             "a.sonde.partial")
    for name in names:
        (sonde.folder / name).write_text("mine")
    for _ in range(2):  # made, then up to date
        sonde.run("a.sonde", *words)
    assert all((sonde.folder / name).read_text() == "mine" for name in names)
    told = sonde.run("b.sonde", *words, "--store", "a.sonde.measured", code=3)
    assert "not a vector store" in told.err
    (sonde.folder / "b.sonde.measured").write_text("mine")
    told = sonde.run("b.sonde", *words, "--stream-above", 10, code=3)
    assert "b.sonde.measured: does not belong to a run" in told.err
    assert (sonde.folder / "b.sonde.measured").read_text() == "mine"


@pytest.mark.parametrize("end", ["", ".part", ".measured"])
def test_a_store_is_not_where_the_run_keeps_something(sonde, sts, end):
    words = (*RANDOM, "--probe", "sts", "--data", sts, "--store", "a" + end)
    sonde.run("other", *words)
    before = (sonde.folder / ("a" + end)).read_bytes()
    assert "are the same file" in sonde.run("./a", *words, "--replace", code=2).err
    assert (sonde.folder / ("a" + end)).read_bytes() == before


def test_a_device_is_no_store(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts, "--store")
    assert "/dev/null: this is not a plain file" in sonde.run("a", *words, "/dev/null", code=3).err


def test_out_through_a_link_keeps_the_link_and_the_mode(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts, "--out", "link")
    (sonde.folder / "far").mkdir()
    (sonde.folder / "link").symlink_to("far/real")
    sonde("run", *words)
    real = sonde.folder / "far" / "real"
    first = real.read_bytes()
    real.chmod(0o600)
    sonde("run", *words, "--seed", 3, "--replace")
    assert (sonde.folder / "link").is_symlink() and real.read_bytes() != first
    assert real.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in real.parent.iterdir()] == ["real"]


@pytest.mark.parametrize("words", [
    ("--data", "da\udcffta.tsv", "--encoder", "random"), ("--data", "pairs.tsv", "--encoder", "random?group=%ff"),
    ("--data", "pairs.tsv", "--encoder", "hf:mod\udcff"), ("--data", "pairs.tsv", "--scorer", "scores:\udcff.tsv")])
def test_what_is_not_utf8_is_told_before_any_work(sonde, sts, words):
    os.link(sts, sonde.folder / "da\udcffta.tsv")
    told = sonde("run", "--probe", "sts", "--out", "a", *words, code=2)
    assert "is not UTF-8, which a run file must be" in told.err and "encoding" not in told.err
    assert re.search(r"'da\ufffdta|'random\?group=%ff'|'hf:mod\ufffd'|'scores:\ufffd.tsv'", told.err)


def test_a_signal_that_is_ignored_stays_ignored(sonde, tiny):
    write_sts(sonde.folder / "many.tsv", 900)
    words = ("run", "--encoder", "hf:tiny", "--probe", "sts", "--data", "many.tsv", "--out", "a", "--threads", 1)
    process = sonde.start(*words, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))

    def struck_until_it_ended():
        process.send_signal(signal.SIGINT)
        return process.poll() is not None
    until(struck_until_it_ended)
    assert process.communicate() and process.returncode == 0


@pytest.mark.parametrize("store", ["none", "second.sqlite"])
def test_two_runs_of_one_file_are_refused_before_any_work(sonde, tiny, store):
    write_sts(sonde.folder / "many.tsv", 4900)
    write_sts(sonde.folder / "few.tsv", 10)

    def words(data, *more):
        return ("run", "--encoder", "hf:tiny", "--probe", "sts", "--data", data, "--out", "a.sonde", *more)
    first = sonde.start(*words("many.tsv", "--threads", 1))
    until_it_works(first, (sonde.folder / "a.sonde.sonde-partial").exists)
    answer = sonde(*words("few.tsv", "--store", store), code=4)
    assert first.poll() is None
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=600)
    assert first.returncode == 130
    assert "another process is writing this file" in answer.err and len(answer.messages) == 1
    assert {path.name for path in sonde.folder.iterdir()} == {"many.tsv", "few.tsv", "tiny", "cache"}
    sonde(*words("few.tsv", "--replicates", 20))


def test_without_a_store_nothing_is_left_behind(sonde, sts):
    words = (*RANDOM, "--probe", "sts", "--data", sts)
    sonde.run("a.sonde", *words)
    before = {path.name for path in sonde.folder.iterdir()}
    assert sonde.run("b.sonde", *words, "--store", "none").made_and_served == (120, 0)
    assert {path.name for path in sonde.folder.iterdir()} - before == {"b.sonde"}
    assert (sonde.folder / "a.sonde").read_bytes() == (sonde.folder / "b.sonde").read_bytes()


def test_show_at_the_end_is_what_show_prints(sonde, sts):
    answer = sonde.run("a.sonde", *RANDOM, "--probe", "sts", "--data", sts, "--show")
    assert answer.out == sonde("show", "a.sonde").out


def test_quotes_of_a_spreadsheet_are_told(sonde, tmp_path):
    file = tmp_path / "own.tsv"
    file.write_text('first\tsecond\tgold\n"one, two"\tthree\t1\n"so ""it"" is"\tfour\t2\n'
                    '"no", they say, "yes"\tfive\t3\n')
    words = ("a.sonde", *RANDOM, "--probe", "sts", "--replace", "--data")
    assert "own: a sentence of 2 items stands in quotes" in sonde.run(*words, file).err
    for quoted, first in ((True, "one, two"), (False, '"one, two"')):
        file.write_text("\n".join(file.read_text().splitlines()[:3]) + "\n")
        answer = sonde.run(*words, card(tmp_path, file, "sts", quoted=quoted))
        assert "in quotes" not in answer.err
        assert sonde.items("a.sonde")[0]["sentences"][0] == first


def test_equal_items_are_counted(sonde):
    (sonde.folder / "equal.tsv").write_text("S\tS+\tS*\n" + "A b.\tA c.\tA d.\n" * 3 + "B b.\tB c.\tB d.\n")
    for limit in ((), ("--limit", 2)):
        answer = sonde("run", *RANDOM, "--data", "equal.tsv", "--out", f"equal{len(limit)}.sonde", "--replicates", 20, *limit)
        assert "4 items, 2 equal to an earlier one: each counts as independent" in answer.err
