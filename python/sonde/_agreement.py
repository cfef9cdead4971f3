"""sonde.agreement"""
from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sonde import _load
from sonde._compare import record
from sonde._data import records_of, write_lines
from sonde._progress import told
from sonde._results import html_table, interval, number

if TYPE_CHECKING:
    from sonde.inputs import DataLike, ProgressLike


@dataclass(frozen=True)
class AgreementResult:
    """A measure of agreement with its 95% interval. slice: "all", or a group. n: items."""

    slice: str
    name: str
    value: float
    low: float
    high: float
    n: int
    left_out: int


@dataclass(frozen=True)
class Agreement:
    """How well people who rated the same items agree."""

    results: list[AgreementResult]
    notes: list[str]
    text: str = field(repr=False)
    raw: dict[str, Any] = field(repr=False)  # as `sonde rate agreement --format json` writes it

    def value(self, name: str, slice: str = "all") -> float:
        """The value of one measure, for instance "alpha_interval"."""
        return next((one.value for one in self.results if (one.name, one.slice) == (name, slice)), float("nan"))

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return html_table(("slice", "measure", "value", "95% interval", "items"),
                          [(one.slice, one.name, number(one.value), interval(one.low, one.high), str(one.n))
                           for one in self.results])


def agreement(ratings: DataLike, *, scale: tuple[float, float] | None = None, drop: Iterable[str] = (), group: str = "",
              raters: Iterable[str] = (), seed: int = 1, replicates: int = 2000, splits: int = 100, fewest_shared: int = 10, threads: int = 0,
              progress: ProgressLike = None) -> Agreement:
    """How far people agree: alpha, kappa, intraclass correlations, split halves, each with its interval, for all
    items and each group (docs/reference/agreement.md).

    ratings: a path, or records in memory with annotator, item, value and maybe group: a list of
        dictionaries, a dictionary of columns, a frame.
    scale: the lowest and the highest rating; one outside is an error. drop: ids of items that don't count.
    group: the column of groups, where it has another name. raters: the columns of ratings, if each rater has one.

    >>> rated = [{"annotator": who, "item": what, "value": (what + (who == "c" and what == 2)) % 5}
    ...          for who in "abc" for what in range(12)]
    >>> 0.9 < agreement(rated, replicates=50, progress=False).value("alpha_interval") < 1
    True
    """
    words = {"drop": [str(item) for item in drop], "group": group, "raters": list(raters), "seed": seed, "replicates": replicates,
             "splits": splits, "fewest_shared": fewest_shared, "threads": threads}
    if scale is not None:
        words["low"], words["high"] = map(float, scale)
    observer = told(progress)
    try:
        if isinstance(ratings, (str, os.PathLike)):
            found, text = _load.core().agreement(os.fspath(ratings), words, observer)
        else:
            with tempfile.TemporaryDirectory(prefix="sonde-") as folder:
                file = Path(folder) / "ratings.jsonl"
                write_lines(records_of(ratings, "ratings"), file, "ratings")
                found, text = _load.core().agreement(str(file), words, observer)
    finally:
        observer.end()
    raw = json.loads(found)
    return Agreement([record(AgreementResult, one) for one in raw["results"]], raw["notes"], text, raw)
