#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the triplet sets of this folder against the rules in README.md.

    python3 validate.py [NAME.tsv ...]

Without arguments all five sets are checked. Every problem is printed as
`file:line: what is wrong`, then one summary line; the exit status is 1 when
there is any problem. Python 3.11, standard library only.
"""

import math
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from set_files import Row, check_decoded, read_rows  # noqa: E402

COLUMNS = ["id", "S", "S+", "S*", "domain"]
SENTENCES = ("S", "S+", "S*")
# set name -> (id prefix, extra label column or None, its values)
SETS = {
    "negation-detection": ("nd", None, ()),
    "negation-variants": ("nv", None, ()),
    "clause-relatedness": ("cr", "order", ("saying-first", "clause-first")),
    "argument-sensitivity": ("as", "passive", ("full", "agentless")),
    "fixed-point-reorder": ("fp", None, ()),
}

MIN_ROWS = 120
MIN_WORDS, MAX_WORDS = 5, 24
CONTENT_SHARE = 0.05
MAX_SAME_START = 3
MIN_DOMAINS, DOMAIN_SHARE = 12, 0.15
ORDER_SHARE = 1 / 3
AGENTLESS_SHARE = 0.20
ND_NOT_SHARE = (0.10, 0.20)
FP_EDITS = (1, 3)
FP_MIN_SIDE = 2

STOP_WORDS = set("""
a an the this that these those such same other another each every either both
all any some few many much more most less least several enough own
i me my mine myself you your yours yourself he him his himself she her hers
herself it its itself we us our ours ourselves they them their theirs
themselves who whom whose which what when where why how whether if
be am is are was were been being have has had having do does did done doing
will would shall should can could may might must ought need get gets got
not no nor never none nobody nothing neither
and or but so yet because although though while as than then since unless until
of in on at by for from to with without into onto out off up down over under
about above across after against along among around before behind below
beneath beside besides between beyond despite during except inside near
outside past through throughout toward towards upon via within away back
again also almost already always even ever just now often only once quite
rather really soon still there here too very well together today tonight
yesterday tomorrow
zero one two three four five six seven eight nine ten eleven twelve twenty
thirty forty fifty hundred thousand first second third
last next
""".split())

NEGATIONS = set("""
no not never nobody nothing none neither nor nowhere without hardly barely
scarcely cannot
""".split())

# base form: past tense forms, then past participles where they differ
IRREGULAR_TEXT = """
arise arose arisen; awake awoke awoken; be was were been; bear bore borne;
beat beat beaten; become became; begin began begun; bend bent; bet bet;
bid bid; bind bound; bite bit bitten; bleed bled; blow blew blown;
break broke broken; breed bred; bring brought; build built; burn burnt;
burst burst; buy bought; cast cast; catch caught; choose chose chosen;
cling clung; come came; cost cost; creep crept; cut cut; deal dealt; dig dug;
dive dove; do did done; draw drew drawn; dream dreamt; drink drank drunk;
drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
fight fought; find found; flee fled; fling flung; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven;
freeze froze frozen; get got gotten; give gave given; go went gone;
grind ground; grow grew grown; hang hung; have had; hear heard;
hide hid hidden; hit hit; hold held; hurt hurt; keep kept; kneel knelt;
knit knit; know knew known; lay laid; lead led; lean leant; leap leapt;
learn learnt; leave left; lend lent; let let; lie lay lain; light lit;
lose lost; make made; mean meant; meet met; mistake mistook mistaken;
mow mowed mown; pay paid; plead pled; prove proved proven; put put; quit quit;
read read; rid rid; ride rode ridden; ring rang rung; rise rose risen;
run ran; saw sawed sawn; say said; see saw seen; seek sought; sell sold;
send sent; set set; sew sewed sewn; shake shook shaken; shed shed;
shine shone; shoot shot; show showed shown; shrink shrank shrunk; shut shut;
sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; sling slung;
slit slit; smell smelt; sow sowed sown; speak spoke spoken; speed sped;
spell spelt; spend spent; spill spilt; spin spun; spit spat; split split;
spoil spoilt; spread spread; spring sprang sprung; stand stood;
steal stole stolen; stick stuck; sting stung; stink stank stunk;
stride strode; strike struck; string strung; strive strove striven;
swear swore sworn; sweep swept; swell swelled swollen; swim swam swum;
swing swung; take took taken; teach taught; tear tore torn; tell told;
think thought; throw threw thrown; thrust thrust; tread trod trodden;
wake woke woken; wear wore worn; weave wove woven; weep wept; wet wet;
win won; wind wound; wring wrung; write wrote written
"""
PREFIXES = ("", "un", "re", "over", "under", "out", "fore", "with", "mis",
            "up", "broad")
IRREGULAR = {forms[0]: set(forms[1:])
             for forms in (entry.split() for entry in IRREGULAR_TEXT.split(";"))}
BASE_OF = {form: base for base, forms in IRREGULAR.items() for form in forms}

DO_FORMS = {"do", "does", "did"}
AUXILIARIES = DO_FORMS | set("""am is are was were have has had will would shall
should can could may might must ought need 's 'd""".split())
BE_GET = set("is are was were be been being am get gets got getting gotten".split())
PRONOUNS = set("""i you he she it we they that this there here who what
where""".split())
IRREGULAR_NOT = {"cannot": "can", "can't": "can", "won't": "will",
                 "shan't": "shall"}
CLITICS = {"'ll": "will", "'ve": "have", "'re": "are", "'m": "am",
           "'s": "'s", "'d": "'d"}
CLITIC_READINGS = {"'s": {"is", "has"}, "'d": {"had", "would"}}
RELATIVES = ("who", "that", "which")
THERE_NO = ("there is no", "there are no", "there was no", "there were no")


# ---------------------------------------------------------------- words

def words(sentence):
    """Return the words in their own case, without surrounding punctuation."""
    sentence = sentence.replace("’", "'")
    found = (re.sub(r"^\W+|\W+$", "", w) for w in sentence.split())
    return [w for w in found if w]


def low(sentence):
    """Return the words in lower case."""
    return [w.lower() for w in words(sentence)]


def expand(sentence):
    """Return the lower-case words with n't, cannot and clitics split off."""
    out = []
    for w in low(sentence):
        clitic = next((c for c in CLITICS if w.endswith(c)), None)
        if w in IRREGULAR_NOT:
            out += [IRREGULAR_NOT[w], "not"]
        elif w.endswith("n't"):
            out += [w[:-3], "not"]
        elif clitic and w[: -len(clitic)] in PRONOUNS:
            out += [w[: -len(clitic)], CLITICS[clitic]]
        else:
            out.append(w)
    return out


