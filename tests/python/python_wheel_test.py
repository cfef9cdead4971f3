"""The wheel that pip makes, with the build's own module put in: nothing is compiled. It installs and works with nothing but
Python and its dependencies. python_wheel_nightly_test.py compiles and repairs the wheels of each ABI."""
import base64
import hashlib
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from bare_python import NEEDED, check_the_files, check_the_wheel_works
from program import BUILD, ROOT

if not any((BUILD / "python/sonde").glob("_core*.so")):
    pytest.skip("this build has no Python package", allow_module_level=True)

SITE = Path(sysconfig.get_paths()["purelib"])
# Put into a wheel, each under a licence that allows it, or the machine's or the interpreter's.
LIBRARIES = {"libicui18n", "libicuuc", "libicudata", "libsqlite3", "libfmt"}
OUTSIDE = {"libopenvino", "libcurl", "libcrypto", "libstdc++", "libgcc_s", "libm", "libc", "ld-linux-x86-64"}


def run(*words):
    done = subprocess.run([str(word) for word in words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def put_in(wheel, folder):
    """Adds the files of a folder to a wheel, and to its record."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    with zipfile.ZipFile(wheel) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    parts |= {str(path.relative_to(folder)): path.read_bytes() for path in files}
    record = next(name for name in parts if name.endswith(".dist-info/RECORD"))
    digest = lambda data: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    parts[record] = "".join(f"{name},sha256={digest(data)},{len(data)}\n" if name != record else f"{name},,\n"
                            for name, data in parts.items()).encode()
    with zipfile.ZipFile(wheel, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", ".", "-q", "--disable-pip-version-check", "--no-build-isolation", "--no-deps",
        "-w", folder, "-Cwheel.cmake=false", "-Cwheel.platlib=true", f"-Cbuild-dir={folder}/build")
    run("cmake", "--install", BUILD, "--component", "python", "--prefix", folder / "installed")
    wheel, = folder.glob("*.whl")
    put_in(wheel, folder / "installed")
    return wheel


def test_the_wheel_works_in_a_bare_environment(wheel, tmp_path):
    bare = tmp_path / "bare"
    run(sys.executable, "-m", "venv", "--without-pip", bare)
    site = next(bare.glob("lib/python*/site-packages"))
    for name in NEEDED:
        for path in SITE.glob(name.replace("-", "_") + "*"):
            if not (site / path.name).exists():
                (site / path.name).symlink_to(path)
    # Without an index it fails if the wheel depends on anything else.
    run(sys.executable, "-m", "pip", "--python", bare / "bin/python", "install", "-q", "--disable-pip-version-check",
        "--no-index", "--no-compile", wheel)
    check_the_wheel_works(tmp_path)


def test_the_wheel_holds_what_it_should(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    check_the_files(names)
    assert {"sonde/__init__.py", "sonde/_cli.py"} < set(names) and any(re.fullmatch(r"sonde/_core.*\.so", name) for name in names)


@pytest.fixture(scope="module")
def module():
    (module,) = (BUILD / "python/sonde").glob("_core*.so")
    return module


# What Ubuntu 22.04 has: the newest version of each library's symbols, and functions of libcurl 7.81, which has one version for all.
NEWEST = {"GLIBC": "2.35", "GLIBCXX": "3.4.30", "CXXABI": "1.3.13", "GCC": "12.0.0", "OPENSSL": "3.0.0", "CURL_OPENSSL": "4"}
CURL = {"curl_easy_cleanup", "curl_easy_getinfo", "curl_easy_init", "curl_easy_reset", "curl_easy_setopt", "curl_easy_strerror",
        "curl_getdate", "curl_global_init", "curl_multi_add_handle", "curl_multi_cleanup", "curl_multi_info_read", "curl_multi_init",
        "curl_multi_perform", "curl_multi_poll", "curl_multi_remove_handle", "curl_slist_append", "curl_slist_free_all"}


def test_the_module_runs_on_ubuntu_22_04(module):
    symbols = subprocess.run(["nm", "-D", "--undefined-only", "--with-symbol-versions", module], capture_output=True, text=True, check=True).stdout
    versions = set(re.findall(r"@+([A-Z_]+)_([\d.]+)$", symbols, re.M))
    parts = lambda version: [int(part) for part in version.split(".")]
    assert {"GLIBC", "GLIBCXX", "CURL_OPENSSL"} <= {name for name, _ in versions}
    assert [one for one in versions if one[0] in NEWEST and parts(one[1]) > parts(NEWEST[one[0]])] == []
    assert set(re.findall(r"\bcurl_\w+", symbols)) <= CURL


def test_the_module_needs_libraries_that_may_be_passed_on(module):
    dynamic = subprocess.run(["readelf", "-d", module], capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"NEEDED.*\[([^]]*?)\.so", dynamic))
    assert "libsqlite3" in needed and needed <= LIBRARIES | OUTSIDE, needed - LIBRARIES - OUTSIDE
