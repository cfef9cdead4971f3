"""The wheels install where nothing but Python is, and work there."""
import os
import re
import subprocess
import sys
import zipfile

import pytest
from program import BUILD, ROOT, lacking

sys.path.append(str(ROOT / "tools"))
import wheel as tool  # noqa: E402
from pins import pinned  # noqa: E402

NEEDED = ("openvino", "openvino-telemetry", "numpy")  # what the wheel depends on
# As a user's machine without compiler, Rust and Node.
CODE = """
import sonde, sys
def letters(texts):
    return [[text.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] + [1] for text in texts]
run = sonde.run({"letters": letters, "noise": "random"}, data=["negation-detection", "heros-nl"], limit=60,
                replicates=50, progress=False, out=sys.argv[1], store="none")
assert run.result(subject="letters", dataset="negation-detection", name="accuracy").n == 60
page = run.report(sys.argv[1] + ".html")
assert "vega" in page.read_text()
print(sonde.__file__)
"""


@pytest.fixture(scope="module")
def wheels():
    if not any((BUILD / "python/sonde").glob("_core*.so")):
        pytest.skip("this build has no Python package")
    done = subprocess.run([sys.executable, ROOT / "tools/wheel.py", BUILD], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return {version: next(tool.WHEELS.glob(f"*-cp{version.replace('.', '')}-*.whl"), None)
            for version, _ in tool.interpreters()}


@pytest.mark.parametrize("version, wanted", [("3.11", ["3.11"]), ("3.12", ["3.13", "3.12"])])
def test_a_wheel_works_in_a_bare_environment(wheels, version, wanted, tmp_path):
    """That of the stable ABI on a later interpreter than it was made with, where there is one."""
    wheel = wheels[version]
    if wheel is None:
        pytest.skip(f"no CPython {version} with its headers and venv")
    python = next(filter(None, map(tool.interpreter, wanted)))
    subprocess.run([python, "-m", "venv", tmp_path / "bare"], check=True)
    pip = subprocess.run([tmp_path / "bare/bin/pip", "install", "-q", "--disable-pip-version-check", "--require-hashes",
                          "-r", "/dev/stdin"], input="\n".join(pinned(ROOT / "requirements.txt")[name] for name in NEEDED),
                         capture_output=True, text=True)
    if "No matching distribution" in pip.stderr or "connection" in pip.stderr.lower():
        lacking(f"the wheel's dependencies can't be fetched: {pip.stderr[-300:]}")
    assert pip.returncode == 0, pip.stderr
    # Without an index it fails if the wheel depends on anything else.
    subprocess.run([tmp_path / "bare/bin/pip", "install", "-q", "--disable-pip-version-check", "--no-index", wheel], check=True)
    (tmp_path / "home").mkdir()
    bare = {"PATH": str(tmp_path / "bare/bin"), "HOME": str(tmp_path / "home")}

    def go(*words):
        done = subprocess.run(words, env=bare, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout
    assert str(tmp_path / "bare") in go("python", "-c", CODE, tmp_path / "a.sonde")
    assert "negation-detection" in go("sonde", "show", "a.sonde", "--summary")
    assert "sets-en" in go("sonde", "list", "datasets") and "heros-nl" in go("sonde", "list", "datasets")
    before = "import sys, time; a = time.perf_counter(); import sonde; print(time.perf_counter() - a, 'numpy' in sys.modules)"
    assert go("python", "-c", before).split()[1] == "False"


def test_a_wheel_holds_what_it_should_and_no_more(wheels):
    for wheel in filter(None, wheels.values()):
        assert "manylinux" in wheel.name
        names = zipfile.ZipFile(wheel).namelist()
        assert "sonde/py.typed" in names and "sonde/share/data/heros/nl.tsv" in names
        assert any(name.endswith("licenses/LICENSE") for name in names)
        libraries = {re.sub(r"-[0-9a-f]{8}.*", "", os.path.basename(name)) for name in names if "sonde.libs/" in name and not name.endswith("/")}
        # Each of a licence that allows it to be passed on beside Apache-2.0; none of the GPL's.
        assert libraries <= {"libicui18n", "libicuuc", "libicudata", "libsqlite3", "libfmt"}, libraries
