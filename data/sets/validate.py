#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the set of this folder against the rules in README.md.

    python3 validate.py [FILE.tsv]

Without an argument en.tsv beside this script is checked. Every problem is
printed as `file:line: what is wrong`, then one line with the counts; the exit
status is 1 when there is any problem. Python 3.11, standard library only.
"""

import re
import statistics
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from set_files import Row, check_decoded, read_rows  # noqa: E402

COLUMNS = ["id", "prev", "curr", "next", "s1", "s2", "register", "kept"]
SOURCES = ("prev", "curr", "next")
FUSIONS = {"s1": ("prev", "curr"), "s2": ("curr", "next")}
SENTENCES = (*SOURCES, *FUSIONS)
REGISTERS = ("news", "science", "everyday", "narrative")

MIN_ROWS = 200
SOURCE_WORDS = (8, 25)
WORD_LIMIT = 0.75
MEDIAN_RANGE = (0.55, 0.66)
MIN_KEPT = 0.5
MAX_NEW = 0.3
MAX_SHARED = 0.35
MAX_SAME_START = 3
REGISTER_RANGE = (0.22, 0.28)

NUMBER_WORDS = set("""
zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty
sixty seventy eighty ninety hundred thousand million billion dozen half third
quarter fifth sixth seventh eighth ninth tenth twice double triple
""".split()) - {"one"}  # "one" is a pronoun as often as a number

STOP_WORDS = set("""
a an the this that these those such same other another each every either both
all any some few many much more most less least several own
i me my mine myself you your yours yourself he him his himself she her hers
herself it its itself we us our ours ourselves they them their theirs
themselves who whom whose which what when where why how whether if
be am is are was were been being have has had having do does did done doing
will would shall should can could may might must ought need get gets got
not no nor never none nobody nothing neither
and or but so yet because although though while whilst as than then since
unless until
of in on at by for from to with without into onto out off up down over under
about above across after against along among around before behind below
beneath beside besides between beyond despite during except inside near
outside past through throughout toward towards upon via within away back
again also almost already always even ever just now often only once quite
rather really soon still there here too very well together one
""".split())

# irregular forms whose stems differ: base form, then the others
IRREGULAR_TEXT = """
become became; begin began begun; bend bent; bind bound; bite bit bitten;
blow blew blown; break broke broken; bring brought; build built; burn burnt;
buy bought; catch caught; choose chose chosen; come came; creep crept;
deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk;
drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
fight fought; find found; fly flew flown; forget forgot forgotten;
freeze froze frozen; give gave given; go went gone; grind ground;
grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept;
kneel knelt; know knew known; lay laid; lead led; lean leant; learn learnt;
leave left; lend lent; lie lay lain; light lit; lose lost; make made;
mean meant; meet met; pay paid; ride rode ridden; ring rang rung;
rise rose risen; run ran; say said; see saw seen; seek sought; sell sold;
send sent; sew sewn; shake shook shaken; shine shone; shoot shot; show shown;
shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept;
slide slid; speak spoke spoken; spend spent; spill spilt; spin spun;
spring sprang sprung; stand stood; steal stole stolen; stick stuck;
strike struck; swear swore sworn; sweep swept; swim swam swum;
swing swung; take took taken; teach taught; tear tore torn; tell told;
think thought; throw threw thrown; wake woke woken; wear wore worn;
weave wove woven; weep wept; win won; wind wound; write wrote written;
child children; foot feet; goose geese; half halves; knife knives; leaf leaves;
life lives; loaf loaves; man men; mouse mice; shelf shelves; thief thieves;
tooth teeth; wolf wolves; woman women; calf calves
"""
BASE_OF = {form: base for base, *forms in
           (entry.split() for entry in IRREGULAR_TEXT.split(";")) for form in forms}


# ---------------------------------------------------------------- words

def length(sentence):
    """Return the number of words by white space, as the paper counts them."""
    return len(sentence.split())


def words(sentence):
    """Return the words in their own case; hyphens and dashes part words."""
    found = (re.sub(r"^\W+|\W+$", "", w) for w in re.split(r"[\s\-–—]+", sentence.replace("’", "'")))
    return [w for w in found if w]


def stem(word):
    """Return a rough stem, so that a plain inflection has its word's stem."""
    w = re.sub(r"'s?$", "", word.lower().replace("’", "'"))
    w = BASE_OF.get(w, w)
    for suffix, to in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("ly", "")):
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


