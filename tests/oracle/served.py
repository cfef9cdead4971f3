"""Is the served model the folder's? docs/guides/same-model.md, with real servers: llama.cpp and sentence-transformers."""
import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import minilm_gguf
import pytest
import registries

ROOT = registries.ROOT
PROGRAM = Path(os.environ.get("SONDE", ROOT / "build/release/bin/sonde"))
FOLDER = ROOT / ".setup/models/minilm"


@contextlib.contextmanager
def serving(*words):
    place = registries.library("xllamacpp")
    with subprocess.Popen([sys.executable, Path(__file__).with_name("embedding_servers.py"), *words], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          env={**os.environ, "PYTHONPATH": str(place), "HF_HUB_OFFLINE": "1"}) as process:
        yield process.stdout.readline().strip()
        process.stdin.close()


def run(encoder, out):
    subprocess.run([PROGRAM, "run", "--encoder", f"m={encoder}", "--data", "negation-detection", "--limit", "60", "--store", "none",
                    "--out", out], check=True, capture_output=True)
    return out


def check(served, trained):
    """The verdict, the largest change of a cosine, and the pairs listed."""
    done = subprocess.run([PROGRAM, "check", served, "--same-as", trained, "--tolerance", "1e-2", "--format", "json"], capture_output=True,
                          text=True, check=False)
    report = json.loads(done.stdout)
    one, = report["checks"]
    assert done.returncode == (report["verdict"] != "pass") and one["n"] == 180
    return report["verdict"], one["value"], [note for note in report["notes"] if " | " in note]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    return run(f"hf:{FOLDER}", tmp_path_factory.mktemp("trained") / "trained.sonde")


@pytest.mark.parametrize("kind, pooling, verdict", [("F32", "mean", "pass"), ("F16", "mean", "pass"), ("Q8_0", "mean", "pass"),
                                                    ("Q4_0", "mean", "fail"), ("F32", "cls", "fail")])
def test_llama_cpp_against_the_folder(kind, pooling, verdict, trained, tmp_path):
    with serving("llama", str(minilm_gguf.minilm_gguf(kind)), pooling) as address:
        served = run(f"openai:{address}/v1?model=m", tmp_path / "served.sonde")
    found, change, pairs = check(served, trained)
    print(f"\nllama.cpp, {kind}, {pooling}: a cosine changes by up to {change:.1e}: {found}")
    assert found == verdict and len(pairs) == (5 if verdict == "fail" else 0)


def test_sentence_transformers_against_the_folder(trained, tmp_path):
    with serving("torch", str(FOLDER)) as address:
        served = run(f"openai:{address}/v1?model=m", tmp_path / "served.sonde")
    found, change, pairs = check(served, trained)
    print(f"\nsentence-transformers: a cosine changes by up to {change:.1e}: {found}")
    assert found == "pass" and change < 1e-5 and not pairs
