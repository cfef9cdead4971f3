"""`sonde check`: verdicts, the same in the table, the JSON and the exit code, and the lines of docs/guides/ci.md."""
import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from program import PROGRAM, ROOT, Sonde, sentences, write_table


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """base.sonde, and runs with one subject that is the same, better, a little and much worse. silent.sonde
    has values for 180 of the base's 300 items, few.sonde for all but one. wide.sonde: two subjects on two data sets."""
    sonde = Sonde(tmp_path_factory.mktemp("runs"))
    draw = np.random.default_rng(5)
    texts = sentences(600)
    gold = draw.uniform(0, 5, 300)
    common = draw.normal(size=300)
    base = gold + common + 0.4 * draw.normal(size=300)
    data = write_table(sonde.folder / "pairs.tsv", ["first", "second", "gold"],
                       zip(texts[:300], texts[300:], np.round(gold, 2), strict=True))
    values = {"base": base, "same": base, "better": gold + 0.3 * common,
              "little": base + 0.45 * draw.normal(size=300),
              "worse": gold + 3 * common + draw.normal(size=300),
              "silent": [*base[:180], *["nan"] * 120], "few": [*base[:299], "nan"]}
    for name, scores in values.items():
        write_scores(sonde, name, scores)
        sonde.run(f"{name}.sonde", "--data", data, "--scorer", f"s=scores:{name}.txt")
    others = write_table(sonde.folder / "others.tsv", ["first", "second", "gold"],
                         [(*sentences(2, i), i % 7) for i in range(300)])
    scorers = [word for name in "ab" for word in ("--scorer", f"{name}=scores:base.txt")]
    sonde.run("wide.sonde", "--data", data, "--data", others, *scorers)
    return sonde.folder


@pytest.fixture
def runs(sonde, made):
    shutil.copytree(made, sonde.folder, dirs_exist_ok=True)
    return sonde


def write_scores(sonde, name, scores):
    (sonde.folder / f"{name}.txt").write_text("".join(f"{score}\n" for score in scores))


def gates(sonde, text):
    (sonde.folder / "gates.toml").write_text(text)
    return "gates.toml"


def verdict(sonde, run, *words, code):
    """The report, after seeing that its verdict is that of the worst check."""
    words = (run, "--against", "base.sonde", *words)
    report = json.loads(sonde("check", *words, "--format", "json", code=code).out)
    assert report["schema"] == "sonde.check/1" and report["exit_code"] == code
    said = [check["verdict"] for check in report["checks"]]
    assert report["verdict"] == next(v for v in ("fail", "can't tell", "pass") if v in said)
    return report


LITTLE = '[[gate]]\nresult = "spearman"\nsmallest = 0.03\n'
MISSING = '[[gate]]\nresult = "accuracy"\n'


@pytest.mark.parametrize("run,text", [("same", None), ("worse", None), ("silent", None), ("little", LITTLE),
                                      ("same", MISSING)])
def test_every_form_says_the_same(runs, run, text):
    words = (f"{run}.sonde", *([gates(runs, text)] if text else []), "--against", "base.sonde", "--format")
    code = 0 if run == "little" or (run, text) == ("same", None) else 1
    report = json.loads(runs("check", *words, "json", code=code).out)
    for form in ("text", "md"):
        assert f"verdict: {report['verdict']}" in runs("check", *words, form, code=code).out
    table = runs("check", *words, "csv", code=code).out.splitlines()[1:]
    assert [line.split(",")[0] for line in table] == [check["verdict"] for check in report["checks"]]


def test_without_gates_nothing_may_drop_significantly(runs):
    for run in ("same.sonde", "better.sonde", "base.sonde"):
        report = verdict(runs, run, code=0)
        assert [c["name"] for c in report["checks"]] == ["spearman", "pearson", "kendall"]
        assert report["hypotheses"] == 3
    report = verdict(runs, "worse.sonde", code=1)
    assert all(c["verdict"] == "fail" and c["p_holm"] < 0.05 for c in report["checks"])
    assert_is_holms(report)


