"""Fine-tunes a sentence-transformers model on pairs with ratings, and tests it on pairs it did not see.

Needs sentence-transformers and torch. The pairs come from a run of sonde, so that items, labels and
splits are those that its heads have:

    sonde run --data sts3k.toml --encoder minilm --out run.sonde
    sonde export run.sonde --items --format jsonl > items.jsonl
    python3 -m sonde.finetune items.jsonl --model MODEL --out tuned --train other=in --test adversarial=in
    sonde run --data sts3k.toml --encoder tuned=hf:tuned --out tuned.sonde

From Python, sonde.finetune.finetune(run, model, out=..., ...) does the same.

Defaults are the STS3k study's: four epochs, batches of 16, the squared error of the cosine, AdamW at
2e-5 with a linear rise over the first tenth of the steps and a linear fall after it.
"""
from __future__ import annotations

import argparse
import copy
import hashlib
import json
import math
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn

from sonde._compare import as_run
from sonde._error import Error, in_python, usage_error

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from sonde._results import Run
    from sonde.inputs import RunLike

__all__ = ["Tuned", "finetune"]


def fail(message: str) -> NoReturn:
    raise usage_error(message)


@dataclass(frozen=True)
class Tuned:
    """The outcome of a training.

    before, after: Spearman's correlation with the ratings on the tested pairs. scores: the tuned model's
    similarity for each item of the data set in order. None if it isn't tested. learned, tested: how many
    pairs (of the first of several models).
    """

    before: float
    after: float
    scores: list[float | None] = field(repr=False)
    learned: int
    tested: int


def finetune(run: RunLike, model: str | os.PathLike[str] | SentenceTransformer, *, out: str | os.PathLike[str] | None = None,
             **options: Any) -> Tuned:
    """Fine-tunes a sentence-transformers model on the rated pairs of a run.

    model: a SentenceTransformer, which is not changed, a folder, or a name for sentence-transformers.
    out: the folder for the tuned model. Not with split="folds". options: those of the command by their names,
    for instance train="part=easy", test="part=hard", epochs=2, data="sts3k". Needs sentence-transformers.
    Errors: sonde.Error.
    """
    opened = as_run(run)
    if "data" in options:
        options["dataset"] = options.pop("data")
    named = {"model": name_of_model(model, opened), **({} if out is None else {"out": os.fspath(out)}), **options}
    with TemporaryDirectory(prefix="sonde-") as folder:
        items = Path(folder) / "items.jsonl"
        with items.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(item) + "\n" for item in opened.items())
        try:
            given = arguments([str(items), *(f"--{key}={value}" for key, value in named.items() if value is not None)])
            return tune(given, None if isinstance(model, (str, os.PathLike)) else model)
        except Error as error:
            message = error.message.replace(str(items), "the run").replace("--dataset", "--data")
            raise Error(error.kind, in_python(message), advice=error.advice) from error.__cause__


