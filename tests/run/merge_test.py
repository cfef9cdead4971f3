"""A run in parts: the merged file has the bytes of one machine's, whatever the parts and their order."""
import math
import random
import shutil
import signal
import sqlite3
import sys

import pytest
from program import EXHAUSTIVE, ROOT, sentences, write_sts, write_table, write_triplets
from waiting import until_it_works

GOLDEN = ROOT / "tests/golden"
SUBSETS = ("Synonym", "Antonym", "Negation", "Typo")  # of HEROS, some

# A user's program that records each text it receives.
CHILD = """
import json, sys
for line in sys.stdin:
    texts = json.loads(line)["texts"]
    open("asked", "a").write("".join(text + "\\n" for text in texts))
    rows = [[len(text), 1 + len(text.split()), sum(map(ord, text)) % 97] for text in texts]
    print(json.dumps({"vectors": rows}), flush=True)
"""


def write_heros(file, count):
    texts = sentences(count * 5, 9)
    rows = [texts[5 * i:5 * i + 5] for i in range(count)]
    return write_table(file, ["Original", *SUBSETS], rows)


@pytest.fixture
def data(sonde, tiny):
    """Writes a data set of each probe. Returns its words."""
    folder = sonde.folder
    write_sts(folder / "pairs.tsv", 60)
    (folder / "human.tsv").write_text("".join(f"{i % 7}\n" for i in range(60)))
    write_triplets(folder / "triples.tsv", 40)
    write_heros(folder / "edits.tsv", 40)
    header, *lines = [line.split("\t") for line in (ROOT / "data/sets/en.tsv").read_text().splitlines()]
    keep = [i for i, name in enumerate(header) if name != "kept"]
    write_table(folder / "sets.tsv", [header[i] for i in keep], [[row[i] for i in keep] for row in lines[:37]])
    lines = sentences(150, 4)
    (folder / "corpus.txt").write_text("".join(line + "\n" for line in [*lines, *lines[:20], "", "odd words"]))
    return ("--probe", "sts?standardize=joint", "--probe", "triplets", "--probe", "heros", "--probe",
            "sets?filter=hf:tiny", "--probe", "curves", "--data", "pairs.tsv", "--data", "triples.tsv",
            "--data", "edits.tsv", "--data", "sets.tsv", "--data", "corpus.txt")


SUBJECTS = ("--encoder", "random?dimension=32", "--encoder", "hf:tiny?layer=1,2&max_tokens=9", "--encoder",
            "tfidf", "--scorer", f"cross=cross:{GOLDEN / 'cross-bert'}?max_tokens=21", "--scorer", "scores:human.tsv?data=pairs")


def run_parts(sonde, words, of, *more, **options):
    files = [f"{number}-of-{of}.part" for number in range(1, of + 1)]
    for number, file in enumerate(files, 1):
        sonde.run(file, *words, *more, "--part", f"{number}/{of}", **options)
    return files


def merged(sonde, files, out="merged.sonde", *more):
    sonde("run", "--merge", *files, "--out", out, *more)
    return (sonde.folder / out).read_bytes()


def whole(sonde, words, out="whole.sonde"):
    sonde.run(out, *words)
    return (sonde.folder / out).read_bytes()


@pytest.mark.parametrize("stream", [(), ("--stream-above", 100)])
def test_any_number_of_parts_gives_the_same_bytes(sonde, data, stream):
    words = (*SUBJECTS, *data, *stream)
    expected = whole(sonde, words)
    draw = random.Random(3)
    for of in (2, 3) if stream else (1, 2, 3) if EXHAUSTIVE else (1, 3):
        files = run_parts(sonde, words, of, "--store", "none")
        draw.shuffle(files)
        assert merged(sonde, files, f"{of}.sonde") == expected
    left = {path.name for path in sonde.folder.iterdir()}
    assert not any(name.endswith((".measured", ".passing", "sonde.part", "part.part")) for name in left)
    assert "up to date" in sonde("run", "--merge", *files, "--out", "3.sonde").err
    assert "up to date" in sonde.run(files[0], *words, "--part",
                                     files[0].removesuffix(".part").replace("-of-", "/")).err


def test_sixteen_parts(sonde, data):
    words = ("--encoder", "random?dimension=32", "--encoder", "tfidf", *data[:6], *data[8:16], *data[18:],
             "--stream-above", 150)
    expected = whole(sonde, words)
    files = run_parts(sonde, words, 16)
    assert merged(sonde, sorted(files)) == expected


def test_minilm_and_what_is_learned_merge_too(sonde, sts):
    words = ("--encoder", "minilm", "--encoder", "r=random", "--scorer", "both=hybrid:minilm+r", "--scorer",
             "learned=head:minilm?hidden=5&pca=4", "--data", sts, "--limit", 50)
    expected = whole(sonde, words)
    files = run_parts(sonde, words, 3)
    shutil.rmtree(sonde.folder / "cache")
    hidden = {"env": {**sonde.environment, "HF_HUB_CACHE": "/nowhere"}}
    sonde("run", "--merge", *reversed(files), "--out", "m.sonde", **hidden)
    assert (sonde.folder / "m.sonde").read_bytes() == expected