def content_words(sentence):
    """Return the set of stems of the words that are not stop words."""
    return {stem(w) for w in words(sentence)
            if w.lower() not in STOP_WORDS and not re.search("(n't|'(ll|ve|re|m|d))$", w.lower())}


def share(part, whole):
    """Return the share of the set `part` that is in `whole`; 1 if it is empty."""
    return len(part & whole) / len(part) if part else 1.0


def figures(sentence):
    """Return the numbers of a sentence, in digits and in words."""
    low = [re.sub("'s?$", "", w.lower()) for w in words(sentence)]
    return {w for w in low if re.search(r"\d", w)} | NUMBER_WORDS & set(low)


def names(sentence):
    """Return the stems of the capitalised words after the first word."""
    found = words(sentence)[1:]
    return {stem(w) for w in found if w[0].isupper() and w != "I" and not w.startswith("I'")}


def letters(sentence):
    """Return the letters and digits alone, in lower case."""
    return re.sub(r"[\W_]", "", sentence).casefold()


# ----------------------------------------------------------------- rows

def check_text(name, text):
    """Check one cell: normal form, spaces, quotes."""
    if unicodedata.normalize("NFC", text) != text:
        yield f"{name} is not in NFC"
    if text != text.strip():
        yield f"{name} has a leading or trailing space"
    if "  " in text.strip():
        yield f"{name} has a double space"
    if re.search(r"[^\S ]", text):
        yield f"{name} has a white-space character other than the space"
    if re.search("[“”‘’]", text):
        yield f"{name} has a curly quote; the set uses straight ones"
    if '""' in text or text.count('"') % 2:
        yield f"{name} has doubled or unpaired quotes"


def check_sentence(name, sentence):
    """Check the start and the end of one sentence."""
    if not re.match(r"""["']?[A-Z0-9À-ÖØ-Þ]""", sentence):
        yield f"{name} does not start with a capital letter or an opening quote"
    if not re.search(r"""[.!?]["']?$""", sentence):
        yield f"{name} does not end in . ! or ?"
    if re.search(r"""[a-z][.!?]["']? ["']?[A-Z]""", sentence):
        yield f"{name} looks like two sentences"


def check_lengths(row):
    """Check the words of the sources and the word limit of the fusions."""
    for c in SOURCES:
        if not SOURCE_WORDS[0] <= length(row[c]) <= SOURCE_WORDS[1]:
            yield f"{c} has {length(row[c])} words, not {SOURCE_WORDS[0]} to {SOURCE_WORDS[1]}"
    for fusion in FUSIONS:
        if ratio(row, fusion) > WORD_LIMIT:
            yield f"{fusion} has {ratio(row, fusion):.3f} of the words of its sources, more than {WORD_LIMIT}"


def ratio(row, fusion):
    """Return the words of a fusion over the words of its two sources."""
    a, b = FUSIONS[fusion]
    return length(row[fusion]) / (length(row[a]) + length(row[b]))


def check_kept(row):
    """Check that a fusion has the content words of both its sources."""
    for fusion, sources in FUSIONS.items():
        have = content_words(row[fusion])
        for c in sources:
            if share(content_words(row[c]), have) < MIN_KEPT:
                lost = ", ".join(sorted(content_words(row[c]) - have))
                yield f"{fusion} has less than half of the content words of {c}; it lacks {lost}"


def check_added(row):
    """Check that a fusion has no number, name or run of words of its own."""
    for fusion, (a, b) in FUSIONS.items():
        both = row[a] + " " + row[b]
        for kind, found, allowed in (
            ("number", figures(row[fusion]), figures(both)),
            ("name", names(row[fusion]), {stem(w) for w in words(both)}),
        ):
            for word in sorted(found - allowed):
                yield f"{fusion} has a {kind} of its own: {word}"
        mine, theirs = content_words(row[fusion]), content_words(both)
        if 1 - share(mine, theirs) > MAX_NEW:
            yield f"{fusion} has {len(mine - theirs)} of {len(mine)} content words of its own: {', '.join(sorted(mine - theirs))}"


def shared(a, b):
    """Return the share of the content words that two sentences have in common."""
    x, y = content_words(a), content_words(b)
    return len(x & y) / max(1, min(len(x), len(y)))


