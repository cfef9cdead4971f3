"""Writes a model of a published size with random weights and MiniLM's tokenizer.

usage: random_model.py NAME MINILM FOLDER
"""

import json
import shutil
import sys
from pathlib import Path

import torch
import transformers

# Uses the settings of the published models.
SIZES = {
    "distilroberta": lambda: transformers.RobertaConfig(
        num_hidden_layers=6, vocab_size=50265, max_position_embeddings=514, type_vocab_size=1,
        layer_norm_eps=1e-5),
    "mpnet-base": lambda: transformers.MPNetConfig(max_position_embeddings=514,
                                                   layer_norm_eps=1e-5),
    "bert-large": lambda: transformers.BertConfig(
        hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096),
    "bert-base": lambda: transformers.BertConfig(),
    # The models below have a token table of MiniLM's size.
    "modernbert-base": lambda: transformers.ModernBertConfig(
        vocab_size=30522, pad_token_id=0, bos_token_id=101, cls_token_id=101, eos_token_id=102,
        sep_token_id=102),
    "t5-base": lambda: transformers.T5Config(
        vocab_size=30522, d_model=768, d_ff=3072, num_layers=12, num_heads=12),
    "deberta-v3-base": lambda: transformers.DebertaV2Config(
        vocab_size=30522, hidden_size=768, num_hidden_layers=12, num_attention_heads=12,
        intermediate_size=3072, relative_attention=True, position_buckets=256,
        norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"],
        max_relative_positions=-1, type_vocab_size=0, position_biased_input=False,
        layer_norm_eps=1e-7),
    "xlnet-base": lambda: transformers.XLNetConfig(
        vocab_size=30522, d_model=768, n_layer=12, n_head=12, d_inner=3072),
    "qwen2.5-0.5b": lambda: transformers.Qwen2Config(
        vocab_size=30522, hidden_size=896, num_hidden_layers=24, num_attention_heads=14,
        num_key_value_heads=2, intermediate_size=4864, max_position_embeddings=32768,
        rope_theta=1e6, rms_norm_eps=1e-6, tie_word_embeddings=True),
}

name, minilm, folder = sys.argv[1:]
torch.manual_seed(1)
config = SIZES[name]()
if config.model_type == "t5":
    model = transformers.T5EncoderModel(config)
else:
    model = transformers.AutoModel.from_config(config, attn_implementation="eager")
part = Path(folder + ".part")
shutil.rmtree(part, ignore_errors=True)
model.save_pretrained(part)
for file in ["tokenizer.json", "tokenizer_config.json"]:
    if (Path(minilm) / file).exists():
        shutil.copy(Path(minilm) / file, part)
# sentence-transformers takes the last token of a decoder that doesn't specify its pooling.
modules = [{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
           {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}]
(part / "modules.json").write_text(json.dumps(modules))
(part / "1_Pooling").mkdir()
(part / "1_Pooling/config.json").write_text(json.dumps(
    {"word_embedding_dimension": config.hidden_size, "pooling_mode_mean_tokens": True}))
part.rename(folder)
print(json.dumps({"folder": folder}))
