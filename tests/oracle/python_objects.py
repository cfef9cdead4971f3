"""Models of other libraries, given to the package as they are, against sonde's own engine on the same weights."""
import sys
from pathlib import Path

import numpy as np
import pytest
from sentence_transformers import SentenceTransformer
from transformers import AutoModel, AutoTokenizer

sys.path.insert(0, str(Path(__file__).parents[1]))
from python_package import ROOT, sonde

FOLDER = str(ROOT / ".setup/models/minilm")
WORDS = {"data": "negation-detection", "limit": 40, "replicates": 20, "progress": False, "store": "none"}


@pytest.fixture(scope="module")
def encoders():
    sentences = SentenceTransformer(FOLDER, device="cpu")
    pair = (AutoModel.from_pretrained(FOLDER).eval(), AutoTokenizer.from_pretrained(FOLDER))
    return {"own": "minilm", "sentences": sentences, "pair": pair}


def test_each_gives_what_the_engine_gives(encoders):
    run = sonde.run(encoders, **WORDS)
    for name in ("margin", "sim_s_plus", "accuracy"):
        own = run.result(subject="own", result=name).value
        for subject in ("sentences", "pair"):
            assert run.result(subject=subject, result=name).value == pytest.approx(own, abs=1e-6)
    assert all(one["noise_floor"] < 1e-6 for one in run.subjects)


def test_vectors_are_those_of_the_model(encoders):
    texts = ["A cat sleeps.", "The dog barks loudly at night."]
    assert np.abs(sonde.encode("minilm", texts) - sonde.encode(encoders["sentences"], texts, progress=False)).max() < 1e-6


def test_mteb_s_own_wrapper_is_asked_as_it_wants(encoders):
    wrapper = pytest.importorskip("mteb.models").SentenceTransformerEncoderWrapper(encoders["sentences"])
    texts = ["A cat sleeps.", "The dog barks loudly at night."] * 20
    for sided in (False, True):  # this model has no prompts
        for side in ("first", "second"):
            vectors = sonde.encode(sonde.Encoder(wrapper, sided=sided), texts, side, progress=False)
            assert np.abs(sonde.encode("minilm", texts) - vectors).max() < 1e-6
