# SPDX-License-Identifier: Apache-2.0
"""Rules on one row. Each yields the problems found. rules.toml gives the arguments by their names.

A rule is a function (row, language, ...), listed in RULES below."""

import math
import re
import unicodedata
from collections import Counter

from .distances import load_vocabulary, token_distance
from .fusions import added, apart, fusion_length, kept, overlap, reworded_source
from .negation import negation_place, negator_count
from .replacement import replaced, typo_edits
from .triplets import clause, passive, quantifier, rotation
from .words import content_words, edit_distance, expand, final_mark, letters, listed, low, region, words


def text(row, language):
    """Every cell: normal form, spaces, quotes."""
    for name, cell in row.cells.items():
        if unicodedata.normalize("NFC", cell) != cell:
            yield f"{name} is not in NFC"
        if cell != cell.strip():
            yield f"{name} has a leading or trailing space"
        if "  " in cell.strip():
            yield f"{name} has a double space"
        if re.search(r"[^\S ]", cell):
            yield f"{name} has a white-space character other than the space"
        if re.search("[“”‘’]", cell):
            yield f"{name} has a curly quote; the sets use straight ones"
        if '""' in cell or cell.count('"') % 2:
            yield f"{name} has doubled or unpaired quotes"


def capital(row, language, columns):
    """The sentences start with a capital letter."""
    for column in columns:
        if not re.match(r"""["']?[A-ZÀ-ÖØ-Þ]|'[a-z] [A-Z]""", row[column]):
            yield f"{column} does not start with a capital letter or an opening quote"


def end(row, language, columns, marks):
    """The sentences end in one of the marks, all in the same."""
    for column in columns:
        if final_mark(row[column]) not in list(marks):
            yield f"{column} does not end in {' or '.join(marks)}"
    if len({final_mark(row[column]) for column in columns}) > 1:
        yield f"{', '.join(columns)} do not end in the same mark"


def marks(row, language, column, allowed):
    """A sentence contains only these marks."""
    found = set(re.findall(r"[^\w\s]", row[column][:-1])) - set(allowed)
    if found:
        yield f"{column} has a mark other than {' '.join(allowed)}: {' '.join(sorted(found))}"


def same_marks(row, language, of, columns):
    """The sentences have the marks of another, apostrophes and hyphens aside."""
    def inside(sentence):
        return Counter(re.findall(r"[^\w\s'-]", sentence))
    for column in columns:
        if inside(row[column]) != inside(row[of]):
            yield f"{column} does not have the marks of {of}"


def one_sentence(row, language, columns):
    """No sentence ends inside a cell."""
    for column in columns:
        if re.search(r"""[a-z][.!?]["']? ["']?[A-Z]""", row[column]):
            yield f"{column} looks like two sentences"


def length(row, language, columns, words):
    """The sentences have so many words by white space."""
    for column in columns:
        n = len(row[column].split())
        if not words[0] <= n <= words[1]:
            yield f"{column} has {n} words, not {words[0]} to {words[1]}"


def formed(row, language, column, form, forms):
    """A cell has the number of words and the final mark that the column `form` requires. "" for no mark."""
    if row[form] not in forms:
        yield f"{form} {row[form]!r} is not one of {', '.join(forms)}"
        return
    least, most = forms[row[form]]["words"]
    n = len(row[column].split())
    if not least <= n <= most:
        yield f"{column} has {n} words, not {least} to {most} of a {row[form]}"
    if final_mark(row[column]) != forms[row[form]]["mark"]:
        yield f"{column} ends in {final_mark(row[column])!r}, not as a {row[form]}"


def different(row, language, columns):
    """The sentences differ in more than case, spaces and marks."""
    found = {}
    for column in columns:
        other = found.setdefault(letters(row[column]), column)
        if other != column:
            yield f"{other} and {column} are the same letters and digits"


def pattern(row, language, column, matches, like):
    """A cell has a form."""
    if not re.fullmatch(matches, row[column]):
        yield f"{column} {row[column]!r} is not {like}"


