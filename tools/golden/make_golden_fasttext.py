"""Makes the fastText models of tests/golden/fasttext, with the vectors of fasttext-wheel 0.9.2.

Needs that package, but the tests don't run it. Training is by chance, so each run makes other models.

    python tools/golden/make_golden_fasttext.py tests/golden"""

import json
import sys
import tempfile
from pathlib import Path

import fasttext

TEXT = """the dog sees a cat and the cat sees the dog
a caf\u00e9 is open and the na\u00efve dog sleeps in the caf\u00e9
the old man carries a stone to the river and sleeps
"""
WORDS = ["the", "dog", "caf\u00e9", "dogs", "Dog", "\u4e16\u754c", "x", "</s>", "unseen-word"]
SENTENCES = ["the dog sees a cat", "The dogs, unseen: caf\u00e9!", "\u4e16\u754c x", "dog dog dog"]


def main(golden):
    folder = golden / "fasttext"
    folder.mkdir(exist_ok=True)
    cases = []
    with tempfile.TemporaryDirectory() as place:
        text = Path(place) / "text.txt"
        text.write_text(TEXT * 20, encoding="utf-8")
        for name, options in (("skipgram", {"minn": 2, "maxn": 4, "bucket": 40}), ("one", {"minn": 1, "maxn": 3, "bucket": 7}),
                              ("whole", {"maxn": 0, "minn": 0, "bucket": 0})):
            model = fasttext.train_unsupervised(str(text), model="skipgram", dim=5, minCount=1, epoch=5, thread=1, **options)
            file = folder / f"{name}.bin"
            model.save_model(str(file))
            cases.append({"file": file.name, "known": sorted(model.words),
                          "words": {word: model.get_word_vector(word).astype(float).tolist() for word in WORDS},
                          "sentences": [model.get_sentence_vector(text).astype(float).tolist() for text in SENTENCES]})
    (folder / "expected.json").write_text(json.dumps({"sentences": SENTENCES, "cases": cases}))


main(Path(sys.argv[1]))
