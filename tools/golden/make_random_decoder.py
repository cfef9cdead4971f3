#!/usr/bin/env python3
"""Writes a LLaMA of any size with random weights and the tokenizer of tests/golden/llama, to measure with.

usage: make_random_decoder.py FOLDER [--hidden 2048 --layers 16 --intermediate 8192 --vocabulary 128256 --type BF16]

Without sizes it is as large as LLaMA 3.2 1B: 1.24 billion parameters.
"""
import argparse
import json
import shutil
from pathlib import Path

import numpy as np

GOLDEN = Path(__file__).resolve().parent.parent.parent / "tests/golden/llama"
HEAD = 64
POOL = 1 << 22  # numbers that are drawn; tensors repeat them


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    for name, size in {"hidden": 2048, "layers": 16, "intermediate": 8192, "vocabulary": 128256}.items():
        parser.add_argument(f"--{name}", type=int, default=size)
    parser.add_argument("--type", choices=["F32", "BF16"], default="BF16")
    return parser.parse_args()


def shapes(sizes):
    hidden, between, keys = sizes.hidden, sizes.intermediate, max(1, sizes.hidden // HEAD // 4) * HEAD
    yield "model.embed_tokens.weight", (sizes.vocabulary, hidden)
    for layer in range(sizes.layers):
        path = f"model.layers.{layer}."
        for name, shape in {"self_attn.q_proj": (hidden, hidden), "self_attn.k_proj": (keys, hidden),
                            "self_attn.v_proj": (keys, hidden), "self_attn.o_proj": (hidden, hidden),
                            "mlp.gate_proj": (between, hidden), "mlp.up_proj": (between, hidden),
                            "mlp.down_proj": (hidden, between), "input_layernorm": (hidden,),
                            "post_attention_layernorm": (hidden,)}.items():
            yield f"{path}{name}.weight", shape
    yield "model.norm.weight", (hidden,)


def stored(numbers, kind):
    """bf16 is the upper half of a float."""
    return numbers if kind == "F32" else (numbers.view(np.uint32) >> 16).astype(np.uint16)


def write_weights(file, sizes):
    pool = np.random.default_rng(1).standard_normal(POOL, dtype=np.float32)
    header, end = {}, 0
    for name, shape in shapes(sizes):
        size = int(np.prod(shape)) * (4 if sizes.type == "F32" else 2)
        header[name] = {"dtype": sizes.type, "shape": shape, "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(file, "wb") as out:
        out.write(len(text).to_bytes(8, "little") + text)
        for _, shape in shapes(sizes):
            numbers = pool / np.float32(shape[1] ** .5) if len(shape) == 2 else np.ones_like(pool)
            numbers = stored(numbers, sizes.type)
            count = int(np.prod(shape))
            for first in range(0, count, POOL):
                out.write(numbers[:min(POOL, count - first)].tobytes())


def main():
    sizes = arguments()
    sizes.folder.mkdir(parents=True)
    shutil.copy(GOLDEN / "tokenizer.json", sizes.folder)
    shutil.copy(GOLDEN / "tokenizer_config.json", sizes.folder)
    config = json.loads((GOLDEN / "config.json").read_text())
    heads = sizes.hidden // HEAD
    config.update(hidden_size=sizes.hidden, num_hidden_layers=sizes.layers, head_dim=HEAD,
                  intermediate_size=sizes.intermediate, vocab_size=sizes.vocabulary,
                  num_attention_heads=heads, num_key_value_heads=max(1, heads // 4),
                  max_position_embeddings=2048)
    (sizes.folder / "config.json").write_text(json.dumps(config, indent=1))
    write_weights(sizes.folder / "model.safetensors", sizes)


main()
