"""The default encoder as GGUF, for served.py."""
import json
import sys

import registries


def tensors_of_file(path):
    """The arrays of safetensors in 32 bits, by name."""
    import numpy as np
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    for name, one in json.loads(raw[8:start]).items():
        if one.get("dtype") == "F32":
            first, last = one["data_offsets"]
            yield name, np.frombuffer(raw[start + first:start + last], "<f4").reshape(one["shape"])


def word_pieces(writer, tokenizer):
    """Gives a GGUF the vocabulary of BERT: a word's first piece is marked there, not the further ones."""
    from gguf import TokenType
    vocabulary, special = tokenizer["model"]["vocab"], {one["content"]: one["id"] for one in tokenizer["added_tokens"]}
    pieces = sorted(vocabulary, key=vocabulary.get)
    writer.add_tokenizer_model("bert")
    writer.add_token_list([one if one in special else one[2:] if one.startswith("##") else "\u2581" + one for one in pieces])
    writer.add_token_types([TokenType.CONTROL if one in special else TokenType.NORMAL for one in pieces])
    for add, token in ((writer.add_bos_token_id, "[CLS]"), (writer.add_eos_token_id, "[SEP]"), (writer.add_sep_token_id, "[SEP]"),
                       (writer.add_pad_token_id, "[PAD]"), (writer.add_unk_token_id, "[UNK]"), (writer.add_mask_token_id, "[MASK]")):
        add(special[token])


def minilm_gguf(kind):
    """The default encoder as GGUF; its matrices are stored as `kind`: F32, F16, Q8_0, Q4_0."""
    def make(folder):
        sys.path.append(str(registries.library("gguf")))
        import gguf
        from gguf.quants import quantize
        source = registries.ROOT / ".setup/models/minilm"
        config = json.loads((source / "config.json").read_text())
        layers, plain = config["num_hidden_layers"], gguf.GGMLQuantizationType.F32
        writer = gguf.GGUFWriter(folder / "model.gguf", "bert")
        writer.add_block_count(layers)
        writer.add_context_length(config["max_position_embeddings"])
        writer.add_embedding_length(config["hidden_size"])
        writer.add_feed_forward_length(config["intermediate_size"])
        writer.add_head_count(config["num_attention_heads"])
        writer.add_layer_norm_eps(config["layer_norm_eps"])
        writer.add_causal_attention(False)
        writer.add_token_type_count(config["type_vocab_size"])
        word_pieces(writer, json.loads((source / "tokenizer.json").read_text()))
        names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, layers)
        for name, tensor in tensors_of_file(source / "model.safetensors"):
            new = names.get_name(name, try_suffixes=(".weight", ".bias"))
            if name.startswith("pooler"):
                continue
            quantised = tensor.ndim == 2 and new not in ("position_embd.weight", "token_types.weight")
            stored = gguf.GGMLQuantizationType[kind] if quantised else plain
            writer.add_tensor(new, quantize(tensor, stored), raw_dtype=stored)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
    return registries.made(f"minilm-{kind.lower()}-gguf", make) / "model.gguf"
