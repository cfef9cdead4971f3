"""docs/tutorial/first-probe.md: its files are written, its commands run with the Python package, and print what the page shows."""
import os
import sys

from pages import as_cloned, commands_and_outputs, run_page
from program import ROOT
from python_package import FOLDER

PAGE = ROOT / "docs/tutorial/first-probe.md"


def test_the_page_does_what_it_says(tmp_path):
    assert sum(output is not None for output in commands_and_outputs(PAGE.read_text(encoding="utf-8"))[1]) == 4
    command = tmp_path / "bin/sonde"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m sonde "$@"\n')
    command.chmod(0o755)
    run_page(PAGE, as_cloned(tmp_path), PYTHONPATH=str(FOLDER), PATH=f"{command.parent}:{os.environ['PATH']}")
