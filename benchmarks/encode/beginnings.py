"""The work that a causal model could save on a probe's texts by computing equal beginnings once.

The bound: tokens over distinct beginnings, each of which ends in a token that must be computed. Tokens
are MiniLM's words and pieces, after one that begins every text, as decoders have it."""

import json
import sys
from pathlib import Path

from measure import Row, spread

KEEPER = Path(__file__).with_name("keep_texts.py")
SETS = ("curves-en", "heros-en", "negation-detection", "sets-en")


def run(bench):
    return [Row(f"{name}: tokens over distinct beginnings", bound(bench, name), "times") for name in SETS]


def bound(bench, name):
    seen = bench.folder / f"{name}.jsonl"
    seen.unlink(missing_ok=True)
    bench.program.run("run", "--encoder", f"exec:{sys.executable} {KEEPER} {seen}", "--data", name, "--store", "none",
                      "--out", bench.folder / f"{name}.sonde")
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(str(Path(__file__).resolve().parents[2] / ".setup/models/minilm/tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokens, beginnings = 0, set()
    for text in {text for line in seen.open(encoding="utf-8") for text in json.loads(line)}:
        ids = [-1, *tokenizer.encode(text, add_special_tokens=False).ids]
        tokens += len(ids)
        beginnings.update(tuple(ids[:end]) for end in range(1, len(ids) + 1))
    return spread([tokens / len(beginnings)])
