"""The graphs of a folder, as pairs of PENMAN on one line."""

from pathlib import Path


def pairs(folder):
    sides = [[" ".join(graph.split()) for graph in (Path(folder) / name).read_text("utf-8").split("\n\n")]
             for name in ("first.amr", "second.amr")]
    return list(zip(*sides, strict=True))
