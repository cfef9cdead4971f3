"""`sonde make pairs`: pairs of sentences of frames, and the shipped scaffold of 300."""
import json
import tomllib
from collections import Counter

import pytest
from program import ROOT

SHIPPED = ROOT / "data/pairs"


def table(file):
    lines = [line.split("\t") for line in file.read_text().splitlines()]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def make(sonde, *words, out="pairs.tsv", code=0):
    return sonde("make", "pairs", SHIPPED / "frames.tsv", "--out", out, *words, code=code)


@pytest.fixture
def made(sonde):
    answer = make(sonde, "--most", 300)
    return answer, table(sonde.folder / "pairs.tsv")


def test_the_shipped_pairs_are_made_of_the_shipped_frames(sonde, made):
    for name in ("tsv", "roles.json"):
        assert (sonde.folder / f"pairs.{name}").read_bytes() == (SHIPPED / f"en.{name}").read_bytes()
    _, rows = made
    assert len(rows) == 300 == len({(row["first"], row["second"]) for row in rows})
    types = Counter(row["type"] for row in rows)
    assert len(types) == 16 and types["modifiers"] > types["swap-subject-object"] > types["adjective"]
    text = (SHIPPED / "README.md").read_text()
    assert all(f"| `{name}` | {count} |" in text for name, count in types.items())


def test_card_and_counts(sonde, made):
    answer, rows = made
    assert any("modifiers: " in line for line in answer.messages)
    text = (sonde.folder / "pairs.toml").read_text()
    card = tomllib.loads(text)
    assert card["probe"] == "sts" and card["gold"] == "nan" and "--seed 1" in card["made"]
    counts = json.loads((sonde.folder / "pairs.tsv.made.json").read_text())["counts"]
    assert counts["written"] == Counter(row["type"] for row in rows)
    assert f"# {counts['frames']} frames, {counts['made']} pairs made, 300 written" in text
    described = sonde("list", "datasets", "pairs.toml")
    assert "300" in described.out


def test_the_seed_draws(sonde, made):
    make(sonde, "--most", 300, "--seed", 2, out="other.tsv")
    assert (sonde.folder / "pairs.tsv").read_text() != (sonde.folder / "other.tsv").read_text()
    assert make(sonde, "--most", 300).messages == ["sonde: pairs.tsv is up to date"]


def test_refused_frames_are_listed(sonde):
    (sonde.folder / "frames.tsv").write_text(
        "id\tagent\tverb\tpatient\ttheme\tswaps\na\tthe nurse\tgreeted\tthe guest\t\tobject-verb\n"
        "b\tthe dog\tburied\t\tthe bone\t\n")
    sonde("make", "pairs", "frames.tsv", "--out", "p.tsv", "--refused", "refused.tsv")
    (row,) = table(sonde.folder / "refused.tsv")
    assert (row["id"], row["rule"]) == ("a", "swap-object-verb")
    assert row["sentence"] == "The nurse greeted the guest."


def test_a_bad_frame_is_named(sonde):
    (sonde.folder / "frames.tsv").write_text("id\tagent\tverb\tpatient\ttheme\na\tdogs\tbarks\tcats\t\n")
    answer = sonde("make", "pairs", "frames.tsv", "--out", "p.tsv", code=3)
    assert "frames.tsv:2: 'barks' is not a finite form that 'dogs' has" in answer.err


def test_pairs_without_ratings_run_where_they_are_named(sonde):
    run = sonde("run", "--encoder", "random", "--data", "pairs-en", "--out", "r.sonde", "--show")
    assert "left out: 300 (no rating)" in run.out + run.err
    listed = sonde("run", "--probe", "sts", "--encoder", "random", "--out", "none.sonde", code=2)
    assert "no shipped data set goes with the probes of this run" in listed.err


def score(sonde):
    labelled = sonde("roles", "--labeller", "linkgrammar", "--data", "pairs-en")
    (sonde.folder / "own.json").write_bytes(labelled.raw)
    lines = sonde("roles", "score", SHIPPED / "en.roles.json", "own.json").out.splitlines()[1:]
    return {line[:18].strip(): [float(word) for word in line.split()[-6:]] for line in lines if line}


def test_the_labeller_finds_the_frames_roles(sonde):
    f1 = {role: numbers[2] for role, numbers in score(sonde).items()}
    for role, least in {"Agent": 0.99, "Verb": 0.99, "Patient or Theme": 0.94, "Time": 0.95, "Manner": 0.9}.items():
        assert f1[role] >= least, (role, f1)


# The kinds of difference are found from the two sentences' roles and WordNet, by other rules than the
# maker's.
KINDS = {"zero": "unrelated", "adjective": "adjectives exchanged", "constant-verb": "verb kept",
         "constant-object": "object kept", "constant-subject": "subject kept", "changed-verb": "verb changed",
         "changed-object": "object changed", "changed-subject": "subject changed", "paraphrase": "paraphrase",
         "modifiers": "modifiers added", "swap-subject-object": "subject and object exchanged",
         "swap-subject-verb": "subject and verb exchanged", "swap-object-verb": "verb and object exchanged",
         "triple-swap": "three exchanged", "quadruple-swap": "four exchanged", "opposite": "opposite"}


def test_the_kinds_of_difference_are_the_types(sonde):
    kinds = sonde("roles", "kinds", SHIPPED / "en.roles.json").out.splitlines()[1:]
    rows = table(SHIPPED / "en.tsv")
    header = sonde("roles", "kinds", SHIPPED / "en.roles.json").out.splitlines()[0].split("\t")
    found = [line.split("\t")[header.index("kind")] for line in kinds]
    same = sum(KINDS[row["type"]] == kind for row, kind in zip(rows, found, strict=True))
    assert same >= 295