def count_not(sentence):
    """Return how many not / n't the sentence has."""
    return expand(sentence).count("not")


def stem(word, irregular=False):
    """Return a rough stem: plural, -ed and -ing cut, `irregular` pasts too."""
    w = word.lower().replace("’", "'")
    w = re.sub(r"'s?$", "", w)
    if irregular and w in BASE_OF:
        w = BASE_OF[w]
    for suffix, to in (("ies", "i"), ("ied", "i"), ("ing", ""), ("ed", ""), ("s", "")):
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
    """Return the set of rough stems of the words that are not stop words."""
    keys = set()
    for w in expand(sentence):
        if w not in STOP_WORDS and w not in CLITIC_READINGS and re.search("[a-z]", w):
            keys.add(stem(w))
    return keys


def regular_past(base):
    """Return the spellings that a regular past tense of `base` may have."""
    forms = {base + "ed", base + base[-1] + "ed", base + "ked"}
    if base.endswith("e"):
        forms.add(base + "d")
    if base.endswith("y"):
        forms.add(base[:-1] + "ied")
    return forms


def is_past(form, base):
    """Tell whether `form` can be the past tense of `base`."""
    if form in regular_past(base):
        return True
    return any(base == p + b and form in {p + f for f in forms}
               for p in PREFIXES for b, forms in IRREGULAR.items())


def is_third_person(form, base):
    """Tell whether `form` is the third person singular of `base`."""
    if base in ("have", "do"):
        return form == {"have": "has", "do": "does"}[base]
    forms = {base + "s", base + "es"}
    if base.endswith("y"):
        forms.add(base[:-1] + "ies")
    return form in forms


def same_word(a, b):
    """Compare two expanded words; 's is also is/has, 'd also had/would."""
    return a == b or b in CLITIC_READINGS.get(a, ()) or a in CLITIC_READINGS.get(b, ())


def same_words(a, b):
    """Compare two lists of expanded words."""
    return len(a) == len(b) and all(map(same_word, a, b))


def find_part(part, whole):
    """Return where the list `part` starts in `whole`, or -1."""
    for i in range(len(whole) - len(part) + 1):
        if whole[i : i + len(part)] == part:
            return i
    return -1


def edit_distance(a, b):
    """Return the Levenshtein distance of two lists."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


def replaced_region(a, b):
    """Return the parts of two lists left when shared ends are cut away."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    return a[start : len(a) - end], b[start : len(b) - end]


