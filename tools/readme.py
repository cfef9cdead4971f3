#!/usr/bin/env python3
"""Makes the README's table and pictures from the demo's run, after `./dev demo`.

    python3 tools/readme.py

The pixels of a picture depend on a machine's fonts, and its numbers don't. So each picture of a report carries the
values that it shows, in a text chunk of the PNG, and tests/project/readme_test.py compares them with the table.
"""
import json
import re
import struct
import subprocess
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ("report-light.png", "report-dark.png")
KEYWORD = b"sonde"
TABLE = re.compile(r"(?<=^```text\n)verdicts.*?(?=^```$)", re.M | re.S)


def chunks(png):
    """The type and the data of each chunk of a PNG."""
    at = 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at:at + 4])
        yield png[at + 4:at + 8], png[at + 8:at + 8 + size]
        at += size + 12


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def noted(png):
    """The note in a picture on the values that it shows. None if it has none."""
    for kind, data in chunks(png):
        if kind == b"tEXt" and data.startswith(KEYWORD + b"\0"):
            return json.loads(data.partition(b"\0")[2])
    return None


def with_note(png, note):
    """The picture with the note before its end."""
    text = chunk(b"tEXt", KEYWORD + b"\0" + json.dumps(note).encode("ascii"))
    parts = [chunk(*one) for one in chunks(png)]
    return png[:8] + b"".join([*parts[:-1], text, parts[-1]])


def table_values(text):
    """The names of the subjects and their values, row by row, of a table of verdicts, without counting words."""
    lines = text.splitlines()
    header = re.split(r"  +", lines[1].strip())[2:]
    rows = [re.findall(r"(\d+%|-?\d\.\d+)", line[len(lines[1].partition("counting words")[0]):]) for line in lines[3:3 + lines[3:].index("")]]
    return {"subjects": header, "values": [row[1:] for row in rows]}


def main():
    shown = subprocess.run([ROOT / "build/sonde", "show", "build/demo.sonde", "--summary"], cwd=ROOT, check=True,
                           capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"}).stdout
    readme = ROOT / "README.md"
    text, count = TABLE.subn(lambda _: shown, readme.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit("readme: README.md has no table of verdicts in a block of text")
    readme.write_text(text, encoding="utf-8")
    found = json.loads(subprocess.run(["node", "tests/web/pictures.mjs", "build/demo.html", "docs/pictures"], cwd=ROOT, check=True,
                                      capture_output=True, text=True).stdout)
    for name in PICTURES:
        picture = ROOT / "docs/pictures" / name
        picture.write_bytes(with_note(picture.read_bytes(), found[name]))
    print("readme: the table and the pictures are made")


if __name__ == "__main__":
    main()
