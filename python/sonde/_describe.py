"""sonde.describe"""
from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sonde import _load
from sonde._compare import record
from sonde._data import words_of
from sonde._results import Result

if TYPE_CHECKING:
    from sonde.inputs import DataSets, Folders


def describe(data: DataSets, probes: str | Iterable[str] | None = None, *, threads: int = 0,
             resources: Folders = None) -> list[Result]:
    """Describes data sets: the words that pairs share, the lengths of sentences (docs/reference/describe.md).

    data, probes: as for sonde.run.

    >>> {one.name: one.value for one in describe([{"first": "a b", "second": "a c", "gold": 1}])
    ...  if one.slice == "all"}["rouge1"]
    0.5
    """
    with tempfile.TemporaryDirectory(prefix="sonde-") as folder:
        asked = [] if probes is None else [probes] if isinstance(probes, str) else list(probes)
        raw = _load.core().describe(words_of(data, Path(folder)), asked, _load.resources(resources), threads)
    return [record(Result, one) for one in json.loads(raw)["results"]]
