"""Makes tests/golden/old-tokenizers: tokenizers without tokenizer.json, with transformers' ids.

Vocabularies are those of make_golden_models.py's tokenizers. As that, whose parts it uses.

    python tools/golden/make_golden_tokenizers.py tests/golden
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

import transformers
from make_golden_models import (
    SENTENCES, make_bpe_tokenizer, make_mpnet_tokenizer, make_tokenizer, write_json,
)

TEXTS = SENTENCES + [
    "", " ", "  two  spaces\tand a tab\nand a line ", "don't we'll it's THEY'RE",
    "un" * 60, "e\u0301te\u0301 \u00c5ngstr\u00f6m \u0130stanbul \u01c5",
    "\u72d7\u548c\u732b dog\u72d7dog \u3053\u3093\u306b\u3061\u306f \u0440\u0435\u043a\u0430",
    "\U0001f469\u200d\U0001f4bb \ufffd \u00a0 \u200b \u0007bell",
    "[MASK][SEP] [CLS] [mask] x[PAD]y", "a <mask> b<mask> <s>c</s> <pad> <unk> <|endoftext|>z",
    "3.14 + 2,718 = $5.86; e-mail@example.org #tag __init__ (re-)builds",
]


def word_pieces(make):
    def write(folder):
        with tempfile.TemporaryDirectory() as made:
            make(Path(made))
            ids = json.loads(Path(made, "tokenizer.json").read_text())["model"]["vocab"]
        (folder / "vocab.txt").write_text("".join(f"{t}\n" for t in sorted(ids, key=ids.get)))
    return write


def byte_pairs(folder):
    with tempfile.TemporaryDirectory() as made:
        make_bpe_tokenizer(Path(made))
        model = json.loads(Path(made, "tokenizer.json").read_text())["model"]
    write_json(folder / "vocab.json", model["vocab"])
    lines = ["#version: 0.2"] + [" ".join(merge) for merge in model["merges"]]
    (folder / "merges.txt").write_text("\n".join(lines) + "\n")


def token(content, **more):
    return {"content": content, "lstrip": False, "normalized": False, "rstrip": False,
            "single_word": False} | more


BERT = word_pieces(make_tokenizer)
# Name: model_type, what writes the vocabulary, its other files.
CASES = {
    "bert": ("bert", BERT, {}),
    "bert-cased": ("bert", BERT, {"tokenizer_config.json": {
        "do_lower_case": False, "tokenize_chinese_chars": False, "model_max_length": 512}}),
    "bert-4": ("distilbert", BERT, {
        "tokenizer_config.json": {
            "tokenizer_class": "DistilBertTokenizer", "strip_accents": False,
            "additional_special_tokens": [], "mask_token": "[MASK]", "sep_token": "[SEP]",
            "added_tokens_decoder": {
                str(i): token(t, special=True, lstrip=t == "[MASK]")
                for i, t in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])}},
        "special_tokens_map.json": {"cls_token": "not read any more"}}),
    "mpnet": ("mpnet", word_pieces(make_mpnet_tokenizer), {}),
    "roberta": ("roberta", byte_pairs, {}),
    "roberta-map": ("roberta", byte_pairs, {
        "tokenizer_config.json": {"add_prefix_space": True},
        "special_tokens_map.json": {"mask_token": token("<mask>", lstrip=True),
                                    "bos_token": "<s>", "unk_token": "</s>"}}),
    "gpt2": ("gpt2", byte_pairs, {}),
    "gpt2-space": ("gpt2", byte_pairs, {"tokenizer_config.json": {
        "tokenizer_class": "GPT2TokenizerFast", "add_prefix_space": True,
        "unk_token": "</s>", "bos_token": "<s>", "pad_token": "<pad>"}}),
}


def main(root):
    shutil.rmtree(root, ignore_errors=True)
    expected = {"transformers": transformers.__version__, "texts": TEXTS, "cases": {}}
    for name, (model, write, files) in CASES.items():
        folder = root / name
        folder.mkdir(parents=True)
        write(folder)
        for file, value in files.items():
            write_json(folder / file, value)
        with tempfile.TemporaryDirectory() as copy:  # it needs a config.json, and may write
            shutil.copytree(folder, copy, dirs_exist_ok=True)
            write_json(Path(copy, "config.json"), {"model_type": model})
            tokenizer = transformers.AutoTokenizer.from_pretrained(copy)
        expected["cases"][name] = {
            "class": type(tokenizer).__name__,
            "ids": [tokenizer(text)["input_ids"] for text in TEXTS],
        }
    (root / "expected.json").write_text(json.dumps(expected, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) / "old-tokenizers")
