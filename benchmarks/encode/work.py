"""How many floating point operations a BERT-like encoder needs, from its config and token counts."""

import json
from pathlib import Path

import tokenizers


def token_counts(model, sentences, limit=256):
    tokenizer = tokenizers.Tokenizer.from_file(str(Path(model) / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return [min(limit, len(e.ids)) for e in tokenizer.encode_batch(sentences)]


def operations(model, counts):
    """Matrix products only: projections, feed-forward, and attention's two products."""
    config = json.loads((Path(model) / "config.json").read_text())
    hidden, inner = config["hidden_size"], config["intermediate_size"]
    weights = 4 * hidden * hidden + 2 * hidden * inner
    layers = config["num_hidden_layers"]
    return sum(layers * (2 * weights * n + 4 * n * n * hidden) for n in counts)
