#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the minimal-pair sets of this folder against the rules in README.md.

    python3 validate.py [en.tsv ...]

Without arguments every set of the folder is checked. Every problem is printed
as `file:line: what is wrong`, then one line of figures for each set and one
summary line; the exit status is 1 when there is any problem. Token distances
need the vocabulary of bert-base-uncased from the published data (tools/shared_data.py)
and are left out, with a message, where it is missing (a problem with SONDE_LACKING=fail).
Python 3.11, standard library only.
"""

import importlib.util
import math
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Callable

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "tools")]
import shared_data  # noqa: E402
from set_files import Row, check_decoded, read_rows  # noqa: E402


def load_triplets():
    """Return the validator of the triplet sets, whose word rules are shared."""
    path = HERE.parent / "triplets" / "validate.py"
    spec = importlib.util.spec_from_file_location("triplets_validate", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


t = load_triplets()

REPLACED = ("Synonym", "Antonym", "Random", "Typo")
NEGATED = ("Negation (main)", "Negation (antonym)")
VARIANTS = REPLACED + NEGATED
SENTENCES = ("Original",) + VARIANTS
COLUMNS = ["id", *SENTENCES, "domain"]

MIN_WORDS, MAX_WORDS = 9, 24   # of an original
MAX_REGION = 2                 # words of a replacement, an article or a particle included
TYPO_EDITS = (1, 2)
CONTENT_SHARE = 0.05
MAX_SAME_START = 3
MIN_DOMAINS, DOMAIN_SHARE = 12, 0.15
NEGATIVE_SHARE = (0.05, 0.20)  # originals whose main verb is negated
MIN_ROUGE = 91                 # mean ROUGE-1 F1 in percent
MAX_MEAN_DISTANCE = 0.12       # mean token distance
MAX_DISTANCE = {**dict.fromkeys(REPLACED, 0.45), **dict.fromkeys(NEGATED, 0.40)}

VOCABULARY = shared_data.FOLDER / "heros/bert-base-uncased-vocab.txt"
WORDNET = Path("/usr/share/wordnet")


# ------------------------------------------------------------ languages

@dataclass(frozen=True)
class Language:
    """What the rules need to know of a language.

    prefix: of the ids. negations: the words that negate. stop_words: not
    counted as content words. split: a sentence as lower-case words, contractions
    split off. stem: a rough stem. articles: words that may change with the word
    after them. is_negation: (negated, plain, i) -> whether the words `negated`
    are `plain` negated by their word i. near: how many words may stand between
    the negation and the replaced word in Negation (antonym), None for no limit.
    """

    prefix: str
    min_rows: int
    negations: frozenset
    stop_words: frozenset
    articles: frozenset
    split: Callable
    stem: Callable
    is_negation: Callable
    near: int | None


def same_but_article(a, b, at):
    """Compare two word lists; the articles beside `at` may be a or an."""
    if len(a) != len(b):
        return False
    wrong = [i for i in range(len(a)) if not t.same_word(a[i], b[i])]
    return all(abs(i - at) <= 1 and {a[i], b[i]} == {"a", "an"} for i in wrong)


def is_negation_en(negated, plain, i):
    """Whether a not, never or no at i, with do-support, is all that differs."""
    rest = negated[:i] + negated[i + 1 :]
    if same_but_article(rest, plain, i):
        return True
    return negated[i] == "not" and t.is_negated_at(negated, plain, i)


def is_negation_nl(negated, plain, i):
    """Whether niet, nooit or geen at i is all that differs; geen may stand for een."""
    rest = negated[:i] + negated[i + 1 :]
    if rest == plain:
        return True
    return negated[i] in ("geen", "niemand", "niets", "nergens") and any(
        negated[:i] + [w] + negated[i + 1 :] == plain
        for w in ("een", "één", "iemand", "iets", "ergens"))


DUTCH_STOP_WORDS = frozenset("""
de het een der den des 't 'n dit dat deze die zo'n zulke ander andere elk elke
ieder iedere beide alle al allemaal veel meer meest weinig minder enkele sommige
ik mij me mijn jij je jou jouw u uw hij hem zijn zij ze haar hen hun het wij we
ons onze jullie men zich elkaar zelf wie wat welke waar waarom wanneer hoe of er
ben bent is was waren geweest word wordt werd werden worden geworden heb hebt
heeft had hadden hebben gehad doe doet deed deden doen gedaan zal zult zullen zou
zouden kan kunt kunnen kon konden mag mogen mocht mochten moet moeten moest
moesten wil wilt willen wilde wilden ga gaat gaan ging gingen laat laten liet
lieten blijf blijft blijven bleef bleven kom komt komen kwam kwamen
niet geen nooit niemand niets nergens zonder
en maar want dus omdat terwijl als dan sinds totdat tot zodra hoewel voordat
nadat toen zodat toch noch
van in op aan bij voor door naar met uit af om over onder boven tegen tussen
langs achter naast binnen buiten tijdens via per sinds rond rondom vanaf volgens
ook alleen altijd bijna even nog nu vaak weer al pas heel erg zeer te zo zelfs
hier daar eens ooit soms meestal samen vandaag gisteren morgen vanavond vanochtend
nul twee drie vier vijf zes zeven acht negen tien elf twaalf twintig dertig
veertig vijftig honderd duizend eerste tweede derde laatste volgende vorige
""".split())

LANGUAGES = {
    "en": Language("he", 300, frozenset(["not", "never", "no"]),
                   frozenset(t.STOP_WORDS), frozenset(["a", "an"]),
                   t.expand, t.stem, is_negation_en, 3),
    "nl": Language("hn", 100, frozenset("niet geen nooit niemand niets nergens".split()),
                   DUTCH_STOP_WORDS, frozenset(["de", "het", "een"]),
                   t.low, str.lower, is_negation_nl, None),
}


# ------------------------------------------------------------- distances

def typing_distance(a, b):
    """Return the edit distance of two words; a swap of neighbours counts one."""
    d = {(i, 0): i for i in range(len(a) + 1)} | {(0, j): j for j in range(len(b) + 1)}
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1,
                          d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                d[i, j] = min(d[i, j], d[i - 2, j - 2] + 1)
    return d[len(a), len(b)]


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
    """Return the longest pieces of a word, from its start; [UNK] when there are none."""
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


@lru_cache(maxsize=None)
def tokens(sentence, vocabulary):
    """Return the word pieces of a sentence."""
    return [p for w in basic_tokens(sentence) for p in word_pieces(w, vocabulary)]


@lru_cache(maxsize=None)
def token_distance(a, b, vocabulary):
    """Return the Levenshtein distance over word pieces divided by the longer length."""
    a, b = tokens(a, vocabulary), tokens(b, vocabulary)
    return t.edit_distance(a, b) / max(1, len(a), len(b))


@lru_cache
def load_vocabulary(path=VOCABULARY):
    """Return the set of word pieces, or None where the file is missing."""
    if not path.exists():
        return None
    return frozenset(path.read_text(encoding="utf-8").splitlines())


@lru_cache
def load_wordnet(folder=WORDNET):
    """Return the words of WordNet's index and exceptions; none where it is missing."""
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


