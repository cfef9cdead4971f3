"""Ray: connects to a cluster and gives parts to its workers."""
from __future__ import annotations

import contextlib
import os
import socket
import sys
import sysconfig
from typing import Any

from sonde import _load
from sonde._error import Error, usage_error
from sonde._part_folder import PartFolder
from sonde._part_tasks import Worker
from sonde._progress import Told

_RAY = ((2, 40), (3, 0))  # from, to below
_PARTS_OF_A_WORKER = 4  # so that a slow worker, or one that dies, holds up little
MOST_PARTS = 100000


class Work:
    """Which parts are to be made of what, and by whom."""

    def __init__(self, task: Any, folder: PartFolder, parts: int | None, workers: int | None, num_cpus: float,
                 num_gpus: float, retries: int, replace: bool, mixed: bool) -> None:
        for name, number in (("workers", workers), ("parts", parts)):
            if number is not None and not (isinstance(number, int) and 1 <= number <= MOST_PARTS):
                raise usage_error(f"{name} is {number!r}", f"give from 1 to {MOST_PARTS}")
        for name, amount in (("num_cpus", num_cpus), ("num_gpus", num_gpus)):
            if not (isinstance(amount, (int, float)) and 0 <= amount <= MOST_PARTS):
                raise usage_error(f"{name} is {amount!r}", f"give from 0 to {MOST_PARTS}")
        self.task, self.folder, self.parts, self.workers = task, folder, parts, workers
        self.wanted = {"num_cpus": num_cpus, "num_gpus": num_gpus}
        self.retries, self.replace, self.mixed = retries, replace, mixed

    def list_data(self, question: str) -> None:
        """So that no worker reads what is not its own."""
        self.task.listing = self.folder.listing(question, self.task.list_data).read_bytes()

    def threads(self) -> int:
        return max(1, int(self.wanted["num_cpus"]))


# Makes the parts. Returns whether the run file was there already.
def on_cluster(ray: Any, address: str | None, work: Work, observer: Told) -> bool:
    own = not ray.is_initialized()
    if own:
        _connect(ray, address)
    try:
        workers = work.workers or _room(ray, work.wanted)
        question = work.task.question()
        if work.folder.target.exists():
            work.list_data(question)
            if _Dispatch(ray, work, observer).is_made():
                return True
        otherwise = min(MOST_PARTS, _PARTS_OF_A_WORKER * workers)
        work.folder.begin(work.parts, otherwise, question, work.replace, observer)
        work.list_data(question)
        _Dispatch(ray, work, observer).go(workers)
        return False
    finally:
        if own:
            ray.shutdown()


# Ray itself waits for minutes for who isn't there.
def _reach(address: str | None) -> None:
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _connect(ray: Any, address: str | None) -> None:
    try:
        _reach(address)
        ray.init(address=address, log_to_driver=False)
    except Exception as error:
        raise Error("outside", f"cannot connect to Ray at {address or 'this machine'}: {error}",
                    advice="check the address, and that all machines have one version of Ray and of Python") from error


