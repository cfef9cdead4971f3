"""The objects that may be encoders, and the handling of bad results. The objects of other libraries are
replaced by classes with their methods. The runs are real."""
import numpy as np
import pytest
from python_package import PAIRS, letters, sonde

QUICK = {"replicates": 20, "progress": False, "store": "none"}
DATA = sonde.Data(PAIRS, name="pairs")


def spearman(encoder, data=DATA):
    return sonde.run({"mine": encoder}, data=data, **QUICK).result(result="spearman").value


EXPECTED = spearman(letters)


class SentenceTransformerLike:
    """Resembles sentence-transformers': encode() with a progress bar, and methods for queries and documents."""

    def __call__(self, features):
        raise AssertionError("it is a module of torch, too")

    def encode(self, sentences, *, show_progress_bar=True, batch_size=32):
        assert not show_progress_bar
        return letters(sentences)

    def encode_query(self, sentences, *, show_progress_bar=True):
        return letters(sentences) * ([1] * 26 + [2])

    def encode_document(self, sentences, **options):
        return letters(sentences)

    def get_sentence_embedding_dimension(self):
        return 27


class Mteb1:
    def encode(self, sentences, *, task_name, prompt_type=None, **kwargs):
        assert isinstance(sentences, list) and isinstance(task_name, str)
        return letters(sentences)


class Mteb2:
    def encode(self, inputs, *, task_metadata, hf_split, hf_subset, prompt_type=None, **kwargs):
        assert task_metadata.name and len(inputs) >= 1 and "text" in inputs.dataset.features
        return letters([text for batch in inputs for text in batch["text"]])


class LangChainLike:
    def embed_documents(self, texts):
        return letters(texts).tolist()

    def embed_query(self, text):
        return (letters([text])[0] * 2).tolist()


class LlamaIndexLike:
    def __call__(self, nodes):
        raise AssertionError("it transforms nodes, too")

    def get_text_embedding_batch(self, texts, show_progress=False):
        return letters(texts).tolist()

    def get_query_embedding(self, query):
        return letters([query])[0].tolist()


class TensorLike:
    """Resembles torch's, on another device and in half precision: NumPy can't read it as it is."""

    def __init__(self, array):
        self._array = array

    def __array__(self, *_, **__):
        raise TypeError("can't convert cuda:0 device type tensor to numpy")

    def detach(self):
        return self

    cpu = float = detach

    def numpy(self):
        return self._array


@pytest.mark.parametrize("encoder", [
    SentenceTransformerLike(), Mteb1(), Mteb2(), LangChainLike(), LlamaIndexLike(),
    lambda texts: letters(texts).tolist(),
    lambda texts: letters(texts).astype(np.float64),
    lambda texts: letters(texts).astype(np.int32),
    lambda texts: letters(texts).T.copy().T,
    lambda texts: TensorLike(letters(texts)),
    lambda texts: [TensorLike(row) for row in letters(texts)],
    lambda texts: (row for row in letters(texts)),
    sonde.Encoder(letters, batch=3),
    sonde.Encoder(lambda texts, scale: letters(texts) * scale, scale=2.0),
], ids=lambda encoder: type(encoder).__name__)
def test_each_kind_of_object_gives_the_same(encoder):
    assert spearman(encoder) == EXPECTED


