"""Larger models with random weights: sonde and onnxruntime, both with exact lengths.

Weights don't change the work. There are fewer sentences, evenly spaced. Texts, lengths and
tokenizer are those of the main comparison."""

from pathlib import Path

import numpy
import sentences as texts
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MINILM = ROOT / ".setup" / "models" / "minilm"
SENTENCES = {"distilroberta": 1200, "mpnet-base": 800, "bert-large": 300}
TOLERANCE = 1e-5  # of a coordinate of vectors of length 1


def run(bench):
    if not bench.peers.has("onnxruntime", "tokenizers", "torch", "transformers"):
        bench.note("larger models: left out, they are made with torch")
        return []
    table = []
    for name, count in SENTENCES.items():
        table += compare(bench, name, min(count, bench.sentences or count))
    return table


def compare(bench, name, count):
    folder, onnx = made(bench, name)
    sentences = texts.every(texts.distinct(), count)
    many = texts.write(bench.folder / "larger.txt", sentences)
    one = texts.write(bench.folder / "one.txt", sentences[:1])
    vectors = {who: bench.folder / f"{who}.npy" for who in ("sonde", "onnxruntime")}
    contestants = {
        "sonde": lambda: sonde(bench, folder, many, one, vectors["sonde"]),
        "onnxruntime": lambda: bench.peers.run(HERE / "onnxruntime_exact.py", folder, onnx, many,
                                               vectors["onnxruntime"], bench.threads)["encode"]}
    given = rounds(contestants, bench.rounds, lambda line: bench.tell(f"{name}, {line}"))
    check_agreement(bench, name, vectors)
    return [Row(f"{name}: sonde f32 over onnxruntime",
                quotients(given["onnxruntime"], given["sonde"]), "x", AtLeast(1)),
            Row(f"{name}: sonde f32", spread(count / s for s in given["sonde"]), "sentences/s")]


def sonde(bench, folder, many, one, out):
    encoder = f"hf:{folder}?normalize=true&max_tokens=256"
    alone = bench.program.encode(encoder, one, bench.folder / "one.npy").seconds
    return bench.program.encode(encoder, many, out).seconds - alone


def made(bench, name):
    folder = ROOT / "build" / "benchmarks" / name
    onnx = folder.with_suffix(".onnx")
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        bench.tell(f"making {name}")
        bench.peers.run(HERE / "random_model.py", name, MINILM, folder)
    if not onnx.exists():
        bench.tell(f"exporting {name} to ONNX")
        bench.peers.run(HERE / "export_onnx.py", folder, onnx)
    return folder, onnx


def check_agreement(bench, name, vectors):
    first, second = (numpy.load(file).astype(float) for file in vectors.values())
    farthest = abs(first - second).max()
    if not farthest <= TOLERANCE:
        raise Disagreement(f"{name}: a coordinate differs by {farthest:.2g}")
    bench.note(f"{name}: coordinates agree to {farthest:.1g}")
