"""The printed figures of the five papers: each has a verdict, all that can be reproduced are, and docs/explanation/papers.md agrees."""
import re
import sys

import pytest
from program import PROGRAM, ROOT, shared_data

sys.path.append(str(ROOT / "tools"))
import tables
from reproduce import evidence, page, paper, work
from reproduce.paper import Given, Key, Paper

TEXTS = {"heros": "heros", "curves": "concept-separation-curves", "sets": "set-like-compositionality", "sts3k": "sts3k-compositionality",
         "triplets": "sentence-triplets"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Every table, with few replicates: intervals are not what is compared."""
    shared_data("sts3k-study")
    _, tables_made = page.made(work.Work(tmp_path_factory.mktemp("reproduce"), program=PROGRAM, replicates=200), list(page.PAPERS))
    return tables_made


def values(text):
    """A table without its intervals and the sizes that follow from them."""
    return re.sub(r" \[[^\]]*\]| \([\d,]+ \w+\)| \(over a million \w+\)", "", text)


def test_the_page_says_what_the_parts_make(made):
    on_page = tables.on_page(page.PAGE.read_text(encoding="utf-8"))
    assert set(on_page) == set(page.ON_PAGE)
    for name, content in on_page.items():
        assert values(content).splitlines() == values(made[name]).splitlines(), name


def test_the_files_say_what_the_parts_make(made):
    full = {name: content for name, content in made.items() if name not in ("summary", "claims")}
    files = {tables.file_of(page.FULL, name): content for name, content in full.items()}
    assert set(files) | {page.FULL / "encoders.csv"} == set(page.FULL.glob("*.csv"))
    for file, content in files.items():
        assert values(file.read_text(encoding="utf-8")) == values(tables.to_csv(content)), file.name


@pytest.mark.parametrize("name", page.PAPERS)
def test_printed_figures_are_the_papers(name):
    """Each row of a table is in the paper's text as stored here."""
    text = shared_data("").parent / f"papers/{TEXTS[name]}.txt"
    if not text.exists():
        pytest.skip(f"{text} is not here")
    numbers = re.sub(r"[\s\u00a0%±]+", " ", text.read_text(encoding="utf-8").replace("−", "-")).replace(",", "")
    rows = {}
    for key, figure in Paper(name).printed.items():
        rows.setdefault((key.place, key.row), []).append(figure.replace(",", "").rstrip("%"))
    for (place, row), figures in rows.items():
        if len(figures) > 2:
            assert " ".join(figures) in numbers or all(one in numbers for one in figures), (place, row)
        elif place != "text":
            assert all(one in numbers for one in figures), (place, row)
    assert len(rows) > 20


@pytest.mark.parametrize("printed, value, verdict", [
    (".368", .3684, "to the digit"), (".368", .36849, "to the digit"), (".368", .3696, "within"), ("-.206", -.107, "differs"),
    ("55.8", 55.84, "to the digit"), ("37.4", 37.55, "within"), ("1,24B", 1.24, "to the digit"), ("22M", 22.7, "within"),
    ("99.26%", 99.2, "differs"), ("10000", 9840, "differs"), ("2800", 2800, "to the digit"), ("0.8", .866, "within"), ("4", None, "not run")])
def test_verdicts(printed, value, verdict):
    assert paper.verdict(printed, Given(value)) == verdict


def test_what_differs_or_was_not_run_needs_a_reason():
    some = Paper("triplets")
    key = Key("Table 2", "GloVe", "accuracy")
    assert len(some.unexplained()) == len(some.printed) == 111
    some.lacks("no data", "Table 2")
    assert key not in some.unexplained()
    some.reasons.pop(key)
    some.give("Table 2", "GloVe", "accuracy", Given(14))
    assert key in some.unexplained() and some.cell(key) == "**13.06** → 14.00"
    some.give("Table 2", "GloVe", "accuracy", Given(13.0601, 12, 14))
    assert some.cell(key) == "13.06 [12.00, 14.00]"
    assert some.count(["Table 2"]) == [20, 1, 0, 0, 19]


def test_formulas_name_files_that_are_there():
    named = [file for module in page.PAPERS.values() for row in module.FORMULAS for cell in row
             for file in re.findall(r"`((?:src|tests)/[^`]+)`", cell)]
    assert len(named) > 25
    for file in named:
        assert (ROOT / file).exists(), file


def test_figures_that_come_out(made):
    """The counts of the summary: a change that loses a figure changes one of these."""
    rows = {row[0]: [int(number) for number in row[1:]] for row in map(evidence.cells, made["summary"].splitlines()[2:])}
    printed, digit, within, differs, lacking = rows["all"]
    assert printed == digit + within + differs + lacking == 1751
    assert (digit, within, differs) >= (186, 0, 0)
    assert sum(of[1] for name, of in rows.items() if name != "all") == digit
