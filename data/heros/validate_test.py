# SPDX-License-Identifier: Apache-2.0
"""Tests that validate.py passes good rows and catches each kind of error."""

import itertools
import re
import string
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import validate as v

HERE = Path(v.__file__).parent
FILES = sorted(p for p in HERE.glob("*.tsv") if p.stem in v.LANGUAGES)
DOMAINS = ["home", "work", "law", "sport", "music", "farming", "travel", "money",
           "school", "nature", "crafts", "weather", "history"]

GOOD = {
    "en": {
        "Original": "The guide told us that the bridge over the old canal was safe.",
        "Synonym": "The guide told us that the bridge over the old canal was secure.",
        "Antonym": "The guide told us that the bridge over the old canal was dangerous.",
        "Random": "The guide told us that the bridge over the old canal was purple.",
        "Typo": "The guide told us that the bridge over the old canal was saef.",
        "Negation (main)": "The guide did not tell us that the bridge over the old canal was safe.",
        "Negation (antonym)": "The guide told us that the bridge over the old canal was not safe.",
    },
    "nl": {
        "Original": "De gids zei dat de brug over het oude kanaal veilig was.",
        "Synonym": "De gids zei dat de brug over het oude kanaal betrouwbaar was.",
        "Antonym": "De gids zei dat de brug over het oude kanaal gevaarlijk was.",
        "Random": "De gids zei dat de brug over het oude kanaal paars was.",
        "Typo": "De gids zei dat de brug over het oude kanaal vielig was.",
        "Negation (main)": "De gids zei niet dat de brug over het oude kanaal veilig was.",
        "Negation (antonym)": "De gids zei dat de brug over het oude kanaal niet veilig was.",
    },
}
VERB = {
    "Original": "My uncle opened an expensive shop beside the station last summer.",
    "Synonym": "My uncle started an expensive shop beside the station last summer.",
    "Antonym": "My uncle closed an expensive shop beside the station last summer.",
    "Random": "My uncle painted an expensive shop beside the station last summer.",
    "Typo": "My uncle opned an expensive shop beside the station last summer.",
    "Negation (main)": "My uncle did not open an expensive shop beside the station last summer.",
    "Negation (antonym)": "My uncle did not open an expensive shop beside the station last summer.",
}


def problems(cells, name="en"):
    """Return the problems of one row."""
    row = v.Row(2, {"id": v.LANGUAGES[name].prefix + "-001", "domain": "home", **cells})
    return list(v.check_row(name, row))


def changed(base, **edits):
    """Return the problems of a good row with `old -> new` in some columns."""
    names = {re.sub(r"\W", "", c).lower(): c for c in v.SENTENCES}
    cells = dict(base)
    for column, (old, new) in edits.items():
        assert old in cells[names[column]]
        cells[names[column]] = cells[names[column]].replace(old, new)
    return problems(cells)


def has(found, part):
    """Tell whether one of the problems contains part."""
    return any(part in p for p in found)


# ------------------------------------------------------------ whole sets

def good_set(n=300, negative=10):
    """Return the text of a set without any problem; every 10th original has a not."""
    source = ("".join(x) for x in itertools.product(string.ascii_lowercase, repeat=4))
    noise = ("o" + x + "k" for x in source)
    lines = ["\t".join(v.COLUMNS)]
    for i in range(n):
        a, b, c, d, e, f, *rest = (next(noise) for _ in range(14))
        s = f"{a.capitalize()} {f} may {b} the {' '.join(rest)} today."
        yes, no = s, s.replace("may", "may not")
        s, other = (no, yes) if i % negative == 0 else (yes, no)
        put = [s.replace(f" {b} ", f" {w} ") for w in (c, d, e, b[:-1] + "qk")]
        lines.append("\t".join([f"he-{i + 1:03}", s, *put, other, other,
                                DOMAINS[i % len(DOMAINS)]]))
    return "\n".join(lines) + "\n"


def edit(text, row, column, value):
    """Return the text with one cell replaced; value may be a function of the cell."""
    lines = text.split("\n")
    cells = lines[row].split("\t")
    at = v.COLUMNS.index(column)
    cells[at] = value(cells[at]) if callable(value) else value
    lines[row] = "\t".join(cells)
    return "\n".join(lines)


def set_problems(text, monkeypatch):
    """Return the problem texts of an English set of noise words."""
    monkeypatch.setattr(v, "load_vocabulary", lambda: None)
    monkeypatch.setattr(v.shared_data, "MUST_RUN", False)
    return [p for _, p in v.check_set("en", text)[1]]


def test_good_set(monkeypatch):
    assert set_problems(good_set(), monkeypatch) == []


