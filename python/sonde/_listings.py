"""sonde.datasets, sonde.probes, sonde.encoders and sonde.scorers"""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sonde import _load
from sonde._error import usage_error

if TYPE_CHECKING:
    from sonde.inputs import Folders


@dataclass(frozen=True)
class DataSet:
    """A shipped data set. items: the records in its file."""

    name: str
    probe: str
    language: str
    items: int
    title: str
    version: str
    licence: str


@dataclass(frozen=True)
class ProbeKind:
    """A probe. form: how to write it with options. columns: those of its records."""

    name: str
    form: str
    help: str
    columns: list[str]


@dataclass(frozen=True)
class Kind:
    """A kind of encoder or scorer. form: how it is written."""

    name: str
    form: str
    help: str


def datasets(language: str = "all", probe: str | None = None, *, resources: Folders = None) -> list[DataSet]:
    """The shipped data sets, by name. language: "en", "nl" or "all". probe: only those that it reads. Errors: "usage" for
    another language or probe.

    >>> [one.name for one in datasets("en", "heros")]
    ['heros-en']
    """
    rows = [DataSet(**row) for row in _load.core().datasets(_load.resources(resources))]
    for what, given, known in (("language", language, {"all", *(one.language for one in rows)}),
                               ("probe", probe, {None, *(row["name"] for row in _load.core().probes())})):
        if given not in known:
            raise usage_error(f"unknown {what} {given!r}", f"known are: {', '.join(sorted(filter(None, known)))}")
    return [one for one in rows if language in ("all", one.language) and probe in (None, one.probe)]


def probes() -> list[ProbeKind]:
    """The probes, also those of plugins.

    >>> next(one.columns for one in probes() if one.name == "triplets")
    ['S', 'S+', 'S*']
    """
    return [ProbeKind(**row) for row in _load.core().probes()]


def encoders() -> list[Kind]:
    """The kinds of encoders that a text can name, also those of plugins.

    >>> "minilm" in [one.name for one in encoders()]
    True
    """
    return [Kind(**row) for row in _load.core().encoders()]


def scorers() -> list[Kind]:
    """The kinds of scorers that a text can name, also those of plugins.

    >>> "scores" in [one.name for one in scorers()]
    True
    """
    return [Kind(**row) for row in _load.core().scorers()]
