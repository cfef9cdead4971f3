"""`sonde make curves`: originals with a variant of the same meaning and one of another."""
import csv

import pytest

SENTENCES = ["The old sofa is expensive.", "She opened a valuable letter.", "He never smokes.", "a mute appeal",
             "The cats chase a truck.", "He lives in an expensive house."]


def make(sonde, *words, text="".join(s + "\n" for s in SENTENCES), code=0):
    (sonde.folder / "sentences.txt").write_text(text)
    return sonde("make", "curves", "sentences.txt", "--out", "set.tsv", "--replace", *words, code=code)


def rows(sonde, file="set.tsv"):
    with open(sonde.folder / file, newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_negation_beside_insertion(sonde):
    answer = make(sonde, "--refused", "refused.tsv")
    made = rows(sonde)
    assert [row["id"] for row in made] == ["1", "2", "5", "6"]
    assert made[0]["changed"] == "The old sofa is not expensive."
    for row in made:
        longer, shorter = row["same"].split(), row["original"].split()
        assert len(longer) == len(shorter) + 1 and row["trace"].startswith("same: insertion (before word ")
    assert "negation: 4 made of 5 eligible of 6; refused: 1 no main clause" in answer.err
    assert [(row["id"], row["reason"]) for row in rows(sonde, "refused.tsv")] == [("4", "no main clause")]


def test_refused_sentences_are_listed_if_nothing_is_made(sonde):
    for _ in range(2):
        answer = make(sonde, "--refused", "refused.tsv", text="a mute appeal\n", code=3)
        assert "wrote the refused sentences to refused.tsv" in answer.err and not (sonde.folder / "set.tsv").exists()
        assert [row["reason"] for row in rows(sonde, "refused.tsv")] == ["no main clause"]
    make(sonde, "--refused", "refused.tsv", text="The old sofa is expensive.\n")
    assert rows(sonde, "refused.tsv") == [] and len(rows(sonde)) == 1


def test_a_table_of_refused_sentences_without_rows_is_explained(sonde):
    answer = make(sonde, "--refused", "refused.tsv", text="The cat is not old.\n", code=3)
    assert "refused.tsv is empty, because no sentence is eligible (1 negated already)" in answer.err
    assert rows(sonde, "refused.tsv") == []


def test_antonyms_and_synonyms_stand_in_the_right_form(sonde):
    make(sonde, "--changed", "antonym")
    changed = {row["id"]: row["changed"] for row in rows(sonde)}
    assert changed["2"] == "She opened a worthless letter."
    assert changed["6"] == "He lives in a cheap house."
    make(sonde, "--same", "synonym")
    assert [(row["same"], row["trace"]) for row in rows(sonde)] == [
        ("The old couch is expensive.", "same: synonym (sofa -> couch); changed: negation (auxiliary)")]


def test_verbs_and_prepositions_have_synonyms(sonde):
    make(sonde, "--same", "synonym", text="The dog jumped into the river.\nHe owns about 20 horses.\n")
    assert [(row["same"], row["trace"].split(";")[0]) for row in rows(sonde)] == [
        ("The dog leaped into the river.", "same: synonym (jump -> leap)"),
        ("He owns around 20 horses.", "same: synonym (about -> around)")]


def test_nouns_keep_their_number(sonde):
    make(sonde, "--changed", "noun", "--seed", "5", text="Two roses faded.\nShe saw a rose.\n")
    for row in rows(sonde):
        old, new = row["trace"].rpartition("noun (")[2].rstrip(")").split(" -> ")
        assert new != old and new.endswith("s") == old.endswith("s") and new in row["changed"].split(".")[0].split()
    assert len(rows(sonde)) == 2


def test_terms_of_a_list(sonde):
    (sonde.folder / "terms.tsv").write_text("sofa\tcouch\tsame\nsofa\tlamp\tchanged\nHe\tShe\tchanged\n")
    make(sonde, "--same", "terms", "--changed", "terms", "--terms", "terms.tsv")
    assert [(row["same"], row["changed"]) for row in rows(sonde)] == [
        ("The old couch is expensive.", "The old lamp is expensive.")]


def test_the_set_is_measured_by_its_card(sonde):
    make(sonde)
    sonde.run("c.sonde", "--encoder", "random", "--data", "set.toml")
    assert [item["sentences"][0] for item in sonde.items("c.sonde")] == [row["original"] for row in rows(sonde)]
    assert all(item["rows"] == ["fuzz", "negation"] and not item["labels"] for item in sonde.items("c.sonde"))


def test_the_same_bytes_for_the_same_seed(sonde):
    def made(*words):
        make(sonde, *words)
        return (sonde.folder / "set.tsv").read_bytes()

    first = made("--seed", "1")
    assert made("--seed", "2") != first == made("--seed", "1")
    fewer = made("--seed", "1", "--most", "1").splitlines()
    assert len(fewer) == 2 and set(fewer) < set(first.splitlines())


@pytest.mark.parametrize("words, text, code, message", [
    (["--same", "terms"], "A man sings.\n", 2, "no terms were given; --terms FILE goes with"),
    (["--terms", "t.tsv"], "A man sings.\n", 2, "the terms are not used"),
    (["--changed", "odd"], "A man sings.\n", 2, "odd"),
    ([], "a mute appeal\n", 3, "no sentence has both variants: negation: 0 made of 1 eligible of 1"),
])
def test_what_it_does_not_take(sonde, words, text, code, message):
    assert message in make(sonde, *words, text=text, code=code).err


def test_a_bad_list_of_terms(sonde):
    (sonde.folder / "terms.tsv").write_text("sofa\tcouch\tsame\nsofa\tcouch\n")
    answer = make(sonde, "--same", "terms", "--terms", "terms.tsv", code=3)
    assert "terms.tsv:2: is not a term, what is put in its place, and same or changed" in answer.err
