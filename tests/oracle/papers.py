"""Measures the figures of real encoders in docs/explanation/papers.md again: `./dev oracle`. Compares with `./dev reproduce --encoders`."""
import json
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/oracle")]
from reproduce import encoders, work  # noqa: E402

NEAR = .002  # of values; kernels of other processors give other last bits, and a few ranks change


def compared(name, measure, tmp_path, monkeypatch):
    before = work.kept(name)
    assert before.rows, f"nothing is kept of {name}"
    monkeypatch.setattr(work, "KEPT", tmp_path)
    measure()
    after = work.kept(name)
    assert set(after.of_probe) == set(before.of_probe)
    for key, one in before.of_probe.items():
        now = after.of_probe[key]
        assert now.n == one.n and now.value == pytest.approx(one.value, abs=NEAR), (key, one, now)
    print(f"{name}: {len(before.rows)} results within {NEAR}")


@pytest.mark.parametrize("name", encoders.MEASURED)
def test_what_was_kept_comes_out_again(name, tmp_path, monkeypatch):
    if not work.shared_data.FOLDER.exists():
        pytest.skip(work.shared_data.LACKING)
    kept = {"sts3k": "sts"}.get(name, name)
    compared(kept, lambda: encoders.MEASURED[name](encoders.slow_work()), tmp_path, monkeypatch)


def test_the_studys_repository_gives_what_was_kept(tmp_path, monkeypatch):
    if "SONDE_STUDY" not in os.environ:
        pytest.skip("SONDE_STUDY names no copy of the STS3k study's repository")
    repository = Path(os.environ["SONDE_STUDY"])
    compared("study", lambda: encoders.measure_study(work.Work(tmp_path / "work"), repository), tmp_path, monkeypatch)


def test_mpnets_vectors_are_the_studys():
    """Table 9's SentBERT from the model itself: the raw cosines correlate as the study's raw file does."""
    file = work.shared_data.FOLDER / "sts3k-study/spearman_of_stored_similarities.json"
    if not file.exists():
        pytest.skip(work.shared_data.LACKING)
    stored = json.loads(file.read_text(encoding="utf-8"))["sentbert_mpnet"]
    found = work.kept("sts")
    for part, printed in zip(("all", "subset=non-adversarial", "subset=adversarial"), stored, strict=True):
        assert found.get("sts3k", "mpnet", "spearman", part).value == pytest.approx(printed, abs=.0006)