def name_of_model(model: Any, run: Run) -> str:
    """A text for the model. Errors: "usage" for other objects, and for the name of a subject, which is not a model."""
    if isinstance(model, (str, os.PathLike)):
        text = os.fspath(model)
        if not os.path.isdir(text) and text in [one["name"] for one in run.subjects]:
            fail(f"'{text}' is a subject of the run and not a model; give the SentenceTransformer, its folder or its name")
        return text
    if not all(callable(getattr(model, name, None)) for name in ("encode", "named_parameters", "save")):
        fail(f"an object of the type {type(model).__name__} can't be trained; give a SentenceTransformer, a folder or a name")
    return type(model).__name__


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        fail(message)


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = Parser(prog="python3 -m sonde.finetune", description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("items", help="what `sonde export RUN --items --format jsonl` wrote")
    parser.add_argument("--model", required=True, help="a model folder, or a name that sentence-transformers knows")
    parser.add_argument("--out", help="the folder for the tuned model; not with --split folds")
    parser.add_argument("--scores", help="a file for a similarity a row: nan where a row is not tested; of `scores:`")
    parser.add_argument("--dataset", help="of several data sets of the run, the one that is meant")
    parser.add_argument("--split", choices=["random", "labels", "folds", "head"], help="default: labels with --train, "
                        "head with --head, else random")
    parser.add_argument("--share", type=float, default=.25, help="of the items that a random split tests")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--train", metavar="LABEL=VALUE", help="the items that are learned from")
    parser.add_argument("--test", metavar="LABEL=VALUE", help="the items that are tested")
    parser.add_argument("--head", metavar="NAME", help="a learned head of the run: the rows that it predicts are tested")
    parser.add_argument("--scale", help="LOW:HIGH of the ratings; default: their least and greatest")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-5)
    parser.add_argument("--warmup", type=float, default=.1, help="the share of steps in which the rate rises")
    parser.add_argument("--decay", type=float, default=.01)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    if given.split is None:
        given.split = "labels" if given.train or given.test else "head" if given.head else "random"
    for needed, what in ((given.split == "labels" and not (given.train and given.test), "--train and --test"),
                         (given.split == "head" and not given.head, "--head"),
                         (given.split != "folds" and not given.out, "--out"),
                         (given.split == "folds" and not given.scores, "--scores, as it trains a model a fold")):
        if needed:
            fail(f"--split={given.split} needs {what}")
    for wrong, what in ((given.folds < 2, "--folds must be 2 or more"), (given.epochs < 1, "--epochs must be 1 or more"),
                        (given.batch < 1, "--batch must be 1 or more"),
                        (not 0 < given.share < 1, "--share must be between 0 and 1"),
                        (given.out and os.path.isdir(given.out) and os.listdir(given.out),
                         f"{given.out} is not empty; name a new folder with --out")):
        if wrong:
            fail(what)
    return given


def item_of(line: str, place: str) -> dict[str, Any]:
    try:
        item = json.loads(line)
        item["dataset"], item["probe"], item["sentences"], item["labels"], item["item"], item["subjects"]
    except (ValueError, KeyError, TypeError):
        fail(f"{place}: this is not an item of `sonde export RUN --items --format jsonl`")
    if "gold" not in item:
        fail(f"{place}: items of the probe '{item['probe']}' have no rating; run `sts`")
    return item