@pytest.mark.parametrize("width", [80, 60])
def test_no_line_of_a_table_wraps(runs, width):
    runs.environment = {**runs.environment, "COLUMNS": str(width)}
    for run, base in (("worse", "base"), ("wide", "wide")):
        out = runs("check", f"{run}.sonde", "--against", f"{base}.sonde", code=run == "worse").out
        lines = out.split("\np:")[0].splitlines()
        assert len(lines) > 4 and max(len(line) for line in lines[1:]) <= width
        if (run, width) == ("worse", 80):  # the narrow form fits
            assert "pairs: spearman" in out


def assert_is_holms(report):
    """Asserts that p_holm follows from p by Holm (1979)."""
    checks = sorted((c for c in report["checks"] if c["p"] is not None), key=lambda c: c["p"])
    assert len(checks) == report["hypotheses"]
    greatest = 0
    for rank, check in enumerate(checks):
        greatest = max(greatest, min(1, (len(checks) - rank) * check["p"]))
        assert check["p_holm"] == pytest.approx(greatest)


def test_a_drop_that_the_correction_takes_back_is_no_fail(runs):
    """One of the kind that chance gives among twelve: alone it fails, among the others it doesn't."""
    base = np.array((runs.folder / "base.txt").read_text().split(), float)
    write_scores(runs, "little", base + 0.16 * np.random.default_rng(11).normal(size=300))
    words = [("--scorer", f"s=scores:{name}.txt") for name in ("base", "little")]
    others = [word for i in range(11) for word in ("--scorer", f"o{i}=scores:base.txt")]
    for name, own in zip(("many", "new"), words, strict=True):
        runs.run(f"{name}.sonde", "--data", runs.folder / "pairs.tsv", *own, *others)
    gate = '[[gate]]\nresult = "spearman"\n'
    words = ("new.sonde", "--against", "many.sonde", "--format", "json")
    alone = json.loads(runs("check", *words, gates(runs, gate + 'subject = "s"\n'), code=1).out)
    assert 0.05 / 12 < alone["checks"][0]["p"] == alone["checks"][0]["p_holm"] < 0.05
    report = json.loads(runs("check", *words, gates(runs, gate)).out)
    (check,) = [check for check in report["checks"] if check["subject"] == "s"]
    assert check["p"] == alone["checks"][0]["p"] and check["p_holm"] > 0.05 and check["verdict"] == "pass"
    assert report["hypotheses"] == 12
    assert_is_holms(report)


@pytest.mark.parametrize("numbers,says", [
    ("at_least = 90", "at_least = 90, but 'spearman' is from -1 to 1; for 90% write 0.9"),
    ("at_most = 2", "for 2% write 0.02"), ("smallest = 5", "for 5% write 0.05")])
def test_a_gate_in_percent_is_refused(runs, numbers, says):
    file = gates(runs, f'strict = true\n\n[[gate]]\nresult = "spearman"\n{numbers}\n')
    answer = runs("check", "same.sonde", file, "--against", "base.sonde", code=3)
    assert says in answer.err and "gates.toml:3" in answer.err


def test_bounds_alone_have_no_empty_columns(runs):
    header = runs("check", "same.sonde", gates(runs, '[[gate]]\nresult = "spearman"\nat_least = 0.1\n')).out.splitlines()[1]
    assert header.split() == ["verdict", "data", "set", "result", "asked", "now", "n"]


def test_a_pass_with_a_smallest_drop_must_be_shown(runs):
    # "little" is worse by about .03: more than .001, surely less than .2, about .03.
    drop = -verdict(runs, "little.sonde", code=1)["checks"][0]["difference"]
    assert 0.005 < drop < 0.08
    for smallest, wanted, code in ((0.001, "fail", 1), (round(drop, 4), "can't tell", 0),
                                   (0.2, "pass", 0)):
        file = gates(runs, f'[[gate]]\nresult = "spearman"\nsmallest = {smallest}\n')
        (check,) = verdict(runs, "little.sonde", file, code=code)["checks"]
        assert check["verdict"] == wanted, check
        assert (check["items_needed"] is None) == (wanted != "can't tell")
    # Strict, can't tell fails: by the option and by the key.
    file = gates(runs, f'[[gate]]\nresult = "spearman"\nsmallest = {round(drop, 4)}\n')
    assert verdict(runs, "little.sonde", file, "--strict", code=1)["verdict"] == "can't tell"
    strict = (runs.folder / file).read_text()
    assert verdict(runs, "little.sonde", gates(runs, "strict = true\n" + strict), code=1)


