#!/usr/bin/env python3
"""Makes the files of a release in build/dist: wheels, source, install folder, bill of materials, checksums.

Usage: tools/release/dist.py [BUILD-FOLDER]     default: build/release

`./dev release` calls it and then tries the files in empty systems (tools/release/try.sh).
"""
import hashlib
import json
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path += [str(ROOT / "tools"), str(ROOT / "tools/release")]
import sbom  # noqa: E402

DIST = ROOT / "build/dist"
PYTHON = ROOT / ".venv/bin/python"


def version():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def make_wheels(build):
    subprocess.run([PYTHON, ROOT / "tools/wheel.py", build], check=True)
    for wheel in (ROOT / "build/wheels").glob("*.whl"):
        shutil.copy(wheel, DIST)


def make_source(build, to):
    """Adds the pages that the build made, for systems without Node.js."""
    code = "import sys; from scikit_build_core.build import build_sdist; print(build_sdist(sys.argv[1]))"
    made = ROOT / "web/made"
    try:
        made.mkdir(exist_ok=True)
        for name in ("page.html", "rate.html", "figures.js"):
            shutil.copy(build / "web" / name, made)
        subprocess.run([PYTHON, "-c", code, to], cwd=ROOT, check=True)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def pack(folder, name, to, seconds):
    """A .tar.gz whose bytes depend on the files alone. They are dated `seconds` after 1970."""
    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = seconds
        return entry
    with subprocess.Popen(["gzip", "-n"], stdin=subprocess.PIPE, stdout=to.open("wb")) as gzip:
        with tarfile.open(fileobj=gzip.stdin, mode="w|", format=tarfile.PAX_FORMAT) as tar:
            for path in sorted(folder.rglob("*")):
                tar.add(path, f"{name}/{path.relative_to(folder)}", recursive=False, filter=plain)
        gzip.stdin.close()
    if gzip.returncode != 0:
        sys.exit(f"gzip failed on {to}")


def make_folder(build):
    """The program with its models and sets, and the C++ library. It needs the Debian that built it."""
    system = platform.freedesktop_os_release()
    name = f"sonde-{version()}-{system['ID']}{system.get('VERSION_ID', '')}-{platform.machine()}"
    seconds = int(subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    with tempfile.TemporaryDirectory() as made:
        for component in ([], ["--component", "development"]):
            subprocess.run(["cmake", "--install", build, "--prefix", made, "--strip", *component], check=True, stdout=subprocess.DEVNULL)
        pack(Path(made), name, DIST / f"{name}.tar.gz", seconds)


def write_bill():
    text = json.dumps(sbom.bill(version()), indent=1, sort_keys=True)
    (DIST / f"sonde-{version()}.cdx.json").write_text(text + "\n", encoding="utf-8")


def write_checksums(folder):
    """SHA256SUMS, as `sha256sum --check` reads it."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def main():
    build = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir(parents=True)
    make_wheels(build)
    make_source(build, DIST)
    make_folder(build)
    write_bill()
    write_checksums(DIST)
    for path in sorted(DIST.iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
