# SPDX-License-Identifier: Apache-2.0
"""Tests that validate.py passes good rows and catches each kind of error."""

import itertools
import re
import string
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import validate as v

DOMAINS = ["home", "work", "law", "sport", "music", "farming", "travel", "money",
           "school", "nature", "crafts", "weather", "history"]

GOOD = {
    "negation-detection": (
        "The plumber mended the tap before noon.",
        "The plumber repaired the tap before noon.",
        "The plumber did not mend the tap before noon.",
    ),
    "negation-variants": (
        "A potter is turning a bowl on the wheel.",
        "A potter isn't turning a bowl on the wheel.",
        "There is no potter turning a bowl on the wheel.",
    ),
    "clause-relatedness": (
        "The builder thinks the roof will hold tonight.",
        "The roof will hold tonight.",
        "The builder does not think the roof will hold tonight.",
        "saying-first",
    ),
    "argument-sensitivity": (
        "The nurse thanked the surgeon warmly.",
        "The surgeon was thanked warmly by the nurse.",
        "The surgeon thanked the nurse warmly.",
        "full",
    ),
    "fixed-point-reorder": (
        "She bought a new kettle at the market.",
        "She purchased a new kettle at the market.",
        "kettle at the market She bought a new.",
    ),
}


def problems(name, *cells):
    """Return the problems of one row given as S, S+, S* [, label]."""
    label = v.SETS[name][1]
    columns = list(v.SENTENCES) + ([label] if label else [])
    row = v.Row(2, {"id": v.SETS[name][0] + "-001", "domain": "home", **dict(zip(columns, cells))})
    return list(v.check_row(name, row))


def changed(name, **cells):
    """Return the problems of the good row of a set with some cells changed."""
    keys = dict(zip(["S", "plus", "star", "label"], GOOD[name]))
    return problems(name, *{**keys, **cells}.values())


def has(found, part):
    """Tell whether one of the problems contains part."""
    return any(part in p for p in found)


# ------------------------------------------------------------ whole sets

def noise():
    """Yield made-up words that no rule finds alike."""
    for letters in itertools.product(string.ascii_lowercase, repeat=3):
        yield "o" + "".join(letters) + "k"


def good_nd(n=130):
    """Return the text of a set of n rows without any problem."""
    source, lines = noise(), ["\t".join(v.COLUMNS)]
    for i in range(n):
        a, b, c, d = (next(source) for _ in range(4))
        s = f"{a.capitalize()} may {b} the {d} today."
        if i % 7 == 0:
            s = f"{a.capitalize()} may not {b} the {d} today."
        plus = s.replace(f" {b} ", f" {c} ")
        star = s.replace(" not ", " ") if " not " in s else s.replace("may", "may not")
        lines.append("\t".join([f"nd-{i + 1:03}", s, plus, star, DOMAINS[i % len(DOMAINS)]]))
    return "\n".join(lines) + "\n"


def edit(text, row, column, value):
    """Return the text with one cell replaced."""
    lines = text.split("\n")
    cells = lines[row].split("\t")
    cells[v.COLUMNS.index(column)] = value
    lines[row] = "\t".join(cells)
    return "\n".join(lines)


def nd_problems(text):
    """Return the problem texts of a negation-detection set."""
    return [p for _, p in v.check_set("negation-detection", text)[1]]


def test_good_set():
    assert v.check_set("negation-detection", good_nd()) == (130, [])


@pytest.mark.parametrize("name", GOOD)
def test_good_rows(name):
    assert problems(name, *GOOD[name]) == []


def test_header():
    assert has(nd_problems(good_nd().replace("S+\t", "S2\t", 1)), "header")


def test_column_counts():
    text = good_nd()
    assert has(nd_problems(text.replace("\thome\n", "\thome\tx\n", 1)), "6 columns")
    assert has(nd_problems(edit(text, 3, "domain", "")), "empty column")


def test_line_ends():
    text = good_nd()
    assert has(nd_problems(text.replace("\n", "\r\n")), "carriage returns")
    assert has(nd_problems(text[:-1]), "no line end")


def test_byte_order_mark():
    assert has(nd_problems("\ufeff" + good_nd()), "byte order mark")


def test_ids():
    text = good_nd()
    assert has(nd_problems(edit(text, 3, "id", "nd-001")), "id is also on line 2")
    assert has(nd_problems(edit(text, 3, "id", "nv-003")), "not of the form")
    assert has(nd_problems(edit(text, 3, "id", "nd-3")), "not of the form")


