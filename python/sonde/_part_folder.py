"""The finished work of a run on a cluster: the folder of parts next to the run file."""
from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sonde import _load
from sonde._error import Error, usage_error
from sonde._progress import Told


def target_of(out: Any, engine: str) -> Path:
    target = Path(os.fspath(out)).absolute()
    if not target.parent.is_dir():
        raise usage_error(f"no such folder: {target.parent}", "make it, or choose another out")
    if target.is_dir():
        raise usage_error(f"{target} is a folder", "choose another out")
    if engine != "ray":
        raise usage_error(f"unknown engine {engine!r}", "there is 'ray'")
    return target


class PartFolder:
    """The finished work of a run, next to its file. One driver at a time may use it."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path = target.with_name(target.name + ".parts")
        self.of = 0

    def __enter__(self) -> PartFolder:
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

    def begin(self, of: int | None, otherwise: int, question: str, replace: bool, observer: Told) -> None:
        """Decides into how many parts the run is cut. A continued run has the same parts as before."""
        there = self._plan(observer)
        if there and there["question"] != question:
            if not replace:
                raise usage_error(f"{self.path} holds parts of another run", "use replace, or choose another out")
            there = None
        if there and of not in (None, there["of"]):
            if not replace:
                raise usage_error(f"{self.path} holds a run in {there['of']} parts, not {of}",
                                  "leave out how many, use replace, or choose another out")
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

    def _plan(self, observer: Told) -> dict[str, Any] | None:
        """The plan of the existing parts. None if this call can't continue from any."""
        said = self.path / "plan.json"
        for file in self._there():
            try:
                doubts = _load.core().doubts_of_part(str(file))
            except Error:  # damaged
                file.unlink()
                continue
            if doubts:
                observer.note(f"finished work is repeated: {doubts[0]}")
                self._clear()
                break
        if not self._there() or not said.exists():
            return None
        there: dict[str, Any] = json.loads(said.read_text())
        return there

    def listing(self, question: str, make: Callable[[Path], None]) -> Path:
        """The file that locates the items of the data sets: made once per run, even if the run stops and continues."""
        file, said = self.path / "listing", self.path / "listing.json"
        if not (file.exists() and said.exists() and said.read_text() == question):
            file.unlink(missing_ok=True)
            make(file)
            self._write(said, question.encode())
        return file

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
