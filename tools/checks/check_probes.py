#!/usr/bin/env python3
"""Checks that no string outside src/probes and the workshop, whose makers each serve one probe, names a probe. Things that
depend on a probe belong in its folder, as data or as a property. Some names are ordinary words ("sets"). They count only
in a specification or after the word "probe".

Also checks that lists of probes are complete: a table of the documents that names five of them, and the files of LISTS."""
import re
import sys
from pathlib import Path

from check_arrows import TEST
from check_docs import CODE, pages

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = {"shared", "testing"}
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`')
COMMENT = re.compile(r"/\*.*?\*/|^ *//.*?$|(?<=[;{},)]) +//.*?$", re.S | re.M)
WORDS = {"curves", "sets", "variants", "search"}
LISTS = ("CHANGELOG.md", "python/sonde/_main_results.py", "python/sonde/_data.py")
LIST = 5  # names of probes that make a table one of all probes


def probes():
    return sorted(folder.name for folder in (ROOT / "src/probes").iterdir() if folder.is_dir() and folder.name not in SHARED)


def named(text, names):
    """The texts of a source that name a probe."""
    any_name = "|".join(names)
    own_names = "|".join(name for name in names if name not in WORDS)
    wanted = re.compile(rf"\b(?:{any_name})\?[a-z]|\bprobes? (?:['`](?:{any_name})\b|(?!sets)(?:{any_name})\b)|\b(?:{own_names})\b")
    code = re.sub(r"^#include.*$|^import .*$", "", COMMENT.sub("", text), flags=re.M)
    return [found for pair in TEXT.findall(code) for found in pair if wanted.search(found)]


def missing_in(text, names):
    """The probes that a text does not name, as code, as the text of a link, in quotation marks or before a colon."""
    return [name for name in names if not re.search(rf"[`\"]{name}[`\"?]|\[{name}\]\(|\b{name}:", text)]


def missing_in_tables(text, names):
    """The probes that each table of probes leaves out."""
    for table in re.findall(r"(?:^\|.*\n)+", CODE.sub("", text), re.M):
        missing = missing_in(table, names)
        if missing and len(names) - len(missing) >= LIST:
            yield missing


def incomplete(names):
    for page in pages(ROOT):
        yield from ((page, missing) for missing in missing_in_tables(page.read_text(encoding="utf-8"), names))
    for path in map(ROOT.joinpath, LISTS):
        if missing := missing_in(path.read_text(encoding="utf-8"), names):
            yield path, missing


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
    problems += [f"{path.relative_to(ROOT)}: a list of probes without {', '.join(missing)}" for path, missing in incomplete(names)]
    print("\n".join(problems) or f"probes: {len(names)}, named by their folders alone, and in every list of probes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