def test_too_few_rows():
    assert has(nd_problems(good_nd(119)), "fewer than 120")


def test_duplicate_sentence():
    text = good_nd()
    s = text.split("\n")[2].split("\t")[1]
    assert has(nd_problems(edit(text, 5, "S*", s)), "is also on line 3")
    assert has(nd_problems(edit(text, 5, "S*", s.upper())), "is also on line 3")


def test_content_word_share():
    lines = good_nd().split("\n")  # 5 % of 130 is 6.5
    six = [x.replace("today", "kettle") for x in lines[:7]] + lines[7:]
    seven = [x.replace("today", "kettles") for x in lines[:8]] + lines[8:]
    assert nd_problems("\n".join(six)) == []
    assert has(nd_problems("\n".join(seven)), "content word 'kettl-' is in 7 rows, more than 6")
    # One of the seven has it in S* alone.
    cells = lines[8].split("\t")
    cells[3] = cells[3].replace("today", "kettle")
    assert has(nd_problems("\n".join([*six[:8], "\t".join(cells), *lines[9:]])), "is in 7 rows")


def test_first_words_share():
    lines = good_nd().split("\n")
    def start(line):
        cells = line.split("\t")
        cells[1:4] = ["Then they all " + c for c in cells[1:4]]
        return "\t".join(cells)
    three = lines[:1] + [start(x) for x in lines[1:4]] + lines[4:]
    four = lines[:1] + [start(x) for x in lines[1:5]] + lines[5:]
    assert not has(nd_problems("\n".join(three)), "start with")
    assert has(nd_problems("\n".join(four)), "4 S start with 'then they all'")


def test_domains():
    text = good_nd()
    assert has(nd_problems(edit(text, 3, "domain", "Home")), "one lower-case word")
    for d in DOMAINS[1:]:
        text = text.replace(f"\t{d}\n", "\thome\n")
    assert has(nd_problems(text), "1 domains, fewer than 12")
    assert has(nd_problems(text), "domain home has 130 of 130")


def test_quote_styles_mixed():
    text = good_nd()
    s = text.split("\n")[3].split("\t")[1]
    mixed = edit(edit(text, 3, "S", "It’s " + s), 4, "S", "It's " + s)
    assert has(nd_problems(mixed), "straight and curly")


def test_nd_share_of_not():
    lines = good_nd(145).split("\n")
    few = lines[:1] + [x for x in lines[1:-1] if " not " not in x.split("\t")[1]] + [""]
    assert has(nd_problems("\n".join(few)), "0 of 124 S have a not")


def label_set(name, labels):
    """Return the share problems of rows with these labels only."""
    column = v.SETS[name][1]
    rows = [v.Row(i, {"domain": DOMAINS[i % 13], column: x}) for i, x in enumerate(labels)]
    return [p for _, p in v.check_shares(name, rows)]


def test_label_shares():
    order = ["saying-first"] * 80 + ["clause-first"] * 40
    assert label_set("clause-relatedness", order) == []
    assert has(label_set("clause-relatedness", order[:-1] + order[:1]), "less than a third")
    passive = ["full"] * 96 + ["agentless"] * 24
    assert label_set("argument-sensitivity", passive) == []
    assert has(label_set("argument-sensitivity", passive + ["agentless"]), "more than 20%")


# ------------------------------------------------------------- sentences

@pytest.mark.parametrize("s, part", [
    ("The  plumber mended the tap before noon.", "double space"),
    ("The plumber mended the tap before noon. ", "trailing space"),
    ("The plumber mended\u00a0the tap before noon.", "white-space"),
    ("The plumber mended the tap at the cafe\u0301.", "NFC"),
    ('The plumber mended the "tap before noon.', "quotes"),
    ("the plumber mended the tap before noon.", "capital"),
    ("The plumber mended the tap before noon", "does not end"),
    ("The plumber mended it.", "4 words"),
    ("The plumber mended the tap before noon" + " and noon" * 9 + ".", "25 words"),
    ("The plumber mended the tap before noon!", "final punctuation"),
    ("The plumber repaired the tap before noon.", "not all different"),
])
def test_sentence(s, part):
    assert has(changed("negation-detection", S=s), part)


def test_wrong_label():
    assert has(changed("argument-sensitivity", label="none"), "is not one of")


# --------------------------------------------------------------- per set

