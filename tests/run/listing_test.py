"""Parts of a run with a listing: the same bytes, and no part reads what is not its own."""
import json
import random
import sqlite3

import pytest
from program import EXHAUSTIVE, sentences, write_sts

STRETCH = 1 << 16  # bytes, about
WORDS = ("--encoder", "random?dimension=2", "--data", "corpus.txt", "--stream-above", 1000, "--store", "none",
         "--replicates", 20)


def write_corpus(file, count, seed=3, of=1):
    """Writes a corpus with repeated sentences and blank lines. of: how many sentences a line has."""
    draw = random.Random(seed)
    lines = sentences(count, seed)
    lines = [" ".join(lines[(i + k) % count] for k in range(of)) for i in range(count)]
    for _ in range(count // 4):
        lines[draw.randrange(count)] = lines[draw.randrange(count)]
    for _ in range(count // 50):
        lines[draw.randrange(1, count)] = ""
    file.write_text("".join(line + "\n" for line in lines))
    return file


@pytest.fixture
def corpus(sonde):
    return write_corpus(sonde.folder / "corpus.txt", 3000, of=3)


def make_listing(sonde, *words, name="listing"):
    return sonde("run", *words, "--listing", name)


def part(sonde, words, share, *more, **options):
    out = share.replace("/", "-of-") + ".part"
    sonde("run", *words, "--part", share, "--listing", "listing", "--out", out, "--replace", *more, **options)
    return out


def parts(sonde, words, of):
    return [part(sonde, words, f"{number}/{of}") for number in range(1, of + 1)]


def merged(sonde, files, *more):
    sonde("run", "--merge", *files, "--listing", "listing", "--out", "merged.sonde", "--replace", *more)
    return (sonde.folder / "merged.sonde").read_bytes()


def test_any_number_of_parts_gives_the_same_bytes(sonde, corpus):
    assert corpus.stat().st_size > 4 * STRETCH
    write_sts(sonde.folder / "pairs.tsv", 60)
    words = (*WORDS, "--encoder", "other-blocks=random?dimension=1100", "--data", "pairs.tsv")
    sonde("run", *words, "--out", "whole.sonde")
    make_listing(sonde, *words)
    for of in (1, 2, 3, 16) if EXHAUSTIVE else (2, 7):
        files = parts(sonde, words, of)
        assert merged(sonde, files[::-1]) == (sonde.folder / "whole.sonde").read_bytes()
    # A part is the same without a listing, and so is a merge.
    sonde.run("plain.part", *words, "--part", f"7/{of}")
    assert (sonde.folder / "plain.part").read_bytes() == (sonde.folder / f"7-of-{of}.part").read_bytes()
    sonde("run", "--merge", *files, "--out", "plain.sonde")
    assert (sonde.folder / "plain.sonde").read_bytes() == (sonde.folder / "whole.sonde").read_bytes()


def test_a_limit_and_kept_vectors(sonde, corpus):
    words = ("--encoder", "random?dimension=2", "--data", "corpus.txt", "--store", "none", "--replicates", 20, "--limit", "700",
             "--stream-above", 10**6)
    sonde("run", *words, "--out", "whole.sonde")
    make_listing(sonde, *words)
    assert merged(sonde, parts(sonde, words, 3)) == (sonde.folder / "whole.sonde").read_bytes()


def test_a_part_reads_only_its_own(sonde):
    corpus = write_corpus(sonde.folder / "corpus.txt", 6000, of=4)
    make_listing(sonde, *WORDS)
    whole = corpus.read_bytes()
    own = [(sonde.folder / part(sonde, WORDS, share)).read_bytes() for share in ("1/3", "2/3", "3/3")]
    third = len(whole) // 3
    first = whole.index(b"\n") + 1  # tells what the file is
    spoiled = bytearray(b"\xff" * len(whole))
    spoiled[:first] = whole[:first]
    # The bytes for the stretches at both ends, and the rest of the last one's block: 585 sentences.
    kept = slice(third - STRETCH, 2 * third + 3 * STRETCH)
    spoiled[kept] = whole[kept]
    assert spoiled.count(b"\xff") > len(whole) // 4
    corpus.write_bytes(spoiled)
    assert (sonde.folder / part(sonde, WORDS, "2/3")).read_bytes() == own[1]
    for share in ("1/3", "3/3"):
        err = part_error(sonde, WORDS, share)
        assert "corpus.txt: the data set changed since it was listed" in err


def part_error(sonde, words, share, code=3):
    return sonde("run", *words, "--part", share, "--listing", "listing", "--out", "no.part", code=code).err


def test_a_corpus_that_changed(sonde, corpus):
    make_listing(sonde, *WORDS)
    files = parts(sonde, WORDS, 2)
    whole = corpus.read_bytes()
    corpus.write_bytes(whole.replace(b"a", b"e", 1))  # of the same length
    assert "changed since it was listed; make the listing again" in part_error(sonde, WORDS, "1/2")
    for more in (b"one more\n", b""):
        corpus.write_bytes(whole[:-40] + more)
        err = sonde("run", "--merge", *files, "--listing", "listing", "--out", "no.sonde", code=3).err
        assert "corpus.txt: the data set changed since it was listed" in err
    corpus.write_bytes(whole)
    merged(sonde, files)


QUOTED = "sentence,kind\n" + "".join(f'"a b{i} c ""d"" {"e " * (i % 9)}\nand {i}",k{i % 3}\n' for i in range(9000))
OBJECTS = "".join(json.dumps({"kind": f"k{i % 3}", "sentence": f"a b{i % 4000} c d {'e ' * (i % 9)}"}) + "\n" for i in range(4500))


@pytest.mark.parametrize(("name", "text"), [("table.csv", QUOTED), ("objects.jsonl", OBJECTS)])
def test_tables_and_objects(sonde, name, text):
    (sonde.folder / name).write_text(text)
    words = ("--encoder", "random?dimension=2", "--probe", "curves", "--data", f"corpus={name}", "--stream-above", 1000,
             "--store", "none", "--replicates", 20)
    if name == "table.csv":
        (sonde.folder / "card.toml").write_text(
            'name = "corpus"\nprobe = "curves"\nfile = "table.csv"\nseparator = ","\nquoted = true\n')
        words = (*words[:5], "card.toml", *words[6:])
    else:
        (sonde.folder / "card.toml").write_text('name = "corpus"\nprobe = "curves"\nfile = "objects.jsonl"\nlayout = "jsonl"\n')
        words = (*words[:5], "card.toml", *words[6:])
    sonde("run", *words, "--out", "whole.sonde")
    assert "1 data set)" in make_listing(sonde, *words).err
    assert merged(sonde, parts(sonde, words, 3)) == (sonde.folder / "whole.sonde").read_bytes()


def test_what_cannot_be_read_from_within_is_read_whole(sonde):
    (sonde.folder / "late.jsonl").write_text(
        json.dumps({"S": "a b", "S+": "b a", "S*": "no"}) + "\n" + json.dumps({"S": "c", "S+": "d", "S*": "e", "kind": "late"}) + "\n")
    words = ("--encoder", "random?dimension=2", "--probe", "triplets", "--data", "late.jsonl")
    assert "'late' cannot be read from within: each part lists it itself" in make_listing(sonde, *words).err
    sonde.run("whole.sonde", *words)
    files = parts(sonde, (*words, "--replicates", 20), 2)
    assert merged(sonde, files) == (sonde.folder / "whole.sonde").read_bytes()


@pytest.fixture
def small(sonde):
    write_corpus(sonde.folder / "corpus.txt", 300)
    make_listing(sonde, *WORDS)
    return sonde


@pytest.mark.parametrize("more", [("--limit", 30), ("--seed", 2), ("--strict",)])
def test_a_listing_of_other_options(small, more):
    assert "made with another --limit, --seed or --strict" in part_error(small, (*WORDS, *more), "1/2", 2)


def test_a_listing_of_other_data(small):
    write_corpus(small.folder / "other.txt", 300)
    assert "does not list 'other' as 'curves' reads it" in part_error(small, (*WORDS[:3], "other.txt", *WORDS[4:]), "1/2", 2)
    assert "does not list 'corpus' as 'curves?min_words=3'" in part_error(
        small, (*WORDS, "--probe", "curves?min_words=3"), "1/2", 2)


def test_no_listing(small):
    folder = small.folder
    whole = (folder / "listing").read_bytes()
    for content, said in ((b"nothing", "this is not a listing of data sets"), (whole[:9000], "the listing is damaged")):
        (folder / "listing").write_bytes(content)
        assert said in part_error(small, WORDS, "1/2")
    (folder / "listing").unlink()
    assert "cannot read the listing" in part_error(small, WORDS, "1/2")
    (folder / "listing").write_bytes(whole)
    with sqlite3.connect(folder / "listing") as database:
        database.execute("update parts set body = zeroblob(length(body)) where kind = 'stretches'")
    assert "listing: the listing is damaged: a checksum is wrong" in part_error(small, WORDS, "1/2")
    with sqlite3.connect(folder / "listing") as database:
        database.execute("update parts set checksum = zeroblob(16)")
    assert "the listing is damaged" in part_error(small, WORDS, "1/2")


def test_a_listing_is_not_written_over_anything(small):
    (small.folder / "mine").write_text("mine\n")
    for name, more, why in (("listing", (), "already exists"), ("mine", (), "is not a listing"),
                            ("mine", ("--replace",), "is not a listing")):
        assert f"{name} {why}" in small("run", *WORDS, *more, "--listing", name, code=2).err
    assert (small.folder / "mine").read_text() == "mine\n"
    make_listing(small, *WORDS, "--replace")


def test_what_is_left_out_is_told_by_the_listing(small):
    make_listing(small, *WORDS, "--left-out", "left.tsv", name="another")
    assert "blank line" in (small.folder / "left.tsv").read_text()
    assert "--left-out does not go with a listing" in part_error(small, (*WORDS, "--left-out", "more.tsv"), "1/2", 2)
