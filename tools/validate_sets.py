#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the probe sets of data/ against the rules of tools/set_rules/rules.toml.

    python3 tools/validate_sets.py [SET [FILE]]

Without arguments it checks every set. With a set's name (heros/en) it checks that one, with a
file too, that file by the set's rules. It prints each problem as `file:line: what is
wrong`, then a line of figures for each set. The exit status is 1 when there is a
problem, 2 for a wrong call. Token distances need the vocabulary of bert-base-uncased
from the published data (tools/shared_data.py). Without it they are left out, which is
a problem with SONDE_LACKING=fail. Python 3.11, standard library only."""

import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from set_rules import rows as row_rules
from set_rules import whole as whole_rules

DATA = Path(__file__).resolve().parents[1] / "data"
TABLES = tomllib.loads((Path(__file__).parent / "set_rules/rules.toml").read_text(encoding="utf-8"))
SETS = [name for name, table in TABLES.items() if "language" in table]


@dataclass
class Row:
    """The cells of a row and its line in the file."""

    line: int
    cells: dict

    def __getitem__(self, column):
        return self.cells[column]


@cache
def rules_of(name):
    """Return a set's table with those that it is like merged in, its own entries first. Callers must not modify it."""
    own = TABLES[name]
    if "like" not in own:
        return own
    base = rules_of(own["like"])
    merged = {**base, **own}
    for part in ("rows", "whole", "figures"):
        merged[part] = {**base.get(part, {}), **own.get(part, {})}
    return merged


def applied(rules, functions, *values):
    """Yield what every rule finds: {name: arguments, or a list of them}."""
    for name, arguments in rules.items():
        for one in arguments if isinstance(arguments, list) else [arguments]:
            yield from functions[name](*values, **one)


def check_row(table, row):
    """Yield what is wrong with a row by itself."""
    return applied(table["rows"], row_rules.RULES, row, table["language"])


def check_whole(table, rows):
    """Yield (line, problem) for what is wrong with the rows together."""
    yield from applied(table["whole"], whole_rules.RULES, rows, table["language"])
    if "id" in table:
        yield from whole_rules.RULES["numbered"](rows, table["language"], table["id"])
    for name, value in figures(table, rows).items():
        yield from whole_rules.figure_problem(name, value, table["figures"][name].get("range"))


def figures(table, rows):
    """Return the figures of a set by name, or None if the data that one needs is missing."""
    found = {}
    for name, arguments in table.get("figures", {}).items() if rows else ():
        named = {k: v for k, v in arguments.items() if k != "range"}
        found[name] = whole_rules.FIGURES[name](rows, **named)
    return found


# ---------------------------------------------------------------- files

def decoded(path):
    """Return (lines, problems) of a text file."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        return [], [(1, f"cannot be read: {error.strerror}")]
    except UnicodeDecodeError as error:
        return [], [(1, f"not UTF-8 (byte {error.start})")]
    problems = []
    if text.startswith("\ufeff"):
        problems.append((1, "a byte order mark"))
    if "\r" in text:
        problems.append((1, "carriage returns; line ends must be LF"))
    lines = text.split("\n")
    if lines.pop():
        problems.append((len(lines) + 1, "no line end at the end of the file"))
    return lines, problems


def read_table(path, columns):
    """Return (rows, problems) of a tab-separated file with these columns."""
    lines, problems = decoded(path)
    if problems:
        return [], problems
    if not lines or lines[0].split("\t") != columns:
        return [], [(1, f"the header is not {', '.join(columns)}")]
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            problems.append((number, f"{len(cells)} columns, not {len(columns)}"))
        elif not all(cell.strip() for cell in cells):
            problems.append((number, "an empty column"))
        else:
            rows.append(Row(number, dict(zip(columns, cells))))
    return rows, problems


def read_lines(path, columns, labels):
    """Return (rows, problems) of a file with a sentence a line and its table of labels."""
    lines, problems = decoded(path)
    beside = path.with_suffix(".labels.tsv")
    labelled, wrong = read_table(beside, labels)
    problems += [(line, f"in {beside.name}: {what}") for line, what in wrong]
    if not problems and len(labelled) != len(lines):
        problems.append((1, f"{len(labelled)} rows in {beside.name} for {len(lines)} sentences"))
    if problems:
        return [], problems
    column = columns[0]
    return [Row(n, {column: line, **of.cells}) for n, (line, of) in enumerate(zip(lines, labelled), 1)], []


def path_of(name):
    return DATA / (name + (".txt" if rules_of(name).get("layout") == "lines" else ".tsv"))


def read(table, path):
    """Return (rows, problems) of a set's file."""
    labels = table.get("labels", [])
    if table.get("layout") == "lines":
        return read_lines(path, table["columns"], labels)
    return read_table(path, table["columns"] + labels)


def check_file(name, path=None):
    """Return (rows, sorted (line, problem) list) of a file, or of the set's own."""
    table = rules_of(name)
    rows, problems = read(table, path or path_of(name))
    for row in rows:
        problems += ((row.line, problem) for problem in check_row(table, row))
    problems += check_whole(table, rows)
    return rows, sorted(problems)


# ---------------------------------------------------------------- main

def described(name, rows, problems):
    """Return a set's line: its rows, its figures and the number of problems."""
    told = [f"{len(rows)} rows"]
    for figure, value in figures(rules_of(name), rows).items():
        shown = "left out, no vocabulary" if value is None else f"{value:.4g}"
        told.append(f"{figure.replace('_', ' ')} {shown}")
    return f"{name}: {', '.join(told)}, {len(problems)} problems"


def main(arguments):
    """Check the set and file named, or every set. Return the exit status."""
    if len(arguments) > 2:
        print("usage: validate_sets.py [SET [FILE]], a SET is FOLDER/FILE such as heros/en", file=sys.stderr)
        return 2
    if arguments and arguments[0] not in SETS:
        print(f"no rules for {arguments[0]}: add a table to tools/set_rules/rules.toml, which has {', '.join(SETS)}", file=sys.stderr)
        return 2
    failed = False
    for name in arguments[:1] or SETS:
        path = Path(arguments[1]) if len(arguments) == 2 else path_of(name)
        rows, problems = check_file(name, path)
        for line, problem in problems:
            print(f"{path}:{line}: {problem}")
        print(described(name, rows, problems))
        failed = failed or bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
