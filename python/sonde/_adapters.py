"""Makes of any object one shape: a function of texts and a side that gives arrays, a view each.

Nothing is imported that an object may come from: it is known by its methods.
"""
from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from sonde._error import input_error, usage_error

# Maps texts and their side of the comparison, "first" or "second", to the object's output for them.
Ask = Callable[[list[str], str], Any]


def ask_of(thing: Any, options: dict[str, Any]) -> tuple[Ask, str, int]:
    """How to call an object, its name, and the dimension that it states, or 0."""
    if isinstance(thing, type):
        raise usage_error(f"{thing.__name__} is a class", f"give an object of it: {thing.__name__}(...)")
    if isinstance(thing, tuple) and not _is_pair(thing):
        raise usage_error("a tuple is a pair of a transformers model and its tokenizer", "give several encoders as a list")
    if isinstance(thing, list):
        raise usage_error("a list is not an encoder", "give a model with its tokenizer as a tuple: (model, tokenizer), and each of several encoders a name")
    _refuse_other_models(thing)
    for fits, make in _SHAPES:
        if fits(thing):
            return make(thing, options), name_of(thing), _dimension_of(thing)
    raise usage_error(
        f"{_what(thing)} is not an encoder",
        "give a specification as text, a function of a list of texts, a model with encode(), a pair of a "
        "transformers model and its tokenizer, or an embeddings object of LangChain or LlamaIndex")


# Both are callable, but not with texts.
def _refuse_other_models(thing: Any) -> None:
    if _has("encode")(thing):
        return
    if _has("predict", "rank")(thing):
        raise usage_error(f"{_what(thing)} scores pairs", "give it as scorers=")
    if _has("forward")(thing) and hasattr(thing, "config"):
        raise usage_error(f"{_what(thing)} reads tokens, not texts", "give it with its tokenizer, as a tuple: (model, tokenizer)")


def scores_of(scorer: Any) -> Callable[[list[tuple[str, ...]]], Any]:
    """The function that gives a similarity for each row: the object's score() or predict(), or itself."""
    if _has("score")(scorer):
        return scorer.score
    if _has("predict")(scorer):  # a CrossEncoder
        quiet = _quiet(scorer.predict)
        return lambda rows: scorer.predict([list(row) for row in rows], **quiet)
    if not callable(scorer):
        raise usage_error(f"{_what(scorer)} is not a scorer",
                          "give a specification, a function, or an object with score() or predict()")
    return scorer


def arrays_of(answer: Any, texts: Sequence[str], views: Sequence[str], name: str) -> list[np.ndarray]:
    """An object's result as float32 arrays with a row per text, one array per view."""
    if not views:
        return [_array_of(answer, texts, name)]
    if isinstance(answer, dict):
        missing = [view for view in views if view not in answer]
        if missing:
            raise input_error(f"'{name}' gave no view {missing[0]!r}; it gave {sorted(map(str, answer))}")
        parts = [answer[view] for view in views]
    else:
        parts = list(answer)
    if len(parts) != len(views):
        raise input_error(f"'{name}' gave {len(parts)} arrays for {len(views)} views",
                          "give one for each view, or a dictionary")
    return [_array_of(part, texts, name) for part in parts]


def _array_of(answer: Any, texts: Sequence[str], name: str) -> np.ndarray:
    array = _as_numpy(answer, texts, name)
    if array.ndim != 2 and len(array) > 0:
        raise input_error(f"'{name}' gave an array of shape {array.shape} for {len(texts)} texts",
                          "a row of numbers is wanted for each text: (texts, dimension)")
    if len(array) != len(texts):
        raise input_error(f"'{name}' gave {len(array)} rows for {len(texts)} texts",
                          "a row is wanted for each text, in their order")
    if array.shape[1] == 0:
        raise input_error(f"'{name}' gave vectors without numbers")
    with np.errstate(over="ignore"):  # what is too large is infinite, which is told
        return np.ascontiguousarray(array, dtype=np.float32)


