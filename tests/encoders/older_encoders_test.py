"""Encoders without a transformer: `static:`, fastText's models, `sent2vec:`, `infersent:`, `laser:`, `skipthought:`, and `rank:`."""
import json

import numpy as np
import pytest
from program import ROOT

STATIC = ROOT / "tests/golden/static"


def test_a_folder_of_model2vec(sonde):
    expected = json.loads((STATIC / "expected.json").read_text())
    vectors = sonde.encode(["A dog sleeps.", "a"], f"static:{STATIC}/model2vec")
    case = next(one for one in expected["cases"] if one["location"] == "model2vec")
    at = [expected["sentences"].index(text) for text in ("A dog sleeps.", "a")]
    assert np.allclose(vectors, np.array(case["vectors"])[at], atol=1e-6)


def test_a_transformer_is_sent_to_hf(sonde, tiny):
    answer = sonde("encode", "--encoder", "static:tiny", stdin=b"a dog\n", code=3)
    assert "for transformers write hf:tiny" in answer.err


def test_a_fasttext_model(sonde):
    folder = ROOT / "tests/golden/fasttext"
    expected = json.loads((folder / "expected.json").read_text())
    vectors = sonde.encode(expected["sentences"], f"words:{folder}/skipgram.bin?combine=fasttext&split=spaces&lower=false")
    assert np.allclose(vectors, np.array(expected["cases"][0]["sentences"]), atol=1e-6)


def test_a_fasttext_model_that_is_cut_off(sonde):
    whole = (ROOT / "tests/golden/fasttext/skipgram.bin").read_bytes()
    (sonde.folder / "m.bin").write_bytes(whole[:-7])
    answer = sonde("encode", "--encoder", "words:m.bin", stdin=b"a dog\n", code=3)
    assert "m.bin: ends within the fastText model; it was cut off; fetch it again" in answer.err


def test_infersent(sonde):
    folder = ROOT / "tests/golden/infersent"
    expected = json.loads((folder / "expected.json").read_text())
    vectors = sonde.encode(expected["sentences"][:4], f"infersent:{folder}?words={folder}/words.txt")
    assert np.allclose(vectors, np.array(expected["cases"][0]["vectors"])[:4], atol=1e-6)


@pytest.mark.parametrize("was, now, says", [
    (b"enc_lstm.bias_hh_l0_reverse", b"enc_lstm.bias_xx_l0_reverse", "has no tensor 'enc_lstm.bias_hh_l0_reverse'"),
    (b"[20,5]", b"[5,20]", "has the shape [5, 20], not [20, 5]")])
def test_lstm_weights_that_lack_or_have_another_size(sonde, was, now, says):
    folder = ROOT / "tests/golden/infersent"
    (sonde.folder / "m.safetensors").write_bytes((folder / "model.safetensors").read_bytes().replace(was, now, 1))
    answer = sonde("encode", "--encoder", f"infersent:m.safetensors?words={folder}/words.txt", stdin=b"a dog\n", code=3)
    (line,) = answer.messages
    assert "m.safetensors: " in line and says in line


def test_laser(sonde):
    folder = ROOT / "tests/golden/laser"
    rows = [row for row in json.loads((folder / "expected.json").read_text())
            if row["language"] == "de" and "vector" in row and not set("\r\n") & set(row["text"])]
    vectors = sonde.encode([row["text"] for row in rows], f"laser:{folder}?language=de")
    assert len(rows) > 5 and np.allclose(vectors, np.array([row["vector"] for row in rows]), atol=1e-6)


def test_laser_in_a_language_that_another_program_splits(sonde):
    answer = sonde("encode", "--encoder", f"laser:{ROOT}/tests/golden/laser?language=ja", stdin=b"x\n", code=2)
    assert "laserembeddings" in answer.err


def test_skip_thoughts(sonde):
    folder = ROOT / "tests/golden/skipthought"
    rows = json.loads((folder / "expected.json").read_text())
    vectors = sonde.encode([row["text"] for row in rows], f"skipthought:{folder}")
    expected = [np.concatenate([np.array(row[part]) / np.linalg.norm(row[part]) for part in ("uni", "bi")]) for row in rows]
    assert np.allclose(vectors, np.array(expected), atol=1e-6)


def test_ranks_among_a_corpus(sonde, tiny):
    (sonde.folder / "corpus.txt").write_text("a dog sleeps\nthe man sings\na green river\n")
    ranks = sonde.encode(["a dog sleeps", "a river"], "rank:hf:tiny?corpus=corpus.txt")
    assert ranks.shape == (2, 3) and ranks[0].argmax() == 0 and np.allclose(np.linalg.norm(ranks, axis=1), 1)


def test_sent2vec(sonde):
    folder = ROOT / "tests/golden/sent2vec"
    expected = json.loads((folder / "expected.json").read_text())
    vectors = sonde.encode(expected["sentences"], f"sent2vec:{folder}/tiny.bin")
    assert np.allclose(vectors, np.array(expected["vectors"]), atol=1e-5)
