"""How many weights a model has, by its published configuration: the sizes of HEROS's Table 3 without a download.

`printed/configurations.tsv` has the values of each model's config.json: word pieces, width, layers, inner width, positions, kinds of
token, another width (of ALBERT's embeddings, of all of T5's heads), and the width of a dense layer after pooling.
"""
from dataclasses import dataclass

from .paper import PRINTED

BUCKETS = 32  # kinds of relative position per head


@dataclass(frozen=True)
class Configuration:
    family: str
    words: int
    width: int
    layers: int
    inner: int
    positions: int
    kinds: int
    other: int
    dense: int

    def dimension(self):
        return self.dense or self.width


def read_configurations():
    """row of Table 3 -> its configuration."""
    lines = (PRINTED / "configurations.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")][1:]
    return {row[0]: Configuration(row[1], *map(int, row[2:])) for row in rows}


def linear(inputs, outputs):
    return inputs * outputs + outputs


def layer(width, inner):
    """Attention, two layers and two norms, with biases."""
    return 4 * linear(width, width) + linear(width, inner) + linear(inner, width) + 4 * width


def embedded(one, width):
    return (one.words + one.positions + one.kinds) * width + 2 * width


def bert(one):
    return embedded(one, one.width) + one.layers * layer(one.width, one.inner) + linear(one.width, one.width)


def distilbert(one):
    return embedded(one, one.width) + one.layers * layer(one.width, one.inner)


def mpnet(one):
    return bert(one) + BUCKETS * one.other


def albert(one):
    """One layer for all."""
    return embedded(one, one.other) + linear(one.other, one.width) + layer(one.width, one.inner) + linear(one.width, one.width)


def t5(one):
    """The encoder, without biases. `other`: the width of all heads, `kinds`: of one."""
    heads = one.other // one.kinds
    return one.words * one.width + one.layers * (4 * one.width * one.other + 2 * one.width * one.inner + 2 * one.width) + BUCKETS * heads + one.width


def table(one):
    return one.words * one.width


FAMILIES = {"bert": bert, "distilbert": distilbert, "mpnet": mpnet, "albert": albert, "t5": t5, "table": table}


def weights(one):
    dense = 0 if not one.dense else one.width * one.dense if one.family == "t5" else linear(one.width, one.dense)
    return FAMILIES[one.family](one) + dense
