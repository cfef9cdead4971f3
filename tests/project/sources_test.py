"""Files that a reader gives to `./dev reproduce`, made up here: each gives printed figures, and missing ones are named."""
import hashlib
import sys
import zipfile

import pytest
from program import PROGRAM, ROOT, shared_data

sys.path.append(str(ROOT / "tools"))
from reproduce import __main__ as main
from reproduce import curves, from_files, heros, hub, sets, sizes, sources, sts3k, triplets, work
from reproduce.__main__ import options
from reproduce.paper import Given, Key, Paper

SENTENCES = [f"the {animal} {verb} a small {thing} in the {place}" for animal, verb, thing, place in zip(
    ("cat", "dog", "horse", "girl", "boy", "man") * 2, ("sees", "likes", "takes", "finds") * 3, ("ball", "box", "tree") * 4,
    ("park", "house", "street", "garden", "river") * 3)]
SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</worksheet>'


@pytest.fixture
def job(tmp_path, monkeypatch):
    monkeypatch.setattr(work, "KEPT", tmp_path / "kept")
    return work.Work(tmp_path / "runs", program=PROGRAM, replicates=100)


def measured(job, option, path, chosen):
    from_files.measure(job, option, path, chosen)
    return work.kept(f"file-{option}")


def table(path, header, rows):
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text("\n".join("\t".join(row) for row in (header, *rows)) + "\n", encoding="utf-8")
    return path


def workbook(path, columns, rows):
    """A sheet whose texts are shared strings, as spreadsheets write them."""
    texts = [text for row in (columns, *rows) for text in row]
    cells = [[f'<c r="{chr(65 + at)}{number}" t="s"><v>{number * len(columns) + at}</v></c>' for at in range(len(columns))]
             for number in range(len(rows) + 1)]
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("xl/sharedStrings.xml", SHEET.replace("worksheet", "sst").format("".join(f"<si><t>{text}</t></si>" for text in texts)))
        packed.writestr("xl/worksheets/sheet1.xml", SHEET.format("".join(f"<row>{''.join(row)}</row>" for row in cells)))
    return path


@pytest.mark.parametrize("as_workbook", [True, False])
def test_a_corpus_gives_its_columns(job, tmp_path, as_workbook):
    texts = [*SENTENCES, "give orders", " ".join(["word"] * 24)]
    file = tmp_path / "ess.txt"
    if as_workbook:
        file = workbook(tmp_path / "ess.xlsx", ["name", "question_clean"], [["V", text] for text in texts])
    else:
        file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    found = measured(job, "ess", file, {"TFIDF": "tfidf", "SBERT-mini": "random"})
    shares = {row["subject"]: row["value"] for row in found.rows if row["dataset"] == "Table 2"}
    assert shares.pop("sentences") == 14
    assert sum(shares.values()) == pytest.approx(100, abs=1e-3) and shares["0-10"] == pytest.approx(100 * 13 / 14, abs=1e-3)
    plain = tmp_path / "plain.txt"
    plain.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    direct = job.run("direct", "--data", plain, "--probe", "curves?cosine=published", "--encoder", "tfidf")
    assert found.get("Table 3", "TFIDF", "ESS").value == pytest.approx(direct.get("plain", "tfidf", "overlap").value, abs=1e-5)
    assert {row["subject"] for row in found.rows if row["dataset"] == "Table 3"} == {"TFIDF"}
    claimed = work.kept("ess")
    assert claimed.get("ess", "tfidf", "near_minus_one", probe="curves?by=place").value == 0
    assert claimed.get("ess", "tfidf", "overlap", "place=start") and claimed.get("ess", "tfidf", "overlap", "size=short")


