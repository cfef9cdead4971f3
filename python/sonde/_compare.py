"""sonde.compare and sonde.check"""
from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from sonde import _load
from sonde._data import toml_value
from sonde._error import Error, usage_error
from sonde._former_names import renamed
from sonde._results import Run, html_table, interval, number

if TYPE_CHECKING:
    from sonde.inputs import GatesLike, RunLike

NAN = float("nan")


@dataclass(frozen=True)
class Difference:
    """The second subject minus the first on one result, both on the same items.

    low, high: of the 95% interval, uncorrected. error: the standard error. effect: in standard
    deviations of an item. p: two-sided. p_holm: corrected over all differences. better: "higher",
    "lower" or "neither". undefined: why p is missing.
    """

    probe: str
    dataset: str
    slice: str
    name: str
    first: str
    second: str
    first_value: float
    second_value: float
    difference: float
    low: float
    high: float
    error: float
    effect: float
    p: float
    p_holm: float
    better: str
    n: int
    left_out: int
    why: dict[str, int] = field(default_factory=dict, compare=False)
    undefined: str = ""


@dataclass(frozen=True)
class Moved:
    """An item that two subjects answer differently: its score by the first and the second."""

    item: str
    sentences: list[str] = field(compare=False)
    first: float
    second: float


@dataclass(frozen=True)
class Moves:
    """The items of a task on which two subjects differ most, largest difference first.

    score: the compared quantity. Greater is better. gained, lost: how many items pass now and didn't, and
    the reverse. None if the score decides no pass.
    """

    probe: str
    dataset: str
    score: str
    better: list[Moved] = field(compare=False)
    worse: list[Moved] = field(compare=False)
    gained: int | None = None
    lost: int | None = None


@dataclass(frozen=True)
class Comparison:
    """Differences of subjects, paired item by item."""

    results: list[Difference]
    moves: list[Moves]
    standings: list[dict[str, Any]]
    correlations: list[dict[str, Any]]
    notes: list[str]
    text: str = field(repr=False)
    raw: dict[str, Any] = field(repr=False)  # as `sonde compare --format json` writes it

    def to_pandas(self) -> Any:
        """The differences as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame([asdict(one) for one in self.results])

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return html_table(("first", "second", "data set", "result", "difference", "95% interval", "p (Holm)", "n"),
                          [(one.first, one.second, one.dataset, f"{one.probe} {one.name}", number(one.difference),
                            interval(one.low, one.high), number(one.p_holm), str(one.n)) for one in self.results])


@dataclass(frozen=True)
class Gate:
    """The requirements on a result, as a table of gates.toml has it (docs/reference/gates.md). None: not given.

    result: its name. baseline: the subject to compare with, `base` in the file. smallest: the smallest drop that
    matters. allow_undefined: how many items of the baseline the run may leave undefined, or a share of them (0.05).
    threshold: the similarity for the shares of matches.
    """

    result: str
    probe: str | list[str] | None = None
    data: str | list[str] | None = None
    subject: str | list[str] | None = None
    baseline: str | None = None
    slice: str | None = None
    smallest: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    better: str | None = None
    allow_undefined: int | float | None = None
    threshold: float | None = None

    def toml(self) -> str:
        """The table of this gate."""
        lines = [f"{'base' if key == 'baseline' else key} = {toml_value(value, key)}"
                 for key, value in asdict(self).items() if value is not None]
        return "\n".join(["[[gate]]", *lines, ""])


Gate.__init__ = renamed(base="baseline")(Gate.__init__)  # type: ignore[method-assign]


@dataclass(frozen=True)
class GateResult:
    """A gate's verdict on one result: "pass", "fail" or "can't tell", and the reason if the numbers
    don't show it. p: one-sided, that the result is worse by more than `smallest`."""

    subject: str
    probe: str
    dataset: str
    slice: str
    name: str
    asked: str
    verdict: str
    reason: str
    base: float
    value: float
    difference: float
    low: float
    high: float
    smallest: float
    p: float
    p_holm: float
    detectable: float
    items_needed: float
    n: int
    unanswered: int
    cut: int
    partial: bool
    _of: Any = field(default=None, repr=False, compare=False)

    @property
    def moves(self) -> list[Moves]:
        """The items that moved most from the base to the run."""
        return [] if self._of is None else self._of.moves_of(self)