def test_a_merge_needs_no_model(sonde, data, tiny):
    words = (*SUBJECTS, *data)
    expected = whole(sonde, words)
    files = run_parts(sonde, words, 2)
    shutil.rmtree(tiny)
    err = sonde("run", "--merge", *files, "--out", "merged.sonde").err
    assert (sonde.folder / "merged.sonde").read_bytes() == expected
    assert "encoding tiny" not in err and "finding tiny?layer=1,2&max_tokens=9 in the parts: 1651 of 1651" in err


def test_no_part_encodes_what_another_one_does(sonde):
    texts = sentences(90, 6)
    write_table(sonde.folder / "pairs.tsv", ["first", "second", "gold"],
                [(texts[2 * i], texts[2 * i + 1], i) for i in range(45)])
    (sonde.folder / "child.py").write_text(CHILD)
    words = ("--encoder", f"exec:{sys.executable} child.py", "--data", "pairs.tsv")
    for stream, expected in ((), [22, 22, 22, 24]), (("--stream-above", 10), [90, 0, 0, 0]):  # one block
        asked = []
        for number in (1, 2, 3, 4):
            (sonde.folder / "asked").unlink(missing_ok=True)
            sonde.run(f"{number}-{len(stream)}.part", *words, *stream, "--part", f"{number}/4", "--store", "none")
            asked.append(set((sonde.folder / "asked").read_text().splitlines()) & set(texts))
        assert len(set.union(*asked)) == 90
        assert [len(one) for one in asked] == expected


def test_an_encoder_that_may_have_changed(sonde, sts):
    (sonde.folder / "child.py").write_text(CHILD)
    (sonde.folder / "corpus.txt").write_text("".join(line + "\n" for line in sentences(300)))
    words = ("--encoder", f"mine=exec:sh -c '{sys.executable} child.py'", "--data", sts, "--data", "corpus.txt",
             "--stream-above", 200)
    expected = whole(sonde, words)
    files = run_parts(sonde, words, 3)
    assert merged(sonde, files) == expected
    assert sonde.shown("merged.sonde")["subjects"][0]["noise_floor"] == 0
    again = sonde.run(files[0], *words, "--part", "1/3", code=2).err
    assert "holds a part by an encoder that may have changed since" in again


def test_a_store_is_shared_by_parts_and_serves_them(sonde, sts):
    words = ("--encoder", "hf:tiny", "--data", sts)
    shutil.copytree(GOLDEN / "prompted", sonde.folder / "tiny")
    expected = whole(sonde, words)
    files = ["1.part", "2.part"]
    store = ("--store", "shared.sqlite")
    started = [sonde.start("run", *words, *store, "--replicates", 20, "--part", f"{k}/2", "--out", files[k - 1])
               for k in (1, 2)]
    for process in started:
        process.communicate(timeout=600)
        assert process.returncode == 0
    assert merged(sonde, files) == expected
    again = sonde.run("again.part", *words, *store, "--part", "2/2")
    assert again.made_and_served == (0, 60)
    assert (sonde.folder / "again.part").exists()


def test_a_part_that_was_ended_goes_on(sonde):
    lines = sentences(900, 8)
    (sonde.folder / "corpus.txt").write_text("".join(line + "\n" for line in lines))
    write_sts(sonde.folder / "pairs.tsv", 60)
    shutil.copytree(GOLDEN / "prompted", sonde.folder / "tiny")
    words = ("--encoder", "hf:tiny?layer=1,2", "--data", "corpus.txt", "--data", "pairs.tsv", "--stream-above", 200)
    expected = whole(sonde, words)
    sonde.run("1.part", *words, "--part", "1/2", "--store", "none")
    call = ("run", *words, "--replicates", 20, "--part", "2/2", "--store", "none", "--threads", 1, "--out", "2.part")
    _, written = sonde.kill(call, math.inf)
    (sonde.folder / "2.part").unlink()
    draw, killed = random.Random(5), 0
    while killed < (6 if EXHAUSTIVE else 3):
        if sonde.kill(call, draw.uniform(0, written))[0]:
            killed += 1
        else:
            (sonde.folder / "2.part").unlink()
    sonde(*call)
    assert merged(sonde, ["1.part", "2.part"]) == expected
    assert not list(sonde.folder.glob("*.part.*"))


def test_ctrl_c_keeps_what_was_encoded(sonde, sts):
    shutil.copytree(GOLDEN / "prompted", sonde.folder / "tiny")
    silent = "    if os.path.getsize('asked') > 500: signal.pause()\n    rows"
    (sonde.folder / "child.py").write_text("import os, signal\n" + CHILD.replace("    rows", silent))
    process = sonde.start("run", "--encoder", f"exec:{sys.executable} child.py?batch=4",
                          "--data", sts, "--part", "1/2", "--out", "1.part", "--store", "none")
    until_it_works(process, lambda: (sonde.folder / "asked").exists() and (sonde.folder / "asked").stat().st_size > 500)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=600)
    assert process.returncode == 130 and not (sonde.folder / "1.part").exists()


