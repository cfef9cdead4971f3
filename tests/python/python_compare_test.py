"""sonde.compare and sonde.check: the numbers of the commands, as records."""
import json
import threading

import numpy as np
import pytest
from python_package import letters, sonde

QUICK = {"replicates": 50, "progress": False, "store": "none"}
WORDS = {"data": "negation-detection", "limit": 60}


def by_length(texts):
    return np.array([[len(text), 1.0] for text in texts])


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    old = sonde.run({"model": "random"}, out=folder / "old.sonde", **WORDS, **QUICK)
    new = sonde.run({"model": sonde.Encoder(letters, key="1")}, out=folder / "new.sonde", **WORDS, **QUICK)
    both = sonde.run({"letters": letters, "length": by_length}, out=folder / "both.sonde", **WORDS, **QUICK)
    return old, new, both


def test_a_comparison_has_the_command_s_numbers(runs, request):
    command = request.getfixturevalue("sonde")
    old, new, _ = runs
    told = json.loads(command("compare", old.path, new.path, "--replicates", 200, "--format", "json").out)
    made = sonde.compare(old, new, replicates=200)
    assert made.raw == told
    one, raw = made.results[0], told["differences"][0]
    assert (one.name, one.difference, one.p_holm, one.n) == (raw["name"], raw["difference"], raw["p_holm"], raw["n"])
    assert one.difference == pytest.approx(one.second_value - one.first_value)
    moves = made.moves[0]
    assert moves.better and moves.better[0].second > moves.better[0].first and len(moves.better[0].sentences) == 3
    assert made.text.strip() in command("compare", old.path, new.path, "--replicates", 200).out
    assert "<td>" in made._repr_html_() and str(made) == made.text


def test_subjects_of_one_run_are_compared(runs):
    _, _, both = runs
    made = sonde.compare(both, subjects=["length", "letters"], results=["accuracy"], replicates=100)
    assert [(one.first, one.second, one.name) for one in made.results] == [("length", "letters", "accuracy")]
    assert sonde.compare(both.path, replicates=100).raw["runs"] == [both.path]
    for words, said in ((("nowhere.sonde",), "nowhere.sonde"), ((3,), "int is not a run"),
                        ((both, None), None)):
        if said:
            with pytest.raises(sonde.Error, match=said):
                sonde.compare(*words)
    with pytest.raises(sonde.Error, match="nobody"):
        sonde.compare(both, subjects=["nobody", "letters"])


def test_a_check_has_the_command_s_verdicts(runs, request, tmp_path):
    command = request.getfixturevalue("sonde")
    old, new, _ = runs
    file = tmp_path / "gates.toml"
    file.write_text('[[gate]]\nresult = "accuracy"\nat_least = 0.99\n\n[[gate]]\nresult = "accuracy"\nsmallest = 0.9\n')
    told = json.loads(command("check", new.path, file, "--against", old.path, "--replicates", 200, "--format", "json",
                              code=1).out)
    for gates in (file, [sonde.Gate("accuracy", at_least=0.99), {"result": "accuracy", "smallest": 0.9}]):
        made = sonde.check(new, old, gates=gates, replicates=200)
        assert made.raw == told and not made.passed and not made
        assert [one.verdict for one in made.gates] == [one["verdict"] for one in told["checks"]] == ["fail", "pass"]
    moves = made.gates[0].moves
    assert moves[0].dataset == "negation-detection" and (moves[0].better or moves[0].worse)
    same = sonde.check(new, new, replicates=200)
    assert same.passed and all(one.moves == [] for one in same.gates)
    assert not sonde.check(new, old, unchanged=True, replicates=200).passed
    assert not sonde.check(new, old, tolerance=1e-2).passed and sonde.check(new, new, tolerance=0).passed


def test_moves_of_subjects_with_other_names(runs, tmp_path):
    old, _, both = runs
    renamed = sonde.run({"newer": letters}, out=tmp_path / "renamed.sonde", **WORDS, **QUICK)
    gates = [sonde.Gate("accuracy", subject="newer", baseline="model")]
    found = sonde.check(renamed, old, gates=gates, replicates=200)
    assert found.gates[0].moves and found.gates[0].moves[0].dataset == "negation-detection"
    within = sonde.check(both, both, gates=[sonde.Gate("accuracy", subject="letters", baseline="length")], replicates=200)
    assert within.gates[0].moves
    missing = sonde.check(both, old, gates=[sonde.Gate("accuracy", subject="nobody")], replicates=200)
    assert not missing.passed and missing.gates[0].moves == []


def test_threads_share_a_run(runs):
    old, new, both = runs
    told, errors = [], []

    def ask():
        try:
            for _ in range(5):
                told.append(sonde.compare(old, new, replicates=50).text)
                told.append(sonde.compare(new, old, replicates=50).raw["hypotheses"])
                both.measurements("negation-detection", "letters")
                both._file.results()
        except Exception as error:
            errors.append(error)
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and len(set(told)) == 2


def test_bad_gates_are_errors(runs, tmp_path):
    old, new, _ = runs
    for gates, said in ((tmp_path / "none.toml", "none.toml"), ([{"result": "accuracy", "at_last": 1}], "is not a gate"),
                        ([{"at_least": 1}], "is not a gate"), ([], "without one"), ([{"result": ""}], "'result' must be a text")):
        with pytest.raises(sonde.Error, match=said):
            sonde.check(new, old, gates=gates)


def test_temporary_runs_have_short_names():
    old, new = (sonde.run({"model": spec}, **WORDS, **QUICK) for spec in ("random", "random?seed=2"))
    made = sonde.compare(old, new, replicates=50)
    first, second = made.results[0].first, made.results[0].second
    assert first != second and "/" not in first + second and first.endswith(".sonde:model")
