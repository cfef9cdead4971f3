"""The bench of `sonde serve` in Chromium. The tests are tests/web/bench.test.mjs."""
from chromium import bench, browsable, browsed, page  # noqa: F401


def test_the_bench_in_a_browser(bench):  # noqa: F811
    browsed("bench.test.mjs", ADDRESS=bench)
