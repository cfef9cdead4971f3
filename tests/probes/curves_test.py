"""The probe `curves`: corpora, hostile ones too, and its figures against scipy's."""
import json

import numpy as np
import pytest
from program import ROOT, sentences
from scipy.stats import gaussian_kde

CURVES = ROOT / "data/curves"


@pytest.fixture
def corpus(sonde):
    file = sonde.folder / "corpus.txt"
    file.write_text("".join(line + "\n" for line in sentences(150)))
    return file


def measure(sonde, *words, probe="curves", data="corpus.txt", out="c.sonde", encoder="hf:tiny",
            **options):
    return sonde.run(out, "--encoder", encoder, "--probe", probe, "--data", data, *words, "--replace",
                     **options)


def result(sonde, name, file="c.sonde"):
    (found,) = [r for r in sonde.shown(file)["results"] if r["name"] == name and r["slice"] == "all"]
    return found


def cosines(sonde, file="c.sonde"):
    kinds = {"fuzz": [], "negation": []}
    for item in sonde.items(file):
        (measured,) = item["subjects"].values()
        for kind, cosine in zip(item["rows"], measured["cosine"]):
            kinds[kind].append(cosine)
    return np.array(kinds["fuzz"]), np.array(kinds["negation"])


def density(values, factor):
    """Computes the density as the paper's program does: the kernel's factor times the standard deviation, on 2,001 points."""
    curve = gaussian_kde(values, factor)(np.linspace(-1, 1, 2001))
    return curve / curve.sum()


@pytest.mark.parametrize("spec, factor", [("curves", 0.2), ("curves?bandwidth=0.5", 0.5),
                                          ("curves?bandwidth=scott", "scott"),
                                          ("curves?bandwidth=silverman", "silverman"),
                                          ("curves?cosine=published", 0.2)])
def test_curves_and_overlap_are_scipys(sonde, tiny, corpus, spec, factor):
    sonde.run("c.sonde", "--encoder", "hf:tiny", "--probe", spec, "--data", corpus)
    kinds = cosines(sonde)
    expected = [density(values, factor) for values in kinds]
    series = {s["name"]: s for s in sonde.shown("c.sonde")["series"]}
    for name, curve in zip(["fuzz", "negation"], expected):
        assert (series[name]["first"], series[name]["step"]) == (-1, 0.001)
        assert np.abs(np.array(series[name]["values"]) - curve).sum() < 1e-4
    overlap = result(sonde, "overlap")
    assert overlap["value"] == pytest.approx(np.minimum(*expected).sum(), abs=1e-5)
    assert overlap["low"] <= overlap["value"] <= overlap["high"]
    assert (overlap["n"], overlap["left_out"]) == (150, 0)
    wins = np.sign(kinds[0][:, None] - kinds[1][None, :])
    assert result(sonde, "auc")["value"] == pytest.approx((wins.mean() + 1) / 2, abs=1e-12)
    assert result(sonde, "fuzz_mean")["value"] == pytest.approx(kinds[0].mean(), abs=1e-12)
    spread = result(sonde, "negation_sd")
    assert spread["value"] == pytest.approx(kinds[1].std(ddof=1), abs=1e-12)
    assert spread["low"] < spread["value"] < spread["high"]


def published_cosine(a, b):
    if np.round(np.sum(a) * np.sum(b), 2) == 0:
        return -1
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


def test_the_published_cosine_is_numpys(sonde, corpus):
    measure(sonde, probe="curves?cosine=published", encoder="random")
    texts, spoilt = [], 0
    items = sonde.items("c.sonde")
    for item in items:
        texts += item["sentences"]
    vectors = sonde.encode(texts, "random").astype(np.float64)
    at = 0
    for item in items:
        (measured,) = item["subjects"].values()
        for row, cosine in enumerate(measured["cosine"], 1):
            expected = published_cosine(vectors[at], vectors[at + row])
            assert cosine == pytest.approx(expected, abs=1e-6)
            spoilt += expected == -1
        at += len(item["sentences"])
    assert 0 < spoilt < 900


def test_variants_are_insertions(sonde, corpus):
    measure(sonde, encoder="random")
    for item in sonde.items("c.sonde"):
        original, *variants = item["sentences"]
        assert len(variants) == len(set(zip(item["rows"], variants))) == len(item["rows"])
        for kind, variant in zip(item["rows"], variants):
            terms = ["not"] if kind == "negation" else ["a", "the"]
            words = variant.split(" ")
            places = [i for i in range(len(words) - 1)
                      if words[i] in terms and words[:i] + words[i + 1:] == original.split(" ")]
            assert places, variant


