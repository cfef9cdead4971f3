#!/usr/bin/env python3
"""Writes the requirements files, with the hash of each wheel, from the pins in tools/release/pins.toml.

Usage: .venv/bin/python tools/release/lock.py [--upgrade] [FILE...]     default: all files of pins.toml

pip resolves each file for CPython 3.11 to 3.13 on x86-64 Linux. It reads the metadata of wheels and does not download them.
A package that pins.toml does not name stays at the version in the file. With --upgrade it gets the newest version that fits."""
import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tools"))
from pins import canonical, pinned, version_of  # noqa: E402

PINS = ROOT / "tools/release/pins.toml"
OWN_PINS = ROOT / "tools/release/requirements.txt"  # an older pip downloads whole wheels for their metadata
OWN = ROOT / ".setup/lock-tools"
PYTHONS = ("3.11", "3.12", "3.13")
# Debian 12 has glibc 2.36. pip takes the first platform that a package has a wheel for.
PLATFORMS = [*(f"manylinux_2_{minor}_x86_64" for minor in range(36, 4, -1)),
             "manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64", "linux_x86_64"]


def python_with_pip():
    """The interpreter of a virtual environment with the pinned pip. It is made once per pin."""
    note = OWN / "made-of.txt"
    if not note.exists() or note.read_text() != OWN_PINS.read_text():
        subprocess.run([sys.executable, "-m", "venv", "--clear", OWN], check=True)
        subprocess.run([OWN / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes",
                        "--only-binary", ":all:", "-r", OWN_PINS], check=True)
        note.write_text(OWN_PINS.read_text())
    return OWN / "bin/python"


def resolved(packages, constraints, python, alone):
    """The wheels that pip would install: the entries of its report."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "wanted.txt").write_text("\n".join(packages))
        (folder / "constraints.txt").write_text("\n".join(constraints))
        words = [python_with_pip(), "-m", "pip", "install", "--dry-run", "--ignore-installed", "-qq", "--disable-pip-version-check", "--use-feature=fast-deps",
                 "--only-binary", ":all:", "--implementation", "cp", "--python-version", python, "--target", folder / "none",
                 "--report", folder / "report.json", "-r", folder / "wanted.txt", "-c", folder / "constraints.txt"]
        words += [word for platform in PLATFORMS for word in ("--platform", platform)]
        done = subprocess.run([*words, *(["--no-deps"] if alone else [])], check=False)
        if done.returncode != 0:
            sys.exit(f"pip finds no wheels for CPython {python}: change the pins in {PINS.relative_to(ROOT)}, or try --upgrade")
        return json.loads((folder / "report.json").read_text())["install"]


def without_dependency(report, python):
    """Dependencies that are missing from the report: pip evaluates conditions for the interpreter that runs it."""
    environment = {"python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    there = {canonical(item["metadata"]["name"]) for item in report}
    for item in report:
        for requirement in map(Requirement, item["metadata"].get("requires_dist", [])):
            applies = requirement.marker is None or requirement.marker.evaluate(environment)
            if applies and canonical(requirement.name) not in there:
                yield f"{item['metadata']['name']} needs {requirement} on CPython {python}"


def locked(packages, kept, alone):
    """name -> (version, hashes of its wheels). `kept`: name -> version."""
    versions, hashes = {}, {}
    for python in PYTHONS:
        constraints = [f"{name}=={version}" for name, version in {**kept, **versions}.items()]
        report = resolved(packages, constraints, python, alone)
        missing = [] if alone else list(without_dependency(report, python))
        if missing:
            sys.exit("\n".join([*missing, f"add them to {PINS.relative_to(ROOT)}"]))
        for item in report:
            name = canonical(item["metadata"]["name"])
            versions[name] = item["metadata"]["version"]
            hashes.setdefault(name, set()).add(item["download_info"]["archive_info"]["hashes"]["sha256"])
    return {name: (versions[name], sorted(hashes[name])) for name in sorted(versions)}


def text_of(about, packages):
    lines = [f"# {line}".rstrip() for line in about.strip().splitlines()]
    lines.append(f"# Written by tools/release/lock.py from {PINS.relative_to(ROOT)}, for CPython {PYTHONS[0]} to {PYTHONS[-1]} on "
                 "x86-64 Linux. Do not edit.")
    for name, (version, hashes) in packages.items():
        lines.append(" \\\n".join([f"{name}=={version}", *(f"    --hash=sha256:{one}" for one in hashes)]))
    return "\n".join(lines) + "\n"


def kept_versions(path, packages):
    """name -> version, of what the file has and `packages` do not name."""
    named = {canonical(Requirement(package).name) for package in packages}
    there = pinned(path) if path.exists() else {}
    return {name: version_of(line) for name, line in there.items() if name not in named}


def main():
    files = {one["path"]: one for one in tomllib.loads(PINS.read_text(encoding="utf-8"))["file"]}
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--upgrade", action="store_true", help="the newest versions of what pins.toml does not name")
    words.add_argument("file", nargs="*", metavar="FILE", help=", ".join(files))
    given = words.parse_args()
    for path in given.file or files:
        if path not in files:
            words.error(f"{path} is not a file of {PINS.relative_to(ROOT)}: {', '.join(files)}")
        packages, alone = files[path]["packages"], files[path].get("alone", False)
        kept = {} if given.upgrade else kept_versions(ROOT / path, packages)
        found = locked(packages, kept, alone)
        (ROOT / path).write_text(text_of(files[path]["about"], found), encoding="utf-8")
        print(f"{path}: {len(found)} packages, {sum(len(hashes) for _, hashes in found.values())} hashes")


if __name__ == "__main__":
    main()
