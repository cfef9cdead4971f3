"""An object as an encoder."""
from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from sonde._error import input_error, is_name, usage_error

if TYPE_CHECKING:
    from sonde.inputs import EncoderLike

_VIEW = re.compile(r"[A-Za-z0-9._-]+")
_PROBE_TEXT = "A sentence."  # where only the dimension is wanted


class Encoder:
    """An object that gives vectors, with the facts that sonde needs about it.

    thing: a function of a list of texts that gives an array (texts, dimension), or a model of
        sentence-transformers, a pair (model, tokenizer) of transformers, an encoder by mteb's protocol
        (version 1 or 2), or an embeddings object of LangChain or LlamaIndex. A row of NaN means that a
        text has no vector.
    name: of the subject, any text that can be printed. Default: the object's own.
    key: distinguishes this object's vectors from others', for instance the model's name with its
        revision. It identifies vectors stored from run to run, so it has to change whenever they do. Without
        a key, vectors are stored for one run alone.
    views: names of several arrays that one call gives, as a dictionary or in this order, for instance
        layers. Each is a subject.
    sided: whether the encoder treats the two sides of a comparison differently, as queries and documents. A
        plain function is then called as thing(texts, side), with "first" or "second".
    batch: how many texts a call gets at most.
    batch_dependent: whether the other texts of a call may change a vector, as padding does. If
        they may, a run measures by how much.
    options: passed on to the object's own method.
    """

    def __init__(self, thing: EncoderLike, *, name: str | None = None, key: str | None = None,
                 views: Sequence[str] | None = None, sided: bool = False, batch: int = 1024,
                 batch_dependent: bool = True, group: str = "", **options: Any) -> None:
        from sonde._adapters import ask_of
        if isinstance(thing, Encoder):
            raise usage_error(f"{thing!r} is a sonde.Encoder already", "give the object that it was made of")
        self.thing = thing
        self._ask, own_name, self._dimension = ask_of(thing, _all_options(thing, sided, options))
        if options and options.get("precision") not in ("int8", "uint8"):
            self._dimension = 0  # options may change it
        self.name = own_name if name is None else name
        _named(self.name)
        if key is not None and (not isinstance(key, str) or not key):
            raise usage_error(f"{key!r} is not a key", "give a text that changes whenever the vectors do")
        if not isinstance(batch, int) or not 1 <= batch <= 1 << 20:
            raise usage_error(f"a batch of {batch!r} texts", "give from 1 to 1048576")
        self.sided, self.batch, self.batch_dependent, self.group = bool(sided), batch, bool(batch_dependent), group
        self.views = _checked_views(views)
        self._key = key
        self._options = repr(sorted(options.items())) if options else ""
        self.unkeyed = ""  # what tells one without a key from others of its run, where the name doesn't
        kind = type(thing[0] if isinstance(thing, tuple) else thing)
        self.facts = [("object", f"{kind.__module__}.{kind.__qualname__}"), *([("key", key)] if key else []),
                      *([("options", self._options[:500])] if options else [])]

    @property
    def key(self) -> str:
        """The text that the identity is made of."""
        return "\n".join([self._key or f"no key: {self.unkeyed or self.name}", *([self._options] if self._options else [])])

    @property
    def doubt(self) -> str:
        """Why the object may be another one in the next run. Empty if it has a key."""
        if self._key:
            return ""
        return ("nothing tells this object from another of its name, so vectors are stored for this run only; "
                "give it a key: sonde.Encoder(..., key=TEXT)")

    def dimension(self) -> int:
        """How many numbers a vector has. Found by encoding one sentence if the object doesn't state it."""
        if not self._dimension:
            self.encode([_PROBE_TEXT], "first")
        return self._dimension

    def encode(self, texts: list[str], side: str = "first") -> list[Any]:
        """float32 arrays (texts, dimension), one a view. Errors: "input" for anything else."""
        from sonde._adapters import arrays_of
        arrays = arrays_of(self._ask(texts, side), texts, self.views, self.name)
        for array in arrays:
            self._dimension = self._dimension or array.shape[1]
            if array.shape[1] != self._dimension:
                raise input_error(f"'{self.name}' gave vectors of {array.shape[1]} numbers, "
                                  f"and of {self._dimension} before", "all have the same number")
        return arrays

    def reject(self, texts: list[str]) -> None:
        """Called for a vector in which some numbers are not finite."""
        raise input_error(f"'{self.name}' gave a vector with NaN or infinite numbers for {texts[0][:80]!r}",
                          "give a row of NaN alone where a text has no vector")

    def __repr__(self) -> str:
        return f"<sonde.Encoder {self.name}{', key ' + repr(self._key) if self._key else ', without a key'}>"


