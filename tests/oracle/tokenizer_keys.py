"""Every setting of a tokenizer outside tokenizer.json: a changed one changes sonde's vectors as it changes transformers', or is refused.

This looks for a setting that changes transformers' vectors and not sonde's, which is a fault. Tiny golden models, about half an hour."""
import json
import shutil
import subprocess

import numpy as np
import pytest
import torch
import transformers

from config_keys import FOLDERS, GOLDEN, SONDE, TOLERANCE, bare, distance, means_of, model_of, of_sonde

TEXTS = ["the old dog and the red cat", "The Café  sees 1234 dogs, isn't it?", "a dog <mask> [MASK] </s>\ttable", "你好 the dog\u00b2"]
FLAGS = {"lstrip": False, "rstrip": False, "single_word": False, "normalized": False, "special": False}
ROLES = ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"]
CLASSES = ["TokenizersBackend", "PreTrainedTokenizerFast", "BertTokenizer", "DistilBertTokenizer", "MPNetTokenizer", "RobertaTokenizerFast",
           "BartTokenizer", "DebertaTokenizer", "DebertaV2Tokenizer", "AlbertTokenizer", "XLMRobertaTokenizer", "CamembertTokenizer",
           "XLNetTokenizer", "T5Tokenizer", "GPT2Tokenizer", "GPTNeoXTokenizer", "GemmaTokenizer", "LlamaTokenizer", "Qwen2Tokenizer",
           "MBartTokenizer", "HerbertTokenizer", "NoSuchTokenizer"]
SWITCHES = ["do_lower_case", "keep_accents", "add_prefix_space", "split_by_punct", "strip_accents", "tokenize_chinese_chars", "legacy",
            "remove_space", "split_special_tokens", "add_bos_token", "add_eos_token", "fix_mistral_regex", "trim_offsets",
            "clean_up_tokenization_spaces"]


def other_keys():
    """Odd values for each row of a tokenizer in sonde's table of keys."""
    lines = (GOLDEN.parents[1] / "data/models/config_keys.tsv").read_text().splitlines()
    keys = [line.split("\t")[1] for line in lines if line.startswith("tokenizer\t")]
    return [{key: value} for key in keys if key not in SWITCHES for value in (3, "odd")]


def word_of(tokenizer):
    """A part of the texts that the vocabulary has as one token, and that is not a special token."""
    vocabulary = tokenizer["model"]["vocab"]
    tokens = vocabulary if isinstance(vocabulary, dict) else [token for token, _ in vocabulary]
    return max((token for token in tokens if token.isascii() and token.isalpha() and token in TEXTS[0]), key=len)


def decoders(filed, added):
    """Other lists of added tokens: one more, one alone, other rules about spaces, whole words."""
    stripped = {key: token | {"lstrip": not token["lstrip"]} for key, token in filed.items()}
    more = [filed | {"90000": added}, {"90000": added}, stripped, filed | {"90000": added | {"single_word": True}}]
    return [{"added_tokens_decoder": tokens} for tokens in more]


def others_of(word):
    return [{"extra_special_tokens": [word]}, {"additional_special_tokens": [word]}, {"extra_special_tokens": {"x_token": word}},
            {"image_token": word}, {"src_lang": "ro_RO"}, {"unk_id": 1}, {"extra_ids": 0}]


def changes(tokenizer):
    """(file, its changed fields) of each change."""
    word = word_of(tokenizer)
    filed = {str(token["id"]): {key: token[key] for key in ("content", *FLAGS)} for token in tokenizer["added_tokens"]}
    added = {"content": word} | FLAGS
    others = [word, filed[max(filed, key=int)]["content"], {"__type": "AddedToken"} | added]
    config = [*decoders(filed, added), *others_of(word), *({role: token} for role in ROLES for token in others)]
    config += [{switch: value} for switch in SWITCHES for value in (True, False)]
    config += [{"tokenizer_class": name} for name in CLASSES]
    config += [{"image_token": added | {"__type": "AddedToken"}}, {"turns_about": 3}, *other_keys()]
    return [("tokenizer_config.json", change) for change in config] + older_changes(word)


def older_changes(word):
    maps = [{role: word} for role in ROLES] + [{"additional_special_tokens": [word]}, {"extra_special_tokens": [word]}]
    return [("special_tokens_map.json", change) for change in maps] + [("added_tokens.json", {word: 90000})]


def theirs_of(model, folder):
    """The mean of each text's states, or None if transformers gives none."""
    try:
        return means_of(model, transformers.AutoTokenizer.from_pretrained(folder), TEXTS)
    except Exception:  # the library has no common type
        return None


def changed_copy(plain, folder, file, change):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(plain, folder)
    path = folder / file
    path.write_text(json.dumps((json.loads(path.read_text()) if path.exists() else {}) | change))


