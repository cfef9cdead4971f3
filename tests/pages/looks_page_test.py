"""How the page of reports looks in Chromium. The tests are tests/web/looks.test.mjs."""
from chromium import browsable, browsed, page  # noqa: F401


def test_the_page_looks_well(browsable):  # noqa: F811
    browsed("looks.test.mjs", PAGE=browsable)
