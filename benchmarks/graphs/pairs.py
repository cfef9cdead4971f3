"""Pairs of AMR graphs and word vectors: STS-b's parsed pairs and GloVe's if the published data are
here. Otherwise graphs and numbers are drawn by seed, and a pair's second graph is the first with changes."""

import gzip
import random

import shared_data

FOLDER = shared_data.FOLDER / "amr" / "bamboo-sts"
GLOVE = shared_data.FOLDER / "words" / "glove50_4k" / "glove50_4k.txt"
PUBLISHED = FOLDER.is_dir() and GLOVE.is_file()
SOURCE = "STS-b" if PUBLISHED else "drawn graphs"
DRAWN_PAIRS = 1000
CONCEPTS = [f"{a}{b}{c}" for a in "bdfgk" for b in "aeiou" for c in "lmnrst"]
ROLES = (":ARG0", ":ARG1", ":ARG2", ":mod", ":location", ":time")


def pairs(folder):
    """The graphs of the first and of the second sentences as PENMAN, and a file of word vectors."""
    if PUBLISHED:
        first, second = (published(FOLDER / f"sts.main.{side}.test.amr.gz") for side in ("src", "tgt"))
        return first, second, GLOVE
    draw = random.Random(1)
    drawn = [drawn_pair(draw) for _ in range(DRAWN_PAIRS)]
    return [a for a, _ in drawn], [b for _, b in drawn], drawn_vectors(folder / "drawn.txt", draw)


def published(file):
    text = gzip.decompress(file.read_bytes()).decode()
    return ["\n".join(line for line in graph.splitlines() if not line.startswith("#"))
            for graph in text.split("\n\n") if graph.strip()]


def drawn_pair(draw):
    size = draw.randint(3, 15)
    labels = [draw.choice(CONCEPTS) for _ in range(size)]
    parents = [draw.randrange(node) for node in range(1, size)]
    roles = [draw.choice(ROLES) for _ in parents]
    changed = [draw.choice(CONCEPTS) if draw.random() < 0.3 else label for label in labels]
    turned = [draw.choice(ROLES) if draw.random() < 0.3 else role for role in roles]
    return penman(0, labels, parents, roles), penman(0, changed, parents, turned)


def penman(node, labels, parents, roles):
    below = "".join(f" {roles[child - 1]} {penman(child, labels, parents, roles)}"
                    for child in range(1, len(labels)) if parents[child - 1] == node)
    return f"(x{node} / {labels[node]}{below})"


def drawn_vectors(file, draw):
    file.write_text("".join(f"{word} {' '.join(f'{draw.gauss(0, 1):.5f}' for _ in range(50))}\n"
                            for word in CONCEPTS))
    return file


def write(folder, first, second):
    folder.mkdir(exist_ok=True)
    for name, graphs in (("first.amr", first), ("second.amr", second)):
        (folder / name).write_text("\n\n".join(graphs) + "\n", encoding="utf-8")
    return folder