def test_the_second_peak_is_counted_per_sentence():
    items = [{"probe": "p", "subjects": {"m": {"cosine": cosines}}} for cosines in ([-1, .5], [.1, .2], [-.95, None], [.3, .4])]
    one = from_files.near_minus_one([*items, {"probe": "q", "subjects": {"m": {"cosine": [-1, -1]}}}], "p", "m")
    assert one.value == pytest.approx((.5 + 0 + 1 + 0) / 4) and one.n == 4 and 0 < one.low < one.value < one.high < 1


def test_heros_gives_its_rows(job, tmp_path):
    columns = ["Original", "Synonym", "Antonym", "Random", "Typo", "Negation (main)", "Negation (antonym)"]
    rows = [[text, text.replace("small", "little"), text.replace("small", "large"), text.replace("small", "green"), text.replace("small", "smal"),
             text.replace(" a ", " not a "), text.replace("small", "not small")] for text in SENTENCES]
    file = table(tmp_path / "heros.tsv", columns, rows)
    found = measured(job, "heros", file, {"MiniLM L3 (para)": "random", "GroNLP": "random"})
    direct = job.run("direct", "--data", file, "--probe", "heros", "--encoder", "random")
    paper = Paper("heros")
    paper.give_results(found)
    for column in from_files.SUBSETS:
        one = paper.given[Key("Figure 1", "MiniLM L3 (para)", column)]
        assert one.value == pytest.approx(direct.get("heros", "random", f"normalised_{column}").value, abs=1e-5)
    assert {key.row for key in paper.given} == {"MiniLM L3 (para)", "HEROS"} and len(paper.given) == 6 + 5
    assert 80 < paper.given[Key("Table 1", "HEROS", "R1")].value < 100


