"""A run file as records and arrays."""
from __future__ import annotations

import html
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sonde import _load
from sonde._error import usage_error

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Result:
    """A number with its uncertainty. NaN is "undefined", never 0.

    subject: "data" where the result belongs to none. slice: "all", or "LABEL=VALUE".
    low, high: of the 95 % interval. n: the items that count; left_out: those that don't, by reason in
    `why`. scope: the subjects that it was computed over, where more than its own.
    """

    subject: str
    probe: str
    dataset: str
    slice: str
    name: str
    value: float
    low: float
    high: float
    n: int
    left_out: int
    scope: str = ""
    why: dict[str, int] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Figure:
    """A figure of a run. Notebooks draw it."""

    name: str
    spec: dict[str, Any]  # Vega-Lite, with its numbers

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"application/vnd.vegalite.v5+json": self.spec, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<sonde.Figure {self.name}>"


class Run:
    """A run file: results, items, measurements. sonde.run() makes one, sonde.open() opens one."""

    notes: list[str]
    """What sonde.run() noted: what data were taken for, what was left out."""
    counts: dict[str, int]
    """Of sonde.run(): distinct texts, vectors encoded now, vectors served by the store, up_to_date."""

    def __init__(self, path: str | os.PathLike[str], keeper: Any = None) -> None:
        self.path = os.fspath(path)
        self._keeper = keeper  # removes a temporary file when the run goes
        self._file = _load.core().open_run(self.path)
        self.notes, self.counts = [], {}

    @cached_property
    def results(self) -> list[Result]:
        """All results, in the order of tasks and subjects."""
        names = {one.name for one in fields(Result)}
        return [Result(**{key: value for key, value in record.items() if key in names})
                for record in self._file.results()]

    @cached_property
    def tasks(self) -> list[dict[str, Any]]:
        """Of each probe over a data set: probe, dataset, measurements, items, rows, partial."""
        return list(self._file.tasks())

    @cached_property
    def subjects(self) -> list[dict[str, Any]]:
        """Of each subject: name, spec, group, has_vectors, identity, numerics, noise_floor, facts."""
        return list(self._file.subjects())

    def find(self, *, subject: str | None = None, probe: str | None = None, dataset: str | None = None,
             slice: str | None = "all", name: str | None = None) -> list[Result]:
        """The results that fit all that is named; slice=None: of all slices."""
        wanted = {"subject": subject, "probe": probe, "dataset": dataset, "slice": slice, "name": name}
        return [one for one in self.results
                if all(value is None or getattr(one, key) == value for key, value in wanted.items())]

    def result(self, *, subject: str | None = None, probe: str | None = None, dataset: str | None = None,
               slice: str = "all", name: str | None = None) -> Result:
        """The one result that fits. Errors: "usage" where none or several do."""
        found = self.find(subject=subject, probe=probe, dataset=dataset, slice=slice, name=name)
        if len(found) == 1:
            return found[0]
        asked = ", ".join(f"{key}={value!r}" for key, value in
                          {"subject": subject, "probe": probe, "dataset": dataset, "slice": slice, "name": name}.items()
                          if value is not None)
        if not found:
            raise usage_error(f"{self.path} has no result with {asked}",
                              f"it has {_some(sorted({one.name for one in self.results}))}")
        raise usage_error(f"{len(found)} results of {self.path} have {asked}",
                          "say more: " + _some([f"{one.subject}/{one.dataset}/{one.name}" for one in found]))

    def table(self) -> np.ndarray:
        """All results as a structured array with the fields of Result but `why`."""
        import numpy as np
        names = [one.name for one in fields(Result) if one.name != "why"]
        kinds = {"value": "f8", "low": "f8", "high": "f8", "n": "i8", "left_out": "i8"}
        columns = {name: [getattr(one, name) for one in self.results] for name in names}
        form = [(name, kinds.get(name) or f"U{max(map(len, columns[name]), default=0) or 1}") for name in names]
        return np.array(list(zip(*columns.values())), dtype=form)

    def items(self, dataset: str | None = None) -> list[dict[str, Any]]:
        """The items with all measurements, as `sonde export` writes them; None: of all data sets."""
        if dataset is not None:
            self._task(dataset)
        return [item for item in self._items() if dataset in (None, item["dataset"])]

    def _items(self) -> Iterator[dict[str, Any]]:
        for line in self._file.items("jsonl").splitlines():
            yield json.loads(line)

    def measurements(self, dataset: str, subject: str, probe: str | None = None) -> np.ndarray:
        """What was measured: float64, (rows, measurements); NaN: undefined. tasks has the columns' names."""
        names = [one["name"] for one in self.subjects]
        if subject not in names:
            raise usage_error(f"{self.path} has no subject '{subject}'", f"it has {_some(names)}")
        return self._file.measurements(self._task(dataset, probe), names.index(subject))

    def _task(self, dataset: str, probe: str | None = None) -> int:
        fit = [place for place, task in enumerate(self.tasks)
               if task["dataset"] == dataset and probe in (None, task["probe"])]
        if not fit:
            raise usage_error(f"{self.path} has no data set '{dataset}'" + (f" of {probe}" if probe else ""),
                              f"it has {_some([task['dataset'] for task in self.tasks])}")
        return fit[0]

    def to_pandas(self) -> Any:
        """The results as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame([asdict(one) for one in self.results])

    def items_to_pandas(self) -> Any:
        """The items as a pandas.DataFrame: a row an item and subject, a column a measurement."""
        import pandas
        return pandas.DataFrame([
            {"dataset": item["dataset"], "probe": item["probe"], "item": item["item"],
             "sentences": item["sentences"], "gold": item.get("gold"), "subject": subject,
             **{f"label_{key}": value for key, value in item["labels"].items()}, **measured}
            for item in self._items() for subject, measured in item["subjects"].items()])

    def text(self, format: str = "text", *, summary: bool = False, slices: bool = False) -> str:
        """The results as a table: text, csv, md, tex or json. `summary`: the verdicts of a report instead; in csv and
        json the first result of each data set."""
        return self._file.shown(format, summary, slices)

    def show(self, *, summary: bool = False, slices: bool = False) -> None:
        """Prints the results."""
        print(self.text(summary=summary, slices=slices), end="")

    def report(self, path: str | os.PathLike[str], title: str = "") -> Path:
        """Writes the report: one HTML file that opens from disk. Only an earlier report is replaced. Returns its path."""
        self._file.write_page(os.fspath(path), title)
        return Path(path)

    def figures(self) -> list[Figure]:
        """All figures of the report, as Vega-Lite."""
        return [Figure(name.removesuffix(".vl.json"), json.loads(text))
                for name, text in self._file.figures() if name.endswith(".vl.json")]

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Copies the run file to a place where no file is."""
        place = Path(path)
        if place.exists():
            raise usage_error(f"{place} already exists", "choose another place")
        shutil.copyfile(self.path, place)
        return place

    def __repr__(self) -> str:
        return f"<sonde.Run {self.path}: {len(self.subjects)} subjects, {len(self.tasks)} tasks>"

    def _repr_html_(self) -> str:
        rows = [one for one in self.results if one.slice == "all" and "." not in one.name]
        return html_table(("subject", "data set", "result", "value", "95 % interval", "n"),
                          [(one.subject, one.dataset, f"{one.probe} {one.name}", number(one.value),
                            interval(one.low, one.high), str(one.n)) for one in rows])


def open(path: str | os.PathLike[str]) -> Run:
    """Opens a run file. Errors: sonde.Error, "input", where it is none or damaged."""
    return Run(path)


def _some(names: list[str]) -> str:
    return ", ".join(names[:8]) + (f", ... and {len(names) - 8} more" if len(names) > 8 else "")


def number(value: float) -> str:
    """As tables have it."""
    if value != value:
        return "undefined"
    text = f"{value:.3f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def interval(low: float, high: float) -> str:
    """As tables have it."""
    return "undefined" if low != low or high != high else f"[{number(low)}, {number(high)}]"


def html_table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table for notebooks; all texts are escaped."""
    def line(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    return "<table>" + line(header, "th") + "".join(line(row, "td") for row in rows) + "</table>"
