"""sonde audit: variants of the user's own sentences, thresholds, page, run file and data set."""
import csv
import json
import re

import numpy as np
import pytest
from program import ROOT, Sonde

TEXTS = ROOT / "tests/audit_texts/dev"
SUBJECTS = ("--encoder", "tfidf", "--encoder", "random")
QUICK = ("--replicates", 20)


def rows(file):
    with open(file, newline="") as text:
        return list(csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE))


def report_of(page):
    return json.loads(re.search('<script type="application/json" id="report">(.*?)</script>', page.read_text(), re.S)[1])


class Audited(Sonde):
    def __init__(self, folder):
        super().__init__(folder)
        text = "".join((TEXTS / f"{kind}.txt").read_text() for kind in ("commands", "tickets"))
        (self.folder / "mine.txt").write_text(text + text.splitlines()[0] + "\n\n")
        # Options come before the text: a list of encoders does not swallow it.
        self.answer = self("audit", *SUBJECTS, *QUICK, "--threshold", .8, "--format", "json", "mine.txt", "-o", "a.html")
        self.told = json.loads(self.answer.out)


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    return Audited(tmp_path_factory.mktemp("audit"))


def result(audited, subject, name, slice_="all"):
    [one] = [s for s in audited.told["subjects"] if s["subject"] == subject]
    [found] = [r for r in one["results"] if r["name"] == name and r["slice"] == slice_]
    return found


def similarities(audited, subject):
    """By kind of variant, from the exported items."""
    found = {}
    for item in audited.items("a.sonde"):
        for kind, similarity in zip(item["rows"], item["subjects"][subject]["similarity"], strict=True):
            found.setdefault(kind, []).append(similarity)
    return found


def test_it_tells_what_it_read_and_made(audited):
    assert "mine.txt: 60 sentences in 62 lines; left out: blank lines (1), duplicates (1)" in audited.answer.err
    kinds = {row["kind"] for row in rows(audited.folder / "a-set/traces.tsv")}
    assert {"negation", "antonym", "number", "date", "case", "typo", "polite", "filler"} <= kinds
    assert all((audited.folder / name).exists() for name in ("a.html", "a.sonde", "a-set/variants.toml"))


def test_the_set_is_a_data_set(audited):
    table = rows(audited.folder / "a-set/variants.tsv")
    assert len(table) == 60 and table[0]["sentence"] == "Turn on the lights in the living room."
    assert table[0]["antonym"] == "Turn off the lights in the living room."
    assert table[0]["unrelated"] in {row["sentence"] for row in table[1:]}
    audited.run("again.sonde", "--encoder", "tfidf", "--data", "a-set/variants.toml")
    again = {key[2:]: r["value"] for key, r in audited.results("again.sonde").items()}
    assert again["all", "harmless_closer"] == result(audited, "tfidf", "harmless_closer")["value"]


# As numpy has them, from the exported similarities.
@pytest.mark.parametrize("subject", ["tfidf", "random"])
def test_thresholds_are_numpys(audited, subject):
    roles = dict(line.split(" = ") for line in (audited.folder / "a-set/variants.toml").read_text().splitlines()
                 if line.startswith("role_"))
    by_kind = similarities(audited, subject)
    changed = np.concatenate([by_kind[kind] for kind in by_kind if roles[f"role_{kind}"] == '"changed"'])
    same = np.concatenate([by_kind[kind] for kind in by_kind if roles[f"role_{kind}"] == '"same"'])
    place = .05 * (len(changed) + 1) - 1
    threshold = np.interp(place, np.arange(len(changed)), np.sort(changed.round(6))[::-1])
    assert result(audited, subject, "threshold_5")["value"] == pytest.approx(threshold, abs=1e-6)
    assert result(audited, subject, "false_matches_given")["value"] == pytest.approx((changed.round(6) >= .8).mean())
    assert result(audited, subject, "kept_upper_bound_given")["value"] == pytest.approx((same.round(6) >= .8).mean())
    negations = np.array(by_kind["negation"])
    assert result(audited, subject, "similarity_changed", "change=negation")["value"] == pytest.approx(negations.mean())


def test_every_share_of_true_matches_is_called_an_upper_bound(audited):
    assert all(one["kept_is_upper_bound"] for one in audited.told["subjects"])
    for one in audited.told["subjects"]:
        assert not [r["name"] for r in one["results"] if r["name"].startswith("kept") and "upper_bound" not in r["name"]]


def test_the_page_says_what_the_tables_say(audited):
    page = report_of(audited.folder / "a.html")
    for one in page["thresholds"]:
        name = page["subjects"][one["subject"]]["name"]
        threshold = result(audited, name, "threshold_5")["value"]
        assert one["text"].startswith(f"At a similarity of {threshold:.3f} ") and "upper bound" in one["text"]
        share = result(audited, name, "false_matches_given")["value"]
        assert f"At 0.8, {100 * share:.0f}% " in one["text"]
    assert len(page["thresholds"]) == 2
    named = [row[0] for table in page["sections"][0]["tables"] for row in table["rows"] if isinstance(row[0], dict)]
    assert len(named) > 10 and [one["name"] for one in named if one["label"] == one["name"]] == []


def test_sentences_that_break_it_are_shown(audited):
    [tfidf, _] = audited.told["subjects"]
    threshold = result(audited, "tfidf", "threshold_5")["value"]
    assert tfidf["lost_matches"] and all(one["similarity"] < threshold for one in tfidf["lost_matches"])
    assert all(one["similarity"] > threshold for one in tfidf["false_matches"])


