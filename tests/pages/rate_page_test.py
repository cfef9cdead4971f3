"""The raters' page of `sonde rate serve` in Chromium. The tests are tests/web/rate.test.mjs."""
import json
from collections import Counter

from chromium import browsable, page, ran  # noqa: F401
from rate_test import exported, make, pairs, serve  # noqa: F401


def test_raters_in_browsers(browsable, sonde, make, serve):  # noqa: F811
    """Two browsers side by side, and a server that is killed between ratings and started again."""
    make("--people", 3, "--per-item", 3, "--checks", 2)
    server = serve()
    ran("node", "--test", "rate.test.mjs", LINKS=json.dumps(server.links), ORGANISER=server.organiser, PID=server.process.pid,
        AGAIN=json.dumps([str(sonde.program), "rate", "serve", str(sonde.folder / "p"), "--port", str(server.port)]))
    _, answers = exported(sonde)
    given = Counter(answer["annotator"] for answer in answers)
    assert (given["p1"], given["p2"], given["p3"]) == (14, 14, 2)
    first, second = (answer for answer in answers if answer["annotator"] == "p3")
    assert (first["value"], first["remark"], "changes" in first) == (None, "c 1: what is <b>meant</b>?", False)
    assert (second["value"], second["changes"]) == (6, 1)
