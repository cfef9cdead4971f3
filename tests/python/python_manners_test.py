"""A run in a program of its user: it closes, pickles and prints, forks are refused, and messages speak of Python's arguments."""
import copy
import gc
import inspect
import os
import pickle
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from program import ROOT, lacking
from python_package import PAIRS, letters, python, sonde
from sonde._error import in_python

QUICK = {"replicates": 20, "progress": False, "store": False}


@pytest.fixture
def run(tmp_path):
    return sonde.run({"mine": letters}, data=sonde.Data(PAIRS, name="pairs"), out=tmp_path / "a.sonde", **QUICK)


def test_a_run_closes():
    with sonde.run(letters, data=sonde.Data(PAIRS), **QUICK) as run:
        folder = Path(run.path).parent
        assert run.results and folder.is_dir()
    assert not folder.exists() and run.results and "closed" in repr(run) and "closed" in str(run)
    with pytest.raises(sonde.Error, match="is closed; read it before"):
        run.items()
    run.close()


def test_a_forgotten_run_is_removed_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = sonde.run(letters, data=sonde.Data(PAIRS), **QUICK)
        folder = Path(run.path).parent
        del run
        gc.collect()
    assert not folder.exists()


def test_a_failed_run_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(sonde.Error):
        sonde.run("no-such-kind", data=sonde.Data(PAIRS), **QUICK)
    assert list(tmp_path.iterdir()) == []


