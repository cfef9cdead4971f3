"""A probe as a task of mteb, which gives mteb's own result files.

    import mteb
    import sonde.mteb

    task = sonde.mteb.task("triplets", "negation-detection", languages=["eng-Latn"])
    mteb.evaluate(model, tasks=[task])

Needs mteb, version 2. Each data set is a subset of the task. Its scores are the results over all items, with
both ends of their 95% intervals as NAME_low and NAME_high."""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sonde._data import Data
from sonde._encoder import Encoder
from sonde._error import Error, usage_error
from sonde._main_results import MAIN_RESULTS
from sonde._former_names import renamed
from sonde._run import run as _run

if TYPE_CHECKING:
    from sonde.inputs import DataLike

__all__ = ["task"]

_TYPE = {"sts": "STS"}  # mteb's; the others ask about pairs of sentences


@renamed(main="result")
def task(probe: str, data: DataLike | list[DataLike], *, name: str | None = None, result: str | None = None,
         languages: Sequence[str] = ("eng-Latn",), description: str = "", seed: int = 1, **options: Any) -> Any:
    """A task for mteb.evaluate().

    probe: its name, with options. data: the name or path of a data set, a sonde.Data, or a list of these.
    name: of the task. Default: made of probe and data. result: the one that is mteb's main score.
    languages: as mteb writes them. options: further ones of sonde.run, for instance limit=200.
    """
    try:
        from mteb.abstasks import AbsTask
        from mteb.abstasks.task_metadata import TaskMetadata
    except ImportError as error:
        raise Error("outside", f"mteb can't be imported: {error}", advice="pip install 'mteb>=2'") from error
    kind = probe.partition("?")[0]
    named = data if isinstance(data, list) else [data]
    sets = {_subset(one): one for one in named}
    if len(sets) < len(named):
        raise usage_error(f"two data sets have one name: {', '.join(map(_subset, named))}",
                          "give each a name: sonde.Data(..., name=TEXT)")
    main = result or MAIN_RESULTS.get(kind)
    if main is None:
        raise usage_error(f"no main result is known of the probe '{kind}'", "name it with result=")
    title = name or _word("Sonde-" + kind + "-" + "-".join(sets))
    metadata = TaskMetadata(
        name=title, description=description or f"sonde's probe {probe} over {', '.join(sets)}.",
        dataset={"path": "sonde", "revision": _version()}, type=_TYPE.get(kind, "PairClassification"), category="t2t",
        modalities=["text"], eval_splits=["test"],
        eval_langs={subset: list(languages) for subset in sets} if len(sets) > 1 else list(languages), main_score=main)

    class SondeTask(AbsTask):  # type: ignore[misc]
        """One probe over its data sets."""

        def load_data(self, *_: Any, **__: Any) -> None:
            """sonde reads its data sets itself."""
            self.dataset = {subset: {"test": sets[_place(subset, sets)]} for subset in self.hf_subsets}
            self.data_loaded = True

        def _evaluate_subset(self, model: Any, data_split: Any, *, encode_kwargs: Any = None, **_: Any) -> Any:
            encoder = Encoder(model, name="model", batch=(encode_kwargs or {}).get("batch_size", 32) * 32)
            measured = _run({"model": encoder}, probes=probe, data=data_split, seed=seed,
                            **{"store": False, "progress": False, **options})
            scores: dict[str, float] = {}
            for one in measured.results:
                if one.subject == "model" and one.slice == "all":
                    for part, end in (("value", ""), ("low", "_low"), ("high", "_high")):
                        number = getattr(one, part)
                        if math.isfinite(number):
                            scores[one.name + end] = number
            if main not in scores:
                raise usage_error(f"the probe {probe} has no defined result '{main}'",
                                  f"it has {', '.join(scores) or 'none'}")
            return scores

        def _calculate_descriptive_statistics_from_split(self, *_: Any, **__: Any) -> dict[str, Any]:
            return {}

    SondeTask.metadata = metadata
    return SondeTask(seed=seed)


# mteb calls the one subset of a task "default".
def _place(subset: str, sets: dict[str, Any]) -> str:
    return subset if subset in sets else next(iter(sets))


def _subset(data: Any) -> str:
    return _word(data.name if isinstance(data, Data) else str(data).rsplit("/", 1)[-1])


def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "-", text).strip("-")


def _version() -> str:
    from sonde import __version__
    return __version__