# ------------------------------------------------------------------ rows

def region(a, b):
    """Return (start, old, new): the one part in which two word lists differ."""
    old, new = t.replaced_region(a, b)
    start = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return start, old, new


def target(row):
    """Return (place, word) of the replaced word, which Typo shows, or None."""
    start, old, new = region(t.words(row["Original"]), t.words(row["Typo"]))
    return (start, old[0]) if len(old) == len(new) == 1 else None


def edited_word(language, start, old, new, place):
    """Return the new word at the place, without article and particle, or None."""
    if not start <= place < start + len(old) or not new:
        return None
    rest = [w for w in new if w.lower() not in language.articles]
    return rest[0] if rest else None


def check_replaced(language, row):
    """Check that Synonym, Antonym and Random replace the word that Typo spells wrongly."""
    found = target(row)
    if not found:
        yield "Typo must differ from Original in one word"
        return
    place, word = found
    stems = {"Original": language.stem(word)}
    original = t.words(row["Original"])
    for column in REPLACED[:3]:
        start, old, new = region(original, t.words(row[column]))
        if not (1 <= len(old) <= MAX_REGION and 1 <= len(new) <= MAX_REGION):
            yield (f"{column} must replace one region of 1 or 2 words, "
                   f"found {' '.join(old)!r} -> {' '.join(new)!r}")
            continue
        others = [w for i, w in enumerate(old, start) if i != place]
        content = [w for w in new if w.lower() not in language.stop_words]
        if len(content) > 1 or not language.stop_words.issuperset(map(str.lower, others)):
            yield f"{column} replaces more than {word!r}: {' '.join(old)!r} -> {' '.join(new)!r}"
        now = edited_word(language, start, old, new, place)
        if not now:
            yield f"{column} does not replace {word!r}: {' '.join(old)!r} -> {' '.join(new)!r}"
            continue
        stems[column] = language.stem(now)
    for a, b in (("Random", "Original"), ("Random", "Synonym"), ("Random", "Antonym"),
                 ("Antonym", "Synonym")):
        if a in stems and stems[a] == stems.get(b):
            yield f"{a} has the same word as {b}"


