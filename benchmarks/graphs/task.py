"""Exact Smatch, Smatch by hill climbing, and WWLK, of the same pairs of AMR graphs.

All contestants begin with PENMAN in memory, and all are compared on one thread, by processor time.
The published program of WWLK is on no package index: it runs if SONDE_PUBLISHED_WWLK names a
checkout of it, otherwise only a rewriting does."""

import os
from pathlib import Path

import micro
from graphs import pairs as graphs
from measure import AtLeast, Disagreement, Row, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
KINDS = {"exact": ("exact Smatch", "smatchpp's ILP", "smatchpp_exact.py"),
         "hillclimb": ("Smatch by hill climbing", "smatch", "smatch_original.py"),
         "wasserstein": ("WWLK", "NumPy and POT, a rewriting", "wwlk_numpy.py")}
PUBLISHED_WWLK = os.environ.get("SONDE_PUBLISHED_WWLK", "")


def run(bench):
    first, second, vectors = graphs.pairs(bench.folder)
    count = bench.sentences or len(first)
    first, second = first[:count], second[:count]
    folder = graphs.write(bench.folder / "graphs", first, second)
    bench.note(f"{len(first)} pairs of {graphs.SOURCE}")
    os.environ["VECTORS"] = str(vectors)
    program = micro.built(bench, "sonde_meaning_bench")
    with_peers = bench.peers.has("smatch", "smatchpp", "ot")
    if with_peers:
        check_agreement(bench, program, folder, (first, second), vectors)
    else:
        bench.note("smatch, smatchpp or POT is not installed: no ratios")
    contestants = {}
    for kind, (_, _, script) in KINDS.items():
        contestants[kind] = lambda kind=kind: ours(program, folder, kind)[1]
        contestants[f"{kind} 2"] = lambda kind=kind: ours(program, folder, kind, 2, "real_time")[1]
        if with_peers:
            contestants[script] = lambda script=script: peer(bench, script, folder, vectors)["seconds"]
    with_published = with_peers and PUBLISHED_WWLK and bench.peers.has("networkx", "pyemd", "gensim")
    if with_published:
        contestants["published"] = lambda: published(bench, folder, vectors)["seconds"]
    elif with_peers:
        bench.note("SONDE_PUBLISHED_WWLK names no checkout, or networkx, pyemd or gensim is not installed: "
                   "WWLK without the published program")
    given = rounds(contestants, bench.rounds, bench.tell)
    rows = []
    for kind, (name, peer_name, script) in KINDS.items():
        rows += [Row(f"sonde, {name}, one thread", spread(given[kind]), "s"),
                 Row(f"sonde, {name}, two threads, by the clock", spread(given[f"{kind} 2"]), "s")]
        if with_peers:
            rows += [Row(peer_name, spread(given[script]), "s"),
                     Row(f"{name}: sonde over {peer_name}", quotients(given[script], given[kind]),
                         "x", None if kind == "wasserstein" else AtLeast(50))]
    if with_published:
        rows += [Row("the published program of WWLK", spread(given["published"]), "s"),
                 Row("WWLK: sonde over the published program",
                     quotients(given["published"], given["wasserstein"]), "x", AtLeast(50))]
    return rows


def ours(program, folder, kind, threads=1, time="cpu_time"):
    """The mean of the scores, and the seconds."""
    os.environ["GRAPHS"] = str(folder)
    found = micro.measured(program, f"{kind}/threads:{threads}/real_time")
    return found["mean"], found[time] * 1e-3


def peer(bench, script, folder, vectors):
    words = [vectors] if script == KINDS["wasserstein"][2] else []
    return bench.peers.run(HERE / script, folder, *words)


def published(bench, folder, vectors):
    return bench.peers.run(HERE / "wwlk_published.py", folder, vectors, PUBLISHED_WWLK)


def check_agreement(bench, program, folder, pairs, vectors):
    for kind in KINDS:
        one, two = (ours(program, folder, kind, threads)[0] for threads in (1, 2))
        if one != two:
            raise Disagreement(f"{kind}: {one} on one thread and {two} on two")
    def means(kind, places):
        """Ours and the peer's, of some of the pairs."""
        some = graphs.write(bench.folder / "some", *([side[i] for i in places] for side in pairs))
        return ours(program, some, kind)[0], peer(bench, KINDS[kind][2], some, vectors)["mean"]

    single = peer(bench, KINDS["hillclimb"][2], folder, vectors)["single"]
    bench.note(f"{len(pairs[0]) - len(single)} pairs have a triple twice, which both tools count twice: not compared")
    exact, climbed = means("exact", single), means("hillclimb", single)
    bench.note("mean F1: exact {:.6f} and {:.6f}, hill climbing {:.6f} and {:.6f}".format(*exact, *climbed))
    if abs(exact[0] - exact[1]) > 1e-5:  # smatchpp rounds to hundredths of a percent
        raise Disagreement(f"exact: {exact}")
    if climbed[0] < climbed[1] - 1e-9:  # sums of floats in another order
        raise Disagreement(f"hill climbing finds less than the original tool: {climbed}")
    known = peer(bench, KINDS["wasserstein"][2], folder, vectors)["known"]
    kernels = means("wasserstein", known)
    if abs(kernels[0] - kernels[1]) > 1e-8:
        raise Disagreement(f"WWLK: {kernels}")
    bench.note(f"WWLK agrees to 1e-8 on the {len(known)} pairs all of whose words have vectors")
