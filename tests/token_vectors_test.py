"""Encoders of token and word vectors: `static:`, `words:` with fastText's models."""
import json

import numpy as np
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
