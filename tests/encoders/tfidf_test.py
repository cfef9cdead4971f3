"""`tfidf` against scikit-learn, end to end."""
import numpy as np
import pytest
from program import sentences
from sklearn.feature_extraction.text import TfidfVectorizer


def cosine(a, b):
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def expected(fit_on, texts):
    return TfidfVectorizer().fit(fit_on).transform(texts).toarray()


def test_encode_fits_on_the_sentences_given(sonde):
    texts = sentences(80)
    vectors = sonde.encode(texts, "tfidf")
    assert np.array_equal(vectors, expected(texts, texts).astype("f4"))
    assert np.array_equal(sonde.encode(texts + texts[:9], "tfidf")[:80], vectors)  # each once


def test_each_data_set_has_its_own_vocabulary_of_originals_alone(sonde, sts, triplets):
    sonde.run("a.sonde", "--encoder", "tfidf", "--data", sts, "--data", triplets)
    items = sonde.items("a.sonde")
    for name, originals in (("pairs", slice(None)), ("triples", slice(0, 1))):
        mine = [item for item in items if item["dataset"] == name]
        fit_on = sorted({text for item in mine for text in item["sentences"][originals]})
        for item in mine:
            a, b, *_ = expected(fit_on, item["sentences"])
            value = item["subjects"]["tfidf"]["similarity"]
            first = value[0] if isinstance(value, list) else value
            if not a.any() or not b.any():
                assert first is None
            else:
                assert first == pytest.approx(cosine(a, b), abs=1e-7)


def test_other_data_change_nothing(sonde, sts, triplets):
    sonde.run("both.sonde", "--encoder", "tfidf", "--data", sts, "--data", triplets)
    sonde.run("one.sonde", "--encoder", "tfidf", "--data", sts)
    both = [item for item in sonde.items("both.sonde") if item["dataset"] == "pairs"]
    assert both == sonde.items("one.sonde")


def test_a_file_serves_all_data_sets(sonde, sts, triplets):
    texts = sentences(500, seed=9) + ["the"] * 3
    (sonde.folder / "fit.txt").write_text("".join(text + "\n" for text in texts))
    sonde.run("a.sonde", "--encoder", "it=tfidf?fit=fit.txt", "--data", sts, "--data", triplets)
    for item in sonde.items("a.sonde"):
        a, b, *_ = expected(texts, item["sentences"])
        value = item["subjects"]["it"]["similarity"]
        assert (value[0] if isinstance(value, list) else value) == pytest.approx(cosine(a, b), abs=1e-7)


OWN = ("heros-en", "curves-en", "sets-en", "argument-sensitivity")
PROBES = ("sts", "sts?similarity=l1", "sts?similarity=l2", "sts?similarity=dot", "sts?standardize=joint",
          "sts?standardize=separate", "heros", "curves", "curves?cosine=published", "sets?filter=none",
          "triplets")


def test_sparse_vectors_measure_as_those_written_out(sonde, sts):
    """Every probe: once by `tfidf`, then by the matrix that `encode` gives."""
    words = ["--data", sts, *(word for name in OWN for word in ("--data", name)),
             *(word for probe in PROBES for word in ("--probe", probe))]
    sonde.run("random.sonde", "--encoder", "random", *words, "--limit", 30)
    texts = sorted({text for item in sonde.items("random.sonde") for text in item["sentences"]})
    (sonde.folder / "fit.txt").write_text("".join(text + "\n" for text in texts[::3]))
    sonde.run("sparse.sonde", "--encoder", "x=tfidf?fit=fit.txt", *words, "--limit", 30)
    vectors = sonde.encode(texts, "tfidf?fit=fit.txt")
    known = ~np.isnan(vectors).any(axis=1)
    np.save(sonde.folder / "all.npy", vectors[known])
    (sonde.folder / "all.txt").write_text("".join(f"{t}\n" for t, k in zip(texts, known) if k))
    sonde.run("whole.sonde", "--encoder", "x=vectors:all.npy?sentences=all.txt", *words, "--limit", 30)
    sparse, whole = (sonde.items(f"{name}.sonde") for name in ("sparse", "whole"))
    assert len(sparse) == len(whole) > 200
    for one, other in zip(sparse, whole):
        assert one["probe"] == other["probe"] and one["item"] == other["item"]
        for name, value in other["subjects"]["x"].items():
            np.testing.assert_allclose(np.array(one["subjects"]["x"][name], float),
                                       np.array(value, float), rtol=1e-9, atol=1e-9, err_msg=f"{name} {other}")


def test_the_order_of_the_items_changes_no_bit(sonde, sts):
    header, *lines = sts.read_text().splitlines()
    turned = sonde.folder / "turned.tsv"
    turned.write_text("\n".join([header, *lines[::-1]]) + "\n")
    found = []
    for data in (sts, turned):
        sonde.run(f"{data.stem}.sonde", "--encoder", "tfidf", "--data", data)
        found.append({tuple(item["sentences"]): item["subjects"]["tfidf"]["similarity"]
                      for item in sonde.items(f"{data.stem}.sonde")})
    assert found[0] == found[1] and len(found[0]) > 50


def test_a_sentence_without_a_known_word_is_undefined_and_told(sonde):
    (sonde.folder / "fit.txt").write_text("the dog sleeps\n")
    answer = sonde("encode", "--encoder", "tfidf?fit=fit.txt", stdin=b"a bird\nthe bird\n")
    assert "without a vector (nan): 1 of 2 sentences" in answer.err
    nobody = sonde("encode", "--encoder", "tfidf", stdin=b"a b\n! ?\n", code=3)
    assert "no word of two letters" in nobody.err
