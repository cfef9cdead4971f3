"""A report that the program made in Chromium. The tests are tests/web/report.test.mjs."""
import pytest
from chromium import browsable, browsed, page  # noqa: F401
from program import write_sts


@pytest.fixture
def report(sonde):
    """A report as users make it: real encoders: all five probes."""
    pairs = write_sts(sonde.folder / "pairs.tsv", 30)
    sonde.run("r.sonde", "--encoder", "minilm", "--encoder", "random", "--data", "negation-detection",
              "--data", "heros-en", "--data", "curves-en", "--data", "sets-en", "--data", pairs, "--limit", 12)
    sonde("report", "r.sonde", "-o", "report.html")
    return sonde.folder / "report.html"


def test_a_report_of_a_run(browsable, report):  # noqa: F811
    browsed("report.test.mjs", REPORT=report)
