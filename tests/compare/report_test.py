"""`sonde report` and `sonde figures`: the same numbers as the run's, whole and harmless, for one run and several."""
import csv
import io
import json
import math
import re

import pytest
from program import BUILD, ROOT, Sonde, lacking, percent, shared_data, write_table

HOSTILE = ["</script><script>alert(1)</script>", "<!--", "\u2028\u2029", "{{7*7}}", "<img src=x onerror=alert(1)>"]


def has_page():
    return (BUILD / "web/page.html").exists()


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two runs of the same small data, one of another."""
    if not has_page():
        lacking("this build has no page: it was made without Node.js")
    sonde = Sonde(tmp_path_factory.mktemp("report"))
    for name, encoder in (("a", "random"), ("b", "minilm")):
        sonde.run(f"{name}.sonde", "--encoder", encoder, "--data", "heros-en", "--data", "argument-sensitivity",
                  "--limit", 40, "--replicates", 200)
    sonde.run("c.sonde", "--encoder", "random", "--data", "curves-nl", "--data", "sets-en", "--limit", 40,
              "--replicates", 200)
    return sonde


def blocks(page):
    return {name: json.loads(text) for name, text in
            re.findall(r'<script type="application/json" id="([\w-]+)">(.*?)</script>', page, re.S)}


def report(sonde, *runs, out="report.html", words=()):
    sonde("report", *runs, "-o", out, "--replace", *words)
    return blocks((sonde.folder / out).read_text())


def same(ours, theirs):
    if ours is None or theirs is None:
        return ours is theirs
    return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)


def rows_of(page, language=None):
    """(group, title, data set) -> the row, of the matrix of a language."""
    matrices = [one for one in page["matrices"] if language in (None, one["language"])]
    return {(row["group"], row["title"], row["dataset"]): row for matrix in matrices for row in matrix["rows"]}


def cell_of(page, row, subject):
    return row["cells"][[one["name"] for one in page["subjects"]].index(subject)]


def shares(lines, dataset, subject, closer, other):
    """Per item: 1 if one row is more similar than the other, a half if they tie, else 0."""
    found = []
    for line in lines:
        if line["dataset"] != dataset:
            continue
        of = dict(zip(line["rows"], line["subjects"][subject]["similarity"]))
        if closer in of and other in of:
            margin = of[closer] - of[other]
            found.append(1 if margin > 1e-6 else .5 if margin >= -1e-6 else 0)
    return found


@pytest.mark.parametrize("group, title, dataset, closer, other", [
    ("Negation", "negation or synonym", "heros-en", "synonym", "negation_main"),
    ("Opposites", "antonym or synonym", "heros-en", "synonym", "antonym"),
    ("Typos", "typo or antonym", "heros-en", "typo", "antonym"),
    ("Synonyms", "synonym or unrelated word", "heros-en", "synonym", "random"),
    ("Who did what to whom", "roles swapped or passive voice", "argument-sensitivity", "sim_s_plus", "sim_plus_star")])
def test_each_cell_is_the_share_of_its_items(runs, group, title, dataset, closer, other):
    page = report(runs, "b.sonde")["report"]
    lines = [json.loads(line) for line in runs("export", "b.sonde", "--format", "jsonl").out.splitlines()]
    row = rows_of(page)[group, title, dataset]
    cell = cell_of(page, row, "minilm")
    expected = shares(lines, dataset, "minilm", closer, other)
    assert cell["n"] == len(expected) and cell["value"] == pytest.approx(sum(expected) / len(expected))
    assert cell["low"] <= cell["value"] <= cell["high"]
    worst = [one["closer"]["similarity"] - one["other"]["similarity"] for one in cell["worst"]]
    assert worst == sorted(worst) and len(worst) == min(8, len(expected))
    assert [one["passes"] for one in cell["worst"]] == [margin > 0 for margin in worst]


def test_more_is_better_in_every_row(runs):
    """A level never contradicts the value's side of chance, and ties leave it undecided."""
    sides = {"good": 1, "better": 1, "no-better": 1, "worse": -1}
    for name in ("a.sonde", "b.sonde", "c.sonde"):
        for row in rows_of(report(runs, name)["report"]).values():
            assert 0 <= row["chance"] < 1
            for cell in row["cells"]:
                if cell["state"] != "value":
                    continue
                if cell["level"] in sides:
                    assert (cell["value"] - row["chance"]) * sides[cell["level"]] > 0
                assert (cell["level"] == "undecided") == (cell["ties"] is not None and cell["ties"] > .1)


