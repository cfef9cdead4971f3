"""sonde.run"""
from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from itertools import count
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sonde import _load
from sonde._data import of_memory, words_of
from sonde._encoder import scorers_of, subjects_of
from sonde._error import Error, usage_error
from sonde._progress import told
from sonde._results import Run

if TYPE_CHECKING:
    from sonde.inputs import DataSets, Encoders, Folders, ProgressLike, Scorers

_numbers = count(1)  # numbers temporary runs, whose file names are short in comparisons


def run(encoders: Encoders = None, probes: str | Iterable[str] | None = None, data: DataSets = None, *,
        scorers: Scorers = None, out: str | os.PathLike[str] | None = None, store: str | os.PathLike[str] | Literal[False] | None = None,
        language: str | None = None, limit: int | float | str | None = None, seed: int = 1, replicates: int = 2000, threads: int = 0,
        strict: bool = False, replace: bool = False, left_out: str | os.PathLike[str] | None = None,
        progress: ProgressLike = None, resources: Folders = None) -> Run:
    """Measures encoders and scorers with probes over data sets.

    encoders: one, a list, or a dictionary of names and encoders. Each is a specification as on the
        command line ("minilm", "hf:path/to/folder?layer=6"), an object (see sonde.Encoder for the
        objects that are accepted), or a sonde.Encoder.
    probes: names of probes with their options ("curves?variants=3"). Default: those that the data are for.
    data: names of shipped sets, paths, data in memory (see sonde.Data), a list of these, or a dictionary
        of names and these. Default: the shipped sets of the probes, in `language`.
    scorers: likewise. Each is a specification, or a function that gives a similarity for each of a list of
        rows, which are pairs of texts (for some data three).
    language: of the shipped sets if `data` names none: "en" (the default), "nl", or "all".
    out: the run file to write. Default: a temporary one, which is removed with the run.
    store: the file of the vector store. False: none. Default: the user's, in the cache folder.
    limit: so many items of each data set (1500), or a part of them (0.1, "10%").
    seed, replicates: of the bootstrap, with 10 to 1,000,000 replicates.
    threads: 0 means all of the machine's.
    strict: whether a faulty record ends the run. By default it is left out and counted.
    replace: whether a file at `out` that holds another run may be replaced.
    left_out: a file to list the records in that are left out.
    progress: None shows it in terminals and notebooks. True, False, or a function that is called with
        (phase, done, total).
    resources: folders with models/ and data/, looked into before the package's.

    With `out`, the same call continues an interrupted one. Errors: sonde.Error. Exceptions of
    an encoder's own code and KeyboardInterrupt are passed on unchanged.
    """
    subjects, scored = subjects_of(encoders), scorers_of(scorers)
    if not subjects and not scored:
        raise usage_error("a run needs a subject", "give encoders or scorers")
    options = {
        "probes": [] if probes is None else [probes] if isinstance(probes, str) else list(probes),
        "resources": _load.resources(resources), "language": language or "", "limit": limit_of(limit),
        "seed": whole("seed", seed), "replicates": whole("replicates", replicates), "threads": whole("threads", threads),
        "strict": bool(strict), "replace": bool(replace),
        **({} if left_out is None else {"left_out": os.fspath(left_out)}),
        **({} if store is None else {"store": "" if store is False or store == "none" else os.fspath(store)}),
    }
    home = tempfile.mkdtemp(prefix="sonde-") if out is None else ""
    options["out"] = os.fspath(out) if out is not None else os.path.join(home, f"run-{next(_numbers)}.sonde")
    try:
        return _made(subjects, scored, options, data, progress, home)
    except BaseException:
        if home:
            shutil.rmtree(home, ignore_errors=True)
        raise


def _made(subjects: list[Any], scored: list[Any], options: dict[str, Any], data: Any, progress: Any, home: str) -> Run:
    with tempfile.TemporaryDirectory(prefix="sonde-") as name:
        folder = Path(name)
        observer = told(progress, folder)
        plan = {**options, "datasets": words_of(data, folder)}
        try:
            counts = _load.core().run(subjects, scored, plan, observer)
        except Error as error:
            raise of_memory(with_hint(error, plan["probes"], plan["resources"]), folder) from None
        finally:
            observer.end()
    made = Run(plan["out"], home)
    made.notes, made.counts = observer.notes, counts
    return made


def with_hint(error: Error, probes: list[str], resources: list[str]) -> Error:
    """Adds to an error about an unknown probe that is a data set which argument takes it."""
    if error.message.startswith("unknown probe"):
        for word in probes:
            if any(row["name"] == word for row in _load.core().datasets(resources)) or os.path.isfile(word):
                return Error(error.kind, error.message, advice=f"for the data set, give data={word!r}")
    return error


def limit_of(limit: Any) -> str:
    """The limit as the engine reads it."""
    if limit is None:
        return ""
    if hasattr(limit, "__index__") and not isinstance(limit, bool):
        return str(limit.__index__())
    if isinstance(limit, str):
        return limit
    if isinstance(limit, Real) and not isinstance(limit, bool) and limit < 1:
        return repr(float(limit))
    raise usage_error(f"a limit of {limit!r}", "give a number of items (1500), a part below 1, or a text such as '10%'")


def whole(name: str, number: Any) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__") or not 0 <= number.__index__() < 1 << 63:
        raise usage_error(f"{name} is {number!r}", "give a whole number, 0 or more")
    return int(number.__index__())