def test_order_and_limit_change_no_variant(sonde, corpus):
    measure(sonde, encoder="random", out="whole.sonde")
    lines = corpus.read_text().splitlines()
    (sonde.folder / "back.txt").write_text("".join(line + "\n" for line in reversed(lines)))
    measure(sonde, "--limit", 40, data="back.txt", encoder="random", out="part.sonde")
    whole = {item["sentences"][0]: item["sentences"] for item in sonde.items("whole.sonde")}
    part = sonde.items("part.sonde")
    assert len(part) == 40
    for item in part:
        assert item["sentences"] == whole[item["sentences"][0]]


def test_terms_of_ones_own(sonde, corpus):
    (sonde.folder / "terms.txt").write_text("by no means\n\nhardly\n")
    sonde.run("c.sonde", "--encoder", "random", "--data", corpus, "--probe",
              "curves?fuzz_terms=so&negation_terms=@terms.txt&variants=50")
    (task,) = sonde.shown("c.sonde")["tasks"]
    assert task["probe"] == "curves?fuzz_terms=so&negation_terms=by%20no%20means,hardly&variants=50"
    item = sonde.items("c.sonde")[0]
    words = len(item["sentences"][0].split())
    assert item["rows"] == ["fuzz"] * words + ["negation"] * 2 * words
    assert any("by no means" in text for text in item["sentences"])
    (sonde.folder / "terms.txt").unlink()  # the run file has them
    assert sonde("compare", "c.sonde", "c.sonde", "--replicates", 100).out


@pytest.mark.parametrize("content, code, says", [
    (b"not\nby no means, hardly\n", 3, "terms.txt:2: a term with a comma; write one term per line"),
    (b"\n \t\n", 3, "terms.txt: the file has no term; one per line"),
    (b"not\nhard\0ly\n", 3, "terms.txt:2: the line has a NUL byte"),
    (None, 3, "terms.txt: cannot be read: No such file or directory"),
    ("", 2, "fuzz_terms=@ names no file; give one, with one term per line, or the terms"),
])
def test_bad_files_of_terms_are_told(sonde, corpus, content, code, says):
    name = "" if content == "" else "terms.txt"
    if content:
        (sonde.folder / name).write_bytes(content)
    (line,) = measure(sonde, probe=f"curves?fuzz_terms=@{name}", encoder="random",
                      code=code).messages
    assert says in line


@pytest.mark.parametrize("content, says", [
    (b"", "the data set has no item"),
    (b"\n \n\t\n", "no item of the data set is left: 3 blank line"),
    (b"one sentence\nand\0another\n", "bad.txt:2: the line has a NUL byte"),
    (b"one sentence\n\xff\xfe\n", "bad.txt:2: the line is not valid UTF-8 from its byte 1 on"),
    (b"one sentence\n" + b"ab " * 400000 + b"\n", "bad.txt:2: the line is longer than 1 MiB"),
])
def test_a_hostile_corpus_is_told(sonde, content, says):
    (sonde.folder / "bad.txt").write_bytes(content)
    (line,) = measure(sonde, data="bad.txt", encoder="random", code=3).messages
    assert says in line
    assert not (sonde.folder / "c.sonde").exists()


@pytest.mark.parametrize("option", ["variants=0", "bandwidth=0", "bandwidth=nan", "fuzz_terms=",
                                    "negation_terms=not,,never", "passed=100"])
def test_bad_options_are_told(sonde, corpus, option):
    (line,) = measure(sonde, probe=f"curves?{option}", encoder="random", code=2).messages
    assert option.split("=")[0] in line


def test_blank_and_short_lines_are_left_out_and_counted(sonde, corpus):
    corpus.write_text(corpus.read_text() + "\n \nShort\nToo short\nWord\n")
    measure(sonde, probe="curves?min_words=3&max_words=100", encoder="random")
    overlap = result(sonde, "overlap")
    assert (overlap["n"], overlap["left_out"]) == (150, 5)
    assert overlap["why"] == {"blank line": 2, "fewer words than min_words": 3}
    (task,) = sonde.shown("c.sonde")["tasks"]
    assert task["left_out"] == overlap["why"] and (task["items"], task["whole"]) == (150, 150)
    assert "left out: 3 (fewer words than min_words)" in sonde("show", "c.sonde").out


def test_own_corpora_have_a_language(sonde, corpus):
    (sonde.folder / "more.txt").write_text("".join(line + "\n" for line in sentences(40, 7)))
    data = ("--data", "corpus.txt", "--data", "more.txt")
    subjects = ("--encoder", "a=random", "--encoder", "b=random?seed=2")
    for probe, language in (("curves?language=nl", "nl"), ("curves", "en")):
        sonde.run("c.sonde", *subjects, "--probe", probe, *data, "--replace")
        shown = sonde.shown("c.sonde")
        assert [task["language"] for task in shown["tasks"]] == [language] * 2
        assert not any("language" in task["settings"] for task in shown["tasks"])
        overlaps = [r["value"] for r in shown["results"] if (r["name"], r["slice"]) == ("overlap", "all")]
        (spread,) = shown["languages"]
        assert (spread["language"], spread["probe"], spread["n"]) == (language, probe, 4)
        assert spread["mean"] == pytest.approx(np.mean(overlaps))
        assert spread["sd"] == pytest.approx(np.std(overlaps, ddof=1))
        assert "by language, over all subjects and data sets" in sonde("show", "c.sonde").out


