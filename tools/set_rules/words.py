# SPDX-License-Identifier: Apache-2.0
"""Sentences as words, which every rule of the sets counts, compares and stems.

Results are cached and shared: callers must not modify the lists."""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

LISTS = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
IRREGULAR = {forms[0]: set(forms[1:])
             for forms in (entry.split() for entry in LISTS["en"]["verbs"].split(";"))}
BASE_OF = {form: base for base, *forms in
           (entry.split() for entry in (LISTS["en"]["verbs"] + ";" + LISTS["en"]["nouns"]).split(";"))
           for form in forms}

PRONOUNS = set("i you he she it we they that this there here who what where".split())
IRREGULAR_NOT = {"cannot": "can", "can't": "can", "won't": "will", "shan't": "shall"}
CLITICS = {"'ll": "will", "'ve": "have", "'re": "are", "'m": "am", "'s": "'s", "'d": "'d"}
CLITIC_READINGS = {"'s": {"is", "has"}, "'d": {"had", "would"}}


@cache
def listed(language, name):
    """Return a list of words.toml as a set, empty if the language has none."""
    if language not in LISTS:
        raise SystemExit(f"tools/set_rules/words.toml has no words of the language '{language}': docs/guides/new-language.md")
    return frozenset(LISTS[language].get(name, "").split())


@cache
def words(sentence):
    """Return the words in their own case, without surrounding punctuation."""
    found = (re.sub(r"^\W+|\W+$", "", w) for w in sentence.split())
    return [w for w in found if w]


@cache
def low(sentence):
    """Return the words in lower case."""
    return [w.lower() for w in words(sentence)]


def letters(sentence):
    """Return the letters and digits alone, in lower case."""
    return re.sub(r"[\W_]", "", sentence).casefold()


def final_mark(sentence):
    """Return the final . ! or ? (a closing quote may follow), or ''."""
    found = re.search(r"""([.!?])["']?$""", sentence)
    return found.group(1) if found else ""


@cache
def split_clitic(word):
    """Return a lower-case English word as one or two: n't, cannot and clitics are split off."""
    clitic = next((c for c in CLITICS if word.endswith(c)), None)
    if word in IRREGULAR_NOT:
        return [IRREGULAR_NOT[word], "not"]
    if word.endswith("n't"):
        return [word[:-3], "not"]
    if clitic and word[: -len(clitic)] in PRONOUNS:
        return [word[: -len(clitic)], CLITICS[clitic]]
    return [word]


@cache
def expand(sentence, language="en"):
    """Return the lower-case words, English ones with n't, cannot and clitics split off."""
    found = low(sentence)
    return [part for w in found for part in split_clitic(w)] if language == "en" else found


@cache
def rough_stem(word):
    """Return an English word without a plural's, a verb's or an adverb's regular ending."""
    w = re.sub(r"'s?$", "", word)
    for suffix, to in (("ies", "i"), ("ied", "i"), ("ing", ""), ("ed", ""), ("s", ""), ("ly", "")):
        rest = w[: -len(suffix)]
        if not w.endswith(suffix) or len(rest) < 3 or not re.search("[aeiouy]", rest):
            continue
        if w.endswith("eed") or (suffix == "s" and w.endswith(("ss", "us", "is"))):
            continue
        w = rest + to
        break
    w = w[:-1] if len(w) > 3 and w.endswith("e") else w
    w = w[:-1] if len(w) > 3 and w[-1] == w[-2] else w
    return w[:-1] + "i" if w.endswith("y") else w


@cache
def rough_stem_nl(word):
    """Return a Dutch word without a participle's ge-, a regular ending, double letters and voicing (loopt, lopen)."""
    w = re.sub(r"'s?$", "", unicodedata.normalize("NFD", word).replace("\u0308", ""))
    for ending in ("^ge(?=....)", "(?<=....)ende?$", "(?<=...)en?$", "(?<=el|er|en|ie|je)s$"):
        w = re.sub(ending, "", w)
    w = re.sub(r"([a-z])\1", r"\1", w)
    w = re.sub("(?<=...)[dt]$", "", w)
    return w[:-1] + {"v": "f", "z": "s", "d": "t"}.get(w[-1:], w[-1:])


@cache
def without_ending(word, language):
    """Return a word without the longest of its language's endings that leaves three letters."""
    found = [e for e in listed(language, "endings") if word.endswith(e) and len(word) - len(e) >= 3]
    return word[: len(word) - max(map(len, found), default=0)]


@cache
def stem(word, language="en"):
    """Return a rough stem: inflections have their word's, in English irregular ones too."""
    w = word.lower()
    if language == "nl":
        return rough_stem_nl(w)
    if language != "en":
        return without_ending(w, language)
    w = re.sub(r"'s?$", "", w)
    return rough_stem(BASE_OF.get(w, w))


@cache
def content_tokens(sentence, language="en"):
    """Return the lower-case words that are not stop words. Hyphens and dashes part words."""
    found = expand(re.sub("[-–—]", " ", sentence), language)
    return [w for w in found if w not in listed(language, "stop") and w not in CLITIC_READINGS]


def content_words(sentence, language="en"):
    """Return the stems of the words that are not stop words."""
    return {stem(w, language) for w in content_tokens(sentence, language)}


def edit_distance(a, b):
    """Return the Levenshtein distance of two lists."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


def typing_distance(a, b):
    """Return the edit distance of two words. A swap of neighbours counts one."""
    d = {(i, 0): i for i in range(len(a) + 1)} | {(0, j): j for j in range(len(b) + 1)}
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1,
                          d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                d[i, j] = min(d[i, j], d[i - 2, j - 2] + 1)
    return d[len(a), len(b)]


def region(a, b):
    """Return (start, old, new): the one part in which two lists of words differ."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    return start, a[start : len(a) - end], b[start : len(b) - end]


def find_part(part, whole):
    """Return the index at which the list `part` starts in `whole`, or -1."""
    starts = range(len(whole) - len(part) + 1)
    return next((i for i in starts if whole[i : i + len(part)] == part), -1)
