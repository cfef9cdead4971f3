"""Makes the static models of tests/golden/static from tests/golden/plain-bert's tokenizer, with the vectors of
model2vec 0.10 and wordllama 0.4.

Needs both packages, but the tests don't run it.

    python tools/golden/make_golden_static.py tests/golden"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
from model2vec import StaticModel
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from wordllama.inference import WordLlamaInference

WIDTH = 8
SENTENCES = ["A dog sleeps.", "The old man carries a heavy stone.", "a", "The zyx\u4e16 dog", "\u4e16\u754c",
             "a dog " * 12]


def by_wordllama(table, tokenizer, sentences):
    # One by one, as its padding may be a token of the table.
    model = WordLlamaInference(table, Tokenizer.from_str(tokenizer.to_str()))
    return [model.embed(text)[0].tolist() for text in sentences]


def main(golden):
    folder = golden / "static"
    shutil.rmtree(folder, ignore_errors=True)
    source = golden / "plain-bert" / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(source))
    tokens = tokenizer.get_vocab_size()
    random = np.random.default_rng(22)
    table = random.standard_normal((tokens, WIDTH)).astype(np.float32)
    cases = []

    def model2vec(name, model, tolerance=1e-6):
        model.save_pretrained(folder / name)
        (folder / name / "README.md").unlink()
        (folder / name / "model.safetensors").chmod(0o644)
        again = StaticModel.from_pretrained(folder / name)
        cases.append({"location": name, "tolerance": tolerance,
                      "vectors": np.stack([again.encode(text) for text in SENTENCES]).astype(float).tolist()})

    folder.mkdir()
    model2vec("model2vec", StaticModel(table, tokenizer, normalize=True, max_length=20))
    few = random.standard_normal((12, WIDTH)).astype(np.float16)
    mapping = random.integers(0, 12, tokens)
    weights = random.random(tokens).astype(np.float32)
    model2vec("quantized", StaticModel(few, tokenizer, weights=weights, token_mapping=mapping), 2e-3)  # rounds to f16
    model2vec("int8", StaticModel((20 * table).clip(-127, 127).astype(np.int8), tokenizer))

    for place, name in (("wordllama/weights", "tiny_8.safetensors"), ("st/0_StaticEmbedding", "model.safetensors")):
        (folder / place).mkdir(parents=True)
        save_file({"embedding.weight": table.astype(np.float16)}, folder / place / name)
        (folder / place / name).chmod(0o644)
    (folder / "wordllama/tokenizers").mkdir()
    shutil.copy(source, folder / "wordllama/tokenizers/tiny_tokenizer_config.json")
    shutil.copy(source, folder / "st/0_StaticEmbedding/tokenizer.json")
    modules = [{"idx": 0, "name": "0", "path": "0_StaticEmbedding", "type": "sentence_transformers.models.StaticEmbedding"}]
    (folder / "st/modules.json").write_text(json.dumps(modules))
    (folder / "st/config_sentence_transformers.json").write_text(json.dumps({"default_prompt_name": None}))
    vectors = by_wordllama(table.astype(np.float16), tokenizer, SENTENCES)
    for location in ("wordllama", "st"):  # both are means of all tokens
        cases.append({"location": location, "tolerance": 1e-6, "vectors": vectors})
    (folder / "expected.json").write_text(json.dumps({"sentences": SENTENCES, "cases": cases}))


main(Path(sys.argv[1]))
