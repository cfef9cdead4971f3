"""Makes the tiny post-norm encoders of tests/golden, with the vectors that torch gives them.

Needs torch, transformers, sentence-transformers and sentencepiece, but the
tests don't run it. Weights are random and the vocabularies are our own.

    python tools/golden/make_golden_models.py tests/golden [NAME...]"""

import inspect
import json
import math
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
import sentence_transformers
import sentencepiece
import torch
import transformers
from safetensors.torch import load_file, save_file
from sentencepiece import sentencepiece_model_pb2
from tokenizers import (
    AddedToken, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers,
)

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
MASK = AddedToken("<mask>", lstrip=True, special=True)
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


def make_mpnet_tokenizer(folder):
    """WordPiece with RoBERTa's special tokens, but for [UNK]."""
    special = ["<s>", "<pad>", "</s>", "[UNK]"]
    vocabulary = special + PUNCTUATION + list(LETTERS) + ["##" + c for c in LETTERS] + WORDS
    ids = {token: i for i, token in enumerate(dict.fromkeys(vocabulary))}
    tokenizer = transformers.MPNetTokenizer(vocab=ids)
    tokenizer.save_pretrained(folder)
    return len(tokenizer)


def make_bpe_tokenizer(folder):
    """Bytes and merges, trained on our words."""
    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.train_from_iterator(
        [" " + word for word in WORDS for _ in range(2)] + SENTENCES,
        trainers.BpeTrainer(
            vocab_size=800, min_frequency=2, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=["<s>", "<pad>", "</s>", "<unk>"], show_progress=False,
        ),
    )
    model = json.loads(trained.to_str())["model"]
    tokenizer = transformers.RobertaTokenizer(
        vocab=model["vocab"], merges=[tuple(merge) for merge in model["merges"]],
        mask_token=MASK,
    )
    tokenizer.save_pretrained(folder)
    return len(tokenizer)


def charsmap():
    """SentencePiece's normaliser, compiled from few rules: ligatures, full width, spaces."""
    rules = {"\ufb01": "fi", "\u00a0": " ", "\u3000": " ", "\t": " ", "\u2026": "...", "\u00ad": ""}
    rules |= {chr(0xFF00 + i): chr(0x20 + i) for i in range(1, 95)}
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder, "rules.tsv")
        points = lambda text: " ".join(f"{ord(c):X}" for c in text)
        table.write_text("".join(f"{points(a)}\t{points(b)}\n" for a, b in rules.items()))
        text = Path(folder, "text.txt")
        text.write_text("\n".join(SENTENCES * 20))
        sentencepiece.SentencePieceTrainer.train(
            input=str(text), model_prefix=folder + "/m", vocab_size=80, hard_vocab_limit=False,
            normalization_rule_tsv=str(table), minloglevel=2,
        )
        proto = sentencepiece_model_pb2.ModelProto()
        proto.ParseFromString(Path(folder, "m.model").read_bytes())
    return proto.normalizer_spec.precompiled_charsmap


def unigram_pieces(special):
    """Whole words before their letters, each with a separate score."""
    plain = [word.removeprefix("##") for word in WORDS]
    pieces = ["\u2581" + word for word in plain] + plain + PUNCTUATION
    pieces += ["\u2581"] + list(LETTERS) + list(LETTERS.upper())
    pieces = [piece for piece in dict.fromkeys(pieces) if piece not in special]
    return [(token, 0.0) for token in special] + [
        (piece, -round(2 + 2 * math.log(2 + i) - 0.9 * len(piece), 4))
        for i, piece in enumerate(pieces)
    ]


def make_unigram_tokenizer(folder, kind, special, **more):
    tokenizer = kind(vocab=unigram_pieces(special), _spm_precompiled_charsmap=charsmap(), **more)
    tokenizer.save_pretrained(folder)
    return len(tokenizer)


def randomise(model, seed):
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in sorted(model.named_parameters()):
            weight.copy_(torch.randn(weight.shape, generator=generator) * 0.25)
            if "LayerNorm.weight" in name or "layer_norm.weight" in name:
                weight += 1
    return model.eval()


def states_of(model, tokenizer, text, limit):
    """Hidden states of every layer, alone in its batch."""
    batch = tokenizer(text, return_tensors="pt", truncation=True, max_length=limit)
    if "token_type_ids" not in inspect.signature(model.forward).parameters:
        batch.pop("token_type_ids", None)
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


