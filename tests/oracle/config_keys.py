"""Every key of every family's configuration: a changed value changes sonde's vectors as it changes transformers', or is refused.

This looks for a key that changes transformers' vectors and not sonde's, which is a fault, and within objects and lists too.
Tiny golden models, about ten minutes."""
import dataclasses
import itertools
import json
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

torch.set_num_threads(1)  # More threads wait for each other: the texts are short.
ROOT = Path(__file__).resolve().parent.parent.parent
SONDE = Path(os.environ.get("SONDE", ROOT / "build/release/bin/sonde"))
GOLDEN = ROOT / "tests/golden"
TEXTS = ["the old dog and the red cat", "a cat", "the dog sleeps on the red table and the cat sees the dog"]
FOLDERS = ["albert", "bart", "plain-bert", "deberta", "deberta-v2", "deberta-v3", "distilbert", "electra", "embedding-gemma", "ernie",
           "gemma2", "gemma3", "gpt-neox", "gpt2", "llama", "mbart", "mistral", "modernbert", "mpnet", "mt5", "nomic-bert", "olmo",
           "olmo2", "phi3", "qwen2", "qwen3-embedding", "roberta", "t5", "umt5", "xlm-roberta", "xlnet"]
CHOICES = ["bart?states=decoder", "mbart?states=decoder"]
DECODERS = ["gemma2", "gemma3", "embedding-gemma", "gpt-neox", "gpt2", "llama", "mistral", "olmo", "olmo2", "phi3", "qwen2",
            "qwen3-embedding"]
EVERYWHERE = ["is_causal", "use_bidirectional_attention", "is_decoder", "add_cross_attention", "per_layer_config",
              "tie_last_hidden_states", "layer_types", "attention_chunk_size", "position_embedding_type", "rope_theta", "rope_scaling",
              "sliding_window", "attention_bias", "head_dim", "partial_rotary_factor", "num_key_value_heads", "embedding_multiplier"]
BOTH_WAYS = "use_bidirectional_attention"  # transformers heeds it in Gemma 3 alone; elsewhere it is taken at its word
# The golden folder has the keys of nomic-embed's own code, which transformers does not read.
OF_TRANSFORMERS = {"nomic-bert": {
    "model_type": "nomic_bert", "vocab_size": 214, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 40,
    "hidden_act": "silu", "max_position_embeddings": 96, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
    "rope_parameters": {"rope_type": "default", "rope_theta": 100.0}}}
TOLERANCE = 2e-5
# Members of the objects that scale rotations, each for the kinds that read it. The texts are shorter than 64 tokens: longrope cuts longer ones.
SCALINGS = [{"rope_type": "default"}, {"rope_type": "linear", "factor": 2.0}, {"rope_type": "dynamic", "factor": 2.0},
            {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 40}, {"rope_type": "proportional", "factor": 2.0},
            {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8},
            {"rope_type": "longrope", "factor": 2.0, "original_max_position_embeddings": 64, "short_factor": 1.5, "long_factor": 2.0}]
MEMBERS = {"factor": 3.0, "attention_factor": 0.7, "beta_fast": 4.0, "beta_slow": 0.5, "mscale": 0.7, "mscale_all_dim": 0.4, "truncate": False,
           "low_freq_factor": 0.5, "high_freq_factor": 2.0, "original_max_position_embeddings": 80, "rope_theta": 50.0,
           "partial_rotary_factor": 0.5, "finetuned": True, "unheard_of": 1}
ACTIVATIONS = ("gelu", "gelu_new", "gelu_pytorch_tanh", "relu", "silu", "gelu_fast")
OBJECTS = ("rope_parameters", "rope_scaling")
# Keys that OpenELM's own code does not read, or only to make others. transformers has no such model.
UNREAD_BY_OPENELM = {"num_gqa_groups", "qkv_multipliers", "rope_max_length", "share_input_output_layers", "max_context_length", "initializer_range",
                     "bos_token_id", "eos_token_id", "use_cache"}


def other_values(value):
    """Values that differ from this one."""
    if value is None:
        return [True, 2, "gelu"]
    if isinstance(value, bool):
        return [not value]
    for kind, others in OTHERS.items():
        if isinstance(value, kind):
            return others(value)
    return []


