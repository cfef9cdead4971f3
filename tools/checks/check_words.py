#!/usr/bin/env python3
"""Counts the habits that make English read as a translation, in documents, comments, strings and pages.

The counts in tools/checks/check_words.tsv may only fall: the check fails if one rises. `--write` stores lower counts,
`--list HABIT` prints every hit, and `--list HABIT PLACE` those of one place.
"""
import io
import re
import sys
import tokenize
from collections import Counter
from pathlib import Path

from check_source import tracked

ROOT = Path(__file__).resolve().parent.parent.parent
COUNTS = ROOT / "tools/checks/check_words.tsv"
PLACES = ("docs", "comments", "strings", "pages")
SENTENCE = r"(?:^|(?<=[.:;!|] )|(?<=[.:;!|]  ))"
# Each habit and its pattern. A hit may be good English; the rule is that the count never rises.
HABITS = {
    "where for if": r"\bwhere\b(?! to\b)",
    "clause as subject": SENTENCE + r"(?:what|who|whoever|whatever)\b(?=[^.?]*(?:\.|$))",
    "comment in the air": r"\A(?:of|as|by|those|with|the same but)\b",
    "is no": r"\b(?:is|are|was|were) (?:no|none|such|nothing)\b(?! longer| more)",
    "hear, tell, know": r"(?<!can't[ \n])\b(?:hears?|heard|tells?|told|knows|knew)\b",
    "say, ask, answer": r"\b(?:says?|said|asks|asked|answers|answered)\b",
    "stand, lie, hang": r"\b(?:stands?|stood|lies?|lay|hangs? on|(?:held|holds?) against)\b",
    "beside, behind": r"\b(?:beside|behind)\b",
    "anew, go on, lack": r"\b(?:anew|go(?:es)? on|lacks?|lacking|mend(?:s|ed)?)\b",
    "keep": r"\b(?:keeps?|kept)\b",
    "near, far": r"\b(?:nearer|farther|alike)\b",
    "a for per": r"\b(?:\d[\d,.]*|one|once|sentences|items|words|texts|tokens|requests|rows|pairs|bytes|times) an? (?:second|minute|line|panel|item|sentence|row|encoder|kind|token|word)\b",
    "own": r"\b(?:of (?:its|one's|their|your|our|his|her|my) own|one's own|somebody|nobody)\b",
    "participle first": SENTENCE + r"(?:fetched|kept|left|told|given|written|measured|taken|found|read|asked) (?:is|are|was|were)\b",
    "semicolon": r";",
    "space before %": r"\d %",
    "number without 0": r"^(?!\|)(?:.*[\s(\[])?\.\d+\b"  # a line of prose; tables have their own style
}
PATTERNS = {name: re.compile(pattern, re.I | re.M) for name, pattern in HABITS.items()}
ONLY = {"comment in the air": ("comments",), "semicolon": ("docs", "comments"), "number without 0": ("docs", "pages")}
C_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`', re.S)
TEST = re.compile(r"_(?:test|fuzz|bench|samples|damage)\.(?:cpp|h)$|(?:^|/)tests/|_test\.(?:py|ts)$|\.test\.ts$")


def prose(text):
    """Markdown without code, addresses and table rules."""
    text = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.M | re.S)
    text = re.sub(r"^ {4}.*$", "", text, flags=re.M)
    text = re.sub(r"`[^`\n]*`", "x", text)
    return re.sub(r"\]\([^)]*\)|<[^>]*>|https?://\S+", "]", text)


def joined(lines):
    """The texts of comments; those of neighbouring lines are one."""
    last = None
    block = []
    for number, text in lines:
        if last is not None and number != last + 1:
            yield "\n".join(block)
            block = []
        block.append(text)
        last = number
    if block:
        yield "\n".join(block)


def c_texts(text):
    """Comments and strings of C++ or TypeScript."""
    comments, strings = [], []
    for token in C_TOKEN.finditer(text):
        word = token.group()
        if word.startswith("//"):
            comments.append((text.count("\n", 0, token.start()), word.lstrip("/<! ").strip()))
        elif word.startswith("/*"):
            comments.append((text.count("\n", 0, token.start()), re.sub(r"^[ /*]+|\*/$", "", word, flags=re.M).strip()))
        elif " " in word:
            strings.append(word.strip("\"'`R()"))
    return list(joined(comments)), strings


def python_texts(text):
    """Comments with docstrings, and other strings, of Python."""
    comments, others = [], []
    fresh = True  # a string that begins a statement is a docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments.append((token.start[0], token.string.lstrip("#!: ")))
        elif token.type == tokenize.STRING and fresh:
            comments.append((token.start[0], token.string.strip("\"'rbf")))
        elif token.type == tokenize.STRING and " " in token.string:
            others.append(token.string.strip("\"'rbf"))
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            fresh = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    return list(joined(comments)), others


def texts_of(name):
    """The texts of a file as (place, text), except of this file, which names the habits."""
    if ROOT / name == Path(__file__).resolve():
        return
    suffix = Path(name).suffix
    if suffix == ".md" and not name.startswith(("tests/", "web/")):
        yield "docs", prose((ROOT / name).read_text(encoding="utf-8"))
    elif suffix in {".cpp", ".h", ".ts", ".py"} and not name.startswith("tests/corpora/"):
        read = python_texts if suffix == ".py" else c_texts
        comments, strings = read((ROOT / name).read_text(encoding="utf-8"))
        yield from (("comments", text) for text in comments)
        if not TEST.search(name) and name.startswith(("src/", "include/", "python/", "web/src/")):
            yield from (("pages" if name.startswith("web/") else "strings", text) for text in strings)


def hits(names):
    """Every hit as (habit, place, file, text around it)."""
    for name in names:
        for place, text in texts_of(name):
            for habit, pattern in PATTERNS.items():
                if place in ONLY.get(habit, PLACES):
                    for found in pattern.finditer(text):
                        around = text[max(0, found.start() - 50):found.end() + 50].replace("\n", " ")
                        yield habit, place, name, around


def stored():
    rows = [line.split("\t") for line in COUNTS.read_text(encoding="utf-8").splitlines()[1:]]
    return {(habit, place): int(count) for habit, *counts in rows for place, count in zip(PLACES, counts, strict=True)}


def write(counts):
    lines = ["\t".join([habit, *(str(counts[habit, place]) for place in PLACES)]) for habit in HABITS]
    COUNTS.write_text("\n".join(["\t".join(["habit", *PLACES]), *lines]) + "\n", encoding="utf-8")


def risen(counts, most):
    return [f"{habit}: {counts[habit, place]} in {place}, at most {most.get((habit, place), 0)} "
            f"(tools/checks/check_words.py --list '{habit}' {place})"
            for habit in HABITS for place in PLACES if counts[habit, place] > most.get((habit, place), 0)]


def main(arguments):
    found = list(hits(sorted(tracked())))
    if arguments[:1] == ["--list"]:
        wanted = [hit for hit in found if list(hit[:len(arguments) - 1]) == arguments[1:]]
        print("\n".join(f"{name}: {text}" for _, _, name, text in wanted))
        return 0
    counts = Counter((habit, place) for habit, place, _, _ in found)
    problems = risen(counts, stored()) if COUNTS.exists() else []
    if not problems and arguments[:1] == ["--write"]:
        write(counts)
    print("\n".join(problems) or f"words: {sum(counts.values())} habits counted, none rose")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
