"""Users' probes and scorers take part in runs, comparisons and reports as the built-in ones do."""
import math
import re

import numpy as np
import pytest
from python_package import PAIRS, letters, python, sonde

QUICK = {"replicates": 50, "progress": False, "store": "none"}
PROBE = '''
import numpy as np
import sonde
from sonde.plugin import Correlation, Mean, Probe, Scorer, Share


@sonde.plugin.register
class Order(Probe):
    """Is a pair with a higher rating more alike?"""

    name = "ordered"
    columns = ("left", "right", "rating")
    measurements = ("similarity", "far")

    def __init__(self, limit="0.5"):
        self.limit = float(limit)

    def item(self, record):
        return [record["left"], record["right"]], [((0, 1), "pair", float(record["rating"]))]

    def measure(self, block):
        cosines = block.cosines()
        return np.stack([cosines, cosines < self.limit], axis=1)

    def summarise(self, frame, values):
        return [Correlation("spearman", values[:, 0], frame.gold), Mean("similarity", values[:, 0]),
                Share("far", values[:, 1], better="lower")]


@sonde.plugin.register
class Overlap(Scorer):
    """Words that both share."""

    name = "shared-words"

    def score(self, rows):
        return [len(set(a.split()) & set(b.split())) / len(set(a.split()) | set(b.split())) for a, b in rows]
'''
exec(compile(PROBE, "plugin", "exec"))
DATA = sonde.Data([{"left": one["first"], "right": one["second"], "rating": one["gold"], "topic": one["topic"]}
                   for one in PAIRS], name="mine", probe="ordered")
STS = sonde.Data(PAIRS, name="mine", probe="sts")


def test_a_probe_of_ones_own_gives_what_the_built_in_one_does():
    mine = sonde.run({"letters": letters, "noise": "random"}, data=DATA, scorers="shared-words", **QUICK)
    theirs = sonde.run({"letters": letters, "noise": "random"}, data=STS, scorers="shared-words", **QUICK)
    for subject in ("letters", "noise", "shared-words"):
        for slice in ("all", "topic=animal", "topic=thing"):
            one = mine.result(subject=subject, result="spearman", slice=slice)
            other = theirs.result(subject=subject, result="spearman", slice=slice)
            assert one.value == pytest.approx(other.value, abs=0, nan_ok=True) and one.n == other.n
    far = mine.result(subject="letters", result="far")
    cosines = mine.measurements("mine", "letters")[:, 0]
    assert far.value == np.mean(cosines < 0.5) and far.low <= far.value <= far.high
    assert mine.result(subject="letters", result="similarity").value == pytest.approx(cosines.mean())
    items = mine.items()
    assert items[0]["labels"] == {"topic": "animal"} and set(items[0]["subjects"]) == {"letters", "noise", "shared-words"}


def test_it_has_options_and_is_compared_and_reported(tmp_path):
    old = sonde.run({"model": "random"}, "ordered?limit=0.9", DATA, out=tmp_path / "old.sonde", **QUICK)
    new = sonde.run({"model": letters}, "ordered?limit=0.9", DATA, out=tmp_path / "new.sonde", **QUICK)
    assert new.tasks[0]["probe"] == "ordered?limit=0.9"
    made = sonde.compare(old, new, results=["far"], replicates=100)
    assert made.results[0].difference == pytest.approx(new.result(result="far").value - old.result(result="far").value)
    assert not sonde.check(old, new, gates=[sonde.Gate("spearman", at_least=0.9)], replicates=100).passed
    assert "ordered" in new.report(tmp_path / "new.html").read_text()
    with pytest.raises(sonde.Error, match="unexpected keyword argument 'limits'"):
        sonde.run("random", "ordered?limits=1", DATA, **QUICK)


