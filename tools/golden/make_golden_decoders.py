"""Makes the tiny pre-norm models of tests/golden, with the vectors that transformers gives them.

As make_golden_models.py, whose parts it uses.

    python tools/golden/make_golden_decoders.py tests/golden [NAME...]
"""

import dataclasses
import json
import math

import numpy as np
import torch
import transformers
from make_golden_models import (
    SENTENCES, WORDS, dense, main, modules, pool, sentence_cases, states_of, write_expected,
    write_json,
)
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

LIMIT = 96


def make_tokenizer(folder, template):
    """Bytes and merges, with <s> and </s> in the template's places."""
    special = ["<s>", "</s>", "<pad>", "<unk>"]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(
        [" " + word for word in WORDS for _ in range(2)] + SENTENCES,
        trainers.BpeTrainer(
            vocab_size=420, min_frequency=2, special_tokens=special, show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        ),
    )
    if template != "$A":
        tokenizer.post_processor = processors.TemplateProcessing(
            single=template, special_tokens=[("<s>", 0), ("</s>", 1)])
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>",
        unk_token="<unk>",
    )
    fast.save_pretrained(folder)
    return len(fast)


def randomise(model, seed, norm_mean):
    """Numbers that bf16 holds, with scales of norms around their neutral value."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in sorted(model.named_parameters()):
            numbers = torch.randn(weight.shape, generator=generator) * 0.3
            if weight.dim() == 1 and name.endswith("weight"):
                numbers += norm_mean
            weight.copy_(numbers.bfloat16().float())
    return model.eval()


def save(folder, model, prefix="", kind=torch.bfloat16):
    """Without the tables that a model makes for itself, and with a head to be passed over."""
    model.config.save_pretrained(folder)
    names = {name for name, _ in model.named_parameters()}
    tensors = {prefix + k: v.to(kind) for k, v in model.state_dict().items() if k in names}
    if prefix:
        tensors["lm_head.weight"] = torch.ones(2, 2)
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})


def cases_of(folder, model):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    runs = [states_of(model, tokenizer, text, LIMIT) for text in SENTENCES]
    assert max(len(ids) for _, ids, _ in runs) <= LIMIT
    cases = []

    def case(options, vectors):
        cases.append({"options": options, "vectors": np.round(np.array(vectors), 7).tolist()})

    case("", [pool(s[-1], "mean") for s, _, _ in runs])
    for layer in range(len(runs[0][0]) - 1):
        case(f"layer={layer}", [pool(s[layer], "mean") for s, _, _ in runs])
    for mode in ["lasttoken", "weightedmean"]:
        case(f"pooling={mode}", [pool(s[-1], mode) for s, _, _ in runs])
    table = model.get_input_embeddings().weight.detach().double().numpy()
    words = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in SENTENCES]
    case("layer=words", [table[ids].mean(0) for ids in words])
    return cases


def make(folder, config, seed, template="<s> $A", norm_mean=1.0, prefix="", kind=torch.bfloat16,
         **settings):
    """A model of this class of configuration. Eager attention supports soft caps."""
    usual = {
        "vocab_size": make_tokenizer(folder, template), "hidden_size": 16, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 28,
        "max_position_embeddings": LIMIT, "pad_token_id": 2, "bos_token_id": 0, "eos_token_id": 1,
    }
    own = {field.name for field in dataclasses.fields(config)} | set(config.attribute_map) | set(settings)
    known = {key: value for key, value in (usual | settings).items() if key in own}
    model = transformers.AutoModel.from_config(
        config(**known), attn_implementation="eager")
    randomise(model, seed, norm_mean)
    save(folder, model, prefix, kind)
    return model


def plain(folder, *arguments, **settings):
    write_expected(folder, cases_of(folder, make(folder, *arguments, **settings)))


def llama(folder):
    """LLaMA 3's rope, names with a prefix and a head."""
    plain(folder, transformers.LlamaConfig, 21, prefix="model.", rope_parameters={
        "rope_type": "llama3", "rope_theta": 10000.0, "factor": 8.0, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0, "original_max_position_embeddings": 24})