def test_items_needed_are_enough(runs):
    """Equal subjects and a small allowance: can't tell, and the reported n is that of the formula."""
    draw = np.random.default_rng(8)
    shift = np.array((runs.folder / "base.txt").read_text().split(), float)
    write_scores(runs, "near", shift + 0.3 * draw.normal(size=300))
    runs.run("near.sonde", "--data", runs.folder / "pairs.tsv", "--scorer", "s=scores:near.txt")
    file = gates(runs, '[[gate]]\nresult = "kendall"\nsmallest = 0.016\n')
    (check,) = verdict(runs, "near.sonde", file, code=0)["checks"]
    assert check["verdict"] == "can't tell"
    error = (check["high"] - check["low"]) / 2 / 1.96 * (1 - 3.8415 / 300) ** 0.5
    distance = check["difference"] + 0.016
    wanted = 300 * ((1.644854 + 0.841621) * error / distance) ** 2
    assert check["items_needed"] == pytest.approx(wanted, rel=0.01, abs=1)


def test_thresholds_are_of_the_value(runs):
    for keys, code in (("at_least = 0.5", 0), ("at_least = 0.999", 1), ("at_most = 0.999", 0),
                       ("at_most = 0.5", 1), ("at_least = 0.5\nat_most = 0.6", 1)):
        report = verdict(runs, "better.sonde", gates(runs, f'[[gate]]\nresult = "spearman"\n{keys}\n'),
                         code=code)
        assert len(report["checks"]) == 1 and report["hypotheses"] == 0
    # If there is also a smallest drop, both are checked.
    file = gates(runs, '[[gate]]\nresult = "spearman"\nat_least = 0.5\nsmallest = 0.1\n')
    assert len(verdict(runs, "better.sonde", file, code=0)["checks"]) == 2


def test_better_may_be_lower(runs):
    file = gates(runs, '[[gate]]\nresult = "spearman"\nbetter = "lower"\n')
    verdict(runs, "worse.sonde", file, code=0)
    (check,) = verdict(runs, "better.sonde", file, code=1)["checks"]
    assert check["asked"] == "no rise" and check["difference"] > 0


@pytest.mark.parametrize("keys", ['result = "accuracy"', 'result = "spearman"\ndata = "others"',
                                  'result = "spearman"\nsubject = "t"',
                                  'result = "spearman"\nslice = "age=old"',
                                  'result = "spearman"\nprobe = "triplets"',
                                  'result = "spearmen"\nat_least = 0.1',
                                  'result = "spearman"\nsubject = "s"\nbase = "t"'])
def test_what_is_missing_fails(runs, keys):
    report = verdict(runs, "same.sonde", gates(runs, f"[[gate]]\n{keys}\n"), code=1)
    assert report["checks"][0]["reason"].startswith("missing")


def test_a_data_set_missing_in_either_run_fails(runs):
    other = write_table(runs.folder / "others.tsv", ["first", "second", "gold"],
                        [(*sentences(2, i), i % 7) for i in range(30)])
    write_scores(runs, "few", range(30))
    runs.run("others.sonde", "--data", other, "--scorer", "s=scores:few.txt")
    file = gates(runs, '[[gate]]\nresult = "spearman"\ndata = ["pairs", "others"]\n')
    runs("check", "others.sonde", file, "--against", "base.sonde", code=1)
    runs("check", "base.sonde", file, "--against", "others.sonde", code=1)
    runs("check", "base.sonde", "--against", "others.sonde", code=1)  # nothing in common
    file = gates(runs, '[[gate]]\nresult = "spearman"\ndata = "pear"\n')
    said = runs("check", "base.sonde", file, "--against", "others.sonde", "--format", "json", code=1).out
    assert json.loads(said)["checks"][0]["reason"] == "missing: neither run has the data set; the run has pairs"


