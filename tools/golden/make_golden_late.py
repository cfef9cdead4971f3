"""Makes the tiny late interaction models of tests/golden, with the similarities that
sentence-transformers 6 gives them. As make_golden_models.py, whose parts it uses.

    python tools/golden/make_golden_late.py tests/golden [NAME...]
"""

import json
import string
import tempfile
from pathlib import Path

import torch
import transformers
from make_golden_cross import PAIRS, make_bert_tokenizer
from make_golden_models import (
    config_of, main, make_mpnet_tokenizer, randomise, write_json,
)
from safetensors.torch import load_file, save_file
from sentence_transformers import MultiVectorEncoder
from sentence_transformers.base.modules import Normalize, Transformer
from sentence_transformers.base.modules.dense import Dense
from sentence_transformers.multi_vector_encoder.modules import MultiVectorMask

TOKENS = {"module_input_name": "token_embeddings"}


def similarities(encoder, pairs, prompts=(None, None)):
    """Each text alone, so that no other's length matters."""
    scores = []
    for query, document in pairs:
        queries = encoder.encode_query([query], prompt=prompts[0])
        documents = encoder.encode_document([document], prompt=prompts[1])
        scores.append(float(encoder.similarity_pairwise(queries, documents)[0]))
    return scores


def write_expected(folder):
    encoder = MultiVectorEncoder(str(folder), device="cpu")
    swapped = [pair[::-1] for pair in PAIRS]
    whole, other = similarities(encoder, PAIRS), similarities(encoder, swapped)
    cases = [("", whole), ("order=second", other),
             ("order=both", [(a + b) / 2 for a, b in zip(whole, other)]),
             ("query=the book: &document=", similarities(encoder, PAIRS, ("the book: ", "")))]
    name = "meanmaxsim" if encoder.similarity_fn_name == "maxsim" else "maxsim"
    encoder.similarity_fn_name = name
    cases.append((f"similarity={name}", similarities(encoder, PAIRS)))
    write_json(folder / "expected.json", {
        "pairs": PAIRS, "cases": [{"options": a, "scores": b} for a, b in cases]})


def dense_of(size, out, seed):
    torch.manual_seed(seed)
    return Dense(size, out, bias=False, activation_function=torch.nn.Identity(), **TOKENS)


def write(folder, model, seed, modules, transformer=None, **settings):
    randomise(model, seed).save_pretrained(folder)
    first = Transformer(str(folder), **(transformer or {}))
    MultiVectorEncoder(modules=[first, *modules], device="cpu", **settings).save(
        str(folder), create_model_card=False)
    write_expected(folder)


def late_mpnet(folder):
    """Hidden tokens and a bias by distance, without projection and norm."""
    config = config_of(transformers.MPNetConfig, make_mpnet_tokenizer(folder),
                       max_position_embeddings=98, layer_norm_eps=1e-5)
    write(folder, transformers.MPNetModel(config), 83, [MultiVectorMask()],
          {"query_expansion": {"strategy": "min", "length": 16}, "query_length": 18})


def late_modernbert(folder):
    """Queries are filled up by tokens that no token attends to, as in ColBERT. Windows, two dense layers."""
    size = make_bert_tokenizer(folder)
    config = config_of(transformers.ModernBertConfig, size, num_hidden_layers=3, local_attention=8,
                       global_attn_every_n_layers=2, pad_token_id=0, cls_token_id=2,
                       sep_token_id=3, bos_token_id=2, eos_token_id=3,
                       attn_implementation="sdpa")
    write(folder, transformers.ModernBertModel(config), 84,
          [dense_of(16, 20, 84), dense_of(20, 6, 85), MultiVectorMask([".", ",", "!", "unknown word"]),
           Normalize(**TOKENS)],
          {"query_expansion": {"strategy": "fixed", "length": 12, "token": "[SEP]"},
           "document_length": 17},
          prompts={"query": "query: ", "document": "passage: "})


def late_plain(folder):
    """Nothing is filled up. Punctuation is left out on both sides. The mean."""
    config = transformers.DistilBertConfig(
        vocab_size=make_bert_tokenizer(folder), dim=16, n_layers=2, n_heads=2, hidden_dim=40,
        max_position_embeddings=96)
    write(folder, transformers.DistilBertModel(config), 86,
          [dense_of(16, 8, 86), Normalize(**TOKENS),
           MultiVectorMask([".", ","], skiplist_tasks=["query", "document"])],
          {"query_length": 9}, similarity_fn_name="meanmaxsim")


def late_pylate(folder):
    """PyLate's files: its Dense, first tokens by their ids, expansion tokens that are attended to."""
    config = config_of(transformers.BertConfig, make_bert_tokenizer(folder))
    randomise(transformers.BertModel(config), 87).save_pretrained(folder)
    (folder / "1_Dense").mkdir()
    dense_of(16, 8, 87).save(str(folder / "1_Dense"))
    dense = json.loads((folder / "1_Dense/config.json").read_text())
    for key in ("module_input_name", "module_output_name"):
        del dense[key]
    write_json(folder / "1_Dense/config.json", dense)
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": 95, "do_lower_case": False})
    write_json(folder / "modules.json", [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Dense", "type": "pylate.models.Dense.Dense"}])
    write_json(folder / "config_sentence_transformers.json", {
        "__version__": {"sentence_transformers": "4.0.2"}, "model_type": "ColBERT", "prompts": {},
        "default_prompt_name": None, "similarity_fn_name": "MaxSim", "query_prefix": "##ly ",
        "document_prefix": "##ing ", "query_length": 13, "document_length": 19,
        "attend_to_expansion_tokens": True, "skiplist_words": list(string.punctuation)})
    write_expected(folder)


def late_stanford(folder):
    """Stanford's files: the projection is among the weights."""
    size = make_bert_tokenizer(folder)
    config = config_of(transformers.BertConfig, size, architectures=["HF_ColBERT"])
    model = randomise(transformers.BertModel(config), 88)
    with tempfile.TemporaryDirectory() as place:
        model.save_pretrained(place)
        weights = load_file(Path(place, "model.safetensors"))
    weights = {"bert." + name: weight for name, weight in weights.items()}
    weights["linear.weight"] = dense_of(16, 8, 88).linear.weight.detach().clone()
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    settings = config.to_dict() | {"architectures": ["HF_ColBERT"]}
    write_json(folder / "config.json", settings)
    write_json(folder / "artifact.metadata", {
        "query_token_id": "##ed", "doc_token_id": "##er", "query_maxlen": 11, "doc_maxlen": 15,
        "attend_to_mask_tokens": False, "mask_punctuation": True, "dim": 8, "similarity": "cosine",
        "checkpoint": "somewhere", "nbits": 2})
    write_expected(folder)


if __name__ == "__main__":
    main([late_mpnet, late_modernbert, late_plain, late_pylate, late_stanford])