def llama_biases(folder):
    """rope_scaling in the form of older versions. Biases everywhere, F16."""
    plain(folder, transformers.LlamaConfig, 22, kind=torch.float32, attention_bias=True,
          mlp_bias=True, num_key_value_heads=4, hidden_act="gelu",
          rope_parameters={"rope_type": "linear", "factor": 2.5, "rope_theta": 500.0})
    config = json.loads((folder / "config.json").read_text())
    rope = config.pop("rope_parameters")
    config |= {"rope_theta": rope["rope_theta"],
               "rope_scaling": {"type": rope["rope_type"], "factor": rope["factor"]}}
    write_json(folder / "config.json", config)


def mistral(folder):
    """A window of five tokens, heads wider than their share."""
    plain(folder, transformers.MistralConfig, 23, prefix="model.", sliding_window=5, head_dim=6)


def qwen2(folder):
    """YaRN, a window in the last layer alone."""
    plain(folder, transformers.Qwen2Config, 24, template="$A", use_sliding_window=True,
          sliding_window=7, max_window_layers=1, rope_parameters={
              "rope_type": "yarn", "rope_theta": 10000.0, "factor": 4.0,
              "original_max_position_embeddings": 24, "beta_fast": 4.0, "beta_slow": 1.0})


def qwen3_embedding(folder):
    """The last token, which is </s>, and prompts."""
    make(folder, transformers.Qwen3Config, 25, template="$A </s>", head_dim=8, kind=torch.float32)
    modules(folder, [("Transformer", ""), ("Pooling", "1_Pooling"), ("Normalize", "2_Normalize")])
    write_json(folder / "1_Pooling/config.json",
               {"word_embedding_dimension": 16, "pooling_mode_cls_token": False,
                "pooling_mode_mean_tokens": False, "pooling_mode_lasttoken": True,
                "include_prompt": True})
    (folder / "2_Normalize").mkdir(exist_ok=True)
    write_json(folder / "config_sentence_transformers.json", {
        "prompts": {"query": "Instruct: find a sentence that means the same\nQuery:",
                    "document": ""},
        "default_prompt_name": None, "similarity_fn_name": "cosine"})
    write_expected(folder, sentence_cases(folder, {
        "": {}, "prompt=query": {"prompt_name": "query"}}))


def gemma2(folder):
    """Soft caps that bend most scores, a window in every second layer."""
    plain(folder, transformers.Gemma2Config, 26, norm_mean=0.0, prefix="model.", head_dim=8,
          query_pre_attn_scalar=12, attn_logit_softcapping=2.0, sliding_window=6)


def embedding_gemma(folder):
    """Gemma 3 whose tokens see all others, or those in the window. Two dense layers follow it."""
    make(folder, transformers.Gemma3TextConfig, 27, template="<s> $A </s>", norm_mean=0.0,
         kind=torch.float32, head_dim=8, query_pre_attn_scalar=12, sliding_window=9, num_hidden_layers=3,
         use_bidirectional_attention=True,
         layer_types=["sliding_attention", "full_attention", "sliding_attention"])
    modules(folder, [("Transformer", ""), ("Pooling", "1_Pooling"), ("Dense", "2_Dense"),
                     ("Dense", "3_Dense"), ("Normalize", "4_Normalize")])
    write_json(folder / "1_Pooling/config.json",
               {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": True,
                "include_prompt": True})
    for name, sizes in {"2_Dense": (16, 24, 28), "3_Dense": (24, 16, 29)}.items():
        (folder / name).mkdir(exist_ok=True)
        dense(folder / name, *sizes[:2], "linear.Identity", False, sizes[2])
    (folder / "4_Normalize").mkdir(exist_ok=True)
    write_json(folder / "config_sentence_transformers.json", {
        "prompts": {"STS": "task: sentence similarity | query: "}, "default_prompt_name": None})
    write_expected(folder, sentence_cases(folder, {"": {}, "prompt=STS": {"prompt_name": "STS"}}))