def _as_numpy(answer: Any, texts: Sequence[str], name: str) -> np.ndarray:
    if answer is None:
        raise input_error(f"'{name}' gave None for {len(texts)} texts", "does the function return its vectors?")
    if hasattr(answer, "detach") and hasattr(answer, "cpu"):  # a tensor of torch, on any device and of any type
        answer = answer.detach().cpu().float().numpy()
    elif inspect.isgenerator(answer) or isinstance(answer, (map, filter, zip)):
        answer = list(answer)
    if isinstance(answer, (list, tuple)) and answer and hasattr(answer[0], "detach"):
        answer = [row.detach().cpu().float().numpy() for row in answer]
    try:
        array = np.asarray(answer)
    except (TypeError, ValueError) as error:  # rows of several lengths
        raise input_error(f"'{name}' returned something that is not an array: {error}",
                          "all vectors have the same number of numbers") from error
    if array.ndim == 0 or array.dtype.kind not in "fiu" or array.dtype.itemsize > 16:
        raise input_error(f"'{name}' gave an array of {array.dtype}", "numbers are wanted, for instance float32")
    return array


def _what(thing: Any) -> str:
    return f"an object of the type {type(thing).__module__}.{type(thing).__qualname__}"


def name_of(thing: Any) -> str:
    """The name of an object, made of the letters that names may have."""
    if isinstance(thing, tuple):
        thing = thing[0]
    name = getattr(thing, "__name__", None) or type(thing).__name__
    return re.sub(r"[^A-Za-z0-9._-]+", "-", str(name)).strip("-") or "encoder"


def _dimension_of(thing: Any) -> int:
    for name in ("get_embedding_dimension", "get_sentence_embedding_dimension"):
        ask = getattr(thing, name, None)
        if callable(ask):
            dimension = ask()
            return dimension if isinstance(dimension, int) and dimension > 0 else 0
    return 0


def _has(*names: str) -> Callable[[Any], bool]:
    return lambda thing: all(callable(getattr(thing, name, None)) for name in names)


def _is_pair(thing: Any) -> bool:
    return isinstance(thing, tuple) and len(thing) == 2 and callable(thing[0]) and hasattr(thing[1], "pad")


def _is_mteb(version: str) -> Callable[[Any], bool]:
    asked = {"1": "task_name", "2": "task_metadata"}[version]

    def fits(thing: Any) -> bool:
        return _has("encode")(thing) and asked in _parameters(thing.encode)
    return fits


