"""The probes' tabs of the bench in Chromium. The tests are tests/web/bench_probes.test.mjs."""
from chromium import bench, browsable, browsed, page  # noqa: F401


def test_tabs_of_probes_in_a_browser(bench):  # noqa: F811
    browsed("bench_probes.test.mjs", ADDRESS=bench)
