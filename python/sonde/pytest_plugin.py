"""A release check as a test.

In a test file, with the run and the run to compare it with named there:

    from sonde.pytest_plugin import sonde_gate

    test_release = sonde_gate("gates.toml", run="new.sonde", baseline="released.sonde")

or on pytest's command line, with `--sonde-run new.sonde --sonde-baseline released.sonde`. If the check
fails, the test fails with its table and the items that moved most. If it can't tell, the test is skipped
with that text. Paths in the call are relative to the test file, those on the command line to the folder
in which pytest was started.
"""
from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sonde._compare import Check, asks_baseline, check
from sonde._error import Error
from sonde._former_names import renamed

if TYPE_CHECKING:
    import pytest

    from sonde.inputs import GatesLike, RunLike

__all__ = ["sonde_gate"]

_LONGEST = 160  # characters of a sentence that are shown


_config: Any = None  # pytest's, as this plugin was given it


def pytest_addoption(parser: pytest.Parser) -> None:
    """--sonde-run and --sonde-baseline."""
    group = parser.getgroup("sonde")
    group.addoption("--sonde-run", metavar="RUN", help="the run file that sonde_gate() checks")
    group.addoption("--sonde-baseline", "--sonde-against", metavar="RUN", dest="sonde_baseline",
                    help="the run file that it is compared with")


def pytest_configure(config: pytest.Config) -> None:
    """Stores the configuration, from which the tests read their options."""
    global _config
    _config = config


@renamed(against="baseline")
def sonde_gate(gates: GatesLike = None, *, run: RunLike | Callable[[], RunLike] | None = None,
               baseline: RunLike | Callable[[], RunLike] | None = None, strict: bool = False,
               items: int = 5) -> Callable[..., None]:
    """A test function, or a method of a test class, that fails if sonde.check() does and is skipped if it can't tell.

    gates: the path of gates.toml, or anything else that sonde.check() takes. None: no significant drop.
    run, baseline: paths of run files, runs, or functions without arguments that give one (so that the
        run is made when the test runs). Default: those that the command line names. Only if every gate
        has bounds and no `smallest` may `baseline` be left out.
    strict: whether "can't tell" fails.
    items: how many that moved most are listed of each task, each way.
    """
    folder = _folder_of_caller()

    def test_release(*_: Any) -> None:  # a method has one more
        import pytest
        try:
            told = _checked(gates, run, baseline, strict, folder)
        except Error as error:
            pytest.fail(str(error), pytrace=False)
        if told.failed:
            pytest.fail(failure_text(told, items), pytrace=False)
        if not told.passed:
            pytest.skip(failure_text(told, items))

    return test_release


# The file that calls sonde_gate(), which renamed() wraps.
def _folder_of_caller() -> Path:
    here = (__file__, renamed.__code__.co_filename)
    return Path(next(frame.filename for frame in inspect.stack() if frame.filename not in here)).parent


def _checked(gates: Any, run: Any, baseline: Any, strict: bool, folder: Path) -> Check:
    new, old = _run_of(run, "sonde_run", folder), _run_of(baseline, "sonde_baseline", folder)
    if new is None:
        raise Error("usage", "no run to check", advice="give sonde_gate(run=...) or --sonde-run FILE")
    if old is None and asks_baseline(_placed(gates, folder)):
        raise Error("usage", "no run to compare with", advice="give sonde_gate(baseline=...) or --sonde-baseline FILE")
    return check(new, old, gates=_placed(gates, folder), strict=strict)


def failure_text(told: Any, items: int = 5) -> str:
    """The table of a check and, of each gate that it does not pass, the items that moved most."""
    lines = [told.text.rstrip()]
    seen = set()
    for gate in told.gates:
        key = (gate.subject, gate.probe, gate.dataset)
        if gate.verdict == "pass" or key in seen:
            continue
        seen.add(key)
        for moves in gate.moves:
            if not moves.worse:
                continue
            flips = "" if moves.lost is None else f" ({moves.lost} pass no longer, {moves.gained} pass now)"
            lines += ["", f"{gate.subject}, {moves.dataset}: moved most for the worse, by {moves.score}{flips}"]
            lines += [_moved(one) for one in moves.worse[:items]]
    return "\n".join(lines)


def _moved(one: Any) -> str:
    sentences = " | ".join(sentence if len(sentence) <= _LONGEST else sentence[:_LONGEST - 1] + "…"
                           for sentence in one.sentences)
    return f"  {one.item}  {one.first:.3f} -> {one.second:.3f}  {sentences}"


def _placed(path: Any, folder: Path) -> Any:
    return folder / path if isinstance(path, (str, os.PathLike)) else path


def _run_of(given: Any, option: str, folder: Path) -> Any:
    if given is None:
        return _config.getoption(option, default=None) if _config else None
    made = given() if callable(given) else given
    return _placed(made, folder)
