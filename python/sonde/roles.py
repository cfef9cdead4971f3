"""Semantic roles (who does what to whom), and how similar two sentences' are (docs/reference/scorers/roles.md).

A frame is a dictionary of roles and phrases: Agent, Verb, Patient, Theme, Time, Manner, Location, Trajectory."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sonde._error import usage_error
from sonde._load import core

if TYPE_CHECKING:
    from sonde.inputs import EncoderLike

__all__ = ["Labelled", "label", "similarity"]


@dataclass(frozen=True)
class Labelled:
    """The roles of a sentence. doubt: empty, or why the frame may be incomplete."""

    frame: dict[str, str]
    doubt: str


def label(sentences: str | Iterable[str]) -> list[Labelled]:
    """The roles of English sentences, by Link Grammar's parse, WordNet and rules, without a model.

    Errors: sonde.Error, "outside", if Debian's liblink-grammar5, link-grammar-dictionaries-en or
    wordnet-base is missing.
    """
    given = [sentences] if isinstance(sentences, str) else list(sentences)
    if not all(isinstance(sentence, str) for sentence in given):
        raise usage_error("a sentence is not a text")
    return [Labelled(frame, doubt) for frame, doubt in core().label_roles(given)]


def similarity(first: Mapping[str, str], second: Mapping[str, str], vectors: EncoderLike, *, mean: str = "norm",
               weights: Mapping[str, float] | None = None) -> float:
    """The weighted mean of the similarities of each role's phrases: -1 to 1, NaN if no role is in both
    (the STS3k study, section 4.6).

    vectors: an encoder of phrases, as for sonde.encode.
    mean: "norm" divides by the weights of the roles that are compared, "basic" by all.
    weights: of roles, in place of the paper's.

    >>> similarity({"Agent": "the cat", "Verb": "sleeps"}, {"Agent": "the cat", "Verb": "sleeps"}, "random")
    1.0
    """
    from sonde._encode import encode
    if mean not in ("norm", "basic"):
        raise usage_error(f"unknown mean {mean!r}", "use norm or basic")
    phrases = sorted({*first.values(), *second.values()})
    if not phrases:
        return float("nan")
    rows = encode(vectors, phrases, progress=False)
    return float(core().role_similarity(dict(first), dict(second), phrases, rows, mean == "norm", dict(weights or {})))