def test_the_command_knows_it_with_plugin(tmp_path):
    (tmp_path / "mine.py").write_text(PROBE)
    (tmp_path / "data.tsv").write_text("left\tright\trating\n" + "".join(
        f"{one['first']}\t{one['second']}\t{one['gold']}\n" for one in PAIRS))
    code = "import sys; from sonde._cli import main; sys.exit(main())"
    run = ("run", "--plugin", "mine.py", "--probe", "ordered", "--encoder", "random", "--scorer", "words=shared-words",
           "--data", "data.tsv", "--out", "a.sonde", "--replicates", 20)
    done = python(tmp_path, code, *run)
    assert done.returncode == 0, done.stderr
    shown = python(tmp_path, code, "show", "a.sonde")
    assert "spearman" in shown.stdout and "ordered" in shown.stdout
    summary = python(tmp_path, code, "show", "a.sonde", "--summary")
    assert summary.returncode == 2 and "which is not loaded; name its file with --plugin FILE" in summary.stderr
    for form, mark in (("text", ""), ("md", "- "), ("tex", "% ")):
        summary = python(tmp_path, code, "show", "a.sonde", "--summary", "--plugin", "mine.py", "--format", form)
        assert summary.returncode == 0
        assert summary.stdout == f"{mark}no verdicts: no probe of this run has a question that is compared with chance\n"
    for words in (("compare", "a.sonde"), ("check", "a.sonde", "--against", "a.sonde"), ("report", "a.sonde", "--out", "a.html")):
        lacking = python(tmp_path, code, *words)
        assert lacking.returncode == 2, lacking.stderr
        assert "a.sonde: the run has a plugin's probe, 'ordered', which is not loaded; name its file with --plugin FILE" in lacking.stderr
    compared = python(tmp_path, code, "compare", "a.sonde", "--plugin", "mine.py", "--replicates", 50)
    assert compared.returncode == 0 and "spearman" in compared.stdout, compared.stderr
    assert "up to date" in python(tmp_path, code, *run).stderr
    # A changed plugin is another question, wherever in its file it changed.
    for changed in (PROBE.replace("cosines < self.limit", "cosines > self.limit"), PROBE + "\nCONSTANT = 1\n"):
        (tmp_path / "mine.py").write_text(changed)
        assert "holds another run" in python(tmp_path, code, *run).stderr


@pytest.mark.parametrize("change,says", [
    (("record[\"rating\"]", "record[\"rating\"][9]"), r"data.tsv:2: the probe 'ordered' failed in item\(\): IndexError: .* \(.*mine.py:\d+\)"),
    (("return [record", "raise sonde.Error('input', 'no pair')\n        return [record"), "data.tsv:2: no pair"),
    (("return np.stack", "cosines = cosines[0, 0]\n        return np.stack"), r"the probe 'ordered' failed in measure\(\): IndexError: "),
    (("Correlation(\"spearman\"", "Correlation(\"far\""), "the probe 'ordered' has two results named 'far'")])
def test_errors_of_its_code_are_one_line_in_the_command(tmp_path, change, says):
    assert PROBE.count(change[0]) == 1
    (tmp_path / "mine.py").write_text(PROBE.replace(*change))
    (tmp_path / "data.tsv").write_text("left\tright\trating\n" + "".join(f"a {i}\tb {i}\t{i}\n" for i in range(12)))
    code = "import sys; from sonde._cli import main; sys.exit(main())"
    done = python(tmp_path, code, "run", "--plugin", "mine.py", "--probe", "ordered", "--encoder", "random", "--data", "data.tsv",
                  "--out", "a.sonde", "--store", "none")
    assert done.returncode in (2, 3) and "Traceback" not in done.stderr
    assert re.search(says, done.stderr.splitlines()[-1]), done.stderr


def run_rows(rows, measure=None):
    """The items of a run whose probe gives each record these rows."""
    class Rows(sonde.plugin.Probe):
        name = "rows"
        columns = ("left", "right", "rating")

        def item(self, record):
            return [record["left"], record["right"]], rows

        def summarise(self, frame, values):
            return [sonde.plugin.Mean("similarity", values[:, 0])]
    if measure:
        Rows.measure = measure
    sonde.plugin.register(Rows)
    run = sonde.run(letters, data=sonde.Data([{"left": one["first"], "right": one["second"], "rating": one["gold"]} for one in PAIRS],
                                             name="mine", probe="rows"), **QUICK)
    return run.items()


@pytest.mark.parametrize("row, label, gold", [
    ((0, 1), None, None), ([0, np.int64(1)], None, None), (((0, 1), "pair"), "pair", None), (([0, 1], "pair", 2.5), "pair", 2.5)])
def test_a_row_has_places_and_maybe_a_label_and_a_gold_value(row, label, gold):
    for item in run_rows([row]):
        assert (item.get("rows"), item["gold"]) == (label, gold)


@pytest.mark.parametrize("rows", [[((0, 1), "pair", "much")], [((0, 1), "pair", 1, 2)], [()], [0, 1], [("0", "1")], [None], 7])
def test_other_rows_are_one_error_that_names_the_record(rows):
    with pytest.raises(sonde.Error, match=r"record 1 of 'mine': item\(\) of the probe 'rows' gave .*; give the texts and the rows: .*with a label") as found:
        run_rows(rows)
    assert "\n" not in str(found.value)


