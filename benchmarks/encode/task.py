"""Sentences to vectors: sonde in f32, bf16 and int8, sentence-transformers, onnxruntime, and SGEMM.

The program's own timing is not used: its time for encoding is that of a process with all
sentences minus that of a process with one, taken in the same round. So reading, tokenising, all
compiling for further lengths and writing count against it. Peers are timed after they were
loaded and had encoded one sentence."""

from dataclasses import dataclass
from pathlib import Path

import machine
import numpy
import sentences as texts
from encode import work
from measure import AtLeast, Disagreement, Row, quotients, rounds

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODEL = ROOT / ".setup" / "models" / "minilm"
CHECKED = 1000  # sentences whose vectors are compared before anything is timed
# The largest difference of a coordinate, and the least cosine, from the first contestant.
TOLERANCE = {"sonde bf16": (0.05, 0.999), "sonde int8": (0.05, 0.99)}
DEFAULT_TOLERANCE = (1e-5, 0.999999)


@dataclass(frozen=True)
class Work:
    many: Path
    one: Path
    operations: float


def run(bench):
    contestants = choose(bench)
    check_agreement(bench, contestants)
    job = work_of(bench, texts.every(texts.distinct(), bench.sentences))
    timed = {name: lambda run=run: run(job, bench.folder / "vectors.npy")
             for name, run in contestants.items()}
    timed["SGEMM"] = lambda: sgemm(bench)
    return rows(rounds(timed, bench.rounds, bench.tell), job.operations)


def choose(bench):
    contestants = {"sonde f32": lambda job, out: sonde(bench, "minilm", job, out)}
    if machine.has_bf16():
        contestants["sonde bf16"] = lambda job, out: sonde(bench, "minilm?precision=bf16", job, out)
    else:
        bench.note("sonde bf16: left out, this CPU does not have it")
    if machine.has_int8():
        contestants["sonde int8"] = lambda job, out: sonde(bench, "minilm?precision=int8", job, out)
    else:
        bench.note("sonde int8: left out, this CPU does not have it")
    if bench.peers.has("torch", "sentence_transformers"):
        contestants["sentence-transformers"] = lambda job, out: bench.peers.run(
            HERE / "sentence_transformers_default.py", MODEL, job.many, out)["encode"]
    else:
        bench.note("sentence-transformers: not installed, see ./dev bench --peers")
    if bench.peers.has("onnxruntime", "tokenizers", "torch", "transformers"):
        onnx = exported(bench)
        contestants["onnxruntime"] = lambda job, out: bench.peers.run(
            HERE / "onnxruntime_exact.py", MODEL, onnx, job.many, out, bench.threads)["encode"]
    else:
        bench.note("onnxruntime: not installed, see ./dev bench --peers")
    return contestants


def sonde(bench, encoder, job, out):
    one = bench.program.encode(encoder, job.one, bench.folder / "one.npy").seconds
    return bench.program.encode(encoder, job.many, out).seconds - one


def sgemm(bench):
    """Operations a second, with the kernels that are fastest here."""
    kernels = [[], ["SkylakeX"]] if "avx512f" in machine.extensions() else [[]]
    return max(bench.peers.run_here(HERE / "sgemm.py", 2048, 20, *words)["flops"]
               for words in kernels)


def exported(bench):
    onnx = ROOT / "build" / "benchmarks" / "minilm.onnx"
    if not onnx.exists():
        onnx.parent.mkdir(parents=True, exist_ok=True)
        bench.tell("exporting MiniLM to ONNX")
        bench.peers.run(HERE / "export_onnx.py", MODEL, onnx)
    return onnx


def work_of(bench, sentences):
    counts = work.token_counts(MODEL, sentences)
    bench.note(f"{len(sentences)} distinct sentences, {sum(counts)} tokens "
               f"({sum(counts) / len(counts):.1f} a sentence, at most {max(counts)})")
    return Work(texts.write(bench.folder / "many.txt", sentences),
                texts.write(bench.folder / "one.txt", sentences[:1]),
                work.operations(MODEL, counts))


def check_agreement(bench, contestants):
    sentences = texts.every(texts.distinct(), CHECKED)
    job = Work(texts.write(bench.folder / "some.txt", sentences),
               texts.write(bench.folder / "one.txt", sentences[:1]), 0)
    reference = None
    for name, contestant in contestants.items():
        bench.tell(f"agreement: {name}")
        contestant(job, bench.folder / "some.npy")
        vectors = numpy.load(bench.folder / "some.npy").astype(float)
        if reference is None:
            reference = vectors
        compare(bench, name, vectors, reference)


def compare(bench, name, vectors, reference):
    difference, least = TOLERANCE.get(name, DEFAULT_TOLERANCE)
    farthest = abs(vectors - reference).max()
    norms = numpy.linalg.norm(vectors, axis=1) * numpy.linalg.norm(reference, axis=1)
    cosine = ((vectors * reference).sum(axis=1) / norms).min()
    if not (farthest <= difference and cosine >= least):
        raise Disagreement(f"{name}: coordinates differ by {farthest:.2g}, cosine {cosine:.6f}")
    if vectors is not reference:
        bench.note(f"{name} agrees with sonde: coordinates within {farthest:.1e}, "
                   f"cosines at least {cosine:.6f} (sentences: {len(vectors)})")


def rows(given, operations):
    f32 = given["sonde f32"]
    speed = [operations / seconds for seconds in f32]
    table = [Row("sonde f32, share of SGEMM speed", quotients(speed, given["SGEMM"]), "x",
                 AtLeast(0.7))]
    expected = {"sentence-transformers": AtLeast(3), "onnxruntime": AtLeast(1)}
    for name, value in expected.items():
        if name in given:
            table.append(Row(f"sonde f32 over {name}", quotients(given[name], f32), "x", value))
    if "sonde bf16" in given:
        table.append(Row("sonde bf16 over sonde f32", quotients(f32, given["sonde bf16"]), "x",
                         AtLeast(2.5) if machine.has_amx() else None))
    if "sonde int8" in given:
        table.append(Row("sonde int8 over sonde f32", quotients(f32, given["sonde int8"]), "x",
                         None if machine.has_amx() else AtLeast(1.8)))
    return table
