"""`vectors:`: vectors that something else made."""

import numpy as np
import pytest
from program import sentence, sentences, write_safetensors, write_sts


def save(folder, texts, vectors, kind="npy"):
    """Writes vectors and their sentences. Returns their specification."""
    (folder / "s.txt").write_text("".join(text + "\n" for text in texts))
    if kind == "npy":
        np.save(folder / "v.npy", vectors)
        return "vectors:v.npy?sentences=s.txt"
    header = {"other": {"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]},
              "rows": {"dtype": "F32", "shape": list(vectors.shape),
                       "data_offsets": [4, 4 + vectors.nbytes]}}
    write_safetensors(folder / "v.safetensors", header, b"\0\0\0\0" + vectors.tobytes())
    return "vectors:v.safetensors?sentences=s.txt&tensor=rows"


@pytest.mark.parametrize("kind", ["npy", "safetensors"])
def test_a_model_and_its_vectors_measure_the_same(sonde, tiny, sts, kind):
    sonde.run("model.sonde", "--encoder", "it=hf:tiny", "--data", sts)
    texts = sorted({text for item in sonde.items("model.sonde") for text in item["sentences"]})
    spec = save(sonde.folder, texts, sonde.encode(texts, "hf:tiny"), kind)
    sonde.run("file.sonde", "--encoder", f"it={spec}", "--data", sts)
    assert sonde.items("file.sonde") == sonde.items("model.sonde")
    assert sonde.results("file.sonde") == sonde.results("model.sonde")


def test_numbers_of_other_types_are_rounded(sonde):
    texts = sentences(40)
    vectors = np.random.default_rng(1).normal(size=(40, 7))
    for kind in ("f2", "f4", "f8"):
        spec = save(sonde.folder, texts, vectors.astype(kind))
        expected = vectors.astype(kind).astype("f4")
        assert np.array_equal(sonde.encode(texts[::-1], spec), expected[::-1])


def test_what_is_not_there_is_undefined_and_listed(sonde, sts):
    whole = write_sts(sonde.folder / "other.tsv", 30, seed=5)
    sonde.run("any.sonde", "--encoder", "random", "--data", sts)
    texts = sorted({text for item in sonde.items("any.sonde") for text in item["sentences"]})
    lacking = texts.pop(3)
    spec = save(sonde.folder, texts, np.random.default_rng(1).normal(size=(len(texts), 4)))
    answer = sonde.run("a.sonde", "--encoder", f"it={spec}", "--data", sts, "--data", whole)
    (note,) = [line for line in answer.messages if "lacks" in line]
    assert "'it' lacks vectors for every item of 'other'" in note
    remarks = sonde.shown("a.sonde")["remarks"]
    assert all(remark["undefined"] for remark in remarks)
    items = {item["item"]: item for item in sonde.items("a.sonde") if item["dataset"] == "pairs"}
    listed = {remark["item"] for remark in remarks if remark["dataset"] == "pairs"}
    assert listed == {name for name, item in items.items() if lacking in item["sentences"]} != set()
    for name, item in items.items():
        assert (item["subjects"]["it"]["similarity"] is None) == (name in listed)
    encoded = sonde("encode", "--encoder", spec, stdin=lacking.encode())
    assert "without a vector (nan): 1 of 1 sentence" in encoded.err


def test_a_changed_file_is_another_subject(sonde, sts):
    sonde.run("any.sonde", "--encoder", "random", "--data", sts)
    texts = sorted({text for item in sonde.items("any.sonde") for text in item["sentences"]})
    vectors = np.random.default_rng(1).normal(size=(len(texts), 4)).astype("f4")
    spec = save(sonde.folder, texts, vectors)
    sonde.run("a.sonde", "--encoder", spec, "--data", sts)
    assert sonde.run("b.sonde", "--encoder", spec, "--data", sts).made_and_served[0] == 0
    save(sonde.folder, texts, vectors + np.float32(1))
    assert sonde.run("c.sonde", "--encoder", spec, "--data", sts).made_and_served[1] == 0


def test_a_large_file_is_not_loaded(sonde):
    """Requests a few rows out of 300 MB of numbers."""
    rows, width = 100_000, 768
    vectors = np.lib.format.open_memmap(sonde.folder / "v.npy", "w+", "f4", (rows, width))
    asked = [7, 50_000, 99_999]
    for row in asked:
        vectors[row] = row
    del vectors
    (sonde.folder / "s.txt").write_text("".join(f"{sentence(i)} {i}\n" for i in range(rows)))
    stdin = "".join(f"{sentence(i)} {i}\n" for i in asked)
    (sonde.folder / "asked.txt").write_text(stdin)
    with open(sonde.folder / "out.npy", "wb") as out:
        peak = sonde.peak("encode", "asked.txt", "--encoder", "vectors:v.npy?sentences=s.txt", stdout=out)
    got = np.load(sonde.folder / "out.npy")
    assert np.array_equal(got, np.repeat(np.array(asked, "f4"), width).reshape(3, width))
    assert peak < 156


@pytest.mark.parametrize("damage, says", [
    (lambda texts, vectors: (texts, vectors[1:]), "s.txt: has 20 lines, but v.npy has 19 rows"),
    (lambda texts, vectors: (texts, np.asfortranarray(vectors)), "Fortran order"),
    (lambda texts, vectors: (texts, vectors.astype(">f4")), "little-endian"),
    (lambda texts, vectors: (texts, vectors[0]), "1 dimension, not 2"),
    (lambda texts, vectors: (texts[:-1] + texts[:1], vectors), "s.txt:20: the sentence of line 1"),
    (lambda texts, vectors: (texts, np.where(vectors == vectors[5, 1], np.nan, vectors)), "row 6"),
])
def test_bad_files_are_refused(sonde, damage, says):
    texts = sentences(20)
    spec = save(sonde.folder, *damage(texts, np.random.default_rng(2).normal(size=(20, 3)).astype("f4")))
    answer = sonde("encode", "--encoder", spec, stdin=(texts[5] + "\n").encode(), code=3)
    (line,) = answer.messages
    assert says in line and "; " in line


def test_rows_that_no_memory_holds_are_refused_before_anything_is_read(sonde, sts):
    (sonde.folder / "s.txt").write_text("a\nb\nc\n")
    head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 10000000000), }"
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    with open(sonde.folder / "v.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)
        file.truncate(10 + len(head) + 3 * 4 * 10**10)  # a hole
    answer = sonde.run("a.sonde", "--encoder", "vectors:v.npy?sentences=s.txt", "--probe", "sts", "--data", sts, code=3)
    assert "v.npy: has rows of 10000000000 numbers" in answer.err and "GiB are free" in answer.err
