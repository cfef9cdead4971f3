"""Makes the tiny Skip-Thoughts of tests/golden/skipthought, from arrays of the published form, with vectors of NumPy.

The reference is written after the formulas of the authors' skipthoughts.py (layers of Theano), in float64, and compared with torch's GRU
here. Needs numpy, torch, safetensors and nltk, but the tests don't run it.

    python tools/golden/make_golden_skipthought.py tests/golden"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from nltk.tokenize import NLTKWordTokenizer
from safetensors.numpy import load_file, save_file

WIDTH, UNI, BI = 5, 8, 4
WORDS = "the dog cat sees a . , ? n't do sleeps man old \" ( ) is The <eos> UNK don caf\u00e9".split()
SENTENCES = ["The dog sees the cat.", "the dog doesn't sleep", "a man, the old man, don't sees a dog?", "dog", "zebra", "(the cat isn't old) a caf\u00e9.", "a dog a cat"]


def published(random):
    """The arrays of uni_skip.npz and bi_skip.npz."""
    def layer(name, units):
        def some(*shape):
            return random.uniform(-0.9, 0.9, shape).astype(np.float32)
        return {f"{name}_W": some(WIDTH, 2 * units), f"{name}_b": some(2 * units), f"{name}_U": some(units, 2 * units),
                f"{name}_Wx": some(WIDTH, units), f"{name}_bx": some(units), f"{name}_Ux": some(units, units)}
    return layer("encoder", UNI), {**layer("encoder", BI), **layer("encoder_r", BI)}


def convert(folder, uni, bi):
    """Converts the arrays by the steps of docs/reference/encoders/older.md."""
    weights = {}
    for arrays, source, place in ((uni, "encoder", "uni.{}_l0"), (bi, "encoder", "bi.{}_l0"), (bi, "encoder_r", "bi.{}_l0_reverse")):
        both = [np.concatenate([arrays[f"{source}_{gates}"], arrays[f"{source}_{new}"]], -1).T for gates, new in (("W", "Wx"), ("U", "Ux"), ("b", "bx"))]
        for name, array in zip(("weight_ih", "weight_hh", "bias_ih", "bias_hh"), [*both, np.zeros_like(both[2])]):
            weights[place.format(name)] = np.ascontiguousarray(array)
    save_file(weights, folder / "model.safetensors")


def last_state(arrays, name, words):
    """gru_layer() of the authors."""
    W, b, U, Wx, bx, Ux = (arrays[f"{name}_{part}"].astype(np.float64) for part in ("W", "b", "U", "Wx", "bx", "Ux"))
    units = Ux.shape[1]
    h = np.zeros(units)
    for x in words.astype(np.float64):
        gates = 1 / (1 + np.exp(-(h @ U + x @ W + b)))
        r, u = gates[:units], gates[units:]
        h = u * h + (1 - u) * np.tanh((h @ Ux) * r + x @ Wx + bx)
    return h


def torch_state(weights, prefix, words, units, both):
    gru = torch.nn.GRU(WIDTH, units, bidirectional=both)
    gru.load_state_dict({name.removeprefix(prefix): torch.tensor(array) for name, array in weights.items() if name.startswith(prefix)})
    with torch.no_grad():
        return gru(torch.tensor(words).unsqueeze(1))[1].reshape(-1).numpy()


def main(golden):
    folder = golden / "skipthought"
    folder.mkdir(exist_ok=True)
    random = np.random.default_rng(22)
    uni, bi = published(random)
    convert(folder, uni, bi)
    weights = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    (folder / "dictionary.txt").write_text("".join(word + "\n" for word in WORDS), encoding="utf-8")
    tables = [random.standard_normal((len(WORDS), WIDTH)).astype(np.float32) for _ in range(2)]
    np.save(folder / "utable.npy", tables[0])
    np.save(folder / "btable.npy", tables[1])
    rows = []
    for text in SENTENCES:
        tokens = NLTKWordTokenizer().tokenize(text)
        places = [WORDS.index(word if word in WORDS else "UNK") for word in tokens]
        u, b = tables[0][places], tables[1][places]
        one = last_state(uni, "encoder", u)
        two = np.concatenate([last_state(bi, "encoder", b), last_state(bi, "encoder_r", b[::-1])])
        assert np.allclose(one, torch_state(weights, "uni.", u, UNI, False), atol=1e-6)
        assert np.allclose(two, torch_state(weights, "bi.", b, BI, True), atol=1e-6)
        rows.append({"text": text, "unknown": sum(word not in WORDS for word in tokens), "uni": one.tolist(), "bi": two.tolist()})
    (folder / "expected.json").write_text(json.dumps(rows, indent=0) + "\n")


main(Path(sys.argv[1]))
