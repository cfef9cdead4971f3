"""Your probes, scorers and encoders, by name.

Derive a class, give it a `name`, and register it. From then on the name is a specification as any other:
in sonde.run(), in stores, comparisons and reports, and with --plugin FILE.py on the command line. Options
of a specification are passed to the class as texts: "mine?depth=2" makes Mine(depth="2")."""
from __future__ import annotations

import hashlib
import inspect
import math
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sonde._error import Error, input_error, usage_error

__all__ = ["Block", "Correlation", "Encoder", "Frame", "Mean", "Probe", "Scorer", "Share", "register"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike

_Kind = TypeVar("_Kind", bound=type)

# This process's plugins, each with a mark that changes when it does: by family and name.
_registered: dict[tuple[str, str], tuple[Any, str]] = {}


class Encoder:
    """Base class of your encoders: override encode(). Made with the location and options of its specification."""

    name = ""  # of the kind
    help = ""  # one line, for `sonde list encoders`
    batch_dependent = True  # whether other texts of a call may change a vector
    batch = 1024  # texts that a call gets at most
    views: Sequence[str] = ()  # names of several arrays that a call gives
    key: str | None = None  # what tells its vectors from others', with its options; see sonde.Encoder

    def __init__(self, location: str = "", **options: str) -> None:
        self.location, self.options = location, options

    def encode(self, texts: list[str], side: str) -> Any:
        """The vectors of the texts: (texts, dimension). side: "first" or "second" of a comparison."""
        raise NotImplementedError


class Scorer:
    """Base class of your scorers: override score(). Made with the location and options of its specification."""

    name = ""
    help = ""
    key: str | None = None  # what tells its numbers from others'; default: the class's source

    def __init__(self, location: str = "", **options: str) -> None:
        self.location, self.options = location, options

    def score(self, rows: list[tuple[str, ...]]) -> Any:
        """A similarity for each row, which is a pair of texts (or three). NaN: undefined."""
        raise NotImplementedError


@dataclass(frozen=True)
class Block:
    """Consecutive items, and the data that a subject measures on them.

    texts: of all items. rows: the scored rows, each the places of its texts. labels: of rows. gold: of
    rows, NaN if missing. vectors: float32, (texts, dimension), or None for a scorer, which gives
    `similarities`, one per row.
    """

    texts: list[str]
    rows: list[list[int]]
    labels: list[str]
    gold: np.ndarray
    vectors: np.ndarray | None
    similarities: np.ndarray | None

    def cosines(self) -> np.ndarray:
        """The cosines of each row's first two texts, or without vectors a scorer's similarities."""
        import numpy as np
        if self.vectors is None:
            assert self.similarities is not None
            return self.similarities
        from sonde.stats import cosine
        pairs = np.array([row[:2] for row in self.rows])
        return np.asarray(cosine(self.vectors[pairs[:, 0]], self.vectors[pairs[:, 1]]))


@dataclass(frozen=True)
class Frame:
    """The facts of a data set without its texts, which summaries need.

    item_of_row, gold, row_labels: of each row. labels: by name, of each item.
    """

    dataset: str
    items: int
    item_of_row: np.ndarray
    gold: np.ndarray
    row_labels: list[str]
    labels: dict[str, list[str]]


@dataclass(frozen=True)
class Mean:
    """A result: the mean of one number per item; NaN leaves an item out. better: "higher", "lower", or "neither" if it only describes."""

    name: str
    x: ArrayLike
    better: str = "higher"
    how = "mean"


@dataclass(frozen=True)
class Share:
    """A result: the share of items whose number is 1. The others' is 0, or NaN: left out."""

    name: str
    x: ArrayLike
    better: str = "higher"
    how = "share"


@dataclass(frozen=True)
class Correlation:
    """A result: the correlation of two numbers per item. how: "pearson", "spearman" or "kendall"."""

    name: str
    x: ArrayLike
    y: ArrayLike
    better: str = "higher"
    how: str = "spearman"


class Probe:
    """Base class of your probes: override measure() and summarise(), and maybe item(). Both are pure functions.

    columns: those that a record must have. `optional`: those it may have. measurements: the names of the numbers
    that measure() gives per row. needs_vectors: whether a scorer's similarities won't do.
    """

    name = ""
    help = ""
    columns: Sequence[str] = ()
    optional: Sequence[str] = ()
    measurements: Sequence[str] = ("similarity",)
    needs_vectors = False

    def __init__(self, **options: str) -> None:
        self.options = options

    def item(self, record: dict[str, str]) -> Any:
        """Turns a record into texts and rows. A row has the places of its texts, and maybe a label
        and a gold value: (texts, [(0, 1), ...]), (texts, [((0, 1), "label"), ...]) or
        (texts, [((0, 1), "label", 2.5), ...]). The first text is on the first side of a comparison,
        the others are on the second.

        By default the texts are the columns', and a row is the first with each other.
        """
        texts = [record[column] for column in self.columns]
        return texts, [(0, place) for place in range(1, len(texts))]

    def measure(self, block: Block) -> Any:
        """The measured numbers: (rows, measurements), or (rows,) if there is one measurement. NaN: undefined.
        By default the cosine of each row."""
        return block.cosines()[:, None]

    def summarise(self, frame: Frame, values: np.ndarray) -> list[Mean | Share | Correlation]:
        """The results: numbers of each item, and how they are summed up. values: (rows, measurements)."""
        raise NotImplementedError


def register(kind: _Kind) -> _Kind:
    """Adds a class to the table of its family, by its `name`. May be used as a decorator. The same class
    registered again, as when a notebook cell runs again, replaces the old one.

    Errors: sonde.Error if it has no name, or another class has it.
    """
    if not isinstance(kind, type) or not issubclass(kind, (Encoder, Scorer, Probe)):
        raise usage_error(f"{kind!r} is not a plugin", "derive a class from sonde.plugin.Encoder, Scorer or Probe")
    name = kind.name
    if not isinstance(name, str) or not name.isascii() or not name.replace("-", "").replace("_", "").isalnum():
        raise usage_error(f"the plugin {kind.__qualname__} has the name {name!r}",
                          "give it one of letters, digits, '-' and '_'")
    _add(kind, _source_digest(kind))
    return kind


def _family(kind: type) -> str:
    return next(one.__name__.lower() for one in (Encoder, Scorer, Probe) if issubclass(kind, one))


def _add(kind: Any, version: str) -> None:
    from sonde._load import core
    family, name = _family(kind), kind.name
    maker: Any
    if family == "encoder":
        add, maker = core().add_encoder, _encoder_maker(kind)
    elif family == "scorer":
        add, maker = core().add_scorer, _scorer_maker(kind, version)
    else:
        AdaptedProbe(kind, {})  # as it is made to ask what it reads
        add, maker = core().add_probe, _probe_maker(kind, version)
    there = _registered.get((family, name))
    if there and (there[0].__module__, there[0].__qualname__) == (kind.__module__, kind.__qualname__):
        core().replace_plugin(family, name, maker, version)
    else:
        help_line = kind.help or (inspect.getdoc(kind) or "a plugin").splitlines()[0]
        row = core().PluginRow(name, f"{name}[?...]" if family == "probe" else f"{name}[:LOCATION][?...]", help_line)
        add(row, maker, *([version] if family == "probe" else []))
    _registered[family, name] = kind, version


def classes() -> list[type]:
    """All registered classes."""
    return [kind for kind, _ in _registered.values()]


def registered(said: str, any_probe: bool) -> list[tuple[Any, str]]:
    """The classes whose names a text contains, each with its version. any_probe: all probes too."""
    return [made for (family, name), made in _registered.items()
            if name in said or (any_probe and family == "probe")]


def take(sent: list[tuple[Any, str]]) -> None:
    """Registers what registered() gave in another process."""
    for kind, version in sent:
        there = _registered.get((_family(kind), kind.name))
        if there is None:
            _add(kind, version)
        elif there[1] != version:
            raise usage_error(f"the worker has another plugin '{kind.name}'", "let it import the same file, or none")


def _made(kind: Any, *words: Any, **options: str) -> Any:
    try:
        return kind(*words, **options)
    except TypeError as error:
        raise usage_error(f"'{kind.name}' doesn't take that: {error}", "see its file for its options") from error


def _encoder_maker(kind: type[Encoder]) -> Any:
    def make(location: str, options: dict[str, str]) -> Any:
        from sonde._encoder import Encoder as Adapted
        thing = _made(kind, location, **options)
        key = None if thing.key is None else "\n".join([kind.name, thing.key, location, repr(sorted(options.items()))])
        made = Adapted(thing.encode, name=kind.name, key=key, sided=True, views=thing.views, batch=thing.batch,
                       batch_dependent=thing.batch_dependent)
        made.unkeyed = "\n".join([kind.name, location, repr(sorted(options.items()))])
        return made
    return make


def _scorer_maker(kind: type[Scorer], version: str) -> Any:
    def make(location: str, options: dict[str, str]) -> Any:
        thing = _made(kind, location, **options)
        key = "\n".join([kind.name, thing.key or version, location, repr(sorted(options.items()))])
        return AdaptedScorer(thing.score, kind.name, key)
    return make


# A run's measurements belong to that run's version. Another version's summary of them would match neither.
def _probe_maker(kind: type[Probe], version: str) -> Any:
    def make(options: dict[str, str], settings: dict[str, str]) -> Any:
        if settings.get("plugin", version) != version:
            raise Error("usage", "it has changed since the run was made", f"the plugin's probe '{kind.name}'",
                        advice="run again, or load it as it was then")
        return AdaptedProbe(kind, options)
    return make


# Distinguishes a class from a changed one: hashes the files of the class and its bases, up to sonde's own.
def _source_digest(kind: type) -> str:
    hasher = hashlib.sha256()
    for one in kind.__mro__:
        if one is object or one.__module__.partition(".")[0] == "sonde":
            continue
        hasher.update(one.__qualname__.encode() + b"\0")
        try:
            hasher.update(Path(inspect.getfile(one)).read_bytes())
        except (OSError, TypeError):  # typed at a prompt
            for name, value in sorted(vars(one).items()):
                if name != "__doc__" and (not name.startswith("__") or name == "__init__"):
                    hasher.update(f"{name} {_code_of(value)}\n".encode())
    return hasher.hexdigest()[:16]


def _code_of(value: Any) -> str:
    code = getattr(value, "__code__", value)
    if not hasattr(code, "co_code"):
        return repr(value)
    return " ".join([code.co_code.hex(), repr(code.co_names), *map(_code_of, code.co_consts)])


# Whether the command runs plugins: an exception of theirs is then one line, as all errors of the command are.
in_command = False


def _asked(who: str, method: Any, *words: Any, file: str = "", line: int = 0) -> Any:
    try:
        return method(*words)
    except Error as error:
        if error.file or not file:
            raise
        raise Error(error.kind, error.message, file, line, advice=error.advice) from error
    except Exception as error:
        if not in_command:
            raise
        *_, last = traceback.extract_tb(error.__traceback__)
        raise input_error(f"{who} failed in {getattr(method, '__name__', 'a call')}(): {type(error).__name__}: {error} ({last.filename}:{last.lineno})",
                          "", file, line) from error


class AdaptedScorer:
    """Adapts a function of rows to the module's interface."""

    sided = True

    def __init__(self, function: Any, name: str, key: str | None) -> None:
        self._function, self.name = function, name
        self.key = key or f"no key: {name}"
        self.doubt = "" if key else "nothing tells this function from another of its name, so that its run is made again; give an object with score() and key"
        self.facts = [("object", f"{type(function).__module__}.{type(function).__qualname__}")]

    def score(self, rows: list[tuple[str, ...]]) -> np.ndarray:
        """float64, one per row."""
        who = f"the scorer '{self.name}'"
        return _checked(_asked(who, self._function, rows), (len(rows),), who)


def _parts_of_row(row: Any) -> tuple[str, list[int], float]:
    """Label, places and gold value of a row of item(): places alone, (places, label) or (places, label, gold)."""
    parts: list[Any] = [row] if hasattr(row[0], "__index__") else list(row)
    places, label, gold = parts + ["", math.nan][len(parts) - 1:]
    return str(label), [index(place) for place in places], float(gold)


class AdaptedProbe:
    """Adapts a probe to the module's interface."""

    def __init__(self, kind: type[Probe], options: dict[str, str]) -> None:
        self._probe = _made(kind, **options)
        self._name = kind.name
        self.measurements = list(self._probe.measurements)
        self.needs_vectors = bool(self._probe.needs_vectors)
        self.fields = [*((column, True) for column in self._probe.columns),
                       *((column, False) for column in self._probe.optional)]
        for name, names in (("columns", self._probe.columns), ("optional", self._probe.optional),
                            ("measurements", self._probe.measurements)):
            if isinstance(names, str):
                raise usage_error(f"the probe '{self._name}' has {name} that are a text", f"give a list: ({names!r},)")
        if not self.measurements or not self.fields:
            raise usage_error(f"the probe '{self._name}' has no {'columns' if self.measurements else 'measurements'}")

    def make_item(self, record: dict[str, str], file: str, line: int) -> Any:
        """(text, whether it is on the second side) each, and (label, places, gold) each."""
        made = _asked(f"the probe '{self._name}'", self._probe.item, record, file=file, line=line)
        try:
            texts, rows = made
            whole = [_parts_of_row(row) for row in rows]
        except (IndexError, TypeError, ValueError) as error:
            raise input_error(f"item() of the probe '{self._name}' gave {str(made)[:80]}",
                              'give the texts and the rows: (texts, [(0, 1), ...]), with a label ((0, 1), "label"), '
                              'with a gold value ((0, 1), "label", 2.5)', file, line) from error
        for _, places, _ in whole:
            if not 2 <= len(places) <= 3 or not all(0 <= place < len(texts) for place in places):
                raise input_error(f"the probe '{self._name}' made a row of the texts {tuple(places)} of {len(texts)}",
                                  "a row has two or three places", file, line)
        return [(str(text), place > 0) for place, text in enumerate(texts)], whole

    def measure_block(self, told: dict[str, Any]) -> np.ndarray:
        """float64, (rows, measurements)."""
        rows = told["rows"]
        block = Block(told["texts"], [places for _, places in rows], [label for label, _ in rows], told["gold"],
                      told["vectors"], told["similarities"])
        who = f"the probe '{self._name}'"
        return _checked(_asked(who, self._probe.measure, block), (len(rows), len(self.measurements)), who)

    def numbers_of(self, told: dict[str, Any], values: np.ndarray) -> list[Any]:
        """Mean, Share and Correlation with float64 arrays."""
        import numpy as np
        frame = Frame(**told)
        found = _asked(f"the probe '{self._name}'", self._probe.summarise, frame, values)
        if not isinstance(found, (list, tuple)) or not found or not all(isinstance(one, (Mean, Share, Correlation)) for one in found):
            raise usage_error(f"summarise() of the probe '{self._name}' gave {str(found)[:80]}",
                              "give a list of Mean, Share and Correlation")
        checked: list[Any] = []
        for place, one in enumerate(found):
            if one.name in [other.name for other in found[:place]]:
                raise usage_error(f"the probe '{self._name}' has two results named '{one.name}'", "give each a different name")
            if one.better not in ("higher", "lower", "neither"):
                raise usage_error(f"'{one.name}' of the probe '{self._name}' has better={one.better!r}",
                                  "use 'higher', 'lower' or 'neither'")
            x = _checked(one.x, (frame.items,), f"'{one.name}' of the probe '{self._name}'")
            y = _checked(one.y, (frame.items,), f"'{one.name}' of the probe '{self._name}'") if hasattr(one, "y") else np.zeros(0)
            if one.how == "share" and not np.isin(x[~np.isnan(x)], (0, 1)).all():
                raise usage_error(f"the share '{one.name}' has numbers that are neither 0 nor 1")
            checked.append(Correlation(one.name, x, y, one.better, one.how))
        return checked


def _checked(values: Any, shape: tuple[int, ...], who: str) -> np.ndarray:
    import numpy as np
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise input_error(f"{who} gave no array: {error}") from error
    if shape == (*array.shape, 1):  # one column as a list of numbers
        array = array[:, None]
    if array.dtype.kind not in "fiub" or array.shape != shape:
        raise input_error(f"{who} gave an array of {array.dtype} of the shape {array.shape}, not numbers of {shape}")
    return np.ascontiguousarray(array, dtype=np.float64)
