"""The probe search: the passage that beats the right one, by its text, against NumPy."""
import io
import json
import re

import numpy as np
import pytest
from program import BUILD, lacking, write_table

TOPICS = ["refund", "delivery", "invoice", "password", "warranty", "parcel", "account", "voucher"]


def rows_of_queries():
    """The right passage shares a topic with its query, and with the passage of a later query."""
    return [{"query": f"How do I get a {topic} in week {i}?",
             "passage": f"{what} the {topic} within {i + 2} days of the order.", "near miss": f"{what} the {topic} within {i + 9} days of the order."}
            for i, (topic, what) in enumerate((topic, what) for what in ("Customers receive", "The shop sends", "We check") for topic in TOPICS)]


@pytest.fixture
def searched(sonde):
    rows = rows_of_queries()
    write_table(sonde.folder / "queries.tsv", list(rows[0]), [list(row.values()) for row in rows])
    sonde.run("s.sonde", "--probe", "search", "--data", "queries.tsv", "--encoder", "minilm", "--encoder", "tfidf", "--replicates", 20)
    return sonde


def cosines(sonde, left, right):
    def vectors(texts):
        answer = sonde("encode", "--encoder", "minilm", stdin="".join(text + "\n" for text in texts).encode())
        found = np.load(io.BytesIO(answer.raw)).astype(float)
        return found / np.linalg.norm(found, axis=1, keepdims=True)
    return vectors(left) @ vectors(right).T


def closest_others(sonde):
    """Per query: its similarity with its passage, and the closest other passage with its similarity."""
    rows = rows_of_queries()
    passages = [row["passage"] for row in rows]
    found = cosines(sonde, [row["query"] for row in rows], passages)
    for i, similarities in enumerate(found):
        others = [(similarity, passages[k]) for k, similarity in enumerate(similarities) if k != i]
        yield similarities[i], *max(others)


def test_show_names_the_passage_that_beat_the_right_one(searched):
    text = searched("show", "s.sonde", "--items", 24).out
    [block] = [part for part in text.split("\n\n") if part.startswith("queries: query and other passages, minilm")]
    items = re.split(r"\n(?=\d+: )", block)[1:]
    assert len(items) == 24
    expected = {str(i): of for i, of in enumerate(closest_others(searched), 1)}
    beaten = 0
    for item in items:
        lines = " ".join(item.split())
        number, right, says, other, passage = re.fullmatch(
            r"(\d+): .*? (-?[.\d]+) right passage: .*? (-?[.\d]+) (beaten by|tied with|not beaten by): (.*)", lines).group(1, 2, 4, 3, 5)
        own, similarity, closest = expected[number]
        assert (float(right), float(other)) == (pytest.approx(own, abs=6e-4), pytest.approx(similarity, abs=6e-4))
        assert passage == closest and (says == "beaten by") == (similarity > own)
        beaten += says == "beaten by"
    assert 0 < beaten < 24


def test_the_page_has_the_text_once(searched):
    if not (BUILD / "web/page.html").exists():
        lacking("this build has no page: it was made without Node.js")
    searched("report", "s.sonde", "-o", "s.html")
    page = (searched.folder / "s.html").read_text()
    found = {name: json.loads(re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)[1])
             for name in ("report", "items-t0")}
    others = found["items-t0"]["others"]
    assert len(set(others["texts"])) == len(others["texts"]) and len(others["of"]) == 2
    all_expected = list(closest_others(searched))
    for place, similarity, (_, expected, passage) in zip(others["of"][0], others["similarity"][0], all_expected, strict=True):
        assert others["texts"][place] == passage and similarity == pytest.approx(expected, abs=1e-4)
    [row] = [row for matrix in found["report"]["matrices"] for row in matrix["rows"] if row["title"] == "query and other passages"]
    worst = row["cells"][0]["worst"]
    assert len(worst) == 8 and [one["rival"]["text"] for one in worst] == [all_expected[one["item"]][2] for one in worst]


def test_a_data_set_without_such_texts_has_none(sonde, triplets):
    sonde.run("t.sonde", "--probe", "triplets", "--data", triplets.name, "--encoder", "tfidf", "--replicates", 20)
    text = sonde("show", "t.sonde", "--items", 2).out
    assert len(re.findall(r"^ +\.\d+ S and S\+: .*\n +\.\d+ (?:not beaten by|beaten by|tied with) S and S\*: ", text, re.M)) == 2
    error = sonde("show", "t.sonde", "--items", 2, "--summary", code=2).err
    assert "--summary does not go with --items" in error
