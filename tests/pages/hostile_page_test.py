"""A report full of hostile strings in Chromium. The tests are tests/web/hostile.test.mjs."""
from chromium import browsable, browsed, page  # noqa: F401


def test_hostile_strings_are_text(browsable):  # noqa: F811
    browsed("hostile.test.mjs", PAGE=browsable)
