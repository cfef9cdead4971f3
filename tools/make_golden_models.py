"""Makes the tiny models of tests/golden, with the vectors that torch gives them.

Needs torch, transformers and sentence-transformers; the tests don't run it.
Weights are random and the vocabulary is our own.

    python tools/make_golden_models.py tests/golden
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import sentence_transformers
import torch
import transformers
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WORDS = """
a an the no not all some every and or but if when because that which who this these our
is are was were has had does did can will may must he she it they we you i
man woman child dog cat horse bird river boat bridge street kitchen window door garden field
doctor teacher singer farmer driver judge letter song book bread apple water fire stone paper
red green blue old young small large quiet loud bright heavy empty
runs sleeps sings reads writes opens closes carries follows finds loses paints builds breaks
slowly quickly often never always yesterday today under over near behind with without from into
sentence means one word : query passage represent for retrieval
##s ##ed ##ing ##ly ##er ##est ##ness un re
""".split()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
PUNCTUATION = list(".,;!?'\"()-")

SENTENCES = [
    "A dog sleeps.",
    "a",
    "The old man carries a heavy stone over the bridge.",
    "THE OLD MAN CARRIES A HEAVY STONE OVER THE BRIDGE!",
    "No child opened the window yesterday, but the quiet teacher closed it.",
    "Caf\u00e9 na\u00efve re-reading: \u00fcber-bright [MASK] birds?",
    "\u732b \U0001f408 \u2603",
    "She sings; he paints (often, slowly) near the green river, and they never lose a letter.",
    "If all the judges who read this book had found no paper in the garden, some would build "
    "a boat, and every farmer near the field would follow the loud horse into the street today.",
    "12 birds 3456",
]


def make_tokenizer(folder, lower=True):
    vocabulary = SPECIAL + PUNCTUATION + list(LETTERS) + ["##" + c for c in LETTERS] + WORDS
    ids = {token: i for i, token in enumerate(dict.fromkeys(vocabulary))}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lower)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])],
    )
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]",
        sep_token="[SEP]", mask_token="[MASK]",
    )
    fast.save_pretrained(folder)
    return len(ids)


def randomise(model, seed):
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in sorted(model.named_parameters()):
            weight.copy_(torch.randn(weight.shape, generator=generator) * 0.25)
            if "LayerNorm.weight" in name:
                weight += 1
    return model.eval()


def states_of(model, tokenizer, text, limit):
    """Hidden states of every layer, alone in its batch."""
    batch = tokenizer(text, return_tensors="pt", truncation=True, max_length=limit)
    with torch.no_grad():
        out = model(**batch, output_hidden_states=True)
    return [h[0].double().numpy() for h in out.hidden_states], batch["input_ids"][0].tolist(), out


def pool(states, mode):
    weights = np.arange(1, len(states) + 1)[:, None]
    return {
        "mean": lambda: states.mean(0),
        "cls": lambda: states[0],
        "max": lambda: states.max(0),
        "lasttoken": lambda: states[-1],
        "weightedmean": lambda: (states * weights).sum(0) / weights.sum(),
        "mean_sqrt_len": lambda: states.sum(0) / np.sqrt(len(states)),
    }[mode]()


def plain_cases(folder, model):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    limit = model.config.max_position_embeddings
    runs = [states_of(model, tokenizer, text, limit) for text in SENTENCES]
    cases = []

    def case(options, vectors):
        cases.append({"options": options, "vectors": np.round(np.array(vectors), 8).tolist()})

    layers = model.config.num_hidden_layers
    for layer in range(layers + 1):
        case(f"layer={layer}", [pool(s[layer], "mean") for s, _, _ in runs])
    for mode in ["cls", "max", "lasttoken", "weightedmean", "mean_sqrt_len"]:
        case(f"pooling={mode}", [pool(s[-1], mode) for s, _, _ in runs])
    if model.pooler is not None:
        case("pooling=pooler", [out.pooler_output[0].double().numpy() for _, _, out in runs])
    short = [states_of(model, tokenizer, text, 9)[0] for text in SENTENCES]
    case("max_tokens=9", [pool(s[-1], "mean") for s in short])
    unit = [pool(s[-1], "mean") for s, _, _ in runs]
    case("normalize=true", [v / np.linalg.norm(v) for v in unit])
    masked = [
        states_of(model, tokenizer, f"This sentence: {text} means one [MASK].", limit)
        for text in SENTENCES
    ]
    case(
        "pooling=mask&template=This sentence: {} means one [MASK].",
        [s[-1][len(ids) - 1 - ids[::-1].index(tokenizer.mask_token_id)] for s, ids, _ in masked],
    )
    words = []
    table = model.get_input_embeddings().weight.detach().double().numpy()
    for text in SENTENCES:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        words.append(table[ids].mean(0))
    case("layer=words", words)
    return cases


def write_expected(folder, cases):
    text = json.dumps(
        {
            "versions": {
                "torch": torch.__version__,
                "transformers": transformers.__version__,
                "sentence-transformers": sentence_transformers.__version__,
            },
            "sentences": SENTENCES,
            "cases": cases,
        },
        separators=(",", ":"),
    )
    (folder / "expected.json").write_text(text + "\n")
    size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
    print(f"{folder.name}: {len(cases)} cases, {size / 1000:.0f} kB")
    assert size <= 200_000


def config_of(kind, vocabulary, **more):
    settings = {
        "vocab_size": vocabulary, "hidden_size": 16, "num_hidden_layers": 2,
        "num_attention_heads": 2, "intermediate_size": 40, "max_position_embeddings": 96,
    }
    return kind(**(settings | more))


def plain_bert(folder):
    """F32, no modules.json, names without prefix."""
    config = config_of(transformers.BertConfig, make_tokenizer(folder), num_hidden_layers=3)
    model = randomise(transformers.BertModel(config), 1)
    model.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, model))


def prefixed_bert(folder):
    """F16, names with "bert." and TensorFlow's gamma and beta, gelu_new, another epsilon."""
    config = config_of(
        transformers.BertConfig, make_tokenizer(folder), hidden_act="gelu_new", layer_norm_eps=1e-5,
        num_attention_heads=4, hidden_size=24,
    )
    whole = randomise(transformers.BertForMaskedLM(config), 2).half()
    whole.save_pretrained(folder)
    renamed = {
        k.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"):
        v.clone() for k, v in load_file(folder / "model.safetensors").items()
    }
    save_file(renamed, folder / "model.safetensors", {"format": "pt"})
    write_expected(folder, plain_cases(folder, whole.float().bert))