# ------------------------------------------------------------- negation

def is_negated_at(negated, plain, i):
    """Tell whether `negated` is `plain` with a not at i (do-support too)."""
    if not AUXILIARIES & set(negated[max(0, i - 2) : i]):
        return False  # two words: "is not", "is she not"
    if same_words(negated[:i] + negated[i + 1 :], plain):
        return True
    do, rest = negated[i - 1], negated[: i - 1] + negated[i + 1 :]
    if do not in DO_FORMS or len(rest) != len(plain):
        return False
    wrong = [k for k in range(len(rest)) if not same_word(rest[k], plain[k])]
    if do == "do":
        return not wrong
    # the verb follows the not, at most one adverb between
    if len(wrong) != 1:  # none: read / did not read
        return not wrong and do == "did" and any(is_past(w, w) for w in rest[i - 1 : i + 1])
    if not i - 1 <= wrong[0] <= i:
        return False
    form_of = is_past if do == "did" else is_third_person
    return form_of(plain[wrong[0]], rest[wrong[0]])


def negation_place(sentence, other):
    """Return where, in the one that has it, the one not more stands, or -1."""
    a, b = expand(sentence), expand(other)
    negated, plain = (a, b) if a.count("not") > b.count("not") else (b, a)
    for i, w in enumerate(negated):
        if w == "not" and is_negated_at(negated, plain, i):
            return i
    return -1


def check_not_negation(row, of="S", by="S*"):
    """Check that one of two sentences is the other with exactly one not."""
    counts = count_not(row[of]), count_not(row[by])
    if sorted(counts) != [0, 1]:
        yield f"exactly one of {of} and {by} must have one not/n't, found {counts[0]} and {counts[1]}"
    elif negation_place(row[of], row[by]) < 0:
        yield f"{by} differs from {of} by more than the negation"


def check_no_never(row):
    """Check that no sentence uses never, which would hide a negation."""
    for c in SENTENCES:
        if "never" in low(row[c]):
            yield f"{c} has 'never'; the sets use not/n't"


# ------------------------------------------------------- rows, any set

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
    if '""' in text or text.count('"') % 2:
        yield f"{name} has doubled or unpaired quotes"


def final_mark(sentence):
    """Return the final . ! or ? (a closing quote may follow), or ''."""
    found = re.search(r"""([.!?])["'”’]?$""", sentence)
    return found.group(1) if found else ""


def check_sentence(name, sentence, capital):
    """Check the start, the end and the length of one sentence."""
    if capital and not re.match(r"""["'“‘]?[A-Z0-9À-ÖØ-Þ]""", sentence):
        yield f"{name} does not start with a capital letter or an opening quote"
    if not final_mark(sentence):
        yield f"{name} does not end in . ! or ?"
    n = len(words(sentence))
    if not MIN_WORDS <= n <= MAX_WORDS:
        yield f"{name} has {n} words, not {MIN_WORDS} to {MAX_WORDS}"


def check_row(name, row):
    """Check everything about one row that does not depend on the others."""
    prefix, label, values = SETS[name]
    if not re.fullmatch(prefix + r"-\d{3}", row["id"]):
        yield f"id {row['id']!r} is not of the form {prefix}-001"
    for column, text in row.cells.items():
        yield from check_text(column, text)
    for c in SENTENCES:
        yield from check_sentence(c, row[c], name != "fixed-point-reorder" or c != "S*")
    if len({final_mark(row[c]) for c in SENTENCES}) > 1:
        yield "the final punctuation is not the same in the three sentences"
    if len({row[c].casefold() for c in SENTENCES}) < 3:
        yield "S, S+ and S* are not all different"
    if not re.fullmatch("[a-z]+", row["domain"]):
        yield f"domain {row['domain']!r} is not one lower-case word"
    if label and row[label] not in values:
        yield f"{label} {row[label]!r} is not one of {', '.join(values)}"
    yield from ROW_CHECKS[name](row)


# ------------------------------------------------------- rows, per set

def check_nd(row):
    """negation-detection: a verb replaced; not put in or taken out."""
    old, new = replaced_region(low(row["S"]), low(row["S+"]))
    if not (1 <= len(old) <= 2 and 1 <= len(new) <= 2):
        yield f"S+ must replace one region of 1 or 2 words, found {' '.join(old)!r} -> {' '.join(new)!r}"
    if count_not(row["S"]) != count_not(row["S+"]):
        yield "S+ does not keep the polarity of S"
    yield from check_not_negation(row)
    yield from check_no_never(row)


