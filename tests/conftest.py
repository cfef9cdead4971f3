"""Fixtures that the end-to-end tests share. See program.py."""
import shutil
import signal

import pytest
from chats import ChatServer
from program import ROOT, Sonde, edit_json, write_sts, write_triplets

# Ignored, as in a job in the background, it would be ignored by the programs that tests start too.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def sonde(tmp_path):
    return Sonde(tmp_path)


@pytest.fixture
def server():
    server = ChatServer()
    yield server
    server.end()


@pytest.fixture
def sts(tmp_path):
    return write_sts(tmp_path / "pairs.tsv", 60)


@pytest.fixture
def triplets(tmp_path):
    return write_triplets(tmp_path / "triples.tsv", 40)


@pytest.fixture
def tiny(tmp_path):
    """A tiny model that a test may change: with pooling, a dense layer and normalisation, without a prompt."""
    folder = shutil.copytree(ROOT / "tests/golden/prompted", tmp_path / "tiny")
    (folder / "config_sentence_transformers.json").write_text('{"prompts": {"query": "one query: "}}')
    edit_json(folder / "1_Pooling/config.json", lambda c: c.update(include_prompt=True))
    return folder
