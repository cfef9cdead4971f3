"""The differences of `sets` that are used if encoders filter them."""
import math
import sys

import numpy as np
import pytest
from program import EXHAUSTIVE, ROOT, write_table

TEXTS = ("prev", "curr", "next", "s1", "s2")
SHIPPED = [line.split("\t") for line in (ROOT / "data/sets/en.tsv").read_text().splitlines()]
NOT_KEPT = "not kept for differences"

# A child that records each text it receives.
CHILD = """
import json, sys
for line in sys.stdin:
    texts = json.loads(line)["texts"]
    open("asked", "a").write("".join(text + "\\n" for text in texts))
    print(json.dumps({"vectors": [[len(text), 1.0] for text in texts]}), flush=True)
"""


def write_own(folder, rows=len(SHIPPED) - 1):
    """Writes sonde's own set without its column `kept`."""
    header, *lines = SHIPPED[:rows + 1]
    keep = [i for i, name in enumerate(header) if name != "kept"]
    write_table(folder / "own.tsv", [header[i] for i in keep], [[row[i] for i in keep] for row in lines])


def kept_by(sonde, spec, rows):
    """The rows of sonde's own set whose neighbours' cosines are under 0.25 by an encoder."""
    lines = SHIPPED[1:rows + 1]
    prev, curr, following = np.split(sonde.encode([row[i] for i in (1, 2, 3) for row in lines], spec), 3)
    cosine = lambda a, b: np.sum(a * b, axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    both = np.maximum(cosine(prev, curr), cosine(curr, following)) < .25
    return {row[0] for row, kept in zip(lines, both) if kept}


def asked(sonde, file):
    """The items whose differences were used."""
    return {item["item"] for item in sonde.items(file)
            if any(row.startswith("difference") for row in item["rows"])}


def write_vectors(folder, name, vectors):
    """An encoder that has only these vectors, by text."""
    np.save(folder / f"{name}.npy", np.array(list(vectors.values()), dtype=np.float32))
    (folder / f"{name}.txt").write_text("".join(text + "\n" for text in vectors))
    return f"vectors:{name}.npy%3Fsentences={name}.txt"


@pytest.fixture
def known(sonde):
    """Rows whose neighbours have known cosines: 0.2 and 0, 0.25 and 0, 0 and 0.3, and a lost one."""
    ones = np.ones(16)
    first = np.eye(16)[0]
    turned = lambda cosine: np.array([cosine, np.sqrt(1 - cosine ** 2), *np.zeros(14)])
    away = np.eye(16)[15]
    vectors = {"a prev": first, "a curr": turned(.2), "a next": away,
               "b prev": first, "b curr": ones, "b next": turned(0) * 1 - np.eye(16)[2],
               "c prev": away, "c curr": first, "c next": turned(.3),
               "d prev": first, "d curr": away}
    rows = [[i, *(f"{i} {text}" for text in TEXTS)] for i in "abcd"]
    write_table(sonde.folder / "known.tsv", ["id", *TEXTS], rows)
    return sonde, vectors


def run_known(sonde, spec, out="a.sonde", *words):
    return sonde.run(out, "--encoder", "random", "--data", "known.tsv", "--probe", spec, *words)


def test_both_pairs_are_under_the_limit(known):
    sonde, vectors = known
    spec = write_vectors(sonde.folder, "v", vectors)
    answer = run_known(sonde, f"sets?filter={spec}")
    assert asked(sonde, "a.sonde") == {"a"}
    assert (f"'known': 3 of 4 items {NOT_KEPT}: cosine not below 0.25 by v.npy?sentences=v.txt "
            "(1 for want of a vector)") in answer.err
    (task,) = sonde.shown("a.sonde")["tasks"]
    assert task["settings"]["filtered_by"].startswith("vectors:v.npy?sentences=v.txt ")
    assert task["settings"]["filtered_by"].endswith(" below 0.25")
    value = sonde.results("a.sonde")["known", "random", "all", "c3_tt"]
    assert (value["n"], value["left_out"], value["why"][NOT_KEPT]) == (1, 3, 3)
    run_known(sonde, f"sets?filter={spec}&filter_below=0.31", "b.sonde")
    assert asked(sonde, "b.sonde") == {"a", "b", "c"}


def test_all_encoders_are_to_agree(known):
    sonde, vectors = known
    first = write_vectors(sonde.folder, "first", vectors | {"d next": np.eye(16)[3]})
    alike = vectors | {"d next": np.eye(16)[3], "a prev": vectors["a curr"]}
    second = write_vectors(sonde.folder, "second", alike)
    run_known(sonde, f"sets?filter={first}", "one.sonde")
    run_known(sonde, f"sets?filter={first}%2B{second}", "two.sonde")
    assert asked(sonde, "one.sonde") == {"a", "d"}
    assert asked(sonde, "two.sonde") == {"d"}


def test_without_a_column_minilm_says_it(sonde):
    write_own(sonde.folder, 30)
    kept = kept_by(sonde, "minilm", 30)
    answer = sonde.run("one.sonde", "--encoder", "random", "--data", "own.tsv")
    assert 0 < len(kept) < 30 and f"{30 - len(kept)} of 30 items {NOT_KEPT}" in answer.err
    sonde.run("two.sonde", "--encoder", "minilm", "--encoder", "tfidf", "--data", "own.tsv")
    sonde.run("limited.sonde", "--encoder", "tfidf", "--data", "own.tsv", "--limit", 20)
    sonde.run("streamed.sonde", "--encoder", "random", "--data", "own.tsv", "--stream-above", 100)
    assert asked(sonde, "one.sonde") == asked(sonde, "two.sonde") == kept
    assert sonde.items("streamed.sonde") == sonde.items("one.sonde")
    assert sonde.results("streamed.sonde") == sonde.results("one.sonde")
    limited = {item["item"] for item in sonde.items("limited.sonde")}
    assert len(limited) == 20 and asked(sonde, "limited.sonde") == kept & limited
    sonde.run("all.sonde", "--encoder", "random", "--data", "own.tsv", "--probe", "sets?filter=none")
    assert len(asked(sonde, "all.sonde")) == 30


def test_the_column_is_asked_first(sonde):
    answer = sonde.run("a.sonde", "--encoder", "random", "--data", "sets-en")
    assert "filtering" not in answer.err
    header, *rows = SHIPPED
    assert asked(sonde, "a.sonde") == {row[0] for row in rows if row[header.index("kept")] == "yes"}
    sonde.run("b.sonde", "--encoder", "random", "--data", "sets-en", "--probe", "sets?filter=random")
    assert len(asked(sonde, "b.sonde")) == len(rows)


def test_vectors_are_kept_and_the_encoder_is_not_asked_again(sonde):
    write_own(sonde.folder, 12)
    (sonde.folder / "child.py").write_text(CHILD)
    spec = f"sets?filter=exec:{sys.executable} child.py%3Fdimension=2%26version=1"
    first = sonde.run("a.sonde", "--encoder", "random", "--data", "own.tsv", "--probe", spec)
    texts = (sonde.folder / "asked").read_text().splitlines()
    assert sorted(texts) == sorted({text for row in SHIPPED[1:13] for text in row[1:4]})
    assert first.made_and_served == (36 + 60, 0)
    (sonde.folder / "asked").unlink()
    sonde.run("b.sonde", "--encoder", "tfidf", "--data", "own.tsv", "--probe", spec)
    assert not (sonde.folder / "asked").exists()
    assert asked(sonde, "b.sonde") == asked(sonde, "a.sonde")


@pytest.mark.parametrize("how", [("--store", "own.sqlite"), ("--store", "none"), ("--stream-above", 10)])
def test_a_killed_run_goes_on_to_the_same_bytes(sonde, how):
    write_own(sonde.folder, 30)
    words = lambda out: ("run", "--encoder", "random", "--encoder", "tfidf", "--data", "own.tsv",
                         "--replicates", 20, *how, "--out", out)
    was_killed, written = sonde.kill(words("whole.sonde"), math.inf)
    assert not was_killed
    for share in (.1, .4, .7, .95) if EXHAUSTIVE else (.4, .9):
        if how[0] == "--store" and how[1] != "none":
            (sonde.folder / "own.sqlite").unlink(missing_ok=True)
        sonde.kill(words("a.sonde"), share * written)
    sonde(*words("a.sonde"))
    assert (sonde.folder / "a.sonde").read_bytes() == (sonde.folder / "whole.sonde").read_bytes()
    assert not list(sonde.folder.glob("a.sonde.*"))


def test_runs_with_other_filters_are_told_apart(known):
    sonde, vectors = known
    spec = write_vectors(sonde.folder, "v", vectors)
    (sonde.folder / "in").mkdir()
    for end in ("npy", "txt"):
        (sonde.folder / f"v.{end}").rename(sonde.folder / "in" / f"v.{end}")
    spec = f"vectors:{sonde.folder}/in/v.npy%3Fsentences={sonde.folder}/in/v.txt"
    run_known(sonde, f"sets?filter={spec}")
    assert str(sonde.folder).encode() not in (sonde.folder / "a.sonde").read_bytes()
    again = run_known(sonde, f"sets?filter={spec}")
    assert "up to date" in again.err
    write_vectors(sonde.folder / "in", "v", vectors | {"d next": np.eye(16)[3]})
    refused = sonde("run", "--encoder", "random", "--data", "known.tsv", "--probe",
                    f"sets?filter={spec}", "--out", "a.sonde", "--replicates", 20, code=2)
    assert "holds another run" in refused.err
    run_known(sonde, f"sets?filter={spec}", "b.sonde")
    compared = sonde("compare", "a.sonde", "b.sonde", code=3)
    assert "measured with other settings in b.sonde (filtered_by)" in compared.err


def test_what_makes_no_filter(known):
    sonde, vectors = known
    for spec, told in (
            ("tfidf", "is fitted on the data, which the filter has to choose"),
            ("minilm%3Flayer=1,2", "gives several vectors, a filter takes one"),
            ("kep", "unknown encoder 'kep'"), ("kep", "filter=none"),
            ("minilm%2B", "names no encoder")):
        answer = sonde("run", "--encoder", "random", "--data", "known.tsv", "--out", "a.sonde", "--probe",
                       f"sets?filter={spec}", code=2)
        assert told in answer.err
    card = 'probe = "sets"\nfile = "known.tsv"\n'
    for key, told in (('filter = "words:glove.txt"', "gives more than the kinds of encoders"),
                      ('filtered_by = "me"', "'filtered_by' is set by a run, not by a card; remove it"),
                      ('grid_ends = "me"', "'grid_ends' is set by a run, not by a card; remove it")):
        (sonde.folder / "known.toml").write_text(f"{card}{key}\n")
        answer = sonde("run", "--encoder", "random", "--data", "known.toml", "--out", "a.sonde", code=3)
        assert "known.toml:3" in answer.err and told in answer.err
    (sonde.folder / "known.toml").write_text(f'{card}filter = "random"\n')
    sonde.run("a.sonde", "--encoder", "tfidf", "--data", "known.toml")
    assert len(asked(sonde, "a.sonde")) == 4


def test_rows_without_neighbours_have_no_encoders_filter(sonde):
    write_table(sonde.folder / "direct.tsv", ["operator", "A", "B", "target"],
                [["difference", "a b", "b c", "a d"]])
    sonde.run("a.sonde", "--encoder", "random", "--data", "direct.tsv", "--probe", "sets")
    answer = sonde("run", "--encoder", "random", "--data", "direct.tsv", "--out", "b.sonde",
                   "--probe", "sets?filter=minilm", code=3)
    assert "direct.tsv:2: has no neighbours" in answer.err


def test_a_column_says_it_of_all_rows_or_of_none(sonde):
    rows = [[*(f"{i} {text}" for text in TEXTS), kept] for i, kept in enumerate(("", "yes", ""))]
    write_table(sonde.folder / "half.tsv", [*TEXTS, "kept"], rows)
    answer = sonde("run", "--encoder", "random", "--data", "half.tsv", "--probe", "sets",
                   "--out", "a.sonde", code=3)
    assert "half.tsv:2: does not state whether its differences are kept" in answer.err