BOUND = '[[gate]]\nresult = "spearman"\nat_least = -1\n'
DROP = '[[gate]]\nresult = "spearman"\n'


@pytest.mark.parametrize("text", [None, BOUND, DROP])
@pytest.mark.parametrize("data,subjects,lacks", [
    ("pairs", "ab", [("", "others")]), ("others", "ab", [("", "pairs")]), ("all", "a", [("b", "")]),
    ("pairs", "a", [("", "others"), ("b", "")]), ("all", "ab", [])])
def test_what_only_the_base_has_is_missing(runs, data, subjects, lacks, text):
    files = [f"{name}.tsv" for name in ("pairs", "others") if data in (name, "all")]
    words = [word for name in files for word in ("--data", name)]
    words += [word for name in subjects for word in ("--scorer", f"{name}=scores:base.txt")]
    runs.run("part.sonde", *words)
    words = ("part.sonde", "--against", "wide.sonde", *([gates(runs, text)] if text else []))
    report = json.loads(runs("check", *words, "--format", "json", code=1 if lacks else 0).out)
    missing = [check for check in report["checks"] if check["verdict"] == "fail"]
    assert all(check["reason"].startswith("missing") for check in missing)
    for subject, dataset in lacks:
        assert any(check["dataset"] == dataset and (subject == "" or check["subject"] == subject)
                   for check in missing)
    assert {check["verdict"] for check in report["checks"]} == {"pass", *["fail"] * len(lacks)}
    # A gate for a part names it.
    if files == ["pairs.tsv"]:
        part = gates(runs, (text or DROP) + f'data = "pairs"\nsubject = {json.dumps([*subjects])}\n')
        runs("check", "part.sonde", "--against", "wide.sonde", part)


def test_a_misspelt_result_is_missing_and_the_nearest_is_named(runs):
    file = gates(runs, '[[gate]]\nresult = "spearmann"\n')
    report = json.loads(runs("check", "wide.sonde", file, "--against", "wide.sonde", "--format", "json", code=1).out)
    assert {check["reason"] for check in report["checks"]} == {
        "missing: no data set has it; did you mean 'spearman'?"}


@pytest.mark.parametrize("data, begins", [("", "missing: no data set has it; the run has "),
                                          ('data = "pairs"\n', "missing: the data set has no such result; the run has ")])
def test_the_names_are_listed_if_none_is_near(runs, data, begins):
    file = gates(runs, f'[[gate]]\nresult = "quality"\n{data}')
    report = json.loads(runs("check", "wide.sonde", file, "--against", "wide.sonde", "--format", "json", code=1).out)
    for check in report["checks"]:
        assert check["reason"].startswith(begins) and "spearman" in check["reason"].removeprefix(begins).split(", ")


def test_a_probe_that_only_the_base_asked_is_missing(runs):
    words = ("--data", runs.folder / "pairs.tsv", "--encoder", "random")
    runs.run("two.sonde", *words, "--probe", "sts", "--probe", "sts?similarity=dot")
    runs.run("one.sonde", *words, "--probe", "sts")
    for file in ([], [gates(runs, BOUND)]):
        report = json.loads(runs("check", "one.sonde", *file, "--against", "two.sonde", "--format",
                                 "json", code=1).out)
        (fail,) = [check for check in report["checks"] if check["verdict"] == "fail"]
        assert fail["reason"] == "missing: the run has no sts?similarity=dot on it"
    runs("check", "two.sonde", "--against", "one.sonde")


def test_undefined_never_passes(runs):
    write_scores(runs, "constant", [1] * 300)
    runs.run("constant.sonde", "--data", runs.folder / "pairs.tsv", "--scorer",
             "s=scores:constant.txt")
    assert verdict(runs, "constant.sonde", code=1)["checks"][0]["value"] is None
    for keys in ("at_most = 1", "at_least = -1", "smallest = 2"):
        verdict(runs, "constant.sonde", gates(runs, f'[[gate]]\nresult = "spearman"\n{keys}\n'),
                code=1)
    runs("check", "constant.sonde", "--against", "constant.sonde")  # the base had no value to lose
    runs("check", "same.sonde", "--against", "constant.sonde", "--strict", code=1)