def test_every_result_has_a_label(runs):
    for name in ("a.sonde", "b.sonde", "c.sonde"):
        for section in report(runs, name)["report"]["sections"]:
            named = [row[0] for table in section["tables"] for row in table["rows"]]
            assert named and [one["name"] for one in named if one["label"] == one["name"]] == []


def test_one_vector_for_all_texts_is_good_at_nothing(sonde):
    sonde.run("t.sonde", "--encoder", "tokens=minilm?layer=0&pooling=cls", "--data", "heros-en", "--data",
              "argument-sensitivity", "--data", "curves-en", "--data", "sets-en", "--limit", 30)
    for row in rows_of(report(sonde, "t.sonde")["report"]).values():
        (cell,) = row["cells"]
        assert cell["state"] != "value" or cell["level"] == "undecided", row["name"]


def test_items_are_those_of_the_export(runs):
    pages = report(runs, "b.sonde")
    lines = [json.loads(line) for line in runs("export", "b.sonde", "--items", "--format", "jsonl").out.splitlines()]
    for number, task in enumerate(pages["report"]["tasks"]):
        items = pages[f"items-t{number}"]
        own = [line for line in lines if line["dataset"] == task["dataset"]]
        assert items["ids"] == [line["item"] for line in own]
        assert items["texts"] == [line["sentences"] for line in own]
        values = items["values"][0][0]
        expected = [value for line in own for value in line["subjects"]["minilm"]["similarity"]]
        assert len(values) == len(expected) == len(items["rows"]["item"])
        assert all(abs(a - b) <= 5.1e-7 for a, b in zip(values, expected))


def test_runs_of_the_same_data_are_one_question(runs):
    page = report(runs, "a.sonde", "b.sonde", "c.sonde")["report"]
    assert [subject["name"] for subject in page["subjects"]] == ["random", "minilm"]
    assert [(task["dataset"], task["runs"]) for task in page["tasks"]] == [
        ("heros-en", [0, 1]), ("argument-sensitivity", [0, 1]), ("curves-nl", [2]), ("sets-en", [2])]
    assert [matrix["language"] for matrix in page["matrices"]] == ["en", "nl"]
    assert {key[0] for key in rows_of(page, "nl")} == {"Negation"}
    compared = json.loads(runs("compare", "a.sonde", "b.sonde", "--subjects", "random", "minilm", "--probe", "heros",
                               "--name", "synonym_beats_antonym", "--format", "json", "--replicates", 200).out)
    difference = compared["differences"][0]
    row = rows_of(page, "en")["Opposites", "antonym or synonym", "heros-en"]
    for subject, value in (("random", difference["first_value"]), ("minilm", difference["second_value"])):
        assert same(cell_of(page, row, subject)["value"], value)


def test_data_in_several_runs_say_what_one_run_says(sonde):
    """An encoder that was measured on each data set in another run is one column with one verdict."""
    encoders = ["--encoder", "tokens=minilm?layer=words", "--encoder", "minilm", "--encoder", "minilm?layer=2", "--limit", 40]
    data = ["heros-en", "argument-sensitivity", "negation-detection"]
    sonde.run("whole.sonde", *encoders, *(word for name in data for word in ("--data", name)))
    for name in data:
        sonde.run(f"{name}.sonde", *encoders, "--data", name)
    sonde.run("again.sonde", "--encoder", "minilm", "--data", data[0], "--limit", 40)
    whole = report(sonde, "whole.sonde")["report"]
    parts = report(sonde, *(f"{name}.sonde" for name in data))["report"]
    assert said(whole) == said(parts)
    twice = report(sonde, "whole.sonde", "again.sonde")["report"]
    assert [one["name"] for one in twice["subjects"]] == ["tokens", "whole:minilm", "minilm?layer=2", "again:minilm"]


