"""The instrument alone: a build without the workshop measures, and names what is missing."""
import re
import subprocess

import pytest
from program import BUILD, Sonde

INSTRUMENT = BUILD / "sonde_instrument"
WORKSHOP = {"audit", "make", "rate", "roles"}


def commands(help_text):
    return set(re.findall(r"^  (\w+) +\w", help_text, re.M))


@pytest.fixture
def instrument(sonde):
    alone = Sonde(sonde.folder, INSTRUMENT)
    return lambda *words, **options: alone("--resources", BUILD / "share/sonde", *words, **options)


def test_it_has_every_command_but_those_that_make_data(sonde, instrument):
    whole = commands(sonde("--help").out)
    assert WORKSHOP < whole
    assert commands(instrument("--help").out) == whole - WORKSHOP
    listed = instrument("list").out.splitlines()
    assert "probes" in listed and "makers" not in listed and "labellers" not in listed


def test_it_measures_what_the_whole_program_measures(sonde, instrument, tmp_path):
    words = ("run", "--encoder", "random", "--data", "negation-detection", "--limit", 20, "--out")
    sonde(*words, "whole.sonde")
    instrument(*words, "alone.sonde")
    assert (tmp_path / "alone.sonde").read_bytes() == (tmp_path / "whole.sonde").read_bytes()


def test_rules_of_negation_are_named_as_missing(instrument, tmp_path):
    (tmp_path / "sentences.txt").write_text("The door is open.\nA dog sleeps here.\nShe sings well.\n")
    made = instrument("run", "--encoder", "random", "--probe", "curves?negation=grammatical",
                      "--data", tmp_path / "sentences.txt", "--out", "out.sonde", code=4)
    assert "built without its rules of negation" in made.err and "SONDE_WORKSHOP=ON" in made.err


def test_no_code_of_the_workshop_is_in_it():
    names = subprocess.run(["nm", "-C", "--defined-only", INSTRUMENT], capture_output=True, text=True, check=True).stdout
    assert "sonde::run(" in names
    for word in ("RoleLabeller", "workshop_extension", "Rewriter", "maker_kinds", "AnswerBook"):
        assert word not in names, word
