"""sonde.audit"""
from __future__ import annotations

import csv
import json
import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sonde import _load
from sonde._encoder import scorers_of, subjects_of
from sonde._error import usage_error
from sonde._make import option_words
from sonde._progress import Told, told
from sonde._results import Result, Run
from sonde._run import run, whole

if TYPE_CHECKING:
    from sonde.inputs import Encoders, Folders, ProgressLike, Scorers


@dataclass(frozen=True)
class Variant:
    """A sentence that a rule made from one of yours. kind: its column in the set. rule: the edit."""

    id: str
    sentence: str
    kind: str
    text: str
    rule: str


@dataclass(frozen=True)
class OperatingPoint:
    """One encoder at a threshold: two texts count as the same if their similarity is above it.

    wanted: the rate of false matches that the threshold was chosen for, or None if you gave it.
    threshold: NaN if there are too few changed sentences for the rate.
    The two results: cross-fitted shares of changed and of harmless variants above the threshold.
    kept_is_upper_bound: the harmless variants are made by rule, which are easier than paraphrases.
    """

    subject: str
    wanted: float | None
    threshold: float
    false_matches: Result
    kept: Result
    kept_is_upper_bound: bool


class Audit(Run):
    """A run over the variants of your sentences. sonde.audit() makes one."""

    read: dict[str, Any]
    """Counts: sentences, lines, split, left_out, with_both (sentences with a changed and a same variant), made
    (variants by kind), and chat (questions sent, paraphrases found, refused by reason)."""
    card: str
    """The card of the variants, a data set for sonde.run(), or empty without texts."""
    searched: dict[str, Any]
    """Counts: queries, passages, with_near_miss (queries), undecided (near misses left out), made (by kind), card (a data
    set for sonde.run()). Empty without pairs."""

    def __init__(self, made: Run, read: dict[str, Any], searched: dict[str, Any], threshold: float | None,
                 temporary: str | None) -> None:
        super().__init__(made.path, temporary)
        self.notes, self.counts = made.notes, made.counts
        self.card, self.read, self.searched = read.pop("card", ""), read, searched
        self._threshold = threshold

    @cached_property
    def variants(self) -> list[Variant]:
        """All variants, sentence by sentence."""
        if not self.card:
            return []
        folder = Path(self.card).parent
        sentences = {row["id"]: row["sentence"] for row in _rows(folder / "variants.tsv")}
        return [Variant(row["id"], sentences[row["id"]], row["kind"], row["variant"], row["trace"])
                for row in _rows(folder / "traces.tsv")]

    @cached_property
    def points(self) -> list[OperatingPoint]:
        """The operating points of each encoder, for 1% and 5% false matches and at your threshold."""
        found = []
        for subject in [one["name"] for one in self.subjects]:
            for suffix, wanted in (("_1", .01), ("_5", .05), ("_given", None)):
                false = self.find(subject=subject, result=f"false_matches{suffix}")
                kept = [one for name in ("kept", "kept_upper_bound")
                        for one in self.find(subject=subject, result=name + suffix)]
                at = self.find(subject=subject, result=f"threshold{suffix}")
                if not false or not kept or (wanted is None and self._threshold is None):
                    continue
                threshold = at[0].value if wanted is not None else float(self._threshold or 0)
                found.append(OperatingPoint(subject, wanted, threshold, false[0], kept[0], "upper_bound" in kept[0].name))
        return found

    def text(self, format: str = "text", *, summary: bool = False, slices: bool = False) -> str:
        """The tables that `sonde audit` prints: text, md, tex or json. summary, slices: as of a Run."""
        if summary or slices:
            return super().text(format, summary=summary, slices=slices)
        return str(_load.core().audit_text(self.path, format))

    def __repr__(self) -> str:
        texts = [f"{self.read['sentences']} sentences"] if self.read else []
        texts += [f"{self.searched['queries']} queries"] if self.searched else []
        return f"<sonde.Audit {self.path}: {', '.join(texts)}, {len(self.subjects)} subjects>"


