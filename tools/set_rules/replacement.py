# SPDX-License-Identifier: Apache-2.0
"""Rules of minimal pairs in which one word is replaced, which the typo's place shows."""

from .negation import negation_place
from .words import expand, listed, region, stem, typing_distance, words


def target(row, of, typo):
    """Return (place, word) of the replaced word, or None."""
    start, old, new = region(words(row[of]), words(row[typo]))
    return (start, old[0]) if len(old) == len(new) == 1 else None


def new_word(language, start, old, new, place):
    """Return the new word at the place, without article and particle, or None."""
    if not start <= place < start + len(old):
        return None
    return next((w for w in new if w.lower() not in listed(language, "articles")), None)


def replaces_more(language, start, old, new, place):
    """Return whether a region changes a content word besides the one at the place."""
    stop = listed(language, "stop")
    others = [w for i, w in enumerate(old, start) if i != place]
    return (sum(w.lower() not in stop for w in new) > 1
            or not stop.issuperset(map(str.lower, others)))


def replaced(row, language, of, typo, columns, words_at_most, negated, near=None):
    """The columns replace the word that the typo spells wrongly, each by another stem.

    near: how many words may be between it and the negation of the column `negated`.
    """
    found = target(row, of, typo)
    if not found:
        yield f"{typo} must differ from {of} in one word"
        return
    place, word = found
    stems = {stem(word, language): of}
    for column in columns:
        start, old, new = region(words(row[of]), words(row[column]))
        change = f"{' '.join(old)!r} -> {' '.join(new)!r}"
        if not all(1 <= len(x) <= words_at_most for x in (old, new)):
            yield f"{column} must replace one region of 1 to {words_at_most} words, found {change}"
            continue
        if replaces_more(language, start, old, new, place):
            yield f"{column} replaces more than {word!r}: {change}"
        now = new_word(language, start, old, new, place)
        if not now:
            yield f"{column} does not replace {word!r}: {change}"
            continue
        other = stems.setdefault(stem(now, language), column)
        if other != column:
            yield f"{column} has the same word as {other}"
    if near is not None:
        yield from negation_near(row, language, of, negated, found, near)


def negation_near(row, language, of, by, found, near):
    """The negation of a column is near the replaced word."""
    place = negation_place(row[of], row[by], language)
    after = len(expand(" ".join(words(row[of])[found[0] :]), language))
    if place and not 0 < place[0] - after <= near:
        yield f"{by} does not negate {found[1]!r}"


def typo_edits(row, language, of, typo, edits):
    """The typo is near the word that it replaces."""
    _, old, new = region(words(row[of]), words(row[typo]))
    if len(old) == len(new) == 1:
        found = typing_distance(old[0].lower(), new[0].lower())
        if not edits[0] <= found <= edits[1]:
            yield f"{typo} {new[0]!r} is {found} edits from {old[0]!r}"
