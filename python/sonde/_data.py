"""Data in memory as data sets: written as JSON lines with a card, and read as files are."""
from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from sonde import _load
from sonde._error import Error, input_error, is_name, usage_error
from sonde._progress import renamed_files

if TYPE_CHECKING:
    from sonde.inputs import DataLike

_SIMPLE = re.compile(r"[A-Za-z0-9._-]+")


class Data:
    """Records in memory or in a file, with the facts that a data set's card gives about them.

    records: a path (CSV, TSV, JSON lines, Parquet), a list or generator of dictionaries, a dictionary of
        columns, a frame of pandas or polars, a datasets.Dataset, or a table of pyarrow. A column has one of
        the probe's names (sts: first, second, gold. heros: Original, Synonym, ... curves: sentence. sets:
        prev, curr, next, s1, s2, kept. triplets: S, S+, S*. variants: sentence, same variant, changed variant.
        search: query, passage, near miss), or is named in `columns`.
    name: of the data set. Default: "data", or the file's.
    probe: which one reads it. Default: the one that the columns fit.
    columns: the probe's names to yours, for instance {"first": "sentence1"}. No other column is read then,
        except those in `labels`.
    labels: your columns whose values make slices. Default: all further ones, unless `columns` is given.
    card: further keys of a card, for instance language="nl" or test="negation-detection".
    """

    def __init__(self, records: DataLike, *, name: str | None = None, probe: str | None = None,
                 columns: Mapping[str, str] | None = None, labels: Iterable[str] = (), **card: Any) -> None:
        if name is None:
            name = Path(records).stem if isinstance(records, (str, os.PathLike)) else "data"
        if not is_name(name):
            raise usage_error(f"{name!r} is not a name of a data set", "use one that can be printed")
        if (card or columns) and probe is None:
            raise usage_error(f"the data set '{name}' has keys of a card and no probe", "give probe=, for instance 'sts'")
        self.records, self.name, self.probe = _opened(records), name, probe
        self.columns, self.card = dict(columns or {}), card
        self.labels = [labels] if isinstance(labels, str) else list(labels)
        if not all(isinstance(label, str) for label in self.labels):  # a card's tables of labels
            self.card, self.labels = {**card, "labels": self.labels}, []

    def write(self, folder: Path) -> str:
        """Writes it into a folder, unless it is a file. Returns the word that names it there."""
        stem = self.name if _SIMPLE.fullmatch(self.name) else quote(self.name, safe="")
        lines = Path(os.path.abspath(self.records)) if isinstance(self.records, Path) else folder / f"{stem}.jsonl"
        rating = self.columns.get("gold", "gold") if self.probe is None or "gold" in _columns_of(self.probe.partition("?")[0]) else ""
        if isinstance(self.records, Parquet):
            self.records.write(lines, self.name, rating)
        elif not isinstance(self.records, Path):
            write_lines(records_of(self.records, self.name), lines, self.name, rating)
        if self.probe is None:
            if stem == self.name:
                return f"{self.name}={lines}"
            raise usage_error(f"the data set {self.name!r} has a name with other characters than letters, digits, '.', '_' and "
                              "'-', and no probe", "give probe=, for instance 'sts'")
        card = folder / f"{stem}.toml"
        keys: dict[str, Any] = {"name": self.name, "probe": self.probe, "file": str(lines), **self.card}
        if lines.parent == folder:
            keys.update(file=lines.name, layout="jsonl")
        if self.columns:
            self._check_columns()
            keys["columns"] = {**self.columns, **{f"label:{label}": label for label in self.labels}}
        card.write_text("".join(f"{_key(key)} = {toml_value(value, key)}\n" for key, value in keys.items()),
                        encoding="utf-8")
        return str(card)

    def __repr__(self) -> str:
        held = self.records if isinstance(self.records, Path) else getattr(self.records, "path", type(self.records).__name__)
        return f"<sonde.Data {self.name}: {held}{f', probe {self.probe}' if self.probe else ''}>"

    # pandas' rename() takes the columns the other way round.
    def _check_columns(self) -> None:
        known = _columns_of(self.probe)
        if known & set(self.columns.values()) and not known & set(self.columns):
            raise usage_error(f"columns of '{self.name}' is {{the probe's name: your name}}, and yours looks reversed",
                              f"give columns={ {yours: probes for probes, yours in self.columns.items()} }")


def _columns_of(probe: str | None) -> set[str]:
    return {column for row in _load.core().probes() if row["name"] == probe for column in row["columns"]}


# A path is read by the engine, Parquet by pyarrow.
def _opened(records: Any) -> Any:
    if isinstance(records, (str, os.PathLike)):
        return Parquet(records) if os.fspath(records).endswith(".parquet") else Path(records)
    return records