def audit(texts: str | os.PathLike[str] | Iterable[str] | None, encoders: Encoders = None, *, scorers: Scorers = None,
          same: Iterable[tuple[str, str]] | None = None,
          pairs: str | os.PathLike[str] | Iterable[tuple[str, str]] | None = None,
          threshold: float | None = None, language: str = "en",
          column: str = "", out: str | os.PathLike[str] | None = None, store: str | os.PathLike[str] | Literal[False] | None = None,
          seed: int = 1, replicates: int = 2000, threads: int = 0, replace: bool = False, progress: ProgressLike = None,
          resources: Folders = None, chat: str | None = None, **chat_options: Any) -> Audit:
    """Makes variants of your sentences by rule and measures which of them encoders confuse: `sonde audit`
    (docs/guides/audit.md).

    texts: a list of sentences, or the path of a text file, a table or JSON lines. None: pairs alone.
    encoders, scorers: as of sonde.run().
    same: pairs of texts that you know to mean the same.
    pairs: queries with their passages, or the path of a table or JSON lines of them: how passages rank among near
        misses and other passages. Results of the probe `search`.
    threshold: a similarity, from -1 to 1: how many variants are above it.
    language: "en", "nl" or "any". column: of a table or of JSON lines.
    out: the run file to write. The folder with the variants, NAME-set, is next to it. Default: both are
        temporary.
    store, seed, replicates, threads, replace, progress, resources: as of sonde.run().
    chat: base URL of a chat server that paraphrases the texts. chat_options: those of `sonde audit --help`, with _ for -:
        model="NAME", ledger="FILE" and others. Default of ledger: NAME.ledger, next to the run file.

    Errors: sonde.Error, and exceptions of an encoder's own code.
    """
    subjects, scored = subjects_of(encoders), scorers_of(scorers)
    seed, replicates, threads = whole("seed", seed), whole("replicates", replicates), whole("threads", threads)
    if not subjects and not scored:
        raise usage_error("an audit needs a subject", "give encoders or scorers")
    if threshold is not None and not scored and not -1 <= threshold <= 1:
        raise usage_error(f"the threshold {threshold!r} is not a cosine", "give a number from -1 to 1")
    if chat_options and not chat:
        raise usage_error(f"unknown argument '{next(iter(chat_options))}'", "arguments of a chat server need chat=URL")
    if chat and texts is None:
        raise usage_error("chat= needs texts", "give texts to paraphrase")
    plan = {"resources": _load.resources(resources), "seed": seed, "replicates": replicates, "threads": threads}
    _load.core().check_subjects(subjects, scored, plan, Told())
    if texts is None and (pairs is None or same is not None):
        raise usage_error("an audit needs texts", "give texts, or pairs alone")
    home = tempfile.mkdtemp(prefix="sonde-") if out is None else None
    place = Path(out or f"{home}/audit.sonde")
    folder = place.with_name(f"{place.stem}-set")
    unwanted = home or (None if folder.exists() else folder)  # after an error
    words = {"column": column, "language": language, "seed": seed, "threads": threads, "replace": replace}
    try:
        searched = {} if pairs is None else _near_misses(pairs, folder, progress, words)
        asked = {"paraphrases": option_words(chat=chat, **chat_options), "ledger": str(place.with_suffix(".ledger"))}
        read = {} if texts is None else _variants(texts, same, folder, progress, {**words, **asked})
        given = "" if threshold is None else f"?threshold={float(threshold)!r}"
        probes = [probe + given for probe, made in (("variants", read), ("search", searched)) if made]
        data = {name: made["card"] for name, made in (("texts", read), ("pairs", searched)) if made}
        made = run(encoders, probes, data, scorers=scorers, out=place, store=store, seed=seed, replicates=replicates,
                   threads=threads, replace=replace, progress=progress, resources=resources)
    except BaseException:
        if unwanted:
            shutil.rmtree(unwanted, ignore_errors=True)
        raise
    made.close()
    return Audit(made, read, searched, threshold, home)


def _near_misses(pairs: Any, folder: Path, progress: Any, words: dict[str, Any]) -> dict[str, Any]:
    is_file = isinstance(pairs, (str, os.PathLike))
    both = [] if is_file else [(query, passage) for query, passage in pairs]
    if not all(isinstance(text, str) for pair in both for text in pair):
        raise usage_error("a query or passage is not a str", "give pairs of texts, or the path of a file")
    observer = told(progress)
    try:
        made = _load.core().make_near_misses(os.fspath(pairs) if is_file else "", both, str(folder), words, observer)
    finally:
        observer.end()
    read: dict[str, Any] = json.loads(made)
    return read


def _variants(texts: Any, same: Any, folder: Path, progress: Any, words: dict[str, Any]) -> dict[str, Any]:
    is_file = isinstance(texts, (str, os.PathLike))
    lines = [] if is_file else list(texts)
    if not all(isinstance(line, str) for line in lines):
        raise usage_error("a text is not a str", "give a list of sentences, or the path of a file")
    pairs = [(first, second) for first, second in same or ()]
    observer = told(progress)
    try:
        made = _load.core().make_variants(os.fspath(texts) if is_file else "", lines, pairs, str(folder), words, observer)
    finally:
        observer.end()
    read: dict[str, Any] = json.loads(made)
    return read


def _rows(file: Path) -> list[dict[str, str]]:
    with open(file, encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE))
