#!/usr/bin/env python3
"""Runs `sonde make negations` over the published sentences: python3 tools/negation_sources.py PROGRAM [FOLDER]

Prints how many of the eligible sentences are negated, and from how many negated ones the negation is taken away, by
source. The rule of eligibility concerns the sentence alone, and was written before anything was measured.
Into FOLDER go 100 results of each kind, drawn by the seed 25: negation_100.tsv and affirmation_100.tsv."""
import csv
import random
import re
import subprocess
import sys

import shared_data

NEGATION = re.compile(r"n't\b|\b(?:not|cannot|no|never|nobody|nothing|nowhere|none|neither|nor|without|hardly|"
                      r"scarcely|barely|seldom|rarely)\b", re.I)
TAKEN_AWAY = re.compile(r"n't\b|\b(?:not|cannot|never)\b", re.I)
AUXILIARY = re.compile(r"\b(?:am|is|are|was|were|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|"
                       r"would)(?:n't)?\b|cannot", re.I)
ASKS = re.compile(r"^(?:what|where|when|why|how|which|whose|whom)\b", re.I)


def columns(file, places):
    with open(shared_data.FOLDER / file, encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield from (row[place] for place in places if place < len(row))


def wiki_split():
    for line in columns("sets/wiki_split/tune.tsv", [1]):
        yield from line.split(" <::::> ")


SOURCES = {
    "SICK": lambda: columns("heros/sick/SICK_test_annotated.txt", [1, 2]),
    "STS-b": lambda: columns("heros/stsb/sts-test.csv", [5, 6]),
    "wiki_split": wiki_split,
}


def could_be_clause(sentence):
    """4 to 20 words, no question with "what" or "where", no quotation, brackets or second part. A full stop or
    question mark at the end, or an auxiliary."""
    return (4 <= len(sentence.split()) <= 20 and not re.search(r"[\"“”()\[\];:/]|''|``| -+ ", sentence)
            and not ASKS.match(sentence) and (sentence[-1] in ".?!" or AUXILIARY.search(sentence)))


def is_eligible(sentence, affirm):
    found = len(NEGATION.findall(sentence))
    return could_be_clause(sentence) and (found == len(TAKEN_AWAY.findall(sentence)) == 1 if affirm else found == 0)


def results(program, sentences, words):
    answer = subprocess.run([program, "make", "negations", *words], input="".join(s + "\n" for s in sentences),
                            capture_output=True, text=True, check=True)
    return [line.split("\t") for line in answer.stdout.splitlines()[1:]]


def draw(lines, file):
    with open(file, "w", encoding="utf-8") as out:
        for sentence, result, *_ in random.Random(25).sample(lines, min(100, len(lines))):
            out.write(f"{sentence}\t{result}\n")


def main(program, folder=None):
    for name, words in [("negation", []), ("affirmation", ["--affirm"])]:
        made, all_eligible = [], 0
        for source, sentences in SOURCES.items():
            eligible = [s for s in dict.fromkeys(s.strip() for s in sentences()) if is_eligible(s, bool(words))]
            accepted = [line for line in results(program, eligible, words) if not line[3]]
            print(f"{name}, {source}: {len(accepted)} of {len(eligible)}")
            made += accepted
            all_eligible += len(eligible)
        print(f"{name}: {len(made)} of {all_eligible}, {100 * len(made) / all_eligible:.1f} %")
        if folder:
            draw(made, f"{folder}/{name}_100.tsv")


if __name__ == "__main__":
    main(*sys.argv[1:])
