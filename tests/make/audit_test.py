"""sonde audit: variants of the user's own sentences, thresholds, page, run file and data set."""
import csv
import json
import math
import re

import numpy as np
import pytest
from program import ROOT, Sonde, percent, write_sts

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
    """Similarities by kind of variant, from the exported items."""
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


def test_an_audit_is_a_base(audited):
    """Its card has its name, so a later run of the same set is checked against it."""
    audited.run("both.sonde", *SUBJECTS, "--probe", "variants?threshold=0.8", "--data", "a-set/variants.toml")
    assert "verdict: fail" not in audited("check", "both.sonde", "--against", "a.sonde").out


def test_a_threshold_makes_no_other_question(audited):
    """It adds results, so runs with and without one are compared on all others."""
    audited.run("plain.sonde", *SUBJECTS, "--probe", "variants", "--data", "a-set/variants.toml")
    for run, base in (("plain.sonde", "a.sonde"), ("a.sonde", "plain.sonde")):
        gate = audited.folder / "gate.toml"
        gate.write_text('[[gate]]\nresult = "harmless_closer"\n')
        told = json.loads(audited("check", run, str(gate), "--against", base, "--format", "json").out)
        assert {one["verdict"] for one in told["checks"]} == {"pass"} and len(told["checks"]) == 2


# numpy's thresholds, from the exported similarities.
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
        estimate = result(audited, name, "false_matches_5")["value"]
        assert f", {percent(estimate)} [" in one["text"] and " 5% of" not in one["text"]
        share = result(audited, name, "false_matches_given")["value"]
        assert f"At 0.8, {percent(share)} " in one["text"]
    assert len(page["thresholds"]) == 2
    named = [row[0] for table in page["sections"][0]["tables"] for row in table["rows"] if isinstance(row[0], dict)]
    assert len(named) > 10 and [one["name"] for one in named if one["label"] == one["name"]] == []


def test_sentences_that_break_it_are_shown(audited):
    [tfidf, _] = audited.told["subjects"]
    threshold = result(audited, "tfidf", "threshold_5")["value"]
    assert tfidf["lost_matches"] and all(one["similarity"] < threshold for one in tfidf["lost_matches"])
    assert all(one["similarity"] > threshold for one in tfidf["false_matches"])


def test_no_kind_above_the_threshold_goes_unseen(audited):
    threshold = result(audited, "tfidf", "threshold_5")["value"]
    roles = (audited.folder / "a-set/variants.toml").read_text()
    above = {kind for kind, found in similarities(audited, "tfidf").items()
             if max(found) > threshold + 1e-6 and f'role_{kind} = "changed"' in roles}
    assert above == {one["kind"] for one in audited.told["subjects"][0]["false_matches"]}


def test_it_answers_which_encoder_to_take(audited):
    assert audited.told["schema"] == "sonde.audit/1"
    [test] = audited.told["tests"]
    compared = json.loads(audited("compare", "a.sonde", "--replicates", 20, "--format", "json").out)["differences"][0]
    assert {test["first"], test["second"]} == {compared["first"], compared["second"]}
    assert abs(test["difference"]) == pytest.approx(abs(compared["difference"]))
    assert test["p_holm"] == pytest.approx(compared["p_holm"]) and test["verdict"] == compared["verdict"]
    [line] = report_of(audited.folder / "a.html")["audit_tests"]
    assert "p (Holm)" in line and line.startswith(test["first"]) and f"more often for {test['first']}, " in line


def test_a_baseline_alone_has_an_answer_and_whole_pairs(audited):
    answer = audited("audit", "mine.txt", "--encoder", "tfidf", *QUICK, "--format", "md", "-o", "b.html")
    page = report_of(audited.folder / "b.html")
    assert page["matrices"][0]["answer"]["result"].startswith(("tfidf", "For tfidf")) and page["thresholds"]
    pairs = [line for line in answer.out.splitlines() if re.match(r"- +[01]\.\d{3} ", line)]
    assert len(pairs) > 5 and all(" → " in line for line in pairs)


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
    assert row["cells"][0]["n"] == 1 and row["cells"][0]["level"] == "unclear"
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
    "a store that is none, while it works": (GOOD, ("--store", ROOT / "src/base/names.cpp"), 3, "not a vector store"),
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