@pytest.mark.parametrize("name", FOLDERS)
def test_a_changed_setting_changes_both_sides_alike_or_is_refused(name, tmp_path):
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(TEXTS) + "\n")
    plain, folder = tmp_path / "plain", tmp_path / "model"
    bare(name, plain)
    model = model_of(plain)
    tokenizer = json.loads((plain / "tokenizer.json").read_text())
    faults, computed, changed = [], 0, changes(tokenizer)
    for file, change in [("tokenizer_config.json", {}), *changed]:
        changed_copy(plain, folder, file, change)
        if file != "tokenizer_config.json":  # transformers reads it only if tokenizer_config.json names no tokens
            config = json.loads((folder / "tokenizer_config.json").read_text())
            for key in change:
                config.pop(key, None)
            (folder / "tokenizer_config.json").write_text(json.dumps(config))
        ours = of_sonde(folder, texts)
        if isinstance(ours, str):
            continue
        computed += 1
        theirs = theirs_of(model, folder)
        if theirs is not None and np.isfinite(theirs).all() and distance(ours, theirs) > TOLERANCE:
            faults.append(f"{file}: {change}: {distance(ours, theirs):.2g} from transformers")
    assert not faults, "\n".join(faults)
    assert computed > len(changed) / 2


# The same for two sentences in one input.
PAIRS = [(TEXTS[0], TEXTS[1]), (TEXTS[3], TEXTS[0]), ("a cat", "the dog sleeps on the red table")]


def processors(tokenizer):
    """Other processors of pairs. A class may build its own in their place."""
    ids = {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
    first, last = next(pair for pair in [("[CLS]", "[SEP]"), ("<s>", "</s>")] if pair[0] in ids)
    special = {name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in (first, last)}

    def parts(pattern):
        """A piece is a token or a sentence, with its type."""
        return [{"Sequence" if piece[:-1] in "AB" else "SpecialToken": {"id": piece[:-1], "type_id": int(piece[-1])}}
                for piece in pattern.replace("f", first).replace("l", last).split()]

    templates = [("f0 A0 l0", pair) for pair in ("f0 A0 l0 B1 l1", "f0 A0 l0 l0 B0 l0", "f0 A0 B1 l1", "f0 A0 l0 B0 l0", "A0 l0 B1")]
    framed = {"sep": [last, ids[last]], "cls": [first, ids[first]]}
    return [{"type": "TemplateProcessing", "single": parts(one), "pair": parts(two), "special_tokens": special} for one, two in templates] + [
        {"type": "BertProcessing"} | framed, {"type": "RobertaProcessing", "trim_offsets": True, "add_prefix_space": False} | framed]


def pairs_of_sonde(folder, label, work):
    """sonde's scores, or its message."""
    data, out = work / "pairs.tsv", work / "pairs.sonde"
    data.write_text("first\tsecond\tgold\n" + "".join(f"{a}\t{b}\t{i}\n" for i, (a, b) in enumerate(PAIRS)))
    scorer = f"cross:{folder}" + (f"?label={label}" if label else "")
    done = subprocess.run([SONDE, "run", "--scorer", "s=" + scorer, "--probe", "sts", "--data", data, "--out", out, "--replace", "--replicates",
                           "10"], capture_output=True, text=True, check=False)
    if done.returncode:
        assert done.returncode == 3, done.stderr
        return done.stderr.strip()
    lines = subprocess.run([SONDE, "export", out, "--items", "--format", "jsonl"], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    return np.array([row["subjects"]["s"]["similarity"] for row in rows if "subjects" in row])


def pairs_of_transformers(model, folder, is_logit):
    """The scores, or None if transformers gives none."""
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        with torch.no_grad():
            logits = [model(**tokenizer(a, b, return_tensors="pt")).logits[0] for a, b in PAIRS]
    except Exception:  # the library has no common type
        return None
    if is_logit:
        return np.array([float(one[0]) for one in logits])
    return np.array([float(one.sigmoid()[0] if len(one) == 1 else one.softmax(0)[0]) for one in logits])


@pytest.mark.parametrize("name", ["bert", "distilbert", "roberta", "mpnet", "electra", "deberta"])
def test_a_changed_setting_changes_pairs_alike_or_is_refused(name, tmp_path):
    plain, folder = GOLDEN / f"cross-{name}", tmp_path / "model"
    model = transformers.AutoModelForSequenceClassification.from_pretrained(plain, dtype=torch.float32).eval()
    label = model.config.id2label[0] if model.config.num_labels > 1 else ""
    is_logit = name in ("electra", "mpnet")  # according to config.json
    tokenizer = json.loads((plain / "tokenizer.json").read_text())
    changed = changes(tokenizer) + [("tokenizer.json", {"post_processor": other}) for other in processors(tokenizer)]
    faults, computed = [], 0
    for file, change in [("tokenizer_config.json", {}), *changed]:
        for as_filed in (False, True) if file == "tokenizer.json" else (False,):
            changed_copy(plain, folder, file, change)
            if as_filed:
                config = json.loads((folder / "tokenizer_config.json").read_text())
                (folder / "tokenizer_config.json").write_text(json.dumps(config | {"tokenizer_class": "TokenizersBackend"}))
            ours = pairs_of_sonde(folder, label, tmp_path)
            if isinstance(ours, str):
                continue
            computed += 1
            theirs = pairs_of_transformers(model, folder, is_logit)
            if theirs is not None and np.isfinite(theirs).all() and distance(ours, theirs) > TOLERANCE:
                faults.append(f"{file}: {change}, as filed {as_filed}: {distance(ours, theirs):.2g} from transformers")
    assert not faults, "\n".join(faults)
    assert computed > len(changed) / 2