def other_lists(value):
    others = [value[:-1], value + value[-1:], value[::-1], [None, *value[1:]]]
    others += [[other, *value[1:]] for other in ["full_attention", "sliding_attention", *other_values(value[0])]]
    return [other for other in others if other != value]


def other_objects(value):
    return [value | {key: other} for key, member in value.items() for other in other_values(member)]


OTHERS = {
    int: lambda value: [value + 1, max(1, value // 2)] if value > 1 else [value + 1],
    float: lambda value: [value * 2 + 0.25],
    str: lambda value: ["relu", "silu"] if value in ACTIVATIONS else [value + "x"],
    list: lambda value: other_lists(value) if value else [],
    dict: other_objects,
}


def scalings_of(config, key, value):
    """The objects that scale rotations, with each member once. Some families have one for each type of layer."""
    plain = value if isinstance(value, dict) else {}
    parts = [name for name in plain if isinstance(plain[name], dict)]
    for scaling in (of_width(config, scaling) for scaling in SCALINGS):
        yield scaling
        for member in [{}, *({name: other} for name, other in MEMBERS.items())]:
            for part in parts or [None]:
                yield plain | (scaling | member if part is None else {part: plain[part] | scaling | member})
        if key == "rope_parameters":
            yield {"full_attention": scaling}


def of_width(config, scaling):
    """The same with a factor for each pair of a head's numbers."""
    if scaling["rope_type"] != "longrope":
        return scaling
    width = config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]
    parameters = config.get("rope_parameters") or {}
    pairs = int(width * parameters.get("partial_rotary_factor", config.get("rotary_pct", 1))) // 2
    return scaling | {key: [scaling[key]] * pairs for key in ("short_factor", "long_factor")}


def model_of(folder, options=""):
    """transformers' model, or its encoder without states=decoder. None if the folder can't be loaded whole."""
    config = transformers.AutoConfig.from_pretrained(folder)
    encoder_of = {"t5": transformers.T5EncoderModel, "mt5": transformers.MT5EncoderModel, "umt5": transformers.UMT5EncoderModel}
    kind = encoder_of.get(config.model_type, transformers.AutoModel)
    model, told = kind.from_pretrained(folder, config=config, dtype=torch.float32, attn_implementation="eager", output_loading_info=True)
    if told.get("mismatched_keys") or any("pooler" not in name for name in told["missing_keys"]):
        return None
    return (model.encoder if config.model_type in ("bart", "mbart") and options != "states=decoder" else model).eval()


def of_transformers(folder, options=""):
    """The mean of each text's states, or None."""
    model = model_of(folder, options)
    return None if model is None else means_of(model, transformers.AutoTokenizer.from_pretrained(folder), TEXTS)


def means_of(model, tokenizer, texts):
    with torch.no_grad():
        return np.array([model(**inputs_of(tokenizer, text)).last_hidden_state[0].mean(0).numpy() for text in texts])


def inputs_of(tokenizer, text):
    encoded = tokenizer(text, return_tensors="pt")
    return {key: encoded[key] for key in ("input_ids", "attention_mask")}


def of_sonde(folder, texts, kind="hf", options=""):
    """sonde's vectors, or its message."""
    plain = "pooling=mean&normalize=false&prompt=" if kind == "hf" else "prompt="
    done = subprocess.run([SONDE, "encode", texts, "--encoder", f"{kind}:{folder}?{plain}{options and '&' + options}"],
                          capture_output=True, check=False)
    if done.returncode:
        assert done.returncode == 3, done.stderr.decode()
        return done.stderr.decode().strip()
    from io import BytesIO
    return np.load(BytesIO(done.stdout))


def bare(name, folder):
    """A copy of a golden model without modules, prompts or expected vectors."""
    shutil.copytree(GOLDEN / name, folder)
    for file in ("modules.json", "config_sentence_transformers.json", "expected.json", "sentence_bert_config.json"):
        (folder / file).unlink(missing_ok=True)
    if name in OF_TRANSFORMERS:
        (folder / "config.json").write_text(json.dumps(OF_TRANSFORMERS[name]))
    return json.loads((folder / "config.json").read_text())


def keys_of(config):
    kind = CONFIG_MAPPING[config["model_type"]]
    instance = kind(**{key: value for key, value in config.items() if key != "model_type"})
    own = {field.name: getattr(instance, field.name, None) for field in dataclasses.fields(kind) if field.init}
    return {key: config.get(key, value) for key, value in (dict.fromkeys(EVERYWHERE) | config | own).items()
            if key not in ("model_type", "vocab_size", "dtype", "torch_dtype", "transformers_version", "architectures")}


def distance(a, b):
    return float("inf") if a.shape != b.shape else float(np.nanmax(np.abs(a - b)))


def fault_of(folder, texts, options=""):
    """The fault of a changed folder. Empty if it has none. A folder that sonde refuses can't be silently wrong."""
    ours = of_sonde(folder, texts, options=options)
    if isinstance(ours, str):
        return ""
    try:
        theirs = of_transformers(folder, options)
    except Exception:  # transformers refuses the value
        return ""
    if theirs is None or not np.isfinite(theirs).all() or distance(ours, theirs) <= TOLERANCE:
        return ""
    return f"{distance(ours, theirs):.2g} from transformers"


@pytest.mark.parametrize("name", FOLDERS + CHOICES)
def test_a_changed_key_changes_both_sides_alike_or_is_refused(name, tmp_path):
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(TEXTS) + "\n")
    folder = tmp_path / "model"
    name, _, options = name.partition("?")
    config = bare(name, folder)
    plain, sondes_plain = of_transformers(folder, options), of_sonde(folder, texts, options=options)
    assert not isinstance(sondes_plain, str), sondes_plain
    assert distance(plain, sondes_plain) <= TOLERANCE
    faults, rotates = [], any(key.startswith(("rope", "rotary")) for key in config)
    for key, value in keys_of(config).items():
        for other in [*other_values(value), *(scalings_of(config, key, value) if key in OBJECTS and rotates else [])]:
            (folder / "config.json").write_text(json.dumps(config | {key: other}))
            fault = fault_of(folder, texts, options)
            if fault and (key != BOTH_WAYS or config["model_type"] == "gemma3_text"):
                faults.append(f"{key}={other!r}: {fault}")
    assert not faults, "\n".join(faults)


