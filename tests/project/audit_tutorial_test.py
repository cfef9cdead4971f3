"""docs/tutorial/audit.md: its commands run in their order on Debian's FAQ, and print what the page shows."""
import shutil
import subprocess

import pytest
from pages import as_cloned, commands_and_outputs, run_page
from program import ROOT, lacking

PAGE = ROOT / "docs/tutorial/audit.md"
VERSION = "11.1"  # of the FAQ, which the page names and shows


@pytest.fixture
def package(tmp_path):
    """The page's package can be fetched."""
    if shutil.which("apt-get") is None:
        lacking("apt-get is missing")
    folder = tmp_path / "package"
    folder.mkdir()
    done = subprocess.run(["apt-get", "-o", "Acquire::Retries=0", "download", f"debian-faq={VERSION}"], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0:
        lacking(f"Debian's FAQ {VERSION} can't be fetched: {done.stderr.strip()}")


@pytest.mark.usefixtures("package")
def test_the_page_does_what_it_says(tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    assert f"version {VERSION}" in text
    assert sum(output is not None for output in commands_and_outputs(text)[1]) == 5
    run_page(PAGE, as_cloned(tmp_path))
    for name in ("faq.html", "people.html"):
        assert (tmp_path / "build/faq" / name).stat().st_size > 100_000