def test_a_run_pickles_by_its_path(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    near = sonde.open("a.sonde")
    sent = pickle.dumps(near)
    monkeypatch.chdir(ROOT)
    again = pickle.loads(sent)
    assert again.results == run.results and again.path == str(tmp_path / "a.sonde")
    assert pickle.loads(pickle.dumps(run)).notes == run.notes
    assert copy.deepcopy(run) is run and copy.copy(run) is run
    with pytest.raises(sonde.Error, match="a temporary run cannot be pickled; give sonde.run.. a file: out="):
        pickle.dumps(sonde.run(letters, data=sonde.Data(PAIRS), **QUICK))


def test_a_run_prints_its_table_and_its_repr_never_raises(run, tmp_path):
    assert str(run) == run.text() and repr(run).endswith("a.sonde: 1 subjects, 1 tasks>")
    failed = sonde.Run.__new__(sonde.Run)
    with pytest.raises(sonde.Error):
        failed.__init__(tmp_path / "none.sonde")
    assert repr(failed) == f"<sonde.Run {tmp_path / 'none.sonde'}, closed>" and repr(sonde.Run.__new__(sonde.Run))


def test_figures_have_svg_where_node_is(run, tmp_path, monkeypatch):
    figure = run.figures()[0]
    if not shutil.which("node"):
        lacking("Node.js")
    bundle = figure._repr_mimebundle_()
    assert bundle["image/svg+xml"].lstrip().startswith("<svg") and figure.svg == bundle["image/svg+xml"]
    assert "vega-lite" in bundle["application/vnd.vegalite.v5+json"]["$schema"]
    monkeypatch.setenv("PATH", str(tmp_path))
    other = sonde.open(run.path).figures()[0]
    assert set(other._repr_mimebundle_()) == set(bundle) - {"image/svg+xml"}
    with pytest.raises(sonde.Error, match="nodejs"):
        other.svg


def test_former_names_work_and_warn(run):
    with pytest.warns(DeprecationWarning, match="name= is now result="):
        assert run.result(name="spearman") == run.result(result="spearman")
    with pytest.warns(DeprecationWarning, match="dataset= is now data="):
        assert run.find(dataset="pairs") == run.find(data="pairs") != []
    with pytest.warns(DeprecationWarning, match="names= is now results="):
        sonde.compare(run, run, names=["spearman"])
    with pytest.raises(sonde.Error, match="data= is given twice"):
        run.find(dataset="pairs", data="pairs")


def test_a_check_that_can_t_tell_has_not_passed(run):
    few = sonde.run({"mine": "random?seed=2"}, data="negation-detection", limit=12, **QUICK)
    other = sonde.run({"mine": "random"}, data="negation-detection", limit=12, **QUICK)
    gates = [sonde.Gate("accuracy", smallest=0.02)]
    check = sonde.check(other, few, gates=gates)
    assert check.verdict == "can't tell" and not check.passed and not check.failed and not check
    assert sonde.check(other, few, gates=gates, strict=True).failed
    assert sonde.check(run, run, gates=[{"result": "spearman", "at_least": -1}]).passed
    failed = sonde.check(run, run, gates=[{"result": "spearman", "at_least": 1}])
    assert failed.failed and not failed.passed


FORKED = """
import multiprocessing, sonde, sys
def encode(kind):
    try:
        return sonde.encode(kind, ["A cat sleeps."]).shape[0]
    except sonde.Error as error:
        return str(error)
if __name__ == "__main__":
    encode(sys.argv[1])
    with multiprocessing.get_context("fork").Pool(1) as pool:
        print(pool.apply_async(encode, [sys.argv[1]]).get(100))
        print(pool.apply_async(encode, ["random"]).get(100))
"""


def test_a_forked_child_says_that_it_can_t_run_a_model(tmp_path):
    (tmp_path / "forked.py").write_text(FORKED)
    done = python(tmp_path, "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path('forked.py', run_name='__main__')", "forked.py",
                  f"hf:{ROOT / 'tests/golden/plain-bert'}")
    refused, own = done.stdout.splitlines()
    assert "forked" in refused and 'get_context("spawn")' in refused and own == "1"


def test_what_there_is():
    sets = {one.name: one for one in sonde.datasets()}
    assert sets["heros-en"].probe == "heros" and sets["heros-en"].items == 1000 and sets["heros-nl"].language == "nl"
    assert {one.language for one in sonde.datasets("en")} == {"en"} and len(sonde.datasets("en", "triplets")) == 5
    assert {"sts", "heros", "curves", "sets", "triplets"} <= {one.name for one in sonde.probes()}
    assert {"minilm", "hf", "random"} <= {one.name for one in sonde.encoders()} and sonde.scorers()
    for what, given in (("language", "fr"), ("probe", "triplet")):
        with pytest.raises(sonde.Error, match=f"unknown {what} '{given}'; known are: "):
            sonde.datasets(**{what: given})


@pytest.mark.parametrize("call, message", [
    (lambda path: sonde.run(letters, data=sonde.Data(PAIRS[:12]), out=path, seed=3, **QUICK), "replace=True"),
    (lambda path: sonde.run(letters, data=[{"sentence": "A cat.", "other": "x"}], **QUICK), r"probe="),
    (lambda path: sonde.run(letters, data=path.with_name("odd.csv"), **QUICK), r"sonde.Data\(records, probe=..., columns={...}\)"),
    (lambda path: sonde.run("python", data="negation-detection", **QUICK), "sonde.plugin.register$"),
    (lambda path: sonde.run(letters, "sts", **QUICK), "data="),
    (lambda path: sonde.run(letters, data="heros-en", language="nl", **QUICK), "leave out language=, or data="),
    (lambda path: sonde.run(letters, "negation-detection", **QUICK), "for the data set, give data='negation-detection'"),
    (lambda path: sonde.compare(path), r"subjects=\['A', 'B'\]"),
    (lambda path: sonde.run(letters, data="negation-detection", out=path.parent / "no/where.sonde", **QUICK), "out="),
])
def test_messages_speak_of_python_s_arguments(run, call, message):
    Path(run.path).with_name("x.tsv").write_text("first\tsecond\tgold\n" + "".join(f"a {n}\tb {n}\t{n}\n" for n in range(20)))
    Path(run.path).with_name("odd.csv").write_text("a,b\n1,2\n" * 12)
    with pytest.raises(sonde.Error, match=message) as caught:
        call(Path(run.path))
    assert "--" not in str(caught.value) and "--" not in caught.value.message + caught.value.advice


# Rooms that only the command uses, and the makers, whose options sonde.make() takes.
OF_THE_COMMAND = ("apps/cli", "apps/server", "workshop/commands", "workshop/makers", "workshop/rating", "store/parts", "run/files/part_set",
                  "report/tables")
# Options of commands that Python doesn't have.
ELSEWHERE = {"part", "listing", "hidden", "seeds", "groups"}
OTHER_PROGRAM = re.compile(r"(?:soffice|optimum-cli|llama-server|pip install) [^;]*")


def literals():
    """Texts of the program that name an option."""
    for path in sorted((ROOT / "src").rglob("*.cpp")):
        name = str(path.relative_to(ROOT / "src"))
        if name.endswith("_test.cpp") or name.startswith(OF_THE_COMMAND):
            continue
        source = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', source):
            text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found[0]))
            if re.search(r"(?<![\w-])--[a-z]", text) and "<html" not in text and " " in text:
                yield name, text