def test_a_changed_key_of_openelm_changes_vectors_or_is_refused(tmp_path):
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(TEXTS) + "\n")
    folder = tmp_path / "model"
    config = bare("openelm", folder)
    plain, unread = of_sonde(folder, texts), []
    known = {"normalize_qk_projections": True, "ffn_with_glu": True, "normalization_layer_name": "rms_norm", "rope_scaling": None,
             "is_causal": True, "ffn_dim_divisor": 16}  # 4 gives the widths that 8 gives
    for key, value in (dict.fromkeys(EVERYWHERE) | config | known).items():
        for other in other_values(value) if key not in {"model_type", *UNREAD_BY_OPENELM} else []:
            (folder / "config.json").write_text(json.dumps(config | {key: other}))
            changed = of_sonde(folder, texts)
            if not isinstance(changed, str) and distance(plain, changed) == 0 and config.get(key) != other:
                unread.append(f"{key}={other!r}")
    assert not unread, unread


@pytest.mark.parametrize("window", [None, 3])
@pytest.mark.parametrize("keys", [{"is_causal": False}, {"use_bidirectional_attention": True},
                                  {"is_causal": False, "use_bidirectional_attention": True}], ids=str)
@pytest.mark.parametrize("name", DECODERS)
def test_a_decoder_that_sees_both_ways(name, keys, window, tmp_path):
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(TEXTS) + "\n")
    folder = tmp_path / "model"
    config = bare(name, folder) | keys
    fields = {field.name for field in dataclasses.fields(CONFIG_MAPPING[config["model_type"]])}
    for key, value in {"sliding_window": window, "use_sliding_window": True}.items():
        if window and key in fields:
            config[key] = value
    (folder / "config.json").write_text(json.dumps(config))
    ours = of_sonde(folder, texts)
    assert not isinstance(ours, str), ours
    if "gemma3" not in config["model_type"] and "is_causal" not in keys:  # transformers doesn't read it there; it means the same
        config = config | {"is_causal": False}
        (folder / "config.json").write_text(json.dumps(config))
    assert distance(ours, of_transformers(folder)) <= TOLERANCE


