"""The pages in Chromium: the tests in tests/web, run by Node."""
import fcntl
import os
import signal
import subprocess
from pathlib import Path

import pytest
from program import BUILD, ROOT, Sonde, lacking

TESTS = ROOT / "tests/web"
PAGE = (BUILD / "web/page.html").resolve()
CHROMIUM = Path(os.environ.get("SONDE_CHROMIUM", "/usr/bin/chromium-headless-shell"))


def ran(*words, folder=TESTS, **environment):
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, timeout=1800,
                          env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def browsed(script, **environment):
    """Runs a file of tests in Node. Starts it again if Chromium stopped drawing: see browser.mjs."""
    for _ in range(3):
        try:
            return ran("node", "--test", script, **environment)
        except AssertionError as failure:
            if "Chromium draws no frames any more" not in str(failure):
                raise
            frozen = failure
    raise frozen


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
        lacking("there is no headless Chromium: apt-get install chromium-headless-shell")
    return page


@pytest.fixture
def bench(browsable, tmp_path):
    """The address of a bench: a real server with a report and three encoders."""
    sonde = Sonde(tmp_path)
    sonde.run("small.sonde", "--encoder", "random", "--data", "negation-detection", "--limit", 20)
    process = sonde.start("serve", "small.sonde", "--encoder", "minilm", "--encoder", "tokens=minilm?layer=words", "--encoder",
                          "random")
    yield process.stdout.readline().decode().strip()
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