def without_be(tokens):
    """Yield (be form, the other words) for each is/are/was/were in tokens."""
    for i, w in enumerate(tokens):
        if w in ("is", "are", "was", "were"):
            yield w, tokens[:i] + tokens[i + 1 :]


def check_quantifier(row):
    """Check that S* is `There is no` and the words of S after its article."""
    start, rest = " ".join(low(row["S*"])[:3]), low(row["S*"])[3:]
    if start not in THERE_NO:
        yield "S* does not start with There is/are/was/were no"
        return
    stems = [stem(w, True) for w in rest]
    body = low(row["S"])[1:]
    for be, other in without_be(body):
        if [stem(w, True) for w in other] == stems:
            if (be in ("is", "are")) != (start.split()[1] in ("is", "are")):
                yield f"S has {be} but S* starts with {start!r}"
            return
    # no form of be to drop: "who/that" may be put in, or the verb's form differ
    relative = any(w in RELATIVES and rest[:i] + rest[i + 1 :] == body
                   for i, w in enumerate(rest))
    if not relative and [stem(w, True) for w in body] != stems:
        yield "S* does not share the remaining words of S"


def check_nv(row):
    """negation-variants: A ...; not; There is no ..."""
    if low(row["S"])[:1] not in (["a"], ["an"]):
        yield "S does not start with A or An"
    if count_not(row["S"]):
        yield "S is not affirmative"
    else:
        yield from check_not_negation(row, "S", "S+")
    if count_not(row["S*"]):
        yield "S* has a not beside its no"
    yield from check_quantifier(row)
    yield from check_no_never(row)


def check_cr(row):
    """clause-relatedness: the clause alone; not at the first verb of S."""
    yield from check_not_negation(row)
    yield from check_no_never(row)
    clause, whole = low(row["S+"]), low(row["S"])
    at = find_part(clause, whole)
    if at < 0:
        yield "the words of S+ are not a contiguous part of S"
        return
    if len(clause) == len(whole):
        yield "S+ is all of S"
    found = "saying-first" if at else "clause-first"
    if row["order"] != found:
        yield f"order is {row['order']!r} but the clause makes it {found!r}"
    kept = find_part(clause, low(row["S*"])) >= 0
    if count_not(row["S"]) == 0 and kept != (found == "saying-first"):
        yield "S* does not negate the first verb of S"


def check_as(row):
    """argument-sensitivity: a passive; subject and object exchanged."""
    if Counter(words(row["S"])) != Counter(words(row["S*"])):
        yield "S and S* do not have exactly the same words (case counts)"
    elif words(row["S"]) == words(row["S*"]):
        yield "S* has the words of S in the same order"
    passive = expand(row["S+"])
    if not BE_GET & set(passive) and "'s" not in passive:
        yield "S+ has no form of be or get"
    full = row["passive"] == "full"
    if full != ("by" in passive):
        yield "a full passive needs by" if full else "an agentless passive has by"
    have = {stem(w, True) for w in passive}
    missing = {w for w in expand(row["S"]) if w not in STOP_WORDS and stem(w, True) not in have}
    if full and len(missing) > 1:
        yield f"S+ lacks words of S: {', '.join(sorted(missing))}"


def rotation(sentence, other):
    """Return the pivot that turns sentence into other, or 0."""
    a, b = (re.sub(r"[.!?]$", "", s).split() for s in (sentence, other))
    for pivot in range(1, len(a)):
        if a[pivot:] + a[:pivot] == b:
            return pivot
    return 0


def check_fp(row):
    """fixed-point-reorder: few words differ; S* is a rotation of S."""
    pivot = rotation(row["S"], row["S*"])
    if not pivot:
        yield "S* is not a rotation of the words of S"
    elif min(pivot, len(row["S"].split()) - pivot) < FP_MIN_SIDE:
        yield f"the pivot leaves fewer than {FP_MIN_SIDE} words on a side"
    edits = edit_distance(low(row["S"]), low(row["S+"]))
    if not FP_EDITS[0] <= edits <= FP_EDITS[1]:
        yield f"S+ is {edits} word edits from S, not {FP_EDITS[0]} to {FP_EDITS[1]}"
    found = NEGATIONS & set(low(row["S+"]) + expand(row["S+"]))
    if found:
        yield f"S+ has a negation word: {', '.join(sorted(found))}"


ROW_CHECKS = {
    "negation-detection": check_nd,
    "negation-variants": check_nv,
    "clause-relatedness": check_cr,
    "argument-sensitivity": check_as,
    "fixed-point-reorder": check_fp,
}


# ------------------------------------------------------------ whole set

