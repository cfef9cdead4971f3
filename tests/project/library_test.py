"""The C++ library as another project has it: examples/cpp is built against an installed folder, by find_package and by pkg-config."""
import os
import re
import shutil
import subprocess

import pytest
from program import BUILD, ROOT, Sonde, lacking

EXAMPLES = ROOT / "examples/cpp"


def call(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """A folder with the component `development`. The rest of an installed folder is linked: install_test.py installs it."""
    folder = tmp_path_factory.mktemp("library") / "sonde"
    for name in ("lib/sonde", "share/sonde"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(BUILD / name)
    call("cmake", "--install", BUILD, "--prefix", folder, "--component", "development")
    moved = folder.rename(folder.parent / "moved")  # its files hold no path
    yield moved
    shutil.rmtree(moved)


def test_the_examples_build_by_find_package(prefix, tmp_path):
    """measure.cpp is the program of docs/guides/cpp.md."""
    (shown,) = re.findall(r"^```cpp\n(.*?)^```", (ROOT / "docs/guides/cpp.md").read_text(encoding="utf-8"), re.M | re.S)
    assert shown == (EXAMPLES / "measure.cpp").read_text(encoding="utf-8")
    call("cmake", "-S", EXAMPLES, "-B", tmp_path / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    call("cmake", "--build", tmp_path / "build")
    printed = call(tmp_path / "build/measure", cwd=tmp_path)
    assert printed == Sonde(tmp_path)("show", "first.sonde").out and "minilm" in printed
    assert "letters" in call(tmp_path / "build/own_encoder", cwd=tmp_path)
    call(tmp_path / "build/own_probe", cwd=tmp_path)
    sonde = Sonde(tmp_path)
    sonde.run("own.sonde", "--data", "negation-detection", "--encoder", "tfidf", "--encoder", "random")
    for subject in ("tfidf", "random"):
        own, theirs = (results[name, subject, "all", result] for results, name, result in (
            (sonde.results("closer.sonde"), "negation-detection", "closer"), (sonde.results("own.sonde"), "negation-detection", "accuracy")))
        assert all(own[key] == theirs[key] for key in ("value", "low", "high", "n"))


def test_an_example_builds_by_pkg_config(prefix, tmp_path):
    if not shutil.which("pkg-config"):
        lacking("pkg-config is missing (Debian: pkgconf)")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    data = call("pkg-config", "--variable=datadir", "sonde", env=environment).strip()
    flags = call("pkg-config", "--cflags", "--libs", "sonde", env=environment).split()
    call("g++", "-std=c++20", f'-DSONDE_DATA="{data}"', EXAMPLES / "own_encoder.cpp", *flags, "-o", "own_encoder", cwd=tmp_path)
    call("./own_encoder", cwd=tmp_path)
    told = Sonde(tmp_path)("show", "letters.sonde").out
    assert "letters" in told and "random" in told


def test_the_headers_are_the_public_ones(prefix):
    installed = {path.name for path in (prefix / "include/sonde").iterdir()}
    assert installed == {path.name for path in (ROOT / "include/sonde").iterdir()}
