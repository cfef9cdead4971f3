"""The sentences that tasks work on: those of STS3k, SICK and STS-b, in ../shared/data."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("SONDE_SHARED_DATA", ROOT.parent / "shared" / "data")) / "sts3k-study"
STS_FILES = {
    "sts3k": "STS3k_all.txt",
    "sick": "SICK_relatedness.txt",
    "stsb": "STSb_test.txt",
    "stsb-captions": "STSb_captions_test.txt",
    "stsb-forums": "STSb_forums_test.txt",
}


def pairs(file):
    """(first, second, rating) of each line."""
    for line in (FOLDER / "datasets" / file).read_text(encoding="utf-8").splitlines():
        first, second, gold = line.split(";")
        yield first.strip(), second.strip(), float(gold)


def distinct():
    """Each sentence once, in the order of the files."""
    seen = {}
    for file in STS_FILES.values():
        for first, second, _ in pairs(file):
            seen[first] = seen[second] = None
    return list(seen)


def every(sentences, count):
    """`count` of the sentences, evenly spaced; all of them where count is 0 or too large."""
    if count == 0 or count >= len(sentences):
        return sentences
    return [sentences[i * len(sentences) // count] for i in range(count)]


def write(file, sentences):
    Path(file).write_text("".join(s + "\n" for s in sentences), encoding="utf-8")
    return file
