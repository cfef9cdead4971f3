"""The tasks of workers: a part of a run of sonde.run(), or of one of the command."""
from __future__ import annotations

import hashlib
import json
import os
import pickle
import socket
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from sonde import __version__, _load, plugin
from sonde._data import groups_file, write_groups
from sonde._encoder import scorers_of, subjects_of
from sonde._error import Error, usage_error
from sonde._part_folder import PartFolder
from sonde._progress import Told

_KINDS = {2: "usage", 3: "input", 130: "interrupted"}  # of the program's exit codes


class Task:
    """A run of sonde.run(), as it is sent to workers."""

    def __init__(self, encoders: Any, scorers: Any, plan: dict[str, Any], resources: list[str],
                 folder: PartFolder) -> None:
        self.encoders, self.scorers, self.plan, self.resources = encoders, scorers, plan, resources
        self.folder = str(folder.data)
        self.listing = b""  # of its data sets; empty: each part lists them
        files = list(folder.data.iterdir())
        # Each worker reads only the Parquet row groups that it needs.
        self.parquet = {file.name: json.loads(groups_file(file).read_text()) for file in files if groups_file(file) in files}
        self.data = {file.name: file.read_bytes() for file in files
                     if file.name not in self.parquet and file.suffix != ".groups"}
        self.plugins = plugin.registered(self._said(), any_probe=not plan["probes"])

    # All texts that may name a plugin: specifications, and the cards of data sets.
    def _said(self) -> str:
        subjects = [*subjects_of(self.encoders), *scorers_of(self.scorers)]
        cards = [Path(word).read_text("utf-8", "replace") for word in self.plan["datasets"]
                 if word.endswith(".toml") and os.path.isfile(word)]
        specs = [one if isinstance(one, str) else one[2] for one in subjects]
        return "\n".join([*(one for one in specs if isinstance(one, str)), *self.plan["probes"], *cards])

    def question(self) -> str:
        """Identifies this run. Differences that it can't show are doubts in the parts."""
        subjects = [*subjects_of(self.encoders), None, *scorers_of(self.scorers)]
        named = [[*one[:2], one[2].key, one[2].sided] if isinstance(one, tuple) and not isinstance(one[2], str) else one
                 for one in subjects]
        datasets = [[word.replace(self.folder, "memory"), "" if self.folder in word else _state_of(word)]
                    for word in self.plan["datasets"]]
        memory = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(self.data.items())}
        groups = {name: [said, _state_of(said["path"])] for name, said in sorted(self.parquet.items())}
        plugins = sorted([kind.name, version] for kind, version in self.plugins)
        return json.dumps([__version__, named, {**self.plan, "datasets": datasets}, memory, groups, plugins])

    def list_data(self, file: Path) -> None:
        """Writes the places of the data sets' items into a file."""
        plan = {**self.plan, "listing": str(file), "resources": _load.resources(self.resources)}
        _load.core().list_data(plan, Told())

    def make(self, share: str, folder: Path, threads: int) -> bytes:
        """The file of a part."""
        plugin.take(self.plugins)
        for name, content in self.data.items():
            (folder / name).write_bytes(content)
        listing = _written(self.listing, folder)
        own = _load.core().own_bytes(listing, share) if listing and self.parquet else {}
        for name, said in self.parquet.items():
            write_groups(said, folder / name, *own.get(said["name"], (0, said["size"])))
        here = [word.replace(self.folder, str(folder)) for word in self.plan["datasets"]]
        out = folder / "part"
        plan = {**self.plan, "datasets": here, "out": str(out), "part": share, "replace": True, "store": "",
                "listing": listing, "threads": threads, "resources": _load.resources(self.resources)}
        _load.core().run(subjects_of(self.encoders), scorers_of(self.scorers), plan, Told())
        return _taken(out)


class Command:
    """A run of the command, as it is sent to workers."""

    def __init__(self, words: list[str], folder: str, plugins: list[str]) -> None:
        self.words, self.folder, self.files = words, folder, plugins
        self.plugins: list[tuple[Any, str]] = []  # the command on the worker reads their files itself
        self.listing = b""  # of its data sets; empty: each part lists them

    def question(self) -> str:
        """Identifies this run."""
        words = [word for word in self.words if word != "--replace"]
        return json.dumps([__version__, [[word, _state_of(word)] for word in [*words, *self.files]]])

    def list_data(self, file: Path) -> None:
        """Writes the places of the data sets' items into a file."""
        self._run("--listing", str(file))

    def make(self, share: str, folder: Path, threads: int) -> bytes:
        """The file of a part."""
        out, listing = folder / "part", _written(self.listing, folder)
        self._run("--part", share, "--out", str(out), "--store", "none", "--threads", str(threads), "--replace",
                  *(["--listing", listing] if listing else []))
        return _taken(out)

    def _run(self, *more: str) -> None:
        plugins = [word for file in self.files for word in ("--plugin", file)]
        # -P: files in the user's folder are not Python modules.
        call = [sys.executable, "-P", "-m", "sonde", "run", *self.words, *plugins, *more]
        where = self.folder if os.path.isdir(self.folder) else None
        done = subprocess.run(call, cwd=where, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            raise Error(_KINDS.get(done.returncode, "outside"), last.removeprefix("sonde: "))


# Distinguishes the file that a word names from a changed one. Data sets, which may be large: by size and time.
def _state_of(word: str) -> str:
    file = Path(word.rpartition("=")[2])
    if not os.path.isfile(file):
        return ""
    if file.suffix in (".py", ".toml"):
        return hashlib.sha256(file.read_bytes()).hexdigest()
    stat = file.stat()
    return f"{stat.st_size} {stat.st_mtime_ns}"


# The listing as a file, or "" without one.
def _written(listing: bytes, folder: Path) -> str:
    if not listing:
        return ""
    file = folder / "listing"
    file.write_bytes(listing)
    return str(file)


def _taken(file: Path) -> bytes:
    content = file.read_bytes()
    file.unlink()
    return content


# Some exceptions can be pickled and not read again.
def _can_travel(error: Exception) -> bool:
    dumps = getattr(sys.modules.get("ray"), "cloudpickle", pickle).dumps
    try:
        return type(pickle.loads(dumps(error))) is type(error)
    except Exception:
        return False


class Worker:
    """An actor: it holds the encoders and makes parts, one after another.

    sent: a task, as sent() in _ray.py has it.
    """

    def __init__(self, sent: bytes, threads: int) -> None:
        self._sent, self._threads = sent, threads
        self._task: Any = None
        self._folder = tempfile.TemporaryDirectory(prefix="sonde-part-")

    def make(self, share: str, name: str = "") -> bytes:
        """The file of a part."""
        try:
            return self._read().make(share, Path(self._folder.name), self._threads)
        except Exception as error:
            place = f"{name or 'part ' + share}, on {socket.gethostname()}"
            if not isinstance(error, Error) and _can_travel(error):
                error.add_note(f"{place}:\n{traceback.format_exc()}")
                raise
            own = error if isinstance(error, Error) else Error("input", f"{type(error).__name__}: {error}")
            raise Error(own.kind, f"{place}: {own.message}", own.file, own.line, own.column, own.item, own.advice) from error

    # Here rather than by Ray, which takes a worker that cannot read its task for a dead one.
    def _read(self) -> Any:
        if self._task is None:
            try:
                self._task = pickle.loads(self._sent)
            except Exception as error:
                raise usage_error(f"cannot read what it was sent: {type(error).__name__}: {error}",
                                  "install on all machines what your encoders, scorers and plugins import") from error
            self._sent = b""
        return self._task
