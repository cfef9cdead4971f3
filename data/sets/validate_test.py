# SPDX-License-Identifier: Apache-2.0
"""Tests that validate.py passes good rows and catches each kind of error."""

import itertools
import re
import statistics
import string
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import validate as v

GOOD = {
    "prev": "The town of Harlow Ferry has decided that it will close its 12 parks at the end of June.",
    "curr": "A retired plumber by the name of Dov Lessing is going to stand for mayor in the autumn.",
    "next": "Bus drivers, for their part, have now called off the strike that they had planned for Friday.",
    "s1": "Harlow Ferry will close its 12 parks at the end of June, and retired plumber Dov Lessing is standing for mayor in autumn.",
    "s2": "Retired plumber Dov Lessing will stand for mayor in the autumn, and bus drivers have called off Friday's planned strike.",
}


def problems(**cells):
    """Return the problems of the good row with some cells changed."""
    return list(v.check_row(v.Row(2, {"id": "st-001", **GOOD, "register": "news", "kept": "yes", **cells})))


def has(found, part):
    """Tell whether one of the problems contains part."""
    return any(part in p for p in found)


# ------------------------------------------------------------ whole sets

def noise():
    """Yield made-up words that no rule finds alike."""
    for letters in itertools.product(string.ascii_lowercase, repeat=3):
        yield "o" + "".join(letters) + "k"


def good_set(n=208, small="the"):
    """Return the text of a set of n rows without any problem."""
    source, lines = noise(), ["\t".join(v.COLUMNS)]
    for i in range(n):
        p, c, x = ([next(source) for _ in range(4)] for _ in range(3))
        def sentence(w):
            return f"{w[0].capitalize()} was {w[1]} {small} {w[2]} of {small} {w[3]} in it."
        def fusion(a, b):
            return f"{a[0].capitalize()} was {a[1]} {a[2]} of {a[3]}, {b[0]} {b[1]} {b[2]} of {b[3]}."
        lines.append("\t".join([f"st-{i + 1:03}", sentence(p), sentence(c), sentence(x),
                                fusion(p, c), fusion(c, x), v.REGISTERS[i % 4], "yes"]))
    return "\n".join(lines) + "\n"


def edit(text, row, column, value):
    """Return the text with one cell replaced."""
    lines = text.split("\n")
    cells = lines[row].split("\t")
    cells[v.COLUMNS.index(column)] = value
    lines[row] = "\t".join(cells)
    return "\n".join(lines)


def cell(text, row, column):
    """Return one cell of a set."""
    return text.split("\n")[row].split("\t")[v.COLUMNS.index(column)]


def set_problems(text):
    """Return the problem texts of a set."""
    return [p for _, p in v.check_set(text)[1]]


def test_good_set():
    rows, found = v.check_set(good_set())
    assert (len(rows), found) == (208, [])


def test_good_row():
    assert problems() == []


def test_header():
    assert has(set_problems(good_set().replace("prev\t", "previous\t", 1)), "header")


def test_column_counts():
    text = good_set()
    assert has(set_problems(text.replace("\tyes\n", "\tyes\tx\n", 1)), "9 columns")
    assert has(set_problems(edit(text, 3, "kept", "maybe")), "kept is 'maybe'")
    assert has(set_problems(edit(text, 3, "register", "")), "empty column")
    assert has(set_problems(edit(text, 3, "curr", " ")), "empty column")


def test_line_ends():
    text = good_set()
    assert has(set_problems(text.replace("\n", "\r\n")), "carriage returns")
    assert has(set_problems(text[:-1]), "no line end")
    assert has(set_problems("\ufeff" + text), "byte order mark")


def test_ids():
    text = good_set()
    assert has(set_problems(edit(text, 3, "id", "st-001")), "id is also on line 2")
    assert has(set_problems(edit(text, 3, "id", "st-004")), "st-003 was expected")
    assert has(set_problems(edit(text, 3, "id", "sets-3")), "not of the form")


def test_too_few_rows():
    assert has(set_problems(good_set(196)), "196 rows, fewer than 200")


def test_duplicate_sentence():
    text = good_set()
    again = cell(text, 2, "prev")
    assert has(set_problems(edit(text, 5, "next", again)), "next is also on line 3")
    assert has(set_problems(edit(text, 5, "next", again.upper())), "next is also on line 3")
    assert has(set_problems(edit(text, 5, "s1", cell(text, 5, "s2"))), "s2 is also on line 6")


def test_same_start():
    text = good_set()
    for row in (1, 2, 3):
        text = edit(text, row, "curr", "It is there, " + cell(text, row, "curr"))
    assert not has(set_problems(text), "start with")
    text = edit(text, 4, "prev", "It is there, " + cell(text, 4, "prev"))
    assert not has(set_problems(text), "start with")
    text = edit(text, 5, "curr", "It is there, " + cell(text, 5, "curr"))
    assert has(set_problems(text), "4 curr start with 'it is there'")


def test_registers():
    text = good_set()
    assert has(set_problems(edit(text, 3, "register", "poetry")), "not one of news")
    for row in range(1, 30, 4):
        text = edit(text, row, "register", "science")
    assert has(set_problems(text), "register news has 44 of 208")
    assert has(set_problems(text), "register science has 60 of 208")


def test_median():
    assert has(set_problems(good_set(small="the very")), "median share of words is 0.4")


# ------------------------------------------------------------- sentences

