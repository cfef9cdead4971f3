"""What Python users have in hand, with the newest versions of the libraries that it comes from: `./dev oracle`."""
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

datasets = pytest.importorskip("datasets")
pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
from sentence_transformers import CrossEncoder, SentenceTransformer  # noqa: E402

sys.path.insert(0, str(Path(__file__).parents[1]))
from python_package import FOLDER, ROOT, sonde  # noqa: E402

MINILM = str(ROOT / ".setup/models/minilm")
CROSS = str(ROOT / "tests/golden/cross-bert")
QUICK = {"replicates": 50, "progress": False, "store": False}
SETS = ("negation-detection", "heros-en", "curves-en", "sets-en")
TEXTS = ["A cat sleeps.", "The dog barks loudly at night.", "Who asked whom?"] * 15
RATED = [{"Satz A": f"The {one} {verb}.", "Satz B": f"A {one} {verb} again.", "Note": number % 5, "Art": "xy"[number % 2]}
         for number, (one, verb) in enumerate((one, verb) for one in ("dog", "cat", "nurse", "king") for verb in
                                              ("sleeps", "waits", "sings", "runs", "reads"))]
COLUMNS = {"first": "Satz A", "second": "Satz B", "gold": "Note"}


@pytest.fixture(scope="module")
def model():
    return SentenceTransformer(MINILM, device="cpu")


@pytest.fixture(scope="module")
def own():
    return sonde.encode("minilm", TEXTS, progress=False)


def of_langchain(model):
    from langchain_core.embeddings import Embeddings

    class Mine(Embeddings):
        def embed_documents(self, texts):
            return model.encode(texts).tolist()

        def embed_query(self, text):
            return self.embed_documents([text])[0]
    return Mine()


def of_llama_index(model):
    from llama_index.core.base.embeddings.base import BaseEmbedding

    class Mine(BaseEmbedding):
        def _get_query_embedding(self, query):
            return model.encode(query).tolist()

        def _get_text_embedding(self, text):
            return model.encode(text).tolist()

        async def _aget_query_embedding(self, query):
            return self._get_query_embedding(query)
    return Mine()


OBJECTS = {
    "sentence-transformers": lambda model: model,
    "its tensors": lambda model: lambda texts: model.encode(texts, convert_to_tensor=True),
    "langchain": of_langchain,
    "llama-index": of_llama_index,
    "a pipeline's half precision": lambda model: lambda texts: model.encode(texts, convert_to_tensor=True).half(),
    "bfloat16": lambda model: lambda texts: model.encode(texts, convert_to_tensor=True).bfloat16(),
}


@pytest.mark.parametrize("sided", [False, True])
@pytest.mark.parametrize("what", OBJECTS)
def test_objects_give_the_engine_s_vectors(what, sided, model, own):
    thing = OBJECTS[what](model)
    if sided and what not in ("sentence-transformers", "langchain", "llama-index"):
        pytest.skip("a function decides by itself")
    near = {"a pipeline's half precision": 1e-3, "bfloat16": 1e-2}.get(what, 1e-6)
    for side in ("first", "second"):
        vectors = sonde.encode(sonde.Encoder(thing, sided=sided), TEXTS, side, progress=False)
        assert np.abs(vectors - own).max() < near


@pytest.mark.parametrize("name", SETS)
def test_a_model_measures_as_its_folder_does(name, model):
    run = sonde.run({"object": model, "folder": f"hf:{MINILM}"}, data=name, limit=40, **QUICK)
    folder = {(one.slice, one.name): one for one in run.find(subject="folder", slice=None)}
    compared = [(one, folder[one.slice, one.name]) for one in run.find(subject="object", slice=None)]
    assert len(compared) > 3
    near = 1e-3 if name == "sets-en" else 2e-5  # a row may pass one threshold of its grid more
    for mine, other in compared:
        assert mine.value == pytest.approx(other.value, abs=near, nan_ok=True) and mine.n == other.n


def test_compressed_vectors(model):
    run = sonde.run({"all": model, "first half": sonde.Encoder(model, truncate_dim=192),
                     "binary": sonde.Encoder(model, precision="binary"), "int8": sonde.Encoder(model, precision="int8")},
                    data="negation-detection", limit=200, **QUICK)
    values = {one.subject: one.value for one in run.find(result="accuracy")}
    assert set(values) == {"all", "first half", "binary", "int8"} and all(abs(value - values["all"]) < .2 for value in values.values())