def test_what_stopped_answering_fails(runs):
    report = verdict(runs, "silent.sonde", code=1)
    said = "undefined for 120 of 300 items that the base answers"
    assert report["verdict"] == "fail" and report["notes"] == [f"sts · pairs: s: {said}"]
    for check in report["checks"]:
        assert (check["verdict"], check["reason"], check["unanswered"]) == ("fail", said, 120)
        assert check["value"] == check["base"] and check["n"] == 180
    assert said in runs("check", "silent.sonde", "--against", "base.sonde", code=1).out
    verdict(runs, "few.sonde", code=1)
    # A bound isn't met by the few that it defines either, though the base may have another name.
    for keys in ("at_least = 0.1", 'at_least = 0.1\nsubject = "s"\nbase = "s"', "smallest = 0.5"):
        (check,) = verdict(runs, "silent.sonde",
                           gates(runs, f'[[gate]]\nresult = "pearson"\n{keys}\n'),
                           code=1)["checks"]
        assert check["reason"] == said


@pytest.mark.parametrize("allowed,code", [("120", 0), ("119", 1), ("0.4", 0), ("0.39", 1), ("0", 1),
                                          ("1", 1), ("1.0", 0), ("0.0", 1)])
def test_a_gate_may_allow_undefined_items(runs, allowed, code):
    for keys in ("", "at_least = 0.1"):
        file = gates(runs, f'[[gate]]\nresult = "spearman"\nallow_undefined = {allowed}\n{keys}\n')
        report = verdict(runs, "silent.sonde", file, code=code)
        assert report["checks"][0]["unanswered"] == 120 and report["notes"]


MUTE = """
import hashlib, json, sys
mute = set(open(sys.argv[1]).read().split("\\n"))
for line in sys.stdin:
    texts = json.loads(line)["texts"]
    print(json.dumps({"vectors": [None if text in mute else [byte - 127 for byte in
                                  hashlib.sha256(text.encode()).digest()[:16]] for text in texts]}), flush=True)
"""


@pytest.fixture
def mute(sonde):
    """Makes a run of sets-en with a child that returns nothing for s1 of the given rows."""
    (sonde.folder / "mute.py").write_text(MUTE)
    lines = (ROOT / "data/sets/en.tsv").read_text().splitlines()
    texts = [line.split("\t")[lines[0].split("\t").index("s1")] for line in lines[1:]]

    def make(name, silent, probe="sets"):
        (sonde.folder / f"{name}.txt").write_text("\n".join(texts[silent]))
        return sonde.run(f"{name}.sonde", "--encoder", f"s=exec:{sys.executable} mute.py {name}.txt", "--data",
                         "sets-en", "--probe", probe)

    make.sonde = sonde
    return make


def test_samples_that_are_not_answered_count_where_their_row_keeps_others(mute):
    mute("base", slice(0))
    mute("drop", slice(None))
    for name in ("c5", "c3_tt_at0", "c6"):
        file = gates(mute.sonde, f'[[gate]]\nresult = "{name}"\n')
        (check,) = verdict(mute.sonde, "drop.sonde", file, "--replicates", 100, code=1)["checks"]
        assert check["unanswered"] > 100 and check["reason"].startswith("undefined for"), check


def test_bounds_see_unanswered_items_whatever_the_range_of_thresholds(mute):
    mute("base", slice(0), "sets?grid_range=-1:1")
    mute("drop", slice(None, None, 2), "sets?grid_range=-1:1.5")
    file = gates(mute.sonde, '[[gate]]\nresult = "c1_tt"\nat_least = 0\n')
    (check,) = verdict(mute.sonde, "drop.sonde", file, code=1)["checks"]
    assert check["reason"] == "undefined for 250 of 500 items that the base answers"