@pytest.fixture
def three(sonde, sts):
    """Three parts of a small run."""
    (sonde.folder / "human.tsv").write_text("".join(f"{i % 7}\n" for i in range(60)))
    words = ("--encoder", "random", "--scorer", "scores:human.tsv", "--data", sts)
    return run_parts(sonde, words, 3)


def refused(sonde, files, code, *more):
    err = sonde("run", "--merge", *files, "--out", "no.sonde", *more, code=code).err
    assert not (sonde.folder / "no.sonde").exists()
    return err


def test_parts_that_lack_are_named(sonde, three):
    assert "of 3 parts these are missing: 1 and 3" in refused(sonde, three[1:2], 2)


def test_a_part_counts_once(sonde, three):
    shutil.copy(sonde.folder / three[1], sonde.folder / "copy.part")
    err = refused(sonde, [*three, "copy.part"], 2)
    assert "2-of-3.part and copy.part are both part 2 of 3" in err


def test_parts_of_another_division_overlap(sonde, sts, three):
    two = run_parts(sonde, ("--encoder", "random", "--scorer", "scores:human.tsv", "--data", sts), 2)
    err = refused(sonde, [*three, two[0]], 2)
    assert "1-of-2.part is part 1 of 2, and 1-of-3.part part 1 of 3" in err


@pytest.mark.parametrize("change", [("--seed", 2), ("--encoder", "b=random?seed=2"), ("--limit", 30)])
def test_parts_of_other_plans(sonde, sts, three, change):
    sonde.run("other.part", "--encoder", "random", "--scorer", "scores:human.tsv", "--data", sts, "--part", "2/3", *change)
    err = refused(sonde, [three[0], "other.part", three[2]], 2)
    assert "other.part is part of another run than 1-of-3.part" in err


def test_parts_that_are_streamed_otherwise(sonde, sts, three):
    words = ("--encoder", "random", "--scorer", "scores:human.tsv", "--data", sts, "--part", "2/3")
    sonde.run("other.part", *words, "--stream-above", 10)
    err = refused(sonde, [three[0], "other.part", three[2]], 2)
    assert "other.part and 1-of-3.part were streamed from different sizes on" in err
    assert "another part" in sonde.run("other.part", *words, code=2).err


def test_data_that_changed_since(sonde, sts, three):
    write_sts(sts, 60, seed=7)
    assert "the data sets are not those that the parts were made of" in refused(sonde, three, 2)


def test_equal_bytes_under_another_name_are_the_same_data(sonde, sts, three):
    (sonde.folder / "moved").mkdir()
    copy = shutil.move(sts, sonde.folder / "moved/renamed.tsv")
    bytes_of_copy = merged(sonde, three, "merged.sonde", "--data", copy)
    shutil.copy(copy, sts)
    assert merged(sonde, three, "again.sonde") == bytes_of_copy
    write_sts(copy, 60, seed=7)
    assert "the data sets are not those" in sonde("run", "--merge", *three, "--out", "b.sonde", "--data", copy, code=2).err


def test_what_is_no_part(sonde, sts, three):
    sonde.run("run.sonde", "--encoder", "random", "--data", sts)
    for file in ("run.sonde", "pairs.tsv"):
        assert f"{file}: this is not a part of a run" in refused(sonde, [file], 3)
    assert "cannot read the part" in refused(sonde, ["nowhere.part"], 3)
    sonde("show", three[0], code=3)  # and a part is no run
    sonde("run", "--encoder", "random", "--data", sts, "--part", "1/2", "--out", "run.sonde", code=2)
    sonde("run", "--encoder", "random", "--data", sts, "--out", three[0], code=2)


def test_a_damaged_part_is_found(sonde, three):
    file = sonde.folder / three[1]
    with sqlite3.connect(file) as database:
        database.execute("update parts set body = zeroblob(length(body)) where kind = 'vectors'")
    assert f"{three[1]}: the part is damaged: a checksum is wrong" in refused(sonde, three, 3)
    with sqlite3.connect(file) as database:
        database.execute("delete from parts where kind = 'scored'")
    assert f"{three[1]}: the part is damaged: something of it is missing" in refused(sonde, three, 3)
    file.write_bytes(file.read_bytes()[:5000])
    assert three[1] in refused(sonde, three, 3)


def test_another_part_is_not_replaced_unasked(sonde, sts, three):
    words = ("--encoder", "random", "--scorer", "scores:human.tsv", "--data", sts, "--part", "1/3")
    assert "holds a part of another run, or another part" in sonde.run(three[1], *words, code=2).err
    sonde.run(three[1], *words, "--replace")
    assert "are both part 1 of 3" in refused(sonde, three, 2)


@pytest.mark.parametrize("bad", ["0/3", "4/3", "3", "a/b", "1/200000", "-1/2", "1/"])
def test_bad_parts(sonde, sts, bad):
    assert "bad part" in sonde.run("x.part", "--encoder", "random", "--data", sts, f"--part={bad}", code=2).err