def test_one_measurement_may_have_one_dimension():
    assert run_rows([(0, 1)], lambda self, block: block.cosines()) == run_rows([(0, 1)])


def test_functions_are_scorers():
    def lengths(rows):
        return [-abs(len(a) - len(b)) for a, b in rows]
    run = sonde.run(scorers=[lengths], data=STS, **QUICK)
    assert run.subjects[0]["name"] == "lengths" and not run.subjects[0]["has_vectors"]
    assert run.result(subject="lengths", result="spearman").value == sonde.stats.spearman(
        lengths([(one["first"], one["second"]) for one in PAIRS]), [one["gold"] for one in PAIRS])
    one = sonde.run(scorers={"some": lambda rows: [math.nan] * 5 + [1.0 * len(a) for a, b in rows[5:]]}, data=STS, **QUICK)
    assert one.result(subject="some", result="spearman").left_out == 5
    for bad, said in ((lambda rows: [1.0], "not numbers of"), (lambda rows: ["a"] * len(rows), "not numbers of"),
                      (lambda rows: None, "not numbers of"), (7, "is not a scorer")):
        with pytest.raises(sonde.Error, match=said):
            sonde.run(scorers={"bad": bad}, data=STS, **QUICK)
    with pytest.raises(ZeroDivisionError):
        sonde.run(scorers={"bad": lambda rows: 1 / 0}, data=STS, **QUICK)


@pytest.mark.parametrize(("change", "said"), [
    ({"measure": lambda self, block: block.cosines()[1:]}, "of the shape"),
    ({"measure": lambda self, block: 1 / 0}, "division by zero"),
    ({"summarise": lambda self, frame, values: {"a": 1}}, "gave {'a': 1}; give a list of Mean"),
    ({"summarise": lambda self, frame, values: None}, "gave None; give a list of Mean"),
    ({"summarise": lambda self, frame, values: []}, "give a list of Mean"),
    ({"summarise": lambda self, frame, values: [sonde.plugin.Mean("a", values[:, 0], better="up")]}, "better='up'; use"),
    ({"item": lambda self, record: None}, "record 1 of 'mine': item.. of the probe .* gave None; give the texts and the rows"),
    ({"item": lambda self, record: ([record["left"], record["right"]], [0, 1])}, "give the texts and the rows"),
    ({"summarise": lambda self, frame, values: [sonde.plugin.Mean("a", values[:3, 0])]}, "'a' of the probe"),
    ({"summarise": lambda self, frame, values: [sonde.plugin.Share("a", values[:, 0] + 5)]}, "neither 0 nor 1"),
    ({"summarise": sonde.plugin.Probe.summarise}, "^$"),
    ({"item": lambda self, record: ([record["left"]], [(0, 1)])}, "made a row of the texts"),
    ({"item": lambda self, record: record["missing"]}, "missing"),
    ({"columns": ("left", "right", "absent")}, "absent"),
])
def test_bad_probes_fail_with_what_is_wrong(change, said):
    base = {"columns": ("left", "right"), "summarise": lambda self, frame, values: [sonde.plugin.Mean("a", values[:, 0])]}
    test_bad_probes_fail_with_what_is_wrong.count = getattr(test_bad_probes_fail_with_what_is_wrong, "count", 0) + 1
    name = f"bad-{test_bad_probes_fail_with_what_is_wrong.count}"
    sonde.plugin.register(type("Bad", (sonde.plugin.Probe,), {**base, **change, "name": name}))
    with pytest.raises(Exception, match=said) as caught:
        sonde.run("random", name, sonde.Data(DATA.records, name="mine", probe=name), **QUICK)
    assert isinstance(caught.value, (sonde.Error, ZeroDivisionError, KeyError, NotImplementedError))


