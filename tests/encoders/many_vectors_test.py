"""Sparse encoders and late interaction in a run: tiny ones of random weights."""
import json
import shutil

from program import ROOT

GOLDEN = ROOT / "tests/golden"
SPARSE = f"sparse=splade:{GOLDEN / 'splade-bert'}"
LATE = f"late=colbert:{GOLDEN / 'late-modernbert'}?order=both"


def test_both_give_similarities(sonde, sts):
    sonde.run("sts.sonde", "--encoder", SPARSE, "--scorer", LATE, "--probe", "sts", "--data", sts)
    assert {"sparse", "late"} <= {row["subject"] for row in sonde.results("sts.sonde").values()}
    of = {name: [item["subjects"][name]["similarity"] for item in sonde.items("sts.sonde")] for name in ("sparse", "late")}
    assert len(of["sparse"]) == 60
    assert all(0 <= value <= 1.000001 for value in of["sparse"])  # cosines of numbers that are not negative
    assert all(abs(value) <= 12.00001 for value in of["late"])  # each of a query's 12 tokens has at most 1
    shown = sonde("show", "sts.sonde", "--subjects").out
    assert "sparse: a number per entry of the vocabulary" in shown
    assert "late interaction: a vector per token" in shown


def test_every_probe_takes_sparse_vectors(sonde):
    for probe in ("sets", "heros", "curves", "triplets"):
        sonde.run(f"{probe}.sonde", "--encoder", SPARSE, "--probe", probe, "--limit", "12")
        assert any(row["subject"] == "sparse" and row["value"] is not None
                   for row in sonde.results(f"{probe}.sonde").values()), probe


def test_sparse_vectors_of_the_store_give_the_same_run(sonde, sts):
    runs = [sonde.run(name, "--encoder", SPARSE, "--probe", "sts", "--data", sts) for name in ("one.sonde", "two.sonde")]
    made, served = zip(*(run.made_and_served for run in runs))
    assert made[0] == served[1] > 0 == served[0] == made[1]
    assert (sonde.folder / "one.sonde").read_bytes() == (sonde.folder / "two.sonde").read_bytes()


def test_what_a_folder_leaves_open_is_told_of_scorers_too(sonde, sts):
    folder = sonde.folder / "late"
    shutil.copytree(GOLDEN / "late-modernbert", folder)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"architectures": ["MyModel"]}))
    run = sonde("run", "--scorer", f"late=colbert:{folder}", "--probe", "sts", "--data", sts, "--out", "told.sonde")
    assert "scorer late: assumed: class transformers' modernbert; 'architectures' names \"MyModel\"" in run.err
