"""Objects that people have in hand, as encoders, scorers, data and models: with the methods of their libraries."""
import contextlib
import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from python_package import PAIRS, ROOT, letters, sonde

QUICK = {"replicates": 20, "progress": False, "store": False}
MODEL = ROOT / "tests/golden/plain-bert"


def test_a_folder_is_a_model():
    wanted = sonde.encode(f"hf:{MODEL}", ["A cat sleeps."])
    for given in (MODEL, str(MODEL), f"{MODEL}/"):
        assert np.array_equal(sonde.encode(given, ["A cat sleeps."]), wanted)
    run = sonde.run({"mine": MODEL, "bare": str(MODEL)}, data=sonde.Data(PAIRS), **QUICK)
    assert [one["name"] for one in run.subjects] == ["mine", "bare"]
    with pytest.raises(sonde.Error, match="nowhere is not a folder of a model"):
        sonde.encode(Path("nowhere"), ["A cat."])


class CrossEncoder:
    """Resembles sentence-transformers': callable, with a configuration, and without encode()."""

    config = SimpleNamespace()

    def __call__(self, inputs):
        return inputs.get("input_ids")

    def forward(self, inputs):
        return self(inputs)

    def rank(self, query, documents):
        raise NotImplementedError

    def predict(self, sentences, batch_size=32, show_progress_bar=None):
        assert show_progress_bar is False and all(isinstance(pair, list) for pair in sentences)
        return np.array([len(set(a.split()) & set(b.split())) for a, b in sentences], dtype=float)


class Transformer:
    """A model of transformers without its tokenizer."""

    config = SimpleNamespace()

    def __call__(self, input_ids):
        return input_ids.size()

    forward = __call__


def test_a_cross_encoder_is_a_scorer():
    run = sonde.run(scorers={"ce": CrossEncoder()}, data=sonde.Data(PAIRS, name="pairs"), **QUICK)
    first = run.items("pairs")[0]
    assert first["subjects"]["ce"]["similarity"] == len(set(PAIRS[0]["first"].split()) & set(PAIRS[0]["second"].split()))


@pytest.mark.parametrize("words, message", [
    ({"encoders": CrossEncoder()}, "CrossEncoder scores pairs; give it as scorers="),
    ({"encoders": Transformer()}, r"reads tokens, not texts; give it with its tokenizer, as a tuple: \(model, tokenizer\)"),
    ({"encoders": [Transformer(), object()]}, r"as a tuple: \(model, tokenizer\)"),
    ({"encoders": {"mine": [Transformer(), object()]}}, r"a list is not an encoder; .* as a tuple: \(model, tokenizer\)"),
    ({"scorers": 7}, r"int is not a scorer; .* score\(\) or predict\(\)"),
    ({"encoders": letters, "limit": 1.0}, "a limit of 1.0"), ({"encoders": letters, "limit": True}, "a limit of True"),
    ({"encoders": {"two\nlines": letters}}, "is not a name of a subject"),
])
def test_other_objects_are_refused_with_advice(words, message):
    with pytest.raises(sonde.Error, match=message):
        sonde.run(data=sonde.Data(PAIRS), **words, **QUICK)


def test_pooling_of_a_pair():
    """Padding on either side. cls is the first token of the text, last the last one."""
    class Tensor(np.ndarray):
        def to(self, _):
            return self

        def unsqueeze(self, axis):
            return np.expand_dims(self, axis).view(Tensor)

        def flip(self, axis):
            return np.flip(self, axis).view(Tensor)

        @property
        def device(self):
            return "cpu"

        def clamp(self, min):
            return np.maximum(self, min)
    ids = np.array([[7, 8, 9], [0, 5, 6]])

    class Tokenizer:
        pad = None

        def __call__(self, texts, **options):
            assert "pooling" not in options
            return {"input_ids": ids.view(Tensor), "attention_mask": np.minimum(ids, 1).view(Tensor)}

    class Model:
        device = "cpu"

        def __call__(self, input_ids, attention_mask):
            return SimpleNamespace(last_hidden_state=np.stack([input_ids, input_ids ** 2], axis=2).astype(np.float32).view(Tensor))
    torch = SimpleNamespace(no_grad=contextlib.nullcontext, arange=lambda count, device: np.arange(count))
    before = sys.modules.get("torch")
    sys.modules["torch"] = torch
    try:
        found = {pooling: sonde.Encoder((Model(), Tokenizer()), pooling=pooling).encode(["a", "b"])[0][:, 0].tolist()
                 for pooling in ("mean", "cls", "last")}
    finally:
        sys.modules.pop("torch") if before is None else sys.modules.__setitem__("torch", before)
    assert found == {"mean": [8, 5.5], "cls": [7, 5], "last": [9, 6]}
    with pytest.raises(sonde.Error, match="unknown pooling 'max'"):
        sonde.Encoder((Model(), Tokenizer()), pooling="max")


class Frame:
    """A datasets.Dataset."""

    column_names = list(PAIRS[0])

    def __iter__(self):
        return iter(PAIRS)


class LazyFrame:
    """A frame of polars that is not computed yet."""

    columns = list(PAIRS[0])

    def collect_schema(self):
        raise NotImplementedError

    def collect(self):
        return SimpleNamespace(to_dicts=lambda: PAIRS)


class DatasetDict(dict):
    """Resembles that of datasets."""


