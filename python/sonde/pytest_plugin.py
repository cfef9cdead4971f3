"""A release check as a test.

In a test file, with the run and the run to compare it with named there:

    from sonde.pytest_plugin import sonde_gate

    test_release = sonde_gate("gates.toml", run="new.sonde", against="released.sonde")

or on pytest's command line, with `--sonde-run new.sonde --sonde-against released.sonde`. Where the check
fails, the test's message has its table and the items that moved most. Paths in the call are relative
to the test file, those on the command line to where pytest was started.
"""
from __future__ import annotations

import inspect
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sonde._compare import Gate, check

if TYPE_CHECKING:
    import pytest

_LONGEST = 160  # characters of a sentence that are shown


def pytest_addoption(parser: pytest.Parser) -> None:
    """--sonde-run and --sonde-against."""
    group = parser.getgroup("sonde")
    group.addoption("--sonde-run", metavar="RUN", help="the run file that sonde_gate() checks")
    group.addoption("--sonde-against", metavar="RUN", help="the run file that it is checked against")


def sonde_gate(gates: Any = None, *, run: Any = None, against: Any = None, strict: bool = False,
               items: int = 5) -> Callable[[pytest.FixtureRequest], None]:
    """A test function that fails where sonde.check() does.

    gates: the path of gates.toml, or what else sonde.check() takes; None: no significant drop.
    run, against: paths of run files, runs, or functions without arguments that give one (so that the
        run is made when the test runs). Default: what the command line names. Only where every gate
        has bounds and no `smallest` may `against` be left out.
    items: how many that moved most are told of each task, each way.
    """
    folder = Path(inspect.stack()[1].filename).parent

    def test_release(request: pytest.FixtureRequest) -> None:
        import pytest
        new = _run_of(run, "--sonde-run", request, folder)
        if new is None:
            pytest.fail("no run to check: give sonde_gate(run=...) or --sonde-run FILE", pytrace=False)
        old = _run_of(against, "--sonde-against", request, folder)
        if old is None and not has_bounds_alone(_placed(gates, folder)):
            pytest.fail("no run to check against: give sonde_gate(against=...) or --sonde-against FILE", pytrace=False)
        told = check(new, new if old is None else old, gates=_placed(gates, folder), strict=strict)
        if not told.passed:
            pytest.fail(failure_text(told, items), pytrace=False)

    return test_release


def has_bounds_alone(gates: Any) -> bool:
    """Whether each gate asks about the run's own value and none about a drop."""
    if gates is None:
        return False
    if isinstance(gates, (str, os.PathLike)):
        try:
            tables = tomllib.loads(Path(gates).read_text(encoding="utf-8")).get("gate", [])
        except (OSError, ValueError):
            return True  # sonde.check says what is wrong with it
    else:
        tables = [gates] if isinstance(gates, (Gate, Mapping)) else list(gates)
    asked = [asdict(gate) if isinstance(gate, Gate) else gate for gate in tables]
    return bool(asked) and all(
        gate.get("smallest") is None and (gate.get("at_least") is not None or gate.get("at_most") is not None)
        for gate in asked)


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


def _run_of(given: Any, option: str, request: pytest.FixtureRequest, folder: Path) -> Any:
    if given is None:
        return request.config.getoption(option, default=None)
    return given() if callable(given) else _placed(given, folder)
