"""Evaluators, callback, fine-tuning and mteb's task with the real libraries: a short training. `./dev oracle`."""
import json
import math
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = Path(os.environ.get("SONDE_BUILD", ROOT / "build/release")) / "python"
MINILM = ROOT / ".setup/models/minilm"
sys.path.insert(0, str(PACKAGE))

datasets = pytest.importorskip("datasets")
pytest.importorskip("accelerate")
from sentence_transformers import (SentenceTransformer, SentenceTransformerTrainer,  # noqa: E402
                                   SentenceTransformerTrainingArguments, losses)

import sonde  # noqa: E402
from sonde.evaluators import CheckCallback, ProbeEvaluator, TripletsEvaluator  # noqa: E402

QUICK = {"limit": 60, "replicates": 100}
PAIRS = [{"sentence1": f"The {one} {verb} the {two}.", "sentence2": f"The {two} {verb} the {one}.", "score": 1.0}
         for one in ("dog", "nurse", "pilot", "king") for two in ("cat", "guard", "child") for verb in ("sees", "greets", "calls")]


def trained(folder, callbacks, evaluator, rate=2e-5, **more):
    model = SentenceTransformer(str(MINILM), device="cpu")
    args = SentenceTransformerTrainingArguments(
        output_dir=str(folder), num_train_epochs=4, per_device_train_batch_size=9, eval_strategy="steps", eval_steps=4,
        report_to=[], learning_rate=rate, disable_tqdm=True, use_cpu=True, **{"save_strategy": "no", **more})
    trainer = SentenceTransformerTrainer(model=model, args=args, train_dataset=datasets.Dataset.from_list(PAIRS),
                                         loss=losses.CosineSimilarityLoss(model), evaluator=evaluator, callbacks=callbacks)
    trainer.train()
    return model, trainer


def test_an_evaluator_takes_part_in_a_training(tmp_path):
    evaluator = TripletsEvaluator("negation-detection", **QUICK)
    model, trainer = trained(tmp_path, [], evaluator)
    assert trainer.state.global_step == 16
    metric = evaluator.primary_metric
    told = [line[f"eval_{metric}"] for line in trainer.state.log_history if f"eval_{metric}" in line]
    assert len(told) == 4 and all(0 <= value <= 1 for value in told)
    [kept] = tmp_path.rglob("triplets_negation-detection_epoch4_step16.sonde")
    assert sonde.open(kept).result(result="accuracy").value == told[-1]
    assert len([*tmp_path.rglob("triplets_negation-detection_results.csv")][0].read_text().splitlines()) == 5
    model.save_pretrained(str(tmp_path / "saved"))
    assert metric in (tmp_path / "saved" / "README.md").read_text()


def test_the_best_checkpoint_is_chosen_by_the_metric(tmp_path):
    """As docs/guides/training.md says."""
    metric = "eval_negation-detection_accuracy"
    _, trainer = trained(tmp_path, [], TripletsEvaluator("negation-detection", **QUICK), rate=2e-4, save_strategy="steps", save_steps=4,
                         load_best_model_at_end=True, metric_for_best_model=metric, greater_is_better=True)
    told = {line["step"]: line[metric] for line in trainer.state.log_history if metric in line}
    assert trainer.state.best_metric == max(told.values()) and len(set(told.values())) > 1
    assert told[int(trainer.state.best_model_checkpoint.rpartition("-")[2])] == max(told.values())


def test_the_first_numbers_are_the_engine_s(tmp_path):
    """The untrained model by torch gives what sonde's own engine gives for the folder."""
    evaluator = TripletsEvaluator("negation-detection", **QUICK)
    metrics = evaluator(SentenceTransformer(str(MINILM), device="cpu"))
    own = sonde.run({"model": f"hf:{MINILM}"}, "triplets", "negation-detection", store="none", progress=False, **QUICK)
    assert metrics[evaluator.primary_metric] == own.result(result="accuracy").value


def test_a_check_that_fails_ends_the_training(tmp_path):
    evaluator = TripletsEvaluator("negation-detection", **QUICK)
    gates = [{"result": "accuracy", "at_least": .999}]
    _, trainer = trained(tmp_path, [CheckCallback(evaluator, gates=gates)], evaluator)
    assert trainer.state.global_step == 4
    assert isinstance(evaluator, ProbeEvaluator)


def test_a_run_s_pairs_are_fine_tuned_on(tmp_path):
    from sonde.finetune import finetune
    pairs = [{"first": one["sentence1"], "second": one["sentence2"], "gold": place % 5, "part": "a" if place % 3 else "b"}
             for place, one in enumerate(PAIRS)]
    run = sonde.run("random", "sts", sonde.Data(pairs, name="pairs"), store="none", progress=False, replicates=20)
    tuned = finetune(run, str(MINILM), out=tmp_path / "tuned", train="part=a", test="part=b", epochs=1)
    assert tuned.tested == 12 and tuned.learned == 24 and math.isfinite(tuned.after)
    mine = finetune(run, SentenceTransformer(str(MINILM), device="cpu"), out=tmp_path / "mine", train="part=a", test="part=b", epochs=1)
    assert mine.scores == tuned.scores
    again = sonde.encode(f"hf:{tmp_path / 'tuned'}", [PAIRS[0]["sentence1"], PAIRS[0]["sentence2"]])
    assert abs(float(again[0] @ again[1]) - tuned.scores[0]) < 1e-5


def test_a_probe_is_a_task_of_mteb(tmp_path):
    mteb = pytest.importorskip("mteb")
    import sonde.mteb
    task = sonde.mteb.task("triplets", ["negation-detection", "negation-variants"], **QUICK)
    model = SentenceTransformer(str(MINILM), device="cpu")
    results = mteb.evaluate(model, tasks=[task], cache=None, overwrite_strategy="always")
    scores = json.loads(json.dumps(results.task_results[0].to_dict(), default=str))["scores"]["test"]
    own = sonde.run({"model": f"hf:{MINILM}"}, "triplets", ["negation-detection", "negation-variants"], store="none",
                    progress=False, **QUICK)
    assert {one["hf_subset"]: one["main_score"] for one in scores} == {
        one.dataset: one.value for one in own.find(result="accuracy")}
    assert all(one["accuracy_low"] <= one["main_score"] <= one["accuracy_high"] for one in scores)
