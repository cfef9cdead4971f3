"""The command `sonde`: the program itself, in this process."""
from __future__ import annotations

import os
import signal
import sys
import threading
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from sonde import _load
from sonde._error import Error

_CODES = {"usage": 2, "input": 3, "outside": 4, "interrupted": 130}


def main(words: list[str] | None = None) -> int:
    """Runs the program with these words, or the process's. --plugin FILE.py, before or after the command,
    runs a file that registers plugins (sonde.plugin). `run --on ADDRESS` runs on a cluster of Ray
    (sonde.distributed). Returns the exit code."""
    words = list(sys.argv[1:] if words is None else words)
    try:
        _load.core()
        plugins = _take_plugins(words)
        if plugins:
            from sonde import plugin
            plugin.in_command = True
        for file in plugins:
            _run_plugin(file)
        place = _command_at(words)
        if words[place:place + 1] == ["run"] and any(word.partition("=")[0] == "--on" for word in words):
            from sonde import _ray_command
            words = [*words[place + 1:], *words[:place]]  # what stands before the command may follow it
            address = _ray_command.take(words, "--on")
            return _ray_command.run_words(words, address, plugins)
    except Error as error:
        print(f"sonde: {error}", file=sys.stderr)
        return _CODES[error.kind]
    except KeyboardInterrupt:
        print("sonde: stopped", file=sys.stderr)
        return _CODES["interrupted"]
    sys.stdout.flush()
    return _program(words)


# It handles Ctrl-C itself, and a closed pipe ends it (`sonde list | head`). Only the main thread can leave them to it.
def _program(words: list[str]) -> int:
    if threading.current_thread() is not threading.main_thread():
        return _load.program(words)
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE)}
    for one in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(one, signal.SIG_DFL)
    try:
        return _load.program(words)
    finally:
        for one, handler in before.items():
            if handler is not None:
                signal.signal(one, handler)


# The program takes --resources before the command too.
def _command_at(words: list[str]) -> int:
    place = 0
    while place < len(words) and words[place].partition("=")[0] == "--resources":
        place += 1 if "=" in words[place] else 2
    return place


def _take_plugins(words: list[str]) -> list[str]:
    files = []
    place = 0
    while place < len(words):
        if words[place].startswith("--plugin="):
            files.append(words.pop(place).partition("=")[2])
        elif words[place] == "--plugin":
            if place + 1 == len(words):
                raise Error("usage", "--plugin names no file", advice="use --plugin FILE.py")
            files.append(words[place + 1])
            del words[place:place + 2]
        else:
            place += 1
    return files


def _run_plugin(file: str) -> None:
    from sonde import plugin
    if not os.path.isfile(file):
        raise Error("input", "no such plugin", file, advice="check the path of --plugin")
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    name = f"sonde_plugin_{Path(file).stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Error("input", "a plugin is a file of Python", file, advice="give it the ending .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # where the classes' source is looked for
    before = plugin.classes()
    try:
        spec.loader.exec_module(module)
    except (Error, KeyboardInterrupt):
        raise
    except BaseException as error:
        line = _line_in(error, file)
        raise Error("input", f"the plugin failed: {type(error).__name__}: {error}", file, line) from error
    if plugin.classes() == before and all(kind.__module__ != name for kind in before):
        raise Error("input", "the plugin registers nothing", file, advice="put @sonde.plugin.register above its class")


# The line of the innermost frame in the file.
def _line_in(error: BaseException, file: str) -> int:
    file = os.path.abspath(file)
    line, trace = 0, error.__traceback__
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


if __name__ == "__main__":
    sys.exit(main())
