"""Probes while a model is trained: evaluators of sentence-transformers, and a callback that stops.

An evaluator is given to SentenceTransformerTrainer as any other. Each call measures the model as it
is, returns the results over all items, and writes a line into a CSV file and a run file, which
sonde.compare, sonde.check and sonde.Run.report read.

    from sonde.evaluators import CheckCallback, HerosEvaluator, TripletsEvaluator

    evaluator = TripletsEvaluator("negation-detection")
    trainer = SentenceTransformerTrainer(model=model, ..., evaluator=evaluator,
                                         callbacks=[CheckCallback(evaluator)])

sentence-transformers and transformers are imported if they are installed, and needed for training
alone."""
from __future__ import annotations

import csv
import logging
import os
import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sonde._compare import Check, check
from sonde._data import Data
from sonde._error import usage_error
from sonde._listings import datasets
from sonde._main_results import MAIN_RESULTS
from sonde._former_names import renamed
from sonde._results import Result, Run
from sonde._run import run as _run

if TYPE_CHECKING:
    from sonde.inputs import DataSets, GatesLike, RunLike

__all__ = ["CheckCallback", "CurvesEvaluator", "HerosEvaluator", "ProbeEvaluator", "SetsEvaluator", "StsEvaluator",
           "TripletsEvaluator"]

log = logging.getLogger(__name__)


# The base classes of evaluators and callbacks in the two trainer libraries.
def _base_of(package: str, *places: str) -> type:
    if find_spec(package) is None:
        return object
    from importlib import import_module
    for place in places:
        module, _, name = place.rpartition(".")
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    return object


_Evaluator: Any = _base_of("sentence_transformers", "sentence_transformers.base.evaluation.BaseEvaluator",
                           "sentence_transformers.evaluation.SentenceEvaluator")
_Callback: Any = _base_of("transformers", "transformers.TrainerCallback")


class ProbeEvaluator(_Evaluator):  # type: ignore[misc]
    """A probe as an evaluator.

    data: as for sonde.run. Default: the probe's shipped English sets, or those of the option `language`.
    result: the one that chooses the best checkpoint: "RESULT", of the first data set that you named, or
        "DATASET_RESULT". Default: the probe's main result. If `data` names no set and there are several,
        "DATASET_RESULT" is needed: you decide which set chooses. greater_is_better: whether more of it is better. Needed if you name a result
        of which less is better.
    name: prefix of the names of files (NAME_PROBE_DATA) and metrics.
    keep_runs: whether each call leaves a run file in the output folder. write_csv: whether it adds a
        line to NAME_PROBE_DATA_results.csv there.
    options: further ones of sonde.run, for instance limit=200, seed=1, replicates=1000.
    """

    probe = ""
    main_result = ""
    main_is_greater = True

    @renamed(primary="result")
    def __init__(self, data: DataSets = None, *, result: str | None = None, greater_is_better: bool | None = None,
                 name: str = "", keep_runs: bool = True, write_csv: bool = True, batch_size: int = 32,
                 **options: Any) -> None:
        super().__init__()
        for taken in ("encoders", "scorers", "probes", "out"):
            if taken in options:
                raise usage_error(f"an evaluator has no option '{taken}'", "it measures one model with one probe")
        self.data, self.name, self.keep_runs, self.write_csv = data, name, keep_runs, write_csv
        self.options = {"store": False, "progress": False, **options}
        self.batch_size = batch_size
        self.result = result or self.main_result
        self.greater_is_better = self.main_is_greater if greater_is_better is None else greater_is_better
        self._refuse_unchosen()
        self.primary_metric: str | None = None
        self.run: Run | None = None
        """The measurements of the last call."""

    # A metric must not come from a set that happens to be the first of several.
    def _refuse_unchosen(self) -> None:
        if self.data is not None or not self.probe:
            return
        sets = [one.name for one in datasets(self.options.get("language") or "en", self.probe.partition("?")[0],
                                             resources=self.options.get("resources"))]
        if len(sets) > 1 and not any(self.result.startswith(f"{name}_") for name in sets):
            raise usage_error(f"{type(self).__name__}() measures {len(sets)} data sets ({', '.join(sets)}), and none of them is "
                              "chosen for the primary metric",
                              f"name one: data={sets[0]!r}, or result='{sets[0]}_{self.result}'")

    def measure(self, model: Any, out: str | os.PathLike[str] | None = None) -> Run:
        """Measures the model: a run with the subject "model"."""
        from sonde._encoder import Encoder
        encoder = Encoder(model, name="model", batch=self.batch_size * 32)
        self.run = _run({"model": encoder}, probes=self.probe, data=self.data, out=out, replace=True, **self.options)
        return self.run

    def __call__(self, model: Any, output_path: str | None = None, epoch: float = -1, steps: int = -1,
                 **_: Any) -> dict[str, float]:
        """The results over all items: {NAME_DATASET_RESULT: value}. Undefined ones are NaN."""
        folder = Path(output_path) if output_path else None
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        keep = folder / f"{self._stem}_{_moment(epoch, steps)}.sonde" if folder and self.keep_runs else None
        results = [one for one in self.measure(model, keep).results if one.subject == "model" and one.slice == "all"]
        metrics = {self._metric(one): one.value for one in results}
        self.primary_metric = self._metric(self._primary(results))
        for one in results:
            if self._metric(one) == self.primary_metric:
                log.info("%s: %.4f [%.4f, %.4f], n = %d", self.primary_metric, one.value, one.low, one.high, one.n)
        if folder and self.write_csv:
            self._add_line(folder / f"{self._stem}_results.csv", results, epoch, steps)
        if hasattr(model, "model_card_data"):
            self.store_metrics_in_model_card_data(model, metrics, epoch, steps)
        return metrics

    def get_config_dict(self) -> dict[str, Any]:
        """The facts of the evaluation for the model card."""
        return {"probe": self.probe, **{key: self.options[key] for key in ("limit", "seed") if key in self.options}}

    @property
    def description(self) -> str:
        """The title that the model card gives."""
        return f"sonde {self.probe}"

    @property
    def _stem(self) -> str:
        data = self.data if isinstance(self.data, list) else [self.data]
        names = [one.name if isinstance(one, Data) else Path(one).stem for one in data if isinstance(one, (str, Data))]
        return "_".join(_word(part) for part in (self.name, self.probe.partition("?")[0], *names) if part)

    def _metric(self, result: Result) -> str:
        return "_".join(_word(word) for word in (self.name, result.dataset, result.name) if word)

    def _primary(self, results: list[Result]) -> Result:
        found = [one for one in results if self.result in (one.name, f"{one.dataset}_{one.name}")]
        if not found:
            names = ", ".join(dict.fromkeys(one.name for one in results))
            raise usage_error(f"the probe {self.probe} has no result '{self.result}'", f"it has {names}")
        return found[0]

    def _add_line(self, path: Path, results: list[Result], epoch: float, steps: int) -> None:
        columns = {"epoch": epoch, "steps": steps}
        for one in results:
            for part in ("value", "low", "high"):
                columns[self._metric(one) + ("" if part == "value" else f"_{part}")] = getattr(one, part)
        is_new = not path.exists() or path.stat().st_size == 0
        if not is_new:
            with path.open(newline="", encoding="utf-8") as file:
                if next(csv.reader(file), None) != list(columns):
                    raise usage_error(f"{path} has other columns than these results",
                                      "name another folder, or give the evaluator a name")
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if is_new:
                writer.writerow(columns)
            writer.writerow(columns.values())


