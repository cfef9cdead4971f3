"""Data in memory: each form gives the same items as a file of the same records."""
import datetime

import numpy as np
import pytest
from python_package import PAIRS, letters, sonde, arrow_stand_in

QUICK = {"replicates": 20, "progress": False, "store": "none"}
COLUMNS = {key: [one[key] for one in PAIRS] for key in PAIRS[0]}


def run(data):
    return sonde.run({"mine": letters}, data=data, **QUICK)


EXPECTED = run(sonde.Data(PAIRS, name="pairs"))


class ArrowLike:
    def to_pylist(self):
        return list(PAIRS)


class PolarsLike:
    columns = list(COLUMNS)

    def to_dicts(self):
        return list(PAIRS)


class PandasLike:
    columns = list(COLUMNS)

    def to_dict(self, orient):
        assert orient == "records"
        return [{key: np.int64(value) if key == "gold" else value for key, value in one.items()} for one in PAIRS]


class DatasetLike:
    column_names = list(COLUMNS)

    def __iter__(self):
        return iter(PAIRS)


@pytest.mark.parametrize("records", [
    PAIRS, tuple(PAIRS), COLUMNS, {**COLUMNS, "gold": np.array(COLUMNS["gold"], dtype=float)},
    ArrowLike(), PolarsLike(), PandasLike(), DatasetLike(), iter(PAIRS), (dict(one) for one in PAIRS),
], ids=["list", "tuple", "columns", "arrays", "arrow", "polars", "pandas", "datasets", "iterator", "generator"])
def test_each_form_gives_the_same_items(records):
    made = run(sonde.Data(records, name="pairs"))
    assert made.items() == EXPECTED.items()
    assert made.results == EXPECTED.results


def test_it_needs_no_wrapping_and_names_come_from_a_dictionary():
    assert run(PAIRS).tasks[0]["dataset"] == "data"
    assert run(COLUMNS).items()[0]["sentences"] == EXPECTED.items()[0]["sentences"]
    two = run({"one": DatasetLike(), "two": sonde.Data(PAIRS[:12], name="other")})
    assert [(task["dataset"], task["items"]) for task in two.tasks] == [("one", 30), ("two", 12)]
    assert run(["negation-detection", sonde.Data(PAIRS)]).tasks[1]["dataset"] == "data"
    with pytest.raises(sonde.Error, match="named twice: data"):
        run([sonde.Data(PAIRS), sonde.Data(PAIRS[:12])])


def test_a_card_names_columns_and_keys():
    others = [{"a": one["first"], "b": one["second"], "score": one["gold"], "kind": one["topic"]} for one in PAIRS]
    made = run(sonde.Data(others, name="pairs", probe="sts", language="en", title='A "title" \u2028 with é 😀',
                          columns={"first": "a", "second": "b", "gold": "score", "label:topic": "kind"}))
    assert [item["sentences"] for item in made.items()] == [item["sentences"] for item in EXPECTED.items()]
    assert made.result(result="spearman").value == EXPECTED.result(result="spearman").value
    assert made.find(slice="topic=thing", result="spearman")
    triples = [{"S": f"A {a} sleeps.", "S+": f"A {a} is asleep.", "S*": f"A {a} is awake."} for a in "abcdefghijklmno"]
    assert run(sonde.Data(triples, probe="triplets", test="negation-detection")).tasks[0]["items"] == 15


def test_missing_values_are_empty_and_further_labels_may_come_later():
    records = [{**one} for one in PAIRS]
    records[7]["late"] = "yes"
    records[3]["topic"] = float("nan")
    records[4]["topic"] = None
    records[5]["topic"] = datetime.date(2024, 2, 29)
    items = run(records).items()
    assert "topic" not in items[3]["labels"] and "topic" not in items[4]["labels"]
    assert items[5]["labels"]["topic"] == "2024-02-29" and items[7]["labels"]["late"] == "yes"


def ends_early():
    yield from PAIRS[:5]
    raise ConnectionError("the server went away")


@pytest.mark.parametrize(("data", "said"), [
    ([], "'data' has no record"),
    ({}, "'data' has no record"),
    (iter([]), "'data' has no record"),
    ({"first": ["a"], "second": ["b", "c"]}, "different lengths"),
    ({"first": "a", "second": ["b"]}, "the column 'first' of 'data' is str"),
    ([{"first": "a", "second": "b", "gold": 1}, 7], "record 2 of 'data' is int"),
    ([{"first": "a", "second": object(), "gold": 1}], "'second' of record 1 of 'data' is object"),
    ([{"first": "a", "second": "b", "gold": float("inf")}], "infinite"),
    ([{"first": "\ud800", "second": "b", "gold": 1}], "not valid Unicode"),
    ([{"premise": "a", "hypothesis": "b"}] * 12, "^cannot tell which probe 'data' is for; name the probe and its columns: sonde.Data.records, probe="),
    (3, "is int, not data"),
    (b"bytes", "is bytes, not data"),
    ("no-such-set", "unknown data set"),
])
def test_bad_data_are_errors(data, said):
    with pytest.raises(sonde.Error, match=said):
        run(data)