def read_items(given: argparse.Namespace) -> list[dict[str, Any]]:
    """The pairs in order: sentences, gold (None: no rating), labels, id, and what subjects measured."""
    items = []
    try:
        with open(given.items, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    items.append(item_of(line, f"{given.items}:{number}"))
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{given.items}: {error}")
    if not items:
        fail(f"{given.items}: no item is there")
    names = sorted({item["dataset"] for item in items})
    if given.dataset is None and len(names) > 1:
        fail(f"the run has several data sets ({', '.join(names)}); name one with --dataset")
    chosen = [item for item in items if given.dataset in (None, item["dataset"])]
    if not chosen:
        fail(f"the run has no data set '{given.dataset}', but {', '.join(names)}")
    pairs = []
    for item in chosen:
        gold = item["gold"][0] if isinstance(item["gold"], list) else item["gold"]
        if len(item["sentences"]) != 2:
            fail(f"item {item['item']} has {len(item['sentences'])} sentences; pairs are needed")
        pairs.append({**item, "gold": gold})
    if len({item["probe"] for item in chosen}) > 1:
        fail("the run has several probes of that data set; export a run with one")
    return pairs


def random_places(pairs: list[dict[str, Any]], seed: int) -> dict[int, int]:
    """A place for each item in a random order that depends only on its id and the seed."""
    def key(place: int) -> bytes:
        return hashlib.sha256(f"{seed}:{pairs[place]['item']}".encode()).digest()
    order = sorted(range(len(pairs)), key=key)
    return {place: rank for rank, place in enumerate(order)}


def with_label(pairs: list[dict[str, Any]], wanted: str) -> list[int]:
    label, _, value = wanted.partition("=")
    found = [i for i, pair in enumerate(pairs) if pair["labels"].get(label) == value]
    if not found:
        fail(f"no item has the label {wanted}")
    return found


def measured(pair: dict[str, Any], head: str) -> float | None:
    if head not in pair["subjects"]:
        fail(f"the run has no subject '{head}'")
    value = pair["subjects"][head].get("similarity")
    return value[0] if isinstance(value, list) else value


def splits(pairs: list[dict[str, Any]], given: argparse.Namespace) -> list[tuple[list[int], list[int]]]:
    """Lists of places to learn from and to test, one a model."""
    everything = range(len(pairs))
    if given.split == "labels":
        parts = [(with_label(pairs, given.train), with_label(pairs, given.test))]
        if set(parts[0][0]) & set(parts[0][1]):
            fail(f"items are both {given.train} and {given.test}")
    elif given.split == "head":
        tested = [i for i in everything if measured(pairs[i], given.head) is not None]
        parts = [(sorted(set(everything) - set(tested)), tested)]
    else:
        places = random_places(pairs, given.seed)
        if given.split == "folds":
            parts = [([i for i in everything if places[i] % given.folds != fold],
                      [i for i in everything if places[i] % given.folds == fold]) for fold in range(given.folds)]
        else:
            count = math.ceil(given.share * len(pairs))
            parts = [([i for i in everything if places[i] >= count], [i for i in everything if places[i] < count])]
    parts = [([i for i in train if pairs[i]["gold"] is not None], test) for train, test in parts]
    for train, test in parts:
        if len(train) < 2 or not test:
            fail(f"{len(train)} items to learn from and {len(test)} to test are too few")
    return parts


def targets_of(pairs: list[dict[str, Any]], given: argparse.Namespace) -> list[float | None]:
    """Ratings scaled to 0..1, so that cosines can follow them."""
    known = [pair["gold"] for pair in pairs if pair["gold"] is not None]
    if not known:
        fail("no item has a rating")
    try:
        low, high = map(float, given.scale.split(":")) if given.scale else (min(known), max(known))
    except ValueError:
        fail(f"--scale {given.scale} is not a range; write LOW:HIGH, such as 0:5")
    if not low < high:
        fail("all ratings are the same: there is nothing to learn")
    return [None if pair["gold"] is None else (pair["gold"] - low) / (high - low) for pair in pairs]


def embed(model: Any, texts: list[str], torch: Any) -> Any:
    features = {name: value.to(model.device) if torch.is_tensor(value) else value
                for name, value in model.tokenize(texts).items()}
    return model(features)["sentence_embedding"]


def train(model: Any, pairs: list[dict[str, Any]], targets: list[float | None], places: list[int],
          given: argparse.Namespace, torch: Any) -> None:
    parameters = [(name, one) for name, one in model.named_parameters() if one.requires_grad]
    plain = [one for name, one in parameters if "bias" in name or "norm" in name.lower()]
    others = [one for name, one in parameters if not ("bias" in name or "norm" in name.lower())]
    optimizer = torch.optim.AdamW([{"params": others, "weight_decay": given.decay},
                                   {"params": plain, "weight_decay": 0.}], lr=given.rate)
    steps = math.ceil(len(places) / given.batch) * given.epochs
    rise = math.ceil(given.warmup * steps)

    def rate(step: int) -> float:
        return step / max(1, rise) if step < rise else max(0., (steps - step) / max(1, steps - rise))

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    generator = torch.Generator().manual_seed(given.seed)
    model.train()
    for epoch in range(given.epochs):
        order = torch.randperm(len(places), generator=generator).tolist()
        total = 0.
        for first in range(0, len(order), given.batch):
            batch = [places[i] for i in order[first:first + given.batch]]
            sides = [embed(model, [pairs[i]["sentences"][side] for i in batch], torch) for side in (0, 1)]
            wanted = torch.tensor([targets[i] for i in batch], device=sides[0].device)
            loss = torch.nn.functional.mse_loss(torch.cosine_similarity(*sides), wanted)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.)
            optimizer.step()
            schedule.step()
            total += loss.item() * len(batch)
        print(f"epoch {epoch + 1}: mean squared error {total / len(places):.4f}", file=sys.stderr)
    model.eval()


