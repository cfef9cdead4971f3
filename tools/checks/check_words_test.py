"""tools/checks/check_words.py: each habit is found, good English is not, and counts may only fall."""
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_words as words

BAD = {
    "where for if": "It is left out where it is empty.", "clause as subject": "What is told is which edits it moves for.",
    "comment in the air": "Of a merge, all parts.", "is no": "A name is no folder.", "hear, tell, know": "It hears a negation.",
    "say, ask, answer": "The program says it.", "stand, lie, hang": "The file lies there.", "beside, behind": "A card beside it.",
    "anew, go on, lack": "It is made anew.", "keep": "It keeps the file.", "near, far": "It is nearer.",
    "a for per": "It takes 502 a second.", "own": "A folder of its own.", "participle first": "Fetched are three files.",
    "semicolon": "One thing; another.", "space before %": "It is 48 %.", "number without 0": "It is .48 here."}


def found(text):
    return {habit for habit, pattern in words.PATTERNS.items() if pattern.search(text)}


def test_every_habit_has_an_example():
    assert set(BAD) == set(words.HABITS)


@pytest.mark.parametrize("habit", BAD)
def test_a_habit_is_found(habit):
    assert habit in found(BAD[habit])


@pytest.mark.parametrize("text", [
    "If encoding dominates, split the run.", "The probe shows which edits change the vector.", "/nope is not a folder",
    "It ignores who did what to whom.", "The table has a row per item.", "It is 48% and 0.475.", "can't tell",
    "It downloads .safetensors files.", "What changed?", "| .475 [.400, .500] | .5 |"])
def test_good_english_is_not(text):
    assert found(text) == set()


def test_code_and_addresses_do_not_count():
    assert words.prose("Say `a; b`.\n\n```sh\nwhere; .5\n```\n\n    where\n\n[one](where;x)\n").count("where") == 0


def test_comments_and_strings_are_told_apart():
    comments, strings = words.c_texts('// One\n// two.\nint a;  // Three\nauto b = "a text // no comment";\n')
    assert comments == ["One\ntwo.\nThree"] and strings == ["a text // no comment"]
    comments, strings = words.python_texts('"""A docstring."""\n# One\nx = "a text # no comment"\n')
    assert comments == ["A docstring.\nOne"] and strings == ["a text # no comment"]


def test_counts_may_only_fall(monkeypatch, tmp_path):
    monkeypatch.setattr(words, "COUNTS", tmp_path / "counts.tsv")
    words.write(Counter({("keep", "docs"): 3}))
    most = words.stored()
    assert list(words.risen([], Counter({("keep", "docs"): 3}), most)) == list(words.risen([], Counter(), most)) == []
    monkeypatch.setattr(words, "changed", lambda: {"docs/a.md"})
    found = [("keep", "docs", "docs/a.md", "it keeps"), ("keep", "docs", "docs/b.md", "they keep")]
    problem, place = words.risen(found, Counter({("keep", "docs"): 4}), most)
    assert problem.startswith("keep: 4 in docs, at most 3") and place == "  docs/a.md: it keeps"
