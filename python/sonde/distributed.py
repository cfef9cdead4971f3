"""A run on more than one machine: its parts are tasks of Ray, merged into one run file.

>>> from sonde import distributed
>>> distributed.run("random", data="negation-detection", out="/no/such/folder/a.sonde")
Traceback (most recent call last):
    ...
sonde._error.Error: there is no folder /no/such/folder; make it, or choose another out
"""
from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sonde import __version__, _load
from sonde._data import words_of
from sonde._encoder import scorers_of, subjects_of
from sonde._error import Error, usage_error
from sonde._progress import Told, told
from sonde._results import Run

_RAY = ((2, 40), (3, 0))  # from, to below
_PARTS_OF_A_WORKER = 4  # so that a slow worker, or one that dies, holds up little
_MOST_PARTS = 100000
_KINDS = {2: "usage", 3: "input", 130: "interrupted"}  # of the program's exit codes


def run(encoders: Any = None, probes: str | Iterable[str] | None = None, data: Any = None, *,
        out: str | os.PathLike[str], engine: str = "ray", address: str | None = None, workers: int | None = None,
        parts: int | None = None, num_cpus: float = 1, num_gpus: float = 0, retries: int = 3,
        mixed_processors: bool = False, scorers: Any = None, limit: int | float | str | None = None, seed: int = 1,
        replicates: int = 2000, strict: bool = False, stream_above: int = 100000, replace: bool = False,
        progress: Any = None, resources: Any = None) -> Run:
    """As sonde.run(), on a cluster. The run file has the same bytes.

    out: the run file. Until it is there, the folder OUT.parts beside it keeps what is done: the same call
        goes on from it, but where something may have changed that nothing tells (an object without a key).
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
    stream_above: texts; of larger data sets no vector is kept.

    The other options are those of sonde.run(). Paths of data sets and models lead to the same files on all
    machines; data in memory and objects are sent. Errors: those of sonde.run(); what an encoder raises on one
    part is told with the part and the machine. "outside" where the cluster fails.
    """
    target = _target(out, engine)
    ray = _ray()
    words = [probes] if isinstance(probes, str) else list(probes or [])
    subjects_of(encoders), scorers_of(scorers)  # their errors come before any work
    with _PartFolder(target) as folder:
        datasets = [_absolute(word) for word in words_of(data, folder.data)]
        plan = {"probes": words, "datasets": datasets, "limit": "" if limit is None else str(limit), "seed": seed,
                "replicates": replicates, "strict": bool(strict), "stream_above": stream_above}
        own = _load.resources(resources)[:-1]  # the package's are where it is
        task = _Task(encoders, scorers, plan, [os.path.abspath(one) for one in own], folder)
        hears = told(progress)
        try:
            work = _Work(task, folder, parts, workers, num_cpus, num_gpus, retries, replace, mixed_processors)
            if not _on_cluster(ray, address, work, hears):
                merge = {"parts": folder.files(), "out": str(target), "datasets": datasets, "replace": replace,
                         "mixed_processors": mixed_processors, "resources": _load.resources(resources)}
                _load.core().merge(merge, hears)
                folder.remove()
        finally:
            hears.end()
    made = Run(str(target), None)
    made.notes = hears.notes
    return made


def run_words(words: list[str], address: str, plugins: list[str]) -> int:
    """`sonde run WORDS --on ADDRESS`: the words of the command without --on."""
    words = list(words)
    bench = _bench(words)
    _refuse(words, bench)
    out = _take(words, "--out") or str(bench.get("out", ""))
    if not out:
        raise usage_error("a run needs a file to write", "name it with --out")
    workers, parts = _number(words, "--workers", int, None), _number(words, "--parts", int, None)
    cpus, gpus = _number(words, "--cpus", float, 1.0), _number(words, "--gpus", float, 0.0)
    mixed = _take_flag(words, "--mixed-processors")
    replace = "--replace" in words or bench.get("replace") is True
    target = _target(out, "ray")
    ray = _ray()
    with _PartFolder(target) as folder:
        hears = told(None)
        try:
            named = [os.path.abspath(file) for file in plugins]
            work = _Work(_Command(words, os.getcwd(), named), folder, parts, workers, cpus, gpus, 3, replace, mixed)
            there = _on_cluster(ray, None if address == "local" else address, work, hears)
        finally:
            hears.end()
        if there:
            print(f"{target} is up to date", flush=True)
            return 0
        more = [*(["--mixed-processors"] if mixed else []), *(["--replace"] if replace else []),
                *(word for folder_ in _all(list(words), "--resources") for word in ("--resources", os.path.abspath(folder_)))]
        code: int = _load.core().program(["merge", *folder.files(), "--out", str(target), *more], str(_load.SHARE))
        if code == 0:
            folder.remove()
    return code