def check_sources(row):
    """Check that neighbouring sentences differ and have few words in common."""
    for a, b in FUSIONS.values():
        if letters(row[a]) == letters(row[b]):
            yield f"{a} and {b} are the same letters and digits"
        elif shared(row[a], row[b]) > MAX_SHARED:
            yield f"{a} and {b} share {shared(row[a], row[b]):.0%} of their content words"


def check_row(row):
    """Check everything about one row that does not depend on the others."""
    if not re.fullmatch(r"st-\d{3}", row["id"]):
        yield f"id {row['id']!r} is not of the form st-001"
    for column, text in row.cells.items():
        yield from check_text(column, text)
    for c in SENTENCES:
        yield from check_sentence(c, row[c])
    if row["register"] not in REGISTERS:
        yield f"register {row['register']!r} is not one of {', '.join(REGISTERS)}"
    if row["kept"] not in ("yes", "no"):
        yield f"kept is {row['kept']!r}, not yes or no"
    for check in (check_lengths, check_kept, check_added, check_sources):
        yield from check(row)


# ------------------------------------------------------------ whole set

def check_unique(rows):
    """Check that no id and no sentence occurs twice in the set."""
    seen = {}
    for row in rows:
        for c in ("id", *SENTENCES):
            key = (c == "id", letters(row[c]))
            if key in seen:
                yield row.line, f"{c} is also on line {seen[key]}: {row[c]}"
            seen.setdefault(key, row.line)


def check_order(rows):
    """Check that the ids count up from 1."""
    for i, row in enumerate(rows, 1):
        if re.fullmatch(r"st-\d{3}", row["id"]) and int(row["id"][3:]) != i:
            yield row.line, f"id {row['id']} where st-{i:03} was expected"


def check_starts(rows):
    """Check that no three first words are in a column of too many rows."""
    for c in SENTENCES:
        lines = defaultdict(list)
        for row in rows:
            lines[" ".join(w.lower() for w in words(row[c])[:3])].append(row.line)
        for start, at in sorted(lines.items()):
            if len(at) > MAX_SAME_START:
                yield at[MAX_SAME_START], f"{len(at)} {c} start with '{start}': lines {at}"


def check_shares(rows):
    """Check the number of rows, the registers and the median of the ratios."""
    if len(rows) < MIN_ROWS:
        yield 1, f"{len(rows)} rows, fewer than {MIN_ROWS}"
    if not rows:
        return
    counts = Counter(row["register"] for row in rows)
    low, high = (x * len(rows) for x in REGISTER_RANGE)
    for register in REGISTERS:
        if not low <= counts[register] <= high:
            yield 1, f"register {register} has {counts[register]} of {len(rows)} rows, not about a quarter"
    median = statistics.median(ratios(rows))
    if not MEDIAN_RANGE[0] <= median <= MEDIAN_RANGE[1]:
        yield 1, f"the median share of words is {median:.3f}, not {MEDIAN_RANGE[0]} to {MEDIAN_RANGE[1]}"


def ratios(rows):
    """Return the ratio of every fusion of the set."""
    return [ratio(row, fusion) for row in rows for fusion in FUSIONS]


# ---------------------------------------------------------------- files

def check_set(text):
    """Return (rows, sorted list of (line, problem)) for the text of a set."""
    if text.startswith("\ufeff"):
        return [], [(1, "a byte order mark")]
    rows, problems = read_rows(text, COLUMNS)
    for row in rows:
        problems += ((row.line, p) for p in check_row(row))
    for check in (check_unique, check_order, check_starts, check_shares):
        problems += check(rows)
    return rows, sorted(problems)


def check_file(path):
    """Return (rows, problems) for one file, which may be missing."""
    return check_decoded(path, check_set, [])


def main(arguments):
    """Check the file named, or en.tsv; return the exit status."""
    path = Path(arguments[0]) if arguments else Path(__file__).parent / "en.tsv"
    rows, problems = check_file(path)
    for line, problem in problems:
        print(f"{path.name}:{line}: {problem}")
    median = f", median share of words {statistics.median(ratios(rows)):.3f}" if rows else ""
    print(f"{len(rows)} rows, {len(rows) * len(FUSIONS)} fusions{median}, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