def test_each_message_names_arguments_that_there_are():
    functions = (sonde.run, sonde.compare, sonde.check, sonde.audit, sonde.agreement, sonde.describe, sonde.distributed.run, sonde.Data)
    known = {name for one in functions for name in inspect.signature(one).parameters} | ELSEWHERE
    found = list(literals())
    assert len(found) > 40
    for name, text in found:
        told = in_python(text)
        for command in OTHER_PROGRAM.findall(text):
            assert command in told, (name, told)
        rest = re.sub(r"`[^`]*`|\bsonde [a-z]+.*", "", OTHER_PROGRAM.sub("", told))
        assert "--" not in rest, (name, told)
        if not set(re.findall(r"--([a-z-]+)", text)) & {"probe"} or "?" not in text:  # 'sets?filter=...'
            assert set(re.findall(r"(?<![\w?&])([a-z_]+)=", rest)) <= known, (name, told)


def test_a_note_names_arguments(tmp_path):
    triplets = [{"S": f"A cat sleeps {n}.", "S+": f"A cat is asleep {n}.", "S*": f"A cat wakes {n}." if n > 30 else ""} for n in range(60)]
    run = sonde.run("random", data=sonde.Data(triplets, name="mine"), **QUICK)
    (note,) = [note for note in run.notes if "left out" in note]
    assert "left_out=FILE" in note and "--" not in note


def test_a_note_names_the_data_and_not_a_temporary_file(run):
    assert any("pairs" in note for note in run.notes) and not any(os.sep in note for note in run.notes if "pairs" in note)


def test_a_numpy_limit_is_a_number():
    import numpy as np
    for limit, same in ((np.int64(12), 12), (np.float64(.4), "40%"), (np.float32(.4), "40%")):
        found = [sonde.run(letters, data=sonde.Data(PAIRS), limit=one, **QUICK).tasks[0]["items"] for one in (limit, same)]
        assert found[0] == found[1] < len(PAIRS)


@pytest.mark.parametrize("quick", [True, False])
def test_quick_phases_leave_no_line(quick, capsys, monkeypatch):
    from sonde import _progress
    monkeypatch.setattr(_progress, "_QUICK", float("inf") if quick else 0)
    sonde.run(letters, data=sonde.Data(PAIRS), **{**QUICK, "progress": True})
    left = [line.rpartition("\r")[2] for line in capsys.readouterr().err.split("\n")]
    assert any(line.startswith("measuring: ") for line in left) != quick and any("sonde: " in line for line in left)


def test_a_clone_whose_module_is_not_built_says_so(tmp_path):
    done = subprocess.run([sys.executable, "-c", "import sonde; sonde.encode('random', ['A cat.'])"], cwd=tmp_path, text=True, capture_output=True,
                          env={"PYTHONPATH": str(ROOT / "python")})
    assert done.returncode != 0
    last = done.stderr.splitlines()[-1]
    assert "sonde's module _core is not built; in a clone of sonde: ninja -C build/release sonde_python" in last
