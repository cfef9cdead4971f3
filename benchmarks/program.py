"""Runs the program in a process of its own and measures it from outside."""

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ended:
    seconds: float  # from before the process is made to its end
    peak_bytes: int  # of resident memory
    output: bytes
    complaints: str


class Program:
    def __init__(self, path, cache, threads):
        self.path = Path(path).resolve()
        self.threads = threads
        self._environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}

    def run(self, *words, stdin=None, stdout=None):
        """stdin and stdout name files; without stdout the output is in the answer."""
        with open(stdin or os.devnull, "rb") as source, open(stdout or os.devnull, "wb") as sink:
            return self._run([self.path, *map(str, words)], source, sink if stdout else None)

    def encode(self, encoder, sentences, vectors):
        return self.run("encode", "--encoder", encoder, "--threads", self.threads,
                        stdin=sentences, stdout=vectors)

    def _run(self, words, source, sink):
        begin = time.perf_counter()
        child = subprocess.Popen(words, stdin=source, stdout=sink or subprocess.PIPE,
                                 stderr=subprocess.PIPE, env=self._environment)
        output, complaints = _read(child)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        complaints = complaints.decode(errors="replace")
        if child.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, words))}: exit code {child.returncode}\n{complaints}")
        return Ended(seconds, usage.ru_maxrss * 1024, output, complaints)


def _read(child):
    # What stands on the error stream is short: it fits the pipe while the output is read.
    output = child.stdout.read() if child.stdout else b""
    complaints = child.stderr.read()
    for stream in (child.stdout, child.stderr):
        if stream:
            stream.close()
    return output, complaints
