"""Writes tests/golden/both-ways.json: vectors that transformers gives decoders whose tokens see later ones.

Each tiny decoder of tests/golden with "is_causal": false, also with a window of three tokens if its family has windows.

    python tools/golden/both_ways.py"""
import dataclasses
import json
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tests/oracle"))
import config_keys  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING  # noqa: E402


def variants(config):
    """The keys that are added to a configuration."""
    yield {"is_causal": False}
    fields = {field.name for field in dataclasses.fields(CONFIG_MAPPING[config["model_type"]])}
    windows = {key: value for key, value in {"sliding_window": 3, "use_sliding_window": True}.items() if key in fields}
    if windows:
        yield {"is_causal": False} | windows
    if config["model_type"] == "gemma3_text":
        yield {"use_bidirectional_attention": True} | windows


def main():
    cases = []
    for name in config_keys.DECODERS:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / name
            config = config_keys.bare(name, folder)
            for keys in variants(config):
                (folder / "config.json").write_text(json.dumps(config | keys))
                vectors = np.round(config_keys.of_transformers(folder).astype(float), 7).tolist()
                cases.append({"model": name, "keys": keys, "vectors": vectors})
            shutil.rmtree(folder)
    lines = ",\n".join(json.dumps(case) for case in cases)
    (ROOT / "tests/golden/both-ways.json").write_text(
        f'{{"sentences": {json.dumps(config_keys.TEXTS)},\n "cases": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
