"""Runs the program in a separate process and measures it from outside."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MEASURED = Path(__file__).resolve().parent / "measured.py"


@dataclass(frozen=True)
class Ended:
    seconds: float  # from before the process is made to its end
    processor_seconds: float
    peak_bytes: int  # of resident memory
    output: bytes


class Program:
    def __init__(self, path, cache, threads):
        self.path = Path(path).resolve()
        self.threads = threads
        self._environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}

    def run(self, *words, stdin=os.devnull, stdout=None):
        """stdin and stdout name files. Without stdout, the result contains the output."""
        with open(stdin, "rb") as source, open(stdout or os.devnull, "wb") as sink:
            return self._run([str(self.path), *map(str, words)], source, sink if stdout else None)

    def encode(self, encoder, sentences, vectors):
        return self.run("encode", "--encoder", encoder, "--threads", self.threads,
                        stdin=sentences, stdout=vectors)

    def _run(self, words, source, sink):
        reader, writer = os.pipe()
        done = subprocess.run([sys.executable, "-I", "-S", MEASURED, str(writer), *words],
                              stdin=source, stdout=sink or subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self._environment, pass_fds=[writer])
        os.close(writer)
        with os.fdopen(reader) as answer:
            found = json.loads(answer.read() or '{"code": 1}')
        if found["code"] != 0:
            raise RuntimeError(f"{' '.join(words)}: exit code {found['code']}\n"
                               f"{done.stderr.decode(errors='replace')}")
        return Ended(found["seconds"], found["processor_seconds"], found["peak_bytes"],
                     done.stdout or b"")
