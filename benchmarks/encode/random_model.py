"""Writes a model of a published size with random weights and MiniLM's tokenizer.

usage: random_model.py NAME MINILM FOLDER
"""

import json
import shutil
import sys
from pathlib import Path

import torch
import transformers

# With the settings of the published models.
SIZES = {
    "distilroberta": lambda: transformers.RobertaConfig(
        num_hidden_layers=6, vocab_size=50265, max_position_embeddings=514, type_vocab_size=1,
        layer_norm_eps=1e-5),
    "mpnet-base": lambda: transformers.MPNetConfig(max_position_embeddings=514,
                                                   layer_norm_eps=1e-5),
    "bert-large": lambda: transformers.BertConfig(
        hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096),
}

name, minilm, folder = sys.argv[1:]
torch.manual_seed(1)
model = transformers.AutoModel.from_config(SIZES[name](), attn_implementation="eager")
part = Path(folder + ".part")
shutil.rmtree(part, ignore_errors=True)
model.save_pretrained(part)
for file in ["tokenizer.json", "tokenizer_config.json"]:
    if (Path(minilm) / file).exists():
        shutil.copy(Path(minilm) / file, part)
part.rename(folder)
print(json.dumps({"folder": folder}))
