"""`./dev` on a machine that lacks something."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest
from program import ROOT

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
