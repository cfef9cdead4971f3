"""The bench of `sonde serve` in Chromium, against a real server. The tests are tests/web/bench.test.mjs."""
import signal

import pytest
from chromium import browsable, page, ran  # noqa: F401
from program import Sonde


@pytest.fixture
def address(tmp_path):
    sonde = Sonde(tmp_path)
    sonde.run("small.sonde", "--encoder", "random", "--data", "negation-detection", "--limit", 20)
    process = sonde.start("serve", "small.sonde", "--encoder", "minilm", "--encoder", "tokens=minilm?layer=words", "--encoder",
                          "random")
    yield process.stdout.readline().decode().strip()
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0


def test_the_bench_in_a_browser(browsable, address):  # noqa: F811
    ran("node", "--test", "bench.test.mjs", ADDRESS=address)