def plain_cases(folder, model, sentences=SENTENCES, limit=96):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    runs = [states_of(model, tokenizer, text, limit) for text in sentences]
    cases = []

    def case(options, vectors):
        cases.append({"options": options, "vectors": np.round(np.array(vectors), 8).tolist()})

    for layer in range(len(runs[0][0])):
        case(f"layer={layer}", [pool(s[layer], "mean") for s, _, _ in runs])
    for mode in ["cls", "max", "lasttoken", "weightedmean", "mean_sqrt_len"]:
        case(f"pooling={mode}", [pool(s[-1], mode) for s, _, _ in runs])
    if getattr(model, "pooler", None) is not None:
        case("pooling=pooler", [out.pooler_output[0].double().numpy() for _, _, out in runs])
    short = [states_of(model, tokenizer, text, 9)[0] for text in sentences]
    case("max_tokens=9", [pool(s[-1], "mean") for s in short])
    unit = [pool(s[-1], "mean") for s, _, _ in runs]
    case("normalize=true", [v / np.linalg.norm(v) for v in unit])
    masked = [
        states_of(
            model, tokenizer, f"This sentence: {text} means one {tokenizer.mask_token}.", limit
        )
        for text in sentences
    ]
    case(
        "pooling=mask&template=This sentence: {} means one [MASK].",
        [s[-1][len(ids) - 1 - ids[::-1].index(tokenizer.mask_token_id)] for s, ids, _ in masked],
    )
    words = []
    table = model.get_input_embeddings().weight.detach().double().numpy()
    for text in sentences:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        words.append(table[ids].mean(0))
    case("layer=words", words)
    return cases


def write_expected(folder, cases, sentences=SENTENCES):
    text = json.dumps(
        {
            "versions": {
                "torch": torch.__version__,
                "transformers": transformers.__version__,
                "sentence-transformers": sentence_transformers.__version__,
            },
            "sentences": sentences,
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


def distilbert(folder):
    """Names with "distilbert.", a head to be passed over, sinusoidal positions."""
    config = transformers.DistilBertConfig(
        vocab_size=make_tokenizer(folder), dim=16, n_layers=2, n_heads=2, hidden_dim=40,
        max_position_embeddings=96, sinusoidal_pos_embds=True,
    )
    whole = randomise(transformers.DistilBertForMaskedLM(config), 9)
    whole.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, whole.distilbert))


def roberta(folder):
    """Names with "roberta.", F16, a head, padding written out in a sentence."""
    config = config_of(
        transformers.RobertaConfig, make_bpe_tokenizer(folder), max_position_embeddings=98,
        type_vocab_size=1, layer_norm_eps=1e-5, pad_token_id=1,
    )
    whole = randomise(transformers.RobertaForMaskedLM(config), 10).half()
    whole.save_pretrained(folder)
    sentences = SENTENCES + ["A <pad> dog <pad><pad> sleeps."]
    write_expected(folder, plain_cases(folder, whole.float().roberta, sentences), sentences)


def xlm_roberta(folder):
    """Names without prefix, a pooler, Unigram with a compiled normaliser."""
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    vocabulary = make_unigram_tokenizer(
        folder, transformers.XLMRobertaTokenizer, special, mask_token=MASK
    )
    config = config_of(
        transformers.XLMRobertaConfig, vocabulary, max_position_embeddings=98, type_vocab_size=1,
        layer_norm_eps=1e-5,
    )
    model = randomise(transformers.XLMRobertaModel(config), 11)
    model.save_pretrained(folder)
    sentences = SENTENCES + ["\uff34he \ufb01eld\u00a0\u3000is \uff42lue\u2026"]
    write_expected(folder, plain_cases(folder, model, sentences), sentences)


def mpnet(folder):
    """Attention biased by distance."""
    config = config_of(
        transformers.MPNetConfig, make_mpnet_tokenizer(folder), max_position_embeddings=98,
        layer_norm_eps=1e-5,
    )
    model = randomise(transformers.MPNetModel(config), 12)
    with torch.no_grad():
        model.encoder.relative_attention_bias.weight *= 6
    model.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, model))


def albert(folder):
    """Names with "albert.", two groups of two layers each, used three times, narrow embeddings."""
    special = ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = make_unigram_tokenizer(folder, transformers.AlbertTokenizer, special)
    config = config_of(
        transformers.AlbertConfig, vocabulary, embedding_size=12, num_hidden_layers=3,
        num_hidden_groups=2, inner_group_num=2,
    )
    whole = randomise(transformers.AlbertForPreTraining(config), 13)
    whole.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, whole.albert))


def electra(folder):
    """Names with "electra.", BF16, a head, narrow embeddings."""
    config = config_of(transformers.ElectraConfig, make_tokenizer(folder), embedding_size=12)
    whole = randomise(transformers.ElectraForPreTraining(config), 14).bfloat16()
    whole.save_pretrained(folder)
    write_expected(folder, plain_cases(folder, whole.float().electra))


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
    """The transformer in a separate folder, lower-casing, two poolings side by side."""
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


MODELS = [
    plain_bert, prefixed_bert, sharded_bert, ernie, distilbert, roberta, xlm_roberta, mpnet, albert,
    electra, prompted, side_by_side,
]


def main(made):
    root = Path(sys.argv[1])
    torch.set_num_threads(1)
    for make in made:
        name = make.__name__.replace("_", "-")
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        folder = root / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make(folder)


if __name__ == "__main__":
    main(MODELS)