def one_of(row, language, column, values):
    """A cell has one of these values."""
    if row[column] not in values:
        yield f"{column} {row[column]!r} is not one of {', '.join(values)}"


def without(row, language, columns, words):
    """The sentences have none of these words, or none of a list of words.toml."""
    unwanted = listed(language, words) if isinstance(words, str) else words
    for column in columns:
        found = low(row[column]) + expand(row[column], language)
        for word in dict.fromkeys(w for w in found if w in unwanted):
            yield f"{column} has '{word}'" + (f", one of the {words}" if isinstance(words, str) else "")


def first_word(row, language, columns, words=None, not_of=None):
    """The first word is one of these, or none of a list of words.toml."""
    for column in columns:
        first = (low(row[column]) or [""])[0]
        if words and first not in words:
            yield f"{column} does not start with {' or '.join(words)}"
        if not_of and first in listed(language, not_of):
            yield f"{column} starts with '{first}', one of the {not_of}"


def negated(row, language, of, by, anywhere=False):
    """One of two sentences is the other with exactly one negator. `anywhere`: see negation.py."""
    counts = [negator_count(row[c], language, anywhere) for c in (of, by)]
    alone = anywhere or min(counts) == 0
    if abs(counts[1] - counts[0]) != 1 or not alone:
        yield f"exactly one of {of} and {by} must have one more negation, found {counts[0]} and {counts[1]}"
    elif not negation_place(row[of], row[by], language, anywhere):
        yield f"{by} differs from {of} by more than the negation"


def same_polarity(row, language, of, by):
    """Two sentences have the same number of not."""
    if negator_count(row[of], language, False) != negator_count(row[by], language, False):
        yield f"{by} does not keep the polarity of {of}"


def one_region(row, language, of, by, old, new):
    """Two sentences differ in one place: so many words of the one, so many of the other."""
    _, *parts = region(low(row[of]), low(row[by]))
    for column, part, limits in zip((of, by), parts, (old, new)):
        if not limits[0] <= len(part) <= limits[1]:
            yield (f"{by} must differ in one region, {limits[0]} to {limits[1]} words of {column}, "
                   f"found {' '.join(parts[0])!r} -> {' '.join(parts[1])!r}")


def same_words(row, language, of, by):
    """Two sentences have the same words, case counted, in another order."""
    if Counter(words(row[of])) != Counter(words(row[by])):
        yield f"{of} and {by} do not have exactly the same words (case counts)"
    elif words(row[of]) == words(row[by]):
        yield f"{by} has the words of {of} in the same order"


def reworded(row, language, of, by, form, edits, kept):
    """Two sentences are so many word edits apart, depending on the column `form`.

    edits: the range of each form. kept: the least share of content words that stay.
    """
    least, most = edits.get(row[form], (0, math.inf))
    found = edit_distance(low(row[of]), low(row[by]))
    if not least <= found <= most:
        yield f"{by} is {found} word edits from {of}, not {least} to {most}"
    old, new = (content_words(row[c], language) for c in (of, by))
    if len(old & new) < kept * len(old):
        yield f"{by} keeps {len(old & new)} of the {len(old)} content words of {of}"


def token_distances(row, language, of, columns, most):
    """No sentence is further from another than so many tokens. Needs the vocabulary."""
    vocabulary = load_vocabulary()
    for column in columns if vocabulary else ():
        found = token_distance(row[of], row[column], vocabulary)
        if found > most:
            yield f"{column} is {found:.2f} from {of}, more than {most}"


RULES = {rule.__name__: rule for rule in (
    text, capital, end, marks, same_marks, one_sentence, length, formed, different, pattern, one_of,
    without, first_word, negated, same_polarity, one_region, same_words, reworded,
    token_distances, clause, passive, quantifier, rotation, replaced, typo_edits,
    fusion_length, kept, added, overlap, reworded_source, apart)}
