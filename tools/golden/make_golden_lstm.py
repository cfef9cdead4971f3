"""Makes the tiny LSTM encoder of tests/golden/infersent, with the vectors of InferSent's own models.py on PyTorch.

Needs torch, safetensors, nltk and a checkout of facebookresearch/InferSent, but the tests don't run it.

    python tools/golden/make_golden_lstm.py tests/golden path/to/InferSent"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from nltk.tokenize import NLTKWordTokenizer
from safetensors.torch import save_file

WIDTH, UNITS = 6, 5
WORDS = "<s> </s> <p> </p> the dog cat sees a . , ? n't 't don do sleeps man old \" `` '' ( ) isn is".split()
SENTENCES = ["The dog sees the cat.", "the dog doesn't sleep", "a man, the old man, don't sees a dog?", "dog", "zebra",
             "(the cat isn't old) \"a\" dog ."]
TOKENIZED = SENTENCES + [
    "Good muffins cost $3.88 (roughly 3,36 euros) in New York. Please buy me two of them.", "I can't; cannot, won't -- gonna!",
    "She said: 'it's John's.'", "\"Hello,\" she said... wait?!", "well-known e-mail @home #1 & 50% {x} <b>", "'Tis d'ye gimme wanna ",
    "caf\u00e9 \u201cquoted\u201d \u2018single\u2019 \u2013 dash\u2014dash", "1,000:2 a,b a:b U.S. end of U.S.", "They'll've 'em o'clock ''", ""]


def tokens_of(text, version):
    words = NLTKWordTokenizer().tokenize(text)
    return " ".join(words).replace(" n't ", "n 't ").split() if version == 2 else words


def main(golden, checkout):
    sys.path.insert(0, checkout)
    from models import InferSent
    folder = golden / "infersent"
    folder.mkdir(exist_ok=True)
    random = np.random.default_rng(22)
    vectors = {word: random.standard_normal(WIDTH).round(3) for word in WORDS}
    (folder / "words.txt").write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in vectors.items()))
    torch.manual_seed(22)
    cases = []
    for version in (1, 2):
        for pooling in ("max", "mean"):
            torch.manual_seed(22)
            model = InferSent({"bsize": 1, "word_emb_dim": WIDTH, "enc_lstm_dim": UNITS, "pool_type": pooling,
                               "dpout_model": 0.0, "version": version}).eval()
            if pooling == "mean":  # its code for the mean needs a GPU
                model.pool_type = "states"
                model.forward = lambda pair, model=model: model.enc_lstm(pair[0])[0].mean(0)
            rows = []
            for text in SENTENCES:
                words = [model.bos, *tokens_of(text, version), model.eos]
                known = [vectors[word] for word in words if word in vectors]
                batch = torch.tensor(np.array(known), dtype=torch.float32).unsqueeze(1)
                with torch.no_grad():
                    rows.append(model.forward((batch, np.array([len(known)])))[0].tolist())
            cases.append({"options": f"version={version}&pooling={pooling}", "vectors": rows})
    save_file({name: tensor.contiguous() for name, tensor in model.state_dict().items()}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    (folder / "expected.json").write_text(json.dumps({
        "sentences": SENTENCES, "cases": cases,
        "tokens": [{"text": text, "tokens": NLTKWordTokenizer().tokenize(text)} for text in TOKENIZED]}))


main(Path(sys.argv[1]), sys.argv[2])
