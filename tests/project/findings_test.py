"""The tables of docs/explanation/findings.md: each has its place, and agrees with `sonde show`, `compare` and `layers`."""
import re
import sys

import pytest
from program import PROGRAM, ROOT

sys.path.append(str(ROOT / "tools"))
import findings
import tables


@pytest.fixture
def runs(sonde, monkeypatch):
    monkeypatch.setattr(findings, "PROGRAM", PROGRAM)
    monkeypatch.setattr(findings, "ENGLISH", ["negation-detection"])
    some = ("--data", "negation-detection", "--limit", 40, "--replicates", 100)
    sonde.run("f32.sonde", "--encoder", "minilm-l6=minilm", "--encoder", "minilm-l6-bf16=random", *some)
    sonde.run("layers.sonde", "--encoder", "m=minilm?layer=all", *some)
    return {"f32": sonde.folder / "f32.sonde", "precision": sonde.folder / "f32.sonde",
            "layers": sonde.folder / "layers.sonde"}


def cells(table):
    return {row[0]: row[1:] for row in ([cell.strip() for cell in line.strip("|").split("|")]
                                        for line in table.splitlines())}


def test_the_tables_say_what_the_commands_say(sonde, runs):
    made = findings.tables(runs)
    one = sonde.results("f32.sonde")["negation-detection", "minilm-l6", "all", "accuracy"]
    value = f"{one['value']:.3f}".removeprefix("0")
    assert cells(made["triplets"])["minilm-l6"][0].startswith(f"{value} [")
    wanted = "yes" if one["low"] > .5 else "no" if one["high"] < .5 else "can't tell"
    assert cells(made["claims"])["detects a negation (triplets)"][0] == wanted
    assert cells(made["claims"])["a typo costs more than an antonym"] == ["–"]
    assert re.fullmatch(r"\d+ \+ \d+ \([+-]0\.\d{3}(, clear)?\)", cells(made["precision"])["negation-detection"][0])
    assert re.search(r"\(\d(, from \d)?\) · \.\d{3}$", cells(made["layers"])["negation-detection, accuracy"][0])


def test_every_table_has_its_place(runs):
    page = findings.PAGE.read_text(encoding="utf-8")
    made = set(findings.tables(runs)) - findings.ONLY_FULL
    assert set(re.findall(r"<!-- made: (.+) -->", page)) == made
    put = tables.put_into(page, dict.fromkeys(made, "| a table |"))
    assert put.count("| a table |") == len(made) == put.count("<!-- end -->")
    assert tables.put_into(put, dict.fromkeys(made, "| a table |")) == put


def test_the_page_has_the_values_of_the_full_tables():
    for name, table in tables.on_page(findings.PAGE.read_text(encoding="utf-8")).items():
        full = [[re.sub(r"(\d) \[[^\]]*\]", r"\1", cell) for cell in row] for row in tables.read_csv(tables.file_of(findings.FULL, name))]
        assert [[tables.plain(cell) for cell in row] for row in tables.rows_of(table)] == full, name