WANTED = sonde.run(letters, data=sonde.Data(PAIRS), **QUICK).result(result="spearman").value


@pytest.mark.parametrize("data", [LazyFrame(), sonde.Data(LazyFrame()), sonde.Data(DatasetDict(test=Frame())), DatasetDict(test=Frame())])
def test_data_of_other_libraries(data):
    assert sonde.run(letters, data=data, **QUICK).result(result="spearman").value == WANTED


def test_the_splits_of_a_dataset_are_data_sets():
    both = DatasetDict(train=Frame(), test=Frame())
    run = sonde.run(letters, data=both, **QUICK)
    assert [one["dataset"] for one in run.tasks] == ["train", "test"]
    with pytest.raises(sonde.Error, match=r"'data' is several data sets: 'train', 'test'; give one of them, as data\['train'\]"):
        sonde.run(letters, data=sonde.Data(both), **QUICK)


def test_a_table_with_odd_columns(tmp_path):
    file = tmp_path / "pairs.csv"
    file.write_text("Satz A,Satz B,Note,topic,who\n" + "".join(
        f'"{one["first"]}","{one["second"]}",{one["gold"]},{one["topic"]},x\n' for one in PAIRS))
    columns = {"first": "Satz A", "second": "Satz B", "gold": "Note"}
    for path in (file, str(file)):
        run = sonde.run(letters, data=sonde.Data(path, probe="sts", columns=columns, labels=["topic"]), **QUICK)
        assert run.result(result="spearman").value == WANTED and run.tasks[0]["dataset"] == "pairs"
        assert run.items()[0]["labels"] == {"topic": "animal"}
    file.write_text(file.read_text().replace(",3,", ",three,", 1))
    with pytest.raises(sonde.Error, match="three") as caught:
        sonde.run(letters, data=sonde.Data(file, probe="sts", columns=columns), **QUICK)
    assert caught.value.file == str(file) and caught.value.line > 1
    renamed = [{"Satz A": one["first"], "Satz B": one["second"], "Note": one["gold"], "topic": one["topic"]} for one in PAIRS]
    run = sonde.run(letters, data=sonde.Data(renamed, probe="sts", columns=columns, labels="topic"), **QUICK)
    assert run.items()[0]["labels"] == {"topic": "animal"}
    with pytest.raises(sonde.Error, match="looks reversed; give columns={'first': 'Satz A'"):
        sonde.run(letters, data=sonde.Data(renamed, probe="sts", columns={yours: one for one, yours in columns.items()}), **QUICK)


def test_names_may_have_any_characters_that_can_be_printed(tmp_path):
    names = ["org/model", "Modell 2 (groß)", "a=b:c", "random"]
    run = sonde.run({names[0]: letters, names[1]: MODEL, names[2]: "random?seed=2", names[3]: "random"},
                    data=sonde.Data(PAIRS, name="my pairs/1", probe="sts"), out=tmp_path / "a.sonde", **QUICK)
    assert [one["name"] for one in run.subjects] == names and run.tasks[0]["dataset"] == "my pairs/1"
    for name in names:
        assert run.result(subject=name, result="spearman").n == len(PAIRS)
    assert sonde.compare(run, subjects=names[:2]).results[0].first == names[0]
    assert sonde.check(run, run, gates=[sonde.Gate("spearman", subject=names[0], at_least=-1)]).passed
    assert all(name in run.report(tmp_path / "a.html").read_text() for name in names[:2])
    assert run.figures() and names[0] in run.text()
    with pytest.raises(sonde.Error, match="record 1 of 'my pairs/1'"):
        sonde.run(letters, data=sonde.Data([{**PAIRS[0], "gold": "x"}], name="my pairs/1", probe="sts"), **QUICK)


class SentenceTransformer:
    """A model to train. encode() makes it an encoder."""

    def __init__(self):
        self.trained, self.saved = 0, []

    def encode(self, texts):
        return letters(texts)

    def named_parameters(self):
        return []

    def save(self, folder):
        self.saved.append(folder)


def test_finetune_takes_the_object(tmp_path, monkeypatch):
    finetune = importlib.import_module("sonde.finetune")
    trained = []
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(manual_seed=lambda seed: None))
    monkeypatch.setattr(finetune, "train", lambda model, *_: trained.append(model))
    monkeypatch.setattr(finetune, "similarities", lambda model, pairs, places, torch: [float(place) for place in places])
    run = sonde.run({"model": "random"}, data=sonde.Data(PAIRS, name="pairs"), out=tmp_path / "a.sonde", **QUICK)
    mine = SentenceTransformer()
    for given in (run, run.path):
        tuned = finetune.finetune(given, mine, out=tmp_path / "tuned", train="topic=animal", test="topic=thing", data="pairs")
    assert (tuned.learned, tuned.tested) == (20, 10) and "scores" not in repr(tuned)
    assert len(trained) == 2 and mine not in trained and trained[0].saved == [str(tmp_path / "tuned")] and mine.saved == []
    for model, words, message in (
            ("model", {"out": "o"}, "'model' is a subject of the run and not a model; give the SentenceTransformer"),
            (letters, {"out": "o"}, "function can't be trained; give a SentenceTransformer, a folder or a name"),
            (mine, {}, "split=random needs out="), (mine, {"out": "o", "train": "topic=animal"}, "needs train= and test=")):
        with pytest.raises(sonde.Error, match=message):
            finetune.finetune(run, model, **words)