def of_memory(error: Error, folder: Path) -> Error:
    """An error of a file in the folder as one of the data in memory that were written there."""
    if not error.file or Path(error.file).parent != folder:
        message = renamed_files(error.message, folder)
        if message == error.message:
            return error
        return Error(error.kind, message, error.file, error.line, error.column, error.item, error.advice)
    name = unquote(Path(error.file).stem)
    where = f"record {error.line} of '{name}'" if error.line and error.file.endswith(".jsonl") else f"'{name}'"
    column = f" (column {error.column})" if error.column else ""
    return Error(error.kind, f"{where}: {error.message}{column}", "", error.line, error.column, error.item, error.advice)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def toml_value(value: Any, key: str) -> str:
    """A value in TOML's notation."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)) or (isinstance(value, float) and math.isfinite(value)):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML's strings are JSON's
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {toml_value(v, k)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(one, key) for one in value) + "]"
    raise usage_error(f"the card's key '{key}' is {type(value).__name__}", "give a text, number, list or dictionary")


def words_of(data: Any, folder: Path) -> list[str]:
    """The words that name data sets, as --data takes them. Data sets in memory are written to the folder."""
    if data is None:
        return []
    if isinstance(data, Mapping) and data and all(_is_data_set(one) for one in data.values()):
        return _unique([_word(_renamed(one, name), folder) for name, one in data.items()])
    if isinstance(data, (list, tuple)) and data and all(_is_data_set(one) for one in data):
        return _unique([_word(one, folder) for one in data])
    return [_word(data, folder)]


# So that two data sets in memory don't write over each other.
def _unique(words: list[str]) -> list[str]:
    for word in words:
        if words.count(word) > 1:
            raise usage_error(f"a data set is named twice: {Path(word).stem}", "give each a different name")
    return words


# Whether it is a data set by itself, rather than a record or a column of one.
def _is_data_set(one: Any) -> bool:
    return isinstance(one, (str, os.PathLike, Data)) or _frame_reader(one) is not None


def _renamed(one: Any, name: str) -> Any:
    if isinstance(one, Data):
        return Data(one.records, name=name, probe=one.probe, columns=one.columns, labels=one.labels, **one.card)
    if isinstance(one, (str, os.PathLike)):
        return f"{name}={os.fspath(one)}" if not str(one).endswith(".parquet") else Data(one, name=name)
    return Data(one, name=name)


def _word(one: Any, folder: Path) -> str:
    if isinstance(one, (str, os.PathLike)):
        word = os.fspath(one)
        if not word.endswith(".parquet"):
            return word
        found = None if Path(word).exists() else re.match(r"([A-Za-z0-9._-]+)=(.*)", word, re.S)
        path = found[2] if found else word
        name = found[1] if found else re.sub(r"[^A-Za-z0-9._-]+", "-", Path(path).stem).strip("-") or "data"
        return Data(path, name=name).write(folder)
    return (one if isinstance(one, Data) else Data(one)).write(folder)


class Parquet:
    """A Parquet file, read row group by row group."""

    def __init__(self, path: Any) -> None:
        self.path = os.path.abspath(path)
        try:
            from pyarrow import parquet
        except ImportError as error:
            raise usage_error(f"{path}: reading Parquet needs pyarrow", "pip install pyarrow") from error
        self._file = self._reading(lambda: parquet.ParquetFile(path))

    def group(self, number: int) -> list[dict[str, Any]]:
        """Its records."""
        rows: list[dict[str, Any]] = self._reading(lambda: self._file.read_row_group(number).to_pylist())
        return rows

    def write(self, file: Path, name: str, rating: str) -> None:
        """Writes JSON lines, and next to them the places at which each group's rows begin. rating: as in write_lines()."""
        begins, count = [], 0
        with file.open("wb") as out:
            for number in range(self._file.num_row_groups):
                begins.append([out.tell(), count])
                rows = self.group(number)
                out.writelines(lines_of(rows, name, rating, count))
                count += len(rows)
            size = out.tell()
        if count == 0:
            raise input_error(f"'{name}' has no record", file=self.path)
        said = {"path": self.path, "name": name, "rating": rating, "begins": begins, "size": size}
        groups_file(file).write_text(json.dumps(said))

    def _reading(self, work: Any) -> Any:
        try:
            return work()
        except Exception as error:
            raise input_error(f"cannot read it as Parquet: {error}", file=self.path) from error


def groups_file(lines: Path) -> Path:
    """The file that Parquet.write() leaves next to the lines."""
    return lines.with_name(lines.name + ".groups")


def write_groups(said: Mapping[str, Any], file: Path, begin: int, end: int) -> None:
    """Writes a sparse file, as long as that of Parquet.write(), with only its first line and the lines of the row groups
    between two bytes. said: the content of groups_file()."""
    parquet, begins = Parquet(said["path"]), said["begins"]
    with file.open("wb") as out:
        out.truncate(said["size"])
        for number, (first, count) in enumerate(begins):
            behind = begins[number + 1][0] if number + 1 < len(begins) else said["size"]
            head = first == 0 < behind
            if not head and (first >= end or behind <= begin):
                continue
            lines = b"".join(lines_of(parquet.group(number), said["name"], said["rating"], count))
            if len(lines) != behind - first:
                raise input_error("the data set changed since it was listed", file=said["path"])
            out.seek(first)
            out.write(lines)


