"""Sentences compared by their AMR graphs, through the program, on the study's parses."""
import sys

import pytest
from sts_study import STUDY, write_card
from program import Sonde, shared_data

GRAPHS = ",".join(f"{STUDY}/amr/STS3k_all_{side}_AMR_parse.txt" for side in "ab")
SLICES = ("all", "other=in", "adversarial=in")


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    shared_data(STUDY.name)
    sonde = Sonde(tmp_path_factory.mktemp("meaning"))
    card = write_card(sonde.folder, "STS3k_all")
    stored = STUDY / "similarities/STS3k_all_smatch_similarities.txt"
    sonde.run("s.sonde", "--data", card, "--scorer", f"stored=scores:{stored}",
              "--scorer", f"smatch=smatch:{GRAPHS}", "--scorer", f"kept=smatch:{GRAPHS}?inverse=kept",
              "--scorer", f"wlk=wlk:{GRAPHS}", "--replicates", 10)
    return sonde


def spearman(sonde, subject):
    results = sonde.results("s.sonde")
    return [round(results["STS3k_all", subject, label, "spearman"]["value"], 3) for label in SLICES]


def test_the_studys_column_is_not_smatch(study):
    assert spearman(study, "stored") == [.424, .666, .029]
    assert spearman(study, "kept") == [.551, .732, .374]
    assert spearman(study, "smatch") == [.549, .736, .369]


def test_the_kernel_without_vectors_follows_the_ratings(study):
    assert spearman(study, "wlk") == [.590, .743, .377]


def test_amr_cn_names_the_missing_vectors(study):
    words = ("run", "--data", "STS3k_all.toml", "--out", "cn.sonde", "--scorer")
    assert "add ?vectors=SPEC" in study(*words, f"c=amr-cn:{GRAPHS}", code=2).err
    assert "/nowhere.vec" in study(*words, f"c=amr-cn:{GRAPHS}?vectors=words:/nowhere.vec", code=3).err


def test_smatch_says_what_is_proven(study):
    told = study("show", "s.sonde", "--subjects").out
    assert told.count("all pairs") == 2
    assert "smatch:STS3k_all_a_AMR_parse.txt,STS3k_all_b_AMR_parse.txt" in told
    assert "micro" in told


def test_a_file_with_one_graph_too_few_is_refused(study):
    first, second = GRAPHS.split(",")
    text = open(second, encoding="utf-8").read()
    (study.folder / "few.amr").write_text(text[:text.rindex("# ::snt")])
    told = study("run", "--data", "STS3k_all.toml", "--scorer", f"s=smatch:{first},few.amr", "--out", "few.sonde",
                 code=3)
    assert "few.amr: has 2799 graphs, but the data set 'STS3k_all' has 2800 rows" in told.err


def test_wwlk_compares_by_the_vectors_of_words(study):
    vectors = shared_data("words") / "glove50_4k" / "glove50_4k.txt"
    study.run("w.sonde", "--data", "STS3k_all.toml", "--replicates", 10, "--scorer",
              f"wwlk=wwlk:{GRAPHS}?vectors=words:{vectors}")
    results = study.results("w.sonde")
    found = [round(results["STS3k_all", "wwlk", label, "spearman"]["value"], 3) for label in SLICES]
    assert found == [.314, .611, -.182]
    assert "labels without a vector" in study("show", "w.sonde", "--subjects").out


PARSER = """
import sys
with open("parsed.out", "a") as log:
    for line in sys.stdin:
        log.write(line)
        words = line.lower().strip(".\\n").split()
        {before}
        print(f"# ::snt {{line}}(x0 / {{words[0]}}", *(f":w (x{{i + 1}} / {{w}})" for i, w in enumerate(words[1:])))
        print(")\\n")
"""


@pytest.fixture
def parsing(tmp_path):
    (tmp_path / "pairs.csv").write_text("sentence1,sentence2,score\nA cat sat.,A dog sat.,3\nA cat sat.,It rains.,1\n"
                                        "It rains.,It rains.,5\nA dog ran.,A cat ran.,2\n")
    (tmp_path / "parser.py").write_text(PARSER.format(before=""))
    return Sonde(tmp_path)


def parse(sonde, *words, out="p.sonde", store="store", code=0):
    return sonde("run", "--data", "pairs.csv", "--out", out, "--store", store, "--replicates", 10, "--replace",
                 "--scorer", f"smatch=smatch:exec:{sys.executable} parser.py", *words, code=code)


def test_a_command_parses_each_sentence_once(parsing):
    parse(parsing, "--scorer", f"wlk=wlk:exec:{sys.executable} parser.py")
    sentences = ["A cat sat.", "A dog sat.", "It rains.", "A dog ran.", "A cat ran."]
    assert (parsing.folder / "parsed.out").read_text().splitlines() == sentences
    bytes_before = (parsing.folder / "p.sonde").read_bytes()
    parse(parsing, "--threads", 1, out="again.sonde")
    parse(parsing, "--scorer", f"wlk=wlk:exec:{sys.executable} parser.py", out="same.sonde")
    assert (parsing.folder / "parsed.out").read_text().splitlines() == sentences
    assert (parsing.folder / "same.sonde").read_bytes() == bytes_before
    parse(parsing, store="none", out="none.sonde")
    assert len((parsing.folder / "parsed.out").read_text().splitlines()) == 2 * len(sentences)
    assert "parser" in parsing("show", "p.sonde", "--subjects").out


def test_a_parser_that_fails_is_told_and_what_it_wrote_is_kept(parsing):
    dies = "if words[0] == 'it': sys.exit('no memory')"
    (parsing.folder / "parser.py").write_text(PARSER.format(before=dies))
    told = parse(parsing, code=4).err
    assert "ended with exit status 1" in told and "no memory" in told
    (parsing.folder / "parser.py").write_text(PARSER.format(before="if words[0] == 'it': continue"))
    assert "gave the graph of 'A dog ran.' for 'It rains.'" in parse(parsing, code=4).err
    (parsing.folder / "parser.py").write_text(PARSER.format(before="if words[0] == 'it': print('cannot parse')"))
    told = parse(parsing).err
    assert "its pair is left out" in told and "'cannot' is outside brackets; the graph of 'It rains.'" in told
    assert "'cannot' is outside brackets" in parse(parsing, "--strict", code=3).err