@pytest.mark.parametrize("change, part", [
    (lambda t: t.replace("Synonym\t", "Synonyms\t", 1), "header"),
    (lambda t: t.replace("\thome\n", "\thome\tx\n", 1), "10 columns"),
    (lambda t: edit(t, 3, "domain", ""), "empty column"),
    (lambda t: edit(t, 3, "domain", "Home"), "one lower-case word"),
    (lambda t: t.replace("\n", "\r\n"), "carriage returns"),
    (lambda t: t[:-1], "no line end"),
    (lambda t: "\ufeff" + t, "byte order mark"),
    (lambda t: edit(t, 3, "id", "he-001"), "id is also on line 2"),
    (lambda t: edit(t, 3, "id", "hn-003"), "not of the form"),
    (lambda t: edit(t, 300, "id", "he-301"), "where he-300 is due"),
    (lambda t: t.replace("\tlaw\n", "\thome\n").replace("\twork\n", "\thome\n"),
     "more than 15%"),
    (lambda t: t.replace("\tlaw\n", "\thome\n").replace("\twork\n", "\thome\n"),
     "11 domains"),
])
def test_set_problems(change, part, monkeypatch):
    assert has(set_problems(change(good_set()), monkeypatch), part)


def test_too_few_rows(monkeypatch):
    assert has(set_problems(good_set(299), monkeypatch), "fewer than 300")


def test_share_of_negated_originals(monkeypatch):
    assert has(set_problems(good_set(300, 2), monkeypatch), "150 of 300 originals")
    assert has(set_problems(good_set(300, 300), monkeypatch), "1 of 300 originals")


def test_same_sentence_twice(monkeypatch):
    text = good_set()
    s = text.split("\n")[2].split("\t")[2]
    assert has(set_problems(edit(text, 5, "Random", s), monkeypatch), "is also on line 3")
    assert has(set_problems(edit(text, 5, "Random", s.upper()), monkeypatch), "also on line 3")


def test_content_words(monkeypatch):
    lines = good_set().split("\n")  # 5 % of 300 is 15
    most = [x.replace("today", "kettle") for x in lines[:16]] + lines[16:]
    more = [x.replace("today", "kettles") for x in lines[:17]] + lines[17:]
    assert set_problems("\n".join(most), monkeypatch) == []
    assert has(set_problems("\n".join(more), monkeypatch), "content word 'kettl-' is in 16")


def test_first_words(monkeypatch):
    lines = good_set().split("\n")
    def start(line):
        cells = line.split("\t")
        return "\t".join([cells[0], *("Then they all " + c for c in cells[1:8]), cells[8]])
    three = lines[:1] + [start(x) for x in lines[1:4]] + lines[4:]
    four = lines[:1] + [start(x) for x in lines[1:5]] + lines[5:]
    assert not has(set_problems("\n".join(three), monkeypatch), "start with")
    assert has(set_problems("\n".join(four), monkeypatch), "4 originals start with 'then they all'")


def test_typo_is_a_word(monkeypatch):
    text = good_set()
    word = text.split("\n")[9].split("\t")[2].split()[3]
    told = edit(text, 3, "Typo", lambda s: " ".join([*s.split()[:3], word, *s.split()[4:]]))
    assert has(set_problems(told, monkeypatch), f"typo {word!r} is a word of the set")


@pytest.mark.skipif(not v.WORDNET.exists(), reason="no WordNet in /usr/share/wordnet")
@pytest.mark.parametrize("typo, real", [
    ("hoped", True), ("mornings", True), ("hopping", True), ("tries", True), ("clam", True),
    ("opned", False), ("saef", False), ("repaird", False), ("closeing", True)])
def test_wordnet(typo, real):
    assert bool(v.load_wordnet().intersection(v.base_forms(typo))) == real


def test_mean_rouge(monkeypatch):
    text = good_set()
    far = [x.replace(" may ", " may x y z ") if i % 2 else x
           for i, x in enumerate(text.split("\t"))]
    assert has(set_problems("\t".join(far), monkeypatch), "mean ROUGE-1")


# ------------------------------------------------------------- sentences

@pytest.mark.parametrize("name", GOOD)
def test_good_rows(name):
    assert problems(GOOD[name], name) == []


def test_good_verb():
    assert problems(VERB) == []


@pytest.mark.parametrize("edits, part", [
    ({"synonym": ("guide", "guide ")}, "double space"),
    ({"synonym": ("guide", "guide\u00a0x")}, "white-space"),
    ({"random": ("purple", "cafe\u0301")}, "NFC"),
    ({"random": ("purple", '"purple')}, "quotes"),
    ({"original": ("The guide", "the guide")}, "capital"),
    ({"original": ("safe.", "safe?")}, "does not end in"),
    ({"antonym": ("dangerous.", "dangerous!")}, "does not end as Original"),
    ({"antonym": ("guide told", "guide, told")}, "does not have the marks"),
    ({"original": (" that the bridge over the old canal", "")}, "6 words"),
    ({"original": (" old", " very" * 12 + " old")}, "25 words"),
    ({"synonym": ("secure", "safe")}, "not all different"),
    ({"synonym": ("secure", "dangerous")}, "not all different"),
])
def test_sentence(edits, part):
    assert has(changed(GOOD["en"], **edits), part)


