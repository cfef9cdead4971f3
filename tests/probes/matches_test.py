"""Thresholds for sets of other probes: shares of changed and same texts above them, and gates on them."""
import numpy as np
import pytest
from program import Sonde

WORDS = ("--encoder", "tfidf", "--encoder", "random", "--limit", 80, "--replicates", 50)
GATE = '[[gate]]\nresult = "false_matches"\nthreshold = {}\nat_most = {}\nsubject = "tfidf"\n'


class Matched(Sonde):
    def __init__(self, folder):
        super().__init__(folder)
        self.run("plain.sonde", *WORDS, "--data", "negation-detection", "--data", "heros-en")
        self.run("points.sonde", *WORDS, "--data", "negation-detection", "--data", "heros-en",
                 "--probe", "triplets?threshold=0.8", "--probe", "heros?threshold=0.8")

    def similarities(self, probe, changed):
        """tfidf on changed and on same rows."""
        found = {True: [], False: []}
        for item in self.items("points.sonde"):
            if not item["probe"].startswith(probe):
                continue
            for label, value in zip(item["rows"], item["subjects"]["tfidf"]["similarity"], strict=True):
                if label != "sim_plus_star":
                    found[label in changed].append(round(value, 6))
        return np.array(found[True]), np.array(found[False])

    def value(self, dataset, name):
        return self.results("points.sonde")[dataset, "tfidf", "all", name]["value"]


@pytest.fixture(scope="module")
def matched(tmp_path_factory):
    return Matched(tmp_path_factory.mktemp("matches"))


@pytest.mark.parametrize("probe,dataset,changed", [
    ("triplets", "negation-detection", {"sim_s_star"}),
    ("heros", "heros-en", {"antonym", "random", "negation_main", "negation_antonym"})])
def test_shares_are_numpys(matched, probe, dataset, changed):
    different, same = matched.similarities(probe, changed)
    assert matched.value(dataset, "false_matches_given") == pytest.approx((different >= .8).mean())
    assert matched.value(dataset, "kept_given") == pytest.approx((same >= .8).mean())
    place = .05 * (len(different) + 1) - 1
    threshold = np.interp(place, np.arange(len(different)), np.sort(different)[::-1])
    assert matched.value(dataset, "threshold_5") == pytest.approx(threshold, abs=1e-6)


def test_subjects_are_compared_by_them(matched):
    answer = matched("compare", "points.sonde", "--subjects", "tfidf", "random", "--name", "kept_5")
    assert "kept_5" in answer.out


# The run was made without a threshold.
def test_a_gate_bounds_false_matches(matched):
    share = matched.value("negation-detection", "false_matches_given")
    for bound, code in ((share + .001, 0), (share - .001, 1)):
        (matched.folder / "gates.toml").write_text(GATE.format(.8, bound) + 'data = "negation-detection"\n')
        answer = matched("check", "plain.sonde", "--against", "plain.sonde", "gates.toml", code=code)
        assert f"tfidf: false_matches at 0.8: {100 * share:.1f}% [" in answer.out + answer.err
    (matched.folder / "gates.toml").write_text(GATE.format(.8, .5) + 'data = "nowhere"\n')
    matched("check", "plain.sonde", "--against", "plain.sonde", "gates.toml", code=1)


def test_what_is_missing_is_said(matched):
    (matched.folder / "gates.toml").write_text('[[gate]]\nresult = "false_matches"\nthreshold = 0.8\n')
    answer = matched("check", "plain.sonde", "--against", "plain.sonde", "gates.toml", code=3)
    assert "gates.toml:1" in answer.err and "at_most" in answer.err
    pairs = matched.folder / "pairs.tsv"
    pairs.write_text("first\tsecond\tgold\nWe are open.\tWe open.\tsame\nWe are open.\tWe are closed.\tchanged\n")
    answer = matched("run", *WORDS, "--data", "pairs.tsv", "--probe", "sts?threshold=0.8", "--out", "p.sonde", code=2)
    assert "same=1" in answer.err
    matched.run("p.sonde", *WORDS, "--data", "pairs.tsv", "--probe", "sts?threshold=0.8&same=1")
    matched.run("q.sonde", *WORDS, "--data", "pairs.tsv")
    (matched.folder / "gates.toml").write_text(GATE.format(.8, .5))
    matched("check", "p.sonde", "--against", "p.sonde", "gates.toml")
    answer = matched("check", "q.sonde", "--against", "q.sonde", "gates.toml", code=1)
    assert "no data set has it" in answer.out
