"""The gain from each of sonde's own kernels: MiniLM with the library's operations in its place.

Timed as in the main comparison: a process with all sentences minus one with a single sentence.
(Peers in this folder would take a file `kernels.py` for Hugging Face's package of that name.)"""

import machine
import numpy
import sentences as texts
from encode.task import CHECKED, DEFAULT_TOLERANCE, TOLERANCE
from measure import Disagreement, Row, quotients, rounds, spread


def run(bench):
    table = []
    for precision in ["f32", "bf16"] if machine.has_bf16() else ["f32"]:
        table += compare(bench, precision)
    return table


def encoders(precision):
    """The kernels in force -> the encoder that has them."""
    own = ["attention", "norm", *(["tiles"] if machine.has_amx() else [])]
    without = {f"without {name}": ",".join(other for other in own if other != name)
               for name in own}
    named = {"own": "own", **without, "library": "library"}
    return {name: f"minilm?kernels={kernels}&precision={precision}"
            for name, kernels in named.items()}


def compare(bench, precision):
    contestants = encoders(precision)
    check_agreement(bench, precision, contestants)
    sentences = texts.every(texts.distinct(), bench.sentences)
    many = texts.write(bench.folder / "many.txt", sentences)
    one = texts.write(bench.folder / "one.txt", sentences[:1])
    timed = {name: lambda encoder=encoder: seconds(bench, encoder, many, one)
             for name, encoder in contestants.items()}
    given = rounds(timed, bench.rounds, lambda line: bench.tell(f"{precision}, {line}"))
    return [Row(f"{precision}, own kernels", spread(len(sentences) / s for s in given["own"]),
                "sentences/s"),
            *(Row(f"{precision}: own over {name}", quotients(given[name], given["own"]), "x")
              for name in contestants if name != "own")]


def seconds(bench, encoder, many, one):
    alone = bench.program.encode(encoder, one, bench.folder / "one.npy").seconds
    return bench.program.encode(encoder, many, bench.folder / "many.npy").seconds - alone


def check_agreement(bench, precision, contestants):
    sentences = texts.write(bench.folder / "some.txt", texts.every(texts.distinct(), CHECKED))
    difference, least = TOLERANCE.get(f"sonde {precision}", DEFAULT_TOLERANCE)
    reference = None
    for name, encoder in contestants.items():
        bench.program.encode(encoder, sentences, bench.folder / "some.npy")
        vectors = numpy.load(bench.folder / "some.npy").astype(float)
        reference = vectors if reference is None else reference
        farthest = abs(vectors - reference).max()
        cosine = (vectors * reference).sum(axis=1).min()  # of vectors of length 1
        if not (farthest <= difference and cosine >= least):
            raise Disagreement(f"{precision}, {name}: coordinates differ by {farthest:.2g}, "
                               f"cosine {cosine:.6f}")
