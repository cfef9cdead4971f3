"""A run on more than one machine: its parts are tasks of Ray, merged into one run file.

>>> from sonde import distributed
>>> distributed.run("random", data="negation-detection", out="/no/such/folder/a.sonde")
Traceback (most recent call last):
    ...
sonde._error.Error: no such folder: /no/such/folder; make it, or choose another out
"""
from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sonde import _load
from sonde._ray import Work, on_cluster, ray_module
from sonde._data import words_of
from sonde._encoder import scorers_of, subjects_of
from sonde._part_folder import PartFolder, target_of
from sonde._part_tasks import Task
from sonde._progress import told
from sonde._results import Run
from sonde._run import limit_of, whole

if TYPE_CHECKING:
    from sonde.inputs import DataSets, Encoders, Folders, ProgressLike, Scorers

__all__ = ["run"]


def run(encoders: Encoders = None, probes: str | Iterable[str] | None = None, data: DataSets = None, *,
        out: str | os.PathLike[str], engine: str = "ray", address: str | None = None, workers: int | None = None,
        parts: int | None = None, num_cpus: float = 1, num_gpus: float = 0, retries: int = 3,
        mixed_processors: bool = False, scorers: Scorers = None, language: str | None = None, limit: int | float | str | None = None, seed: int = 1,
        replicates: int = 2000, strict: bool = False, stream_above: int = 100000, replace: bool = False,
        progress: ProgressLike = None, resources: Folders = None) -> Run:
    """As sonde.run(), on a cluster. The run file has the same bytes, unless an object's vectors depend on the batch:
    those of sentence-transformers differ by up to 1e-6.

    out: the run file. Until it is there, the folder OUT.parts beside it keeps what is done: the same call
        goes on from it, but where something may have changed unnoticed (an object without a key).
        Where it is there already, a worker says whether it is of this run; then nothing is encoded.
    engine: "ray".
    address: of the cluster ("ray://HOST:10001", "auto"). Default: the one that this program is connected to,
        else this machine alone.
    workers: how many work at once, each with its own encoders. Default: as many as there is room for.
    parts: how many parts the items are cut into; by default four a worker.
    num_cpus, num_gpus: what a worker is given. It has as many threads as processors.
    retries: how often a part is made again whose worker died.
    mixed_processors: whether workers may have processors of several classes, whose vectors differ in their
        last bits; the run's subjects then name all of them.
    stream_above: texts; of larger data sets no vector is stored.

    The other options are those of sonde.run(). Paths of data sets and models lead to the same files on all
    machines, and of large ones a worker reads its own part alone (of Parquet, row groups); data in memory and
    objects are sent. Errors: those of sonde.run(). What an encoder raises comes as it is, with a note of the
    part and the machine. "outside" where the cluster fails.
    """
    target = target_of(out, engine)
    ray = ray_module()
    words = [probes] if isinstance(probes, str) else list(probes or [])
    subjects_of(encoders), scorers_of(scorers)  # their errors come before any work
    numbers = {"limit": limit_of(limit), "seed": whole("seed", seed), "replicates": whole("replicates", replicates),
               "stream_above": whole("stream_above", stream_above)}
    with PartFolder(target) as folder:
        datasets = [_absolute(word) for word in words_of(data, folder.data)]
        plan = {"probes": words, "datasets": datasets, "language": language or "", "strict": bool(strict), **numbers}
        own = _load.named_resources(resources)  # a worker has the others itself
        task = Task(encoders, scorers, plan, [os.path.abspath(one) for one in own], folder)
        observer = told(progress)
        try:
            work = Work(task, folder, parts, workers, num_cpus, num_gpus, retries, replace, mixed_processors)
            if not on_cluster(ray, address, work, observer):
                merge = {"parts": folder.files(), "listing": str(folder.path / "listing"), "out": str(target), "datasets": datasets, "replace": replace,
                         "mixed_processors": mixed_processors, "resources": _load.resources(resources)}
                _load.core().merge(merge, observer)
                folder.remove()
        finally:
            observer.end()
    made = Run(str(target), None)
    made.notes = observer.notes
    return made


# "NAME=PATH" or a path, for use from another folder. Names of shipped sets stay.
def _absolute(word: str) -> str:
    name, equals, path = word.partition("=") if "=" in word.partition("/")[0] else ("", "", word)
    return name + equals + (os.path.abspath(path) if os.path.exists(path) else path)
