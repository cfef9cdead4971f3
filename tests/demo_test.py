"""What `./dev demo` does with the built program, twice: the second time nothing is encoded."""
import json
import re
import subprocess

import pytest
from program import BUILD, PROGRAM, ROOT, Answer, Sonde

SCREEN = 24  # lines


@pytest.fixture(scope="module")
def sonde(tmp_path_factory):
    sonde = Sonde(tmp_path_factory.mktemp("demo"))
    (sonde.folder / "build").mkdir()
    (sonde.folder / "build/sonde").symlink_to(PROGRAM)
    return sonde


def bash(sonde, command):
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=sonde.folder, timeout=300,
                          env=sonde.environment, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return Answer(0, done.stdout, done.stderr.decode())


def demo(sonde):
    """The function of ./dev, in a folder of its own."""
    function = re.search(r"^demo\(\) {.*?^}", (ROOT / "dev").read_text(), re.M | re.S)[0]
    return bash(sonde, function + "\ndemo")


@pytest.fixture(scope="module")
def first(sonde):
    return demo(sonde)


def test_a_second_demo_encodes_nothing(sonde, first):
    made, served = first.made_and_served
    texts = int(re.search(r"(\d+) distinct texts", first.err)[1])
    assert (made, served) == (3 * texts, 0) and 1000 < texts <= 5000
    again = demo(sonde)
    assert "up to date" in again.err and again.out == first.out
    (sonde.folder / "build/demo.sonde").unlink()
    third = demo(sonde)
    assert third.made_and_served == (0, 3 * texts) and third.out == first.out


def test_it_prints_one_screen_with_all_english_sets(first):
    assert len(first.out.splitlines()) <= SCREEN
    assert re.search(r"^data set +result +minilm +tokens +random$", first.out, re.M)
    for name in (card.stem for card in (ROOT / "data/triplets").glob("*.toml") if not card.stem.endswith("-nl")):
        assert re.search(rf"^{name} +triplets accuracy +\.\d", first.out, re.M), name
    for name in ("heros-en", "sets-en", "curves-en", "wordnet"):
        assert re.search(rf"^{name} +(heros|sets|curves) \w+ +\.\d", first.out, re.M), name


def test_it_ends_with_a_report(sonde, first):
    page = sonde.folder / "build/demo.html"
    if not (BUILD / "web/page.html").exists():
        assert "built without Node.js" in first.err and not page.exists()
        return
    assert "Open build/demo.html in a browser" in first.out
    report = json.loads(re.search(r'id="report">(.*?)</script>', page.read_text(), re.S)[1])
    assert len(report["tasks"]) == 9 and len(report["verdicts"]) == 3
    assert sum(cell["state"] == "value" for cell in report["cells"]) >= 27


def test_the_readme_shows_what_it_prints(first):
    table = first.out.split("\n\n")[0]
    assert table in (ROOT / "README.md").read_text()


def test_what_it_says_to_try_next_works(sonde, first):
    commands = re.findall(r"^  (build/sonde .*)$", first.out, re.M)
    assert len(commands) == 3
    outs = [bash(sonde, command).out for command in commands]
    assert all("negation-detection" in out for out in outs)
    assert re.search(r"^triplets · fixed-point-reorder \(partial: 120 of \d+ items\)", outs[0], re.M)
    assert "minilm less tokens" in outs[1]