def said(page):
    """All text of the matrices, with subjects by their names."""
    names = [subject["name"].split(":")[-1] + subject["spec"] for subject in page["subjects"]]
    found = []
    for matrix in page["matrices"]:
        rows = []
        for row in matrix["rows"]:
            cells = dict(zip(names, row["cells"], strict=True))
            rows.append({**row, "task": "", "cells": cells, "example": row["example"] and row["example"]["item"]})
        found.append((matrix["language"], [names[i] for i in matrix["order"]], rows, matrix["answer"]["result"],
                      matrix["answer"]["advice"], [names[one["subject"]] + one["text"] for one in matrix["answer"]["summaries"]]))
    return found


def test_no_order_changes_a_word(sonde):
    """Tries several orders of files, of data sets, and of encoders."""
    encoders = ["hf:" + str(ROOT / "tests/golden/plain-bert"), "tfidf", "random"]
    data = ["heros-en", "negation-detection", "curves-nl"]
    pages = []
    for turn in range(3):
        words = [word for name in encoders[turn:] + encoders[:turn] for word in ("--encoder", name)]
        words += [word for name in data[turn:] + data[:turn] for word in ("--data", name)]
        sonde.run(f"r{turn}.sonde", *words, "--limit", 25)
        pages.append(said(report(sonde, f"r{turn}.sonde")["report"]))
    assert pages[0] == pages[1] == pages[2] and len(pages[0]) == 2
    sonde.run("x.sonde", "--encoder", encoders[0], "--data", data[0], "--data", data[1], "--limit", 25, "--replicates", 40)
    sonde.run("y.sonde", "--encoder", "random?seed=4", "--data", data[1], "--data", data[0], "--limit", 25)
    assert said(report(sonde, "x.sonde", "y.sonde")["report"]) == said(report(sonde, "y.sonde", "x.sonde")["report"])


def test_the_terminal_says_what_the_page_says(runs):
    page = report(runs, "b.sonde")["report"]
    text = runs("show", "b.sonde", "--summary").out
    for row in rows_of(page).values():
        (line,) = [one for one in text.splitlines() if one.startswith(row["name"] + "  ")]
        assert percent(cell_of(page, row, "minilm")["value"]) in line
    answer = page["matrices"][0]["answer"]
    assert all(answer[part] in " ".join(text.split()) for part in ("result", "limits"))


def test_tables_have_the_main_results_and_the_cases(runs):
    page = report(runs, "c.sonde")["report"]
    section = next(section for section in page["sections"] if section["kind"] == "sets")
    main, cases = section["tables"]
    results = {key[3]: r for key, r in runs.results("c.sonde").items() if key[0] == "sets-en" and key[2] == "all"}
    for table, has_dot in ((main, False), (cases, True)):
        rows = {row[0]["name"]: row[1] for row in table["rows"]}
        assert all(row[0]["label"] not in ("", row[0]["name"]) for row in table["rows"])  # each has a label
        assert set(rows) == {name for name in results if ("." in name) == has_dot}
        assert all(same(rows[name]["v"], results[name]["value"]) for name in rows)
    assert {"c1.ned.tt", "c1.ned.tf", "c1.ned.ft", "c1.ned.ff"} <= {row[0]["name"] for row in cases["rows"]}


def test_figures_are_written_with_their_numbers(runs):
    runs("figures", "b.sonde", "c.sonde", "-o", "figures", "--replace")
    folder = runs.folder / "figures"
    specs = sorted(folder.glob("*.vl.json"))
    assert len(specs) == len(list(folder.glob("*.csv"))) >= 12
    page = report(runs, "b.sonde", "c.sonde")["report"]
    assert {spec.name for spec in specs} == {f"{figure['id']}.vl.json" for figure in page["figures"]}
    for spec in specs:
        assert json.loads(spec.read_text())["$schema"].endswith("/vega-lite/v6.json")
    rows = {row["category"]: float(row["y"])
            for row in csv.DictReader(io.StringIO((folder / "heros-heros-en-order.csv").read_text()))}
    own = runs.results("b.sonde")["heros-en", "minilm", "all", "synonym_beats_antonym"]["value"]
    assert rows["antonym"] == own
    runs("figures", "b.sonde", "-o", "figures", code=2)


def test_densities_enclose_what_they_should(runs):
    """Each curve is a density: its area is 1, but for the part below a five-hundredth of its peak."""
    runs("figures", "c.sonde", "-o", "densities", "--replace")
    rows = list(csv.DictReader(io.StringIO((runs.folder / "densities/curves-curves-nl-densities.csv").read_text())))
    for category in {row["category"] for row in rows}:
        curve = [(float(row["x"]), float(row["y"])) for row in rows if row["category"] == category]
        area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(curve, curve[1:]))
        assert .95 < area < 1.01