def similarities(model: Any, pairs: list[dict[str, Any]], places: list[int], torch: Any) -> list[float]:
    with torch.no_grad():
        sides = [model.encode([pairs[i]["sentences"][side] for i in places], convert_to_tensor=True,
                              show_progress_bar=False) for side in (0, 1)]
        return torch.cosine_similarity(*sides).double().tolist()


def ranks(values: list[float]) -> list[float]:
    """From 1, the mean one of those that are equal."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for i in range(first, last + 1):
            found[order[i]] = (first + last) / 2 + 1
        first = last + 1
    return found


def check_outputs(given: argparse.Namespace) -> None:
    """Neither output replaces anything."""
    if given.scores and Path(given.scores).exists():
        fail(f"{given.scores} already exists; choose another --scores")
    if given.out and Path(given.out).is_file():
        fail(f"{given.out} is a file; name a new folder with --out")


def spearman(pairs: list[dict[str, Any]], scores: list[float | None]) -> float:
    both = [(score, pair["gold"]) for score, pair in zip(scores, pairs) if score is not None and pair["gold"] is not None]
    if len(both) < 2:
        return math.nan
    a, b = (ranks(list(side)) for side in zip(*both))
    mean = (len(both) + 1) / 2
    spread = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return sum((x - mean) * (y - mean) for x, y in zip(a, b)) / spread if spread > 0 else math.nan


def loaded(given: argparse.Namespace, model: Any) -> Any:
    """A model to train: a copy of the one that is there, or the one of that name."""
    if model is not None:
        return copy.deepcopy(model)
    try:
        from sentence_transformers import SentenceTransformer
        return SentenceTransformer(given.model)
    except ImportError as error:
        fail(f"{error}; pip install 'sonde-nlp[train]'")
    except (OSError, ValueError) as error:
        fail(f"{given.model}: {error}")


def tune(given: argparse.Namespace, model: Any = None) -> Tuned:
    """Trains and tests by the options. model: the model to train in place of a model by name."""
    check_outputs(given)
    pairs = read_items(given)
    parts, targets = splits(pairs, given), targets_of(pairs, given)
    try:
        import torch
    except ImportError as error:
        fail(f"{error}; pip install 'sonde-nlp[train]'")
    before: list[float | None] = [None] * len(pairs)
    after: list[float | None] = [None] * len(pairs)
    for places, tested in parts:
        torch.manual_seed(given.seed)
        trained = loaded(given, model)
        for scores, learns in ((before, False), (after, True)):
            if learns:
                train(trained, pairs, targets, places, given, torch)
            for place, score in zip(tested, similarities(trained, pairs, tested, torch)):
                scores[place] = score
        if given.out:
            trained.save(given.out)
    if given.scores:
        with open(given.scores, "w", encoding="utf-8") as file:
            file.writelines("nan\n" if score is None else f"{score!r}\n" for score in after)
    return Tuned(spearman(pairs, before), spearman(pairs, after), after, len(parts[0][0]),
                 sum(score is not None for score in after))


def main(words: list[str] | None = None) -> None:
    try:
        told = tune(arguments(words))
    except Error as error:
        sys.exit(f"finetune: {error}")
    print(f"learned from {told.learned} pairs, tested on {told.tested}: "
          f"Spearman {told.before:.3f} before, {told.after:.3f} after")


if __name__ == "__main__":
    main()
