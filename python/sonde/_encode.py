"""sonde.encode"""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sonde import _load
from sonde._encoder import subjects_of
from sonde._error import usage_error
from sonde._progress import told

if TYPE_CHECKING:
    import numpy as np

    from sonde.inputs import EncoderLike, Folders, ProgressLike


def encode(encoder: EncoderLike, texts: Iterable[str], side: str = "first", *, threads: int = 0,
           progress: ProgressLike = None, resources: Folders = None) -> np.ndarray:
    """The vectors of texts: float32, (texts, dimension). A text without a vector has a row of NaN.

    encoder: one, as for sonde.run, with one view. One that is fitted on a data set (tfidf) is fitted on
        these texts.
    side: "first" or "second": which prompt to use if the encoder treats the sides of a comparison differently.
    """
    if side not in ("first", "second"):
        raise usage_error(f"unknown side {side!r}", "use 'first' or 'second'")
    sentences = [texts] if isinstance(texts, str) else list(texts)
    for place, sentence in enumerate(sentences):
        if not isinstance(sentence, str) or not sentence.strip():
            raise usage_error(f"text {place} is {sentence!r}", "give texts that are not empty")
    subjects = subjects_of(encoder)
    if len(subjects) != 1:
        raise usage_error(f"{len(subjects)} encoders", "give one")
    observer = told(progress)
    try:
        return _load.core().encode(subjects[0], sentences, side == "second", threads, _load.resources(resources), observer)
    finally:
        observer.end()
