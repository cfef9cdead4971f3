"""docs/guides/new-language.md: German, for which sonde has no built-in support, by data alone."""
import re
import sys
import tomllib

import pytest
from pages import as_cloned, blocks, run_page
from program import ROOT, Sonde

sys.path.append(str(ROOT / "tools"))
from set_rules import negation, words

PAGE = ROOT / "docs/guides/new-language.md"
FILES = {file: text for _, text, file in blocks(PAGE.read_text(encoding="utf-8")) if file}
FILES |= {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "examples/german").iterdir()}


@pytest.fixture
def german(sonde):
    for name, text in FILES.items():
        (sonde.folder / name).write_text(text, encoding="utf-8")
    return sonde


def test_the_page_does_what_it_says(tmp_path):
    run_page(PAGE, as_cloned(tmp_path))
    shown = Sonde(tmp_path).shown("de.sonde")
    assert [(task["dataset"], task["language"], task["items"]) for task in shown["tasks"]] == [
        ("curves-de", "de", 12), ("heros-de", "de", 10)]


def test_terms_of_a_card_are_put_in(german):
    german.run("de.sonde", "--encoder", "random", "--data", "curves-de.toml")
    assert inserted(german, "de.sonde") == {"fuzz": {"der", "die", "das"}, "negation": {"nicht"}}


def inserted(sonde, run):
    found = {"fuzz": set(), "negation": set()}
    for item in sonde.items(run):
        original, *variants = (sentence.split() for sentence in item["sentences"])
        for kind, variant in zip(item["rows"], variants, strict=True):
            found[kind] |= {word for word in variant if variant.count(word) > original.count(word)}
    return found


def test_cards_share_files_of_terms(german):
    folder = german.folder / "cards"
    folder.mkdir()
    card = FILES["curves-de.toml"].replace('"der,die,das"', '"@de.fuzz.txt"').replace("curves-de.txt", "../curves-de.txt")
    (folder / "curves-de.toml").write_text(card, encoding="utf-8")
    (folder / "de.fuzz.txt").write_text("der\n\nein\n")
    german.run("de.sonde", "--encoder", "random", "--data", "cards/curves-de.toml")
    assert inserted(german, "de.sonde")["fuzz"] == {"der", "ein"}
    # An option wins, and the run stores the terms, not the file's name.
    german.run("ein.sonde", "--encoder", "random", "--data", "cards/curves-de.toml", "--probe", "curves?fuzz_terms=das")
    assert inserted(german, "ein.sonde")["fuzz"] == {"das"}
    assert german.shown("de.sonde")["tasks"][0]["settings"]["fuzz_terms"] == "der,ein"
    (folder / "de.fuzz.txt").unlink()
    assert german("show", "de.sonde").out


@pytest.mark.parametrize("terms, says", [
    ("@", 'curves-de.toml:5: fuzz_terms = "@" names no file; give one, with one term per line, or the terms'),
    ("@none.txt", "none.txt: cannot be read"), ("@curves-de.txt", None)])
def test_bad_files_of_terms_in_a_card_are_told(german, terms, says):
    if says is None:
        (german.folder / "curves-de.txt").write_text("der, die\n")
        says = "curves-de.txt:1: a term with a comma; write one term per line"
    (german.folder / "curves-de.toml").write_text(FILES["curves-de.toml"].replace("der,die,das", terms))
    (line,) = german.run("de.sonde", "--encoder", "random", "--data", "curves-de.toml", code=3).messages
    assert says in line, line


def test_a_language_without_terms_says_where_they_go(german):
    card = re.sub(r".*_terms.*\n", "", FILES["curves-de.toml"])
    (german.folder / "curves-de.toml").write_text(card, encoding="utf-8")
    (line,) = german.run("de.sonde", "--encoder", "random", "--data", "curves-de.toml", code=3).messages
    assert "no default terms for the language 'de'" in line and 'fuzz_terms = "TERM,TERM" in the data set\'s card' in line