TABLES = {
    "list": lambda rows: rows,
    "columns": lambda rows: {name: [row[name] for row in rows] for name in rows[0]},
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "a lazy frame": lambda rows: polars.DataFrame(rows).lazy(),
    "pyarrow": pyarrow.Table.from_pylist,
    "datasets": datasets.Dataset.from_list,
    "an iterable data set": lambda rows: datasets.Dataset.from_list(rows).to_iterable_dataset(),
    "one split": lambda rows: datasets.DatasetDict({"test": datasets.Dataset.from_list(rows)}),
}


@pytest.mark.parametrize("kind", TABLES)
def test_tables_with_columns_of_any_name(kind):
    def measured(records):
        data = sonde.Data(records, name="rated", probe="sts", columns=COLUMNS, labels=["Art"])
        return sonde.run("random", data=data, **QUICK).results
    assert measured(TABLES[kind](RATED)) == measured(RATED)


def test_a_file_of_parquet(tmp_path):
    pandas.DataFrame(RATED).to_parquet(tmp_path / "rated.parquet")
    data = [sonde.Data(one, name="rated", probe="sts", columns=COLUMNS) for one in (tmp_path / "rated.parquet", RATED)]
    assert sonde.run("random", data=data[0], **QUICK).results == sonde.run("random", data=data[1], **QUICK).results


def test_results_and_items_are_frames(model):
    run = sonde.run({"model": model, "noise": "random"}, data="negation-detection", limit=40, **QUICK)
    assert len(run.to_pandas()) == len(run.results) and {"value", "low", "high", "n"} <= set(run.to_pandas().columns)
    items = run.items_to_pandas()
    assert len(items) == 80 and items.groupby("subject").margin.mean()["model"] == pytest.approx(run.result(subject="model", result="margin").value)
    assert len(polars.DataFrame(run.table())) == len(run.results)


def test_two_checkpoints(tmp_path, model):
    import torch
    changed = SentenceTransformer(MINILM, device="cpu")
    with torch.no_grad():
        for weight in changed.parameters():
            weight.add_(torch.randn(weight.shape, generator=torch.Generator().manual_seed(1)) * .02)
    runs = [sonde.run({"model": one}, data="negation-detection", limit=100, **QUICK) for one in (model, changed)]
    comparison = sonde.compare(*runs, replicates=500)
    assert "accuracy" in str(comparison) and comparison.moves[0].worse[0].sentences
    assert sonde.check(runs[1], runs[0], gates=[sonde.Gate("sim_s_plus", at_least=0)], replicates=100).verdict in ("pass", "fail", "can't tell")


def test_a_cross_encoder_is_a_scorer():
    """With random weights; the folder's own scorer gives the same."""
    run = sonde.run(scorers={"object": CrossEncoder(CROSS, device="cpu"), "folder": f"cross:{CROSS}"},
                    data=sonde.Data(RATED, probe="sts", columns=COLUMNS), **QUICK)
    mine, other = (run.measurements("data", subject)[:, 0] for subject in ("object", "folder"))
    assert np.corrcoef(mine, other)[0, 1] > .999


def test_mteb_reads_its_result_file_again(tmp_path, model):
    mteb = pytest.importorskip("mteb")
    import sonde.mteb
    task = sonde.mteb.task("triplets", ["negation-detection", "negation-variants"], limit=40, replicates=50)
    results = mteb.evaluate(model, tasks=[task], cache=None, overwrite_strategy="always")
    results.task_results[0].to_disk(tmp_path / "result.json")
    again = mteb.TaskResult.from_disk(tmp_path / "result.json")
    assert again.task_name == task.metadata.name and len(again.scores["test"]) == 2
    assert len(results.to_dataframe()) > 0


def test_the_notebook_in_a_kernel(tmp_path, monkeypatch):
    """As Jupyter runs it; saved as HTML, its figure is a picture."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    nbconvert = pytest.importorskip("nbconvert")
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    notebook = nbformat.read(ROOT / "examples/notebook.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    html, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    assert "<svg" in html and "letters" in html
    assert not [one for cell in notebook.cells for one in cell.get("outputs", []) if one.output_type == "error"]


LARGE = """
import pandas, resource, sys
import sonde
frame = pandas.DataFrame({"S": [f"the cat {n} sleeps" for n in range(100_000)], "S+": [f"the cat {n} is asleep" for n in range(100_000)],
                          "S*": [f"the cat {n} is awake" for n in range(100_000)]})
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run = sonde.run("random?dimension=16", data=sonde.Data(frame, name="large"), replicates=50, progress=False, store=False)
print(run.tasks[0]["items"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_a_hundred_thousand_triplets_of_pandas(tmp_path):
    """The memory that a run adds, in KiB, stays below 300 MiB."""
    done = subprocess.run([sys.executable, "-c", LARGE], cwd=tmp_path, env={"PYTHONPATH": str(FOLDER), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    items, added = map(int, done.stdout.split())
    assert items == 100_000 and added < 300 << 10