def _parameters(function: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # one written in C may have none
        return []


def _unsided(options: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key != "sided"}


def _plain(thing: Any, options: dict[str, Any]) -> Ask:
    more = _unsided(options)
    if options.get("sided"):
        return lambda texts, side: thing(texts, side, **more)
    return lambda texts, side: thing(texts, **more)


# sentence-transformers and objects with the same interface. With sided=True, queries and documents are encoded by its
# own two methods.
def _encoding(thing: Any, options: dict[str, Any]) -> Ask:
    more = {**_quiet(thing.encode), **_unsided(options)}
    by_side = {"first": getattr(thing, "encode_query", thing.encode),
               "second": getattr(thing, "encode_document", thing.encode)}

    def ask(texts: list[str], side: str) -> Any:
        return (by_side[side] if options.get("sided") else thing.encode)(texts, **more)
    return ask


# Prevents its progress bar from appearing within the run's.
def _quiet(function: Callable[..., Any]) -> dict[str, Any]:
    return {"show_progress_bar": False} if "show_progress_bar" in _parameters(function) else {}


# Uses mteb's own type if it is loaded: its wrappers need the members.
def _prompt_type(side: str, options: dict[str, Any]) -> Any:
    if not options.get("sided"):
        return None
    for name in ("mteb.types", "mteb.encoder_interface"):
        kinds = getattr(sys.modules.get(name), "PromptType", None)
        if kinds is not None:
            return kinds.query if side == "first" else getattr(kinds, "document", None) or kinds.passage
    return "query" if side == "first" else "document"


def _mteb_1(thing: Any, options: dict[str, Any]) -> Ask:
    more = _unsided(options)

    def ask(texts: list[str], side: str) -> Any:
        return thing.encode(texts, **{"task_name": "sonde", "prompt_type": _prompt_type(side, options), **more})
    return ask


class _Batches(list[dict[str, list[str]]]):
    """Batches of texts as mteb's wrappers read them from torch's DataLoader."""

    def __init__(self, texts: list[str], size: int = 32) -> None:
        super().__init__({"text": texts[first:first + size]} for first in range(0, len(texts), size))
        self.batch_size = size
        self.dataset = SimpleNamespace(features={"text": None}, column_names=["text"])


def _mteb_2(thing: Any, options: dict[str, Any]) -> Ask:
    more = {"task_metadata": SimpleNamespace(
        name="sonde", type="STS", prompt=None, abstask_prompt="Retrieve semantically similar text.", description="",
        category="t2t", simplified_task_type="semantic-similarity", modalities=["text"], languages=["eng"], eval_langs=["eng-Latn"]),
            "hf_split": "test", "hf_subset": "default", **_unsided(options)}

    def ask(texts: list[str], side: str) -> Any:
        return thing.encode(_Batches(texts), prompt_type=_prompt_type(side, options), **more)
    return ask


def _langchain(thing: Any, options: dict[str, Any]) -> Ask:
    def ask(texts: list[str], side: str) -> Any:
        if options.get("sided") and side == "first":
            return [thing.embed_query(text) for text in texts]
        return thing.embed_documents(texts)
    return ask


def _llama_index(thing: Any, options: dict[str, Any]) -> Ask:
    def ask(texts: list[str], side: str) -> Any:
        if options.get("sided") and side == "first":
            return [thing.get_query_embedding(text) for text in texts]
        return thing.get_text_embedding_batch(texts)
    return ask


# A transformers model and its tokenizer: of the last layer the mean over the tokens of the mask, the first or the last.
def _transformers(thing: Any, options: dict[str, Any]) -> Ask:
    model, tokenizer = thing
    pooling = options.get("pooling", "mean")
    if pooling not in ("mean", "cls", "last"):
        raise usage_error(f"unknown pooling {pooling!r}", "give 'mean', 'cls' or 'last'")
    more = {key: value for key, value in options.items() if key not in ("sided", "pooling")}

    def ask(texts: list[str], side: str) -> Any:
        import torch  # what the model is made of
        tokens = tokenizer(texts, padding=True, truncation=True, return_tensors="pt", **more)
        tokens = {key: value.to(model.device) for key, value in tokens.items()}
        with torch.no_grad():
            states = model(**tokens).last_hidden_state
        mask = tokens["attention_mask"]
        if pooling != "mean":
            place = mask.argmax(1) if pooling == "cls" else mask.shape[1] - 1 - mask.flip(1).argmax(1)
            return states[torch.arange(len(texts), device=states.device), place]
        mask = mask.unsqueeze(-1).to(states.dtype)
        return (states * mask).sum(1) / mask.sum(1).clamp(min=1)
    return ask


# The first that fits: many of these may be called too.
_SHAPES: tuple[tuple[Callable[[Any], bool], Callable[[Any, dict[str, Any]], Ask]], ...] = (
    (_is_pair, _transformers),
    (_is_mteb("2"), _mteb_2),
    (_is_mteb("1"), _mteb_1),
    (_has("embed_documents", "embed_query"), _langchain),
    (_has("get_text_embedding_batch", "get_query_embedding"), _llama_index),
    (_has("encode"), _encoding),
    (callable, _plain),
)
