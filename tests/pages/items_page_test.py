"""The items of a report's page in Chromium. The tests are tests/web/items.test.mjs."""
from chromium import browsable, browsed, page  # noqa: F401


def test_items_in_a_browser(browsable):  # noqa: F811
    browsed("items.test.mjs", PAGE=browsable)