@pytest.mark.parametrize("plain, negated", [
    ("The dog walks.", "The dog does not walk."),
    ("The dogs walk.", "The dogs don't walk."),
    ("The dogs walk.", "The dogs do not walk."),
    ("She carried it.", "She didn't carry it."),
    ("She stopped it.", "She did not stop it."),
    ("She had a car.", "She did not have a car."),
    ("She has a car.", "She doesn't have a car."),
    ("She did the dishes.", "She did not do the dishes."),
    ("She put it there.", "She did not put it there."),
    ("He understood it.", "He did not understand it."),
    ("She quickly left it.", "She did not quickly leave it."),
    ("She is here.", "She isn't here."),
    ("She's here.", "She's not here."),
    ("She's here.", "She isn't here."),
    ("He can swim.", "He cannot swim."),
    ("He can swim.", "He can't swim."),
    ("He will swim.", "He won't swim."),
    ("I'd gone.", "I hadn't gone."),
    ("Is she ready?", "Is she not ready?"),
])
def test_negation_forms(plain, negated):
    assert v.negation_place(plain, negated) >= 0
    assert v.negation_place(negated, plain) >= 0


@pytest.mark.parametrize("plain, negated", [
    ("The dog walks.", "The dog not walks."),
    ("The dog walks.", "The dog did not walk."),
    ("The dog walks.", "The dog does not walks."),
    ("The dogs walked.", "The dogs do not walk."),
    ("The dog walked.", "The dog did not bark."),
    ("She is here.", "She isn't there."),
    ("She is here.", "She was not here."),
    ("He tried to leave.", "He tried not to leave."),
])
def test_wrong_negations(plain, negated):
    assert v.negation_place(plain, negated) < 0


@pytest.mark.parametrize("cells, part", [
    ({"plus": "The plumber quickly repaired that dripping tap before noon."}, "one region"),
    ({"plus": "The builder mended the sink before noon."}, "one region"),
    ({"plus": "The plumber mended the tap just before noon."}, "one region"),
    ({"plus": "The plumber didn't mend the tap before noon."}, "polarity"),
    ({"star": "The plumber broke the tap before noon."}, "exactly one"),
    ({"star": "The plumber did not not mend the tap before noon."}, "exactly one"),
    ({"star": "The plumber did not mend a tap before noon."}, "more than the negation"),
    ({"star": "The plumber did not mended the tap before noon."}, "more than the negation"),
    ({"star": "The plumber never mended the tap before noon."}, "never"),
])
def test_nd(cells, part):
    assert has(changed("negation-detection", **cells), part)


def test_nd_negative_original():
    s, plus, star = GOOD["negation-detection"]
    assert problems("negation-detection", star, star.replace("mend", "repair"), s) == []


@pytest.mark.parametrize("cells, part", [
    ({"S": "The potter is turning a bowl on the wheel."}, "A or An"),
    ({"S": "A potter is not turning a bowl on the wheel."}, "not affirmative"),
    ({"plus": "A potter is shaping a bowl on the wheel."}, "exactly one"),
    ({"plus": "A painter is not turning a bowl on the wheel."}, "more than the negation"),
    ({"star": "No potter is turning a bowl on the wheel."}, "does not start with There"),
    ({"star": "There is no painter turning a bowl on the wheel."}, "remaining words"),
    ({"star": "There was no potter turning a bowl on the wheel."}, "S has is"),
    ({"star": "There is no potter not turning a bowl on the wheel."}, "beside its no"),
])
def test_nv(cells, part):
    assert has(changed("negation-variants", **cells), part)


def test_nv_without_be():
    assert problems(
        "negation-variants", "A farmer drives past the old mill.",
        "A farmer does not drive past the old mill.",
        "There is no farmer driving past the old mill.") == []


def test_nv_relative_clause():
    s, plus = "A hacker stole the old passwords.", "A hacker did not steal the old passwords."
    star = "There was no hacker who stole the old passwords."
    assert problems("negation-variants", s, plus, star) == []
    wrong = star.replace("stole", "sold")
    assert has(problems("negation-variants", s, plus, wrong), "remaining words")


@pytest.mark.parametrize("cells, part", [
    ({"plus": "The roof might hold tonight."}, "contiguous"),
    ({"plus": "The builder thinks the roof will hold tonight!"}, "all of S"),
    ({"star": "The builder thinks the roof will not hold tonight."}, "first verb"),
    ({"star": "The builder doubts the roof will hold tonight."}, "exactly one"),
    ({"label": "clause-first"}, "clause makes it 'saying-first'"),
])
def test_cr(cells, part):
    assert has(changed("clause-relatedness", **cells), part)


