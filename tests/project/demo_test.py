"""The built program's output for `./dev demo`, twice: the second time nothing is encoded. SONDE_EXHAUSTIVE runs the
demo as it is. Otherwise it measures 20 items of each set."""
import json
import re
import subprocess

import pytest
from pages import lines_of
from program import BUILD, EXHAUSTIVE, PROGRAM, ROOT, Answer, Sonde

SCREEN = 40  # lines
ITEMS = 120 if EXHAUSTIVE else 20
FEW = "--limit 20 --replicates 100"
NUMBER = re.compile(r"(?<![\w.])-?\.\d+|\d+")


@pytest.fixture(scope="module")
def sonde(tmp_path_factory):
    sonde = Sonde(tmp_path_factory.mktemp("demo"))
    (sonde.folder / "build").mkdir()
    (sonde.folder / "build/sonde").symlink_to(PROGRAM)
    return sonde


FUNCTION = re.search(r"^demo\(\) {.*?^}", (ROOT / "dev").read_text(), re.M | re.S)[0]
HAS_PAGE = (BUILD / "web/page.html").exists()


def bash(sonde, command, code=0):
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=sonde.folder, timeout=300,
                          env=sonde.environment, capture_output=True)
    assert done.returncode == code, done.stderr.decode()
    return Answer(code, done.stdout, done.stderr.decode())


def demo(sonde, out="build/demo.sonde"):
    """Runs the function of ./dev in a separate folder."""
    assert "--limit 120" in FUNCTION
    return bash(sonde, f"{FUNCTION if EXHAUSTIVE else FUNCTION.replace('--limit 120', FEW)}\ndemo {out}", 0 if HAS_PAGE else 1)


@pytest.fixture(scope="module")
def first(sonde):
    return demo(sonde)


def test_a_second_demo_encodes_nothing(sonde, first):
    made, served = first.made_and_served
    texts = int(re.search(r"(\d+) distinct texts?", first.err)[1])
    assert (made, served) == (3 * texts, 0) and 8 * ITEMS < texts <= 42 * ITEMS
    again = demo(sonde)
    assert "up to date" in again.err and again.out == first.out
    other = demo(sonde, "build/other.sonde")
    assert other.made_and_served == (0, 3 * texts)
    assert other.out == first.out.replace("build/demo.", "build/other.")


def test_it_prints_one_screen_with_all_english_sets(first):
    assert len(first.out.splitlines()) <= SCREEN
    assert re.search(r"^question +counting words +minilm +(random +tokens|tokens +random)$", first.out, re.M)
    for name in ("negation or rewording", "negation or filler word (curves-en)", "roles swapped or passive voice", "typo or antonym",
                 "both in one sentence"):
        assert re.search(rf"^{re.escape(name)} +\d+% +\d+% ", first.out, re.M), name


def test_it_ends_with_a_report(sonde, first):
    page = sonde.folder / "build/demo.html"
    if not HAS_PAGE:
        assert "built without Node.js" in first.err and not page.exists()
        return
    assert "Open build/demo.html in a browser" in first.out
    report = json.loads(re.search(r'id="report">(.*?)</script>', page.read_text(), re.S)[1])
    assert len(report["tasks"]) == 9 and len(report["matrices"]) == 1
    assert sum(cell["state"] == "value" for row in report["matrices"][0]["rows"] for cell in row["cells"]) >= 40


@pytest.mark.parametrize("has_page", [True, False])
def test_without_a_page_it_fails_in_its_last_line(tmp_path, has_page):
    """A script replaces the program of a build without Node.js."""
    (tmp_path / "build").mkdir()
    program = tmp_path / "build/sonde"
    program.write_text(f"#!/bin/sh\n[ $1 != report ] || {'exit 0' if has_page else 'exit 2'}\necho $1\n")
    program.chmod(0o755)
    done = bash(Sonde(tmp_path), f"{FUNCTION}\ndemo", 0 if has_page else 1)
    assert done.out.startswith("run\nshow\n") and "Try next:" in done.out
    assert ("Open build/demo.html" in done.out) == has_page
    if not has_page:
        assert done.err.splitlines()[-1].startswith("./dev demo measured, but made no build/demo.html (see above).")


def test_the_readme_shows_what_it_prints(first):
    """Few items give other numbers, and therefore other spaces."""
    table, readme = first.out.split("\n\n")[0], (ROOT / "README.md").read_text()
    signs = re.compile("[●◐=○?▼~]")
    if EXHAUSTIVE:
        assert table in readme
    shown = [signs.sub("", NUMBER.sub("#", line)) for line in lines_of(readme)]
    for line in lines_of(table):
        assert signs.sub("", NUMBER.sub("#", line)) in shown, line


def test_what_it_says_to_try_next_works(sonde, first):
    commands = re.findall(r"^  (build/sonde .*)$", first.out, re.M)
    assert len(commands) == 3
    few = ["", "", ""] if EXHAUSTIVE else ["", "--replicates 100", FEW]
    outs = [bash(sonde, f"{command} {words}").out for command, words in zip(commands, few)]
    assert all("negation-detection" in out for out in outs)
    assert re.search(rf"^triplets · fixed-point-reorder \(partial: {ITEMS} of \d+ items\)", outs[0], re.M)
    assert "minilm − tokens" in outs[1]
