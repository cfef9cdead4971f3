"""Makes the tiny cross-encoders of tests/golden, with the scores that transformers and
sentence-transformers give them. As make_golden_models.py, whose parts it uses.

    python tools/golden/make_golden_cross.py tests/golden [NAME...]
"""

import json
import tempfile
from pathlib import Path

import torch
import transformers
from make_golden_models import (
    SENTENCES, config_of, main, make_bpe_tokenizer, make_mpnet_tokenizer, make_tokenizer,
    randomise, write_json,
)
from sentence_transformers import CrossEncoder

PAIRS = [[SENTENCES[i], SENTENCES[j]] for i, j in
         [(0, 1), (1, 0), (2, 3), (4, 7), (7, 8), (8, 7), (8, 0), (0, 8), (5, 9), (6, 2), (8, 8)]]
NLI = {"id2label": {0: "contradiction", 1: "entailment", 2: "neutral"},
       "label2id": {"contradiction": 0, "entailment": 1, "neutral": 2}}


def make_bert_tokenizer(folder):
    """Adds a form for two sentences, which make_tokenizer's doesn't have."""
    with tempfile.TemporaryDirectory() as made:
        make_tokenizer(Path(made))
        ids = json.loads(Path(made, "tokenizer.json").read_text())["model"]["vocab"]
    transformers.BertTokenizer(vocab=ids).save_pretrained(folder)
    return len(ids)


def score(folder, pair, limit, label, swapped):
    if label is None:
        encoder = CrossEncoder(str(folder), device="cpu", max_length=limit)
        return float(encoder.predict([pair[::-1] if swapped else pair])[0])
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    a, b = pair[::-1] if swapped else pair
    batch = tokenizer(a, b, truncation="longest_first", max_length=limit, return_tensors="pt")
    with torch.no_grad():
        logits = model(**batch).logits[0].double()
    return float(logits.softmax(0)[model.config.label2id[label]])


def write(folder, kind, config, seed, positions=96):
    model = randomise(kind(config), seed)
    model.save_pretrained(folder)
    labels = [None] if config.num_labels == 1 else sorted(config.label2id)
    cases = []
    for label in labels:
        name = [] if label is None else [f"label={label}"]
        whole = [score(folder, pair, positions, label, False) for pair in PAIRS]
        other = [score(folder, pair, positions, label, True) for pair in PAIRS]
        short = [score(folder, pair, 21, label, False) for pair in PAIRS]
        for options, scores in [
            ([], whole), (["order=second"], other), (["max_tokens=21"], short),
            (["order=both"], [(a + b) / 2 for a, b in zip(whole, other)]),
        ]:
            cases.append({"options": "&".join(name + options), "scores": scores})
    write_json(folder / "expected.json", {"pairs": PAIRS, "cases": cases})


def cross_bert(folder):
    """One class, types of both sentences."""
    config = config_of(transformers.BertConfig, make_bert_tokenizer(folder), num_labels=1)
    write(folder, transformers.BertForSequenceClassification, config, 41)


def cross_distilbert(folder):
    """Three labels, as for inference."""
    config = transformers.DistilBertConfig(
        vocab_size=make_bert_tokenizer(folder), dim=16, n_layers=2, n_heads=2, hidden_dim=40,
        max_position_embeddings=96, **NLI)
    write(folder, transformers.DistilBertForSequenceClassification, config, 42)


def cross_roberta(folder):
    config = config_of(transformers.RobertaConfig, make_bpe_tokenizer(folder), type_vocab_size=1,
                       max_position_embeddings=98, pad_token_id=1, layer_norm_eps=1e-5, **NLI)
    write(folder, transformers.RobertaForSequenceClassification, config, 43)


def cross_mpnet(folder):
    """The activation under its old name."""
    config = config_of(transformers.MPNetConfig, make_mpnet_tokenizer(folder), num_labels=1,
                       max_position_embeddings=98, layer_norm_eps=1e-5)
    config.sbert_ce_default_activation_function = "torch.nn.modules.linear.Identity"
    write(folder, transformers.MPNetForSequenceClassification, config, 44)


def cross_electra(folder):
    """Its score is the logit, according to config.json."""
    config = config_of(transformers.ElectraConfig, make_bert_tokenizer(folder), embedding_size=12,
                       num_labels=1)
    config.sentence_transformers = {"activation_fn": "torch.nn.modules.linear.Identity"}
    write(folder, transformers.ElectraForSequenceClassification, config, 45)


def cross_deberta(folder):
    """Without types, positions relative to each other."""
    config = config_of(transformers.DebertaV2Config, make_bert_tokenizer(folder), num_labels=1,
                       relative_attention=True, position_buckets=16, pos_att_type=["p2c", "c2p"],
                       share_att_key=True, norm_rel_ebd="layer_norm", position_biased_input=False,
                       type_vocab_size=0)
    write(folder, transformers.DebertaV2ForSequenceClassification, config, 47)


if __name__ == "__main__":
    main([cross_bert, cross_distilbert, cross_roberta, cross_mpnet, cross_electra, cross_deberta])
