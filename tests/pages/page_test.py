"""The page of reports: its types, its modules in Node, its size."""
import shutil
import subprocess

from chromium import TESTS, page, ran  # noqa: F401
from program import ROOT

WEB = ROOT / "web"


def test_the_types_agree(page):  # noqa: F811
    ran(TESTS / "node_modules/.bin/tsc", "--noEmit", folder=WEB)


def test_modules(page):  # noqa: F811
    ran("node", "--test", "units.test.mjs")


def test_it_is_refused_above_its_size(page, tmp_path):  # noqa: F811
    """Checks the build's own check: a page that grows beyond the limit is not written."""
    copy = shutil.copytree(WEB, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(WEB / "node_modules")
    main = copy / "src/main.ts"
    main.write_text(main.read_text() + f'\ndocument.title = "{"x" * 500_000}";\n')
    done = subprocess.run(["node", "build.mjs", tmp_path / "page.html"], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 1 and "more than 1300000" in done.stderr
    assert not (tmp_path / "page.html").exists()
