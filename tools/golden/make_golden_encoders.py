"""Makes the tiny encoders of tests/golden that are neither BERT's kin nor decoders.

As make_golden_models.py, whose parts it uses.

    python tools/golden/make_golden_encoders.py tests/golden [NAME...]
"""

from types import SimpleNamespace

import torch
import transformers
from make_golden_models import (
    SENTENCES, config_of, main, make_bpe_tokenizer, make_tokenizer, make_unigram_tokenizer,
    plain_cases, randomise, write_expected, write_json,
)

DEBERTA_SPECIAL = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"]


def deberta_model(folder, seed, kind, config, vocabulary, **settings):
    """The distances count: their vectors are larger than other weights."""
    config = config_of(config, vocabulary, relative_attention=True, pos_att_type=["p2c", "c2p"],
                       layer_norm_eps=1e-7, **settings)
    whole = randomise(kind(config), seed)
    with torch.no_grad():
        whole.deberta.encoder.rel_embeddings.weight *= 4
    whole = whole.half()
    whole.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, whole.float().deberta))


def deberta_v2(folder):
    """The first model of version 2: a convolution, learned positions, matrices for distances."""
    deberta_model(
        folder, 51, transformers.DebertaV2ForMaskedLM, transformers.DebertaV2Config,
        make_unigram_tokenizer(folder, transformers.DebertaV2Tokenizer, DEBERTA_SPECIAL),
        conv_kernel_size=3, conv_act="gelu", max_relative_positions=22, type_vocab_size=0,
    )


def deberta_v3(folder):
    """Buckets, shared matrices, a norm of the distances, no learned positions."""
    deberta_model(
        folder, 52, transformers.DebertaV2ForMaskedLM, transformers.DebertaV2Config,
        make_unigram_tokenizer(folder, transformers.DebertaV2Tokenizer, DEBERTA_SPECIAL),
        position_buckets=12, max_relative_positions=40, norm_rel_ebd="layer_norm",
        share_att_key=True, position_biased_input=False, type_vocab_size=0,
    )


def deberta(folder):
    """Version 1: one matrix by head, separate biases."""
    deberta_model(
        folder, 53, transformers.DebertaForMaskedLM, transformers.DebertaConfig,
        make_bpe_tokenizer(folder), position_biased_input=False, type_vocab_size=0,
        max_relative_positions=-1,
    )


class OfDecoder(torch.nn.Module):
    """The states of a model's decoder, by the names that an encoder has for its own."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def get_input_embeddings(self):
        return self.model.get_input_embeddings()

    def forward(self, input_ids, attention_mask, output_hidden_states):
        out = self.model(input_ids=input_ids, attention_mask=attention_mask,
                         output_hidden_states=output_hidden_states)
        return SimpleNamespace(hidden_states=out.decoder_hidden_states)


def bart_model(folder, seed, kind, config, vocabulary, **settings):
    """The encoder's states, and the decoder's. A sentence has padding written out in it."""
    config = config(
        vocab_size=vocabulary, d_model=16, encoder_layers=2, encoder_attention_heads=2,
        encoder_ffn_dim=40, decoder_layers=2, decoder_attention_heads=4, decoder_ffn_dim=24,
        max_position_embeddings=96, **settings)
    whole = randomise(kind(config), seed).half()
    whole.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    whole, sentences = whole.float(), SENTENCES + ["A <pad> dog <pad><pad> sleeps."]
    cases = plain_cases(folder, whole.get_encoder(), sentences)
    for case in plain_cases(folder, OfDecoder(getattr(whole, "model", whole)), sentences):
        cases.append(case | {"options": "states=decoder&" + case["options"]})
    write_expected(folder, cases, sentences)


def bart(folder):
    bart_model(folder, 54, transformers.BartForConditionalGeneration, transformers.BartConfig,
               make_bpe_tokenizer(folder))


def mbart(folder):
    """Scaled embeddings, names without prefix, and a language after the sentence."""
    vocabulary = make_unigram_tokenizer(
        folder, transformers.MBartTokenizer, ["<s>", "<pad>", "</s>", "<unk>"], src_lang="en_XX")
    bart_model(folder, 55, transformers.MBartModel, transformers.MBartConfig, vocabulary,
               scale_embedding=True, activation_function="relu")


def nomic_bert(folder):
    """config.json as nomic-embed's folders have it, whose code is not needed."""
    config = config_of(transformers.NomicBertConfig, make_tokenizer(folder), rope_parameters={
        "rope_type": "default", "rope_theta": 100.0})
    model = randomise(transformers.NomicBertModel(config), 56)
    model.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, model))
    write_json(folder / "config.json", {
        "model_type": "nomic_bert", "architectures": ["NomicBertModel"],
        "auto_map": {"AutoModel": "nomic-ai/nomic-bert-2048--modeling_hf_nomic_bert.NomicBertModel"},
        "vocab_size": config.vocab_size, "n_embd": 16, "n_layer": 2, "n_head": 2, "n_inner": 40,
        "n_positions": 96, "activation_function": "swiglu", "layer_norm_epsilon": 1e-12,
        "rotary_emb_base": 100, "rotary_emb_fraction": 1.0, "rotary_emb_interleaved": False,
        "rotary_scaling_factor": None, "prenorm": False, "parallel_block": False, "causal": False,
        "qkv_proj_bias": False, "mlp_fc1_bias": False, "mlp_fc2_bias": False,
        "use_rms_norm": False, "type_vocab_size": 2})


def xlnet(folder):
    """A head, names with "transformer.", and <sep> and <cls> at the end."""
    vocabulary = make_unigram_tokenizer(folder, transformers.XLNetTokenizer, [
        "<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>", "<eod>", "<eop>"])
    config = transformers.XLNetConfig(
        vocab_size=vocabulary, d_model=16, n_layer=2, n_head=2, d_inner=40, mem_len=None)
    whole = randomise(transformers.XLNetLMHeadModel(config), 57)
    whole.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    write_expected(folder, plain_cases(folder, whole.transformer))


if __name__ == "__main__":
    main([deberta, deberta_v2, deberta_v3, bart, mbart, nomic_bert, xlnet])
