"""Drives the built program: calls it, reads what it wrote, makes small data."""
import hashlib
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from waiting import bytes_moved, has_ended, until

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "tools"), str(ROOT / "tools/checks")]
import shared_data as published  # noqa: E402

PROGRAM = Path(os.environ.get("SONDE", ROOT / "build/release/sonde"))
BUILD = Path(os.environ.get("SONDE_BUILD", PROGRAM.parent))
EXHAUSTIVE = "SONDE_EXHAUSTIVE" in os.environ  # every case, as ./dev nightly
CLOCK_SHIM = Path(os.environ.get("SONDE_CLOCK_SHIM", BUILD / "clock_shim.so"))
SHARED = published.FOLDER


def lacking(message):
    """Ends a test that needs something missing on the machine: a skip, or with SONDE_LACKING=fail a failure."""
    if published.MUST_RUN:
        pytest.fail(message)
    pytest.skip(message)


def shared_data(name):
    """A file or folder of the published data, within a test or a fixture."""
    path = SHARED / name
    if not path.exists():
        lacking(published.LACKING)
    return path


def has_bf16():
    return any(flag in Path("/proc/cpuinfo").read_text() for flag in ("avx512_bf16", "amx_bf16"))


def has_int8():
    return any(flag in Path("/proc/cpuinfo").read_text() for flag in ("avx512_vnni", "avx_vnni"))


@dataclass
class Answer:
    code: int
    raw: bytes
    err: str

    @property
    def out(self):
        return self.raw.decode()

    @property
    def made_and_served(self):
        """The vectors that a run made, and those it took from the store."""
        found = re.search(r"(\d+) vectors? made, (\d+) from the store", self.err)
        assert found, self.err
        return int(found[1]), int(found[2])

    @property
    def messages(self):
        """The lines that the program prints in its own name, without progress and its assumptions about data and encoders."""
        return [line for line in self.err.splitlines()
                if line.startswith("sonde: ") and not re.match(r"sonde: (data set .*|(encoder|scorer) \S+: assumed: .*)", line)]


def common_cache():
    """A cache folder for pages of documents, which encode the same sentences. Another program has another one."""
    folder = BUILD / "Testing/caches" / hashlib.sha256(PROGRAM.read_bytes()).hexdigest()[:16]
    for other in folder.parent.glob("*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Sonde:
    """The program. Its cache is in `folder` unless `cache` names another one."""

    def __init__(self, folder, program=PROGRAM, cache=None):
        self.program = Path(program)
        self.folder = Path(folder)
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(cache or self.folder / "cache")}

    @property
    def store(self):
        return self.folder / "cache" / "sonde" / "vectors.sqlite"

    def start(self, *words, program=None, **options):
        options = {"cwd": self.folder, "env": self.environment, "stdin": subprocess.DEVNULL,
                   "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([str(program or self.program), *map(str, words)], **options)

    def __call__(self, *words, code=0, stdin=b"", **options):
        process = self.start(*words, stdin=subprocess.PIPE, **options)
        out, err = process.communicate(stdin, timeout=300)
        answer = Answer(process.returncode, out, err.decode(errors="replace"))
        assert answer.code == code, f"{' '.join(map(str, words))}: {answer.code}\n{answer.err}"
        return answer

    def run(self, out, *words, **options):
        """A run with few replicates: most tests ask for no interval."""
        if "--replicates" not in words:
            words += ("--replicates", 20)
        return self("run", *words, "--out", out, **options)

    def shown(self, file, *words):
        return json.loads(self("show", file, "--format", "json", *words).out)

    def results(self, file):
        """(dataset, subject, slice, name) -> the result."""
        return {(r["dataset"], r["subject"], r["slice"], r["name"]): r
                for r in self.shown(file)["results"]}

    def items(self, file):
        lines = self("export", file, "--items", "--format", "jsonl").out.splitlines()
        return [json.loads(line) for line in lines]

    def encode(self, sentences, spec, *words):
        stdin = "".join(sentence + "\n" for sentence in sentences).encode()
        return np.load(io.BytesIO(self("encode", "--encoder", spec, *words, stdin=stdin).raw))

    def peak(self, *words, **options):
        """The most memory that a call took at once, in MiB: at least what the test itself has."""
        process = self.start(*words, **{"stdout": subprocess.DEVNULL, **options})
        with process.stderr:
            err = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, err
        return used.ru_maxrss / 1024

    def kill(self, words, written):
        """Starts the program and ends it with SIGKILL once it has written so many bytes, unless it is done before.
        Returns whether it was ended, and the bytes that it wrote."""
        process = self.start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: has_ended(process.pid) or bytes_moved(process.pid, "wchar") >= written, pause=0)
        wrote = bytes_moved(process.pid, "wchar")
        process.kill()
        return process.wait() == -signal.SIGKILL, wrote

    def set_clock_ahead(self, seconds=3600):
        """For the program: all files are old."""
        self.environment |= {"LD_PRELOAD": str(CLOCK_SHIM), "CLOCK_AHEAD": str(seconds)}


# Words that the vocabulary of the tiny models in tests/golden has.
SUBJECTS = "man woman child dog doctor teacher singer farmer driver judge".split()
VERBS = "reads writes opens closes carries follows finds loses paints breaks".split()
OBJECTS = "letter song book bread apple stone paper boat window door".split()
PLACES = "river bridge street kitchen garden field fire water horse bird".split()


def sentence(number):
    """A sentence for each number below 10,000."""
    subject, verb, thing, place = (int(digit) for digit in f"{number % 10000:04}")
    return f"the {SUBJECTS[subject]} {VERBS[verb]} the {OBJECTS[thing]} near the {PLACES[place]}"


def percent(share):
    """Rounds half away from zero, like sonde."""
    value = round(100 * abs(share), 9)
    return f"{'-' if share < 0 and value >= .5 else ''}{int(value + .5)}%"


def sentences(count, seed=1):
    return [sentence(n) for n in random.Random(seed).sample(range(10000), count)]


def write_table(file, header, rows):
    lines = ["\t".join(header), *("\t".join(map(str, row)) for row in rows)]
    file.write_text("".join(line + "\n" for line in lines))
    return file


def write_sts(file, count, seed=1):
    """Rated pairs with ties among the ratings and a label."""
    draw = random.Random(seed)
    texts = sentences(2 * count, seed)
    rows = [(texts[2 * i], texts[2 * i + 1], draw.randint(0, 10) / 2, draw.choice(["old", "new"]))
            for i in range(count)]
    return write_table(file, ["first", "second", "gold", "age"], rows)


def write_triplets(file, count, seed=2):
    texts = sentences(3 * count, seed)
    rows = [(f"t{i}", *texts[3 * i:3 * i + 3]) for i in range(count)]
    return write_table(file, ["id", "S", "S+", "S*"], rows)


def edit_json(file, edit):
    content = json.loads(file.read_text())
    edit(content)
    file.write_text(json.dumps(content))


def read_safetensors(file):
    """The header and the bytes after it."""
    raw = file.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    return json.loads(raw[8:8 + size]), raw[8 + size:]


def write_safetensors(file, header, data):
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    file.write_bytes(len(text).to_bytes(8, "little") + text + data)


def helps(sonde, *words):
    """The words of each command, then of each of its verbs, with its help."""
    text = sonde(*words, "--help").out
    yield words, text
    for line in text.splitlines():
        if (found := re.match(r"  ([a-z]+) {2}", line)) and len(words) < 2:
            yield from helps(sonde, *words, found[1])
