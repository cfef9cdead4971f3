#!/usr/bin/env python3
"""Checks that no file is an orphan or a giant: every tracked source stands in a
room, every fuzz target has a corpus, no file is too long or too large, nor a
golden model, the corpora are few files, and no two sources have one name. The place of the published data is
named once a language, so that tests can be run without them. Tests wait for what happens, not for time to pass: they sleep in
one helper per language."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LONGEST = 500       # lines of a source file
LARGEST = 1_000_000  # bytes of any file
MOST_SEEDS = 400    # files of tests/corpora
LARGEST_GOLDEN = 200_000  # bytes of a folder of tests/golden
SHARED = re.compile(r'shared"?\s*/\s*"?data\b')
NAMES_SHARED = ("tools/shared_data.py", "src/base/testing/shared_data.h")
SLEEP = re.compile(r"\b(?:sleep|usleep|nanosleep|sleep_for|sleep_until|waitForTimeout)\("
                   r"|\bPromise\(\(?\w+\)? => \{? *setTimeout\b")
TEST = re.compile(r"tests/.*\.(?:py|c|cpp|h|mjs)$|tools/(?:\w+/)?\w+_test\.py$|src/.*(?:_test\.(?:cpp|h)|_(?:samples|damage)\.h)$")
SLEEPS = ("tests/waiting.py", "src/base/testing/eventually_test.h")
MIXED = re.compile(r"^\s*(?:else)?if\([^()]*\b(?:OR\b[^()]*\bAND|AND\b[^()]*\bOR)\b", re.MULTILINE)
BUILT = ("src/", "include/sonde/", "tests/", "benchmarks/", "examples/cpp/")


def tracked():
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in names.split("\0") if name and (ROOT / name).is_file()]


def problems_of(name):
    path = ROOT / name
    if path.stat().st_size > LARGEST:
        yield f"{name}: {path.stat().st_size} bytes"
    if path.suffix in {".cpp", ".h"}:
        if not name.startswith(BUILT):
            yield f"{name}: no build list finds it there"
        if len(path.read_text().splitlines()) > LONGEST:
            yield f"{name}: more than {LONGEST} lines; is it still one idea?"
    if path.suffix in {".cpp", ".h", ".py"} and name not in NAMES_SHARED and SHARED.search(path.read_text()):
        yield f"{name}: published data are found by {' and '.join(NAMES_SHARED)} alone"
    if TEST.match(name) and name not in SLEEPS and (found := SLEEP.search(path.read_text())):
        line = path.read_text().count("\n", 0, found.start()) + 1
        yield f"{name}:{line}: waits for time to pass; wait for a condition, by {' or '.join(SLEEPS)}"
    if name.endswith((".cmake", "CMakeLists.txt")) and (found := MIXED.search(path.read_text())):
        line = path.read_text().count("\n", 0, found.end()) + 1
        yield f"{name}:{line}: CMake reads AND and OR from left to right; put parentheses around one of them"
    if name.endswith("_test.py") and not re.match(r"(tests/\w+|tools(/\w+)?)/[^/]+$", name):
        yield f"{name}: no test list finds it there"
    if name.endswith("_fuzz.cpp"):
        corpus = ROOT / "tests/corpora" / path.stem.removesuffix("_fuzz")
        if not corpus.is_dir() or not any(corpus.iterdir()):
            yield f"{name}: no corpus in {corpus.relative_to(ROOT)}"


def large_golden_models():
    for folder in sorted((ROOT / "tests/golden").iterdir()):
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        if size > LARGEST_GOLDEN:
            yield f"{folder.relative_to(ROOT)}: {size} bytes"


def too_many_seeds(names):
    count = sum(name.startswith("tests/corpora/") for name in names)
    if count > MOST_SEEDS:
        yield (f"tests/corpora: {count} files, at most {MOST_SEEDS}: keep those that reach most "
               "(a fuzz target's -merge=1 -use_counters=0) and those that are named")


def one_name_for_two(names):
    """Sources of one name in two rooms, which a reader takes for each other."""
    places = {}
    for name in names:
        if re.match(r"src/.*\.cpp$", name) and not TEST.match(name):
            places.setdefault(pathlib.PurePath(name).name, []).append(name)
    return [f"{' and '.join(found)} have one name" for found in places.values() if len(found) > 1]


def main():
    names = tracked()
    problems = [problem for name in names for problem in problems_of(name)]
    problems += [*large_golden_models(), *too_many_seeds(names), *one_name_for_two(names)]
    print("\n".join(problems) or f"source: {len(names)} files, well")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
