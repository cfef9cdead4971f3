"""Runs that are ended at any moment: nothing is lost but the moment's work."""
import math
import random
import signal
import sqlite3

import pytest
from program import EXHAUSTIVE, sentence, write_sts, write_table, write_triplets
from waiting import until_it_works

KILLS = 200 if EXHAUSTIVE else 24
KILLS_WITHOUT_STORE = 30 if EXHAUSTIVE else 8
SEEDS = (1, 2)


def words(seed, out, store):
    return ("run", "--encoder", "hf:tiny", "--encoder", "random", "--data", "pairs.toml", "--data",
            "triples.toml", "--replicates", 20, "--seed", seed, "--out", out, "--replace",
            "--store", store)


@pytest.fixture
def workplace(sonde, tiny):
    write_sts(sonde.folder / "pairs.tsv", 300)
    write_triplets(sonde.folder / "triples.tsv", 200)
    for name, probe in (("pairs", "sts"), ("triples", "triplets")):
        (sonde.folder / f"{name}.toml").write_text(f'probe = "{probe}"\nfile = "{name}.tsv"\n')
    return sonde


@pytest.fixture
def expected(workplace):
    """The bytes of the run files of uninterrupted runs."""
    files = []
    for seed in SEEDS:
        workplace(*words(seed, "whole.sonde", f"whole-{seed}.sqlite"))
        files.append((workplace.folder / "whole.sonde").read_bytes())
    return files


class Moments:
    """Draws moments from the whole of a run, by the bytes that it has written. The first run of each kind gets
    through and shows how many there are."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.written = {}

    def kill(self, workplace, words, kind):
        most = self.written.get(kind, math.inf)
        killed, written = workplace.kill(words, 1.1 * most * self.draw.random())
        # One that was ended late may be longer.
        self.written[kind] = written if not killed else max(most, 1.05 * written)
        return killed


def check_store(workplace, file):
    workplace("store", "--store", file)
    path = workplace.folder / file
    if path.exists():
        database = sqlite3.connect(path)
        assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
        database.close()


def seed_to_do(workplace, expected):
    """A seed whose run is not there yet. An earlier run file is untouched, or the new one whole."""
    path = workplace.folder / "out.sonde"
    if not path.exists():
        return SEEDS[0]
    content = path.read_bytes()
    assert content in expected
    return SEEDS[1 - expected.index(content)]


def check_the_end(workplace, expected, store):
    """Checks that continuing gives the bytes of an uninterrupted run, and leaves nothing next to them."""
    for seed, content in zip(SEEDS, expected):
        workplace(*words(seed, "out.sonde", store))
        assert (workplace.folder / "out.sonde").read_bytes() == content
    left = {path.name for path in workplace.folder.iterdir() if path.name.startswith("out")}
    assert left == {"out.sonde"}


def test_a_kill_at_any_moment_harms_nothing(workplace, expected):
    moments = Moments(2026)
    killed = runs = 0
    while killed < KILLS or runs == killed:  # some get through
        if runs % 5 == 0:  # a new store now and then, so that encoding is hit too
            store = f"store-{runs}.sqlite"
        call = words(seed_to_do(workplace, expected), "out.sonde", store)
        killed += moments.kill(workplace, call, "cold" if runs % 5 == 0 else "warm")
        if runs % 10 < 5 or runs % 5 == 4:  # looking mends: half of the stores are killed again as they are
            check_store(workplace, store)
            if (workplace.folder / "out.sonde").exists():
                assert workplace.results("out.sonde")
        if runs % 25 == 24:
            check_the_end(workplace, expected, store)
        runs += 1
        assert runs < 3 * KILLS
    check_the_end(workplace, expected, store)


def test_a_kill_without_a_store_harms_nothing(workplace, expected):
    moments = Moments(7)
    killed = runs = 0
    while killed < KILLS_WITHOUT_STORE or runs == killed:
        call = words(seed_to_do(workplace, expected), "out.sonde", "none")
        killed += moments.kill(workplace, call, "without")
        runs += 1
        assert runs < 4 * KILLS_WITHOUT_STORE
    check_the_end(workplace, expected, "none")


def stored_vectors(file):
    """The number of vectors in a store that another process writes. 0 if it is not a store yet."""
    try:
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            return database.execute("select count(*) from vectors").fetchone()[0]
        finally:
            database.close()
    except sqlite3.Error:
        return 0


def interrupt_after_first_vectors(sonde, call, store, how):
    process = sonde.start(*call)
    until_it_works(process, lambda: stored_vectors(store) > 0)
    process.send_signal(how)
    _, err = process.communicate(timeout=600)
    return process.returncode, err.decode()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("store", ["s.sqlite", "none"])
def test_an_interrupted_run_goes_on(sonde, tiny, how, store):
    write_sts(sonde.folder / "many.tsv", 4900)
    (sonde.folder / "many.toml").write_text('probe = "sts"\nfile = "many.tsv"\n')

    def call(out, store):
        return ("run", "--encoder", "hf:tiny", "--data", "many.toml", "--replicates", 20, "--out", out,
                "--threads", 1, "--store", store)
    file = sonde.folder / ("i.sonde.part" if store == "none" else store)
    code, err = interrupt_after_first_vectors(sonde, call("i.sonde", store), file, how)
    assert code == 130, err
    assert "saved" in err and "the same command continues" in err
    assert not (sonde.folder / "i.sonde").exists()
    made, served = sonde(*call("i.sonde", store)).made_and_served
    assert served > 0 and made + served == 9800
    sonde(*call("whole.sonde", "other.sqlite"))
    assert (sonde.folder / "i.sonde").read_bytes() == (sonde.folder / "whole.sonde").read_bytes()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_long_sentences_are_not_waited_for(sonde, how):
    """All of these are one call of the encoder, which takes many seconds."""
    long = [" ".join(sentence(n + i) for i in range(20)) for n in range(0, 10000, 5)]
    write_table(sonde.folder / "long.tsv", ["first", "second", "gold"],
                [(a, b, 1) for a, b in zip(long[::2], long[1::2])])
    call = ("run", "--encoder", "minilm", "--probe", "sts", "--data", "long.tsv", "--out", "l.sonde",
            "--store", "l.sqlite")
    process = sonde.start(*call)
    until_it_works(process, lambda: stored_vectors(sonde.folder / "l.sqlite"))
    process.send_signal(how)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130, err
    assert 0 < stored_vectors(sonde.folder / "l.sqlite") < len(long)