def test_hostile_texts_stay_in_their_block(runs):
    folder = runs.folder
    with open(folder / "hostile.tsv", "w") as file:
        file.write("first\tsecond\tgold\tkind\n")
        for i in range(20):
            file.write(f"{HOSTILE[i % 5]} one {i}\t{HOSTILE[(i + 1) % 5]} two\t{i}\t{HOSTILE[i % 2]}\n")
    runs.run("hostile.sonde", "--encoder", "random", "--probe", "sts", "--data", "hostile.tsv", "--replicates", 50)
    plain = report(runs, "b.sonde", out="plain.html")
    pages = report(runs, "hostile.sonde", out="hostile.html", words=("--title", HOSTILE[0]))
    texts = {text for item in pages["items-t0"]["texts"] for text in item}
    assert all(any(text.startswith(hostile) for text in texts) for hostile in HOSTILE)
    assert pages["report"]["title"] == HOSTILE[0]
    count = {out: len(re.findall("<script|</script|<!--", (folder / out).read_text())) for out in ("plain.html", "hostile.html")}
    assert count["hostile.html"] - count["plain.html"] == 2 * (len(pages) - len(plain))


def test_ratings_stand_beside_the_runs(runs):
    lines = ["annotator\titem\tvalue\tgroup"]
    for item in range(30):
        for annotator in range(4):
            lines.append(f"p{annotator}\ti{item}\t{1 + (item + annotator % 2) % 7}\t{'odd' if item % 2 else 'even'}")
    (runs.folder / "ratings.tsv").write_text("\n".join(lines) + "\n")
    page = report(runs, "b.sonde", words=("--ratings", "ratings.tsv", "--scale", "1:7"))["report"]
    section = page["sections"][-1]
    assert section["kind"] == "ratings"
    figures = {figure["id"]: figure for figure in page["figures"] if figure["section"] == "ratings"}
    assert set(section["figures"]) == set(figures) == {f"ratings-ratings-{name}" for name in ("means", "single", "shuffled")}
    agreement = json.loads(runs("rate", "agreement", "ratings.tsv", "--format", "json").out)
    boxes = {row["category"]: row for row in figures["ratings-ratings-means"]["spec"]["data"]["values"]}
    for group in agreement["groups"]:
        row = boxes[group["slice"]]
        ours = [row[name] for name in ("lowest", "q1", "median", "q3", "highest")]
        assert ours == pytest.approx(group["box_of_means"], abs=1e-4)
    shares = {}
    for row in figures["ratings-ratings-shuffled"]["spec"]["data"]["values"]:
        shares[row["series"]] = shares.get(row["series"], 0) + row["y"]
    assert shares == {"ratings": pytest.approx(1, abs=1e-4), "shuffled ratings": pytest.approx(1, abs=1e-4)}
    runs("report", "b.sonde", "-o", "r.html", "--ratings", "ratings.tsv", "--scale", "1:3", code=3)


def test_nothing_is_written_over(runs):
    (runs.folder / "mine.html").write_text("mine")
    assert "is not a report" in runs("report", "b.sonde", "-o", "mine.html", "--replace", code=2).err
    assert (runs.folder / "mine.html").read_text() == "mine"


def test_a_run_named_twice_and_a_missing_folder_are_told_at_once(runs):
    file = sorted(path.name for path in runs.folder.glob("*.sonde"))[0]
    refused = runs("report", file, file, "-o", "twice.html", code=2)
    assert f"the run {file} is named twice" in refused.err and not (runs.folder / "twice.html").exists()
    refused = runs("report", file, "-o", "nowhere/report.html", code=4)
    assert "no such folder for the report" in refused.err


def test_what_is_no_run_is_told(runs):
    (runs.folder / "no.sonde").write_text("no run")
    assert "no.sonde" in runs("report", "no.sonde", "-o", "no.html", code=3).err
    assert not (runs.folder / "no.html").exists()
    runs("report", "missing.sonde", "-o", "no.html", code=3)