def test_cr_clause_first():
    row = ('"We painted the shed ourselves," he said.', "We painted the shed ourselves.",
           '"We did not paint the shed ourselves," he said.')
    assert problems("clause-relatedness", *row, "clause-first") == []
    assert has(problems("clause-relatedness", *row, "saying-first"), "makes it 'clause-first'")
    late = (*row[:2], '"We painted the shed ourselves," he did not say.')
    assert has(problems("clause-relatedness", *late, "clause-first"), "first verb")


@pytest.mark.parametrize("cells, part", [
    ({"star": "The Surgeon thanked the nurse warmly."}, "same words"),
    ({"star": "The surgeon thanked a nurse warmly."}, "same words"),
    ({"star": "The nurse thanked the surgeon, warmly."}, "same order"),
    ({"plus": "The surgeon had warm thanks by the nurse."}, "be or get"),
    ({"plus": "The surgeon was thanked warmly."}, "needs by"),
    ({"plus": "The doctor was helped warmly by the nurse."}, "lacks words"),
    ({"label": "agentless"}, "has by"),
])
def test_as(cells, part):
    assert has(changed("argument-sensitivity", **cells), part)


@pytest.mark.parametrize("cells, part", [
    ({"star": "kettle at the market she bought a new."}, "not a rotation"),
    ({"star": "at the market kettle She bought a new."}, "not a rotation"),
    ({"star": "bought a new kettle at the market She."}, "fewer than 2"),
    ({"star": "market She bought a new kettle at the."}, "fewer than 2"),
    ({"plus": "She bought a new kettle, at the market."}, "0 word edits"),
    ({"plus": "He then purchased a modern kettle at the market."}, "4 word edits"),
    ({"plus": "She didn't buy a new kettle at the market."}, "negation word"),
    ({"plus": "She bought no new kettle at the market."}, "negation word"),
])
def test_fp(cells, part):
    assert has(changed("fixed-point-reorder", **cells), part)


# ----------------------------------------------------- the files themselves

HERE = Path(v.__file__).parent


@pytest.mark.parametrize("name", v.SETS)
def test_set_passes(name):
    assert v.check_file(HERE / f"{name}.tsv")[1] == []


@pytest.mark.parametrize("name", v.SETS)
def test_card(name):
    card = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    assert list(card) == ["probe", "file", "test", "name", "title", "version",
                          "language", "licence", "made"]
    assert (card["probe"], card["file"]) == ("triplets", f"{name}.tsv")
    assert card["test"] == card["name"] == name


@pytest.mark.parametrize("name", v.SETS)
def test_readme_count(name):
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    count = re.search(rf"^\| `{name}` \|[^|]*\| (\d+) \|", readme, re.MULTILINE)
    assert int(count.group(1)) == v.check_file(HERE / f"{name}.tsv")[0]


def test_blind_answers():
    """Every triplet of every set was answered, at least 95 % of each set as meant."""
    lines = (HERE / "blind.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == ["id", "to", "first", "second", "chosen"]
    chosen = {}
    for line in lines[1:]:
        triplet, to, first, second, answer = line.split("\t")
        assert answer in (first, second, "?") and to not in (first, second)
        chosen[triplet] = answer
    for name in v.SETS:
        meant = "S*" if name == "negation-variants" else "S+"
        rows = (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]
        mine = [chosen[row.split("\t")[0]] for row in rows]
        assert mine.count(meant) >= 0.95 * len(mine), name


# ------------------------------------------------------------------ main

def test_main(tmp_path, capsys):
    good = tmp_path / "negation-detection.tsv"
    good.write_text(good_nd(), encoding="utf-8", newline="")
    assert v.main([str(good)]) == 0
    assert capsys.readouterr().out == "1 files, 130 rows, 0 problems\n"
    good.write_text(edit(good_nd(), 3, "domain", "X"), encoding="utf-8", newline="")
    assert v.main([str(good)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("negation-detection.tsv:4: domain 'X'")
    assert out[-1] == "1 files, 130 rows, 1 problems"


def test_main_bad_files(tmp_path):
    other = tmp_path / "other.tsv"
    other.write_text("x\n")
    assert v.main([str(other)]) == 1
    latin = tmp_path / "negation-variants.tsv"
    latin.write_bytes("caf\u00e9\n".encode("latin-1"))
    assert has([p for _, p in v.check_file(latin)[1]], "not UTF-8")
    missing = v.check_file(tmp_path / "none" / "negation-variants.tsv")[1]
    assert has([p for _, p in missing], "cannot be read")