def test_text_and_pairs_that_people_know(tmp_path):
    sonde = Sonde(tmp_path)
    pairs = [line.split("\t") for line in ("How do I pay?\tWhich ways of payment are there?",
                                           "Where is my order?\tI am looking for my order.")]
    (tmp_path / "same.tsv").write_text("".join("\t".join(pair) + "\n" for pair in pairs))
    text = "".join(f"We meet in room {n} on Monday.\n" for n in range(20, 50)) + "Where is my order?\n"
    answer = sonde("audit", "-", "--encoder", "tfidf", *QUICK, "--same", "same.tsv", "-o", "b.html", stdin=text.encode())
    assert "upper bound" not in answer.out and "true matches kept" in answer.out
    assert "paraphrase" in answer.out and "harmless closer" in answer.out and "changed closer" not in answer.out
    page = report_of(tmp_path / "b.html")
    [threshold] = page["thresholds"]
    assert threshold["text"].startswith("At a similarity of") and "of the true matches" in threshold["text"]
    assert "upper bound" not in threshold["text"]
    [row] = [row for row in page["matrices"][0]["rows"] if row["title"] == "paraphrase by people"]
    assert row["cells"][0]["n"] == 2 and row["cells"][0]["level"] == "unclear"
    assert "paraphrase" in [row[0] for table in page["sections"][0]["tables"] for row in table["rows"]]
    table = rows(tmp_path / "b-set/variants.tsv")
    assert table[-2]["paraphrase"] == "I am looking for my order." and table[-1]["sentence"] == "How do I pay?"


def test_a_header_is_no_pair(tmp_path):
    sonde = Sonde(tmp_path)
    (tmp_path / "mine.txt").write_text("Where is my order?\nHow do I pay?\n")
    (tmp_path / "same.tsv").write_text("question\tfaq\nWhere is my order?\tI am looking for my order.\n")
    answer = sonde("audit", "mine.txt", "--encoder", "random", "--same", "same.tsv", code=3)
    assert "same.tsv:1: looks like a header: 'question', 'faq'; delete the line" in answer.err


GOOD = "The shop is open on Monday.\nYou must sign in before you pay.\n"
BAD = {
    "one sentence": ("How do I pay?\n", (), 3, "has only one sentence"),
    "another language": ("Hoe kan ik het wachtwoord van mijn account wijzigen?\nWaar kan ik de factuur van mijn "
                         "bestelling vinden?\nHoe lang duurt het voor ik mijn geld op de rekening heb?\n", (), 3,
                         "seems to be Dutch, not English"),
    "code": ("int x = a[i];\nfor (;;) { y(); }\nx->z = {1};\n", (), 3, "mostly code or log lines"),
    "a C++ file": ((ROOT / "src/base/names.cpp").read_text(), (), 3, "mostly code or log lines"),
    "duplicates": ("How do I pay?\n" * 50, (), 3, "has only one sentence; left out: duplicates (49)"),
    "a paragraph without a full stop": ("word " * 5000, (), 3, "left out: longer than 60 words (1)"),
    "no variant of a changed meaning": ("Hello there!\nOh dear me!\n", (), 3, "no variant with a changed meaning"),
    "an unknown encoder": (GOOD, ("--encoder", "minilmm"), 2, "did you mean 'minilm'?"),
    "a folder that is missing": (GOOD, ("--encoder", "hf:nowhere"), 3, "nowhere"),
    "a threshold in percent": (GOOD, ("--threshold", "80"), 2, "80 is not a cosine"),
    "an encoder that fails": (GOOD, ("--encoder", "exec:false"), 4, "ended with exit status 1"),
    "a store that is none, while it works": (GOOD, ("--store", "bad.txt"), 3, "no vector store"),
    "a page in a missing folder": (GOOD, ("-o", "nowhere/a.html"), 4, "no such folder"),
    "too few replicates": (GOOD, ("--replicates", "2"), 2, "2 replicates"),
    "no encoder": ("How do I pay?\nWhy is that?\n", None, 2, "no encoder is named"),
    "a run file for a page": ("How do I pay?\nWhy is that?\n", ("-o", "x.sonde"), 2, "names the page"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_told(tmp_path, what):
    text, words, code, says = BAD[what]
    sonde = Sonde(tmp_path)
    (tmp_path / "bad.txt").write_text(text)
    encoders = () if words is None else ("--encoder", "random", *words)
    answer = sonde("audit", "bad.txt", *encoders, code=code)
    assert says in answer.err and {file.name for file in tmp_path.iterdir()} <= {"bad.txt", "cache"}
    assert ("changed meaning:" in answer.err) == ("works" in what)  # the rest fails before variants are made


def test_long_paragraphs_and_what_is_left_out_are_counted(tmp_path):
    sonde = Sonde(tmp_path)
    paragraph = "".join(f"The room {n} of the hotel is not open on Monday. " for n in range(10, 20))
    text = f"{paragraph}\n{'Waar kan ik de factuur van mijn bestelling vinden? '}\nreturn a[i];\n"
    answer = sonde("audit", "-", "--encoder", "random", *QUICK, "-o", "c.html", stdin=text.encode())
    assert "10 sentences in 3 lines; left out: another language (1), code or log lines (1); 1 long line" in answer.err
    assert "no threshold for 1% false matches: it needs 99 changed variants, the text gives" in answer.err


def test_files_of_another_audit_stay(audited):
    before = (audited.folder / "a.html").read_bytes()
    answer = audited("audit", "mine.txt", *SUBJECTS, "-o", "a.html", code=2)
    assert "a.html already exists" in answer.err and (audited.folder / "a.html").read_bytes() == before
