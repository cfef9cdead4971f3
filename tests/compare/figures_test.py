"""The facts shown with a figure: its count, why it is undefined, and whether it has an interval."""
import re
import shutil
import xml.etree.ElementTree

import pytest
from program import BUILD, lacking, sentences, write_sts, write_table


def scored(sonde, name, scores, data, *words):
    (sonde.folder / "s.txt").write_text("".join(f"{score}\n" for score in scores))
    sonde.run(name, "--scorer", "s=scores:s.txt", "--data", data, "--replicates", 100, *words)
    return {key[3]: r for key, r in sonde.results(name).items() if key[2] == "all"}


@pytest.mark.parametrize("count, has_interval", [(9, False), (10, True)])
def test_few_items_have_no_interval(sonde, count, has_interval):
    data = write_sts(sonde.folder / "few.tsv", count)
    result = scored(sonde, "few.sonde", [i * 7 % 10 for i in range(count)], data)["spearman"]
    assert result["value"] is not None
    assert (result["low"] is not None) == (result["high"] is not None) == has_interval
    assert ("no interval: fewer than 10 items" in result["why"]) == (not has_interval)
    table = sonde("show", "few.sonde").out
    assert ("[undefined]: fewer than 10 items" in table) == (not has_interval)


@pytest.mark.parametrize("count, scores, rating, reason", [
    (1, [1], None, "fewer than two pairs"), (12, [1] * 12, None, "all similarities are the same"),
    (12, range(12), 3, "all ratings are the same")])
def test_an_undefined_correlation_has_a_reason(sonde, count, scores, rating, reason):
    texts = sentences(2 * count)
    rows = [(texts[2 * i], texts[2 * i + 1], i if rating is None else rating) for i in range(count)]
    data = write_table(sonde.folder / "d.tsv", ["first", "second", "gold"], rows)
    for result in scored(sonde, "u.sonde", scores, data).values():
        assert result["value"] is None and result["why"] == {reason: 0}
    assert reason in sonde("show", "u.sonde").out


def test_a_result_with_fewer_items_says_how_many(sonde, triplets):
    scores = [i % 7 / 7 for i in range(120)]
    for item in range(9):
        scores[3 * item + 2] = "nan"  # S+ with S*; margins of the plain test don't need it
    scores[30] = "nan"
    results = scored(sonde, "t.sonde", scores, triplets)
    counts = {name: result["n"] for name, result in results.items()}
    assert len(set(counts.values())) > 1 and max(counts.values()) > min(counts.values())
    table_lines = sonde("show", "t.sonde").out.partition("\ntriplets · ")[2].splitlines()
    header, row = [line.split("  ") for line in table_lines if line.startswith(("subject", "s "))][:2]
    assert str(max(counts.values())) in "  ".join(row)
    shown = sonde("show", "t.sonde").out
    for count in set(counts.values()) - {max(counts.values())}:
        assert f" n={count}" in shown
    left_out = sorted(result["left_out"] for result in results.values())
    assert f"{left_out[0]}-{left_out[-1]}" in shown