def test_errors_name_records_and_no_file_of_ours():
    with pytest.raises(sonde.Error) as caught:
        run([*PAIRS, {"first": "a", "second": "b", "gold": "high"}])
    assert str(caught.value) == (f"record {len(PAIRS) + 1} of 'data': 'high' is not a number (column gold); "
                                 "write a number such as 3.5, or leave it empty if there is none")
    assert (caught.value.line, caught.value.column) == (len(PAIRS) + 1, "gold")
    with pytest.raises(sonde.Error) as caught:
        run([["a", "b", 1]])
    assert str(caught.value).startswith("record 1 of 'data' is list, not a dictionary")


@pytest.mark.parametrize("missing", [float("nan"), None, np.float32("nan")])
def test_a_rating_may_be_missing(missing):
    made = run([{**PAIRS[0], "gold": missing}, *PAIRS[1:]])
    assert made.result(result="spearman", slice="all").left_out == 1


def test_columns_that_are_missing_are_named():
    with pytest.raises(sonde.Error, match="gold") as caught:
        run(sonde.Data([{"first": "a", "second": "b"}] * 12, probe="sts"))
    assert caught.value.kind == "input"
    with pytest.raises(sonde.Error, match="score"):
        run(sonde.Data(PAIRS, probe="sts", columns={"first": "first", "second": "second", "gold": "score"}))


def test_a_generator_that_fails_fails_as_it_does():
    with pytest.raises(ConnectionError, match="went away"):
        run(ends_early())


def test_bad_cards_are_errors():
    for make, said in ((lambda: sonde.Data(PAIRS, name="a\nb"), "is not a name of a data set"),
                       (lambda: run(sonde.Data(PAIRS, name="a b")), "give probe="),
                       (lambda: sonde.Data(PAIRS, language="en"), "give probe="),
                       (lambda: run(sonde.Data(PAIRS, probe="sts", title=object())), "the card's key 'title'"),
                       (lambda: run(sonde.Data(PAIRS, probe="no-such")), "no-such")):
        with pytest.raises(sonde.Error, match=said):
            make()


def test_parquet_needs_pyarrow(tmp_path):
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        for name in ("pairs.parquet", "my pairs=1.parquet", "name=pairs.parquet"):
            with pytest.raises(sonde.Error, match="reading Parquet needs pyarrow; pip install pyarrow"):
                run(str(tmp_path / name))


def test_parquet_paths_may_have_spaces_and_equals_signs(tmp_path, monkeypatch):
    """Replaces its reader, because pyarrow is not a dependency of the tests."""
    read = arrow_stand_in(monkeypatch, PAIRS, 5)
    odd = tmp_path / "my pairs=1.parquet"
    odd.touch()
    whole = run(PAIRS)
    for word, name in ((str(odd), "my-pairs-1"), (f"name={odd}", "name")):
        made = run(word)
        assert made.tasks[0]["dataset"] == name
        assert [item["item"] for item in made.items()] == [item["item"] for item in whole.items()]
    groups = (len(PAIRS) + 4) // 5
    assert read == [*range(groups)] * 2  # one by one


def test_a_missing_sentence_leaves_its_record_out_unless_strict():
    triplets = [{"S": f"A cat sleeps {n}.", "S+": f"A cat is asleep {n}.", "S*": f"A cat wakes {n}."} for n in range(13)]
    triplets[3]["S*"] = None
    run = sonde.run("random", data=sonde.Data(triplets, name="mine"), **QUICK)
    assert run.tasks[0]["items"] == 12
    assert any("12 items, 1 left out (an empty sentence in S*: line 4)" in note for note in run.notes), run.notes
    with pytest.raises(sonde.Error, match=r"record 4 of 'mine': an empty sentence in S\*"):
        sonde.run("random", data=sonde.Data(triplets, name="mine"), strict=True, **QUICK)


def test_data_have_a_repr():
    assert repr(sonde.Data("a/pairs.csv", probe="sts")) == "<sonde.Data pairs: a/pairs.csv, probe sts>"
    assert repr(sonde.Data([{"first": "a"}], name="mine")) == "<sonde.Data mine: list>"
