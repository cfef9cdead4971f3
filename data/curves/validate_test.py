# SPDX-License-Identifier: Apache-2.0
"""Tests that validate.py passes the corpora and catches each kind of error."""

import shutil
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import validate  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    for language in ("en", "nl"):
        for name in (f"{language}.txt", f"{language}.labels.tsv"):
            shutil.copy(HERE / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_corpora_keep_the_rules(folder, language):
    problems, sentences = validate.check(folder, language)
    assert problems == []
    assert len(sentences) >= 400
    assert f"| {len(sentences)} |" in (HERE / "README.md").read_text(encoding="utf-8")


def with_line(folder, language, number, line):
    path = folder / f"{language}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = line
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return validate.check(folder, language)[0]


FAULTS = [
    ("en", "The lamp in the hall was not lit.", "'not' negates"),
    ("en", "My aunt didn't sell the boat.", "'didn't' negates"),
    ("nl", "De lamp in de gang brandde niet.", "'niet' negates"),
    ("nl", "Wij hebben thuis geen televisie.", "'geen' negates"),
    ("en", "Can you open the gate tomorrow.", "begins a question"),
    ("nl", "Waarom is de brug zo laag.", "begins a question"),
    ("en", "the gardener cut the long hedge.", "no capital"),
    ("en", "The gardener cut the long hedge", "full stop"),
    ("en", "The gardener cut the long hedge. He rested.", "full stop"),
    ("en", "The gardener cut: hedge, lawn and rose.", "a mark other"),
    ("en", "The gardener  cut the long hedge.", "white space"),
    ("en", "Swans hiss.", "2 words"),
    ("en", "A swan " + "and a swan " * 12 + "hissed.", "39 words"),
    ("nl", "Een zwaan blies naar het hondje\u0301 van de buren.", "normal form C"),
]


@pytest.mark.parametrize("language, line, expected", FAULTS)
def test_a_faulty_sentence_is_found_with_its_line(folder, language, line, expected):
    problems = with_line(folder, language, 17, line)
    assert any(expected in problem for problem in problems)
    if expected != "normal form C":
        assert any(problem.startswith(f"{language}.txt:17:") for problem in problems)


def test_a_sentence_that_is_there_twice_is_found(folder):
    first = (folder / "en.txt").read_text(encoding="utf-8").splitlines()[2]
    assert any("in common with line 3" in problem for problem in with_line(folder, "en", 90, first))


def test_monotony_is_found(folder):
    path = folder / "en.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    for n in range(0, 120):
        lines[n] = f"The old miller number {n} kept {n * 7} brown hens."
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    problems = "\n".join(validate.check(folder, "en")[0])
    for expected in ("begin with 'the'", "begin with 'the old'", "'miller' is in", "have digits", "to 19 words"):
        assert expected in problems


def test_a_corpus_that_is_too_small_is_found(folder):
    for name in ("nl.txt", "nl.labels.tsv"):
        lines = (folder / name).read_text(encoding="utf-8").splitlines()[:300]
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert any("fewer than 400" in problem for problem in validate.check(folder, "nl")[0])


def test_labels_that_do_not_fit_are_found(folder):
    path = folder / "en.labels.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert any("rows for" in problem for problem in validate.check(folder, "en")[0])
    path.write_text("\n".join(line.replace("everyday", "news") for line in lines) + "\n", encoding="utf-8")
    assert any("registers" in problem for problem in validate.check(folder, "en")[0])
