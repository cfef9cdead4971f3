"""Data sets too large for the store: the same bytes, whatever ends the run in between."""
import hashlib
import math
import random
import signal
import sqlite3
import struct

import pytest
from program import EXHAUSTIVE, sentences, write_sts
from waiting import until_it_works

ENCODERS = ("--encoder", "hf:tiny?layer=1,2&max_tokens=9", "--encoder", "random")


@pytest.fixture
def workplace(sonde, tiny):
    lines = sentences(300) + ["", "one unheard-of word", *sentences(30)]
    (sonde.folder / "corpus.txt").write_text("".join(line + "\n" for line in lines))
    write_sts(sonde.folder / "pairs.tsv", 40)
    return sonde


def words(out, *more):
    return ("run", *ENCODERS, "--data", "corpus.txt", "--data", "pairs.tsv", "--replicates", 20, "--out",
            out, *more)


@pytest.fixture
def expected(workplace):
    """The results of a run that holds all vectors."""
    workplace(*words("kept.sonde", "--store", "named.sqlite"))
    return (workplace.folder / "kept.sonde").read_bytes()


def left(workplace):
    return {path.name for path in workplace.folder.iterdir() if path.name.startswith("out")}


def stored(file):
    with sqlite3.connect(file) as database:
        return database.execute("select count(*) from vectors").fetchone()[0]


def test_a_streamed_run_has_the_same_bytes(workplace, expected):
    made, served = workplace(*words("out.sonde", "--stream-above", 100)).made_and_served
    assert (workplace.folder / "out.sonde").read_bytes() == expected
    assert left(workplace) == {"out.sonde"}
    # Only the small data set's vectors, of two layers and of `random`.
    assert stored(workplace.store) == 3 * 80
    assert served == 0 and made > 2000
    remarks = workplace.shown("out.sonde")["remarks"]
    assert any(r["dataset"] == "corpus" and r["kept"] < r["tokens"] for r in remarks)


def test_what_is_large_is_streamed_unless_a_store_is_named(sonde):
    lines = sentences(10000) + [line + " again" for line in sentences(4600)]
    (sonde.folder / "large.txt").write_text("".join(line + "\n" for line in lines))
    call = ("run", "--encoder", "random?dimension=2", "--data", "large.txt", "--replicates", 10)
    sonde(*call, "--out", "out.sonde")
    (task,) = sonde.shown("out.sonde")["tasks"]
    assert task["rows"] + task["items"] > 100000
    assert stored(sonde.store) == 0 and left(sonde) == {"out.sonde"}
    sonde(*call, "--limit", 20, "--store", "mine.sqlite", "--out", "named.sonde")
    sonde(*call, "--limit", 20, "--stream-above", 10, "--store", "other.sqlite", "--out", "both.sonde")
    assert stored(sonde.folder / "mine.sqlite") > 100 and stored(sonde.folder / "other.sqlite") == 0
    (sonde.folder / "said.toml").write_text('store = "said.sqlite"\nstream-above = 100000\n')
    sonde("run", "said.toml", *call[1:], "--out", "said.sonde")
    assert stored(sonde.folder / "said.sqlite") == 0


def test_a_kill_at_any_moment_loses_a_block_at_most(workplace, expected):
    draw, moment, most, killed, resumed = random.Random(5), math.inf, 0, 0, 0
    call = words("out.sonde", "--stream-above", 100, "--store", "none")
    while killed < (25 if EXHAUSTIVE else 6):
        was_killed, written = workplace.kill(call, moment)
        killed += was_killed
        if was_killed:
            resumed += (workplace.folder / "out.sonde.measured").exists()
        else:
            assert (workplace.folder / "out.sonde").read_bytes() == expected
            assert left(workplace) == {"out.sonde"}
            (workplace.folder / "out.sonde").unlink()
            most = written if moment == math.inf else most
        moment = draw.uniform(0, most)
    assert resumed > killed / 5
    workplace(*call)
    assert (workplace.folder / "out.sonde").read_bytes() == expected
    assert left(workplace) == {"out.sonde"}