def sharded_bert(folder):
    """BF16 in several files, ReLU."""
    config = config_of(transformers.BertConfig, make_tokenizer(folder), hidden_act="relu")
    model = randomise(transformers.BertModel(config, add_pooling_layer=False), 3).bfloat16()
    model.save_pretrained(folder, max_shard_size="8KB")
    write_expected(folder, plain_cases(folder, model.float()))


def ernie(folder):
    """Task type embeddings."""
    config = config_of(
        transformers.ErnieConfig, make_tokenizer(folder), use_task_id=True, hidden_act="relu",
        type_vocab_size=4,
    )
    model = randomise(transformers.ErnieModel(config), 4)
    model.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, model))


def write_json(file, value):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=1) + "\n")


def modules(folder, names):
    package = "sentence_transformers.models."
    write_json(
        folder / "modules.json",
        [{"idx": i, "name": str(i), "path": path, "type": package + kind}
         for i, (kind, path) in enumerate(names)],
    )


def dense(folder, size_in, size_out, activation, bias, seed):
    write_json(
        folder / "config.json",
        {"in_features": size_in, "out_features": size_out, "bias": bias,
         "activation_function": "torch.nn.modules." + activation},
    )
    generator = torch.Generator().manual_seed(seed)
    tensors = {"linear.weight": torch.randn(size_out, size_in, generator=generator) * 0.3}
    if bias:
        tensors["linear.bias"] = torch.randn(size_out, generator=generator) * 0.3
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})


def sentence_cases(folder, prompts):
    model = sentence_transformers.SentenceTransformer(str(folder), device="cpu")
    cases = []
    for options, arguments in prompts.items():
        vectors = [model.encode(text, **arguments) for text in SENTENCES]
        rounded = np.round(np.array(vectors).astype(np.float64), 8).tolist()
        cases.append({"options": options, "vectors": rounded})
    return cases


def prompted(folder):
    """Dense and Normalize modules, prompts that pooling doesn't see, a length limit."""
    config = config_of(transformers.BertConfig, make_tokenizer(folder))
    randomise(transformers.BertModel(config), 5).save_pretrained(folder)
    modules(folder, [("Transformer", ""), ("Pooling", "1_Pooling"), ("Dense", "2_Dense"),
                     ("Normalize", "3_Normalize")])
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": 40, "do_lower_case": False})
    write_json(folder / "1_Pooling/config.json",
               {"word_embedding_dimension": 16, "pooling_mode_cls_token": False,
                "pooling_mode_mean_tokens": True, "include_prompt": False})
    (folder / "2_Dense").mkdir(exist_ok=True)
    dense(folder / "2_Dense", 16, 10, "activation.Tanh", True, 6)
    write_json(folder / "config_sentence_transformers.json",
               {"prompts": {"query": "Represent this sentence for retrieval: ", "plain": ""},
                "default_prompt_name": "query"})
    write_expected(folder, sentence_cases(folder, {
        "": {},
        "prompt=query": {"prompt_name": "query"},
        "prompt=plain": {"prompt_name": "plain"},
        "prompt=passage: ": {"prompt": "passage: "},
    }))


def side_by_side(folder):
    """The transformer in a folder of its own, lower-casing, two poolings side by side."""
    base = folder / "0_Transformer"
    config = config_of(transformers.BertConfig, make_tokenizer(base, lower=False))
    randomise(transformers.BertModel(config), 7).save_pretrained(base)
    modules(folder, [("Transformer", "0_Transformer"), ("Pooling", "1_Pooling"),
                     ("Dense", "2_Dense")])
    write_json(base / "sentence_bert_config.json", {"max_seq_length": 14, "do_lower_case": True})
    write_json(folder / "1_Pooling/config.json",
               {"word_embedding_dimension": 16, "pooling_mode_cls_token": True,
                "pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": True})
    (folder / "2_Dense").mkdir(exist_ok=True)
    dense(folder / "2_Dense", 48, 12, "linear.Identity", False, 8)
    write_expected(folder, sentence_cases(folder, {"": {}}))


def main():
    root = Path(sys.argv[1])
    torch.set_num_threads(1)
    for make in [plain_bert, prefixed_bert, sharded_bert, ernie, prompted, side_by_side]:
        folder = root / make.__name__.replace("_", "-")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make(folder)


main()