def _all_options(thing: Any, sided: bool, options: dict[str, Any]) -> dict[str, Any]:
    return {**options, "sided": True} if sided else options


def _checked_views(views: Sequence[str] | None) -> list[str]:
    names = [] if views is None else list(views)
    for name in names:
        if not isinstance(name, str) or not _VIEW.fullmatch(name):
            raise usage_error(f"{name!r} is not a name of a view", "use letters, digits, '.', '_' and '-'")
    if len(set(names)) < len(names):
        raise usage_error(f"two views have one name: {names}")
    return names


def subjects_of(encoders: Any) -> list[Any]:
    """The encoders of sonde.run(), as (name, group, Encoder or specification) or as the text of a specification."""
    if isinstance(encoders, Mapping):
        return [_subject(encoder, name) for name, encoder in encoders.items()]
    if isinstance(encoders, (list, set, frozenset)):
        return _told_apart([_subject(encoder, None) for encoder in encoders])
    return [] if encoders is None else [_subject(encoders, None)]


# The program's words for it are the command's.
def _told_apart(subjects: list[Any]) -> list[Any]:
    names = [one[0] for one in subjects if isinstance(one, tuple)]
    for name in names:
        if names.count(name) > 1:
            raise usage_error(f"two subjects are named '{name}'", "give a dictionary of names and encoders")
    return subjects


def _subject(encoder: Any, name: str | None) -> Any:
    if isinstance(encoder, (str, os.PathLike)):
        return _specified(_spec_of(encoder), name)
    if not isinstance(encoder, Encoder):
        encoder = Encoder(encoder, name=name)
    named = copy(encoder)  # one may have two names, in several runs
    named.name = encoder.name if name is None else _named(name)
    return named.name, encoder.group, named


def _specified(spec: str, name: str | None) -> Any:
    return spec if name is None else (_named(name), "", spec)


# A text is a specification, unless it is the path of a folder.
def _spec_of(encoder: str | os.PathLike[str]) -> str:
    text = os.fspath(encoder)
    if isinstance(encoder, str) and not (os.sep in text and os.path.isdir(text)):
        return text
    if os.path.isdir(text):
        return f"hf:{text}"
    if text.endswith(".onnx") and os.path.isfile(text):
        return f"onnx:{text}"
    raise usage_error(f"{text} is not a folder of a model", "check the path")


def _named(name: Any) -> str:
    if not is_name(name):
        raise usage_error(f"{name!r} is not a name of a subject", "use a text that can be printed")
    return str(name)


def scorers_of(scorers: Any) -> list[Any]:
    """The scorers of sonde.run(), likewise: specifications, functions of rows, or objects with score() or predict()."""
    named = scorers.items() if isinstance(scorers, Mapping) else [
        (None, one) for one in ([] if scorers is None else scorers if isinstance(scorers, (list, tuple)) else [scorers])]
    return _told_apart([_scorer(scorer, name) for name, scorer in named])


def _scorer(scorer: Any, name: str | None) -> Any:
    from sonde.plugin import AdaptedScorer
    if isinstance(scorer, str):
        return _specified(scorer, name)
    from sonde._adapters import name_of, scores_of
    function = scores_of(scorer)
    name = _named(name if name is not None else name_of(scorer))
    return name, "", AdaptedScorer(function, name, getattr(scorer, "key", None))