def test_a_run_of_another_kind_is_not_replaced(audited, tmp_path):
    """A run of variants without an audit, or of other probes next to an audit's set."""
    sonde = Sonde(tmp_path)
    (tmp_path / "mine.txt").write_text((audited.folder / "mine.txt").read_text())
    audit = ("audit", "mine.txt", "--encoder", "random", *QUICK, "-o", "b.html", "--replace")
    sonde.run("b.sonde", "--encoder", "random", "--data", audited.folder / "a-set/variants.toml")
    before = (tmp_path / "b.sonde").read_bytes()
    assert "b.sonde is not a run of an audit; choose another --out" in sonde(*audit, code=2).err
    assert (tmp_path / "b.sonde").read_bytes() == before and not (tmp_path / "b-set").exists()
    (tmp_path / "b.sonde").unlink()
    sonde(*audit)
    sonde(*audit)
    write_sts(tmp_path / "pairs.tsv", 12)
    sonde.run("b.sonde", "--encoder", "random", "--probe", "sts", "--data", "pairs.tsv", "--replace")
    assert "b.sonde is not a run of an audit" in sonde(*audit, code=2).err


PLACES = ("Berlin", "Paris", "London", "Rome", "Madrid", "Vienna")
SEARCH = [(f"train to {place} on platform {n}", f"Good morning. The train to {place} leaves from platform {n}. Mind the gap.")
          for n in range(12, 16) for place in PLACES]


class Searched(Sonde):
    """An audit of pairs by an encoder that counts letters and digits, and by noise."""

    def __init__(self, folder):
        super().__init__(folder)
        (self.folder / "pairs.tsv").write_text("query\tpassage\n" + "".join(f"{q}\t{p}\n" for q, p in SEARCH))
        self.answer = self("audit", "--pairs", "pairs.tsv", *SUBJECTS, *QUICK, "--format", "json", "-o", "s.html")
        self.told = json.loads(self.answer.out)["search"]


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    return Searched(tmp_path_factory.mktemp("search"))


def found(searched, subject, name, slice_="all"):
    [one] = [one for one in searched.told["subjects"] if one["subject"] == subject]
    [result] = [r for r in one["results"] if r["name"] == name and r["slice"] == slice_]
    return result


def test_near_misses_are_the_passage_with_one_change(searched):
    table = rows(searched.folder / "s-set/queries.tsv")
    assert [(row["query"], row["passage"]) for row in table] == SEARCH
    for row in table:
        place = next(place for place in PLACES if place in row["query"])
        assert row["name"].startswith("Good morning. The train to ") and place not in row["name"]
        assert row["number"].startswith(f"Good morning. The train to {place} leaves from platform ")
        assert row["number"] != row["passage"]
    assert "24 queries with their passages, 24 passages in all" in searched.answer.err
    assert "24 of 24 queries with a near miss" in searched.answer.err


def ranks(similar):
    """Per row, the rank of the number on the diagonal. A tie counts half."""
    closer = similar - np.diag(similar)[:, None]
    return 1 + (closer > 1e-6).sum(1) + ((abs(closer) <= 1e-6).sum(1) - 1) / 2


def test_ranks_are_numpys(searched):
    """Near misses from the exported similarities, the corpus from the encoder's vectors."""
    texts = [text for pair in SEARCH for text in pair]
    items = searched.items("s.sonde")
    near = [[similarity - item["subjects"]["tfidf"]["similarity"][0]
             for similarity in item["subjects"]["tfidf"]["similarity"][1:]] for item in items]
    closer = [sum(one > 1e-6 for one in item) + sum(abs(one) <= 1e-6 for one in item) / 2 for item in near]
    assert found(searched, "tfidf", "reciprocal_rank_near_misses")["value"] == pytest.approx(np.mean([1 / (1 + c) for c in closer]))
    vectors = searched.encode(texts, "random").astype(float)
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    queries, passages = vectors[::2], vectors[1::2]
    expected = ranks(queries @ passages.T)
    assert found(searched, "random", "top_1_corpus")["value"] == pytest.approx((expected == 1).mean())
    assert found(searched, "random", "reciprocal_rank_corpus")["value"] == pytest.approx((1 / expected).mean())


def test_what_a_search_shows_at_a_threshold_is_numpys(searched):
    answer = searched("audit", "--pairs", "pairs.tsv", "--encoder", "random", *QUICK, "--threshold", "0.02", "--format", "json", "-o", "t.html")
    [one] = json.loads(answer.out)["search"]["subjects"]
    values = {result["name"]: result["value"] for result in one["results"] if result["slice"] == "all"}
    vectors = searched.encode([text for pair in SEARCH for text in pair], "random").astype(float)
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    similar = vectors[::2] @ vectors[1::2].T
    own, others = np.diag(similar), np.where(np.eye(len(similar)), -2, similar).max(1)
    assert values["wrong_shown_given"] == pytest.approx((others >= .02).mean())
    assert values["right_shown_given"] == pytest.approx(((own >= .02) & (own > others)).mean())
    assert others.min() <= values["show_threshold_5"] <= others.max() and math.isnan(values["show_threshold_1"] or math.nan)
    shown = searched("show", "t.sonde").out
    assert "show_threshold_5" in shown and "wrong_shown_given" in shown


