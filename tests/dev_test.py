"""`./dev` on a machine that lacks something."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import pytest
from program import BUILD, ROOT

NOBODY = 65534


def without_root():
    """What makes a command another user's, if need be."""
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


def run_without_data(lacking):
    """What a module and a program say whose tests all read published data."""
    environment = {**os.environ, "SONDE_SHARED_DATA": "/nowhere", "SONDE_LACKING": lacking}
    pytest_words = [sys.executable, "-m", "pytest", "-q", "-x", "-rs", "-p", "no:cacheprovider"]
    for words in ([*pytest_words, str(ROOT / "tests/golden_sts_test.py")],
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


def test_without_published_data_they_fail_where_nothing_may_be_lacking():
    assert all(process.returncode == 1 for process in run_without_data("fail"))
