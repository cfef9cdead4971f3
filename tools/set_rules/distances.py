# SPDX-License-Identifier: Apache-2.0
"""How far two sentences are apart: counts of words, ROUGE-1, tokens of bert-base-uncased."""

import re
import sys
import unicodedata
from collections import Counter
from fractions import Fraction
from functools import lru_cache, cache
from pathlib import Path

from .words import edit_distance

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import shared_data

VOCABULARY = shared_data.FOLDER / "heros/bert-base-uncased-vocab.txt"


def bag_distance(a, b):
    """Return minus the squared cosine of two lists' word counts: an exact fraction, so that ties are seen."""
    a, b = Counter(a), Counter(b)
    dot = sum(n * b[w] for w, n in a.items())
    return Fraction(-dot * dot, sum(n * n for n in a.values()) * sum(n * n for n in b.values()))


def rouge_1(a, b):
    """Return ROUGE-1 F1 as Google's rouge_score without stemming, in percent."""
    a, b = (Counter(re.sub("[^a-z0-9]+", " ", s.lower()).split()) for s in (a, b))
    return 200 * (a & b).total() / max(1, a.total() + b.total())


def basic_tokens(sentence):
    """Return bert-base-uncased's words: lower case, no accents, punctuation apart."""
    text = unicodedata.normalize("NFD", sentence.lower())
    text = "".join(c for c in text if unicodedata.category(c) != "Mn")
    apart = (f" {c} " if unicodedata.category(c)[0] == "P" or c in "$+<=>^`|~" else c
             for c in text)
    return "".join(apart).split()


def word_pieces(word, vocabulary):
    """Return the longest pieces of a word, from its start, or [UNK] without any."""
    pieces, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        end = next((e for e in range(len(word), start, -1)
                    if mark + word[start:e] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        pieces.append(mark + word[start:end])
        start = end
    return pieces


@cache
def tokens(sentence, vocabulary):
    """Return the word pieces of a sentence."""
    return [p for w in basic_tokens(sentence) for p in word_pieces(w, vocabulary)]


@cache
def token_distance(a, b, vocabulary):
    """Return the Levenshtein distance over word pieces divided by the longer length."""
    a, b = tokens(a, vocabulary), tokens(b, vocabulary)
    return edit_distance(a, b) / max(1, len(a), len(b))


@lru_cache
def load_vocabulary(path=VOCABULARY):
    """Return the set of word pieces, or None if the file is missing."""
    if not path.exists():
        return None
    return frozenset(path.read_text(encoding="utf-8").splitlines())