def gemma3(folder):
    """A causal Gemma 3: rope of another base in the layers with a window."""
    plain(folder, transformers.Gemma3TextConfig, 30, norm_mean=0.0, head_dim=8,
          query_pre_attn_scalar=8, sliding_window=6,
          layer_types=["sliding_attention", "full_attention"],
          rope_parameters={
              "sliding_attention": {"rope_type": "default", "rope_theta": 100.0},
              "full_attention": {"rope_type": "linear", "rope_theta": 1000.0, "factor": 8.0}})


def olmo(folder):
    """A norm without weights, clipped queries, keys and values."""
    plain(folder, transformers.OlmoConfig, 31, template="$A", prefix="model.", clip_qkv=0.8)


def olmo2(folder):
    """Norms after each part."""
    plain(folder, transformers.Olmo2Config, 32, template="$A")


def gpt2(folder):
    """Learned positions, transposed weights."""
    plain(folder, transformers.GPT2Config, 33, template="$A", prefix="transformer.", n_embd=16,
          n_layer=2, n_head=4, n_positions=LIMIT)


def gpt_neox(folder):
    """Queries, keys and values by head, both parts of a layer from its input."""
    plain(folder, transformers.GPTNeoXConfig, 34, template="$A", prefix="gpt_neox.",
          num_attention_heads=2, rope_parameters={
              "rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5})


def phi3(folder):
    """One matrix for queries, keys and values, one for gate and up, and longrope."""
    plain(folder, transformers.Phi3Config, 35, sliding_window=11, prefix="model.",
          max_position_embeddings=4 * LIMIT, original_max_position_embeddings=LIMIT,
          rope_parameters={
              "rope_type": "longrope", "rope_theta": 10000.0, "short_factor": [1.0, 1.5],
              "long_factor": [2.0, 3.0]})


def modernbert(folder):
    """Few neighbours in two layers of three."""
    plain(folder, transformers.ModernBertConfig, 36, template="<s> $A </s>", prefix="model.",
          num_hidden_layers=4, local_attention=6, cls_token_id=0, sep_token_id=1)


def t5_encoder(folder, kind, seed, **settings):
    """The encoder alone, of two heads' bias by distance that counts."""
    config = settings.pop("config")(
        vocab_size=make_tokenizer(folder, "$A </s>"), d_model=16, d_kv=6, d_ff=28, num_layers=2,
        num_heads=4, n_positions=LIMIT, pad_token_id=2, eos_token_id=1, **settings)
    model = randomise(kind(config), seed, 1.0)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "relative_attention_bias" in name:
                weight.copy_((weight * 4).bfloat16().float())
    save(folder, model)
    write_expected(folder, cases_of(folder, model))


def t5(folder):
    """Version 1.0: not gated, ReLU."""
    t5_encoder(folder, transformers.T5EncoderModel, 37, config=transformers.T5Config,
               feed_forward_proj="relu")


def mt5(folder):
    """Gated, as T5's version 1.1."""
    t5_encoder(folder, transformers.MT5EncoderModel, 38, config=transformers.MT5Config,
               feed_forward_proj="gated-gelu")


def umt5(folder):
    """Each layer has its own bias."""
    t5_encoder(folder, transformers.UMT5EncoderModel, 39, config=transformers.UMT5Config,
               feed_forward_proj="gated-gelu")


def openelm_states(weights, ids, heads, key_heads, width):
    """OpenELM's states in NumPy, in double: transformers has no such model."""
    rms = lambda x, name: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * weights[name]
    angles = np.arange(len(ids))[:, None] / 10000 ** (np.arange(0, width, 2) / width)
    turn = np.exp(1j * angles)[:, None, :]

    def rotated(x):
        pairs = (x[..., : width // 2] + 1j * x[..., width // 2 :]) * turn
        return np.concatenate([pairs.real, pairs.imag], -1)

    x = weights["transformer.token_embeddings.weight"][ids]
    states = [x]
    for layer, (q, k) in enumerate(zip(heads, key_heads)):
        of = f"transformer.layers.{layer}."
        mixed = rms(x, of + "attn_norm.weight") @ weights[of + "attn.qkv_proj.weight"].T
        query, key, value = np.split(mixed.reshape(len(ids), -1, width), [q, q + k], axis=1)
        query = rotated(rms(query, of + "attn.q_norm.weight"))
        key = rotated(rms(key, of + "attn.k_norm.weight")).repeat(q // k, axis=1)
        scores = np.einsum("ihd,jhd->hij", query, key) / math.sqrt(width)
        scores[:, np.triu(np.ones(scores.shape[1:], bool), 1)] = -np.inf
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        seen = np.einsum("hij,jhd->ihd", shares, value.repeat(q // k, axis=1))
        x = x + seen.reshape(len(ids), -1) @ weights[of + "attn.out_proj.weight"].T
        gate, up = np.split(
            rms(x, of + "ffn_norm.weight") @ weights[of + "ffn.proj_1.weight"].T, 2, axis=-1)
        x = x + (gate / (1 + np.exp(-gate)) * up) @ weights[of + "ffn.proj_2.weight"].T
        states.append(x)
    states[-1] = rms(x, "transformer.norm.weight")
    return states


def openelm(folder):
    """Against NumPy: each layer has its own numbers of heads and its own width."""
    size, width, heads, key_heads, betweens = 16, 4, [2, 4, 6], [1, 2, 3], [8, 24, 40]
    config = {
        "model_type": "openelm", "vocab_size": make_tokenizer(folder, "<s> $A"), "model_dim": size,
        "num_transformer_layers": 3, "head_dim": width, "num_query_heads": heads,
        "num_kv_heads": key_heads, "ffn_multipliers": [0.5, 1.4, 2.6], "ffn_dim_divisor": 8,
        "activation_fn_name": "swish", "max_context_length": LIMIT, "rope_freq_constant": 10000}
    write_json(folder / "config.json", config)
    shapes = {"token_embeddings.weight": (config["vocab_size"], size), "norm.weight": (size,)}
    for layer, (q, k, between) in enumerate(zip(heads, key_heads, betweens)):
        shapes |= {f"layers.{layer}.{name}.weight": shape for name, shape in {
            "attn.qkv_proj": ((q + 2 * k) * width, size), "attn.out_proj": (size, q * width),
            "attn.q_norm": (width,), "attn.k_norm": (width,), "attn_norm": (size,),
            "ffn_norm": (size,), "ffn.proj_1": (2 * between, size), "ffn.proj_2": (size, between),
        }.items()}
    generator = torch.Generator().manual_seed(40)
    tensors = {
        "transformer." + name: (torch.randn(shape, generator=generator) * 0.3
                                + (len(shape) == 1)).bfloat16()
        for name, shape in shapes.items()}
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})
    weights = {name: tensor.double().numpy() for name, tensor in tensors.items()}
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    runs = [openelm_states(weights, tokenizer(text)["input_ids"], heads, key_heads, width)
            for text in SENTENCES]
    case = lambda options, vectors: {"options": options,
                                     "vectors": np.round(np.array(vectors), 7).tolist()}
    write_expected(folder, [case(f"layer={i}", [pool(s[i], "mean") for s in runs])
                            for i in range(4)])


if __name__ == "__main__":
    main([llama, llama_biases, mistral, qwen2, qwen3_embedding, gemma2, embedding_gemma, gemma3,
          olmo, olmo2, gpt2, gpt_neox, phi3, modernbert, t5, mt5, umt5,
          openelm])