def test_a_report_has_a_matrix_for_the_language(german):
    german.run("both.sonde", "--encoder", "random", "--data", "heros-de.toml", "--data", "heros-en", "--limit", 12)
    german("report", "both.sonde", "--out", "both.html")
    page = (german.folder / "both.html").read_text(encoding="utf-8")
    assert '"language":"de","order"' in page and '"language":"en","order"' in page


def test_attention_checks_of_the_language(german):
    (german.folder / "pairs.toml").write_text('probe = "sts"\nfile = "pairs.tsv"\nlanguage = "de"\n')
    rows = "".join(f"Der Hund bellt {i} Mal.\tDie Katze miaut {i} Mal.\n" for i in range(20))
    (german.folder / "pairs.tsv").write_text("first\tsecond\n" + rows, encoding="utf-8")
    words = ("rate", "new", "pairs.toml", "--out", "study", "--checks", 4, "--per-item", 1)
    (line,) = german(*words, code=2).messages
    assert "none for the language 'de'" in line and "--nonsense" in line
    (german.folder / "unsinn.txt").write_text("Der lila Dienstag schwieg.\n\nEine höfliche Treppe lachte.\n", encoding="utf-8")
    german(*words, "--nonsense", "unsinn.txt")
    items = (german.folder / "study/items.tsv").read_text(encoding="utf-8")
    assert "Der lila Dienstag schwieg." in items and "Eine höfliche Treppe lachte." in items
    (german.folder / "unsinn.txt").write_text("\n")
    again = [*words[:4], "other", *words[5:], "--nonsense", "unsinn.txt"]
    (line,) = german(*again, code=3).messages
    assert "unsinn.txt: the file has no sentence; one per line" in line
    german(*[*words[:4], "third", *words[5:6], 0, *words[7:]])


@pytest.fixture
def listed(monkeypatch):
    monkeypatch.setitem(words.LISTS, "de", tomllib.loads(FILES["words.toml"])["de"])
    caches = (words.listed, words.without_ending, words.content_tokens)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize("plain, negated, good", [
    ("Das Zimmer ist klein.", "Das Zimmer ist nicht klein.", True),
    ("Er hat einen Hund.", "Er hat keinen Hund.", True),
    ("Jemand ruft an.", "Niemand ruft an.", True),
    ("Er hat den Hund.", "Er hat keinen Hund.", False),
    ("Das Zimmer ist klein.", "Das Haus ist nicht klein.", False)])
def test_the_rules_of_sets_know_its_negations(listed, plain, negated, good):
    assert (negation.negation_place(plain, negated, "de") is not None) == good


def test_the_rules_of_sets_know_its_stems(listed):
    assert words.content_words("Die kleinen Zimmer", "de") == words.content_words("das kleine Zimmers", "de") == {"klein", "zimmer"}


def test_every_original_of_the_example_has_one_negation(listed):
    header, *rows = (line.split("\t") for line in FILES["heros-de.tsv"].splitlines())
    for row in rows:
        cells = dict(zip(header, row, strict=True))
        assert negation.negation_place(cells["Original"], cells["Negation (main)"], "de"), cells
        assert len(set(row)) == len(row)


def test_an_unknown_language_of_rules_is_told():
    with pytest.raises(SystemExit, match="words.toml has no words of the language 'xx'"):
        words.listed("xx", "stop")


def test_documents_are_parted_into_sentences_of_the_language(german):
    (german.folder / "doc.txt").write_text("Am 3. Oktober kam Dr. Meier an. Er brachte ein Brot mit. Wir aßen es am Abend auf. "
                                           "Danach gingen alle schlafen.\n", encoding="utf-8")
    (german.folder / "ordinals.txt").write_text("".join(f"{day}.\n" for day in range(1, 32)))
    german("make", "triples", "doc.txt", "--language", "de", "--abbreviations", "ordinals.txt", "--out", "triples.tsv")
    made = (german.folder / "triples.tsv").read_text(encoding="utf-8")
    assert "Am 3. Oktober kam Dr. Meier an.\tEr brachte ein Brot mit.\tWir aßen es am Abend auf." in made, made


def test_it_is_described(german):
    out = german("list", "datasets", "curves-de.toml", "heros-de.toml").out
    assert "curves-de" in out and "heros-de" in out