def check_typo(row):
    """Check that the typo is near the word it stands for."""
    old, new = t.replaced_region(t.words(row["Original"]), t.words(row["Typo"]))
    if len(old) == len(new) == 1:
        edits = typing_distance(old[0].lower(), new[0].lower())
        if not TYPO_EDITS[0] <= edits <= TYPO_EDITS[1]:
            yield f"typo {new[0]!r} is {edits} edits from {old[0]!r}"


def negation_count(language, sentence):
    """Return how many negating words a sentence has."""
    return sum(w in language.negations for w in language.split(sentence))


def negation_place(language, original, variant):
    """Return (place from the end, put in?) of the one negation that differs, or None."""
    a, b = language.split(original), language.split(variant)
    put_in = negation_count(language, variant) > negation_count(language, original)
    negated, plain = (b, a) if put_in else (a, b)
    for i, w in enumerate(negated):
        if w in language.negations and language.is_negation(negated, plain, i):
            return len(negated) - i, put_in
    return None


def check_negations(language, row):
    """Check that each Negation puts in or takes out exactly one negation."""
    for column in NEGATED:
        step = negation_count(language, row[column]) - negation_count(language, row["Original"])
        if abs(step) != 1:
            yield f"{column} must put in or take out one negation, found {step:+}"
        elif not negation_place(language, row["Original"], row[column]):
            yield f"{column} differs from Original by more than the negation"
    yield from check_negated_word(language, row)


def check_negated_word(language, row):
    """Check that Negation (antonym) stands near the replaced word."""
    found = target(row)
    place = negation_place(language, row["Original"], row[NEGATED[1]])
    if not found or not place or language.near is None:
        return
    words = t.words(row["Original"])
    after = len(language.split(" ".join(words[found[0] :])))
    if not 0 < place[0] - after <= language.near:
        yield f"{NEGATED[1]} does not negate {found[1]!r}"


def check_same_marks(row):
    """Check that the final mark and the mark inside are kept."""
    for column in VARIANTS:
        if t.final_mark(row[column]) != t.final_mark(row["Original"]):
            yield f"{column} does not end as Original does"
        if Counter(re.findall(r"[^\w\s’'-]", row[column])) != Counter(
                re.findall(r"[^\w\s’'-]", row["Original"])):
            yield f"{column} does not have the marks of Original"


def check_sentences(language, row):
    """Check the text, the ends, the length and the difference of the sentences."""
    for column, text in row.cells.items():
        yield from t.check_text(column, text)
    for column in SENTENCES:
        if not re.match(r"""["'“‘]?[A-Z0-9À-ÖØ-Þ]|'[a-z] [A-Z]""", row[column]):
            yield f"{column} does not start with a capital letter or an opening quote"
        if t.final_mark(row[column]) not in (".", "!"):
            yield f"{column} does not end in . or !"
    n = len(t.words(row["Original"]))
    if not MIN_WORDS <= n <= MAX_WORDS:
        yield f"Original has {n} words, not {MIN_WORDS} to {MAX_WORDS}"
    pairs = Counter(row[c].casefold() for c in SENTENCES)
    allowed = 2 if row[NEGATED[0]] == row[NEGATED[1]] else 1
    if max(pairs.values()) > allowed or len(pairs) < len(SENTENCES) - 1:
        yield "the sentences are not all different"
    yield from check_same_marks(row)


