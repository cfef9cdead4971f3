"""Real encoders against sentence-transformers and onnxruntime: `./dev oracle`. Prints the table of docs/reference/encoders/transformers.md."""
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest
import registries

os.environ["HF_HUB_OFFLINE"] = "1"
ROOT = registries.ROOT
PROGRAM = Path(os.environ.get("SONDE", ROOT / "build/release/sonde"))

CHINESE = ["今天天气很好。", "今天天气不好。", "老师在教室里读书。", "狗追猫。", "猫追狗。", "他们昨天没有去北京，因为下雨了。",
           "这本书是谁写的？", "请把窗户打开。", "请把窗户关上。", "2026年的第一场雪", "ABC 公司发布了 3 款新产品", "我"]


def english():
    """400 sentences of two own sets, short and long ones."""
    found = []
    for file in ("data/triplets/negation-detection.tsv", "data/heros/en.tsv"):
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines()[1:]:
            found += [field for field in line.split("\t") if field.count(" ") >= 2]
    distinct = list(dict.fromkeys(found))
    return distinct[::len(distinct) // 400][:400]


def by_sonde(spec, sentences):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "vectors.npy"
        with open(out, "wb") as file:
            subprocess.run([PROGRAM, "encode", "--encoder", spec], input="\n".join(sentences) + "\n", encoding="utf-8",
                           stdout=file, check=True)
        return np.load(out).astype(np.float64)


def by_sentence_transformers(folder, sentences, kind="SentenceTransformer", batches=False, **options):
    import sentence_transformers
    import torch
    torch.set_num_threads(1)  # single sentences; more threads wait for each other
    model = getattr(sentence_transformers, kind)(str(folder), device="cpu")
    if batches:
        return model.encode(sentences, show_progress_bar=False, **options).astype(np.float64)
    # One by one: a padded batch changes its vectors' last digits.
    return np.stack([model.encode(text, show_progress_bar=False, **options) for text in sentences]).astype(np.float64)


def by_onnxruntime(folder, sentences, pooling):
    import onnxruntime
    from tokenizers import Tokenizer
    session = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    vectors = []
    for text in sentences:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        states = session.run(None, {one.name: values[one.name] for one in session.get_inputs()})[0][0].astype(np.float64)
        vector = states[0] if pooling == "cls" else states.mean(0)
        vectors.append(vector / np.linalg.norm(vector))
    return np.stack(vectors)


def by_wordllama(folder, sentences):
    """The mean of its tokens' vectors, as wordllama's `embed` takes it."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(str(folder / "tokenizers/l2_supercat_tokenizer_config.json"))
    table = load_file(folder / "weights/l2_supercat_256.safetensors")["embedding.weight"].astype(np.float64)
    return np.stack([table[tokenizer.encode(text, add_special_tokens=False).ids].mean(0) for text in sentences])


def compared(name, sonde, oracle, sentences):
    assert sonde.shape == oracle.shape
    cosines = (sonde * oracle).sum(1) / np.linalg.norm(sonde, axis=1) / np.linalg.norm(oracle, axis=1)
    most = np.abs(sonde - oracle).max() / np.linalg.norm(oracle, axis=1).mean()
    print(f"\n{name}: {len(sentences)} sentences, farthest number {most:.1e} of a vector's length, "
          f"least cosine 1 - {1 - cosines.min():.1e}")
    return most


LIMIT = 2e-6  # of a vector's length; sums of floats in another order


@pytest.mark.parametrize("name, folder", [
    ("all-MiniLM-L6-v2", lambda: ROOT / ".setup/models/minilm"),
    ("all-mpnet-base-v2", registries.mpnet),
])
def test_hf_against_sentence_transformers(name, folder):
    sentences = english()
    place = folder()
    assert compared(name, by_sonde(f"hf:{place}", sentences), by_sentence_transformers(place, sentences), sentences) < LIMIT


@pytest.mark.parametrize("name", ["bart", "mbart"])
@pytest.mark.parametrize("pooling", ["mean", "cls", "lasttoken"])
def test_a_decoders_states_against_sentence_transformers(name, pooling, tmp_path):
    """A tiny model, each text alone and all in batches with padding."""
    place, sentences = tmp_path / "model", english()
    shutil.copytree(ROOT / "tests/golden" / name, place)
    config = json.loads((place / "config.json").read_text())
    (place / "config.json").write_text(json.dumps(config | {"dtype": "float32"}))  # sentence-transformers computes in it
    modules = [{"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
               for i, (kind, path) in enumerate([("Transformer", ""), ("Pooling", "1_Pooling")])]
    (place / "modules.json").write_text(json.dumps(modules))
    (place / "1_Pooling").mkdir()
    (place / "1_Pooling/config.json").write_text(json.dumps({"word_embedding_dimension": 16, "pooling_mode": pooling}))
    ours = by_sonde(f"hf:{place}?states=decoder", sentences)
    assert compared(f"{name}'s decoder, {pooling}", ours, by_sentence_transformers(place, sentences), sentences) < LIMIT
    in_batches = by_sentence_transformers(place, sentences, batches=True)
    assert compared(f"{name}'s decoder, {pooling}, in batches", ours, in_batches, sentences) < LIMIT


def test_a_chinese_encoder_against_sentence_transformers():
    place = registries.m3e()
    assert compared("m3e-small", by_sonde(f"hf:{place}", CHINESE), by_sentence_transformers(place, CHINESE), CHINESE) < LIMIT


@pytest.mark.parametrize("name, folder, pooling", [
    ("all-MiniLM-L6-v2 by onnx:", registries.minilm_onnx, "mean"),
    ("bge-small-en-v1.5 by onnx:", registries.bge, "cls"),
    ("e5-small-v2 by onnx:", registries.e5, "mean"),
])
def test_onnx_against_onnxruntime(name, folder, pooling):
    sentences = english()
    place = folder()
    spec = f"onnx:{place}?pooling={pooling}&normalize=true"
    assert compared(name, by_sonde(spec, sentences), by_onnxruntime(place, sentences, pooling), sentences) < LIMIT


def test_a_sparse_encoder_against_sentence_transformers():
    sentences = english()
    place = registries.splade_tiny()
    oracle = by_sentence_transformers(place, sentences, "SparseEncoder", convert_to_sparse_tensor=False)
    assert compared("SPLADE-tiny", by_sonde(f"splade:{place}", sentences), oracle, sentences) < LIMIT


def test_static_against_wordllama():
    sentences = english()
    place = registries.word_llama()
    assert compared("WordLlama l2_supercat_256", by_sonde(f"static:{place}", sentences), by_wordllama(place, sentences),
                    sentences) < LIMIT


def test_the_same_weights_by_hf_and_by_onnx():
    sentences = english()
    by_onnx = by_sonde(f"onnx:{registries.minilm_onnx()}?normalize=true", sentences)
    assert compared("MiniLM by hf: and onnx:", by_sonde("minilm", sentences), by_onnx, sentences) < LIMIT


@pytest.mark.parametrize("precision, least", [("bf16", .999), ("int8", .99)])
def test_precisions_stay_near(precision, least):
    sentences = english()
    spec = f"hf:{registries.mpnet()}"
    done = subprocess.run([PROGRAM, "encode", "--encoder", f"{spec}?precision={precision}"], input="a\n", text=True,
                          capture_output=True, check=False, encoding="latin-1")
    if done.returncode:
        pytest.skip(done.stderr)
    exact, near = by_sonde(spec, sentences), by_sonde(f"{spec}?precision={precision}", sentences)
    cosines = (exact * near).sum(1)
    print(f"\nall-mpnet-base-v2 in {precision}: least cosine {cosines.min():.5f}, mean {cosines.mean():.5f}")
    assert cosines.min() > least
