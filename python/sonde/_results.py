"""A run file as records and arrays."""
from __future__ import annotations

import html
import json
import os
import shutil
import weakref
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sonde import _load
from sonde._error import Error, usage_error
from sonde._former_names import renamed

if TYPE_CHECKING:
    import numpy as np


_WIDTH = 160.0  # of pictures in a notebook, in millimetres


@dataclass(frozen=True)
class Result:
    """A number with its uncertainty. NaN is "undefined", never 0.

    subject: "data" if the result belongs to none. slice: "all", or "LABEL=VALUE".
    low, high: of the 95% interval. n: the items that count. left_out: those that don't, by reason in
    `why`. scope: the subjects that it was computed over, if more than its own.
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
    """A figure of a run. Notebooks draw it: from Vega-Lite, or as SVG if Node.js is installed."""

    name: str
    spec: dict[str, Any]  # Vega-Lite, with its numbers
    _drawn: Callable[[str], str] = field(repr=False, compare=False)

    @property
    def svg(self) -> str:
        """The drawn figure. Errors: sonde.Error, "outside", without Node.js."""
        return self._drawn(self.name)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle = {"application/vnd.vegalite.v5+json": self.spec, "text/plain": repr(self)}
        try:
            return {**bundle, "image/svg+xml": self.svg}
        except Error:  # the notebook may still draw the specification
            return bundle

    def __repr__(self) -> str:
        return f"<sonde.Figure {self.name}>"


class Run:
    """A run file: results, items, measurements. sonde.run() makes one, sonde.open() opens one.

    Used in a `with` statement, or by close(), it ends early. It is pickled by the path of its file.

    >>> import sonde
    >>> with sonde.run("random", data="negation-detection", limit=20, replicates=20, progress=False) as run:
    ...     accuracy = run.result(result="accuracy")
    >>> run
    <sonde.Run ...run-...sonde, closed>
    """

    notes: list[str]
    """The notes of sonde.run(): how data were interpreted, which items were left out."""
    counts: dict[str, int]
    """Counts of sonde.run(): distinct texts, vectors encoded now, vectors served by the store, up_to_date."""

    def __init__(self, path: str | os.PathLike[str], temporary: str | None = None) -> None:
        """temporary: the folder of a temporary file, which is removed with the run."""
        self.path = os.fspath(path)
        self.notes, self.counts = [], {}
        self._opened: Any = None
        self._removal = temporary and weakref.finalize(self, shutil.rmtree, temporary, ignore_errors=True)
        self._opened = _load.core().open_run(self.path)

    @property
    def _file(self) -> Any:
        if self._opened is None:
            raise usage_error(f"the run {self.path} is closed", "read it before close(), or within `with`")
        return self._opened

    def close(self) -> None:
        """Closes the file, and removes a temporary one. Results that were read stay."""
        self._opened = None
        if self._removal:
            self._removal()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._removal:
            raise usage_error("a temporary run cannot be pickled", "give sonde.run() a file: out=...")
        return _reopened, (os.path.abspath(self.path), self.notes, self.counts)

    def __copy__(self) -> Run:
        return self

    def __deepcopy__(self, _: Any) -> Run:  # nothing changes a run
        return self

    @cached_property
    def results(self) -> list[Result]:
        """All results, in the order of tasks and subjects."""
        names = {one.name for one in fields(Result)}
        return [Result(**{key: value for key, value in record.items() if key in names})
                for record in self._file.results()]

    @cached_property
    def tasks(self) -> list[dict[str, Any]]:
        """For each probe over a data set: probe, dataset, measurements, items, rows, partial."""
        return list(self._file.tasks())

    @cached_property
    def subjects(self) -> list[dict[str, Any]]:
        """For each subject: name, spec, group, has_vectors, identity, numerics, noise_floor, facts."""
        return list(self._file.subjects())

    @renamed(dataset="data", name="result")
    def find(self, *, subject: str | None = None, probe: str | None = None, data: str | None = None,
             slice: str | None = "all", result: str | None = None) -> list[Result]:
        """The results that match everything given. slice=None: of all slices. result: a name, such as "accuracy"."""
        wanted = {"subject": subject, "probe": probe, "dataset": data, "slice": slice, "name": result}
        return [one for one in self.results
                if all(value is None or getattr(one, key) == value for key, value in wanted.items())]

    @renamed(dataset="data", name="result")
    def result(self, *, subject: str | None = None, probe: str | None = None, data: str | None = None,
               slice: str = "all", result: str | None = None) -> Result:
        """The one result that matches. Errors: "usage" if none or several do."""
        given = {"subject": subject, "probe": probe, "data": data, "slice": slice, "result": result}
        found = self.find(**given)
        if len(found) == 1:
            return found[0]
        given_words = ", ".join(f"{key}={value!r}" for key, value in given.items() if value is not None)
        if not found:
            raise usage_error(f"{self.path} has no result with {given_words}",
                              f"it has {_some(sorted({one.name for one in self.results}))}")
        raise usage_error(f"{len(found)} results of {self.path} have {given_words}",
                          "say more: " + _some([f"{one.subject}/{one.dataset}/{one.name}" for one in found]))

    def table(self) -> np.ndarray:
        """All results as a structured array with the fields of Result but `why`."""
        import numpy as np
        names = [one.name for one in fields(Result) if one.name != "why"]
        kinds = {"value": "f8", "low": "f8", "high": "f8", "n": "i8", "left_out": "i8"}
        columns = {name: [getattr(one, name) for one in self.results] for name in names}
        form = [(name, kinds.get(name) or f"U{max(map(len, columns[name]), default=0) or 1}") for name in names]
        return np.array(list(zip(*columns.values())), dtype=form)

    @renamed(dataset="data")
    def items(self, data: str | None = None) -> list[dict[str, Any]]:
        """The items with all measurements, as `sonde export` writes them. data=None: of all data sets."""
        if data is not None:
            self._task(data)
        return [item for item in self._items() if data in (None, item["dataset"])]

    def _items(self) -> Iterator[dict[str, Any]]:
        for line in self._file.items("jsonl").splitlines():
            yield json.loads(line)

    @renamed(dataset="data")
    def measurements(self, data: str, subject: str, probe: str | None = None) -> np.ndarray:
        """The measurements: float64, (rows, measurements). NaN: undefined. tasks has the columns' names."""
        names = [one["name"] for one in self.subjects]
        if subject not in names:
            raise usage_error(f"{self.path} has no subject '{subject}'", f"it has {_some(names)}")
        return self._file.measurements(self._task(data, probe), names.index(subject))

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
        """The items as a pandas.DataFrame: a row for each row of an item and each subject, a column for each measurement."""
        import pandas
        return pandas.DataFrame(self._rows())

    def _rows(self) -> Iterator[dict[str, Any]]:
        for item in self._items():
            labels = {f"label_{key}": value for key, value in item["labels"].items()}
            for subject, measured in item["subjects"].items():
                for number, (row, gold) in enumerate(zip(item["rows"], item["gold"], strict=True)):
                    yield {"dataset": item["dataset"], "probe": item["probe"], "item": item["item"], "sentences": item["sentences"],
                           "row": row, "gold": gold, "subject": subject, **labels,
                           **{name: values[number] for name, values in measured.items()}}

    def text(self, format: str = "text", *, summary: bool = False, slices: bool = False) -> str:
        """The results as a table: text, csv, md, tex or json. `summary`: the verdicts of a report instead. csv and
        json then contain the first result of each data set."""
        return self._file.shown(format, summary, slices)

    def show(self, *, summary: bool = False, slices: bool = False) -> None:
        """Prints the results."""
        print(self.text(summary=summary, slices=slices), end="")

    def report(self, path: str | os.PathLike[str], title: str = "") -> Path:
        """Writes the report: one HTML file that opens from disk. Only an earlier report is replaced. Returns its path."""
        self._file.write_page(os.fspath(path), title)
        return Path(path)

    def figures(self) -> list[Figure]:
        """All figures of the report."""
        return [Figure(name.removesuffix(".vl.json"), json.loads(text), self._drawn)
                for name, text in self._file.figures() if name.endswith(".vl.json")]

    def _drawn(self, figure: str) -> str:
        return self._pictures[f"{figure}.svg"]

    @cached_property
    def _pictures(self) -> dict[str, str]:
        return dict(self._file.pictures(_WIDTH))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Copies the run file to a path that doesn't exist yet."""
        place = Path(path)
        if place.exists():
            raise usage_error(f"{place} already exists", "choose another place")
        shutil.copyfile(self.path, place)
        return place

    def __repr__(self) -> str:
        if getattr(self, "_opened", None) is None:
            return f"<sonde.Run {getattr(self, 'path', '')}, closed>"
        try:
            return f"<sonde.Run {self.path}: {len(self.subjects)} subjects, {len(self.tasks)} tasks>"
        except Error as error:
            return f"<sonde.Run {self.path}: {error}>"

    def __str__(self) -> str:
        try:
            return self.text()
        except Error:
            return repr(self)

    def _repr_html_(self) -> str:
        rows = [one for one in self.results if one.slice == "all" and "." not in one.name]
        return html_table(("subject", "data set", "result", "value", "95% interval", "n"),
                          [(one.subject, one.dataset, f"{one.probe} {one.name}", number(one.value),
                            interval(one.low, one.high), str(one.n)) for one in rows])


def open(path: str | os.PathLike[str]) -> Run:
    """Opens a run file. Errors: sonde.Error, "input", if it is not a run file or is damaged."""
    return Run(path)


def _reopened(path: str, notes: list[str], counts: dict[str, int]) -> Run:
    run = Run(path)
    run.notes, run.counts = notes, counts
    return run


def _some(names: list[str]) -> str:
    return ", ".join(names[:8]) + (f", ... and {len(names) - 8} more" if len(names) > 8 else "")


def number(value: float) -> str:
    """A number in the tables' style."""
    if value != value:
        return "undefined"
    text = f"{value:.3f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def interval(low: float, high: float) -> str:
    """An interval in the tables' style."""
    return "undefined" if low != low or high != high else f"[{number(low)}, {number(high)}]"


def html_table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table for notebooks. All texts are escaped."""
    def line(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    return "<table>" + line(header, "th") + "".join(line(row, "td") for row in rows) + "</table>"
