"""Makes the tiny masked language models of tests/golden, with the logits that transformers gives
them. As make_golden_models.py, whose parts it uses.

    python tools/golden/make_golden_mlm.py tests/golden [NAME...]
"""

import torch
import transformers
from make_golden_cross import make_bert_tokenizer
from make_golden_models import (
    config_of, main, make_bpe_tokenizer, make_mpnet_tokenizer, randomise, write_json,
)

GAPS = [("The old man ", " a heavy stone over the bridge."),
        ("", " child opened the window yesterday."),
        ("She sings; he paints near the green river, and they never ", " a letter."),
        ("A dog ", "")]


def write(folder, kind, config, seed):
    model = randomise(kind(config), seed).eval()
    model.save_pretrained(folder)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    cases = []
    for before, after in GAPS:
        batch = tokenizer(before + tokenizer.mask_token + after, return_tensors="pt")
        place = batch["input_ids"][0].tolist().index(tokenizer.mask_token_id)
        with torch.no_grad():
            logits = model(**batch).logits[0, place].double()
        order = logits.argsort(descending=True).tolist()
        shown = order[:20] + order[len(order) // 2:len(order) // 2 + 5] + order[-5:]
        cases.append({"before": before, "after": after,
                      "best": tokenizer.convert_ids_to_tokens(order[0]),
                      "logits": {tokenizer.convert_ids_to_tokens(i): float(logits[i]) for i in shown}})
    write_json(folder / "expected.json", {"cases": cases})


def mlm_bert(folder):
    """Rows of the token table, as usual."""
    config = config_of(transformers.BertConfig, make_bert_tokenizer(folder))
    write(folder, transformers.BertForMaskedLM, config, 61)


def mlm_distilbert(folder):
    """Separate rows."""
    config = transformers.DistilBertConfig(
        vocab_size=make_bert_tokenizer(folder), dim=16, n_layers=2, n_heads=2, hidden_dim=40,
        max_position_embeddings=96, tie_word_embeddings=False)
    write(folder, transformers.DistilBertForMaskedLM, config, 62)


def mlm_roberta(folder):
    config = config_of(transformers.RobertaConfig, make_bpe_tokenizer(folder), type_vocab_size=1,
                       max_position_embeddings=98, pad_token_id=1, layer_norm_eps=1e-5)
    write(folder, transformers.RobertaForMaskedLM, config, 63)


def mlm_mpnet(folder):
    config = config_of(transformers.MPNetConfig, make_mpnet_tokenizer(folder),
                       max_position_embeddings=98, layer_norm_eps=1e-5)
    write(folder, transformers.MPNetForMaskedLM, config, 64)


def mlm_electra(folder):
    """A generator, its rows narrower than the states."""
    config = config_of(transformers.ElectraConfig, make_bert_tokenizer(folder), embedding_size=12)
    write(folder, transformers.ElectraForMaskedLM, config, 65)


def mlm_albert(folder):
    """Its activation is GELU by tanh, according to config.json."""
    config = config_of(transformers.AlbertConfig, make_bert_tokenizer(folder), embedding_size=12,
                       hidden_act="gelu_new")
    write(folder, transformers.AlbertForMaskedLM, config, 66)


def mlm_deberta(folder):
    config = config_of(transformers.DebertaV2Config, make_bert_tokenizer(folder),
                       relative_attention=True, position_buckets=16, pos_att_type=["p2c", "c2p"],
                       share_att_key=True, norm_rel_ebd="layer_norm", position_biased_input=False,
                       type_vocab_size=0)
    write(folder, transformers.DebertaV2ForMaskedLM, config, 67)


if __name__ == "__main__":
    main([mlm_bert, mlm_distilbert, mlm_roberta, mlm_mpnet, mlm_electra, mlm_albert, mlm_deberta])