def test_what_only_the_base_leaves_undefined_is_told(runs):
    report = json.loads(runs("check", "base.sonde", "--against", "silent.sonde", "--format", "json").out)
    assert report["notes"] == ["sts · pairs: s: left out for both: 120 items that only the base "
                               "leaves undefined"]
    assert [check["unanswered"] for check in report["checks"]] == [0, 0, 0]


def test_a_probe_is_named_with_its_options_or_for_all_of_its_kind(sonde, sts):
    words = ("--data", sts, "--encoder", "random")
    sonde.run("both.sonde", *words, "--probe", "sts", "--probe", "sts?similarity=l1")
    sonde.run("l1.sonde", *words, "--probe", "sts?similarity=l1")

    def asked(run, probe):
        file = gates(sonde, f'[[gate]]\nresult = "spearman"\nprobe = "{probe}"\n')
        words = ("check", run, file, "--against", run, "--format")
        checks = json.loads(sonde(*words, "json").out)["checks"]
        table = sonde(*words, "md").out
        assert all(f"probe {check['probe']}**" in table for check in checks)
        return [check["probe"] for check in checks]

    assert asked("both.sonde", "sts") == ["sts"]
    assert asked("both.sonde", "sts?similarity=l1") == ["sts?similarity=l1"]
    assert asked("l1.sonde", "sts") == ["sts?similarity=l1"]


def test_the_only_subjects_are_compared_whatever_their_names(runs):
    runs.run("renamed.sonde", "--data", runs.folder / "pairs.tsv", "--scorer",
             "other=scores:worse.txt")
    assert verdict(runs, "renamed.sonde", code=1)["checks"][0]["subject"] == "other against s"
    file = gates(runs, '[[gate]]\nresult = "spearman"\nsubject = "other"\nbase = "s"\n')
    verdict(runs, "renamed.sonde", file, code=1)


