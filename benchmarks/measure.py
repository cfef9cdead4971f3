"""Rounds, ratios and the rows of a task's table."""

import statistics
from dataclasses import dataclass


class Disagreement(Exception):
    """Contestants that should give the same give something else: nothing was timed."""


@dataclass(frozen=True)
class Spread:
    low: float
    middle: float
    high: float

    def __str__(self):
        return f"{_short(self.middle)} ({_short(self.low)} to {_short(self.high)})"


def _short(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def spread(values):
    values = list(values)
    return Spread(min(values), statistics.median(values), max(values))


def quotients(above, below):
    """The spread of the quotients taken within each round."""
    return spread(a / b for a, b in zip(above, below, strict=True))


@dataclass(frozen=True)
class AtLeast:
    value: float

    def met(self, found):
        return found.middle >= self.value

    def __str__(self):
        return f"at least {self.value:g}"


@dataclass(frozen=True)
class Under:
    value: float

    def met(self, found):
        return found.middle < self.value

    def __str__(self):
        return f"under {self.value:g}"


@dataclass(frozen=True)
class Row:
    what: str
    found: Spread
    unit: str  # "x": a ratio
    expected: AtLeast | Under | None = None

    def cells(self):
        verdict = ""
        if self.expected is not None:
            verdict = "met" if self.expected.met(self.found) else "MISSED"
        return [self.what, str(self.found), self.unit, str(self.expected or ""), verdict]


def rounds(contestants, count, tell):
    """Runs every contestant once per round, A B A B ... Returns name -> what it gave each time."""
    given = {name: [] for name in contestants}
    for number in range(count):
        for name, run in contestants.items():
            tell(f"round {number + 1} of {count}: {name}")
            given[name].append(run())
    return given
