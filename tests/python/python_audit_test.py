"""sonde.audit: variants of sentences, thresholds and gates from Python, and the code of its guide."""
import re

import pytest
from program import ROOT
from python_package import sonde

GUIDE = re.findall(r"```python\n(.*?)```", (ROOT / "docs/guides/audit.md").read_text(), re.S)
FAQ = [f"The shop in room {n} is open on Monday." for n in range(20, 50)]
QUICK = {"replicates": 20, "progress": False, "store": "none"}


def letters(texts):
    return [[text.lower().count(one) + .1 for one in "abcdefghij 0123456789"] for text in texts]


@pytest.fixture(scope="module")
def audit():
    return sonde.audit([*FAQ, "int x = a[i];", FAQ[0]], {"letters": letters, "noise": "random"}, threshold=.8, **QUICK)


def test_it_is_a_run_with_points(audit):
    assert isinstance(audit, sonde.Run) and [one["name"] for one in audit.subjects] == ["letters", "noise"]
    assert audit.read["sentences"] == 30 and audit.read["left_out"] == {"code or log lines": 1, "duplicates": 1}
    assert {(one.subject, one.wanted) for one in audit.points} == {
        (subject, wanted) for subject in ("letters", "noise") for wanted in (.01, .05, None)}
    for one in audit.points:
        suffix = {.01: "_1", .05: "_5", None: "_given"}[one.wanted]
        found = audit.result(subject=one.subject, result="false_matches" + suffix)
        assert one.false_matches == found or found.value != found.value
        assert one.kept_is_upper_bound and one.kept.name == "kept_upper_bound" + suffix


def test_given_shares_follow_from_the_items(audit):
    changed = {one.kind for one in audit.variants if one.kind in ("negation", "number", "date", "antonym", "noun")}
    values = [value for item in audit.items() for kind, value in
              zip(item["rows"], item["subjects"]["letters"]["similarity"], strict=True) if kind in changed]
    [point] = [one for one in audit.points if one.subject == "letters" and one.wanted is None]
    assert point.false_matches.value == pytest.approx(sum(round(one, 6) >= .8 for one in values) / len(values))


def test_a_threshold_that_loses_the_same_meaning_is_no_use(audit):
    _, letters, noise = audit.text().split(": thresholds\n")
    says = "No threshold separates the meanings: the one for 5% false matches accepts"
    assert says in noise
    assert (says in letters) == (audit.result(subject="letters", result="kept_upper_bound_5").high < .5)


def test_variants_are_records(audit):
    assert sum(audit.read["made"].values()) == len(audit.variants)
    [one] = [one for one in audit.variants if one.sentence == FAQ[0] and one.kind == "antonym"]
    assert one.text == "The shop in room 20 is closed on Monday." and one.id == "1"
    assert "letters: thresholds" in audit.text() and "harmless_closer" in audit.text("csv", summary=True)


PAIRS = [(f"when is room {n} open", f"Hello. Room {n} is open on Monday.") for n in range(20, 40)]


def test_pairs_are_searched(tmp_path):
    audit = sonde.audit(FAQ, {"letters": letters, "noise": "random"}, pairs=PAIRS, **QUICK)
    assert audit.searched["queries"] == audit.searched["passages"] == audit.searched["with_near_miss"] == 20
    assert audit.result(subject="letters", result="top_1_corpus").n == 20
    assert audit.result(subject="letters", result="reciprocal_rank_near_misses", slice="change=number").n == 20
    assert "search: queries whose right passage is first" in audit.text() and len(audit.points) == 4
    (tmp_path / "pairs.tsv").write_text("".join(f"{query}\t{passage}\n" for query, passage in PAIRS))
    alone = sonde.audit(None, "random", pairs=tmp_path / "pairs.tsv", **QUICK)
    assert alone.variants == [] and alone.points == [] and repr(alone).endswith(": 20 queries, 1 subjects>")
    assert (alone.result(result="top_1_corpus").value
            == audit.result(subject="noise", result="top_1_corpus").value)


def test_files_stay_if_named(tmp_path):
    (tmp_path / "mine.txt").write_text("\n".join(FAQ))
    made = sonde.audit(tmp_path / "mine.txt", "random", out=tmp_path / "a.sonde", **QUICK)
    assert {file.name for file in tmp_path.iterdir()} == {"mine.txt", "a.sonde", "a-set"}
    again = sonde.run("tfidf", data=made.card, **QUICK)
    assert again.result(result="harmless_closer").n == 30


@pytest.mark.parametrize("texts,words,says", [
    (["How do I pay?"], {}, "only one sentence"),
    (FAQ, {"encoders": "minilmm"}, "unknown encoder"),
    (FAQ, {"threshold": 80}, "is not a cosine"),
    (FAQ, {"encoders": None}, "needs a subject"),
    ([1, 2], {}, "not a str"),
    (None, {}, "needs texts"),
    (None, {"pairs": [("q", "p"), ("r", 1)]}, "not a str"),
    (None, {"pairs": [("q", "p"), ("r", "p")]}, "fewer than two passages"),
    (FAQ, {"encoders": lambda texts: [[float("nan"), 1.] for _ in texts]}, "NaN"),
])
def test_bad_input_leaves_nothing(tmp_path, texts, words, says):
    with pytest.raises(sonde.Error, match=says):
        sonde.audit(texts, **{"encoders": "random", "out": tmp_path / "a.sonde", **QUICK, **words})
    assert not list(tmp_path.iterdir())


def test_the_guide_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in GUIDE:
        exec(compile(block, "docs/guides/audit.md", "exec"), names)
    assert "tfidf None 0.8" in capsys.readouterr().out
    assert callable(names["test_encoder"])
    audit, gate = names["audit"], names["gate"]
    told = sonde.check(audit, audit, gates=[gate])
    assert told.gates[0].name == "false_matches" and told.passed == (told.gates[0].value <= .02)


def test_a_chat_server_paraphrases(tmp_path, server):
    texts = ["How do I pay for my order?", "The shop is not open on Monday."]
    server.does(*[{"do": "answer", "text": text} for text in ("In what ways can my order be paid?", "On Monday the shop is open.")])
    words = {"chat": server.url, "model": "m", "draws": 1, "parallel": 1, "out": tmp_path / "mine.sonde", **QUICK}
    made = sonde.audit(texts, "random", **words)
    assert made.read["chat"] == {"questions": 2, "found": 1, "refused": {"another negation": 1}}
    assert [(one.sentence, one.text) for one in made.variants if one.kind == "chat"] == [
        (texts[0], "In what ways can my order be paid?")]
    assert not any(point.kept_is_upper_bound for point in made.points) and (tmp_path / "mine.ledger").exists()
    again = sonde.audit(texts, "random", replace=True, **words)
    assert again.read["chat"]["questions"] == 0 and len(server.log) == 2


@pytest.mark.parametrize("words, says", [
    ({"model": "m"}, "unknown argument 'model'"), ({"chat": "http://x/v1"}, "model"), ({"chat": "x", "model": "m"}, "not a URL"),
    ({"chat": "http://x/v1", "model": "m", "colour": 1}, "colour")])
def test_arguments_of_a_chat_server_are_checked_first(tmp_path, words, says):
    with pytest.raises(sonde.Error, match=says):
        sonde.audit(FAQ, "random", out=tmp_path / "mine.sonde", **words, **QUICK)
    assert not list(tmp_path.iterdir())