@pytest.mark.parametrize("name", ["bart", "mbart", *CHOICES, "t5", "mt5", "umt5"])
def test_own_and_shared_tables_of_tokens(name, tmp_path):
    """Each choice of tables that differ: a part has its own table, else the shared one, else the other part's."""
    texts, folder = tmp_path / "texts.txt", tmp_path / "model"
    texts.write_text("\n".join(TEXTS) + "\n")
    name, _, options = name.partition("?")
    config, plain = bare(name, folder), load_file(GOLDEN / name / "model.safetensors")
    shared = next(key for key in plain if key.endswith("shared.weight"))
    own = {shared.replace("shared", part): plain[shared] * scale
           for part, scale in {"shared": 1, "encoder.embed_tokens": 0.5, "decoder.embed_tokens": 2}.items()}
    compared = 0
    for tied, there in itertools.product([True, False], itertools.product([True, False], repeat=len(own))):
        (folder / "config.json").write_text(json.dumps(config | {"tie_word_embeddings": tied}))
        tables = {key: table for (key, table), is_there in zip(own.items(), there) if is_there}
        save_file({key: value for key, value in plain.items() if key != shared} | tables, folder / "model.safetensors", metadata={"format": "pt"})
        ours, theirs = of_sonde(folder, texts, options=options), of_transformers(folder, options)
        if theirs is None:  # it would fill the table at random
            continue
        assert not isinstance(ours, str) and distance(ours, theirs) <= TOLERANCE, (tied, there)
        compared += 1
    assert compared >= 4


# Each family's head for words: the rows and the bias that are tied, unless the weights have their own.
HEADS = {"bert": ("cls.predictions.decoder", "cls.predictions.bias"), "roberta": ("lm_head.decoder", "lm_head.bias"),
         "albert": ("predictions.decoder", "predictions.bias"), "deberta": ("cls.predictions.decoder", "cls.predictions.bias"),
         "mpnet": ("lm_head.decoder", "lm_head.bias"), "electra": ("generator_lm_head", None), "distilbert": ("vocab_projector", None)}


def of_masked_words(folder, rows):
    """The greatest log(1 + logit) of each word, or None if transformers fills the rows or their bias at random."""
    model, told = transformers.AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32, output_loading_info=True)
    if any(key.startswith(rows + ".") for key in told["missing_keys"]):
        return None
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    with torch.no_grad():
        logits = [model.eval()(**tokenizer(text, return_tensors="pt")).logits[0] for text in TEXTS]
    return np.array([torch.log1p(torch.relu(one)).max(0).values.numpy() for one in logits])


@pytest.mark.parametrize("name", HEADS)
def test_tied_and_own_rows_of_a_head_for_words(name, tmp_path):
    texts, folder, (rows, bias) = tmp_path / "texts.txt", tmp_path / "model", HEADS[name]
    texts.write_text("\n".join(TEXTS) + "\n")
    bare(f"mlm-{name}", folder)
    config, plain = json.loads((folder / "config.json").read_text()), load_file(folder / "model.safetensors")
    table = plain[next(key for key in plain if key.endswith("word_embeddings.weight"))]
    tensors = [key for key in (f"{rows}.weight", f"{rows}.bias", bias) if key]
    torch.manual_seed(1)
    own = {key: torch.randn_like(table if key.endswith("weight") else table[:, 0]) * 0.3 for key in tensors}
    compared = 0
    for tied, there in itertools.product([None, True, False], itertools.product([False, True], repeat=len(tensors))):
        (folder / "config.json").write_text(json.dumps(config | ({} if tied is None else {"tie_word_embeddings": tied})))
        made = {key: value for key, value in plain.items() if key not in tensors}
        save_file(made | {key: own[key] for key, is_there in zip(tensors, there) if is_there}, folder / "model.safetensors",
                  metadata={"format": "pt"})
        ours, theirs = of_sonde(folder, texts, "splade"), of_masked_words(folder, rows)
        if isinstance(ours, str):
            continue
        assert theirs is not None and distance(ours, theirs) <= TOLERANCE, (tied, there)
        compared += 1
    assert compared >= 3
