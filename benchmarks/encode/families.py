"""Model families other than BERT at real sizes with random weights: sonde, sentence-transformers with
its defaults, and the faster of onnxruntime and OpenVINO from Python, both with exact lengths.

Processor time counts, so that the figures are useful even on a shared machine. On one thread
(`--threads 1`) it equals wall time on an idle machine. sonde's is that of a process with all
sentences minus one with a single sentence. Peers are timed after loading and one sentence."""

from pathlib import Path

import machine
import micro
import numpy
import sentences as texts
from encode import work
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MINILM = ROOT / ".setup" / "models" / "minilm"
SENTENCES = 200
# Models whose norm follows each part, then models whose norm precedes it.
MODELS = ["bert-base", "deberta-v3-base", "xlnet-base", "modernbert-base", "t5-base", "qwen2.5-0.5b"]
COUNTED = "bert-base"  # whose operations work.py counts
TOLERANCE = 1e-5  # of a coordinate of vectors of length 1; cosines in bf16:
LEAST_COSINE = 0.99


def run(bench):
    if not bench.peers.has("torch", "transformers", "sentence_transformers", "onnxruntime", "openvino"):
        bench.note("families: left out, the models are made with torch")
        return []
    sentences = texts.every(texts.distinct(), min(SENTENCES, bench.sentences or SENTENCES))
    bench.note(f"{len(sentences)} sentences; processor time, threads: {bench.threads}")
    return [row for name in MODELS for row in compare(bench, name, sentences)]


def compare(bench, name, sentences):
    folder, onnx = made(bench, name)
    many = texts.write(bench.folder / "families.txt", sentences)
    one = texts.write(bench.folder / "one.txt", sentences[:1])

    def sonde(precision, out):
        spec = f"hf:{folder}?normalize=true&max_tokens=256&precision={precision}"
        alone = bench.program.encode(spec, one, bench.folder / "one.npy").processor_seconds
        return bench.program.encode(spec, many, out).processor_seconds - alone

    def peer(script, out, *more):
        return bench.peers.run(HERE / script, folder, *more, many, out,
                               *([bench.threads] if more else []))["processor"]

    contestants = {"sonde f32": lambda out: sonde("f32", out)}
    if machine.has_bf16():
        contestants["sonde bf16"] = lambda out: sonde("bf16", out)
    contestants["sentence-transformers"] = lambda out: peer("sentence_transformers_default.py", out)
    if onnx:
        contestants["onnxruntime"] = lambda out: peer("onnxruntime_exact.py", out, onnx)
        contestants["OpenVINO"] = lambda out: peer("openvino_exact.py", out, onnx)
    vectors = {who: bench.folder / f"{who}.npy" for who in contestants}
    given = rounds({who: lambda who=who: contestants[who](vectors[who]) for who in contestants},
                   bench.rounds, lambda line: bench.tell(f"{name}, {line}"))
    check_agreement(bench, name, vectors)
    if name == COUNTED:
        tell_shares(bench, work.operations(folder, work.token_counts(folder, sentences)), given)
    return rows(bench, name, given, len(sentences))


def tell_shares(bench, operations, given):
    """Notes each contestant's share of a core's peak operations per second, which shows what is left to win."""
    program = micro.built(bench, "sonde_kernels_bench")
    for precision, peers in (("f32", [who for who in given if who != "sonde bf16"]),
                             ("bf16", [who for who in given if who == "sonde bf16"])):
        most = micro.measured(program, f"{precision}_products").get("operations")
        if most is None:
            bench.note(f"the processor lacks the instruction for {precision} that is measured")
            continue
        bench.note(f"a core's most in {precision}: {most / 1e9:.0f} thousand million operations a second")
        for who in peers:
            bench.note(f"{COUNTED}: {who} does {spread(operations / s / most for s in given[who])} of it")


def rows(bench, name, given, count):
    peers = [who for who in ("onnxruntime", "OpenVINO") if who in given]
    best = [min(times) for times in zip(*(given[who] for who in peers))]
    table = []
    for who in ("sonde f32", "sonde bf16"):
        if who not in given:
            continue
        table.append(Row(f"{name}: {who} over sentence-transformers",
                         quotients(given["sentence-transformers"], given[who]), "x", AtLeast(2)))
        for peer in peers:
            bench.note(f"{name}: {who} over {peer} {quotients(given[peer], given[who])}")
        if best:
            table.append(Row(f"{name}: {who} over the faster of {' and '.join(peers)}",
                             quotients(best, given[who]), "x", AtLeast(1)))
        table.append(Row(f"{name}: {who}", spread(count / s for s in given[who]),
                         "sentences/s of a processor"))
    return table


def made(bench, name):
    """The model's folder and its ONNX file, or None if the exporter can't write it."""
    folder = ROOT / "build" / "benchmarks" / name
    onnx = folder.with_name(name + "-whole.onnx")
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        bench.tell(f"making {name}")
        bench.peers.run(HERE / "random_model.py", name, MINILM, folder)
    if not onnx.exists():
        bench.tell(f"exporting {name} to ONNX")
        try:
            bench.peers.run(HERE / "export_whole.py", folder, onnx)
        except RuntimeError as error:
            bench.note(f"{name}: not exported to ONNX: {str(error).strip().splitlines()[-1]}")
            return folder, None
    return folder, onnx


def unit(file):
    vectors = numpy.load(file).astype(float)
    return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


def check_agreement(bench, name, vectors):
    reference = unit(vectors["sonde f32"])
    for who, file in vectors.items():
        found = unit(file)
        farthest, cosine = abs(found - reference).max(), (found * reference).sum(axis=1).min()
        if not (cosine >= LEAST_COSINE if "bf16" in who else farthest <= TOLERANCE):
            raise Disagreement(f"{name}, {who}: a coordinate differs by {farthest:.2g}, "
                               f"a cosine is {cosine:.5f}")
        bench.note(f"{name}, {who}: coordinates within {farthest:.1g} of sonde's f32")