@pytest.mark.parametrize("edits, part", [
    ({"synonym": ("guide", "leader")}, "one region"),
    ({"synonym": ("secure", "safe enough for us")}, "one region"),
    ({"antonym": ("guide told us that the bridge over the old canal was dangerous",
                  "leader told us that the bridge over the old canal was safe")},
     "does not replace 'safe'"),
    ({"antonym": ("was dangerous", "stays dangerous")}, "replaces more than"),
    ({"random": ("purple", "dangerous")}, "Random has the same word as Antonym"),
    ({"random": ("purple", "safes")}, "Random has the same word as Original"),
    ({"typo": ("saef", "slow")}, "typo 'slow' is 3 edits"),
    ({"typo": ("saef", "very saef")}, "Typo must differ"),
    ({"typo": ("was saef", "wsa saef")}, "Typo must differ"),
])
def test_edits(edits, part):
    assert has(changed(GOOD["en"], **edits), part)


@pytest.mark.parametrize("edits", [
    {"synonym": ("started an", "set up an")},
    {"original": ("an expensive", "the expensive"), "synonym": ("started an", "founded the"),
     "antonym": ("an", "the"), "random": ("an expensive", "the expensive"),
     "typo": ("an expensive", "the expensive"), "negationmain": ("an expensive", "the expensive"),
     "negationantonym": ("an expensive", "the expensive")},
])
def test_particles(edits):
    assert changed(VERB, **edits) == []


def test_article_before_the_word():
    cells = {c: s.replace("opened an expensive", "opened a cheap")
             .replace("open an expensive", "open a cheap") for c, s in VERB.items()}
    cells |= {c: cells["Original"].replace("a cheap", w) for c, w in
              [("Synonym", "an inexpensive"), ("Antonym", "an expensive"),
               ("Random", "an old"), ("Typo", "a chaep"), ("Negation (antonym)", "a not cheap")]}
    assert problems(cells) == []


@pytest.mark.parametrize("edits, part", [
    ({"negationmain": ("did not tell", "told")}, "must put in or take out one negation, found +0"),
    ({"negationmain": ("was safe", "was not safe")}, "found +2"),
    ({"negationmain": ("did not tell", "did not told")}, "more than the negation"),
    ({"negationmain": ("the old", "an old")}, "more than the negation"),
    ({"negationantonym": ("not safe", "not secure")}, "more than the negation"),
    ({"negationantonym": ("told us that the bridge over the old canal was not",
                          "did not tell us that the bridge over the old canal was")},
     "does not negate 'safe'"),
])
def test_negations(edits, part):
    assert has(changed(GOOD["en"], **edits), part)


@pytest.mark.parametrize("name, plain, negated, good", [
    ("en", "The dog walks home.", "The dog does not walk home.", True),
    ("en", "The dog walks home.", "The dog never walks home.", True),
    ("en", "The dog walks home.", "The dog doesn't walk home.", True),
    ("en", "Close the gate.", "Do not close the gate.", True),
    ("en", "It is an easy task.", "It is a not easy task.", True),
    ("en", "He did know it.", "He did not know it.", True),
    ("en", "He asked me to stay.", "He asked me not to stay.", True),
    ("en", "The dog walked home.", "The dog does not walk home.", False),
    ("en", "The dog walked home.", "The dog did not bark home.", False),
    ("nl", "De hond loopt naar huis.", "De hond loopt niet naar huis.", True),
    ("nl", "De hond heeft een mand.", "De hond heeft geen mand.", True),
    ("nl", "De hond eet vlees.", "De hond eet geen vlees.", True),
    ("nl", "De hond loopt naar huis.", "De hond loopt nooit naar huis.", True),
    ("nl", "De hond heeft de mand.", "De hond heeft geen mand.", False),
    ("nl", "De hond loopt naar huis.", "De kat loopt niet naar huis.", False),
])
def test_negation_forms(name, plain, negated, good):
    language = v.LANGUAGES[name]
    assert (v.negation_place(language, plain, negated) is not None) == good
    assert (v.negation_place(language, negated, plain) is not None) == good


# ------------------------------------------------------------- distances

@pytest.mark.parametrize("a, b, edits", [
    ("open", "opne", 1), ("open", "opn", 1), ("open", "oppen", 1), ("open", "open", 0),
    ("calm", "cakm", 1), ("", "ab", 2), ("mended", "mnedde", 2), ("ca", "abc", 3)])
