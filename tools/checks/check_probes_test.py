"""tools/checks/check_probes.py: each way to name a probe is found, and the same words with another meaning are not."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_probes as probes


@pytest.mark.parametrize("code", [
    'say("data of the probe sts");', 'if (name == "heros") return;', 'say("(sts?similarity=dot)");', 'say("see the probe `sets`");',
    'const kind = `triplets`;', 'say("curves?variants=3");', 'say("data of the probe search");'])
def test_a_named_probe_is_found(code):
    assert probes.named(code, probes.probes())


@pytest.mark.parametrize("code", [
    'say("the English probe sets");', 'json["curves"] = 1;', "// \"sts?similarity=dot\" is of \"sts\".", '/** "heros" */ a();',
    '#include "probes/sts/sts.h"', 'say("variants"); // of "sts"'])
def test_other_words_are_not(code):
    assert not probes.named(code, probes.probes())


TABLE = "| probe | question |\n| --- | --- |\n"


@pytest.mark.parametrize("rows, missing", [
    ("| `a` | ? |\n| [`b`](b.md) | ? |\n| [c](c.md), `d` | ? |\n| `e?x=1` | ? |\n", [["f"]]),
    ("| `a` | ? |\n| `b`, `c`, `d` | ? |\n", []),
    ("| `a`, `b`, `c`, `d`, `e`, `f` | ? |\n", [])])
def test_a_table_of_probes_names_all(rows, missing):
    assert list(probes.missing_in_tables(f"# Page\n\n{TABLE}{rows}\nText: `f`.\n", list("abcdef"))) == missing


def test_every_list_of_probes_is_complete():
    assert list(probes.incomplete(probes.probes())) == []
    assert {path.name for path, missing in probes.incomplete([*probes.probes(), "other"]) if missing == ["other"]} >= {
        "README.md", "compare.md", "your-data.md", "data.md", "CHANGELOG.md", "_data.py", "_main_results.py"}


def test_sources_are_read():
    read = [str(file.relative_to(probes.ROOT)) for file in probes.sources()]
    assert "src/run/heads.cpp" in read and "web/src/main.ts" in read and len(read) > 500
    assert not any(file.startswith(("src/probes", "src/workshop")) for file in read)
