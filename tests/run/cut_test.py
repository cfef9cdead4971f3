"""Every command that shows measurements of texts cut at a length limit reports the cut."""
import csv
import io
import json

import pytest


@pytest.fixture
def cut(sonde, sts):
    """Runs 60 pairs: `b` cuts all 120 texts and `a` none. Also returns the run's output."""
    said = sonde.run("cut.sonde", "--encoder", "a=minilm", "--encoder", "b=minilm?max_tokens=6",
                     "--probe", "sts", "--data", sts)
    return sonde, said


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


LINE = "b on pairs: texts cut at its length limit: 120 (items 1, 2, 3, 4, 5 and 55 more)"


def test_a_run_tells_how_many_by_whom_and_where(cut):
    _, said = cut
    told = [line for line in said.messages if "texts cut" in line]
    assert told == ["sonde: " + LINE + "; of the first, 6 of 10 tokens are encoded"]


def test_a_comparison_tells_it(cut):
    sonde, _ = cut
    assert LINE in sonde("compare", "cut.sonde").out
    found = json.loads(sonde("compare", "cut.sonde", "--format", "json").out)
    assert LINE in found["notes"] and found["tasks"][0]["cut"] == [0, 120]
    (row,) = rows(sonde("compare", "cut.sonde", "--format", "csv").out)
    assert (row["first_cut"], row["second_cut"]) == ("0", "120")


def test_a_check_tells_it(cut):
    sonde, _ = cut
    words = ("check", "cut.sonde", "--against", "cut.sonde")
    text = sonde(*words).out
    assert LINE in text and LINE.replace("b on", "b in the base on") in text
    checks = json.loads(sonde(*words, "--format", "json").out)["checks"]
    assert {(check["subject"], check["cut"]) for check in checks} == {("a", 0), ("b", 120)}
    assert {(row["subject"], row["cut"]) for row in rows(sonde(*words, "--format", "csv").out)} == {
        ("a", "0"), ("b", "120")}


def test_csv_and_export_tell_it(cut):
    sonde, _ = cut
    shown = rows(sonde("show", "cut.sonde", "--format", "csv").out)
    assert {(r["subject"], r["cut"]) for r in shown if r["subject"] != "data"} == {("a", "0"), ("b", "120")}
    exported = rows(sonde("export", "cut.sonde", "--items", "--format", "csv").out)
    assert {(row["subject"], row["cut"]) for row in exported} == {("a", "0"), ("b", "2")}
    assert all(item["cut"] == {"b": [0, 1]} for item in sonde.items("cut.sonde"))