# The reader of a frame's or table's records. None: it isn't either.
def _frame_reader(data: Any) -> Any:
    module = type(data).__module__.partition(".")[0]
    if isinstance(data, (Mapping, list, tuple)) or module == "builtins":
        return None
    if callable(getattr(data, "to_pylist", None)):  # pyarrow
        return data.to_pylist
    if callable(getattr(data, "to_dicts", None)):  # polars
        return data.to_dicts
    if callable(getattr(data, "collect", None)) and hasattr(data, "collect_schema"):  # polars, not computed yet
        return lambda: data.collect().to_dicts()
    if hasattr(data, "column_names") and callable(getattr(data, "__iter__", None)):  # datasets
        return lambda: data
    if callable(getattr(data, "to_dict", None)) and hasattr(data, "columns"):  # pandas
        return lambda: data.to_dict(orient="records")
    return None


def records_of(data: Any, name: str) -> Iterable[Any]:
    """The records of data in memory, one after another."""
    reader = _frame_reader(data)
    if reader is not None:
        return reader()
    if isinstance(data, Mapping):
        splits = [split for split, one in data.items() if _frame_reader(one) is not None]
        return _of_columns(data, name) if not splits else _of_splits(data, splits, name)
    if isinstance(data, (str, bytes)) or not hasattr(data, "__iter__"):
        raise usage_error(f"'{name}' is {type(data).__name__}, not data",
                          "give a path, a list of dictionaries, a dictionary of columns, or a frame")
    return data


# datasets' DatasetDict: data sets by name.
def _of_splits(splits: Mapping[str, Any], names: list[str], name: str) -> Iterable[Any]:
    if len(splits) > 1:
        raise usage_error(f"'{name}' is several data sets: {', '.join(map(repr, names))}",
                          f"give one of them, as data[{names[0]!r}], or the whole to data= of sonde.run()")
    return records_of(splits[names[0]], name)


def _of_columns(columns: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    lengths = {}
    for column, values in columns.items():
        if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
            raise input_error(f"the column '{column}' of '{name}' is {type(values).__name__}",
                              "a column is a list or an array; a single record is a list of one dictionary")
        lengths[column] = len(values)
    if len(set(lengths.values())) > 1:
        raise input_error(f"the columns of '{name}' have different lengths: {lengths}")
    for row in zip(*columns.values()):
        yield dict(zip(columns, row))


def write_lines(records: Iterable[Any], file: Path, name: str, rating: str = "") -> None:
    """Writes records as JSON lines, of which the first has all keys that a list's records have. rating: the key of one,
    which is "nan" if it is missing. Other missing values are null."""
    keys: dict[str, None] = {}
    if isinstance(records, list):
        for record in records:
            keys.update(dict.fromkeys(record if isinstance(record, Mapping) else ()))
    with file.open("wb") as out:
        out.writelines(lines_of(records, name, rating, keys=keys))
        written = out.tell()
    if written == 0:
        raise input_error(f"'{name}' has no record", "is it a generator that was read before?")


def lines_of(records: Iterable[Any], name: str, rating: str = "", before: int = 0,
             keys: Mapping[str, None] | None = None) -> Iterator[bytes]:
    """The records' JSON lines. rating: as in write_lines(). before: how many come before them. keys: those that the very
    first has too."""
    for count, record in enumerate(records, before + 1):
        if not isinstance(record, Mapping):
            raise input_error(f"record {count} of '{name}' is {type(record).__name__}, not a dictionary",
                              "a record is a dictionary of columns", line=count)
        whole = {**dict.fromkeys(keys or ()), **record} if count == 1 else record
        line = {str(key): _value(value, str(key), name, count) for key, value in whole.items()}
        if rating in line and line[rating] is None:
            line[rating] = "nan"
        try:
            yield (json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n").encode()
        except UnicodeEncodeError as error:
            raise input_error(f"record {count} of '{name}' is not valid Unicode", line=count) from error


# The value in JSON. Missing values in a frame are NaN.
def _value(value: Any, key: str, name: str, record: int) -> Any:
    if value is None or isinstance(value, (str, bool)):
        return value
    if hasattr(value, "tolist"):  # numbers and arrays of NumPy
        value = value.tolist()
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        if math.isinf(value):
            raise input_error(f"'{key}' of record {record} of '{name}' is infinite", line=record)
        return None if math.isnan(value) else value
    if isinstance(value, (list, tuple)):
        return [_value(one, key, name, record) for one in value]
    if isinstance(value, (str, type(None))):
        return value
    if type(value).__name__ in ("NAType", "NaTType"):  # pandas' own missing values
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise input_error(f"'{key}' of record {record} of '{name}' is {type(value).__name__}",
                      "give texts, numbers and lists of texts", line=record)
