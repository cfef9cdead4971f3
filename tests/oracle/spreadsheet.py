"""Rating sheets through LibreOffice Calc: `./dev oracle`. A fast twin is in tests/pages/rate_test.py."""
import csv
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.extend(str(Path(__file__).resolve().parent.parent / folder) for folder in (".", "pages"))
from program import Sonde
from rate_test import ODD, nasty_texts, odd_project

FILTER = "Text - txt - csv (StarCalc)"
TABS, COMMAS, SEMICOLONS = 9, 44, 59


def saved(folder, sheet, kind, options):
    """The file as LibreOffice writes it: in between, it is a spreadsheet."""
    office = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless"]
    for words in ([f"--infilter={FILTER}:{TABS},34,76,1", "--convert-to", "ods", "--outdir", str(folder), str(sheet)],
                  ["--convert-to", f"{kind}:{FILTER}:{options}", "--outdir", str(folder), str(folder / f"{sheet.stem}.ods")]):
        subprocess.run(office + words, check=True, capture_output=True, timeout=300)
    return folder / f"{sheet.stem}.{kind}"


@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
@pytest.mark.parametrize("kind, separator, all_quoted", [("csv", COMMAS, False), ("csv", SEMICOLONS, True), ("tsv", TABS, False)])
def test_a_sheet_comes_back_from_libreoffice(tmp_path, kind, separator, all_quoted):
    sonde = Sonde(tmp_path)
    texts = ODD + nasty_texts(80)
    sheet = odd_project(sonde, texts)
    with open(sheet, newline="", encoding="utf-8") as file:
        head, *lines = csv.reader(file, dialect="excel-tab")
    with open(sheet, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, dialect="excel-tab", lineterminator="\n").writerows([head, *([*line[:-1], 4] for line in lines)])
    back = saved(tmp_path, sheet, kind, f"{separator},34,76,1,,0,{str(all_quoted).lower()}")
    assert f"{len(texts)} answers stored" in sonde("rate", "take", "odd", back, "--person", "p1").err
