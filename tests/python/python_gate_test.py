"""sonde_gate: a release check as a test of pytest, in a separate pytest."""
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from python_package import FOLDER, ROOT, sonde

WORDS = {"data": "negation-detection", "limit": 80, "replicates": 50, "progress": False, "store": "none"}


def worse(texts):
    return np.array([[len(text), len(set(text)) % 5] for text in texts], dtype=np.float32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gate")
    sonde.run({"model": "minilm"}, out=folder / "released.sonde", **WORDS)
    sonde.run({"model": worse}, out=folder / "worse.sonde", **WORDS)
    (folder / "gates.toml").write_text('[[gate]]\nresult = "accuracy"\nat_least = 0.0\n')
    sonde.run({"new": worse}, out=folder / "renamed.sonde", **WORDS)
    (folder / "drop.toml").write_text('[[gate]]\nresult = "accuracy"\nsmallest = 0.05\n')
    (folder / "strict.toml").write_text('[[gate]]\nresult = "accuracy"\nat_least = 0.99\n')
    (folder / "unsure.toml").write_text('[[gate]]\nresult = "accuracy"\nsmallest = 0.02\n')
    for name, encoder in (("few", "random"), ("fewer", "random?seed=2")):
        sonde.run({"model": encoder}, out=folder / f"{name}.sonde", **{**WORDS, "limit": 12})
    (folder / "release_test.py").write_text(
        "from sonde.pytest_plugin import sonde_gate\n"
        "test_passes = sonde_gate('gates.toml', run='released.sonde')\n"
        "test_bound = sonde_gate('strict.toml', run=lambda: 'worse.sonde', baseline='released.sonde')\n"
        "test_named = sonde_gate('gates.toml')\n"
        "test_lacks = sonde_gate('nowhere.toml', run='released.sonde')\n"
        "test_drop = sonde_gate('drop.toml', run='worse.sonde')\n"
        "test_any = sonde_gate(run='worse.sonde')\n"
        "test_own = sonde_gate('strict.toml', run='worse.sonde')\n"
        "class TestGates:\n"
        "    test_method = sonde_gate('gates.toml', run='released.sonde')\n"
        "test_missing = sonde_gate('gates.toml', run='nowhere.sonde')\n"
        "test_unsure = sonde_gate('unsure.toml', run='few.sonde', baseline='fewer.sonde')\n"
        "test_strict = sonde_gate('unsure.toml', run='few.sonde', baseline='fewer.sonde', strict=True)\n"
        "test_names = sonde_gate('strict.toml', run='renamed.sonde', baseline='released.sonde')\n")
    return folder


def run_tests(folder, *words):
    environment = {**os.environ, "PYTHONPATH": str(FOLDER)}
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "sonde.pytest_plugin",
                           "release_test.py", *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=600)


def test_a_gate_is_a_test(folder):
    done = run_tests(folder, "-k", "passes or bound or lacks")
    assert done.returncode == 1 and "2 failed, 1 passed" in done.stdout
    assert ".99" in done.stdout and "nowhere.toml" in done.stdout


def test_the_example_of_the_package_page_works(folder, tmp_path):
    page = (ROOT / "python/README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(# test_release\.py.*?)^```", page, re.M | re.S)
    (tmp_path / "released.sonde").symlink_to(folder / "released.sonde")
    for encoder, told in (("minilm", "1 passed"), ("random", "1 failed")):
        text = example.replace("hf:path/to/new", encoder)
        assert text != example
        (tmp_path / "release_test.py").write_text(text.replace("negation-detection\"", "negation-detection\", limit=80"))
        assert told in run_tests(tmp_path).stdout


def test_a_failure_has_the_items_that_moved(folder):
    done = run_tests(folder, "-k", "bound")
    against = sonde.check(folder / "worse.sonde", folder / "released.sonde", gates=folder / "strict.toml")
    moved = against.gates[0].moves[0].worse[0]
    assert moved.item in done.stdout and moved.sentences[0] in done.stdout
    assert "moved most for the worse" in done.stdout


def test_the_command_line_names_the_runs(folder):
    done = run_tests(folder, "-k", "named")
    assert done.returncode == 1 and "--sonde-run FILE" in done.stdout
    assert run_tests(folder, "-k", "named", "--sonde-run", "worse.sonde", "--sonde-baseline", "released.sonde").returncode == 0


def test_a_drop_is_asked_of_another_run(folder):
    """Against itself no run drops, so that such a test could never fail."""
    done = run_tests(folder, "-k", "drop or any")
    assert "2 failed" in done.stdout and done.stdout.count("--sonde-baseline FILE") >= 2
    assert run_tests(folder, "-k", "drop", "--sonde-baseline", "worse.sonde").returncode == 0
    assert run_tests(folder, "-k", "drop", "--sonde-baseline", "released.sonde").returncode == 1


def test_a_failure_keeps_its_table_where_nothing_can_have_moved(folder):
    for name in ("own", "names"):
        done = run_tests(folder, "-k", name)
        assert done.returncode == 1 and ".99" in done.stdout and "sonde.Error" not in done.stdout


def test_a_gate_is_a_method_too_and_a_missing_run_is_one_line(folder):
    done = run_tests(folder, "-k", "method or missing")
    assert done.returncode == 1 and "1 failed, 1 passed" in done.stdout
    assert "nowhere.sonde" in done.stdout and "Traceback" not in done.stdout and len(done.stdout.splitlines()) < 12


def test_a_gate_that_can_t_tell_is_skipped_with_its_text(folder):
    done = run_tests(folder, "-k", "unsure", "-rs")
    assert done.returncode == 0 and "1 skipped" in done.stdout and "can't tell" in done.stdout and "accuracy" in done.stdout
    assert run_tests(folder, "-k", "strict").returncode == 1


def test_the_former_option_works(folder):
    assert run_tests(folder, "-k", "drop", "--sonde-against", "worse.sonde").returncode == 0
