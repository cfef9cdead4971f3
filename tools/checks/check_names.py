#!/usr/bin/env python3
"""Checks that a constant or type has one meaning in a room, also in unnamed namespaces, because the sources of a room
are compiled as one, and that the helpers of x_test.cpp are in the namespace x_test, for the same reason. A type of
a header must have one meaning in all of src: of two with one name the linker uses the functions of one for both."""
import re
import sys
from collections import defaultdict
from pathlib import Path

from check_arrows import TEST, owner, read_arrows

ROOT = Path(__file__).resolve().parent.parent.parent
# Definitions that begin in the first column are in a namespace.
NAMES = [re.compile(pattern, re.M) for pattern in (
    r"^(?:inline |static )?const(?:expr)? [^=;(]*?\b(k[A-Z]\w*)\b *(?:[={;]|\n)",
    r"^(?:struct|class|enum(?: class)?) (\w+)(?: final)?(?: *:[^:;({][^;({]*)? *{",
    r"^using (\w+) =")]
TYPE = re.compile(r"^(?:struct|class|enum(?: class)?) (\w+)(?: final)?(?: *:[^:;({][^;({]*)? *{", re.M)
ENUM = re.compile(r"^enum (?!class)\w+[^{;]*{([^}]*)}", re.M)


def names_of(text):
    text = re.sub(r"//.*", "", text)
    for pattern in NAMES:
        yield from pattern.findall(text)
    for values in ENUM.findall(text):
        yield from re.findall(r"\bk\w+", values)


def main():
    seen, types = defaultdict(set), defaultdict(set)
    _, rooms, _ = read_arrows()
    for file in sorted((ROOT / "src").rglob("*")):
        if file.suffix in {".cpp", ".h"} and not TEST.search(file.name):
            room = owner(str(file.relative_to(ROOT / "src")), rooms)
            for name in names_of(file.read_text()):
                seen[room, file.suffix, name].add(file.name)
    for file in sorted([*(ROOT / "src").rglob("*.h"), *(ROOT / "include/sonde").glob("*.h")]):
        if not TEST.search(file.name):
            for name in TYPE.findall(re.sub(r"//.*", "", file.read_text())):
                types[name].add(str(file.relative_to(ROOT)))
    problems = [f"src/{room}: {name} is defined in {' and '.join(sorted(files))}; a name means one thing in a room"
                for (room, _, name), files in seen.items() if len(files) > 1]
    problems += [f"{name} is a type in {' and '.join(sorted(files))}; a type means one thing in the house"
                 for name, files in types.items() if len(files) > 1]
    problems += [f"{file.relative_to(ROOT)}: its helpers belong into namespace {file.stem}"
                 for file in sorted((ROOT / "src").rglob("*_test.cpp"))
                 if f"\nnamespace {file.stem} {{\n" not in file.read_text()]
    print("\n".join(problems) or f"names: {len(seen)}, well")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
