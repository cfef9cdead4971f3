"""A paper's printed figures, sonde's, the verdict on each, and tables of all of them.

`printed/NAME.tsv` holds the printed figures: a block per table or figure (`== PLACE`), a row per line. Each gets a verdict."""
import math
import re
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from tables import table

PRINTED = Path(__file__).resolve().parent / "printed"
TITLES = {"heros": "HEROS", "curves": "Concept separation curves", "sets": "Set-like compositionality", "sts3k": "STS3k",
          "triplets": "Sentence triplets"}
VERDICTS = ("to the digit", "within", "differs", "not run")
NEAR = 2  # units of the last printed digit that count as "within"


@dataclass(frozen=True)
class Given:
    """sonde's value for a printed figure, with its 95% interval if it has one."""
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Key:
    place: str
    row: str
    column: str


def read_printed(name):
    """Key -> the figure as it is printed, in the paper's order."""
    found = {}
    for block in (PRINTED / f"{name}.tsv").read_text(encoding="utf-8").strip().split("\n\n"):
        title, header, *lines = block.split("\n")
        place, columns = title.removeprefix("== "), header.split("\t")[1:]
        for line in lines:
            row, *figures = line.split("\t")
            assert len(figures) == len(columns), line
            found |= {Key(place, row, column): text for column, text in zip(columns, figures) if text != "–"}
    return found


def number(text):
    """A printed figure as a number: "1,24B", "55.8", "99.26%", "22M"."""
    return float(re.match(r"[-+\d.e]+", text.replace(",", "."))[0])


def last_digit(text):
    """The value of one unit of the last printed digit."""
    return float(Decimal(1).scaleb(Decimal(re.match(r"[-+\d.e]+", text.replace(",", "."))[0]).as_tuple().exponent))


def verdict(text, given):
    if given is None or given.value is None:
        return "not run"
    away, unit = abs(given.value - number(text)), last_digit(text)
    if away <= unit / 2 + 1e-9 * unit:
        return "to the digit"
    return "within" if away <= NEAR * unit + 1e-9 * unit else "differs"


def shown(value, digits):
    if value is None or math.isnan(value):
        return "–"
    return re.sub(r"^(-?)0\.", r"\1.", f"{value:.{digits}f}")


def interval(given, digits):
    if given.low is None:
        return ""
    return f" [{shown(given.low, digits)}, {shown(given.high, digits)}]"


def digits_of(text):
    unit = last_digit(text)
    return max(0, -round(math.log10(unit)))


def text_table(header, rows):
    """A table of words, none aligned to the right."""
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


UNEXPLAINED = "measured from the file that the reader gave; the cause is not known"


@dataclass
class Paper:
    """One paper's printed figures, what was given for them, and why others weren't run or differ."""
    name: str
    printed: dict = field(default_factory=dict)
    given: dict = field(default_factory=dict)
    reasons: dict = field(default_factory=dict)
    needed: dict = field(default_factory=dict)  # figure -> the option that would give it

    def __post_init__(self):
        self.printed = self.printed or read_printed(self.name)

    def give(self, place, row, column, given, why=None):
        key = Key(place, row, column)
        assert key in self.printed, key
        self.given[key] = given
        if why:
            self.reasons[key] = why

    def lacks(self, why, place, row=None, column=None):
        """Why figures weren't run: a place's, a row's or a column's, or a single one's."""
        keys = [key for key in self.printed if key.place == place
                and row in (None, key.row) and column in (None, key.column)]
        assert keys, (place, row, column)
        for key in keys:
            if key not in self.given:
                self.reasons.setdefault(key, why)

    def give_results(self, results):
        """Results whose `dataset`, `subject` and `name` are a figure's place, row and column."""
        for key in self.printed:
            one = results.get(key.place, key.row, key.column)
            if one and one.value is not None:
                self.given[key] = one
                if self.verdict(key) != "to the digit":
                    self.reasons.setdefault(key, UNEXPLAINED)

    def needs(self, source, place, row=None, column=None, rows_at_hand=None):
        """Figures that a file of the reader's would give. rows_at_hand: encoders that need not be given as well."""
        for key in self.printed:
            if key.place == place and row in (None, key.row) and column in (None, key.column) and key not in self.given:
                self.needed[key] = source.option
                self.reasons.setdefault(key, source.needed(rows_at_hand is None or key.row in rows_at_hand))

    def verdict(self, key):
        return verdict(self.printed[key], self.given.get(key))

    def places(self):
        return list(dict.fromkeys(key.place for key in self.printed))

    def count(self, places=None):
        """How many figures there are, and how many of each verdict."""
        keys = [key for key in self.printed if places is None or key.place in places]
        of = [self.verdict(key) for key in keys]
        return [len(keys), *(of.count(one) for one in VERDICTS)]

    def unexplained(self):
        """Figures that differ, or weren't run, without a reason."""
        return [key for key in self.printed if self.verdict(key) in ("differs", "not run") and key not in self.reasons]

    def cell(self, key):
        """sonde's value, preceded by the printed one if they differ, in bold if by more than two units."""
        text, given = self.printed.get(key), self.given.get(key)
        if text is None:
            return "–"
        what = self.verdict(key)
        if what == "not run":
            return f"({text})"
        if what == "to the digit":
            return shown(given.value, digits_of(text)) + interval(given, digits_of(text))
        finer = digits_of(text) + (not float(given.value).is_integer())
        own = shown(given.value, finer) + interval(given, finer)
        return f"**{text}** → {own}" if what == "differs" else f"{text} → {own}"

    def matrix(self, place, title, rows=None, columns=None):
        """A printed table with sonde's figures in it."""
        keys = [key for key in self.printed if key.place == place]
        rows = rows or list(dict.fromkeys(key.row for key in keys))
        columns = columns or list(dict.fromkeys(key.column for key in keys))
        return table([title, *columns], [[row, *(self.cell(Key(place, row, column)) for column in columns)] for row in rows])

    def why_not_run(self, places):
        reasons = dict.fromkeys(self.reasons[key] for key in self.printed if key.place in places and self.verdict(key) == "not run")
        return "; ".join(reasons)

    def figures(self, told):
        """The table of places. told: (places, their content, by what) in order. Each printed place occurs once."""
        assert sorted(place for places, *_ in told for place in places) == sorted(self.places())
        rows = []
        for places, what, by in told:
            why = self.why_not_run(places)
            named = dict.fromkeys(place.split(",")[0] for place in places)
            rows.append([", ".join(named), what, *map(str, self.count(places)), "; ".join(filter(None, (by, why and f"not run: {why}")))])
        header = ["place", "what it says", "figures", *VERDICTS, "by, or why not"]
        lines = ["| " + " | ".join(header) + " |", "| --- | --- |" + " ---: |" * 5 + " --- |"]
        return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])

    def parts(self):
        """The figures that are not to the digit, with the reason."""
        keys = [key for key in self.given if self.verdict(key) != "to the digit"]
        rows = [[f"{key.place}: {key.row}" + ("" if key.column == "printed" else f", {key.column}"), self.cell(key),
                 self.reasons.get(key, "rounded")] for key in self.printed if key in keys]
        return text_table(["figure", "printed → sonde", "why"], rows)