def test_encoders_are_compared_in_pairs(searched):
    differences = {(one["name"], one["slice"]): one for one in searched.told["differences"]}
    one = differences["top_1_near_misses", "change=name"]
    assert (one["first"], one["second"]) == ("tfidf", "random")
    assert one["difference"] == pytest.approx(found(searched, "random", "top_1_near_misses", "change=name")["value"]
                                         - found(searched, "tfidf", "top_1_near_misses", "change=name")["value"])
    assert one["low"] < one["difference"] < one["high"] < 0 and one["p_holm"] < .05
    assert differences["top_1_corpus", "all"]["p_holm"] < .05


def test_search_is_printed_and_drawn(searched):
    (searched.folder / "few.txt").write_text("".join(f"We meet in room {n} on Monday.\n" for n in range(20, 40)))
    answer = searched("audit", "few.txt", "--pairs", "pairs.tsv", *SUBJECTS, *QUICK, "-o", "both.html")
    for says in ("tfidf: thresholds", "search: queries whose right passage is first", "  name",
                 "mean reciprocal rank", "search: similarity from which to show", "random less tfidf, first among other passages: ", "p (Holm)", "all its near misses"):
        assert says in answer.out
    assert "Queries whose right passage is first" in (searched.folder / "both.html").read_text()


def test_queries_and_passages_have_their_prompts(searched):
    model = f"hf:{ROOT / 'tests/golden/prompted'}"
    searched("audit", "--pairs", "pairs.tsv", "--encoder", f"sided={model}?query=find:%20&document=text:%20", *QUICK, "-o", "p.html")
    queries = searched.encode([query for query, _ in SEARCH], f"{model}?prompt=find:%20").astype(float)
    passages = searched.encode([passage for _, passage in SEARCH], f"{model}?prompt=text:%20").astype(float)
    similar = (queries @ passages.T) / np.outer(np.linalg.norm(queries, axis=1), np.linalg.norm(passages, axis=1))
    told = [item["subjects"]["sided"]["similarity"][0] for item in searched.items("p.sonde")]
    assert told == pytest.approx(np.diag(similar), abs=1e-5)
    result = searched.results("p.sonde")["pairs", "sided", "all", "reciprocal_rank_corpus"]
    assert result["value"] == pytest.approx((1 / ranks(similar)).mean())  # the model cuts them: many are equal


@pytest.mark.parametrize("text,words,says", [
    ("query\tpassage\na\tb\n", (), "fewer than two passages"),
    ("a\tb\nc\n", (), "pairs.tsv:2"),
    ("a\tb\nc\td\n", ("--same", "pairs.tsv"), "--same needs a text"),
])
def test_bad_pairs_are_told(tmp_path, text, words, says):
    sonde = Sonde(tmp_path)
    (tmp_path / "pairs.tsv").write_text(text)
    answer = sonde("audit", "--pairs", "pairs.tsv", "--encoder", "random", *words, code=2 if words else 3)
    assert says in answer.err and {file.name for file in tmp_path.iterdir()} <= {"pairs.tsv", "cache"}


def test_a_spreadsheets_table_is_read_by_its_header(tmp_path):
    sonde = Sonde(tmp_path)
    (tmp_path / "faq.csv").write_text("id;question;answer\n" + "".join(
        f"{n};Is room {n} open on Monday, or is it closed?;yes, it is\n" for n in range(20, 24)))
    (tmp_path / "same.csv").write_text('"Is room 99 open, or is it closed?","Can I use room 99?"\n')
    answer = sonde("audit", "faq.csv", *SUBJECTS, *QUICK, "--same", "same.csv", "-o", "a.html")
    assert "faq.csv: 4 sentences in 4 lines" in answer.err
    assert "1 of 1 pair with a sentence that faq.csv does not have, which is added" in answer.err
    assert all(not row["sentence"].startswith("2") for row in rows(tmp_path / "a-set/variants.tsv"))
    (tmp_path / "same.csv").write_text("A b.;A b.\n")
    answer = sonde("audit", "faq.csv", *SUBJECTS, "--same", "same.csv", "-o", "b.html", code=3)
    assert "same.csv:1: has the same sentence twice" in answer.err


def test_a_missing_text_is_told_before_an_old_page(tmp_path):
    sonde = Sonde(tmp_path)
    (tmp_path / "audit.html").write_text("a page")
    assert "no such file" in sonde("audit", "missing.txt", *SUBJECTS, code=3).err.lower()
