# SPDX-License-Identifier: Apache-2.0
"""Rules on a whole set. Each yields (line, what is wrong). rules.toml gives the arguments.

A rule is a function (rows, language, ...), listed in RULES below. A figure, in FIGURES, is a
number of the whole set that is printed and has a range."""

import math
import re
import statistics
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from .distances import VOCABULARY, bag_distance, load_vocabulary, rouge_1, shared_data, token_distance
from .fusions import length_ratio, told_alike
from .negation import negation_place
from .words import (content_tokens, content_words, edit_distance, expand, letters, listed, low, region, rough_stem,
                    stem, words)

WORDNET = Path("/usr/share/wordnet")


def size(rows, language, least):
    """The set has so many rows."""
    if len(rows) < least:
        yield 1, f"{len(rows)} rows, fewer than {least}"


def numbered(rows, language, prefix):
    """The ids count up from 1 without a gap."""
    for number, row in enumerate(rows, 1):
        if row["id"] != f"{prefix}-{number:03}":
            yield row.line, f"id {row['id']!r} where {prefix}-{number:03} is due"
            return


def unique(rows, language, columns):
    """No sentence occurs in two rows, whatever its case, spaces and marks."""
    seen = {}
    for row in rows:
        for column in columns:
            first = seen.setdefault(letters(row[column]), row.line)
            if first != row.line:
                yield row.line, f"{column} is also on line {first}: {row[column]}"


def too_many(rows, keys_of, most, told):
    """Yield the keys that occur in more than `most` rows."""
    lines = defaultdict(list)
    for row in rows:
        for key in keys_of(row):
            lines[key].append(row.line)
    for key, at in sorted(lines.items()):
        if len(at) > most:
            yield at[most], f"{told(key, len(at))}, more than {most}: lines {at}"


def at_most(rows, most):
    """Return a limit as a number of rows: below 1 it is a share of them."""
    return math.floor(most * len(rows)) if most < 1 else most


def content_share(rows, language, columns, most):
    """No content word is in too many rows. Irregular forms count as separate words."""
    def keys(row):
        found = {w for column in columns for w in content_tokens(row[column], language)}
        found = {w for w in found - listed(language, "common") if any(map(str.isalpha, w))}
        return {rough_stem(w) for w in found} if language == "en" else found
    return too_many(rows, keys, at_most(rows, most), lambda key, n: f"content word '{key}-' is in {n} rows")


def starts(rows, language, column, words, most):
    """No first words are in too many rows."""
    return too_many(rows, lambda row: [" ".join(low(row[column])[:words])], at_most(rows, most),
                    lambda key, n: f"{n} {column} start with '{key}'")


def overlap(rows, language, column, most):
    """No two sentences have more than this share of all their words in common."""
    sets = [set(low(row[column])) for row in rows]
    for a, b in combinations(range(len(rows)), 2):
        if len(sets[a] & sets[b]) > most * len(sets[a] | sets[b]):
            yield rows[b].line, f"{column} has more than {most:.0%} of its words in common with line {rows[a].line}"


def variety(rows, language, column, least, most=1, even=None):
    """A label has so many values: none in too large a share, none `even` times as frequent as another."""
    counts = Counter(row[column] for row in rows)
    if len(counts) < least:
        yield 1, f"{len(counts)} values of {column}, fewer than {least}"
    for value, n in sorted(counts.items()):
        if n > most * len(rows):
            yield 1, f"{column} {value} has {n} of {len(rows)} rows, more than {most:.0%}"
        if even and n > even * min(counts.values()):
            yield 1, f"{column} {value} has {n} rows, more than {even} times {min(counts.values())}"


def has_length(row, column, words):
    return words[0] <= len(row[column].split()) <= words[1]


def share(rows, language, told, column, share, value=None, matches=None, words=None):
    """A share of the rows has a value, matches a pattern or has so many words."""
    n = sum(value == row[column] if value else
            bool(re.search(matches, row[column])) if matches else
            has_length(row, column, words) for row in rows)
    yield from out_of_range(n, rows, told, share)


def out_of_range(n, rows, told, share):
    if not share[0] * len(rows) <= n <= share[1] * len(rows):
        yield 1, f"{n} of {len(rows)} rows {told}, not {share[0]:.0%} to {share[1]:.0%}"


def negation_taken(rows, language, of, by, share):
    """In a share of the rows `by` is `of` without a negation."""
    places = (negation_place(row[of], row[by], language) for row in rows)
    n = sum(place is not None and not place[1] for place in places)
    yield from out_of_range(n, rows, f"have a negation in {of} that {by} takes away", share)


@lru_cache
def load_wordnet(folder=WORDNET):
    """Return the words of WordNet's index and exceptions, or none if it is missing."""
    found = set()
    for path in (p for kind in ("index.*", "*.exc") for p in folder.glob(kind)):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        found |= {line.split(" ", 1)[0] for line in lines}
    return found


def base_forms(word):
    """Yield the word and what it may be a regular inflection of."""
    yield word
    for suffix, ends in (("s", [""]), ("es", [""]), ("ies", ["y"]), ("ed", ["", "e"]),
                         ("ied", ["y"]), ("ing", ["", "e"])):
        base = word.removesuffix(suffix)
        if base == word or len(base) < 2:
            continue
        yield from (base + end for end in ends)
        if re.search("[^aeiou][aeiou]([bdgmnprt])\\1$", base):
            yield base[:-1]


