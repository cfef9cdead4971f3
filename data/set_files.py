# SPDX-License-Identifier: Apache-2.0
"""What the validators of the sets share: how the tab-separated files are read."""

from dataclasses import dataclass


@dataclass
class Row:
    """The cells of a row and the line of the file it stands on."""

    line: int
    cells: dict

    def __getitem__(self, column):
        return self.cells[column]


def read_rows(text, columns):
    """Return the rows and the problems of the file's columns and lines."""
    problems, rows = [], []
    lines = text.split("\n")
    if lines[-1]:
        problems.append((len(lines), "no line end at the end of the file"))
    else:
        lines.pop()
    if "\r" in text:
        problems.append((1, "carriage returns; line ends must be LF"))
    if not lines or lines[0].rstrip("\r").split("\t") != columns:
        problems.append((1, f"header is not {', '.join(columns)}"))
    for number, line in enumerate(lines[1:], 2):
        cells = line.rstrip("\r").split("\t")
        if len(cells) != len(columns):
            problems.append((number, f"{len(cells)} columns, not {len(columns)}"))
        elif not all(cell.strip() for cell in cells):
            problems.append((number, "an empty column"))
        else:
            rows.append(Row(number, dict(zip(columns, cells))))
    return rows, problems


def check_decoded(path, check, nothing):
    """Return check(text) of a file, or nothing and why it is no text."""
    try:
        return check(path.read_bytes().decode("utf-8"))
    except OSError as error:
        return nothing, [(1, f"cannot be read: {error.strerror}")]
    except UnicodeDecodeError as error:
        return nothing, [(1, f"not UTF-8 (byte {error.start})")]