def test_an_option_wins_over_the_cards_language(sonde, corpus):
    (sonde.folder / "card.toml").write_text('probe = "curves"\nfile = "corpus.txt"\nlanguage = "nl"\n')
    sonde.run("c.sonde", "--encoder", "random", "--probe", "curves", "--probe", "curves?language=en", "--data", "card.toml")
    assert [task["language"] for task in sonde.shown("c.sonde")["tasks"]] == ["nl", "en"]


def test_one_sentence_has_no_interval(sonde, tiny):
    (sonde.folder / "one.txt").write_text("the man reads the letter near the river\n")
    measure(sonde, data="one.txt")
    overlap = result(sonde, "overlap")
    assert overlap["n"] == 1 and overlap["low"] is None
    assert 0 <= result(sonde, "auc")["value"] <= 1


def test_words_alone_are_sentences(sonde, tiny):
    (sonde.folder / "words.txt").write_text("man\n")
    measure(sonde, data="words.txt")
    assert [len(item["rows"]) for item in sonde.items("c.sonde")] == [3]  # a, the; not
    overlap = result(sonde, "overlap")
    assert overlap["value"] is None
    (reason,) = overlap["why"]
    assert reason.startswith("no curve of negation: ") and overlap["why"][reason] == 0
    assert f"tiny on words: {reason}" in sonde("show", "c.sonde").out


def test_a_long_line_is_a_sentence(sonde):
    (sonde.folder / "long.txt").write_bytes(b"ab " * 349000 + b"\nshort one\n")
    measure(sonde, data="long.txt", encoder="random")
    assert [item["sentences"][0][:9] for item in sonde.items("c.sonde")] == ["ab ab ab ", "short one"]


def test_compare_and_check_know_which_way_is_better(sonde, tiny, corpus):
    sonde.run("two.sonde", "--encoder", "good=hf:tiny", "--encoder", "random", "--data", corpus)
    shown = json.loads(sonde("compare", "two.sonde", "--name", "all", "--format", "json", "--replicates", 200).out)
    better = {d["name"]: d["better"] for d in shown["differences"]}
    assert better["overlap"] == "lower" and better["auc"] == "higher"
    assert better["fuzz_mean"] == "neither"
    (moves,) = shown["moves"]
    assert moves["score"] == "filler minus negation"
    checked = sonde("check", "two.sonde", "--against", "two.sonde", "--format", "json", "--replicates", 200).out
    assert json.loads(checked)["verdict"] == "pass"


def test_several_corpora_are_summed_up_by_language(sonde, corpus):
    for name, language in [("a", "en"), ("b", "en"), ("c", "nl")]:
        (sonde.folder / f"{name}.toml").write_text(
            f'probe = "curves"\nfile = "corpus.txt"\nlanguage = "{language}"\n')
    sonde.run("c.sonde", "--encoder", "random", "--encoder", "other=random?seed=2", "--data", "a.toml",
              "--data", "b.toml", "--data", "c.toml")
    overlaps = [r["value"] for r in sonde.shown("c.sonde")["results"] if r["name"] == "overlap"
                and r["dataset"] in "ab"]
    text = sonde("show", "c.sonde").out
    (line,) = [line.split() for line in text.splitlines() if line.startswith("en ")]
    assert line == ["en", "curves", "overlap", f"{np.mean(overlaps):.3f}"[1:], f"{np.std(overlaps, ddof=1):.3f}"[1:],
                    "4"]


@pytest.mark.parametrize("language, terms", [("en", {"a", "the"}), ("nl", {"de", "het"})])
def test_the_shipped_corpora(sonde, language, terms):
    measure(sonde, "--limit", 40, data=CURVES / f"{language}.toml", encoder="random")
    found = set()
    for item in sonde.items("c.sonde"):
        original, *variants = item["sentences"]
        for kind, variant in zip(item["rows"], variants):
            if kind == "fuzz":
                found |= {w for w in variant.split() if variant.split().count(w) > original.split().count(w)}
    assert found == terms
    assert {r["slice"].split("=")[0] for r in sonde.shown("c.sonde")["results"]} == {"all", "register"}


@pytest.mark.parametrize("options, language, told", [
    ("", "en", True), ("?language=en", "en", False), ("?fuzz_terms=der,die", "en", True),
    ("?fuzz_terms=der,die&negation_terms=nicht", "", False), ("?negation=grammatical", "en", True)])
def test_english_is_not_taken_for_granted_in_silence(sonde, corpus, options, language, told):
    answer = measure(sonde, probe=f"curves{options}", encoder="random")
    assert sonde.shown("c.sonde")["tasks"][0]["language"] == language
    assert ("corpus: it says no language" in answer.err) == told