def check_distances(row):
    """Check that no variant is further from its original than its kind may be."""
    vocabulary = load_vocabulary()
    for column in VARIANTS if vocabulary else ():
        found = token_distance(row["Original"], row[column], vocabulary)
        if found > MAX_DISTANCE[column]:
            yield f"{column} is {found:.2f} from Original, more than {MAX_DISTANCE[column]}"


def check_row(name, row):
    """Check everything about one row that does not depend on the others."""
    language = LANGUAGES[name]
    if not re.fullmatch(language.prefix + r"-\d{3}", row["id"]):
        yield f"id {row['id']!r} is not of the form {language.prefix}-001"
    if not re.fullmatch("[a-z]+", row["domain"]):
        yield f"domain {row['domain']!r} is not one lower-case word"
    yield from check_sentences(language, row)
    yield from check_replaced(language, row)
    yield from check_typo(row)
    yield from check_negations(language, row)
    yield from check_distances(row)


# ------------------------------------------------------------- whole set

def check_unique(rows):
    """Check that no id and no sentence occurs twice, but for the two negations of a row."""
    seen = {}
    for row in rows:
        for c in ("id", *SENTENCES):
            key = (c == "id", row[c].casefold())
            if key in seen and seen[key] != row.line:
                yield row.line, f"{c} is also on line {seen[key]}: {row[c]}"
            seen.setdefault(key, row.line)


def check_ids(language, rows):
    """Check that the ids count up without gaps."""
    for number, row in enumerate(rows, 1):
        if row["id"] != f"{language.prefix}-{number:03}":
            yield row.line, f"id {row['id']} where {language.prefix}-{number:03} is due"
            return


def check_typos_unknown(name, rows):
    """Check that no typo is a word of the set or, in English, of WordNet."""
    own = {w.lower() for row in rows for c in SENTENCES if c != "Typo"
           for w in t.words(row[c])}
    wordnet = load_wordnet() if name == "en" else set()
    for row in rows:
        _, new = t.replaced_region(t.words(row["Original"]), t.words(row["Typo"]))
        for word in (w.lower() for w in new):
            if word in own:
                yield row.line, f"typo {word!r} is a word of the set"
            known = wordnet.intersection(base_forms(word))
            if known:
                yield row.line, f"typo {word!r} is a word of WordNet: {', '.join(sorted(known))}"


def content_words(language, sentence):
    """Return the rough stems of the words that are not stop words."""
    return {language.stem(w) for w in language.split(sentence)
            if w not in language.stop_words and w not in t.CLITIC_READINGS
            and any(c.isalpha() for c in w)}


def check_content_words(language, rows):
    """Check that no content word is in too many originals."""
    most = math.ceil(CONTENT_SHARE * len(rows))
    lines = defaultdict(list)
    for row in rows:
        for key in content_words(language, row["Original"]):
            lines[key].append(row.line)
    for key, at in sorted(lines.items()):
        if len(at) > most:
            yield at[most], f"content word '{key}-' is in {len(at)} originals, more than {most}: lines {at}"


def check_starts(rows):
    """Check that no three first words are in too many originals."""
    lines = defaultdict(list)
    for row in rows:
        lines[" ".join(t.low(row["Original"])[:3])].append(row.line)
    for start, at in sorted(lines.items()):
        if len(at) > MAX_SAME_START:
            yield at[MAX_SAME_START], f"{len(at)} originals start with '{start}': lines {at}"


def takes_away(language, row):
    """Tell whether Negation (main) takes a negation away."""
    place = negation_place(language, row["Original"], row[NEGATED[0]])
    return place is not None and not place[1]