def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "_", text)


def _moment(epoch: float, steps: int) -> str:
    return "end" if epoch == -1 and steps == -1 else f"epoch{epoch:g}_step{steps}"


class StsEvaluator(ProbeEvaluator):
    """Does similarity follow human ratings? data is needed: no rated set is shipped."""

    probe, main_result = "sts", MAIN_RESULTS["sts"]

    def __init__(self, data: DataSets = None, **options: Any) -> None:
        if data is None:
            raise usage_error("an StsEvaluator needs data: no set with ratings is shipped", "give data=")
        super().__init__(data, **options)


class HerosEvaluator(ProbeEvaluator):
    """Does a small edit that changes the meaning move the vector more than one that doesn't?"""

    probe, main_result = "heros", MAIN_RESULTS["heros"]


class CurvesEvaluator(ProbeEvaluator):
    """How much do meaningless and meaning-changing insertions overlap? Less is better."""

    probe, main_result, main_is_greater = "curves", MAIN_RESULTS["curves"], False


class SetsEvaluator(ProbeEvaluator):
    """Do vectors behave like sets under overlap, difference and union?"""

    probe, main_result = "sets", MAIN_RESULTS["sets"]


class TripletsEvaluator(ProbeEvaluator):
    """Is the sentence with the same meaning closer than the one with a changed meaning?"""

    probe, main_result = "triplets", MAIN_RESULTS["triplets"]


class CheckCallback(_Callback):  # type: ignore[misc]
    """Stops a training whose model fails a check against a baseline.

    evaluator: measures the model after each evaluation of the trainer. If the trainer itself calls it,
        that call's results are used.
    baseline: a run, or the path of a run file, with a subject "model". Default: the model as it is when
        training begins.
    gates: as for sonde.check. Default: no result may drop significantly.
    """

    def __init__(self, evaluator: ProbeEvaluator | Iterable[ProbeEvaluator], baseline: RunLike | None = None, *,
                 gates: GatesLike = None, strict: bool = False) -> None:
        super().__init__()
        self.evaluators = [evaluator] if isinstance(evaluator, ProbeEvaluator) else list(evaluator)
        if baseline is not None and len(self.evaluators) > 1:
            raise usage_error("a baseline for several evaluators", "give a callback for each")
        self.baselines: list[Any] = [baseline] * len(self.evaluators)
        self.gates, self.strict = gates, strict
        self.checks: list[Check] = []
        """The checks of the last evaluation, one for each evaluator."""

    def on_train_begin(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> Any:
        """Measures the baseline if none was given."""
        for place, evaluator in enumerate(self.evaluators):
            if self.baselines[place] is None:
                self.baselines[place] = evaluator.measure(model)
            evaluator.run = None
        return control

    def on_evaluate(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> Any:
        """Checks, and ends the training if a check fails."""
        self.checks = []
        for evaluator, baseline in zip(self.evaluators, self.baselines, strict=True):
            run = evaluator.run or evaluator.measure(model)
            evaluator.run = None
            self.checks.append(check(run, baseline, gates=self.gates, strict=self.strict))
            if self.checks[-1].failed:
                log.warning("the check failed, so training stops:\n%s", self.checks[-1].text)
                control.should_training_stop = True
        return control
