"""The options of `sonde run --on ADDRESS`: the command on a cluster of Ray."""
from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from sonde import _load
from sonde._ray import Work, on_cluster, ray_module
from sonde._error import usage_error
from sonde._part_folder import PartFolder, target_of
from sonde._part_tasks import Command
from sonde._progress import told


def run_words(words: list[str], address: str, plugins: list[str]) -> int:
    """`sonde run WORDS --on ADDRESS`: the words of the command without --on."""
    words = list(words)
    bench = _bench(words)
    _refuse(words, bench)
    out = take(words, "--out") or str(bench.get("out", ""))
    if not out:
        raise usage_error("a run needs a file to write", "name it with --out")
    workers, parts = _number(words, "--workers", int, None), _number(words, "--parts", int, None)
    cpus, gpus = _number(words, "--cpus", float, 1.0), _number(words, "--gpus", float, 0.0)
    mixed = _take_flag(words, "--mixed-processors")
    replace = "--replace" in words or bench.get("replace") is True
    target = target_of(out, "ray")
    ray = ray_module()
    with PartFolder(target) as folder:
        observer = told(None)
        try:
            named = [os.path.abspath(file) for file in plugins]
            work = Work(Command(words, os.getcwd(), named), folder, parts, workers, cpus, gpus, 3, replace, mixed)
            there = on_cluster(ray, None if address == "local" else address, work, observer)
        finally:
            observer.end()
        if there:
            print(f"{target} is up to date", flush=True)
            return 0
        more = [*(["--mixed-processors"] if mixed else []), *(["--replace"] if replace else []),
                *(word for folder_ in _all(list(words), "--resources") for word in ("--resources", os.path.abspath(folder_)))]
        code = _load.program(["run", "--merge", *folder.files(), "--listing", str(folder.path / "listing"), "--out",
                                               str(target), *more])
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
           "--store": "parts are kept next to the run file", "--threads": "use --cpus",
           "--listing": "the driver makes one itself"}
    for word in words:
        option = word.partition("=")[0]
        if option in why:
            raise usage_error(f"{option} does not go with --on", why[option])
    if "left-out" in bench:
        raise usage_error(f"'left-out' of {words[0]} does not go with --on", why["--left-out"])


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


def take(words: list[str], option: str) -> str:
    """The last of them; empty: there is none."""
    return (_all(words, option) or [""])[-1]


def _number(words: list[str], option: str, kind: Any, otherwise: Any) -> Any:
    word = take(words, option)
    try:
        return kind(word) if word else otherwise
    except ValueError as error:
        raise usage_error(f"{option} is '{word}'", f"give a {'whole ' if kind is int else ''}number") from error


def _take_flag(words: list[str], option: str) -> bool:
    there = option in words
    words[:] = [word for word in words if word != option]
    return there