def check_shares(language, rows):
    """Check the number of rows, the domains and the share of negated originals."""
    n = len(rows)
    if n < language.min_rows:
        yield 1, f"{n} rows, fewer than {language.min_rows}"
    domains = Counter(row["domain"] for row in rows)
    if len(domains) < MIN_DOMAINS:
        yield 1, f"{len(domains)} domains, fewer than {MIN_DOMAINS}"
    for domain, k in sorted(domains.items()):
        if k > DOMAIN_SHARE * n:
            yield 1, f"domain {domain} has {k} of {n} rows, more than {DOMAIN_SHARE:.0%}"
    k = sum(takes_away(language, row) for row in rows)
    if not NEGATIVE_SHARE[0] * n <= k <= NEGATIVE_SHARE[1] * n:
        yield 1, (f"{k} of {n} originals have a negated main verb, outside "
                  f"{NEGATIVE_SHARE[0]:.0%} to {NEGATIVE_SHARE[1]:.0%}")


def figures(rows):
    """Return (mean ROUGE-1 F1, mean token distance or None) over all pairs."""
    pairs = [(row["Original"], row[c]) for row in rows for c in VARIANTS]
    vocabulary = load_vocabulary()
    far = fmean(token_distance(a, b, vocabulary) for a, b in pairs) if vocabulary else None
    return fmean(rouge_1(a, b) for a, b in pairs), far


def check_figures(rows):
    """Check the mean overlap and the mean token distance of the set."""
    rouge, far = figures(rows)
    if rouge < MIN_ROUGE:
        yield 1, f"mean ROUGE-1 is {rouge:.2f}, less than {MIN_ROUGE}"
    if far is None and shared_data.MUST_RUN:
        yield 1, f"no token distances: {VOCABULARY} is missing"
    if far is not None and far > MAX_MEAN_DISTANCE:
        yield 1, f"mean token distance is {far:.4f}, more than {MAX_MEAN_DISTANCE}"


# ----------------------------------------------------------------- files

def check_set(name, text):
    """Return (rows, sorted list of (line, problem)) for the set of a language."""
    if text.startswith("\ufeff"):
        return [], [(1, "a byte order mark")]
    language = LANGUAGES[name]
    rows, problems = read_rows(text, COLUMNS)
    for row in rows:
        problems += ((row.line, p) for p in check_row(name, row))
    problems += check_unique(rows)
    problems += check_ids(language, rows)
    problems += check_typos_unknown(name, rows)
    problems += check_content_words(language, rows)
    problems += check_starts(rows)
    problems += check_shares(language, rows)
    problems += check_figures(rows) if rows else []
    problems += t.check_quote_style(text)
    return rows, sorted(problems)


def check_file(path):
    """Return (rows, problems) for one file, which may be missing."""
    if path.stem not in LANGUAGES or path.suffix != ".tsv":
        return [], [(1, f"not one of the sets: {', '.join(LANGUAGES)}")]
    return check_decoded(path, lambda text: check_set(path.stem, text), [])


def describe(path, rows):
    """Return the line of figures of a set."""
    rouge, far = figures(rows)
    length = fmean(len(t.words(row["Original"])) for row in rows)
    shown = "left out, no vocabulary" if far is None else f"{far:.4f}"
    return (f"{path.name}: {len(rows)} originals of {length:.1f} words, "
            f"mean ROUGE-1 {rouge:.2f}, mean token distance {shown}")


def find_path(argument):
    """Return the path of an argument: as given, else beside this script."""
    path = Path(argument)
    return path if path.exists() else HERE / path.name


def main(arguments):
    """Check the files named, or every set here; return the exit status."""
    here = [p for p in (HERE / f"{name}.tsv" for name in LANGUAGES) if p.exists()]
    paths = [find_path(a) for a in arguments] or here
    n_rows = n_problems = 0
    for path in paths:
        rows, problems = check_file(path)
        for line, problem in problems:
            print(f"{path.name}:{line}: {problem}")
        if rows:
            print(describe(path, rows))
        n_rows += len(rows)
        n_problems += len(problems)
    print(f"{len(paths)} files, {n_rows} rows, {n_problems} problems")
    return 1 if n_problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