def check_unique(rows):
    """Check that no id and no sentence occurs twice in the set."""
    seen = {}
    for row in rows:
        for c in ("id", *SENTENCES):
            key = (c == "id", row[c].casefold())
            if key in seen and seen[key] != row.line:
                yield row.line, f"{c} is also on line {seen[key]}: {row[c]}"
            seen.setdefault(key, row.line)


def check_content_words(rows):
    """Check that no content word is in too many rows."""
    most = math.floor(CONTENT_SHARE * len(rows))
    lines = defaultdict(list)
    for row in rows:
        for key in set().union(*(content_words(row[c]) for c in SENTENCES)):
            lines[key].append(row.line)
    for key, at in sorted(lines.items()):
        if len(at) > most:
            yield at[most], f"content word '{key}-' is in {len(at)} rows, more than {most}: lines {at}"


def check_starts(rows):
    """Check that no three first words are in the S of too many rows."""
    lines = defaultdict(list)
    for row in rows:
        lines[" ".join(low(row["S"])[:3])].append(row.line)
    for start, at in sorted(lines.items()):
        if len(at) > MAX_SAME_START:
            yield at[MAX_SAME_START], f"{len(at)} S start with '{start}': lines {at}"


def check_shares(name, rows):
    """Check the number of rows and the shares of domains and labels."""
    n = len(rows)
    if n < MIN_ROWS:
        yield 1, f"{n} rows, fewer than {MIN_ROWS}"
    if not n:
        return
    domains = Counter(row["domain"] for row in rows)
    if len(domains) < MIN_DOMAINS:
        yield 1, f"{len(domains)} domains, fewer than {MIN_DOMAINS}"
    for domain, k in sorted(domains.items()):
        if k > DOMAIN_SHARE * n:
            yield 1, f"domain {domain} has {k} of {n} rows, more than {DOMAIN_SHARE:.0%}"
    if name == "clause-relatedness":
        for value in SETS[name][2]:
            k = sum(row["order"] == value for row in rows)
            if k < ORDER_SHARE * n:
                yield 1, f"{value} has {k} of {n} rows, less than a third"
    if name == "argument-sensitivity":
        k = sum(row["passive"] == "agentless" for row in rows)
        if k > AGENTLESS_SHARE * n:
            yield 1, f"agentless has {k} of {n} rows, more than {AGENTLESS_SHARE:.0%}"
    if name == "negation-detection":
        k = sum(count_not(row["S"]) > 0 for row in rows)
        if not ND_NOT_SHARE[0] * n <= k <= ND_NOT_SHARE[1] * n:
            yield 1, f"{k} of {n} S have a not, outside {ND_NOT_SHARE[0]:.0%} to {ND_NOT_SHARE[1]:.0%}"


def check_quote_style(text):
    """Check that straight and curly quotes are not mixed in one file."""
    if re.search("[\"']", text) and re.search("[“”‘’]", text):
        yield 1, "straight and curly quotes are mixed"


# ---------------------------------------------------------------- files

def check_set(name, text):
    """Return (number of rows, sorted list of (line, problem)) for one set."""
    if text.startswith("\ufeff"):
        return 0, [(1, "a byte order mark")]
    label = SETS[name][1]
    rows, problems = read_rows(text, COLUMNS + ([label] if label else []))
    for row in rows:
        problems += ((row.line, p) for p in check_row(name, row))
    problems += check_unique(rows)
    problems += check_content_words(rows)
    problems += check_starts(rows)
    problems += check_shares(name, rows)
    problems += check_quote_style(text)
    return len(rows), sorted(problems)


def check_file(path):
    """Return (number of rows, problems) for one file, which may be missing."""
    if path.stem not in SETS or path.suffix != ".tsv":
        return 0, [(1, f"not one of the sets: {', '.join(SETS)}")]
    return check_decoded(path, lambda text: check_set(path.stem, text), 0)


def find_path(argument):
    """Return the path of an argument: as given, else beside this script."""
    path = Path(argument)
    return path if path.exists() else Path(__file__).parent / path.name


def main(arguments):
    """Check the files named, or all five; return the exit status."""
    paths = [find_path(a) for a in arguments or [f"{name}.tsv" for name in SETS]]
    n_rows = n_problems = 0
    for path in paths:
        rows, problems = check_file(path)
        for line, problem in problems:
            print(f"{path.name}:{line}: {problem}")
        n_rows += rows
        n_problems += len(problems)
    print(f"{len(paths)} files, {n_rows} rows, {n_problems} problems")
    return 1 if n_problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