@dataclass(frozen=True)
class Check:
    """Whether a run may be released.

    verdict: "pass", "fail" or "can't tell". passed: whether it is "pass", as is bool(check). failed: whether it is
    "fail", or with strict=True "can't tell". Between the two, more items would decide.
    """

    passed: bool
    failed: bool
    verdict: str
    gates: list[GateResult]
    notes: list[str]
    text: str = field(repr=False)
    raw: dict[str, Any] = field(repr=False)  # as `sonde check --format json` writes it

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return self.text

    def to_pandas(self) -> Any:
        """The verdicts as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame(self.raw["checks"])

    def _repr_html_(self) -> str:
        return html_table(("verdict", "subject", "data set", "result", "asked", "base", "value", "95% interval"),
                          [(one.verdict, one.subject, one.dataset, f"{one.probe} {one.name}", one.asked,
                            number(one.base), number(one.value), interval(one.low, one.high)) for one in self.gates])


class _Pair:
    def __init__(self, base: Run, run: Run) -> None:
        self._base, self._run = base, run
        self._found: dict[tuple[str, str, str], list[Moves]] = {}

    # [] if the intended subject of the base is unclear, or both are one.
    def moves_of(self, gate: GateResult) -> list[Moves]:
        key = (gate.subject, gate.probe, gate.dataset)
        if key not in self._found:
            self._found[key] = self._moves(*key)
        return self._found[key]

    def _moves(self, subject: str, probe: str, dataset: str) -> list[Moves]:
        new, _, old = subject.partition(" against ")
        names = [one["name"] for one in self._base.subjects]
        old = old or (new if new in names else names[0] if len(names) == 1 else "")
        if old not in names or not probe or new not in [one["name"] for one in self._run.subjects]:
            return []
        one_file = os.path.realpath(self._base.path) == os.path.realpath(self._run.path)
        if one_file and old == new:
            return []
        runs = [self._run] if one_file else [self._base, self._run]
        labels = [old, new] if one_file else [f"{self._base.path}:{old}", f"{self._run.path}:{new}"]
        try:
            return compare(*runs, subjects=labels, probes=[probe], data=[dataset]).moves
        except Error:  # a verdict stands without its moves
            return []


@renamed(names="results", datasets="data")
def compare(a: RunLike, b: RunLike | None = None, *, subjects: Iterable[str] | None = None, results: Iterable[str] | None = None,
            probes: Iterable[str] | None = None, data: Iterable[str] | None = None, slices: bool = False,
            alike: bool = False, items: int = 5, replicates: int = 2000, threads: int = 0) -> Comparison:
    """Is one subject better than another, on what, and how sure is that?

    a, b: runs, or paths of run files. With a alone, its subjects are compared with each other.
    subjects: NAME or RUN:NAME, two or more. Default: all.
    results: their names, or "all". Default: the first of each task. probes, data: only these.
    alike: also correlate the two subjects' own values. items: how many that moved most are listed, each way.
    Everything is summarised again on the items that all runs have (docs/reference/gates.md). Errors: sonde.Error.
    """
    runs = [as_run(one) for one in (a, b) if one is not None]
    options = {"subjects": _listed(subjects), "names": _listed(results), "probes": _listed(probes),
               "datasets": _listed(data), "slices": slices, "alike": alike, "items": items, "replicates": replicates,
               "threads": threads}
    found, text = _load.core().compare([run._file for run in runs], options)
    raw = json.loads(found)
    return Comparison([record(Difference, one) for one in raw["differences"]], [_moves(one) for one in raw["moves"]],
                      raw["standings"], raw["correlations"], raw["notes"], text, raw)


def check(run: RunLike, baseline: RunLike | None = None, *, gates: GatesLike = None, strict: bool = False,
          unchanged: bool = False, tolerance: float | None = None, replicates: int | None = None, threads: int = 0) -> Check:
    """May a run be released? Its results against those of a baseline.

    run, baseline: runs, or paths of run files. Only if every gate has bounds and no `smallest` may `baseline`
        be left out.
    gates: the path of gates.toml, or a list of sonde.Gate or of dictionaries with its keys. Default: no
        result may drop significantly.
    strict: whether "can't tell" fails too. unchanged: whether no cosine may have changed by more than noise,
        or than tolerance. replicates: of the bootstrap. Default: 10,000 for gates, 2,000 without.
    """
    new, old = as_run(run), None if baseline is None else as_run(baseline)
    if old is None and (unchanged or tolerance is not None or asks_baseline(gates)):
        raise usage_error("no run to compare with",
                          "give baseline=..., or gates that all have bounds (at_least, at_most) and no `smallest`")
    toml, file = _gates(gates)
    given = {name: one for name, one in (("replicates", replicates), ("tolerance", tolerance)) if one is not None}
    made = _load.core().check(new._file, None if old is None else old._file, toml, file,
                              {"threads": threads, "strict": strict, "unchanged": unchanged, **given})
    raw = json.loads(made.json)
    pair = _Pair(new if old is None else old, new)
    return Check(raw["verdict"] == "pass", bool(made.failed), raw["verdict"],
                 [record(GateResult, {**one, "_of": pair}) for one in raw["checks"]], raw["notes"], made.text, raw)


def asks_baseline(gates: GatesLike) -> bool:
    """Whether the gates compare with a baseline: they do unless all have bounds alone."""
    return bool(_load.core().asks_base(*_gates(gates)))


def as_run(run: RunLike) -> Run:
    """The run, opened if it is a path."""
    if isinstance(run, Run):
        return run
    if isinstance(run, (str, os.PathLike)):
        return Run(run)
    raise usage_error(f"{type(run).__name__} is not a run", "give a sonde.Run or the path of a run file")


def _listed(words: Iterable[str] | None) -> list[str]:
    return [] if words is None else [words] if isinstance(words, str) else list(words)


def record(kind: Any, raw: Mapping[str, Any]) -> Any:
    """A record of JSON, in which null is undefined."""
    values = {}
    for name, one in kind.__dataclass_fields__.items():
        if name in raw:
            values[name] = NAN if raw[name] is None and one.type == "float" else raw[name]
    return kind(**values)


def _moves(raw: Mapping[str, Any]) -> Moves:
    return Moves(raw["probe"], raw["dataset"], raw["score"], [record(Moved, one) for one in raw["better"]],
                 [record(Moved, one) for one in raw["worse"]], raw.get("gained"), raw.get("lost"))


# The keys are those of gates.toml, or a Gate's.
def _gate_of(keys: Mapping[str, Any]) -> Gate:
    return Gate(**{"baseline" if key == "base" else key: value for key, value in keys.items()})


def _gates(gates: Any) -> tuple[str, str]:
    if gates is None:
        return "", ""
    if isinstance(gates, (str, os.PathLike)):
        return "", os.fspath(gates)
    tables = []
    for gate in [gates] if isinstance(gates, (Gate, Mapping)) else gates:
        try:
            tables.append((gate if isinstance(gate, Gate) else _gate_of(gate)).toml())
        except TypeError as error:
            raise usage_error(f"{gate!r} is not a gate: {error}", "docs/reference/gates.md has the keys") from error
    if not tables:
        raise usage_error("a list of gates without one", "leave gates out, or name some")
    return "\n".join(tables), "gates"
