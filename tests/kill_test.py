"""Runs that are ended at any moment: nothing is lost but the moment's work."""
import random
import signal
import sqlite3
import time

import pytest
from program import write_sts, write_triplets

KILLS = 200
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
    """Run files of runs that nobody stopped, and how long such a run takes."""
    files = {}
    for seed in SEEDS:
        started = time.monotonic()
        workplace(*words(seed, "whole.sonde", f"whole-{seed}.sqlite"))
        seconds = time.monotonic() - started
        files[seed] = (workplace.folder / "whole.sonde").read_bytes()
    return files, seconds


def check_store(workplace, file):
    workplace("store", "--store", file)
    path = workplace.folder / file
    if path.exists():
        database = sqlite3.connect(path)
        assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
        database.close()


def check_run_file(workplace, files):
    path = workplace.folder / "out.sonde"
    if not path.exists():
        return False
    assert path.read_bytes() in files.values()
    return True


def test_a_kill_at_any_moment_harms_nothing(workplace, expected):
    files, seconds = expected
    draw = random.Random(2026)
    killed = shown = 0
    for number in range(KILLS):
        if number % 10 == 0:  # a new store now and then, so that encoding is hit too
            store = f"store-{number}.sqlite"
        seed = SEEDS[number % 2]
        killed += workplace.kill(words(seed, "out.sonde", store), draw.uniform(0, seconds * 1.05))
        if check_run_file(workplace, files) and number % 4 == 0:
            assert "hf:tiny" in workplace("show", "out.sonde").out or workplace.shown("out.sonde")
            shown += 1
        if number % 4 == 0:
            check_store(workplace, store)
    assert killed > KILLS * 0.6 and shown > 0
    for seed in SEEDS:
        workplace(*words(seed, "out.sonde", store))
        assert (workplace.folder / "out.sonde").read_bytes() == files[seed]
    left = {path.name for path in workplace.folder.iterdir() if path.name.startswith("out")}
    assert left == {"out.sonde"}


def test_a_kill_without_a_store_harms_nothing(workplace, expected):
    files, seconds = expected
    draw = random.Random(7)
    for number in range(40):
        workplace.kill(words(SEEDS[number % 2], "out.sonde", "none"), draw.uniform(0, seconds))
        check_run_file(workplace, files)
    for seed in SEEDS:
        workplace(*words(seed, "out.sonde", "none"))
        assert (workplace.folder / "out.sonde").read_bytes() == files[seed]
    left = {path.name for path in workplace.folder.iterdir() if path.name.startswith("out")}
    assert left == {"out.sonde"}


def stored_vectors(file):
    """The number of vectors in a store that another process writes; 0 where it is none yet."""
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
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if stored_vectors(store) > 0:
            process.send_signal(how)
            break
        time.sleep(0.01)
    _, err = process.communicate(timeout=60)
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
    assert "kept" in err and "the same command goes on" in err
    assert not (sonde.folder / "i.sonde").exists()
    made, served = sonde(*call("i.sonde", store)).made_and_served
    assert served > 0 and made + served == 9800
    sonde(*call("whole.sonde", "other.sqlite"))
    assert (sonde.folder / "i.sonde").read_bytes() == (sonde.folder / "whole.sonde").read_bytes()
