"""Scores of AMR graphs, given as PENMAN text: docs/reference/scorers/graphs.md. Errors: sonde.Error with line and column."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sonde._error import usage_error
from sonde._load import core

if TYPE_CHECKING:
    from sonde.inputs import EncoderLike

__all__ = ["Smatch", "smatch", "wlk", "wwlk"]


@dataclass(frozen=True)
class Smatch:
    """How many triples two graphs share under the best mapping of their variables.

    precision is of the first graph's triples, recall of the second's. proven: whether no mapping has
    more matches.
    """

    precision: float
    recall: float
    f1: float
    matches: int
    proven: bool


def smatch(first: str, second: str, *, dialect: str = "current") -> Smatch:
    """Smatch (Cai and Knight, 2013), by branch and bound.

    dialect: "current", or "older", in which the triple of the top has its concept.

    >>> smatch("(s / sleep-01 :ARG0 (c / cat))", "(s / sleep-01 :ARG0 (d / dog))").f1
    0.75
    """
    if dialect not in ("current", "older"):
        raise usage_error(f"unknown dialect {dialect!r}", "use current or older")
    return Smatch(**core().smatch(first, second, dialect == "older"))


def wlk(first: str, second: str, *, iterations: int = 2) -> float:
    """The Weisfeiler-Leman kernel (Opitz, Daza and Frank, 2021): 0 to 1.

    >>> wlk("(c / cat)", "(c / cat)")
    1.0
    """
    return float(core().wlk(first, second, _iterations(iterations)))


def wwlk(first: str, second: str, vectors: EncoderLike, *, iterations: int = 2, edge_weight: float = 0.2) -> float:
    """The same kernel over vectors of words: -1 to 1 (Opitz, Daza and Frank, 2021).

    vectors: an encoder of words, as for sonde.encode.

    >>> wwlk("(c / cat)", "(c / cat)", "random?dimension=8")
    1.0
    """
    from sonde._encode import encode
    if not 0 <= edge_weight <= 1:
        raise usage_error(f"an edge_weight of {edge_weight!r}", "give from 0 to 1")
    if isinstance(vectors, str) and vectors.startswith("words:") and "split=" not in vectors:
        vectors += ("&" if "?" in vectors else "?") + "split=spaces"  # "u.s." is a word, as in the published program
    words = sorted({word for word in core().words_of_graphs(first, second) if word.strip()})
    rows = encode(vectors, words, progress=False)
    known = [place for place, row in enumerate(rows) if row[0] == row[0]]
    return float(core().wwlk(first, second, [words[place] for place in known], rows[known], _iterations(iterations),
                             edge_weight))


def _iterations(iterations: int) -> int:
    if not isinstance(iterations, int) or not 0 <= iterations <= 10:
        raise usage_error(f"{iterations!r} iterations", "give from 0 to 10")
    return iterations