@pytest.mark.parametrize("curr, part", [
    ("A retired  plumber stands for mayor in the autumn.", "double space"),
    ("A retired plumber stands for mayor in the autumn. ", "trailing space"),
    ("A retired\u00a0plumber stands for mayor in the autumn.", "white-space"),
    ("A retired plumber stands at the cafe\u0301 in the autumn.", "NFC"),
    ("A retired plumber stands for “mayor” in the autumn.", "curly"),
    ('A retired "plumber stands for mayor in the autumn.', "quotes"),
    ("a retired plumber stands for mayor in the autumn.", "capital"),
    ("A retired plumber stands for mayor in the autumn", "does not end"),
    ("A retired plumber stands. He wants to be mayor.", "two sentences"),
    ("A retired plumber stands for mayor today.", "7 words"),
    ("A plumber" + " and a mayor" * 8 + ".", "26 words"),
])
def test_sentence(curr, part):
    assert has(problems(curr=curr), part)


# --------------------------------------------------------------- fusions

def test_word_limit():
    sources = v.length(GOOD["prev"]) + v.length(GOOD["curr"])
    limit = int(0.75 * sources)
    pad = limit - v.length(GOOD["s1"])
    at = GOOD["s1"].replace("Harlow Ferry will", "Harlow Ferry" + " now" * pad + " will")
    assert v.length(at) == limit and problems(s1=at) == []
    assert has(problems(s1=at.replace(" now", " now now", 1)), "more than 0.75")


def test_content_of_both():
    assert has(problems(s1="Harlow Ferry will close its 12 parks at the end of June."), "content words of curr")
    assert has(problems(s2="Retired plumber Dov Lessing will stand for mayor in the autumn."), "content words of next")


@pytest.mark.parametrize("old, new, part", [
    ("12 parks", "13 parks", "number of its own: 13"),
    ("12 parks", "twelve parks", "number of its own: twelve"),
    ("of June", "of July", "name of its own: juli"),
    ("Dov Lessing", "Dov Lessing of Corham", "name of its own: corham"),
    ("parks at the end of June", "beautiful public gardens, playgrounds, fountains and meadows forever", "content words of its own"),
])
def test_added(old, new, part):
    assert has(problems(s1=GOOD["s1"].replace(old, new)), part)


@pytest.mark.parametrize("source, fused", [
    ("slides", "sliding"), ("slid", "slides"), ("carried", "carry"), ("stopped", "stops"),
    ("children", "child"), ("lost", "losing"), ("June's", "June"), ("wives", "wives'"),
    ("quick", "quickly"), ("twelve-year-old", "twelve-year-old's"),
])
def test_inflections_are_the_same_word(source, fused):
    assert v.content_words(source) == v.content_words(fused) != set()


def test_figures():
    assert v.figures("In 2018's spring, twenty-nine of 3,900 came.") == {"2018", "twenty", "nine", "3,900"}


# --------------------------------------------------------------- sources

def test_same_source():
    again = GOOD["prev"].upper().replace(" ", ", ").replace(".", "!")
    assert has(problems(curr=again), "prev and curr are the same letters")
    assert has(problems(next=GOOD["curr"].replace("by the", "BY the")), "curr and next are the same letters")


def test_overlap_of_sources():
    close = "The town of Harlow Ferry will close its last swimming pool before the end of July."
    assert has(problems(curr=close), "prev and curr share")


# ----------------------------------------------------------- the file itself

HERE = Path(v.__file__).parent


@pytest.fixture(scope="module")
def checked():
    return v.check_file(HERE / "en.tsv")


def test_set_passes(checked):
    assert checked[1] == []


def test_readme_counts(checked):
    """The counts and the median in README.md are those of the file."""
    rows = checked[0]
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| (\w+) \| (\d+) \|$", readme, re.MULTILINE))
    counts = {r: str(sum(row["register"] == r for row in rows)) for r in v.REGISTERS}
    assert stated == {**counts, "all": str(len(rows))}
    assert f"median is {statistics.median(v.ratios(rows)):.3f}" in readme


def test_blind_answers(checked):
    """The answers are of fusions of the file, in order, and README.md counts them."""
    lines = (HERE / "blind.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == ["id", "fusion", "chosen"]
    answers = [line.split("\t") for line in lines[1:]]
    fusions = {(row["id"], fusion) for row in checked[0] for fusion in v.FUSIONS}
    answered = [(i, fusion) for i, fusion, _ in answers]
    assert set(answered) <= fusions and answered == sorted(set(answered))
    chosen = [answer for _, _, answer in answers]
    assert set(chosen) <= {"keeps", "loses", "adds"}
    keep, lose, add = (chosen.count(x) for x in ("keeps", "loses", "adds"))
    readme = " ".join((HERE / "README.md").read_text(encoding="utf-8").split())
    assert len(answers) == len(fusions)
    assert f"{keep} keep, {lose} lose, {add} add" in readme


# ------------------------------------------------------------------ main

def test_main(tmp_path, capsys):
    good = tmp_path / "en.tsv"
    good.write_text(good_set(), encoding="utf-8", newline="")
    assert v.main([str(good)]) == 0
    assert capsys.readouterr().out.startswith("208 rows, 416 fusions, median share of words 0.")
    good.write_text(edit(good_set(), 3, "register", "X"), encoding="utf-8", newline="")
    assert v.main([str(good)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("en.tsv:4: register 'X'")
    assert out[-1].endswith("1 problems")


def test_bad_files(tmp_path):
    latin = tmp_path / "latin.tsv"
    latin.write_bytes("caf\u00e9\n".encode("latin-1"))
    assert has([p for _, p in v.check_file(latin)[1]], "not UTF-8")
    assert has([p for _, p in v.check_file(tmp_path / "none.tsv")[1]], "cannot be read")
