"""WordNet's sentences and grammatical negation, through the built program."""
import re
from pathlib import Path

import pytest

WORDNET = Path("/usr/share/wordnet")
CORPUS = [
    "The man who lives here likes tea.",
    "She has finished her work.",
    "They can swim.",
    "Open the door.",
    "He never smokes.",
    "I don't know.",
    "a mute appeal",
    "Colorless green ideas the of sleep.",
    "They put the book on the table.",
    "",
]
NEGATED = [
    "The man who lives here does not like tea.",
    "She has not finished her work.",
    "They cannot swim.",
    "Do not open the door.",
]
WHY = {"negated already": 2, "no main clause": 1, "not parsed": 1, "no rule": 1, "blank line": 1}


@pytest.fixture
def corpus(sonde):
    (sonde.folder / "corpus.txt").write_text("".join(line + "\n" for line in CORPUS))
    return "corpus.txt"


def run(sonde, data, *words, probe="curves?negation=grammatical", **options):
    return sonde.run("c.sonde", "--encoder", "random", "--probe", probe, "--data", data, "--replace",
                     *words, **options)


def negated(item):
    return [sentence for sentence in item["sentences"][1:] if re.search(r"\b(can)?not\b", sentence)]


def test_items_are_negated_or_counted(sonde, corpus):
    answer = run(sonde, corpus)
    items = sonde.items("c.sonde")
    assert [item["sentences"][0] for item in items] == CORPUS[:4]
    assert [negated(item) for item in items] == [[sentence] for sentence in NEGATED]
    assert all(item["rows"].count("negation") == 1 and item["rows"].count("fuzz") == 3 for item in items)
    (overlap,) = [r for r in sonde.shown("c.sonde")["results"] if r["name"] == "overlap"]
    assert (overlap["n"], overlap["left_out"]) == (4, 6) and WHY.items() <= overlap["why"].items()
    assert "link-grammar" not in answer.err


def test_fuzz_is_that_of_inserted_negations(sonde, corpus):
    def fuzz(probe):
        run(sonde, corpus, probe=probe)
        return {item["sentences"][0]: [s for s in item["sentences"][1:] if s not in negated(item)]
                for item in sonde.items("c.sonde")}

    inserted = fuzz("curves")
    for sentence, variants in fuzz("curves?negation=grammatical").items():
        assert variants == inserted[sentence]


@pytest.mark.parametrize("option, message", [
    ("language=nl", "negation=grammatical is for English, not for the language 'nl'"),
    ("negation_terms=never", "negation=grammatical inserts no negation_terms"),
])
def test_what_does_not_go_with_it(sonde, corpus, option, message):
    answer = run(sonde, corpus, probe=f"curves?negation=grammatical&{option}", code=2)
    assert message in answer.err


def test_nothing_left(sonde):
    (sonde.folder / "none.txt").write_text("He never smokes.\na mute appeal\n")
    answer = run(sonde, "none.txt", code=3)
    assert len(answer.messages) == 1


def examples():
    """The examples of the documentation."""
    seen = {}
    for part in ["noun", "verb", "adj", "adv"]:
        for line in (WORDNET / f"data.{part}").read_text().splitlines():
            gloss = line.partition(" | ")[2]
            if not line.startswith("  ") and gloss.count('"') % 2 == 0:
                seen.update((text.strip(), None) for text in gloss.split('"')[1::2] if len(text.strip()) >= 25)
    return list(seen)


def test_wordnet_is_a_data_set(sonde):
    sonde.run("w.sonde", "--encoder", "random", "--data", "wordnet", "--limit", "200", "--store", "none")
    (task,) = sonde.shown("w.sonde")["tasks"]
    assert (task["dataset"], task["items"], task["whole"]) == ("wordnet", 200, 30994)
    all_examples = examples()
    assert len(all_examples) == 30994
    for item in sonde.items("w.sonde"):
        assert all_examples[int(item["item"]) - 1] == item["sentences"][0]


def test_wordnet_is_only_read_where_it_is_named(sonde):
    sonde.run("all.sonde", "--encoder", "random", "--probe", "curves", "--limit", "10")
    assert "wordnet" not in [task["dataset"] for task in sonde.shown("all.sonde")["tasks"]]


def test_a_wordnet_that_is_missing_or_damaged(sonde):
    folder = sonde.folder / "wn"
    folder.mkdir()
    (sonde.folder / "own.toml").write_text('probe = "curves"\nfile = "wn"\nlayout = "wordnet"\n')
    answer = run(sonde, "own.toml", probe="curves", code=4)  # as without the package
    assert "wn/data.noun: no such file; install Debian's package wordnet-base" in answer.err
    for part in ["noun", "verb", "adj", "adv"]:
        (folder / f"data.{part}").write_text("  1 A licence.  \nhello\n")
    answer = run(sonde, "own.toml", probe="curves", code=3)
    assert "wn/data.noun:2: is not an entry of WordNet" in answer.err