def _room(ray: Any, wanted: dict[str, float]) -> int:
    """For how many workers there is room."""
    there = ray.cluster_resources()
    rooms = [int(there.get(name, 0) // number)
             for name, number in (("CPU", wanted["num_cpus"]), ("GPU", wanted["num_gpus"])) if number]
    if not rooms or min(rooms) < 1:
        raise usage_error(
            f"the cluster has {there.get('CPU', 0):g} processors and {there.get('GPU', 0):g} GPUs, a worker wants "
            f"{wanted['num_cpus']:g} and {wanted['num_gpus']:g}", "give num_cpus and num_gpus")
    return min(rooms)


class _Dispatch:
    """Gives parts to workers until all are there."""

    def __init__(self, ray: Any, work: Work, observer: Told) -> None:
        self._ray, self._work, self._observer = ray, work, observer
        self._actor = ray.remote(max_restarts=0, **work.wanted)(Worker)
        self._task = ray.put(sent(ray, work.task))
        self._numerics: list[tuple[str, str]] = []  # of the parts so far
        self._waiting: list[int] = []
        self._free: list[Any] = []
        self._busy: dict[Any, tuple[int, Any]] = {}
        self._deaths: dict[int, int] = {}

    def is_made(self) -> bool:
        """Whether the run file is of this run: what a part says of it that has next to no item."""
        worker = self._new()
        try:
            content = self._ray.get(worker.make.remote(f"1/{MOST_PARTS}", "the run"))
        except self._ray.exceptions.RayTaskError as error:
            raise _own_error(error) from None
        except self._ray.exceptions.RayError as error:
            raise Error("outside", f"a worker died: {str(error).splitlines()[0]}", advice="try again") from error
        finally:
            with contextlib.suppress(Exception):
                self._ray.kill(worker)
        folder = self._work.folder
        file = folder.data / "of-the-run"
        file.write_bytes(content)
        # Of processors of several classes only all parts know what the run is.
        made: bool = _load.core().is_merged(str(file), str(folder.target), self._work.replace or self._work.mixed)
        return made

    def go(self, workers: int) -> None:
        of = self._work.folder.of
        self._waiting = self._work.folder.lacking()
        for number in set(range(1, of + 1)) - set(self._waiting):
            self._check_class(number)
        self._observer.begin("parts", of)
        self._free = [self._new() for _ in range(min(workers, len(self._waiting)))]
        try:
            while self._waiting or self._busy:
                self._observer.advance(of - len(self._waiting) - len(self._busy))
                self._give()
                (done, *_), _ = self._ray.wait(list(self._busy))
                self._take(done, *self._busy.pop(done))
            self._observer.advance(of)
        finally:
            for worker in [*self._free, *(worker for _, worker in self._busy.values())]:
                with contextlib.suppress(Exception):  # the cluster may be gone
                    self._ray.kill(worker)

    def _new(self) -> Any:
        return self._actor.remote(self._task, self._work.threads())

    def _give(self) -> None:
        while self._waiting:
            number = self._waiting.pop(0)
            worker = self._free.pop() if self._free else None
            if worker is None:
                self._waiting.insert(0, number)
                return
            self._busy[worker.make.remote(f"{number}/{self._work.folder.of}")] = number, worker
        # Another worker may wait for its place.
        while self._free:
            self._ray.kill(self._free.pop())

    def _take(self, done: Any, number: int, worker: Any) -> None:
        try:
            content = self._ray.get(done)
        except self._ray.exceptions.RayTaskError as error:
            self._free.append(worker)
            raise _own_error(error) from None
        except self._ray.exceptions.RayError as error:
            self._tell_death(number, error)
            self._waiting.append(number)
            self._free.append(self._new())
            return
        self._free.append(worker)
        self._work.folder.keep(number, content)
        self._check_class(number)

    # As the merge does, which comes when all is done. A part of another class is not kept.
    def _check_class(self, number: int) -> None:
        file = self._work.folder.file(number)
        numerics = _load.core().numerics_of_part(str(file))
        for (text, one), (_, other) in zip(numerics, self._numerics):
            if one != other and not self._work.mixed:
                file.unlink()
                raise usage_error(f"part {number}/{self._work.folder.of}: '{text}' was computed differently ({one}) than in other "
                                  f"parts ({other})", "let all workers have processors of one class and use replace, or say "
                                  "mixed_processors")
        self._numerics = self._numerics or numerics

    def _tell_death(self, number: int, error: BaseException) -> None:
        name = f"part {number}/{self._work.folder.of}"
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] > self._work.retries:
            said = str(error).splitlines()[0]
            raise Error("outside", f"{name}: its worker died {self._deaths[number]} times: {said}",
                        advice="has it too little memory? Finished work is saved") from error
        self._observer.note(f"the worker of {name} died; it is made again")


def sent(ray: Any, task: Any) -> bytes:
    """A task for workers. Classes of plugins go whole; those of installed packages by name, as encoders' do."""
    with contextlib.ExitStack() as stack:
        for module in {_own_module(one) for kind, _ in task.plugins for one in kind.__mro__} - {None}:
            ray.cloudpickle.register_pickle_by_value(module)
            stack.callback(ray.cloudpickle.unregister_pickle_by_value, module)
        try:
            content: bytes = ray.cloudpickle.dumps(task)
        except Exception as error:
            raise usage_error(f"cannot send the encoders, scorers and plugins to workers: {error}",
                              "let them open files, locks and connections when they are first asked") from error
    return content


# The module of a class, where workers may lack it. Of a notebook Ray knows that itself.
def _own_module(kind: type) -> Any:
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None) or ""
    installed = any(file.startswith(sysconfig.get_path(one) + os.sep) for one in ("purelib", "platlib", "stdlib"))
    if not file or installed or kind.__module__ == "__main__" or kind.__module__.partition(".")[0] == "sonde":
        return None
    return module


def _own_error(error: Any) -> BaseException:
    """What the part said, not what the cluster says of it."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, Error):
        return Error(cause.kind, cause.message, cause.file, cause.line, cause.column, cause.item, cause.advice)
    if isinstance(cause, Exception) and getattr(cause, "__notes__", None):  # the user's own, as one machine raises it
        return cause
    return Error("outside", f"a worker failed: {str(error).splitlines()[-1]}",
                 advice="has it the package sonde, of the same version?")


def ray_module() -> Any:
    try:
        import ray
    except ImportError as error:
        raise Error("outside", "the package ray is missing", advice="pip install 'sonde-nlp[ray]'") from error
    version = tuple(int(part) for part in str(ray.__version__).split(".")[:2])
    low, high = _RAY
    if not low <= version < high:
        raise Error("outside", f"Ray {ray.__version__} does not fit",
                    advice=f"it takes from {low[0]}.{low[1]} to below {high[0]}.{high[1]}: pip install 'sonde-nlp[ray]'")
    return ray
