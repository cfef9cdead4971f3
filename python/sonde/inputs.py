"""The types of what functions take, for annotations: sonde.inputs.EncoderLike and others."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from sonde._compare import Gate
    from sonde._data import Data
    from sonde._encoder import Encoder
    from sonde._results import Run

__all__ = ["Columns", "DataLike", "DataSets", "EncoderLike", "Encoders", "Encodes", "Embeds", "EmbedsTexts", "Folders", "GatesLike",
           "ProgressLike", "Predicts", "RunLike", "ScorerLike", "Scorers", "Scores", "Table"]


class Encodes(Protocol):
    """A model of sentence-transformers or mteb."""

    encode: Callable[..., Any]


class Embeds(Protocol):
    """Embeddings of LangChain."""

    embed_documents: Callable[..., Any]
    embed_query: Callable[..., Any]


class EmbedsTexts(Protocol):
    """Embeddings of LlamaIndex."""

    get_text_embedding_batch: Callable[..., Any]
    get_query_embedding: Callable[..., Any]


class Scores(Protocol):
    """A scorer: similarities of rows, which are pairs of texts."""

    score: Callable[..., Any]


class Predicts(Protocol):
    """A CrossEncoder of sentence-transformers."""

    predict: Callable[..., Any]


class Table(Protocol):
    """A frame of pandas or polars, a datasets.Dataset, or a table of pyarrow."""

    @property
    def columns(self) -> Any: ...


class Columns(Protocol):
    """A datasets.Dataset or a table of pyarrow."""

    @property
    def column_names(self) -> Any: ...


EncoderLike: TypeAlias = ("str | os.PathLike[str] | Encoder | Encodes | Embeds | EmbedsTexts | "
                          "Callable[..., Any] | tuple[Any, Any]")
Encoders: TypeAlias = "EncoderLike | Sequence[EncoderLike] | Mapping[str, EncoderLike] | None"
ScorerLike: TypeAlias = "str | Scores | Predicts | Callable[..., Any]"
Scorers: TypeAlias = "ScorerLike | Sequence[ScorerLike] | Mapping[str, ScorerLike] | None"
DataLike: TypeAlias = ("str | os.PathLike[str] | Data | Iterable[Mapping[str, Any]] | Mapping[str, Sequence[Any]] | "
                       "Table | Columns")
DataSets: TypeAlias = "DataLike | Sequence[DataLike] | Mapping[str, DataLike] | None"
RunLike: TypeAlias = "str | os.PathLike[str] | Run"
GatesLike: TypeAlias = "str | os.PathLike[str] | Gate | Mapping[str, Any] | Iterable[Gate | Mapping[str, Any]] | None"
ProgressLike: TypeAlias = "bool | Callable[[str, int, int], object] | None"
Folders: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None"
