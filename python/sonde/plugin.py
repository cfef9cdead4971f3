"""Probes, scorers and encoders of your own, by name.

An encoder is a class whose objects have encode(texts, side): an array (texts, dimension).
`register` puts it into the table of encoders; from then on its name is a specification as any other,
in sonde.run() and, with --plugin FILE.py, on the command line.
"""
from __future__ import annotations

from typing import Any

from sonde._error import usage_error


class Encoder:
    """An encoder of your own: override encode().

    It is made with the location and the options of its specification, as texts: "mine:FILE?layer=3"
    makes Mine("FILE", layer="3").
    """

    name = ""  # of the kind
    help = ""  # one line, for `sonde list encoders`
    sided = False  # whether `side` changes the vectors
    batch_dependent = True  # whether other texts of a call may change a vector
    batch = 1024  # texts that a call gets at most
    views: tuple[str, ...] = ()  # names of several arrays that a call gives
    key: str | None = None  # what tells its vectors from others'; see sonde.Encoder

    def __init__(self, location: str = "", **options: str) -> None:
        self.location, self.options = location, options

    def encode(self, texts: list[str], side: str) -> Any:
        """The vectors of the texts: (texts, dimension)."""
        raise NotImplementedError


def register(kind: type) -> type:
    """Adds a class to the table of its family, by its `name`; may stand as a decorator.

    Errors: sonde.Error where it has no name, or another has it.
    """
    from sonde import _load
    if not isinstance(kind, type) or not issubclass(kind, Encoder):
        raise usage_error(f"{kind!r} is no plugin", "derive a class from sonde.plugin.Encoder")
    if not kind.name or not kind.name.replace("-", "").replace("_", "").isalnum() or not kind.name.isascii():
        raise usage_error(f"the plugin {kind.__qualname__} has the name {kind.name!r}",
                          "give it one of letters, digits, '-' and '_'")
    _load.core().add_encoder(kind.name, f"{kind.name}[:LOCATION]", kind.help or "a plugin", _encoder_maker(kind))
    return kind


def _encoder_maker(kind: type[Encoder]) -> Any:
    def make(location: str, options: dict[str, str]) -> Any:
        from sonde._encoder import Encoder as Adapted
        thing = kind(location, **options)
        return Adapted(thing.encode, name=kind.name, key=thing.key, sided=True, views=thing.views, batch=thing.batch,
                       batch_dependent=thing.batch_dependent)
    return make
