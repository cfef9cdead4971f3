"""Makes the tiny sparse encoders of tests/golden, with the vectors that sentence-transformers 6 gives
them. As make_golden_models.py, whose parts it uses.

    python tools/golden/make_golden_sparse.py tests/golden [NAME...]
"""

import torch
import transformers
from make_golden_cross import make_bert_tokenizer
from make_golden_mlm import HEADS
from make_golden_models import SENTENCES, config_of, main, randomise, write_json
from sentence_transformers import SparseEncoder
from sentence_transformers.sparse_encoder.modules import SpladePooling, Transformer

PROMPTS = {"query": "query: ", "document": "passage: "}


def make_sparse(model):
    """Few logits are above 0."""
    with torch.no_grad():
        model.get_output_embeddings().bias -= 2.4
    return model


def vectors_of(encoder, sentences=SENTENCES, **more):
    """The numbers that aren't 0, by their places."""
    rows = encoder.encode(sentences, convert_to_sparse_tensor=False, **more).tolist()
    return [{place: round(number, 7) for place, number in enumerate(row) if number} for row in rows]


def write(folder, kind, config, seed, pooling, **settings):
    make_sparse(randomise(kind(config), seed)).save_pretrained(folder)
    transformer = Transformer(str(folder), transformer_task="fill-mask")
    SparseEncoder(modules=[transformer, pooling], device="cpu", **settings).save(
        str(folder), create_model_card=False)
    encoder = SparseEncoder(str(folder), device="cpu")
    cases = [("", vectors_of(encoder)), ("top=5", vectors_of(encoder, max_active_dims=5)),
             ("prompt=query: ", vectors_of(encoder, prompt="query: "))]
    encoder.max_seq_length = 7
    cases.append(("max_tokens=7", vectors_of(encoder)))
    write_json(folder / "expected.json", {
        "sentences": SENTENCES,
        "cases": [{"options": options, "vectors": vectors} for options, vectors in cases]})


def splade_bert(folder):
    """The greatest of log(1 + x), as in most models."""
    config = config_of(transformers.BertConfig, make_bert_tokenizer(folder))
    write(folder, transformers.BertForMaskedLM, config, 71, SpladePooling("max"), prompts=PROMPTS)


def splade_distilbert(folder):
    """Sums of log(1 + log(1 + x)), rows apart from the token table, a default prompt, 20 numbers."""
    config = transformers.DistilBertConfig(
        vocab_size=make_bert_tokenizer(folder), dim=16, n_layers=2, n_heads=2, hidden_dim=40,
        max_position_embeddings=96, tie_word_embeddings=False)
    write(folder, transformers.DistilBertForMaskedLM, config, 72,
          SpladePooling("sum", activation_function="log1p_relu"), prompts=PROMPTS,
          default_prompt_name="document", max_active_dims=20)


def splade_heads(folder):
    """Folders without modules: the masked language models of every family, which are in other folders."""
    sentences = SENTENCES[:4]
    write_json(folder / "expected.json", {"sentences": sentences, "options": "top=10", "models": {
        model: vectors_of(SparseEncoder(str(folder.parent / model), device="cpu"), sentences,
                          max_active_dims=10)
        for model in (make.__name__.replace("_", "-") for make in HEADS)}})


if __name__ == "__main__":
    main([splade_bert, splade_distilbert, splade_heads])
