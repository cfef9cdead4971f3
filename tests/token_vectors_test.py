"""Encoders of token and word vectors: `static:`."""
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
