"""sonde.make and sonde.negate"""
from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sonde._error import usage_error
from sonde._load import core
from sonde._progress import told

if TYPE_CHECKING:
    from sonde.inputs import ProgressLike


@dataclass(frozen=True)
class Negation:
    """A sentence with its negation and the rules that produced it. If result is None, the reason
    why it has none."""

    sentence: str
    result: str | None
    rules: list[str]
    refusal: str


def option_words(**options: Any) -> dict[str, str]:
    """Options as on the command line."""
    return {name.replace("_", "-"): "yes" if value is True else str(value)
            for name, value in options.items() if value is not None and value is not False}


def make(kind: str, source: str | os.PathLike[str], out: str | os.PathLike[str], *, replace: bool = False,
         progress: ProgressLike = None, **options: Any) -> list[str]:
    """Makes a data set out of a file: `sonde make` (docs/reference/makers.md). Returns what was made, in lines for people.

    kind: of `sonde list makers`. options: those of `sonde make KIND --help`, with _ for -, and True for a flag.
    """
    observer = told(progress)
    try:
        return list(core().make(kind, os.fspath(source), os.fspath(out), replace, option_words(**options), observer))
    finally:
        observer.end()


def negate(sentences: str | Iterable[str], *, language: str = "en", affirm: bool = False, contract: bool = False,
           verb: str = "", occurrence: int = 1) -> list[Negation]:
    """Negates sentences by rules of grammar, or takes negations away: `sonde make negations` (docs/reference/negation.md).

    language: "en", which needs Debian's liblink-grammar5, link-grammar-dictionaries-en and wordnet-base,
        or "nl".
    affirm: take negations away. contract: "isn't" for "is not". verb: negate at this verb, in any form,
        its `occurrence`-th, from 1.

    >>> negate("Ik slaap.", language="nl")[0].result
    'Ik slaap niet.'
    """
    given = [sentences] if isinstance(sentences, str) else list(sentences)
    if language not in ("en", "nl"):
        raise usage_error(f"unknown language {language!r}", "use en or nl")
    if not all(isinstance(sentence, str) for sentence in given):
        raise usage_error("a sentence is not a text")
    if occurrence < 1:
        raise usage_error(f"occurrence {occurrence!r}", "give 1 or more")
    made = core().negate(given, language, affirm, contract, verb, occurrence)
    return [Negation(sentence, result, rules, refusal) for sentence, (result, rules, refusal) in zip(given, made)]
