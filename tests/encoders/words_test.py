"""Word vectors from end to end: distinctions that a bag of words misses, and missing words."""
import numpy as np
import pytest
from program import shared_data, write_table

COMBINATIONS = ["mean", "sum", "mult", "pmeans", "pmeans&p=1,2,3", "conv", "sif"]


@pytest.fixture
def glove():
    return shared_data("words") / "glove50_4k" / "glove50_4k.txt"


def subjects(glove):
    return [word for i, combine in enumerate(COMBINATIONS)
            for word in ("--encoder", f"c{i}=words:{glove}?combine={combine}")]


def inverted(sentence):
    """The words from the pivot on come first."""
    words = sentence.split()
    pivot = len(words) // 2
    return " ".join(words[pivot:] + words[:pivot])


def sick_triplets(folder):
    rows = []
    for file in ("SICK_trial.txt", "SICK_test_annotated.txt"):
        lines = (shared_data("heros") / "sick" / file).read_text().splitlines()[1:]
        for number, first, second, relatedness, judgment in (line.split("\t") for line in lines):
            if judgment == "ENTAILMENT" and float(relatedness) >= 4.6:
                rows.append((number, first, second, inverted(first)))
    assert len(rows) > 500
    write_table(folder / "sick.tsv", ["id", "S", "S+", "S*"], rows)
    (folder / "sick.toml").write_text('probe = "triplets"\nfile = "sick.tsv"\n'
                                      'test = "fixed-point-reorder"\n')
    return folder / "sick.toml"


# S and S* have the same words, so that their vectors have the same bits and S+ is never closer.
def test_no_bag_of_words_tells_reordered_sentences_of_sick(sonde, glove, tmp_path):
    sonde.run("a.sonde", *subjects(glove), "--data", sick_triplets(tmp_path))
    results = sonde.results("a.sonde")
    for i, combine in enumerate(COMBINATIONS):
        assert results["sick", f"c{i}", "all", "accuracy"]["value"] == 0, combine
    for item in sonde.items("a.sonde"):
        for values in item["subjects"].values():
            assert max(values["margin"]) <= 0, item


def test_arguments_that_change_places_tie_throughout(sonde, glove):
    sonde.run("a.sonde", *subjects(glove), "--data", "argument-sensitivity", "--data",
              "fixed-point-reorder")
    results = sonde.results("a.sonde")
    for i, combine in enumerate(COMBINATIONS):
        ties = results["argument-sensitivity", f"c{i}", "all", "ties"]
        assert ties["value"] == 1 and ties["n"] > 100, combine
        assert results["argument-sensitivity", f"c{i}", "all", "accuracy"]["value"] == 0, combine
        assert results["fixed-point-reorder", f"c{i}", "all", "accuracy"]["value"] == 0, combine
    for item in sonde.items("a.sonde"):
        for values in item["subjects"].values():
            if item["dataset"] == "argument-sensitivity":
                assert values["similarity"][0] == values["similarity"][2], item


def test_unknown_words_are_counted_and_listed(sonde, tmp_path):
    (tmp_path / "v.txt").write_text("the 1 2\ndog 3 4\nman -1 2\n")
    sentences = ["the zebra and the dog", "a zebra's dog", "zebra and unicorn"]
    vectors = sonde.encode(sentences, "words:v.txt", "--unknown", "unknown.tsv")
    assert np.allclose(vectors[0], [5 / 3, 8 / 3]) and np.isnan(vectors[2]).all()
    again = sonde("encode", "--encoder", "words:v.txt", "--unknown", "v.txt", stdin=b"x\n", code=2)
    assert "v.txt already exists" in again.err
    assert (tmp_path / "unknown.tsv").read_text() == (
        "3\tzebra\n2\tand\n1\t's\n1\ta\n1\tunicorn\n")
    write_table(tmp_path / "d.tsv", ["first", "second", "gold"],
                [("the zebra", "a zebra dog", 1), ("dog", "man", 2), ("the dog", "the man", 3)])
    answer = sonde.run("a.sonde", "--encoder", "words:v.txt", "--probe", "sts", "--data", "d.tsv")
    assert "v.txt on d: its vocabulary does not contain 2 words, which occur 3 times: zebra 2, a 1" in answer.err
    remarks = sonde.shown("a.sonde")["remarks"]
    assert [(r["item"], r["text"], r["unknown"]) for r in remarks] == [("1", 0, 1), ("1", 1, 2)]
    assert "with words that its vocabulary does not contain: 2 (item 1)" in sonde("show", "a.sonde").out


@pytest.mark.parametrize("place", [1, 2, 7])
@pytest.mark.parametrize("header", ["", "8 3\n"])
def test_a_short_row_is_told_wherever_it_stands(sonde, tmp_path, place, header):
    rows = [f"word{letter} 0.1 0.2 0.3\n" for letter in "abcdefg"]
    rows.insert(place - 1, "short 0.1 0.2\n")
    (tmp_path / "v.txt").write_text(header + "".join(rows))
    answer = sonde("encode", "--encoder", "words:v.txt", stdin=b"worda\n", code=3)
    line = place + (1 if header else 0)
    assert f"v.txt:{line}: the row has fewer than 3 numbers" in answer.err


def test_only_the_rows_asked_for_are_read_again(sonde, tmp_path):
    """120 MB of numbers, indexed by the first call."""
    words, width = 100_000, 300
    row = np.zeros(1, dtype=[("word", "S7"), ("numbers", "f4", width), ("end", "S1")])
    row["end"] = b"\n"
    with open(tmp_path / "v.bin", "wb") as file:
        file.write(f"{words} {width}\n".encode())
        for number in range(words):
            row["word"], row["numbers"] = f"w{number:05} ", number
            file.write(row.tobytes())
    first = sonde.encode(["w00007 w99999"], "words:v.bin")
    assert np.array_equal(first, np.full((1, width), (7 + 99_999) / 2, "f4"))
    (tmp_path / "asked.txt").write_text("w00007 w99999\n")
    with open(tmp_path / "out.npy", "wb") as out:
        peak = sonde.peak("encode", "asked.txt", "--encoder", "words:v.bin", stdout=out)
    assert np.array_equal(np.load(tmp_path / "out.npy"), first)
    assert peak < 78


def test_words_may_end_in_numbers(sonde, tmp_path):
    (tmp_path / "v.txt").write_text("area 51 1 2\nroom 5 3 4\nman 5 6\ndog 7 8\ncat 9 10\n")
    assert np.array_equal(sonde.encode(["man dog"], "words:v.txt"), [[6, 7]])


def test_a_second_run_is_served_and_gives_the_same_bytes(sonde, sts, tmp_path):
    words = " ".join(dict.fromkeys(sts.read_text().split()))
    (tmp_path / "v.txt").write_text("".join(
        f"{word} {i % 7 - 3} {i % 5} {i % 3 + 1}\n" for i, word in enumerate(words.split())))
    plan = ("--encoder", "words:v.txt?combine=pmeans", "--encoder", "s=words:v.txt?combine=sif",
            "--probe", "sts", "--data", sts)
    sonde.run("a.sonde", *plan)
    sonde.run("b.sonde", *plan)
    assert (tmp_path / "a.sonde").read_bytes() == (tmp_path / "b.sonde").read_bytes()
