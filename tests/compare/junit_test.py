"""`sonde check --junit`: the verdicts as CI systems read them, whatever the sentences contain."""
import json
import os
import xml.etree.ElementTree as xml

import pytest
from program import write_table

HOSTILE = ["a < b & c > d", 'say "no"', "]]></failure><failure>", "<!-- -->", "&#10;&lt;", "bell \a, escape \x1b[31m, \x7f, \x85",
           "non\ufffecharacter \uffff", "replaced \ufffd", "turned \u202e round", "wide 猫 and 🐈", "l'été", "%s {} \\"]
COUNT = 40


def sentence(number):
    return f"{HOSTILE[number % len(HOSTILE)]} {HOSTILE[(number + 1) % len(HOSTILE)]} {number}"


def measure(sonde, name, scores, *words):
    (sonde.folder / f"{name}.txt").write_text("".join(f"{score}\n" for score in scores))
    sonde.run(f"{name}.sonde", "--scorer", f"s=scores:{name}.txt", *words)


@pytest.fixture
def runs(sonde):
    """base.sonde, and new.sonde, in which the first ten triplets fail that passed."""
    rows = [(f"t<{i}>", sentence(3 * i), sentence(3 * i + 1), sentence(3 * i + 2), "a&b" if i % 2 else 'c"d')
            for i in range(COUNT)]
    data = write_table(sonde.folder / "pairs.tsv", ["id", "S", "S+", "S*", "kind"], rows)
    good = [score for _ in range(COUNT) for score in (0.9, 0.1, 0.1)]
    bad = [score for i in range(COUNT) for score in ((0.1, 0.9 + i / 1000, 0.1) if i < 10 else (0.9, 0.1, 0.1))]
    measure(sonde, "base", good, "--data", f"set={data}")
    measure(sonde, "new", bad, "--data", f"set={data}")
    return sonde


def gates(sonde, text):
    (sonde.folder / "gates.toml").write_text(text)
    return "gates.toml"


def junit(sonde, run, *words, code, file="junit.xml"):
    words = ("check", run, "--against", "base.sonde", *words, "--junit", file)
    answer = sonde(*words, "--format", "json", code=code)
    raw = (sonde.folder / file).read_bytes()
    assert not [c for c in raw.decode() if ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 or c in "\ufffe\uffff"]
    return xml.fromstring(raw), json.loads(answer.out)


def counted(element):
    return {name: int(element.get(name)) for name in ("tests", "failures", "errors", "skipped")}


ACCURACY = '[[gate]]\nresult = "accuracy"\n'


def test_a_drop_is_a_failure_with_the_items_that_moved(runs):
    root, report = junit(runs, "new.sonde", gates(runs, ACCURACY), code=1)
    (suite,) = root
    assert (root.tag, suite.tag, suite.get("name")) == ("testsuites", "testsuite", "new.sonde against base.sonde")
    assert counted(root) == counted(suite) == {"tests": 1, "failures": 1, "errors": 0, "skipped": 0}
    (case,) = suite.findall("testcase")
    assert (case.get("classname"), case.get("name")) == ("sonde.triplets.set", "s: accuracy, no drop")
    (failure,) = case
    (check,) = report["checks"]
    assert failure.tag == "failure" and check["verdict"] == "fail"
    for said in ("1.000 in the base", ".750 now", "difference -.250", f"n {COUNT}"):
        assert said in failure.get("message"), failure.get("message")
    lines = failure.text.splitlines()
    assert lines[2] == "by margin; the run gains 0 items and loses 10"
    assert len(lines) == 13 and all(line.startswith("  worse   ") for line in lines[3::2])
    # Worst first: the tenth triplet moved most. Its sentences come back as they were, controls aside.
    assert lines[3].endswith("  " + sentence(27)) and lines[4].startswith("  t<9> ")
    assert "moves" not in check  # the JSON is as it was


