"""Former names of arguments, which work until 1.0."""
from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from sonde._error import usage_error

_Words = ParamSpec("_Words")
_Result = TypeVar("_Result")


def renamed(**names: str) -> Callable[[Callable[_Words, _Result]], Callable[_Words, _Result]]:
    """Lets a function take arguments by former names: renamed(old="new"). Each use is a DeprecationWarning."""
    def decorated(function: Callable[_Words, _Result]) -> Callable[_Words, _Result]:
        @functools.wraps(function)
        def call(*args: _Words.args, **words: _Words.kwargs) -> _Result:
            for old, new in names.items():
                if old not in words:
                    continue
                if new in words:
                    raise usage_error(f"{new}= is given twice, also as {old}=", f"leave out {old}=")
                warnings.warn(f"{old}= is now {new}=", DeprecationWarning, stacklevel=2)
                words[new] = words.pop(old)
            return function(*args, **words)
        return call
    return decorated
