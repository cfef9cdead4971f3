"""`sonde make triplets`: each test from one command, which the probe takes, counts that add up, and bad input."""
import json
import tomllib

import pytest
from program import EXHAUSTIVE

SENTENCES = """A man is feeding a horse in the stable.
An old woman was watching the children in the park.
A gardener greeted the teachers.
The gypsies roamed the woods
The clerk recalled that the parcel had arrived on time.
The neighbours believe that the mayor is honest.
A comet was discovered last night.
The dog chased the mailman.
Anna admires the painter.
It rained.
Every student read a book.
The old farmer roamed the hills behind the village.
"""
TESTS = ("negation-detection", "negation-variants", "clause-relatedness", "argument-sensitivity",
         "fixed-point-reorder")
RULES = ("not-negation", "quantifier-negation", "synonym", "embedded-clause", "passive", "argument-reordering",
         "fixed-point")


@pytest.fixture
def sentences(sonde):
    (sonde.folder / "s.txt").write_text(SENTENCES)
    return "s.txt"


def table(file):
    lines = [line.split("\t") for line in file.read_text().splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def make(sonde, source, *words, **options):
    return sonde("make", "triplets", source, "--out", "t.tsv", "--replace", *words, **options)


@pytest.mark.parametrize("test", TESTS)
def test_each_test_from_wordnet_is_taken_by_the_probe(sonde, test):
    make(sonde, "wordnet", "--test", test, "--most", 3, "--seed", 5)
    rows = table(sonde.folder / "t.tsv")
    assert len(rows) == 3 and list(rows[0]) == ["id", "S", "S+", "S*", "trace"]
    for row in rows:
        assert len({row["S"], row["S+"], row["S*"]}) == 3 and row["trace"].startswith("S+ ")
    card = tomllib.loads((sonde.folder / "t.toml").read_text())
    assert card["probe"] == "triplets" and card["test"] == test and "--seed 5" in card["made"]
    sonde.run("r.sonde", "--encoder", "random", "--probe", "triplets", "--data", "t.toml")
    assert sonde.shown("r.sonde")["tasks"][0]["items"] == 3


def test_the_same_bytes_twice_and_a_larger_draw_keeps_the_smaller(sonde, sentences):
    for _ in range(2):
        make(sonde, sentences, "--test", "argument-sensitivity", "--most", 2)
        files = {name: (sonde.folder / name).read_bytes() for name in ("t.tsv", "t.toml", "t.tsv.made.json")}
        (sonde.folder / "t.tsv").rename(sonde.folder / "first.tsv")
        assert (sonde.folder / "first.tsv").read_bytes() == files["t.tsv"]
    make(sonde, sentences, "--test", "argument-sensitivity")
    more = {row["S"]: row for row in table(sonde.folder / "t.tsv")}
    for row in table(sonde.folder / "first.tsv"):
        assert more[row["S"]] == row
    assert more["The dog chased the mailman."]["S+"] == "The mailman was chased by the dog."
    assert more["The dog chased the mailman."]["S*"] == "The mailman chased the dog."


@pytest.mark.parametrize("rule", RULES if EXHAUSTIVE else RULES[::2])
def test_counts_and_the_refused_list_add_up(sonde, sentences, rule):
    make(sonde, sentences, "--rule", rule, "--refused", "refused.tsv")
    counts = json.loads((sonde.folder / "t.tsv.made.json").read_text())["counts"]
    rows, refused = table(sonde.folder / "t.tsv"), table(sonde.folder / "refused.tsv")
    (of_rule,) = counts["rules"].values()
    assert counts["made"] == of_rule["made"] == len(rows) > 0
    assert of_rule["asked"] == counts["sentences"] == 12
    assert of_rule["eligible"] == of_rule["made"] + sum(of_rule["refused"].values())
    assert of_rule["asked"] == of_rule["eligible"] + sum(of_rule["not_eligible"].values())
    assert len(refused) == sum(of_rule["refused"].values())
    assert all(row["rule"] == rule and row["reason"] in of_rule["refused"] for row in refused)


def test_pairs_of_sick(sonde):
    header = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n"
    first = "A tall man is carrying a heavy box into the old house"
    rows = [f"1\t{first}\tA tall man is carrying a heavy case into the old house\t4.9\tENTAILMENT",
            "2\tA dog is running through the tall grass near a lake\tA cat is asleep\t1.2\tNEUTRAL",
            f"3\t{first}\tSomebody is moving something\t4.6\tENTAILMENT"]
    (sonde.folder / "sick.txt").write_text(header + "\n".join(rows) + "\n")
    make(sonde, "sick.txt", "--test", "fixed-point-reorder")
    (row,) = table(sonde.folder / "t.tsv")
    assert (row["id"], row["S"]) == ("1", first)
    assert row["S+"] == "A tall man is carrying a heavy case into the old house"
    assert row["S*"] != first and sorted(row["S*"].split()) == sorted(first.split())


BAD = {
    "an empty file": (b"", 3, "has no sentence"),
    "no UTF-8": (b"A man ran.\n\xff\n", 3, "s.txt:2: "),
    "nothing to make": (b"It rained.\n", 3, "nothing could be made"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input(sonde, what):
    content, code, says = BAD[what]
    (sonde.folder / "s.txt").write_bytes(content)
    answer = make(sonde, "s.txt", "--test", "argument-sensitivity", code=code)
    assert says in answer.messages[-1]
    assert not list(sonde.folder.glob("t.*"))


def test_wrong_words(sonde, sentences):
    for words in ((), ("--test", "negation"), ("--rule", "passiv"), ("--test", TESTS[0], "--rule", RULES[0]),
                  ("--test", TESTS[0], "--min-likeness", 2)):
        make(sonde, sentences, *words, code=2)
    assert not list(sonde.folder.glob("t.*"))


def test_what_is_not_ours_is_left_alone(sonde, sentences):
    for name in ("t.tsv", "t.toml", "refused.tsv"):
        (sonde.folder / name).write_text("mine")
        make(sonde, sentences, "--test", TESTS[3], "--refused", "refused.tsv", code=2)
        assert (sonde.folder / name).read_text() == "mine"
        (sonde.folder / name).unlink()
    make(sonde, sentences, "--test", TESTS[3])
    assert "up to date" in make(sonde, sentences, "--test", TESTS[3]).err
