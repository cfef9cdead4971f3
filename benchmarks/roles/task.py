"""Role-wise similarities of STS3k's 2,800 pairs with word vectors, whole processes, against Python.

The study's own step takes "maybe an hour per 1000 pairs". Words are split at white space, without
stop words, so that both average the same ones. sonde's process reads the data set and correlates,
too.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy
import shared_data
from measure import AtLeast, Disagreement, Row, Under, quotients, rounds, spread

HERE = Path(__file__).resolve().parent
ROLES = shared_data.FOLDER / "sts3k-study/roles/full_VerbNet_pass_STS3k_all_mod.json"
PAIRS = shared_data.FOLDER / "sts3k-study/datasets/STS3k_all.txt"
VECTORS = shared_data.FOLDER / "words/glove50_4k/glove50_4k.txt"
TOLERANCE = 1e-6  # sonde's phrase vectors are float32


def run(bench):
    if not ROLES.exists():
        bench.note("the study's roles are not here: nothing was measured")
        return []
    card = bench.folder / "sts3k.toml"
    card.write_text(f'probe = "sts"\nfile = "{PAIRS}"\nseparator = ";"\nheader = false\n'
                    f'columns = ["first", "second", "gold"]\n')
    contestants = {"sonde": lambda: sonde(bench, card), "python": lambda: python(bench)}
    check_agreement(bench, contestants)
    given = rounds(contestants, bench.rounds, bench.tell)
    return [Row("sonde", spread(given["sonde"]), "s", Under(2)),
            Row("sonde over NumPy", quotients(given["python"], given["sonde"]), "x", AtLeast(1))]


def sonde(bench, card):
    out = bench.folder / "r.sonde"
    out.unlink(missing_ok=True)
    vectors = f"words:{VECTORS}?split=spaces%26lower=true"
    return bench.program.run("run", "--data", card, "--scorer",
                             f"roles=roles:{ROLES}?vectors={vectors}&stopwords=none", "--replicates", 10,
                             "--threads", bench.threads, "--store", "none", "--out", out).seconds


def python(bench):
    begin = time.perf_counter()
    subprocess.run([sys.executable, HERE / "python_cosines.py", ROLES, VECTORS, bench.folder / "theirs.npy"],
                   check=True, capture_output=True)
    return time.perf_counter() - begin


def check_agreement(bench, contestants):
    for who, contestant in contestants.items():
        bench.tell(f"agreement: {who}")
        contestant()
    items = bench.program.run("export", bench.folder / "r.sonde", "--items", "--format", "jsonl")
    ours = numpy.array([json.loads(line)["subjects"]["roles"].get("similarity")
                        for line in items.output.splitlines()], float)
    theirs = numpy.load(bench.folder / "theirs.npy")
    if (numpy.isnan(ours) != numpy.isnan(theirs)).any():
        raise Disagreement("other pairs are undefined")
    off = numpy.nanmax(numpy.abs(theirs - ours))
    if not off < TOLERANCE:
        raise Disagreement(f"a similarity differs by {off:g}")
    bench.note(f"NumPy agrees within {off:.1g} (pairs: {len(ours)}, undefined: {int(numpy.isnan(ours).sum())})")