# The keys of the bench file, where there is one; what is wrong with it the program says.
def _bench(words: list[str]) -> dict[str, Any]:
    if not words or words[0].startswith("-") or not words[0].endswith(".toml"):
        return {}
    try:
        return tomllib.loads(Path(words[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _refuse(words: list[str], bench: dict[str, Any]) -> None:
    """What parts have no use for, or would write over each other."""
    why = {"--part": "which part a worker makes is not yours to say", "--show": "`sonde show` shows what is merged",
           "--dry-run": "leave out --on", "--left-out": "run one part alone for it, without --on",
           "--store": "parts are kept beside the run file", "--threads": "say --cpus"}
    for word in words:
        option = word.partition("=")[0]
        if option in why:
            raise usage_error(f"{option} does not go with --on", why[option])
    if "left-out" in bench:
        raise usage_error(f"'left-out' of {words[0]} does not go with --on", why["--left-out"])


def _target(out: Any, engine: str) -> Path:
    target = Path(os.fspath(out)).absolute()
    if not target.parent.is_dir():
        raise usage_error(f"there is no folder {target.parent}", "make it, or choose another out")
    if target.is_dir():
        raise usage_error(f"{target} is a folder", "choose another out")
    if engine != "ray":
        raise usage_error(f"unknown engine {engine!r}", "there is 'ray'")
    return target


class _PartFolder:
    """What is done of a run, beside its file; of one driver at a time."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path = target.with_name(target.name + ".parts")
        self.of = 0

    def __enter__(self) -> _PartFolder:
        import fcntl
        self.path.mkdir(exist_ok=True)
        self._lock = (self.path / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise Error("outside", "another process makes this run", str(self.path), advice="wait for it") from error
        self._memory = tempfile.TemporaryDirectory(prefix="sonde-data-")
        self.data = Path(self._memory.name)  # data in memory, of this call alone
        return self

    def __exit__(self, *_: Any) -> None:
        self._memory.cleanup()
        if not self._there():
            self.remove()
        self._lock.close()

    def begin(self, of: int | None, otherwise: int, question: str, replace: bool, hears: Told) -> None:
        """Into how many parts the run is cut: as it was, where it goes on."""
        there = self._plan(hears)
        if there and there["question"] != question:
            if not replace:
                raise usage_error(f"{self.path} holds parts of another run", "say replace, or choose another out")
            there = None
        if there and of not in (None, there["of"]):
            if not replace:
                raise usage_error(f"{self.path} holds a run in {there['of']} parts, not {of}",
                                  "leave out how many, say replace, or choose another out")
            there = None
        if not there:
            self._clear()
        self.of = there["of"] if there else of or otherwise
        self._write(self.path / "plan.json", json.dumps({"of": self.of, "question": question}).encode())

    def _there(self) -> list[Path]:
        return sorted(self.path.glob("*.part"))

    def _clear(self) -> None:
        for file in self._there():
            file.unlink()

    def _plan(self, hears: Told) -> dict[str, Any] | None:
        """Of the parts that are there; None: there is none that this call may go on from."""
        said = self.path / "plan.json"
        for file in self._there():
            try:
                doubts = _load.core().doubts_of_part(str(file))
            except Error:  # damaged
                file.unlink()
                continue
            if doubts:
                hears.note(f"what was done is done again: {doubts[0]}")
                self._clear()
                break
        if not self._there() or not said.exists():
            return None
        there: dict[str, Any] = json.loads(said.read_text())
        return there

    def file(self, number: int) -> Path:
        return self.path / f"{number}-of-{self.of}.part"

    def files(self) -> list[str]:
        return [str(self.file(number)) for number in range(1, self.of + 1)]

    def lacking(self) -> list[int]:
        return [number for number in range(1, self.of + 1) if not self.file(number).exists()]

    def keep(self, number: int, content: bytes) -> None:
        self._write(self.file(number), content)

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    def _write(self, file: Path, content: bytes) -> None:
        partial = file.with_suffix(".writing")
        partial.write_bytes(content)
        partial.replace(file)


class _Task:
    """A run of sonde.run(), as it is sent to workers."""

    def __init__(self, encoders: Any, scorers: Any, plan: dict[str, Any], resources: list[str],
                 folder: _PartFolder) -> None:
        self.encoders, self.scorers, self.plan, self.resources = encoders, scorers, plan, resources
        self.folder = str(folder.data)
        self.data = {file.name: file.read_bytes() for file in folder.data.iterdir()}

    def question(self) -> str:
        """What tells this run from others. What nothing tells, doubts in the parts do."""
        subjects = [*subjects_of(self.encoders), None, *scorers_of(self.scorers)]
        named = [[*one[:2], one[2].key, one[2].sided] if isinstance(one, tuple) else one for one in subjects]
        datasets = [[word.replace(self.folder, "memory"), "" if self.folder in word else _state_of(word)]
                    for word in self.plan["datasets"]]
        memory = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(self.data.items())}
        return json.dumps([__version__, named, {**self.plan, "datasets": datasets}, memory])

    def make(self, share: str, folder: Path, threads: int) -> bytes:
        for name, content in self.data.items():
            (folder / name).write_bytes(content)
        here = [word.replace(self.folder, str(folder)) for word in self.plan["datasets"]]
        out = folder / "part"
        plan = {**self.plan, "datasets": here, "out": str(out), "part": share, "replace": True, "store": "",
                "threads": threads, "resources": _load.resources(self.resources)}
        _load.core().run(subjects_of(self.encoders), scorers_of(self.scorers), plan, Told())
        return _taken(out)


class _Command:
    """A run of the command, as it is sent to workers."""

    def __init__(self, words: list[str], folder: str, plugins: list[str]) -> None:
        self.words, self.folder, self.plugins = words, folder, plugins

    def question(self) -> str:
        """What tells this run from others."""
        words = [word for word in self.words if word != "--replace"]
        return json.dumps([__version__, [[word, _state_of(word)] for word in [*words, *self.plugins]]])

    def make(self, share: str, folder: Path, threads: int) -> bytes:
        out = folder / "part"
        plugins = [word for file in self.plugins for word in ("--plugin", file)]
        # -P: what lies in the user's folder is no module of Python.
        call = [sys.executable, "-P", "-m", "sonde", "run", *self.words, *plugins, "--part", share, "--out", str(out),
                "--store", "none", "--threads", str(threads), "--replace"]
        where = self.folder if os.path.isdir(self.folder) else None
        done = subprocess.run(call, cwd=where, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            raise Error(_KINDS.get(done.returncode, "outside"), last.removeprefix("sonde: "))
        return _taken(out)


# What tells the file that a word names from a changed one; of data sets, which may be large, the size and time.
def _state_of(word: str) -> str:
    file = Path(word.rpartition("=")[2])
    if not os.path.isfile(file):
        return ""
    if file.suffix in (".py", ".toml"):
        return hashlib.sha256(file.read_bytes()).hexdigest()
    stat = file.stat()
    return f"{stat.st_size} {stat.st_mtime_ns}"


def _taken(file: Path) -> bytes:
    content = file.read_bytes()
    file.unlink()
    return content


class _Worker:
    """An actor: it holds the encoders and makes parts, one after another."""

    def __init__(self, task: Any, threads: int) -> None:
        self._task, self._threads = task, threads
        self._folder = tempfile.TemporaryDirectory(prefix="sonde-part-")

    def make(self, share: str, name: str = "") -> bytes:
        """The file of a part."""
        try:
            return self._task.make(share, Path(self._folder.name), self._threads)
        except Exception as error:
            own = error if isinstance(error, Error) else Error("input", f"{type(error).__name__}: {error}")
            message = f"{name or 'part ' + share}, on {socket.gethostname()}: {own.message}"
            raise Error(own.kind, message, own.file, own.line, own.column, own.item, own.advice) from error


class _Work:
    """Which parts are to be made of what, and by whom."""

    def __init__(self, task: Any, folder: _PartFolder, parts: int | None, workers: int | None, num_cpus: float,
                 num_gpus: float, retries: int, replace: bool, mixed: bool) -> None:
        for name, number in (("workers", workers), ("parts", parts)):
            if number is not None and not (isinstance(number, int) and 1 <= number <= _MOST_PARTS):
                raise usage_error(f"{name} is {number!r}", f"give from 1 to {_MOST_PARTS}")
        for name, amount in (("num_cpus", num_cpus), ("num_gpus", num_gpus)):
            if not (isinstance(amount, (int, float)) and 0 <= amount <= _MOST_PARTS):
                raise usage_error(f"{name} is {amount!r}", f"give from 0 to {_MOST_PARTS}")
        self.task, self.folder, self.parts, self.workers = task, folder, parts, workers
        self.wanted = {"num_cpus": num_cpus, "num_gpus": num_gpus}
        self.retries, self.replace, self.mixed = retries, replace, mixed

    def threads(self) -> int:
        return max(1, int(self.wanted["num_cpus"]))


# Makes the parts. Returns whether the run file was there already.
def _on_cluster(ray: Any, address: str | None, work: _Work, hears: Told) -> bool:
    own = not ray.is_initialized()
    if own:
        _connect(ray, address)
    try:
        workers = work.workers or _room(ray, work.wanted)
        dispatch = _Dispatch(ray, work, hears)
        if work.folder.target.exists() and dispatch.is_made():
            return True
        otherwise = min(_MOST_PARTS, _PARTS_OF_A_WORKER * workers)
        work.folder.begin(work.parts, otherwise, work.task.question(), work.replace, hears)
        dispatch.go(workers)
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

    def __init__(self, ray: Any, work: _Work, hears: Told) -> None:
        self._ray, self._work, self._hears = ray, work, hears
        self._actor = ray.remote(max_restarts=0, **work.wanted)(_Worker)
        self._task = ray.put(work.task)
        self._waiting: list[int] = []
        self._free: list[Any] = []
        self._busy: dict[Any, tuple[int, Any]] = {}
        self._deaths: dict[int, int] = {}

    def is_made(self) -> bool:
        """Whether the run file is of this run: what a part says of it that has next to no item."""
        worker = self._new()
        try:
            content = self._ray.get(worker.make.remote(f"1/{_MOST_PARTS}", "the run"))
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
        self._hears.begin("parts", of)
        self._free = [self._new() for _ in range(min(workers, len(self._waiting)))]
        try:
            while self._waiting or self._busy:
                self._hears.advance(of - len(self._waiting) - len(self._busy))
                self._give()
                (done, *_), _ = self._ray.wait(list(self._busy))
                self._take(done, *self._busy.pop(done))
            self._hears.advance(of)
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
        self._work.folder.keep(number, content)
        self._free.append(worker)

    def _tell_death(self, number: int, error: BaseException) -> None:
        name = f"part {number}/{self._work.folder.of}"
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] > self._work.retries:
            said = str(error).splitlines()[0]
            raise Error("outside", f"{name}: its worker died {self._deaths[number]} times: {said}",
                        advice="has it too little memory? What is done is kept") from error
        self._hears.note(f"the worker of {name} died; it is made again")


def _own_error(error: Any) -> BaseException:
    """What the part said, not what the cluster says of it."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, Error):
        return Error(cause.kind, cause.message, cause.file, cause.line, cause.column, cause.item, cause.advice)
    return Error("outside", f"a worker failed: {str(error).splitlines()[-1]}",
                 advice="has it the package sonde, of the same version?")


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise Error("outside", "the package ray is missing", advice="pip install 'sonde[ray]'") from error
    version = tuple(int(part) for part in str(ray.__version__).split(".")[:2])
    low, high = _RAY
    if not low <= version < high:
        raise Error("outside", f"Ray {ray.__version__} does not fit",
                    advice=f"it takes from {low[0]}.{low[1]} to below {high[0]}.{high[1]}: pip install 'sonde[ray]'")
    return ray


# "NAME=PATH" or a path, for who works in another folder; names of shipped sets stay.
def _absolute(word: str) -> str:
    name, equals, path = word.partition("=") if "=" in word.partition("/")[0] else ("", "", word)
    return name + equals + (os.path.abspath(path) if os.path.exists(path) else path)


def _all(words: list[str], option: str) -> list[str]:
    """The option's values, taken out of the words."""
    values, place = [], 0
    while place < len(words):
        if words[place].startswith(option + "="):
            values.append(words.pop(place).partition("=")[2])
        elif words[place] == option:
            if place + 1 == len(words):
                raise usage_error(f"{option} needs a value")
            values.append(words[place + 1])
            del words[place:place + 2]
        else:
            place += 1
    return values


def _take(words: list[str], option: str) -> str:
    """The last of them; empty: there is none."""
    return (_all(words, option) or [""])[-1]


def _number(words: list[str], option: str, kind: Any, otherwise: Any) -> Any:
    word = _take(words, option)
    try:
        return kind(word) if word else otherwise
    except ValueError as error:
        raise usage_error(f"{option} is '{word}'", f"give a {'whole ' if kind is int else ''}number") from error


def _take_flag(words: list[str], option: str) -> bool:
    there = option in words
    words[:] = [word for word in words if word != option]
    return there
