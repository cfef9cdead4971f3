# SPDX-License-Identifier: Apache-2.0
"""Rules of the sentence triplets' transformations: how S+ and S* are made from S."""

import re
from collections import Counter

from .negation import negator_count
from .words import LISTS, expand, find_part, listed, low, stem

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
    """`by` is `There is no`, or `Er` with the verb of `of` and `geen`, and the words of `of` after its article."""
    yield from (there_is_no if language == "en" else er_is_geen)(row, of, by)


def er_is_geen(row, of, by):
    body, found = low(row[of])[1:], low(row[by])
    if len(found) < 3 or found[0] != "er" or found[2] != "geen":
        yield f"{by} does not start with Er, a verb and geen"
    elif not any(body[i] == found[1] and body[:i] + body[i + 1 :] == found[3:] for i in range(len(body))):
        yield f"{by} does not share the verb and the remaining words of {of}"


def there_is_no(row, of, by):
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
    """`by` is a clause of `of`. `negated` denies the first verb. `order` names which is first."""
    part, whole = low(row[by]), low(row[of])
    found = clause_order(part, whole, language)
    if not found:
        yield f"the words of {by} are not a contiguous part of {of}"
        return
    if len(part) == len(whole):
        yield f"{by} is all of {of}"
    if row[order] != found:
        yield f"{order} is {row[order]!r} but the clause makes it {found!r}"
    is_kept = bool(clause_order(part, low(row[negated]), language))
    if negator_count(row[of], language, False) == 0 and is_kept != (found == "saying-first"):
        yield f"{negated} does not negate the first verb of {of}"


def clause_order(part, whole, language):
    """Return by its place in a sentence which comes first, the clause or the saying. None if the clause is not part of it."""
    at = find_part(part, whole)
    if at >= 0:
        return "saying-first" if at else "clause-first"
    return "saying-first" if language == "nl" and is_subordinate(part, whole) else None


def is_subordinate(part, whole):
    """Return whether a Dutch sentence ends in a clause in subordinate order: the same words, a separable verb joined."""
    for n in (len(part), len(part) - 1):
        new, old = Counter(part), Counter(whole[-n:])
        split, joined = sorted((new - old).elements()), list((old - new).elements())
        if not split and not joined:
            return True
        if len(joined) == 1 and joined[0] in ("".join(split), "".join(split[::-1])):
            return True
    return False


def passive(row, language, of, by, kind):
    """`by` has the form of a passive of `of`. `kind`: whether with its agent."""
    found = expand(row[by], language)
    if not listed(language, "passives") & set(found):
        yield f"{by} has no form of {LISTS[language]['passive_verbs']}"
    full, agent = row[kind] == "full", LISTS[language]["agent"]
    if full != (agent in found):
        yield f"a full passive needs {agent}" if full else f"an agentless passive has {agent}"
    have = {stem(w, language) for w in found}
    missing = {w for w in expand(row[of], language) if w not in listed(language, "stop") and stem(w, language) not in have}
    if language == "nl":  # the particle of a separable verb is joined to its participle
        missing = {w for w in missing if not any(other.startswith(w) for other in found)}
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
