"""Observers of long work: none, a line in a terminal or notebook, or the caller's function."""
from __future__ import annotations

import logging
import os
import re
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sonde._error import in_python, usage_error

_log = logging.getLogger("sonde")
_QUICK = 0.5  # seconds. A shorter phase leaves no line


class Told:
    """Observes work and collects its notes. This base class shows nothing but logs notes."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.folder: Path | None = None
        """Holds data that the caller has in memory, and that notes call by name."""

    def begin(self, phase: str, total: int) -> None:
        """A phase begins, of so many texts, rows or files."""

    def advance(self, done: int) -> None:
        """So much of the phase is done, in all."""

    def note(self, line: str) -> None:
        """Something that the user should know."""
        line = in_python(renamed_files(line, self.folder) if self.folder else line)
        self.notes.append(line)
        _log.info("%s", line)

    def end(self) -> None:
        """The work is over, well or not."""


class _Called(Told):
    def __init__(self, function: Any) -> None:
        super().__init__()
        self._function, self._phase, self._total = function, "", 0

    def begin(self, phase: str, total: int) -> None:
        self._phase, self._total = phase, total
        self._function(phase, 0, total)

    def advance(self, done: int) -> None:
        self._function(self._phase, done, self._total)


class _Line(Told):
    """Draws over its own line, as terminals and notebooks both show it."""

    def __init__(self) -> None:
        super().__init__()
        self._phase, self._total, self._started, self._width = "", 0, 0.0, 0

    def begin(self, phase: str, total: int) -> None:
        self.end()
        self._phase, self._total, self._started = phase, total, time.monotonic()
        self._draw(0)

    def advance(self, done: int) -> None:
        self._draw(done)

    def note(self, line: str) -> None:
        self.end()
        super().note(line)
        print(f"sonde: {self.notes[-1]}", file=sys.stderr)

    def end(self) -> None:
        if self._width:
            quick = time.monotonic() - self._started < _QUICK
            print("\r" + " " * self._width + "\r" if quick else "\n", end="", file=sys.stderr, flush=True)
        self._width = 0

    def _draw(self, done: int) -> None:
        line = f"{self._phase}: {done:,} of {self._total:,}"
        seconds = time.monotonic() - self._started
        if done and seconds > _QUICK:
            line += f", {done / seconds:,.0f} per second"
            if done < self._total:
                line += f", {(self._total - done) * seconds / done:.0f} s left"
        print("\r" + line.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(line)


def told(progress: Any, folder: Path | None = None) -> Told:
    """progress: None shows it in terminals and notebooks. True, False, or a function that is called with the
    phase's name, how much is done, and of how much. folder: see Told."""
    if callable(progress):
        observer: Told = _Called(progress)
    elif progress is None or isinstance(progress, bool):
        observer = _Line() if (_is_watched() if progress is None else progress) else Told()
    else:
        raise usage_error(f"progress is {type(progress).__name__}", "give True, False or a function")
    observer.folder = folder
    return observer


def renamed_files(text: str, folder: Path) -> str:
    """Names data in memory instead of the files in the folder that hold it."""
    return re.sub(re.escape(f"{folder}{os.sep}") + r"([^ /]+)\.(?:jsonl|toml)", lambda found: f"'{unquote(found[1])}'", text)


def _is_watched() -> bool:
    stream = sys.stderr
    return bool(stream and stream.isatty()) or type(stream).__module__.startswith("ipykernel")
