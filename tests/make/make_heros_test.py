"""`sonde make heros`: originals with six minimal edits, the sheet for people, and the way back."""
import csv
import json

import pytest
from program import ROOT

SENTENCES = """My neighbour bought the old house at the end of the street.
The bridge across the river was demolished in the spring.
The teachers at the village school are very strict.
My brother thinks that the new manager is very polite.
Some of the teachers at the village school are very strict.
My neighbour bought a house.
Did my neighbour buy the old house at the end of the street?
The new rules permit visitors to park behind the building.
"""
VARIANTS = ("Synonym", "Antonym", "Random", "Typo", "Negation (main)", "Negation (antonym)")
MODEL = ROOT / "tests/golden" / "mlm-bert"


@pytest.fixture
def sentences(sonde):
    (sonde.folder / "s.txt").write_text(SENTENCES)
    return "s.txt"


def make(sonde, source, *words, **options):
    return sonde("make", "heros", source, "--out", "h.tsv", "--replace", "--misspellings", "none", *words, **options)


def rows(sonde, file="h.tsv"):
    with open(sonde.folder / file, newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_six_variants_with_their_trace_and_counts(sonde, sentences):
    answer = make(sonde, sentences, "--refused", "refused.tsv")
    made = rows(sonde)
    assert [row["id"] for row in made] == ["1", "2", "3", "4", "8"]
    assert made[0]["Synonym"] == "My neighbour purchased the old house at the end of the street."
    assert made[3]["Negation (antonym)"] == "My brother thinks that the new manager is not very polite."
    for row in made:
        texts = [row[name] for name in ("Original", *VARIANTS)]
        assert all(texts) and len(set(texts)) >= 6
        for name in VARIANTS[:4]:
            old, new = row["Original"].split(), row[name].split()
            assert len(old) == len(new) and sum(a != b for a, b in zip(old, new)) == 1
        assert "no language model" in row["trace"] and "by rule, " in row["trace"]
    counts = json.loads((sonde.folder / "h.tsv.made.json").read_text())["counts"]
    rule = counts["rules"]["heros"]
    assert rule["asked"] == 8 and rule["eligible"] == 6 and rule["made"] == 5
    assert rule["not_eligible"] == {"a question": 1, "fewer than 9 words": 1}
    assert [(row["id"], row["reason"]) for row in rows(sonde, "refused.tsv")] == [("5", "both may be true")]
    assert "heros: 5 made of 6 eligible of 8; refused: 1 both may be true" in answer.err
    card = (sonde.folder / "h.toml").read_text()
    assert "not read by a person" in card and "without a language model" in card


def test_the_set_is_measured_by_its_card(sonde, sentences):
    make(sonde, sentences)
    sonde.run("h.sonde", "--encoder", "random", "--data", "h.toml")
    items = sonde.items("h.sonde")
    assert [item["sentences"][0] for item in items] == [row["Original"] for row in rows(sonde)]
    assert all(len(item["sentences"]) >= 6 for item in items)


def test_the_same_bytes_for_the_same_seed_and_more_keeps_all(sonde, sentences):
    def made(*words):
        make(sonde, sentences, *words)
        return (sonde.folder / "h.tsv").read_bytes()

    first = made("--seed", "1")
    assert made("--seed", "2") != first == made("--seed", "1")
    seen = set()
    for most in ("1", "4"):
        drawn = set(made("--seed", "1", "--most", most).splitlines())
        assert len(drawn) == int(most) + 1 and seen <= drawn <= set(first.splitlines())
        seen = drawn


def test_listed_misspellings(sonde, sentences):
    (sonde.folder / "typos.txt").write_text("bougth->bought\n")
    sonde("make", "heros", sentences, "--out", "h.tsv", "--misspellings", "typos.txt")
    first = rows(sonde)[0]
    assert " bougth " in first["Typo"] and "bought -> bougth, a listed misspelling" in first["trace"]


def test_a_language_model_fills_the_gap(sonde, sentences):
    """The tiny one has a few adjectives, and hardly a verb in the past."""
    answer = make(sonde, sentences, "--mlm", f"hf:{MODEL}")
    made = rows(sonde)
    assert {"3"} <= {row["id"] for row in made} < {"1", "2", "3", "4", "8"}
    assert all("language model, rank " in row["trace"] for row in made)
    assert "by a masked language model" in (sonde.folder / "h.toml").read_text()
    assert "no random word fits" in answer.err
    encoder = MODEL.parent / "plain-bert"
    assert "has no head for words" in make(sonde, sentences, "--mlm", f"hf:{encoder}", code=3).err


def test_people_choose_from_the_sheet(sonde, sentences):
    make(sonde, sentences, "--confirm", "sheet.tsv")
    sheet = rows(sonde, "sheet.tsv")
    assert {row["id"].split("/")[0] for row in sheet} == {"1", "2", "3", "4", "5", "8"}
    assert len(sheet) == 36 and len(rows(sonde)) == 5
    for row in sheet:
        row["chosen"] = "1"
        if row["id"] == "1/antonym":
            row["chosen"] = "vacated"
        if row["id"] == "2/random":
            row["chosen"] = "0"
    with open(sonde.folder / "filled.tsv", "w", newline="") as out:
        writer = csv.DictWriter(out, sheet[0], delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None,
                                lineterminator="\n")
        writer.writeheader()
        writer.writerows(sheet)
    answer = sonde("make", "heros", "filled.tsv", "--chosen", "--out", "c.tsv")
    chosen = {row["id"]: row for row in rows(sonde, "c.tsv")}
    assert set(chosen) == {"1", "3", "4", "5", "8"}
    assert chosen["1"]["Antonym"] == "My neighbour vacated the old house at the end of the street."
    assert "1 no random chosen" in answer.err
    assert "of which people chose" in (sonde.folder / "c.toml").read_text()


def test_rate_reads_the_sheet(sonde, sentences):
    make(sonde, sentences, "--confirm", "sheet.tsv", "--most", "1")
    sonde("rate", "new", "sheet.tsv", "--out", "study", "--per-item", "1", "--ask", "candidates")
    sonde("rate", "sheet", "study", "--out", "sheets")
    table = rows(sonde, "sheets/p1.tsv")
    assert len(table) == 6
    for row in table:
        row["Annotation"] = "1"
    with open(sonde.folder / "done.tsv", "w", newline="") as out:
        writer = csv.DictWriter(out, table[0], delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None,
                                lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    sonde("rate", "take", "study", "done.tsv", "--person", "p1")
    sonde("rate", "export", "study", "--out", "results")
    sonde("make", "heros", "results/gold.tsv", "--chosen", "--out", "c.tsv")
    [row] = rows(sonde, "c.tsv")
    assert all(row[name] for name in VARIANTS) and row["Original"] + "\n" in SENTENCES


@pytest.mark.parametrize("words, text, code, message", [
    (["--seed", "x"], SENTENCES, 2, "seed"),
    (["--mlm", "words:glove.txt"], SENTENCES, 2, "is not a masked language model"),
    (["--mlm", "hf:nowhere/at/all"], SENTENCES, 3, "nowhere/at/all"),
    (["--chosen"], SENTENCES, 2, "--chosen goes with no other option"),
    ([], "A phrase.\n", 3, "nothing could be made: heros: 0 made of 0 eligible of 1"),
])
def test_bad_input(sonde, words, text, code, message):
    (sonde.folder / "s.txt").write_text(text)
    assert message in make(sonde, "s.txt", *words, code=code).err
    assert not (sonde.folder / "h.tsv").exists()


def test_a_list_that_is_none(sonde, sentences):
    (sonde.folder / "typos.txt").write_text("open\n")
    answer = sonde("make", "heros", sentences, "--out", "h.tsv", "--misspellings", "typos.txt", code=3)
    assert "typos.txt:1: is not a misspelling with its word" in answer.err
