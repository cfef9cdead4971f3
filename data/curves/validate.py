#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the corpora of this folder against the rules in README.md.

    python3 validate.py [en|nl ...]

Every problem is printed as `file:line: what is wrong`, then one line a corpus with
its counts; the exit status is 1 when there is any problem. Python 3.11, standard
library only.
"""

import re
import sys
import unicodedata
from collections import Counter
from itertools import combinations
from pathlib import Path

MIN_SENTENCES = 400
LENGTHS = (5, 30)
# Least share of the sentences in each span of words.
SPANS = {(5, 9): 0.2, (10, 14): 0.25, (15, 19): 0.18, (20, 24): 0.08, (25, 30): 0.04}
REGISTERS = ("news", "science", "everyday", "narrative")
MIN_REGISTER = 0.12
MIN_DOMAINS = 20
MAX_FIRST_WORD = 0.2
MAX_SAME_START = {2: 5, 3: 3}
MAX_CONTENT_WORD = 0.03
MAX_DIGITS = 0.02
MAX_SHARED = 0.5

NEGATIONS = {
    "en": """not no never none nobody nothing nowhere neither nor without cannot hardly barely scarcely
        seldom rarely unable unless except impossible lack lacks lacked fail fails failed refuse
        refuses refused deny denies denied instead""",
    "nl": """niet niets niks nooit niemand nergens geen noch zonder nauwelijks amper nee neen nimmer
        evenmin tenzij behalve zelden allerminst ternauwernood geeneens allesbehalve weigert
        weigerde weigeren ontbreekt ontbrak ontbreken verboden onmogelijk""",
}
QUESTION_WORDS = {
    "en": "who whom whose which why how is are was were do does did can could will would",
    "nl": "waarom hoeveel hoezo welke welk is zijn was waren heeft hebben kan kunnen",
}
# What stands in more sentences than a content word may.
FUNCTION_WORDS = {
    "en": """a an the this that these those some any every each all both most many much more less other
        another one ones own same i you he she it we they me him her us them my your his its our their
        himself herself itself themselves who whom whose which what where when while how because since
        although though if as than so yet but and or until after before once of to in on at by for from
        with up out off over under into onto through across along around about between behind below
        above near outside inside during down back away past per is are was were be been being am has
        have had having do does did will would can could may might must should there here then now again
        still also even just too very almost always often first last""",
    "nl": """de het een der des en of maar want dus als dan dat die dit deze wie wat waar waarin waarop
        waarmee waardoor waarbij waarna toen terwijl omdat doordat zodat zodra hoewel voordat nadat tot
        totdat sinds wanneer alsof om te aan in op van voor met door over onder boven bij naar uit tegen
        tussen na langs rond achter naast binnen buiten tijdens volgens vanaf per af toe mee heen er hier
        daar daarna daarom ik je jij u we wij ze zij hij hem haar hen hun me mij mijn ons onze zijn uw
        zich zelf elkaar iedereen iemand iets alles alle al elk elke ieder iedere is was waren ben bent
        wordt worden werd werden geworden heeft heb hebben had hadden kan kun kunt kunnen kon konden
        moet moeten moest moesten mag mogen mocht mochten wil willen wilde zou zouden zal zullen ook nog
        zo heel veel meer meest meeste meestal vaak altijd soms zelfs juist pas nu wel weer eens erg
        zeer hoe andere ander eigen beide enkele genoeg""",
}


def words_of(sentence):
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)*", sentence.lower())


class Report:
    def __init__(self, file):
        self.file = file
        self.problems = []

    def add(self, line, what):
        self.problems.append(f"{self.file}:{line}: {what}")


def read_sentences(path, report):
    text = path.read_bytes().decode("utf-8")
    if text != unicodedata.normalize("NFC", text):
        report.add(1, "not in normal form C")
    if not text.endswith("\n") or "\r" in text or "\ufeff" in text:
        report.add(1, "lines end with LF, the last one too, and there is no byte order mark")
    return text.split("\n")[:-1]


def check_form(number, sentence, report):
    if sentence != " ".join(sentence.split()):
        report.add(number, "white space other than single spaces between words")
    if not sentence[:1].isupper() and not re.match(r"'s [A-Z]", sentence):
        report.add(number, "no capital at the beginning")
    if not sentence.endswith(".") or sentence.count(".") != 1:
        report.add(number, "a sentence has one full stop, at its end")
    if re.search(r"[^\w\s.,'’]", sentence):
        report.add(number, "a mark other than comma, apostrophe and full stop")
    length = len(sentence.split())
    if not LENGTHS[0] <= length <= LENGTHS[1]:
        report.add(number, f"{length} words, not {LENGTHS[0]} to {LENGTHS[1]}")


def check_statement(number, sentence, language, report):
    words = words_of(sentence)
    for word in words:
        if word in NEGATIONS[language].split() or word.endswith(("n't", "n’t")):
            report.add(number, f"'{word}' negates")
    if words and words[0] in QUESTION_WORDS[language].split():
        report.add(number, f"'{words[0]}' begins a question")


def check_likeness(sentences, report):
    sets = [set(words_of(sentence)) for sentence in sentences]
    for a, b in combinations(range(len(sentences)), 2):
        if len(sets[a] & sets[b]) > MAX_SHARED * len(sets[a] | sets[b]):
            report.add(b + 1, f"has more than half of its words in common with line {a + 1}")


def check_variety(sentences, language, report):
    count = len(sentences)
    words = [words_of(sentence) for sentence in sentences]
    for word, times in Counter(w[0] for w in words if w).items():
        if times > MAX_FIRST_WORD * count:
            report.add(1, f"{times} sentences begin with '{word}'")
    for length, most in MAX_SAME_START.items():
        for start, times in Counter(tuple(w[:length]) for w in words).items():
            if times > most:
                report.add(1, f"{times} sentences begin with '{' '.join(start)}'")
    content = Counter(word for w in words for word in set(w))
    for word, times in content.items():
        if times > MAX_CONTENT_WORD * count and word not in FUNCTION_WORDS[language].split():
            report.add(1, f"'{word}' is in {times} sentences")
    if sum(bool(re.search(r"\d", s)) for s in sentences) > MAX_DIGITS * count:
        report.add(1, "too many sentences have digits")


def check_lengths(sentences, report):
    lengths = [len(sentence.split()) for sentence in sentences]
    for (low, high), share in SPANS.items():
        found = sum(low <= length <= high for length in lengths)
        if found < share * len(sentences):
            report.add(1, f"{found} sentences have {low} to {high} words")


def check_labels(path, count, problems):
    report = Report(path.name)
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    if rows[0] != ["domain", "register"] or any(len(row) != 2 for row in rows):
        report.add(1, "the columns are domain and register")
    elif len(rows) - 1 != count:
        report.add(1, f"{len(rows) - 1} rows for {count} sentences")
    else:
        registers = Counter(row[1] for row in rows[1:])
        if set(registers) != set(REGISTERS) or min(registers.values()) < MIN_REGISTER * count:
            report.add(1, f"the registers are {dict(registers)}")
        domains = Counter(row[0] for row in rows[1:])
        if len(domains) < MIN_DOMAINS or max(domains.values()) > 1.5 * min(domains.values()):
            report.add(1, f"the domains are {dict(domains)}")
    problems.extend(report.problems)


def check(folder, language):
    """The problems of a corpus, and its sentences."""
    report = Report(f"{language}.txt")
    sentences = read_sentences(folder / report.file, report)
    if len(sentences) < MIN_SENTENCES:
        report.add(1, f"{len(sentences)} sentences, fewer than {MIN_SENTENCES}")
    for number, sentence in enumerate(sentences, 1):
        check_form(number, sentence, report)
        check_statement(number, sentence, language, report)
    check_likeness(sentences, report)
    check_variety(sentences, language, report)
    check_lengths(sentences, report)
    check_labels(folder / f"{language}.labels.tsv", len(sentences), report.problems)
    return report.problems, sentences


def main(languages):
    failed = False
    for language in languages or ("en", "nl"):
        problems, sentences = check(Path(__file__).parent, language)
        for problem in problems:
            print(problem)
        failed = failed or bool(problems)
        lengths = [len(sentence.split()) for sentence in sentences]
        print(f"{language}.txt: {len(sentences)} sentences, {sum(lengths)} words, "
              f"{sum(lengths) / len(lengths):.1f} a sentence, {len(problems)} problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