def test_variants_without_a_similarity_are_counted(sonde):
    (sonde.folder / "c.txt").write_text("".join(line + "\n" for line in sentences(20)))
    sonde.run("r.sonde", "--encoder", "random", "--probe", "curves", "--data", "c.txt")
    rows = sum(len(item["rows"]) for item in sonde.items("r.sonde"))
    scores = [0.5 + i * 37 % 100 / 200 for i in range(rows)]
    scores[1] = scores[rows // 2] = "nan"
    overlap = scored(sonde, "v.sonde", scores, "c.txt", "--probe", "curves")["overlap"]
    assert (overlap["n"], overlap["left_out"]) == (20, 2)
    assert overlap["why"] == {"undefined similarity of a variant, of an original that counts": 2}
    assert "left out: 2 (undefined similarity of a variant" in sonde("show", "v.sonde").out


SVG = "{http://www.w3.org/2000/svg}"
needs_node = pytest.mark.skipif(shutil.which("node") is None or not (BUILD / "web/figures.js").exists(), reason="no Node.js")


def drawn(sonde, *words):
    """Figures of three encoders on two data sets."""
    sonde.run("f.sonde", "--encoder", "random", "--encoder", "two=random?seed=2", "--encoder", "three=random?seed=3",
              "--data", "heros-en", "--data", "negation-detection", "--data", "sets-en", "--limit", 20)
    sonde("report", "f.sonde", "--figures", "figures", *words)
    return {file.name: file for file in (sonde.folder / "figures").iterdir() if file.suffix != ".sha256"}


@needs_node
def test_figures_are_drawn_for_a_column(sonde):
    files = drawn(sonde, "--format", "svg", "--width", "8.4cm")
    assert len(files) > 6 and not (sonde.folder / "report.html").exists()
    bars = {}
    for name, file in files.items():
        root = xml.etree.ElementTree.parse(file).getroot()
        assert 75 < float(root.get("width").removesuffix("mm")) <= 84, name
        texts = [text.text or "" for text in root.iter(f"{SVG}text")]
        assert texts and not any(re.match(r"-[\d.]", text) for text in texts), name
        scale = 84 / float(root.get("viewBox").split()[2]) / 25.4 * 72  # points per unit
        sizes = {float(size) for size in re.findall(r"font-size=\"([\d.]+)px", file.read_text())}
        assert min(sizes) * scale > 6, name
        for part in root.iter(f"{SVG}path"):
            subject = re.search(r"; subject: (\w+)", part.get("aria-label") or "")
            if subject and part.get("aria-roledescription") in ("bar", "point"):
                bars.setdefault(subject[1], set()).add(part.get("fill"))
    assert {name: len(colours) for name, colours in bars.items()} == {"random": 1, "two": 1, "three": 1}
    assert len(set.union(*bars.values())) == 3
    assert any("−" in text for file in files.values() for text in [file.read_text()])


@needs_node
def test_pdf_and_png_are_made_of_them(sonde):
    if shutil.which("rsvg-convert") is None:
        lacking("no rsvg-convert (Debian: librsvg2-bin)")
    files = drawn(sonde, "--format", "pdf,png,csv")
    starts = {".pdf": b"%PDF", ".png": b"\x89PNG", ".csv": b"series,"}
    for suffix, start in starts.items():
        of = [file for name, file in files.items() if name.endswith(suffix)]
        assert len(of) == len(files) // 3 and all(file.read_bytes().startswith(start) for file in of)


def test_a_missing_tool_is_named_with_its_package(sonde):
    sonde.run("f.sonde", "--encoder", "random", "--data", "negation-detection", "--limit", 20)
    sonde.environment["PATH"] = str(sonde.folder)
    words = ("report", "f.sonde", "--figures", "figures", "--format")
    refused = sonde(*words, "svg", code=4 if (BUILD / "web/figures.js").exists() else 2).err
    assert "nodejs" in refused or "without Node.js" in refused
    assert not (sonde.folder / "figures").exists()
    sonde(*words, "json,csv")


@pytest.mark.parametrize("words, problem", [(("--format", "gif"), "unknown format of figures 'gif'"), (("--width", "84"), "'84' is not a width"),
                                            (("--width", "2mm"), "'2mm' is not a width")])
def test_wrong_words_for_figures(sonde, words, problem):
    sonde.run("f.sonde", "--encoder", "random", "--data", "negation-detection", "--limit", 12)
    assert problem in sonde("report", "f.sonde", "--figures", "figures", *words, code=2).err


def test_the_former_name_says_the_new_one(sonde):
    sonde.run("f.sonde", "--encoder", "random", "--data", "negation-detection", "--limit", 12)
    assert "sonde report --figures" in sonde("figures", "f.sonde", "-o", "old").err
    sonde("report", "f.sonde", "--figures", "new")
    names = [sorted(file.name for file in (sonde.folder / folder).iterdir()) for folder in ("old", "new")]
    assert names[0] == names[1] and names[0]
