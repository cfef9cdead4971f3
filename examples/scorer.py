"""A scorer: a similarity per pair of texts, without vectors.

    sonde run --plugin examples/scorer.py --scorer shared-words --encoder random --data negation-detection --out shared.sonde --show

The command is the one of the Python package.
"""
from sonde.plugin import Scorer, register


def words(text):
    return {word.strip(".,;:!?").lower() for word in text.split()}


@register
class SharedWords(Scorer):
    """The share of words that two texts have in common."""

    name = "shared-words"

    def score(self, rows):
        return [self.shared(*row) if len(row) == 2 else float("nan") for row in rows]

    def shared(self, first, second):
        both = words(first) | words(second)
        return len(words(first) & words(second)) / len(both) if both else float("nan")
