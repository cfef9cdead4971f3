"""The page of reports in Chromium. The tests are tests/web/page.test.mjs."""
from chromium import browsable, browsed, page  # noqa: F401


def test_the_page_in_a_browser(browsable):  # noqa: F811
    browsed("page.test.mjs", PAGE=browsable)
