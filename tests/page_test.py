"""The page of reports: its modules in Node, the page in Chromium; the tests are in tests/web."""
import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from program import BUILD, ROOT, lacking, write_sts

WEB = ROOT / "web"
TESTS = ROOT / "tests/web"
PAGE = (BUILD / "web/page.html").resolve()
CHROMIUM = Path(os.environ.get("SONDE_CHROMIUM", "/usr/bin/chromium"))


def ran(*words, folder=TESTS, **environment):
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, timeout=900,
                          env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(lock):
    installed = TESTS / "node_modules/.package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        ran("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        installed.touch()


@pytest.fixture(scope="session")
def page():
    """The page that was built, with the packages that its tests need."""
    if not PAGE.exists():
        lacking("this build has no page: it was made without Node.js")
    with open(TESTS / "package-lock.json", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several files of tests may want them at once
        install(Path(lock.name))
    return PAGE


@pytest.fixture(scope="session")
def browsable(page):
    if not CHROMIUM.exists():
        lacking("there is no Chromium: apt-get install chromium")
    return page


def test_the_types_agree(page):
    ran(TESTS / "node_modules/.bin/tsc", "--noEmit", folder=WEB)


def test_modules(page):
    ran("node", "--test", "units.test.mjs")


def test_the_page_in_a_browser(browsable):
    ran("node", "--test", "page.test.mjs", PAGE=browsable)


@pytest.fixture
def report(sonde):
    """A report as users make it: real encoders: all five probes."""
    pairs = write_sts(sonde.folder / "pairs.tsv", 30)
    sonde.run("r.sonde", "--encoder", "minilm", "--encoder", "random", "--data", "negation-detection",
              "--data", "heros-en", "--data", "curves-en", "--data", "sets-en", "--data", pairs, "--limit", 12)
    sonde("report", "r.sonde", "-o", "report.html")
    return sonde.folder / "report.html"


def test_a_report_of_a_run(browsable, report):
    ran("node", "--test", "report.test.mjs", REPORT=report)


def test_it_is_refused_above_its_size(page, tmp_path):
    """The build's own check: a page that grows beyond the limit is none."""
    copy = shutil.copytree(WEB, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(WEB / "node_modules")
    main = copy / "src/main.ts"
    main.write_text(main.read_text() + f'\ndocument.title = "{"x" * 500_000}";\n')
    done = subprocess.run(["node", "build.mjs", tmp_path / "page.html"], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 1 and "more than 1300000" in done.stderr
    assert not (tmp_path / "page.html").exists()
