#!/usr/bin/env python3
"""How well labellers of roles do on captions, news and instructions: F1 of head words with 95% intervals.

    python3 tools/role_quality.py build/release/bin/sonde --study CHECKOUT --spacy MODEL --python PYTHON

CHECKOUT is a copy of the STS3k study's repository (bmmlab/compositional-semantics-eval), whose caption frames
people corrected. The rules were made on its odd pairs; `captions` are the sentences of the even pairs that no odd
pair has, each once. All texts but STS3k's even pairs have served as development data since. MODEL is spaCy's
pipeline for examples/spacy_labeller.py, PYTHON an interpreter with spaCy.
"""
import argparse
import csv
import json
import random
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRAMES = ROOT / "tests/golden/roles/frames.tsv"
CAPTIONS = "Data-experiment/STSb_captions_test.txt"
CORRECTED = "Data-model/Sentence Parses/VerbNet Parsing/full_VerbNet_pass_STSb_captions_test_mod.json"
ROLES = ("Agent", "Verb", "Patient", "Theme", "Time", "Manner", "Location", "Trajectory")
SHOWN = {"Agent": ["Agent"], "Verb": ["Verb"], "Patient or Theme": ["Patient", "Theme"], "Time": ["Time"],
         "Manner": ["Manner"], "Location": ["Location"], "Trajectory": ["Trajectory"]}
RESAMPLES = 1000


def word_list(name):
    lines = (ROOT / "data/language/en/words.tsv").read_text(encoding="utf-8").splitlines()
    (found,) = [line.split("\t")[1] for line in lines if line.startswith(name + "\t")]
    return set(found.split(", "))


AFTER_HEAD = word_list("role_preposition") | word_list("phrase_continuations")


def head(phrase):
    """The word that `sonde roles score` compares."""
    words = re.findall(r"\w+(?:['’-]\w+)*", phrase.lower()) if phrase != "NONE" else []
    at = 0
    while at + 1 < len(words) and words[at] in AFTER_HEAD:
        at += 1
    while at + 1 < len(words) and words[at + 1] not in AFTER_HEAD:
        at += 1
    return words[at] if words else None


def counts(expected, found, roles):
    """Heads of the reference, heads found, and those that agree in the best pairing."""
    mine = [h for h in (head(expected.get(role, "NONE")) for role in roles) if h]
    theirs = [h for h in (head(found.get(role, "NONE")) for role in roles) if h]
    return len(mine), len(theirs), sum(min(mine.count(h), theirs.count(h)) for h in set(mine))


def f1(rows):
    expected, found, same = (sum(column) for column in zip(*rows))
    return 2 * same / (expected + found) if expected + found else float("nan")


def interval(rows):
    draw = random.Random(1)
    drawn = sorted(f1(draw.choices(rows, k=len(rows))) for _ in range(RESAMPLES))
    return drawn[int(.025 * RESAMPLES)], drawn[int(.975 * RESAMPLES) - 1]


def written():
    """kind -> sentences with their frames, of the project's own file."""
    lines = [line for line in FRAMES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    texts = {}
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        frame = {role: row[role] or "NONE" for role in ROLES}
        texts.setdefault(row["kind"], []).append((row["sentence"], frame))
    return texts


def captions(study):
    pairs = [line.split(";")[:2] for line in (study / CAPTIONS).read_text(encoding="utf-8").splitlines()]
    frames = json.loads((study / CORRECTED).read_text(encoding="utf-8"))
    seen = {text for pair in pairs[0::2] for text in pair}
    test = {}
    for number, pair in enumerate(pairs, 1):
        for text, frame in zip(pair, frames[str(number)]):
            if number % 2 == 0 and text not in seen:
                test.setdefault(text, frame)
    every = [(text, frame) for number, pair in enumerate(pairs, 1) for text, frame in zip(pair, frames[str(number)])]
    return {"captions": list(test.items()), "all 1,248 captions": every}


def labelled(sonde, options, sentences):
    answer = subprocess.run([sonde, "roles", *options], input="".join(s + "\n" for s in sentences), text=True,
                            capture_output=True, check=True)
    rows = json.loads(answer.stdout)
    return [rows[str(number)][0] for number in range(1, len(sentences) + 1)]


def table(name, pairs, found):
    print(f"{name}: {len(pairs)} sentences")
    for shown, roles in SHOWN.items():
        rows = [counts(frame, mine, roles) for (_, frame), mine in zip(pairs, found)]
        low, high = interval(rows)
        print(f"  {shown:17} {sum(row[0] for row in rows):5}  {f1(rows):.3f} [{low:.3f}, {high:.3f}]")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sonde")
    parser.add_argument("--study", type=Path)
    parser.add_argument("--spacy")
    parser.add_argument("--python", default="python3")
    asked = parser.parse_args()
    labellers = {"linkgrammar": ["--labeller", "linkgrammar"]}
    if asked.spacy:
        program = f"{asked.python} {ROOT / 'examples/spacy_labeller.py'} {asked.spacy}"
        labellers["spaCy"] = ["--labeller", "exec", "--command", program]
    texts = {**(captions(asked.study) if asked.study else {}), **written()}
    for labeller, options in labellers.items():
        for kind, pairs in texts.items():
            table(f"{labeller}, {kind}", pairs, labelled(asked.sonde, options, [text for text, _ in pairs]))


if __name__ == "__main__":
    main()
