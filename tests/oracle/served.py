"""Real servers: is the served model the folder's (docs/guides/same-model.md), and does a small language model answer?"""
import contextlib
import json
import os
import re
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
    with subprocess.Popen([sys.executable, Path(__file__).with_name("real_servers.py"), *words], stdin=subprocess.PIPE,
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


def test_the_lines_of_the_page_do_it(tmp_path):
    page = (ROOT / "docs/guides/same-model.md").read_text(encoding="utf-8")
    lines = re.search(r"```sh\n(.*?)```", page, re.DOTALL)[1].replace("path/to/folder", str(FOLDER))
    with serving("torch", str(FOLDER)) as address:
        lines = lines.replace("http://127.0.0.1:8080", address)
        assert address in lines and str(FOLDER) in lines
        done = subprocess.run(["bash", "-ec", lines], cwd=tmp_path, capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "XDG_CACHE_HOME": str(tmp_path)})
    assert done.returncode == 0 and "verdict: pass" in done.stdout, done.stderr[-2000:]


TRIPLES = [("The bakery opens at six in the morning.", "It sells fresh bread and rolls.", "Most customers come before work."),
           ("A storm damaged the old bridge.", "The town closed the road to trucks.", "Repairs will take three weeks.")]


def test_a_language_model_fuses_and_labels(tmp_path):
    """SmolLM2 answers badly: what counts is that each answer is used or refused, and counted."""
    (tmp_path / "triples.tsv").write_text("prev\tcurr\tnext\n" + "".join("\t".join(row) + "\n" for row in TRIPLES))
    with serving("chat", str(registries.smollm2_gguf())) as address:
        words = ["--chat", f"{address}/v1", "--model", "smollm2"]
        fused = subprocess.run([PROGRAM, "make", "fusions", "triples.tsv", *words, "--out", "set.tsv"], cwd=tmp_path, check=True,
                               capture_output=True, text=True)
        labelled = subprocess.run([PROGRAM, "roles", "--labeller", "chat", *words, "--draws", "1"], cwd=tmp_path, capture_output=True,
                                  text=True, input="The cat chased the mouse.\n", check=False)
    assert re.search(r"[012] of 2 rows; .* of [024] fusions|left out", fused.stderr), fused.stderr
    answers = [json.loads(line) for line in (tmp_path / "set.tsv.fusions.jsonl").read_text().splitlines()]
    assert len(answers) >= 4
    print("\n" + fused.stderr + labelled.stderr)
    assert labelled.returncode in (0, 3, 4) and "Traceback" not in labelled.stderr and "parse_error" not in labelled.stderr
