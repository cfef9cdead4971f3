#!/usr/bin/env python3
"""Checks that no string outside src/probes and the workshop, whose makers each serve one probe, names a probe. Things that
depend on a probe belong in its folder, as data or as a property. Some names are ordinary words ("sets"). They count only
in a specification or after the word "probe"."""
import re
import sys
from pathlib import Path

from check_arrows import TEST

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = {"shared", "testing"}
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`')
COMMENT = re.compile(r"/\*.*?\*/|^ *//.*?$|(?<=[;{},)]) +//.*?$", re.S | re.M)
WORDS = {"curves", "sets", "variants", "search"}


def probes():
    return sorted(folder.name for folder in (ROOT / "src/probes").iterdir() if folder.is_dir() and folder.name not in SHARED)


def named(text, names):
    """The texts of a source that name a probe."""
    any_name = "|".join(names)
    own_names = "|".join(name for name in names if name not in WORDS)
    wanted = re.compile(rf"\b(?:{any_name})\?[a-z]|\bprobes? (?:['`](?:{any_name})\b|(?!sets)(?:{any_name})\b)|\b(?:{own_names})\b")
    code = re.sub(r"^#include.*$|^import .*$", "", COMMENT.sub("", text), flags=re.M)
    return [found for pair in TEXT.findall(code) for found in pair if wanted.search(found)]


def sources():
    for folder, suffixes in (("src", {".cpp", ".h"}), ("web/src", {".ts"})):
        for file in sorted((ROOT / folder).rglob("*")):
            place = file.relative_to(ROOT).parts
            if file.suffix in suffixes and not TEST.search(file.name) and place[1] not in {"probes", "workshop"} \
                    and "testing" not in place:
                yield file


def main():
    names = probes()
    problems = [f"{file.relative_to(ROOT)}: \"{text}\" names a probe: make it data or a property of the probe, "
                "or, if the name is an ordinary word that means something else here, add it to WORDS of this check"
                for file in sources() for text in named(file.read_text(), names)]
    print("\n".join(problems) or f"probes: {len(names)}, named by their folders alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
