"""`./dev reproduce --encoders --only NAME`: measures this encoder, and what is stored of the others stays, but for sets."""
import shutil
import sys

import pytest
from program import PROGRAM, ROOT, shared_data

sys.path.append(str(ROOT / "tools"))
import findings
from reproduce import __main__ as main
from reproduce import encoders, evidence, work

PAIRS = {f"{a} and {b}" for at, a in enumerate(evidence.TRAINED) for b in evidence.TRAINED[at + 1:]}


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A copy of the stored results; every encoder is a random one."""
    shutil.copytree(work.KEPT, tmp_path / "kept")
    monkeypatch.setattr(work, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(findings, "ENCODERS", {name: lambda: "random" for name in evidence.ALL})
    return work.kept


def keys(rows):
    return [tuple(row[column] for column in ("probe", "dataset", "subject", "slice", "name", "n")) for row in rows]


@pytest.mark.parametrize("part, only, changed", [
    ("heros", "glove", {"glove"}), ("curves", "mpnet", {"mpnet"}), ("curves", "e5-multilingual", {"e5-multilingual"}),
    ("sets", "glove", {*evidence.ALL, "minilm-l6 less mpnet"}),  # joint thresholds, so results of another run are not comparable
    ("sts3k", "words", {"words"}), ("sts3k", "use", {"use"} | PAIRS), ("sts3k", "mpnet", {"mpnet", "mpnet, standardised"} | PAIRS)])
def test_results_of_the_others_stay(kept, tmp_path, part, only, changed):
    shared_data("sts3k-study")
    file = "sts" if part == "sts3k" else part
    before = kept(file).rows
    encoders.MEASURED[part](work.Work(tmp_path / "runs", program=PROGRAM, replicates=50), [only])
    after = kept(file).rows
    assert keys(after) == keys(before)
    assert {new["subject"] for old, new in zip(before, after) if new != old} == changed


def test_a_whole_measurement_leaves_nothing_of_an_earlier_one(kept):
    row = work.result_row("heros-en", "use", "some", work.Counted(.5, .4, .6, 7))
    encoders.keep("heros", [row], lambda one: True, evidence.ALL)
    assert kept("heros").rows == [row]


def test_an_encoder_is_added_in_its_place(kept):
    row = work.result_row("heros-en", "gemma3", "some", work.Counted(.5, .4, .6, 7))
    encoders.keep("heros", [row], lambda one: True, ["gemma3"])
    found = [one for one in kept("heros").subjects if one in ("use", "gemma3", "wordllama")]
    assert found == ["use", "gemma3", "wordllama"]


def test_only_names_encoders(monkeypatch, capsys):
    measured = []
    monkeypatch.setattr(encoders, "slow_work", lambda: None)
    monkeypatch.setattr(encoders, "MEASURED", {"sets": lambda _work, names: measured.append(names)})
    for words in ([], ["--only", "use", "--only", "glove"]):
        main.measure_slow(main.options().parse_args(["sets", "--encoders", *words]), ["sets"])
    assert measured == [evidence.ALL, ["use", "glove"]]
    monkeypatch.setattr(sys, "argv", ["reproduce", "--only", "use"])
    with pytest.raises(SystemExit):
        main.main()
    assert "--only is for --encoders" in capsys.readouterr().err
