"""The interpreter that has the peers: SONDE_PEERS_PYTHON, or .venv-peers if it was made."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv-peers"
REQUIREMENTS = ROOT / "benchmarks" / "requirements.txt"
SOURCES = ROOT / "benchmarks" / "source-packages.txt"


def make():
    """Makes .venv-peers, which takes several gigabytes, only on request."""
    key = REQUIREMENTS.read_bytes() + SOURCES.read_bytes()
    if (FOLDER / "made").exists() and (FOLDER / "made").read_bytes() == key:
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=True)
    install("--only-binary", ":all:", "-r", REQUIREMENTS)
    # An isolated build would download its tools without hashes.
    install("--no-build-isolation", "--no-deps", "-r", SOURCES)
    (FOLDER / "made").write_bytes(key)


def install(*words):
    subprocess.run([FOLDER / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check",
                    "--require-hashes", *words], check=True)


class Peers:
    def __init__(self, threads):
        given = os.environ.get("SONDE_PEERS_PYTHON")
        made = FOLDER / "bin" / "python"
        self.python = given or (str(made) if (FOLDER / "made").exists() else None)
        self._environment = {**os.environ, "OMP_NUM_THREADS": str(threads),
                             "OPENBLAS_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads),
                             "RAYON_NUM_THREADS": str(threads), "CUDA_VISIBLE_DEVICES": "",
                             "HF_HUB_OFFLINE": "1", "PYTHONDONTWRITEBYTECODE": "1"}

    def has(self, *packages):
        if self.python is None:
            return False
        probe = ("import importlib.util, sys; "
                 "sys.exit(not all(importlib.util.find_spec(p) for p in sys.argv[1:]))")
        return self._call("-c", probe, *packages).returncode == 0

    def run(self, script, *words):
        """Runs a contestant's script, which prints one JSON object as its last line."""
        return self._answer(self._call(script, *map(str, words)), script)

    def run_here(self, script, *words):
        """The same in the project's own interpreter."""
        done = subprocess.run([sys.executable, script, *map(str, words)], capture_output=True,
                              text=True, env=self._environment)
        return self._answer(done, script)

    def _call(self, *words):
        return subprocess.run([self.python, *map(str, words)], capture_output=True, text=True,
                              env=self._environment)

    @staticmethod
    def _answer(done, script):
        if done.returncode != 0:
            raise RuntimeError(f"{script}: exit code {done.returncode}\n{done.stderr[-2000:]}")
        return json.loads(done.stdout.strip().splitlines()[-1])


if __name__ == "__main__":
    make()
