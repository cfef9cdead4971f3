"""Sentences compared by their AMR graphs, through the program, on the study's parses."""
import pytest
from golden_sts_test import STUDY, write_card
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