def has_blocks(file):
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            return database.execute("select count(*) from parts where kind = 'block'").fetchone()[0] > 0
    except sqlite3.Error:
        return False


def interrupted(workplace, call):
    """Ends a run by Ctrl-C once it has blocks. Returns the file that they are in."""
    process = workplace.start(*call)
    measured = workplace.folder / "out.sonde.measured"
    until_it_works(process, lambda: has_blocks(measured))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130, err
    assert "saved" in err.decode() and not (workplace.folder / "out.sonde").exists()
    return measured


@pytest.mark.parametrize("damage", [False, True])
def test_an_interrupted_run_goes_on(workplace, expected, damage):
    call = words("out.sonde", "--stream-above", 100, "--threads", 1)
    measured = interrupted(workplace, call)
    if damage:
        content = bytearray(measured.read_bytes())
        for at in random.Random(1).sample(range(100, len(content)), 40):  # its header says whose it is
            content[at] ^= 0x55
        measured.write_bytes(content)
    answer = workplace(*call)
    assert damage or answer.made_and_served[1] > 0
    assert (workplace.folder / "out.sonde").read_bytes() == expected
    assert left(workplace) == {"out.sonde"}


def part_checksum(kind, places, body):
    """Computes the checksum as store/runs/run_parts.cpp does."""
    digest = hashlib.sha256()
    for text in (b"part 1", kind.encode()):
        digest.update(struct.pack("<Q", len(text)) + text)
    digest.update(struct.pack("<4Q", *places) + struct.pack("<Q", len(body)) + body)
    return digest.digest()[:16]


@pytest.mark.parametrize("of", ["values", "remarks"])
def test_blocks_that_lie_are_measured_again(workplace, expected, of):
    call = words("out.sonde", "--stream-above", 100, "--threads", 1)
    measured = interrupted(workplace, call)
    with sqlite3.connect(measured) as database:
        parts = database.execute("select kind, task, subject, measurement, block, checksum, body from parts "
                                 "where kind = ?", [of]).fetchall()
        for kind, *places, checksum, body in parts:
            assert part_checksum(kind, places, body) == checksum
            lie = body + bytes(8) if kind == "values" else body.replace(b'"text":', b'"text":9')
            database.execute("update parts set body = ?, checksum = ? where kind = ? and task = ? and "
                             "subject = ? and measurement = ? and block = ?",
                             (lie, part_checksum(kind, places, lie), kind, *places))
    database.close()
    assert parts
    workplace(*call)
    assert (workplace.folder / "out.sonde").read_bytes() == expected


def test_blocks_of_another_plan_are_not_taken(workplace, expected):
    call = words("out.sonde", "--stream-above", 100)
    process = workplace.start(*call, "--seed", 2)
    until_it_works(process, lambda: has_blocks(workplace.folder / "out.sonde.measured"))
    process.kill()
    process.wait()
    assert workplace(*call).made_and_served[1] <= 3 * 80  # the small data set's
    assert (workplace.folder / "out.sonde").read_bytes() == expected


def test_memory_is_for_a_block(sonde):
    """40 sentences of 1 MB are 290 MB with their variants, three times that as objects and JSON."""
    with open(sonde.folder / "long.txt", "w") as out:
        for i in range(40):
            out.write(f"{i} " + "ab " * 340000 + "\n")
    assert sonde.peak("run", "--encoder", "random", "--data", "long.txt", "--replicates", 10,
                      "--stream-above", 10, "--out", "out.sonde") < 400


def test_a_comparison_of_many_rows_takes_little_memory(sonde):
    """More rows than Spearman's correlation is resampled of in the quick way, which takes 230 MiB."""
    lines = [f"{line} {n}" for n in range(7) for line in sentences(9400, n)]
    (sonde.folder / "large.txt").write_text("".join(line + "\n" for line in lines))
    sonde.run("l.sonde", "--encoder", "random?dimension=2", "--probe", "curves", "--data", "large.txt")
    assert sonde.peak("compare", "l.sonde", "l.sonde", "--replicates", 20, "--threads", 2) < 180
