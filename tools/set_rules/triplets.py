# SPDX-License-Identifier: Apache-2.0
"""Rules of the sentence triplets' transformations: how S+ and S* are made from S."""

import re

from .negation import negator_count
from .words import expand, find_part, listed, low, stem

BE_GET = set("is are was were be been being am get gets got getting gotten".split())
RELATIVES = ("who", "that", "which")
THERE_NO = ("there is no", "there are no", "there was no", "there were no")


def stems_of(tokens):
    return [stem(w) for w in tokens]


def without_be(tokens):
    """Yield (be form, the other words) for each is/are/was/were in tokens."""
    for i, w in enumerate(tokens):
        if w in ("is", "are", "was", "were"):
            yield w, tokens[:i] + tokens[i + 1 :]


def quantifier(row, language, of, by):
    """`by` is `There is no` and the words of `of` after its article."""
    start, rest = " ".join(low(row[by])[:3]), low(row[by])[3:]
    if start not in THERE_NO:
        yield f"{by} does not start with There is/are/was/were no"
        return
    body = low(row[of])[1:]
    for be, other in without_be(body):
        if stems_of(other) == stems_of(rest):
            if (be in ("is", "are")) != (start.split()[1] in ("is", "are")):
                yield f"{of} has {be} but {by} starts with {start!r}"
            return
    # No form of be to drop: "who" or "that" may be put in, or the verb's form differ.
    relative = any(w in RELATIVES and rest[:i] + rest[i + 1 :] == body for i, w in enumerate(rest))
    if not relative and stems_of(body) != stems_of(rest):
        yield f"{by} does not share the remaining words of {of}"


def clause(row, language, of, by, negated, order):
    """`by` is a clause of `of`; `negated` denies the first verb; `order` says which is first."""
    part, whole = low(row[by]), low(row[of])
    at = find_part(part, whole)
    if at < 0:
        yield f"the words of {by} are not a contiguous part of {of}"
        return
    if len(part) == len(whole):
        yield f"{by} is all of {of}"
    found = "saying-first" if at else "clause-first"
    if row[order] != found:
        yield f"{order} is {row[order]!r} but the clause makes it {found!r}"
    is_kept = find_part(part, low(row[negated])) >= 0
    if negator_count(row[of], language, False) == 0 and is_kept != (found == "saying-first"):
        yield f"{negated} does not negate the first verb of {of}"


def passive(row, language, of, by, kind):
    """`by` has the form of a passive of `of`; `kind` says whether with its agent."""
    found = expand(row[by])
    if not BE_GET & set(found) and "'s" not in found:
        yield f"{by} has no form of be or get"
    full = row[kind] == "full"
    if full != ("by" in found):
        yield "a full passive needs by" if full else "an agentless passive has by"
    have = set(stems_of(found))
    missing = {w for w in expand(row[of]) if w not in listed(language, "stop") and stem(w) not in have}
    if full and len(missing) > 1:
        yield f"{by} lacks words of {of}: {', '.join(sorted(missing))}"


def pivot_of(sentence, other):
    """Return the place at which sentence is cut to give other, or 0."""
    a, b = (re.sub(r"[.!?]$", "", s).split() for s in (sentence, other))
    return next((i for i in range(1, len(a)) if a[i:] + a[:i] == b), 0)


def rotation(row, language, of, by, least_side):
    """`by` has the words of `of` from a pivot on, then those before it."""
    pivot = pivot_of(row[of], row[by])
    if not pivot:
        yield f"{by} is not a rotation of the words of {of}"
    elif min(pivot, len(row[of].split()) - pivot) < least_side:
        yield f"the pivot leaves fewer than {least_side} words on a side"