def test_hostile_sentences_come_back_as_they_were(runs):
    root, _ = junit(runs, "new.sonde", gates(runs, ACCURACY), code=1)
    text = root.find(".//failure").text
    for said in ("]]></failure><failure>", 'say "no"', "a < b & c > d", "wide 猫 and 🐈", "turned \\u202e round",
                 "bell \\x07, escape \\x1b[31m, \\x7f, \\x85", "non\ufffdcharacter \ufffd", "l'été"):
        assert said in text, (said, text)


def test_what_passes_and_what_cannot_be_told(runs):
    root, _ = junit(runs, "base.sonde", gates(runs, ACCURACY), code=0)
    assert counted(root) == {"tests": 1, "failures": 0, "errors": 0, "skipped": 0}
    assert "1.000 now" in root.find(".//testcase/system-out").text
    # A drop of a quarter allowed, and a quarter there: can't tell, which is skipped, or fails if strict.
    file = gates(runs, ACCURACY + "smallest = 0.25\n")
    root, report = junit(runs, "new.sonde", file, code=0)
    assert report["verdict"] == "can't tell"
    assert counted(root) == {"tests": 1, "failures": 0, "errors": 0, "skipped": 1}
    assert root.find(".//skipped").get("message").startswith("can't tell: as large as `smallest`")
    root, _ = junit(runs, "new.sonde", file, "--strict", code=1)
    assert counted(root) == {"tests": 1, "failures": 1, "errors": 0, "skipped": 0}
    assert root.find(".//failure").get("type") == "can't tell"


def test_every_check_is_a_case_and_bounds_slices_and_what_is_missing_fail(runs):
    text = (ACCURACY + 'slice = "kind=a&b"\n' + ACCURACY + "at_least = 0.9\n" + '[[gate]]\nresult = "spearman"\n'
            + ACCURACY + 'data = "none"\n' + '[[gate]]\nresult = "ties"\nat_most = 1\n')
    root, report = junit(runs, "new.sonde", gates(runs, text), code=1)
    names = [case.get("name") for case in root.iter("testcase")]
    assert len(names) == len(report["checks"]) == 5
    assert names[:3] == ["s: accuracy kind=a&b, no drop", "s: accuracy, at least .9", "s: spearman, no drop"]
    failures = [case.find("failure") is not None for case in root.iter("testcase")]
    assert failures == [check["verdict"] == "fail" for check in report["checks"]] == [True, True, True, True, False]
    moved = ["by margin" in (case.findtext("failure") or "") for case in root.iter("testcase")]
    assert moved == [True, True, False, False, False]
    assert counted(root)["failures"] == 4 and counted(root)["tests"] == 5


def test_changed_vectors_fail_with_what_moved(runs):
    root, _ = junit(runs, "new.sonde", "--unchanged", code=1)
    assert "by margin" in root.find(".//failure").text


def test_names_of_files_are_escaped_too(runs):
    odd = 'new "<&>\udcff.sonde'
    os.rename(runs.folder / "new.sonde", runs.folder / odd)
    root, _ = junit(runs, odd, gates(runs, ACCURACY), code=1)
    assert root[0].get("name") == 'new "<&>\ufffd.sonde against base.sonde'


def test_the_file_is_replaced_but_none_that_is_read(runs):
    for _ in range(2):
        junit(runs, "new.sonde", code=1)
    before = (runs.folder / "new.sonde").read_bytes()
    file = gates(runs, ACCURACY)
    for name in ("new.sonde", "base.sonde", file, "./new.sonde"):
        answer = runs("check", "new.sonde", file, "--against", "base.sonde", "--junit", name, code=2)
        assert "which the command reads; choose another --junit" in answer.err and len(answer.err.splitlines()) == 1
    assert (runs.folder / "new.sonde").read_bytes() == before
    answer = runs("check", "new.sonde", "--against", "base.sonde", "--junit", "nowhere/junit.xml", code=4)
    assert answer.out == "" and "nowhere" in answer.err