def test_typing_distance(a, b, edits):
    assert v.typing_distance(a, b) == v.typing_distance(b, a) == edits


def test_rouge_1():
    assert v.rouge_1("A dog, a cat.", "a dog a cat") == 100
    assert v.rouge_1("The cat sat.", "The cat didn't sit.") == pytest.approx(200 * 2 / (3 + 5))
    assert v.rouge_1("one", "two") == 0


def test_word_pieces():
    vocabulary = frozenset(["open", "op", "##ned", "##n", "##ed", "a", "'", "cafe"])
    assert v.tokens("Opned a café' x", vocabulary) == ["op", "##ned", "a", "cafe", "'", "[UNK]"]
    assert v.token_distance("a open a a", "a opned a a", vocabulary) == pytest.approx(2 / 5)


def test_vocabulary_missing(monkeypatch):
    monkeypatch.setattr(v, "load_vocabulary", lambda: None)
    rows = [v.Row(2, {"id": "he-001", "domain": "home", **GOOD["en"]})]
    monkeypatch.setattr(v.shared_data, "MUST_RUN", False)
    assert list(v.check_figures(rows)) == []
    assert "left out, no vocabulary" in v.describe(Path("en.tsv"), rows)
    monkeypatch.setattr(v.shared_data, "MUST_RUN", True)
    assert "no token distances" in next(v.check_figures(rows))[1]


def need_vocabulary():
    """Skip where the vocabulary is missing, or fail."""
    if v.load_vocabulary() is None:
        assert not v.shared_data.MUST_RUN, f"{v.VOCABULARY} is missing"
        pytest.skip(v.shared_data.LACKING)


def test_word_pieces_as_tokenizers():
    """Another implementation cuts every sentence of the sets into the same pieces."""
    need_vocabulary()
    tokenizers = pytest.importorskip("tokenizers")
    other = tokenizers.BertWordPieceTokenizer(str(v.VOCABULARY), lowercase=True)
    for path in FILES:
        for row in v.check_file(path)[0]:
            for c in v.SENTENCES:
                expected = other.encode(row[c], add_special_tokens=False).tokens
                assert v.tokens(row[c], v.load_vocabulary()) == expected


# ----------------------------------------------------- the files themselves

@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_set_passes(path):
    need_vocabulary()
    assert v.check_file(path)[1] == []


def test_readme_counts():
    """The README's table names every set with its ids and its number of originals."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| `(\w+)` \| `h\w-001` … \| (\d+) \|", readme, re.MULTILINE))
    assert table == {p.stem: str(len(v.check_file(p)[0])) for p in FILES}


def test_blind_answers():
    """Each pair is answered once, at least 95 % as the variant means, in each language and variant."""
    rows = {row["id"]: row for path in FILES for row in v.check_file(path)[0]}
    lines = (HERE / "blind.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "id\tvariants\tchosen"
    answered = [line.split("\t") for line in lines[1:]]
    assert len({(i, v) for i, v, _ in answered}) == len(answered)
    assert answered == sorted(answered, key=lambda x: x[0])
    as_meant = {}
    for i, variants, chosen in answered:
        names = variants.split(", ")
        assert len({rows[i][name] for name in names}) == 1
        meant = "same" if names == ["Synonym"] else "different"
        for name in names:
            as_meant.setdefault((i[:2], name), []).append(chosen == meant)
    assert len(as_meant) == 10  # two languages, all variants but Typo
    for (language, name), answers in as_meant.items():
        assert len(answers) == sum(i.startswith(language) for i in rows), (language, name)
        assert sum(answers) >= 0.95 * len(answers), (language, name)


# ------------------------------------------------------------------ main

def test_main(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(v, "load_vocabulary", lambda: None)
    monkeypatch.setattr(v.shared_data, "MUST_RUN", False)
    good = tmp_path / "en.tsv"
    good.write_text(good_set(), encoding="utf-8", newline="")
    assert v.main([str(good)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("en.tsv: 300 originals of 14.1 words, mean ROUGE-1 ")
    assert out[-1] == "1 files, 300 rows, 0 problems"
    good.write_text(edit(good_set(), 3, "domain", "X"), encoding="utf-8", newline="")
    assert v.main([str(good)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("en.tsv:4: domain 'X'")
    assert out[-1] == "1 files, 300 rows, 1 problems"


def test_main_bad_files(tmp_path):
    other = tmp_path / "other.tsv"
    other.write_text("x\n")
    assert v.main([str(other)]) == 1
    latin = tmp_path / "en.tsv"
    latin.write_bytes("caf\u00e9\n".encode("latin-1"))
    assert has([p for _, p in v.check_file(latin)[1]], "not UTF-8")
    missing = v.check_file(tmp_path / "none" / "en.tsv")[1]
    assert has([p for _, p in missing], "cannot be read")
