"""Encoders for the rows of printed tables: those at hand, those in the Hugging Face hub's cache, and those that the reader names."""
import os
import sys
from pathlib import Path

from .page import PAPERS
from .paper import PRINTED, Paper

AT_HAND = {"TFIDF": "tfidf", "MPNET": "mpnet", "SentBERT": "mpnet", "SBERT-L": "mpnet", "SBERT-mini": "minilm-l6",
           "MiniLM L6 (all), second": "minilm-l6", "mpnet base (all), second": "mpnet", "MiniLM L3 (para)": "minilm-l3"}


def models():
    """row -> specification of its model on the hub."""
    lines = (PRINTED / "hub.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def cache():
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache/huggingface")
    return Path(os.environ.get("HF_HUB_CACHE") or home / "hub")


def is_cached(specification):
    name = specification.removeprefix("hf:").split("?")[0]
    return (cache() / f"models--{name.replace('/', '--')}").exists()


def known_rows():
    return {key.row for paper in PAPERS for key in Paper(paper).printed}


def rows(named, with_hub):
    """row -> specification. named: `ROW=SPEC` each."""
    import findings
    found = {row: findings.ENCODERS[name]() for row, name in AT_HAND.items()}
    if with_hub:
        found |= {row: spec for row, spec in models().items() if is_cached(spec)}
    for one in named:
        row, mark, spec = one.partition("=")
        if not mark or row not in known_rows():
            sys.exit(f"--encoder '{one}': ROW=SPEC is wanted, with a row of a printed table, as tools/reproduce/printed has them")
        found[row] = spec
    return found