WRONG = {
    "unknown key": ("[[gate]]\nreslt = \"x\"\n", 2, "did you mean 'result'?"),
    "unknown top key": ("strikt = true\n", 1, "did you mean 'strict'?"),
    "no result": ("[[gate]]\nat_least = 1\n", 1, "names no 'result'"),
    "a number as text": ("[[gate]]\nresult = \"x\"\nat_least = \"1\"\n", 3, "must be a number"),
    "not finite": ("[[gate]]\nresult = \"x\"\nat_least = nan\n", 3, "must be a number"),
    "negative": ("[[gate]]\nresult = \"x\"\nsmallest = -0.1\n", 3, "must be 0 or more"),
    "more than all": ("[[gate]]\nresult = \"x\"\nallow_undefined = 1.5\n", 3, "whole number of items"),
    "direction": ("[[gate]]\nresult = \"x\"\nbetter = \"up\"\n", 3, "higher"),
    "base alone": ("[[gate]]\nresult = \"x\"\nbase = \"old\"\n", 1, "not one 'subject'"),
    "one table": ("[gate]\nresult = \"x\"\n", 1, "[[gate]]"),
    "TOML": ("[[gate\n", 1, "not valid TOML"),
    "nothing": ("", None, "has no [[gate]]"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_gates_are_told_by_line(runs, what):
    text, line, message = WRONG[what]
    answer = runs("check", "same.sonde", gates(runs, text), "--against", "base.sonde", code=3)
    assert len(answer.err.splitlines()) == 1 and message in answer.err, answer.err
    assert ("gates.toml:" + (f"{line}:" if line else "")) in answer.err


def test_bounds_alone_need_no_base(runs):
    """A bound gives the run's own value with and without a base. Anything that compares needs one."""
    bound = gates(runs, '[[gate]]\nresult = "spearman"\nat_least = 0.1\n')
    table = runs("check", "better.sonde", bound).out
    assert table.startswith("better.sonde, ") and "against" not in table
    alone, against = (json.loads(runs("check", "better.sonde", bound, *words, "--format", "json").out)
                      for words in ((), ("--against", "better.sonde")))
    assert (alone.pop("base"), against.pop("base")) == ("", "better.sonde") and alone == against
    (runs.folder / "drop.toml").write_text('[[gate]]\nresult = "spearman"\nat_least = 0.1\nsmallest = 0.1\n')
    for words in ((), (bound, "--unchanged"), (bound, "--tolerance", 0.1), ("drop.toml",)):
        answer = runs("check", "better.sonde", *words, code=2)
        assert "add --against BASE" in answer.err, words


def test_gates_have_more_replicates(runs):
    """Without gates as many as `compare` draws, so that it takes no longer. A gate's decision rests on 10,000."""
    gate = gates(runs, '[[gate]]\nresult = "spearman"\nsmallest = 0.0\n')
    for words, replicates in (((), 2000), ((gate,), 10000)):
        words = ("check", "better.sonde", *words, "--against", "base.sonde", "--format", "json")
        assert runs(*words).out == runs(*words, "--replicates", replicates).out != runs(*words, "--replicates", 500).out


def test_wrong_calls_are_told(runs):
    for words, code in ((("same.sonde",), 2), (("none.sonde", "--against", "base.sonde"), 3),
                        (("same.sonde", "--against", "base.txt"), 3),
                        (("same.sonde", "none.toml", "--against", "base.sonde"), 3),
                        (("same.sonde", "--against", "base.sonde", "--replicates", 1), 2)):
        assert len(runs("check", *words, code=code).err.splitlines()) == 1


def test_the_lines_for_ci_systems_work(runs):
    """Each shell line of the YAML in docs/guides/ci.md that calls `sonde check`, with the gates.toml of docs/reference/gates.md."""
    page = (ROOT / "docs/reference/gates.md").read_text()
    blocks = re.findall(r"^```yaml\n(.*?)^```", (ROOT / "docs/guides/ci.md").read_text(), re.M | re.S)
    lines = re.findall(r"^\s*(?:- )?(?:run: )?(sonde check .*)$", "\n".join(blocks), re.M)
    lines = [line for line in lines if "GITHUB_STEP_SUMMARY" not in line]  # tests/project/ci_test.py runs the whole workflow
    assert len(lines) >= 2
    text = re.search(r"^```toml\n(.*?)^```", page, re.M | re.S)[1]
    assert "[[gate]]" in text
    gates(runs, re.sub(r'data = .*|subject = .*|base = .*', "",
                       text.replace('"accuracy"', '"spearman"')))
    environment = {**runs.environment, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
    for line in lines:
        for run, code in (("better", 0), ("worse", 1)):
            (runs.folder / "new.sonde").unlink(missing_ok=True)
            (runs.folder / "new.sonde").symlink_to(runs.folder / f"{run}.sonde")
            done = subprocess.run(["bash", "-c", line], cwd=runs.folder, env=environment,
                                  capture_output=True, text=True, timeout=600)
            assert done.returncode == code, f"{line}\n{done.stdout}{done.stderr}"


def test_a_share_at_a_threshold_that_the_run_was_made_without(sonde, triplets):
    """The advice leads to a gate that finds its result."""
    sonde.run("t.sonde", "--encoder", "random", "--probe", "triplets", "--data", triplets, "--replicates", 100)

    def check(gate, code=1):
        (sonde.folder / "gates.toml").write_text(f"[[gate]]\nat_most = 0.999\n{gate}\n")
        [found] = json.loads(sonde("check", "t.sonde", "gates.toml", "--format", "json", code=code).out)["checks"]
        return found

    assert "give the gate a `threshold`, and the result 'false_matches'" in check('result = "false_matches_given"')["reason"]
    assert "with a threshold, its name is 'false_matches'" in check('result = "false_matches_given"\nthreshold = 0.5')["reason"]
    assert "the run has false_matches, " in check('result = "others_given"\nthreshold = 0.5')["reason"]
    sonde.run("t.sonde", "--encoder", "random", "--probe", "triplets?threshold=0.5", "--data", triplets, "--replicates", 100, "--replace")
    assert "without a threshold" not in check('result = "others_given"')["reason"]
    assert check('result = "false_matches"\nthreshold = 0.5', code=0)["verdict"] == "pass"
