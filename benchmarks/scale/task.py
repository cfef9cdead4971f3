"""A run in parts: time on 1, 2 and 4 workers of one thread each (as many as there are), and the time not spent encoding.

Sentences are seeded draws of words, a corpus for `curves`, streamed, by MiniLM. A worker is a process of one thread, and
all work at once. The figures are processor seconds of listing, of the slowest part and of the merge: the time that each takes
on an otherwise idle core, whatever else the machine does. The time not spent encoding is that of the same run by the
encoder `random`, whose vectors cost next to nothing: listing, storing blocks, merging, summarising. A long corpus shows the
cost of listing, once for all parts, and how much a part reads of the corpus that belongs to other parts, with a listing and without."""

import json
from concurrent.futures import ThreadPoolExecutor

import machine
import sentences as texts
from measure import Disagreement, Row, Under, rounds, spread
from memory.task import draws

COUNT = 2340  # four blocks of about 585
LISTED = 300_000
WORKERS = (1, 2, 4)
ENCODER, FREE = "minilm", "random?dimension=384"


def run(bench):
    corpus = texts.write(bench.folder / "corpus.txt", draws(bench.sentences or COUNT))
    workers = [count for count in WORKERS if count <= machine.processors()]
    whole = one_machine(bench, corpus)
    given = rounds({count: lambda count=count: shared_out(bench, corpus, count, ENCODER, whole) for count in workers},
                   bench.rounds, bench.tell)
    free = rounds({count: lambda count=count: shared_out(bench, corpus, count, FREE) for count in workers},
                  bench.rounds, bench.tell)
    single = [sum(one) for one in given[workers[0]]]
    rows = []
    for count in workers:
        times = [sum(one) for one in given[count]]
        rows.append(Row(f"{count} worker(s)", spread(times), "s"))
        rows.append(Row(f"{count} worker(s), of which listing", spread(listed for listed, _, _ in given[count]), "s"))
        rows.append(Row(f"{count} worker(s), of which the merge", spread(merge for _, _, merge in given[count]), "s"))
        rows.append(Row(f"{count} worker(s), share that is not encoding",
                        spread(100 * sum(less) / all for less, all in zip(free[count], times, strict=True)), "%",
                        Under(5)))
        if count > 1:
            rows.append(Row(f"{count} workers against 1", spread(a / b for a, b in zip(single, times, strict=True)), "x"))
    rows += listing(bench)
    bench.note(f"{variants(bench)} variants of {bench.sentences or COUNT} sentences")
    return rows


def listing(bench):
    """Listing a corpus, and its thousandth part by that, or by listing it all once more."""
    count = LISTED if not bench.sentences else 10 * bench.sentences
    corpus = texts.write(bench.folder / "long.txt", draws(count))
    call = (*words(corpus, "random?dimension=2"), "--threads", 1)
    file, out = bench.folder / "long.listing", bench.folder / "long.part"
    part = (*call, "--part", "1000/1000", "--out", out)

    def timed(*more):
        seconds = []
        for _ in range(bench.rounds):
            out.unlink(missing_ok=True)
            seconds.append(bench.program.run("run", *more).processor_seconds)
        return seconds
    once, with_it, without = timed(*call, "--listing", file), timed(*part, "--listing", file), timed(*part)
    named = f"{count} sentences: "
    return [Row(named + "listed", spread(once), "s"), Row(named + "a thousandth part with the listing", spread(with_it), "s"),
            Row(named + "a thousandth part without", spread(without), "s"),
            Row(named + "size of the listing against the corpus",
                spread([100 * file.stat().st_size / corpus.stat().st_size]), "%")]


def words(corpus, encoder):
    return ("--encoder", encoder, "--probe", "curves", "--data", corpus, "--store", "none", "--stream-above", 1, "--replace")


def one_machine(bench, corpus):
    bench.program.run("run", *words(corpus, ENCODER), "--out", bench.folder / "one.sonde")
    return (bench.folder / "one.sonde").read_bytes()


def variants(bench):
    shown = bench.program.run("show", bench.folder / "one.sonde", "--format", "json").output
    return json.loads(shown)["tasks"][0]["rows"]


def shared_out(bench, corpus, count, encoder, expected=None):
    """Processor seconds of listing, of the slowest part, and of the merge."""
    file = bench.folder / "listing"
    listed = bench.program.run("run", *words(corpus, encoder), "--listing", file, "--threads", 1).processor_seconds
    files = [bench.folder / f"{number}.part" for number in range(1, count + 1)]

    def part(number):
        call = ("--part", f"{number}/{count}", "--listing", file, "--out", files[number - 1], "--threads", 1)
        return bench.program.run("run", *words(corpus, encoder), *call).processor_seconds
    with ThreadPoolExecutor(count) as pool:
        slowest = max(pool.map(part, range(1, count + 1)))
    out = bench.folder / "merged.sonde"
    merge = bench.program.run("run", "--merge", *files, "--listing", file, "--out", out, "--replace", "--threads", 1).processor_seconds
    if expected is not None and out.read_bytes() != expected:
        raise Disagreement("the merged file differs from that of one machine")
    return listed, slowest, merge
