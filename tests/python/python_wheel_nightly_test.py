"""The wheels of each ABI, compiled and repaired, install and work with nothing but Python."""
import os
import re
import subprocess
import sys
import zipfile

import pytest
from bare_python import NEEDED, check_the_files, check_the_wheel_works
from program import BUILD, ROOT, lacking

sys.path.append(str(ROOT / "tools"))
import wheel as tool
from pins import pinned


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
    """The stable ABI's wheel is tested on a later interpreter than its own, if available."""
    wheel = wheels[version]
    if wheel is None:
        pytest.skip(f"no CPython {version} with its headers and venv")
    python = next(filter(None, map(tool.interpreter, wanted)))
    subprocess.run([python, "-m", "venv", tmp_path / "bare"], check=True)
    pip = subprocess.run([tmp_path / "bare/bin/pip", "install", "-q", "--disable-pip-version-check", "--require-hashes",
                          "-r", "/dev/stdin"], input="\n".join(pinned(ROOT / "requirements.txt")[name] for name in NEEDED),
                         capture_output=True, text=True)
    if "No matching distribution" in pip.stderr or "connection" in pip.stderr.lower():
        lacking(f"pip could not download the wheel's dependencies: {pip.stderr[-300:]}")
    assert pip.returncode == 0, pip.stderr
    # Without an index it fails if the wheel depends on anything else.
    subprocess.run([tmp_path / "bare/bin/pip", "install", "-q", "--disable-pip-version-check", "--no-index", wheel], check=True)
    check_the_wheel_works(tmp_path)


def test_a_wheel_holds_what_it_should_and_no_more(wheels):
    for wheel in filter(None, wheels.values()):
        assert "manylinux" in wheel.name
        names = zipfile.ZipFile(wheel).namelist()
        check_the_files(names)
        libraries = {re.sub(r"-[0-9a-f]{8}.*", "", os.path.basename(name)) for name in names if "sonde.libs/" in name and not name.endswith("/")}
        # All have licences that allow us to redistribute them. None is under the GPL.
        assert libraries <= {"libicui18n", "libicuuc", "libicudata", "libsqlite3", "libfmt"}, libraries