NOTEBOOK = """
import sonde
data = [{"first": f"a {i}", "second": f"b {i * i}", "gold": i % 5} for i in range(12)]
cell = '''
class Mine(sonde.plugin.Probe):
    name, columns = "mine", ("first", "second")
    def summarise(self, frame, values):
        return [sonde.plugin.Mean("a", FACTOR + 0 * values[:, 0])]
sonde.plugin.register(Mine)
class Lengths(sonde.plugin.Scorer):
    name = "lengths"
    def score(self, rows):
        return [FACTOR * len(a) for a, b in rows]
sonde.plugin.register(Lengths)
'''
for factor in ("1", "2"):
    exec(cell.replace("FACTOR", factor))
    run = sonde.run(scorers="lengths", data=sonde.Data(data, probe="mine"), replicates=20, progress=False)
    if factor == "1": first = run
    print(run.result().value, run.measurements("data", "lengths")[0, 0], run.tasks[0]["probe"])
for work in (lambda: exec(cell.replace("Mine", "Other")), lambda: first.report("a.html"), lambda: run.report("b.html")):
    try:
        work()
    except sonde.Error as error:
        print(error)
"""


def test_a_cell_that_runs_again_changes_its_class(tmp_path):
    done = python(tmp_path, NOTEBOOK)
    assert done.stdout.splitlines() == ["1.0 3.0 mine", "2.0 6.0 mine",
                                        "there is another probe 'mine'; give yours another name",
                                        "the plugin's probe 'mine': it has changed since the run was made; run again, or load "
                                        "it as it was then"], done.stderr


def test_bad_registrations_are_errors():
    for name, said in (("ordered", "there is another probe 'ordered'"), ("", "has the name ''"), ("a b", "has the name 'a b'"),
                       ("sts", "there is another probe 'sts'")):
        with pytest.raises(sonde.Error, match=said):
            sonde.plugin.register(type("Mine", (sonde.plugin.Probe,), {"name": name, "columns": ("a",)}))
    for body, said in (({"columns": ()}, "has no columns"), ({"columns": "left"}, "columns that are a text; give a list: .'left',."), ({"columns": ("a",), "measurements": ()}, "has no measurements"),
                       ({"columns": ("a",), "__init__": lambda self, depth: None}, "missing 1 required")):
        with pytest.raises(sonde.Error, match=said):
            sonde.plugin.register(type("Mine", (sonde.plugin.Probe,), {**body, "name": "unmade"}))
    with pytest.raises(sonde.Error, match="derive a class"):
        sonde.plugin.register(object)


@pytest.mark.parametrize("better, verdict, says", [
    ({}, "pass", "no drop"), ({"better": "neither"}, "fail", "higher or lower is better is not known of any result")])
def test_a_check_of_a_plugin_s_results(better, verdict, says):
    class Checked(sonde.plugin.Probe):
        name, columns = f"checked-{verdict}", ("left", "right")

        def summarise(self, frame, values):
            return [sonde.plugin.Mean("similarity", values[:, 0], **better), sonde.plugin.Share("far", values[:, 0] < .5, **better)]
    sonde.plugin.register(Checked)
    run = sonde.run(letters, data=sonde.Data(DATA.records, probe=Checked.name), **QUICK)
    check = sonde.check(run, run, replicates=100)
    assert check.verdict == verdict and says in check.text


def test_a_record_without_a_field_is_left_out_unless_strict():
    records = [*DATA.records[:12], {"left": "A cat.", "right": " ", "rating": 2}]
    run = sonde.run(letters, data=sonde.Data(records, name="mine", probe="ordered"), **QUICK)
    assert run.tasks[0]["items"] == 12 and any("1 left out (an empty field in right: line 13)" in note for note in run.notes)
    with pytest.raises(sonde.Error, match="record 13 of 'mine': an empty field in right"):
        sonde.run(letters, data=sonde.Data(records, name="mine", probe="ordered"), strict=True, **QUICK)


def test_a_function_without_a_key_is_asked_again(tmp_path):
    words = {**QUICK, "out": tmp_path / "a.sonde", "data": STS}
    first = sonde.run(scorers={"mine": lambda rows: [float(len(a)) for a, b in rows]}, **words)
    with pytest.raises(sonde.Error, match="may have changed since"):
        sonde.run(scorers={"mine": lambda rows: [-float(len(a)) for a, b in rows]}, **words)
    again = sonde.run(scorers={"mine": lambda rows: [-float(len(a)) for a, b in rows]}, replace=True, **words)
    assert again.result(result="spearman").value == -first.result(result="spearman").value

    class Keyed:
        key = "lengths 1"

        def score(self, rows):
            return [float(len(a)) for a, b in rows]
    keyed = {**words, "out": tmp_path / "b.sonde"}
    assert not sonde.run(scorers={"mine": Keyed()}, **keyed).counts["up_to_date"]
    assert sonde.run(scorers={"mine": Keyed()}, **keyed).counts["up_to_date"]
