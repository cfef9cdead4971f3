# SPDX-License-Identifier: Apache-2.0
"""Rules of fused sentences: the parts of its two sources in a fusion, and its additions."""

import re

from .words import content_words, listed, stem


def parts(sentence):
    """Return the words in their own case. Hyphens and dashes part words."""
    found = (re.sub(r"^\W+|\W+$", "", w) for w in re.split(r"[\s\-–—]+", sentence))
    return [w for w in found if w]


def share(part, whole):
    """Return the share of the set `part` that is in `whole`, or 1 if it is empty."""
    return len(part & whole) / len(part) if part else 1.0


def numbers(sentence, language):
    """Return the numbers of a sentence, in digits and in words."""
    found = [re.sub("'s?$", "", w.lower()) for w in parts(sentence)]
    return {w for w in found if re.search(r"\d", w)} | listed(language, "numbers") & set(found)


def names(sentence, language):
    """Return the stems of the capitalised words after the first word."""
    found = parts(sentence)[1:]
    return {stem(w, language) for w in found if w[0].isupper() and w != "I" and not w.startswith("I'")}


def length_ratio(row, fusion, sources):
    """Return the words of a fusion over the words of its sources."""
    return len(row[fusion].split()) / sum(len(row[c].split()) for c in sources)


def fusion_length(row, language, fusion, sources, most):
    """A fusion has at most this share of the words of its sources."""
    ratio = length_ratio(row, fusion, sources)
    if ratio > most:
        yield f"{fusion} has {ratio:.3f} of the words of its sources, more than {most}"


def kept(row, language, fusion, sources, least):
    """A fusion has at least this share of the content words of each source."""
    have = content_words(row[fusion], language)
    for source in sources:
        wanted = content_words(row[source], language)
        if share(wanted, have) < least:
            yield (f"{fusion} has less than {least:.0%} of the content words of {source}; "
                   f"it lacks {', '.join(sorted(wanted - have))}")


def added(row, language, fusion, sources, most):
    """A fusion adds no number or name, and at most this share of new content words."""
    both = " ".join(row[c] for c in sources)
    for kind, found, allowed in (
        ("number", numbers(row[fusion], language), numbers(both, language)),
        ("name", names(row[fusion], language), {stem(w, language) for w in parts(both)}),
    ):
        for word in sorted(found - allowed):
            yield f"{fusion} has a {kind} of its own: {word}"
    mine, theirs = content_words(row[fusion], language), content_words(both, language)
    if 1 - share(mine, theirs) > most:
        new = sorted(mine - theirs)
        yield f"{fusion} has {len(new)} of {len(mine)} content words of its own: {', '.join(new)}"


def overlap(row, language, of, by, most):
    """Two sentences share at most this share of the content words of the shorter."""
    a, b = (content_words(row[c], language) for c in (of, by))
    shared = len(a & b) / max(1, min(len(a), len(b)))
    if shared > most:
        yield f"{of} and {by} share {shared:.0%} of their content words"


def told_alike(row, language, source, fusions):
    """Return the content words of a source, names and numbers aside, and those of them that are in all its fusions."""
    fixed = names(row[source], language) | {stem(w, language) for w in numbers(row[source], language)}
    found = content_words(row[source], language) - fixed
    return found, found.intersection(*(content_words(row[f], language) for f in fusions))


def reworded_source(row, language, source, fusions, most):
    """At most this share of the content words of a source, names and numbers aside, is in all its fusions."""
    found, alike = told_alike(row, language, source, fusions)
    if len(alike) > most * len(found):
        yield (f"{len(alike)} of the {len(found)} content words of {source} are in {' and '.join(fusions)}, "
               f"more than {most:.0%}: {', '.join(sorted(alike))}")


def jaccard(a, b):
    """Return the elements that two sets share over those of both, or 0 if both are empty."""
    return len(a & b) / max(1, len(a | b))


def apart(row, language, column, pairs, most):
    """A label is yes if the content words of each pair have at most this Jaccard index, else no."""
    found = max(jaccard(*(content_words(row[c], language) for c in pair)) for pair in pairs)
    due = "yes" if found <= most else "no"
    if row[column] in ("yes", "no") and row[column] != due:
        yield f"{column} is {row[column]!r} where {due} is due: the Jaccard index of a pair is {found:.3f}"
