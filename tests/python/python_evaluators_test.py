"""Probes as evaluators of a training, and the callback that ends one: without torch, by what trainers call."""
import contextlib
import csv
import re
import types

import numpy as np
import pytest
from python_package import PAIRS, ROOT, letters, sonde

from sonde import evaluators

QUICK = {"limit": 60, "replicates": 50}


class Model:
    """A model in training: a real encoder by letters, that forgets more the more it is trained."""

    def __init__(self, forgets=0.0):
        self.forgets = forgets
        self.model_card_data = types.SimpleNamespace(told=[])

    def encode(self, texts, batch_size=32, show_progress_bar=None, convert_to_numpy=True, **options):
        vectors = letters(texts)
        noise = np.array([[len(set(text)) * (place + 1) % 17 for place in range(vectors.shape[1])] for text in texts])
        return ((1 - self.forgets) * vectors + self.forgets * 10 * noise).astype(np.float32)


@pytest.fixture
def card(monkeypatch):
    """Treats metrics as the library does. Its base class isn't installed here."""
    told = []
    if not hasattr(evaluators.ProbeEvaluator, "store_metrics_in_model_card_data"):
        monkeypatch.setattr(evaluators.ProbeEvaluator, "store_metrics_in_model_card_data",
                            lambda self, model, metrics, epoch, steps: told.append((metrics, epoch, steps)), raising=False)
    return told


def lines_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_an_evaluator_gives_the_run_s_results(tmp_path, card):
    evaluator = evaluators.TripletsEvaluator("negation-detection", name="dev", **QUICK)
    metrics = evaluator(Model(), str(tmp_path / "out"), 1.5, 200)
    run = sonde.run({"model": letters}, probes="triplets", data="negation-detection", store="none", progress=False, **QUICK)
    wanted = {f"dev_negation-detection_{one.name}": one.value for one in run.find(subject="model")}
    assert metrics == pytest.approx(wanted, nan_ok=True) and len(metrics) > 1
    assert evaluator.primary_metric == "dev_negation-detection_accuracy" and evaluator.greater_is_better
    kept = sonde.open(tmp_path / "out" / "dev_triplets_negation-detection_epoch1.5_step200.sonde")
    assert kept.result(subject="model", result="accuracy").value == metrics[evaluator.primary_metric]
    assert card == [(metrics, 1.5, 200)]
    evaluator(Model(.5), str(tmp_path / "out"), 2, 300)
    first, second = lines_of(tmp_path / "out" / "dev_triplets_negation-detection_results.csv")
    assert (first["epoch"], first["steps"], second["steps"]) == ("1.5", "200", "300")
    assert float(first[evaluator.primary_metric]) == metrics[evaluator.primary_metric]
    assert float(first[evaluator.primary_metric + "_low"]) <= metrics[evaluator.primary_metric]


def test_each_probe_is_an_evaluator(card):
    for kind, data in ((evaluators.HerosEvaluator, "heros-en"), (evaluators.CurvesEvaluator, "curves-en"),
                       (evaluators.SetsEvaluator, "sets-en"), (evaluators.TripletsEvaluator, "negation-variants"),
                       (evaluators.StsEvaluator, sonde.Data(PAIRS, probe="sts", name="pairs"))):
        evaluator = kind(data, limit=20, replicates=20)
        metrics = evaluator(Model())
        assert evaluator.primary_metric in metrics and evaluator.primary_metric.endswith(kind.main_result)
        assert evaluator.greater_is_better == (kind is not evaluators.CurvesEvaluator)


def test_no_set_chooses_the_best_checkpoint_unasked(card):
    with pytest.raises(sonde.Error, match="measures 5 data sets .*; name one: data='argument-sensitivity', or result='argument-"):
        evaluators.TripletsEvaluator(limit=20)
    with pytest.raises(sonde.Error, match="argument-sensitivity-nl"):
        evaluators.TripletsEvaluator(language="nl")
    evaluator = evaluators.TripletsEvaluator(result="negation-detection_accuracy", limit=20, replicates=20)
    metrics = evaluator(Model())
    assert evaluator.primary_metric == "negation-detection_accuracy" in metrics
    assert not [name for name in metrics if "-nl_" in name] and "fixed-point-reorder_accuracy" in metrics
    table = re.findall(r"^\| `(\w+)\((data)?\)`", (ROOT / "docs/guides/training.md").read_text(), re.M)
    assert len(table) == 5
    for name, data in table:
        with pytest.raises(sonde.Error, match="data=") if data else contextlib.nullcontext():
            getattr(evaluators, name)()
    only = evaluators.HerosEvaluator(limit=20, replicates=20)  # one English set
    only(Model())
    assert only.primary_metric == "heros-en_synonym_first"


def test_wrong_options_are_told(tmp_path, card):
    with pytest.raises(sonde.Error, match="no option 'out'"):
        evaluators.TripletsEvaluator(out="x")
    with pytest.raises(sonde.Error, match="no result 'accurate'; it has accuracy"):
        evaluators.TripletsEvaluator("negation-detection", result="accurate", **QUICK)(Model())
    (tmp_path / "triplets_negation-detection_results.csv").write_text("epoch,steps,other\n")
    with pytest.raises(sonde.Error, match="other columns"):
        evaluators.TripletsEvaluator("negation-detection", **QUICK)(Model(), str(tmp_path))
    assert (tmp_path / "triplets_negation-detection_results.csv").read_text() == "epoch,steps,other\n"


def test_two_evaluators_of_a_probe_keep_apart(tmp_path, card):
    for data in ("negation-detection", "negation-variants"):
        evaluators.TripletsEvaluator(data, limit=20, replicates=20)(Model(), str(tmp_path), 1, 2)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        f"triplets_{data}_{end}" for data in ("negation-detection", "negation-variants")
        for end in ("epoch1_step2.sonde", "results.csv")]


def control():
    return types.SimpleNamespace(should_training_stop=False)


def test_training_ends_where_a_check_fails(card):
    evaluator = evaluators.HerosEvaluator("heros-en", limit=150, replicates=100)
    model, callback = Model(), evaluators.CheckCallback(evaluator, gates=[{"result": "synonym_first", "at_least": .01}])
    callback.on_train_begin(None, None, control(), model=model)
    evaluator(model)
    assert not callback.on_evaluate(None, None, control(), model=model).should_training_stop
    assert callback.checks[0].passed
    strict = evaluators.CheckCallback(evaluator, gates=[{"result": "synonym_first", "at_least": .99}])
    strict.on_train_begin(None, None, control(), model=model)
    assert strict.on_evaluate(None, None, control(), model=model).should_training_stop
    assert not strict.checks[0].passed


def test_a_drop_from_the_untrained_model_ends_training(card):
    evaluator = evaluators.HerosEvaluator("heros-en", result="typo_costs_more", limit=200, replicates=100)
    model = Model()
    callback = evaluators.CheckCallback(evaluator)
    callback.on_train_begin(None, None, control(), model=model)
    model.forgets = 1.0
    evaluator(model)
    assert callback.on_evaluate(None, None, control(), model=model).should_training_stop
    assert any(gate.verdict == "fail" for gate in callback.checks[0].gates)
    with pytest.raises(sonde.Error, match="a callback for each"):
        evaluators.CheckCallback([evaluator, evaluator], "base.sonde")
