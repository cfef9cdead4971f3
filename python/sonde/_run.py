"""sonde.run"""
from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

from sonde import _load
from sonde._data import of_memory, words_of
from sonde._encoder import scorers_of, subjects_of
from sonde._error import Error, usage_error
from sonde._progress import told
from sonde._results import Run

_numbers = count(1)  # of temporary runs, so that comparisons call them by short names


def run(encoders: Any = None, probes: str | Iterable[str] | None = None, data: Any = None, *,
        scorers: Any = None, out: str | os.PathLike[str] | None = None, store: str | os.PathLike[str] | None = None,
        limit: int | float | str | None = None, seed: int = 1, replicates: int = 2000, threads: int = 0,
        strict: bool = False, replace: bool = False, left_out: str | os.PathLike[str] | None = None,
        progress: Any = None, resources: Any = None) -> Run:
    """Measures encoders and scorers with probes over data sets.

    encoders: one, a list, or a dictionary of names and encoders. Each is a specification as on the
        command line ("minilm", "hf:path/to/folder?layer=6"), an object (see sonde.Encoder, which says
        what may be given), or a sonde.Encoder.
    probes: names of probes with their options ("curves?variants=3"). Default: those that the data are for.
    data: names of shipped sets, paths, data in memory (see sonde.Data), a list of these, or a dictionary
        of names and these. Default: all shipped sets of the probes.
    scorers: likewise; each a specification, or a function that gives a similarity for each of a list of
        rows, which are pairs of texts (for some data three).
    out: the run file to write. Default: a temporary one, which goes with the run.
    store: the file of the vector store; "none": none. Default: the user's, in the cache folder.
    limit: so many items of each data set (1500), or a part of them (0.1, "10%").
    seed, replicates: of the bootstrap; 10 to 1,000,000 replicates.
    threads: 0 means all of the machine's.
    strict: whether a record that something is wrong with ends the run; else it is left out and counted.
    replace: whether a file at `out` that holds another run may be replaced.
    left_out: a file to list the records in that are left out.
    progress: None shows it in terminals and notebooks; True, False, or a function that is called with
        (phase, done, total).
    resources: folders with models/ and data/, looked into before the package's.

    The same call goes on where an interrupted one stopped, where it has `out`. Errors: sonde.Error; what
    an encoder's own code raises, and KeyboardInterrupt, come as they are.
    """
    subjects, scored = subjects_of(encoders), scorers_of(scorers)
    if not subjects and not scored:
        raise usage_error("a run needs a subject", "give encoders or scorers")
    hears = told(progress)
    temporary = tempfile.TemporaryDirectory(prefix="sonde-")
    folder = Path(temporary.name)
    plan = {
        "probes": [] if probes is None else [probes] if isinstance(probes, str) else list(probes),
        "datasets": words_of(data, folder),
        "resources": _load.resources(resources),
        "out": str(folder / f"run-{next(_numbers)}.sonde") if out is None else os.fspath(out),
        "limit": _limit(limit), "seed": _whole("seed", seed), "replicates": _whole("replicates", replicates),
        "threads": _whole("threads", threads), "strict": bool(strict), "replace": bool(replace),
    }
    if left_out is not None:
        plan["left_out"] = os.fspath(left_out)
    if store is not None:
        plan["store"] = "" if store == "none" else os.fspath(store)
    try:
        counts = _load.core().run(subjects, scored, plan, hears)
    except Error as error:
        raise of_memory(error, folder) from None
    finally:
        hears.end()
    made = Run(str(plan["out"]), temporary if out is None else None)
    made.notes, made.counts = hears.notes, counts
    if out is not None:
        temporary.cleanup()
    return made


def _limit(limit: Any) -> str:
    if limit is None:
        return ""
    if isinstance(limit, bool) or not isinstance(limit, (int, float, str)):
        raise usage_error(f"a limit of {limit!r}", "give a number of items, a part below 1, or a text as '10%'")
    return str(limit)


def _whole(name: str, number: Any) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__") or not 0 <= number.__index__() < 1 << 63:
        raise usage_error(f"{name} is {number!r}", "give a whole number, 0 or more")
    return int(number.__index__())
