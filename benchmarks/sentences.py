"""The sentences that tasks work on: those of STS3k, SICK and STS-b if the published data are here.
Otherwise the example sentences of WordNet, which the set-up installs, with ratings drawn by seed."""

import functools
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))
import shared_data  # noqa: E402

FOLDER = shared_data.FOLDER / "sts3k-study"
PUBLISHED = (FOLDER / "datasets").is_dir()
SOURCE = "STS3k, SICK and STS-b" if PUBLISHED else "WordNet's examples"
STS_FILES = {
    "sts3k": "STS3k_all.txt",
    "sick": "SICK_relatedness.txt",
    "stsb": "STSb_test.txt",
    "stsb-captions": "STSb_captions_test.txt",
    "stsb-forums": "STSb_forums_test.txt",
}
WORDNET = Path("/usr/share/wordnet")
EXAMPLES = 13_580  # about as many as the published sets have
SHORTEST = 25


@functools.cache
def sets():
    """name -> its pairs (first, second, rating)."""
    if PUBLISHED:
        return {name: published(file) for name, file in STS_FILES.items()}
    draw, found = random.Random(1), every(examples(), EXAMPLES)
    pairs = [(a, b, draw.randint(0, 10) / 2) for a, b in zip(found[::2], found[1::2])]
    return {"wordnet": pairs}


def published(file):
    lines = (FOLDER / "datasets" / file).read_text(encoding="utf-8").splitlines()
    cells = [line.split(";") for line in lines]
    return [(first.strip(), second.strip(), float(gold)) for first, second, gold in cells]


def examples():
    """The texts between quotation marks in WordNet's glosses, each once."""
    found = {}
    for kind in ("noun", "verb", "adj", "adv"):
        for line in (WORDNET / f"data.{kind}").read_text(encoding="utf-8").splitlines():
            for example in re.findall(r'"([^";\t]+)"', line.partition(" | ")[2]):
                if len(example) >= SHORTEST:
                    found[example.strip()] = None
    return list(found)


def distinct():
    """Each sentence once, in the order of the sets."""
    return list(dict.fromkeys(text for pairs in sets().values() for pair in pairs for text in pair[:2]))


def every(sentences, count):
    """`count` of the sentences, evenly spaced. All of them if count is 0 or too large."""
    if count == 0 or count >= len(sentences):
        return sentences
    return [sentences[i * len(sentences) // count] for i in range(count)]


def write(file, sentences):
    Path(file).write_text("".join(s + "\n" for s in sentences), encoding="utf-8")
    return file


def write_pairs(folder, name, pairs):
    """Writes the card of a data set of rated pairs next to its file NAME.csv."""
    write(folder / f"{name}.csv", [f"{a};{b};{gold}" for a, b, gold in pairs])
    card = folder / f"{name}.toml"
    card.write_text(f'probe = "sts"\nfile = "{name}.csv"\nseparator = ";"\nheader = false\n'
                    'columns = ["first", "second", "gold"]\n')
    return card