def test_samples_give_their_shares(job, tmp_path):
    for operator in ("overlap", "difference", "union"):
        table(tmp_path / f"samples/{operator}.tsv", ["A", "B", "target"], [[a, b, a[: len(a) // 2]] for a, b in zip(SENTENCES, SENTENCES[1:])])
    found = measured(job, "sofsat", tmp_path / "samples", {"SBERT-mini": "random", "SBERT-L": "minilm?layer=words"})
    for place in ("Table 1", "Table 13", "Table 2", "Table 15"):
        for row in ("SBERT-mini", "SBERT-L"):
            assert sum(found.get(place, row, column).value for column in from_files.CASES) == pytest.approx(100, abs=1e-2), (place, row)
    assert found.get("Table 3", "SBERT-L", "NED").value > 0
    paper = Paper("sets")
    paper.give_results(found)
    assert {key.place for key in paper.given} == set(paper.places()) - {"text"}
    assert len(paper.given) == 2 * len({(key.place, key.column) for key in paper.printed if key.place != "text"})


def test_word_vectors_give_the_parsers_rows(job, tmp_path):
    shared_data("sts3k-study")
    _, *lines = shared_data("words/glove50_4k/glove50_4k.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    file = tmp_path / "vectors.txt"  # without the header, whose count is wrong
    file.write_text("".join(lines), encoding="utf-8")
    found = measured(job, "numberbatch", file, {})
    for parser in ("SemParse", "GPT-4"):
        assert found.get("Table 11", parser, "STS-all").value > .3
    assert .3 < found.get("text", "8.3: correlation of the two parsers", "printed").value < 1


def test_triplets_give_their_accuracies(job, tmp_path):
    table(tmp_path / "sets/negation-detection.tsv", ["S", "S+", "S*"], [[text, f"{text} now", f"not {text}"] for text in SENTENCES])
    found = measured(job, "triplets", tmp_path / "sets", {"GloVe": "minilm?layer=words"})
    assert found.get("Table 1", "Negation Detection", "sentences").value == len(SENTENCES)
    assert 0 <= found.get("Table 2", "GloVe", "accuracy").value <= 100
    assert not [row for row in found.rows if row["dataset"] == "Table 3"]
    paper = Paper("triplets")
    paper.give_results(found)
    assert {key.column for key in paper.given if key.place == "Table 2"} == {"accuracy", *from_files.COSINES}
    assert 0 < paper.given[Key("Table 2", "GloVe", "S, S+")].value <= 100


def test_table_5_is_by_the_published_rule(job, tmp_path):
    """A passive is closer to the sentence than to the exchanged one, which is closest to the sentence: right by the text, wrong by Table 5."""
    rows = [["one two three four", "one two five six", "two three four seven"], ["cat dog horse cow", "cat dog hen duck", "dog horse cow goat"]]
    table(tmp_path / "sets/argument-sensitivity.tsv", ["S", "S+", "S*"], rows)
    found = measured(job, "triplets", tmp_path / "sets", {"GloVe": "tfidf"})
    run = work.Results(job.asked("show", "file-argument-sensitivity.sonde", "--details")["results"])
    assert run.get("argument-sensitivity", "row0", "accuracy").value == 1
    assert found.get("Table 5", "GloVe", "accuracy").value == run.get("argument-sensitivity", "row0", "accuracy_published").value == 0


def test_relatedness_gives_its_column(job, tmp_path):
    file = tmp_path / "str.csv"
    file.write_text("PairID,Text,Score\n" + "".join(f'{at},"{a}\n{b}",{at / 20}\n' for at, (a, b) in enumerate(zip(SENTENCES, SENTENCES[1:]))),
                    encoding="utf-8")
    found = measured(job, "str", file, {"SentBERT": "minilm?layer=words"})
    assert -1 <= found.get("Table 9", "SentBERT", "STR-2022").value <= 1
    assert found.get("Table 5", "STR-2022", "pairs").value == 11


def test_the_benchmark_gives_table_6(job, tmp_path):
    shared_data("heros/stsb")
    file = tmp_path / "train.csv"
    file.write_text("main-captions\tMSRvid\ty\t1\t5\tA man walks.\tA man is walking.\n"
                    f"main-news\tMSRpar\ty\t2\t4\t{'word ' * 21}\tThe U.S. won\n", encoding="utf-8")
    found, without = measured(job, "stsb", file, {}), measured(job, "stsb", shared_data("heros/stsb/sts-dev.csv"), {})
    assert found.get("Table 6", "video captions: up to four words", "of").value % 2 == 0
    assert found.get("Table 5", "STSb", "pairs").value == without.get("Table 5", "STSb", "pairs").value - 1500 + 2


def test_a_file_is_fetched_once_and_checked(tmp_path):
    published = tmp_path / "published.csv"
    published.write_bytes(b"a,b\n")
    good = sources.Source("x", "FILE", "a file", "here", published.as_uri(), hashlib.sha256(b"a,b\n").hexdigest())
    path = sources.fetched(good, tmp_path / "folder")
    published.unlink()
    assert sources.fetched(good, tmp_path / "folder") == path and path.read_bytes() == b"a,b\n"
    published.write_bytes(b"another\n")
    with pytest.raises(SystemExit, match="SHA-256"):
        sources.fetched(good, tmp_path / "other")
    assert not (tmp_path / "other/published.csv").exists()
    published.unlink()
    with pytest.raises(SystemExit, match="give it by --x FILE"):
        sources.fetched(good, tmp_path / "third")


def test_a_wrong_file_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="not found"):
        sources.given({"heros": str(tmp_path / "nothing")}, False)
    (tmp_path / "wrong.xlsx").write_bytes(b"x")
    with pytest.raises(SystemExit, match="SHA-256"):
        sources.given({"ess": str(tmp_path / "wrong.xlsx")}, False)
    with pytest.raises(SystemExit, match="a folder, not a file"):
        sources.given({"heros": str(tmp_path)}, False)
    with pytest.raises(SystemExit, match="not a folder"):
        sources.given({"sofsat": str(tmp_path / "wrong.xlsx")}, False)
    assert sources.given({}, False) == {}


def test_a_file_of_another_form_is_named(job, tmp_path):
    (tmp_path / "empty.txt").write_text("\n", encoding="utf-8")
    table(tmp_path / "columns/overlap.tsv", ["A", "B", "O"], [["a", "b", "c"]])
    for option, path, message in (("cnl", "empty.txt", "no sentences"), ("sofsat", "columns", "overlap.tsv:1: no column 'target'"),
                                  ("sofsat", ".", "overlap.tsv: not found"), ("triplets", ".", "none of negation-detection.tsv"),
                                  ("heros", "columns/overlap.tsv", "no column 'Original'")):
        with pytest.raises(work.Failed, match=message):
            from_files.measure(job, option, tmp_path / path, {})
        assert not (tmp_path / f"kept/file-{option}.tsv").exists()
    with pytest.raises(work.Failed, match="--study is for"):
        sts3k.measure_repository(job, tmp_path)


def test_an_encoder_without_a_file_is_refused(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["reproduce", "--encoder", "USE=minilm"])
    monkeypatch.setattr(main.shared_data, "FOLDER", ROOT)
    with pytest.raises(SystemExit):
        main.main()
    assert "--sofsat" in capsys.readouterr().err


def test_figures_of_a_readers_file_may_differ(job, tmp_path, monkeypatch):
    """The page can still be made: each such figure has its source as the reason."""
    for operator in ("overlap", "difference", "union"):
        table(tmp_path / f"samples/{operator}.tsv", ["A", "B", "target"], [[a, b, a[: len(a) // 2]] for a, b in zip(SENTENCES, SENTENCES[1:])])
    measured(job, "sofsat", tmp_path / "samples", {"SBERT-mini": "random"})
    monkeypatch.setattr(sets, "kept", work.kept)
    paper = sets.measure()
    assert paper.verdict(Key("Table 1", "SBERT-mini", "both")) == "differs" and not paper.unexplained()
    assert "the file that the reader gave" in paper.parts()


def test_every_option_is_measured_and_named():
    words = options().format_help()
    for source in sources.ALL:
        assert f"--{source.option} {source.form}" in words and source.option in from_files.MEASURED
        assert f"--{source.option} {source.form}" in source.needed()


def test_what_is_not_given_is_named(job, monkeypatch):
    """Each figure that a file would give names its option, until it is given."""
    for module in (curves, sets, triplets):
        monkeypatch.setattr(module, "kept", work.kept)
    papers = {"sets": sets.measure(), "triplets": triplets.measure()}
    lines = list(sources.needed(papers))
    of_samples = [line for line in lines if "--sofsat FOLDER" in line]
    assert [(line.split(" (")[0], "--encoder" in line) for line in of_samples] == [("106 figures", False), ("742 figures", True)]
    assert any("--triplets FOLDER" in line for line in lines)
    papers["sets"].given |= {key: Given(1) for key in papers["sets"].needed}
    assert not any("--sofsat" in line for line in sources.needed(papers))
    key = Key("Table 1", "LASER", "both")
    assert "--encoder 'ROW=SPEC'" in papers["sets"].reasons[key]
    assert "--encoder" not in papers["sets"].reasons[Key("Table 1", "SBERT-mini", "both")]


def test_rows_name_encoders(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    (tmp_path / "models--GroNLP--bert-base-dutch-cased").mkdir()
    assert set(hub.models()) <= hub.known_rows() and set(hub.AT_HAND) <= hub.known_rows()
    assert [row for row, spec in hub.models().items() if hub.is_cached(spec)] == ["GroNLP"]


def test_sizes_are_those_of_weights():
    """The counts of published configurations against a model's own tensors. A list of positions is not a weight."""
    one = sizes.read_configurations()["MiniLM L6 v2 (all)"]
    assert sizes.weights(one) == 22_713_216 == sizes.bert(one)
    assert set(sizes.read_configurations()) == {key.row for key in Paper("heros").printed if key.place == "Table 3"}
    assert set(heros.WHY_SIZES) <= set(sizes.read_configurations())