def test_sides_are_asked_apart():
    def sided(texts, side):
        return letters(texts) * ([1.0] * 26 + [0.0] if side == "first" else 1.0)
    both = spearman(sonde.Encoder(sided, sided=True))
    assert both != EXPECTED
    first, second = [one["first"] for one in PAIRS], [one["second"] for one in PAIRS]
    run = sonde.run({"mine": sonde.Encoder(sided, sided=True)}, data=DATA, **QUICK)
    column = run.tasks[0]["measurements"].index("similarity")
    a, b = sided(first, "first").astype(float), sided(second, "second").astype(float)
    cosines = (a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    assert run.measurements("pairs", "mine")[:, column] == pytest.approx(cosines, abs=1e-7)
    texts = ["A cat sleeps."]
    for thing, query in ((SentenceTransformerLike(), letters(texts) * ([1] * 26 + [2])), (LangChainLike(), letters(texts) * 2)):
        asked = sonde.Encoder(thing, sided=True)
        assert np.array_equal(sonde.encode(asked, texts, "first"), query)
        assert np.array_equal(sonde.encode(asked, texts, "second"), letters(texts))
        assert np.array_equal(sonde.encode(sonde.Encoder(thing), texts, "first"), letters(texts))


def test_views_are_subjects_each():
    def two(texts):
        return {"all": letters(texts), "half": letters(texts)[:, ::-1] * ([1.0] * 13 + [0.0] * 14)}
    run = sonde.run({"mine": sonde.Encoder(two, views=["all", "half"])}, data=DATA, **QUICK)
    assert [one["name"] for one in run.subjects] == ["mine@all", "mine@half"]
    assert run.result(subject="mine@all", result="spearman").value == EXPECTED
    with pytest.raises(sonde.Error, match="gave no view 'third'"):
        sonde.run({"mine": sonde.Encoder(two, views=["all", "third"])}, data=DATA, **QUICK)


def test_a_row_of_nan_is_no_vector():
    def some(texts):
        vectors = letters(texts)
        vectors[[text.startswith("The lamp") for text in texts]] = np.nan
        return vectors
    one = sonde.run({"mine": some}, data=DATA, **QUICK).result(result="spearman")
    assert (one.n, one.left_out) == (25, 5)


@pytest.mark.parametrize(("answer", "said"), [
    (lambda texts: letters(texts)[0], r"an array of shape \(27,\)"),
    (lambda texts: letters(texts)[:, :, None], "an array of shape"),
    (lambda texts: letters(texts)[:-1] if len(texts) > 1 else letters(texts), r"gave \d+ rows for \d+ texts"),
    (lambda texts: (row for row in letters(texts)[1:]), r"gave \d+ rows for \d+ texts"),
    (lambda texts: letters(texts)[:, :len(texts)], "and of 1 before"),
    (lambda texts: letters(texts)[:, :0], "vectors without numbers"),
    (lambda texts: None, "gave None"),
    (lambda texts: [["a", "b"]] * len(texts), "gave an array of <U1"),
    (lambda texts: [[1, 2], [1]] * len(texts), "not an array"),
    (lambda texts: [object()] * len(texts), "gave an array of object"),
    (lambda texts: letters(texts) * [1] * 26 + [np.nan] + 0 * letters(texts), "NaN or infinite"),
    (lambda texts: np.where(letters(texts) > 5, np.inf, 1), "NaN or infinite"),
    (lambda texts: letters(texts).astype(complex), "complex"),
    (lambda texts: letters(texts).astype(float) + 1e300, "NaN or infinite numbers for"),
])
def test_bad_answers_are_errors(answer, said):
    if said == "NaN or infinite":
        def answer(texts, inner=answer):
            vectors = letters(texts)
            vectors[:, 3] = np.inf if "where" in inner.__code__.co_names else np.nan
            return vectors
    with pytest.raises(sonde.Error, match=said) as caught:
        spearman(answer)
    assert caught.value.kind == "input"


def test_bad_objects_and_words_are_errors():
    for make, said in (
            (lambda: sonde.run(3, data=DATA, **QUICK), "builtins.int is not an encoder"),
            (lambda: sonde.run([None], data=DATA, **QUICK), "is not an encoder"),
            (lambda: sonde.run(dict, data=DATA, **QUICK), r"dict is a class; give an object of it"),
            (lambda: sonde.run((letters, letters), data=DATA, **QUICK), "give several encoders as a list"),
            (lambda: sonde.run([letters, letters], data=DATA, **QUICK), "named 'letters'; give a dictionary"),
            (lambda: sonde.run(scorers=[len, len], data=DATA, **QUICK), "named 'len'; give a dictionary"),
            (lambda: sonde.Encoder(sonde.Encoder(letters)), "is a sonde.Encoder already"),
            (lambda: sonde.run([], data=DATA, **QUICK), "needs a subject; give encoders or scorers"),
            (lambda: sonde.Encoder(letters, name="a\tb"), "is not a name of a subject"),
            (lambda: sonde.run({" a": letters}, data=DATA, **QUICK), "is not a name of a subject"),
            (lambda: sonde.Encoder(letters, key=""), "is not a key"),
            (lambda: sonde.Encoder(letters, key=7), "is not a key"),
            (lambda: sonde.Encoder(letters, batch=0), "a batch of 0"),
            (lambda: sonde.Encoder(letters, views=["a", "a"]), "two views have one name"),
            (lambda: sonde.Encoder(letters, views=["a b"]), "not a name of a view"),
            (lambda: sonde.run("python:letters", data=DATA, **QUICK), "names no object")):
        with pytest.raises(sonde.Error, match=said) as caught:
            make()
        assert caught.value.kind == "usage"


def test_encode_gives_the_vectors():
    texts = ["A cat sleeps.", "The dog barks.", "A cat sleeps."]
    vectors = sonde.encode(letters, texts, progress=False)
    assert vectors.dtype == np.float32 and vectors.flags.c_contiguous
    assert np.array_equal(vectors, letters(texts))
    assert np.array_equal(sonde.encode("random?dimension=7", texts)[0], sonde.encode("random?dimension=7", texts[:1])[0])
    assert sonde.encode("tfidf", texts).shape[0] == 3
    sided = sonde.Encoder(lambda texts, side: letters(texts) * (1 if side == "first" else 2), sided=True)
    assert np.array_equal(sonde.encode(sided, texts, side="second"), 2 * letters(texts))
    for words, said in ((("random", ["a", ""]), "text 1 is ''"), (("random", [3]), "text 0 is 3"),
                        (("random", texts, "third"), "unknown side"), ((["random", letters], texts), "2 encoders")):
        with pytest.raises(sonde.Error, match=said):
            sonde.encode(*words)


def test_the_default_encoder_is_the_command_s(tmp_path, request):
    command = request.getfixturevalue("sonde")
    texts = ["A cat sleeps.", "The dog barks."]
    assert np.array_equal(sonde.encode("minilm", texts), command.encode(texts, "minilm"))


def test_objects_without_a_key_are_told_apart():
    """One run stores the vectors of all its encoders together."""
    def halves(first):
        return lambda texts: letters(texts)[:, :13] if first else letters(texts)[:, 13:]
    run = sonde.run({"old": sonde.Encoder(halves(True)), "new": sonde.Encoder(halves(False))}, data=DATA, **QUICK)
    for name, first in (("old", True), ("new", False)):
        alone = sonde.run({"mine": halves(first)}, data=DATA, **QUICK)
        assert np.array_equal(run.measurements("pairs", name), alone.measurements("pairs", "mine"), equal_nan=True)
    assert not np.array_equal(run.measurements("pairs", "old"), run.measurements("pairs", "new"), equal_nan=True)
    same = sonde.Encoder(letters)
    both = sonde.run({"one": same, "two": same}, data=DATA, **QUICK)
    assert np.array_equal(both.measurements("pairs", "one"), both.measurements("pairs", "two"))


def test_options_belong_to_the_identity(tmp_path):
    def scaled(texts, power):
        return letters(texts) ** power
    found = [sonde.run({"mine": sonde.Encoder(scaled, key="1", power=power)}, data=DATA,
                       **{**QUICK, "store": tmp_path / "store.sqlite"}) for power in (1.0, 3.0, 1.0)]
    assert found[0].subjects[0]["identity"] != found[1].subjects[0]["identity"]
    assert found[0].results == found[2].results and found[0].result(result="spearman") != found[1].result(result="spearman")
    assert found[0].subjects[0]["facts"]["options"] == "[('power', 1.0)]"


def test_an_announced_dimension_is_not_believed_with_options():
    class Cut(SentenceTransformerLike):
        def encode(self, sentences, *, show_progress_bar=True, truncate_dim=27):
            return letters(sentences)[:, :truncate_dim]
    assert sonde.encode(sonde.Encoder(Cut(), truncate_dim=5), ["A cat."]).shape == (1, 5)
