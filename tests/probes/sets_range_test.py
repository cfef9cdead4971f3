"""Thresholds of `sets` over the range of another run, and comparisons of runs with different ends."""
import json

import pytest
from program import Sonde, write_table

ENDS = [f"{margin}_{end}" for margin in
        ("c1.cosine.e1", "c1.cosine.e2", "c3.cosine.e1", "c3.cosine.e2", "c4.cosine.e1",
         "c1.ned.e1", "c1.ned.e2", "c3.ned.e1", "c3.ned.e2", "c4.ned.e1") for end in ("low", "high")]
SHARES = ("c1_tt", "c3_tt", "c4_t", "c1.ned.tt", "c3.ned.tt", "c4.ned.t")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of one set with thresholds from their own encoders, from another set of encoders, and between given ends."""
    sonde = Sonde(tmp_path_factory.mktemp("range"))
    run = lambda out, probe, *encoders: sonde.run(
        out, "--probe", probe, "--data", "sets-en",
        *(word for encoder in encoders for word in ("--encoder", encoder)))
    run("both.sonde", "sets", "tfidf", "random")
    run("tfidf.sonde", "sets", "tfidf")
    run("random.sonde", "sets", "random")
    (sonde.folder / "in").mkdir()
    (sonde.folder / "in" / "base.sonde").write_bytes((sonde.folder / "both.sonde").read_bytes())
    run("of_both.sonde", f"sets?grid_range={sonde.folder}/in/base.sonde", "random")
    run("given.sonde", "sets?grid_range=-1:1", "random")
    return sonde


def of(sonde, file, subject):
    return {key[3]: r for key, r in sonde.results(file).items() if key[1:3] == (subject, "all")}


def test_the_ends_are_the_other_runs(runs):
    both, found, own = (of(runs, f"{file}.sonde", "random") for file in ("both", "of_both", "random"))
    for name in ENDS:
        assert found[name]["value"] == both[name]["value"] and found[name]["scope"] == ""
    for name in SHARES:
        assert found[name]["value"] == both[name]["value"] != own[name]["value"]
    assert found["c1.dot.e1_low"]["value"] == own["c1.dot.e1_low"]["value"]
    task = runs.shown("of_both.sonde")["results"][0]["probe"]
    assert task == "sets?grid_range=base.sonde"
    assert str(runs.folder).encode() not in (runs.folder / "of_both.sonde").read_bytes()


def test_the_same_run_is_up_to_date_until_the_ends_change(runs):
    words = ("run", "--probe", "sets?grid_range=ends.sonde", "--data", "sets-en", "--encoder", "random",
             "--replicates", 20, "--out", "again.sonde")
    ends = runs.folder / "ends.sonde"
    ends.write_bytes((runs.folder / "both.sonde").read_bytes())
    runs(*words)
    assert "up to date" in runs(*words).err
    ends.write_bytes((runs.folder / "tfidf.sonde").read_bytes())
    assert "holds another run" in runs(*words, code=2).err


def compared(runs, *files):
    answer = runs("compare", *files, "--name", "all", "--format", "json", "--replicates", 20)
    found = json.loads(answer.out)
    return {(d["slice"], d["name"]): d for d in found["differences"]}, " ".join(found["notes"])


@pytest.mark.parametrize("first", ("given", "of_both", "random"))
def test_runs_with_different_ends_are_compared_on_the_joint_range(runs, first):
    apart, notes = compared(runs, f"{first}.sonde", "tfidf.sonde")
    joint, _ = compared(runs, "both.sonde", "--subjects", "random", "tfidf")
    assert ("with other ends of thresholds" in notes) == (first != "random")
    assert apart.keys() == joint.keys() and len(apart) > 200
    for key, d in apart.items():
        assert d["difference"] == joint[key]["difference"]


def test_runs_with_the_same_ends_keep_them(runs):
    runs.run("also.sonde", "--probe", "sets?grid_range=-1:1", "--data", "sets-en", "--encoder", "tfidf")
    found, notes = compared(runs, "given.sonde", "also.sonde")
    assert "other ends" not in notes
    assert found["all", "c1_tt"]["first_value"] == of(runs, "given.sonde", "random")["c1_tt"]["value"]


def test_check_finds_the_joint_range_too(runs):
    (runs.folder / "gates.toml").write_text('[[gate]]\nprobe = "sets"\nresult = "c3_tt"\nsmallest = 0.1\nat_least = 0\n')
    for gates in ((), ("gates.toml",)):
        report = json.loads(runs("check", "given.sonde", "--against", "random.sonde", *gates,
                                 "--replicates", 20, "--format", "json").out)
        assert {c["verdict"] for c in report["checks"]} == {"pass"}
        assert len([c for c in report["checks"] if c["name"] == "c3_tt"]) == (2 if gates else 1)
        assert "with other ends of thresholds" in " ".join(report["notes"])
        c3 = [c for c in report["checks"] if c["name"] == "c3_tt"]
        own = of(runs, "random.sonde", "random")["c3_tt"]["value"]
        assert (c3[0]["base"], c3[0]["value"]) == (own, own)


@pytest.mark.parametrize("range, code, told", [
    ("none.sonde", 2, "grid_range=none.sonde is neither run, LOW:HIGH nor a run file"),
    ("1", 2, "neither run, LOW:HIGH nor a run file"),
    ("text.tsv", 3, "text.tsv"),
    ("heros.sonde", 3, "heros.sonde: the run did not use the probe sets"),
    ("unions.sonde", 3, "unions.sonde: the run has no thresholds c1.cosine.e1, which 'sets-en' needs"),
    ("two.sonde", 3, "two.sonde: the run has several data sets, and none is called 'sets-en'"),
])
def test_what_gives_no_ends(runs, range, code, told):
    if not (runs.folder / "two.sonde").exists():
        write_table(runs.folder / "text.tsv", ["operator", "A", "B", "target"],
                    [["union", "a b", "c d", "a b c d"]])
        (runs.folder / "more.tsv").write_bytes((runs.folder / "text.tsv").read_bytes())
        runs.run("heros.sonde", "--probe", "heros", "--encoder", "random")
        runs.run("unions.sonde", "--probe", "sets", "--data", "text.tsv", "--encoder", "random")
        runs.run("two.sonde", "--probe", "sets", "--data", "text.tsv", "--data", "more.tsv",
                 "--encoder", "random")
    answer = runs("run", "--probe", f"sets?grid_range={range}", "--data", "sets-en", "--encoder", "random",
                  "--out", "bad.sonde", code=code)
    assert told in answer.err
    assert not (runs.folder / "bad.sonde").exists()