def typos_unknown(rows, language, of, typo, columns):
    """No typo is a word of the set or, in English, of WordNet."""
    own = {w for row in rows for c in columns for w in low(row[c])}
    wordnet = load_wordnet() if language == "en" else set()
    for row in rows:
        for word in (w.lower() for w in region(words(row[of]), words(row[typo]))[2]):
            if word in own:
                yield row.line, f"{typo} {word!r} is a word of the set"
            known = wordnet.intersection(base_forms(word))
            if known:
                yield row.line, f"{typo} {word!r} is a word of WordNet: {', '.join(sorted(known))}"


def frames(rows, language, column, most):
    """No order of function words, with a mark for each content word, is in too many rows."""
    return too_many(rows, lambda row: [frame(row[column], language)], at_most(rows, most),
                    lambda key, n: f"{n} {column} have the frame '{key}'")


def frame(sentence, language):
    """Return a sentence with its content words masked."""
    return " ".join(w if w in listed(language, "stop") else "_" for w in low(sentence))


def verbs(rows, language, columns, most):
    """No verb is negated in too many rows."""
    return too_many(rows, lambda row: negated_verb(row, language, columns), at_most(rows, most),
                    lambda key, n: f"the verb '{key}-' is negated in {n} rows")


def replaced_words(rows, language, of, by, most):
    """No content word is among those replaced, which `by` has others for, in too many rows."""
    def keys(row):
        old = " ".join(region(words(row[of]), words(row[by]))[1])
        return content_words(old, language)
    return too_many(rows, keys, at_most(rows, most), lambda key, n: f"'{key}-' is replaced in {n} rows")


def negated_verb(row, language, columns):
    """Return the stem of the first content word after the not of the first column that has one."""
    for column in columns:
        found = expand(row[column], language)
        at = next((i for i, w in enumerate(found, 1) if w in listed(language, "denials")), 0)
        if at:
            after = (w for w in found[at:] if w not in listed(language, "stop"))
            return [stem(w, language) for w in after][:1]
    return []


RULES = {rule.__name__: rule for rule in (
    size, numbered, frames, verbs, replaced_words, unique, content_share, starts, overlap, variety, share, negation_taken,
    typos_unknown)}


# Figures: (rows, ...) -> a number, or None if its input is missing.

def mean_words(rows, column):
    return statistics.fmean(len(row[column].split()) for row in rows)


def spread_of_words(rows, columns):
    """Return the standard deviation of the number of words."""
    return statistics.pstdev(len(row[c].split()) for row in rows for c in columns)


def mean_rouge_1(rows, of, columns):
    return statistics.fmean(rouge_1(row[of], row[c]) for row in rows for c in columns)


def mean_token_distance(rows, of, columns):
    vocabulary = load_vocabulary()
    if vocabulary is None:
        return None
    return statistics.fmean(token_distance(row[of], row[c], vocabulary) for row in rows for c in columns)


def median_length_ratio(rows, fusions):
    return statistics.median(length_ratio(row, f, sources) for row in rows for f, sources in fusions.items())


def mean_told_alike(rows, source, fusions, language="en"):
    """Return the mean share of the content words of a source, names and numbers aside, that are in all its fusions."""
    found = (told_alike(row, language, source, fusions) for row in rows)
    return statistics.fmean(len(alike) / max(1, len(own)) for own, alike in found)


def bag_of_words(rows, to, near, far):
    """Return the share of rows in which the word counts of `near` are closer to those of `to`
    than those of `far` are. A tie counts for neither."""
    return share_nearer(rows, to, near, far, bag_distance)


def token_edits(rows, to, near, far):
    """Return the same share by the number of words to put in, take out or replace."""
    return share_nearer(rows, to, near, far, edit_distance)


def bag_overlaps(rows, samples):
    """Return the share of the samples (A, B, target) in which the target's word counts are closer
    to those of A and of B than these are to each other."""
    return share_holding(rows, samples, lambda a, b, both: max(bag_distance(a, both), bag_distance(b, both))
                         < bag_distance(a, b))


def bag_differences(rows, samples):
    """Return the share of the samples (A, B, target) in which those of A are closer to the
    target's and to those of B than these are to each other."""
    return share_holding(rows, samples, lambda a, b, rest: max(bag_distance(a, rest), bag_distance(a, b))
                         < bag_distance(b, rest))


def share_holding(rows, samples, holds):
    return statistics.fmean(holds(*(expand(row[c]) for c in sample)) for row in rows for sample in samples)


def share_nearer(rows, to, near, far, distance):
    found = [[expand(row[c]) for c in (to, near, far)] for row in rows]
    return sum(distance(a, b) < distance(a, c) for a, b, c in found) / len(rows)


FIGURES = {figure.__name__: figure for figure in (
    mean_words, spread_of_words, mean_rouge_1, mean_token_distance, median_length_ratio, mean_told_alike, bag_of_words,
    token_edits, bag_overlaps, bag_differences)}


def figure_problem(name, value, range):
    """Yield what is wrong with a figure: out of its range, or missing although data are required."""
    told = name.replace("_", " ")
    if value is None and shared_data.MUST_RUN:
        yield 1, f"no {told}: {VOCABULARY} is missing"
    if value is not None and range and not range[0] <= value <= range[1]:
        yield 1, f"the {told} is {value:.4g}, not {range[0]} to {range[1]}"