def test_slices_of_two_have_their_difference(runs):
    rows = [(f"sentence {i}", f"other {i * 7 % 60}", i * 13 % 7, "ab"[i % 2]) for i in range(60)]
    write_table(runs.folder / "sliced.tsv", ["first", "second", "gold", "half"], rows)
    runs.run("sliced.sonde", "--encoder", "random", "--probe", "sts", "--data", "sliced.tsv", "--replicates", 100)
    runs("figures", "sliced.sonde", "-o", "sliced", "--replace")
    rows = {row["category"]: row for row in
            csv.DictReader(io.StringIO((runs.folder / "sliced/sts-sliced-slices-half.csv").read_text()))}
    difference = float(rows["b (n = 30)"]["y"]) - float(rows["a (n = 30)"]["y"])
    assert float(rows["b \u2212 a"]["y"]) == pytest.approx(difference, abs=1e-12)
    assert float(rows["b \u2212 a"]["low"]) < difference < float(rows["b \u2212 a"]["high"])


def test_the_studys_bars_are_its_table(runs, tmp_path):
    """Fodor et al., Table 9: the correlations on both halves of STS3k, and so the differences of Figure 4."""
    study = shared_data("sts3k-study")
    (runs.folder / "sts3k.toml").write_text(f'''
probe = "sts"
name = "sts3k"
file = "{study}/datasets/STS3k_all.txt"
separator = ";"
header = false
columns = ["first", "second", "gold"]
[[labels]]
name = "subset"
value = "non-adversarial"
file = "{study}/datasets/STS3k_non_adv_indices.txt"
[[labels]]
name = "subset"
value = "adversarial"
file = "{study}/datasets/STS3k_adv_noneg_indices.txt"
''')
    runs.run("sts3k.sonde", "--scorer", f"USE=scores:{study}/similarities/STS3k_all_universal_norml_similarities.txt",
             "--data", "sts3k.toml", "--replicates", 50)
    page = report(runs, "sts3k.sonde")["report"]
    found = {title: row["cells"][0]["value"] for (_, title, _), row in rows_of(page).items()}
    assert found["ordinary pairs"] == pytest.approx(.824, abs=5e-4)
    assert found["adversarial pairs"] == pytest.approx(-.071, abs=5e-4)
    runs("figures", "sts3k.sonde", "-o", "sts3k", "--replace")
    rows = {row["category"]: float(row["y"]) for row in
            csv.DictReader(io.StringIO((runs.folder / "sts3k/sts-sts3k-slices-subset.csv").read_text()))}
    assert rows["non-adversarial \u2212 adversarial"] == pytest.approx(.824 + .071, abs=1e-3)


def test_speed_is_measured_when_it_is_asked_for(sonde):
    """Speed is measured for the run's own encoders that need files alone. The run file is not changed."""
    (sonde.folder / "s.txt").write_text("".join(f"{number}\n" for number in range(1500)))
    sonde.run("s.sonde", "--encoder", "random", "--encoder", "tfidf", "--scorer", "stored=scores:s.txt", "--data", "negation-detection",
              "--limit", 12)
    before = (sonde.folder / "s.sonde").read_bytes()

    def speeds(*words):
        said = sonde("report", "s.sonde", "--replace", *words).err
        page = (sonde.folder / "report.html").read_text()
        found = json.loads(re.search(r'id="report">(.*?)</script>', page, re.S)[1])["subjects"]
        return {one["name"]: one["facts"].get("texts per second") for one in found}, said

    assert set(speeds()[0].values()) == {None}
    measured, said = speeds("--speed")
    assert float(measured["random"]) > 1 and float(measured["tfidf"]) > 1 and measured["stored"] is None
    assert "stored: speed not measured: it is not an encoder" in said
    assert (sonde.folder / "s.sonde").read_bytes() == before


def test_a_reports_layers_have_their_best(runs):
    runs.run("layers.sonde", "--encoder", "m=minilm?layer=0,3,6", "--data", "argument-sensitivity", "--limit", 20, "--replicates", 200)
    page = report(runs, "layers.sonde", out="layers.html")["report"]
    [figure] = [one for one in page["figures"] if one["id"].endswith("-layers")]
    values = figure["spec"]["data"]["values"]
    assert [one["y"] for one in values if one.get("mark") == "best"] == [max(one["y"] for one in values)]
