"""The commands of README.md and docs/cli.md are run, links lead somewhere, and the library's example is built."""
import re
import subprocess

import pytest

from program import BUILD, PROGRAM, ROOT, Sonde, common_cache

README = ROOT / "README.md"
PAGES = [README, *sorted(ROOT.glob("docs/**/*.md"))]


def commands(page):
    """The lines of shell blocks that call the program; a backslash at the end joins lines."""
    found = []
    for block in re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", page.read_text(), re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.removeprefix("$ ").strip()
            if re.match(r"(printf|echo|cat)\b.*\bsonde\b|(build/)?sonde\s", line):
                found.append(line)
    return found


@pytest.mark.parametrize("page", [README, ROOT / "docs/cli.md"], ids=lambda page: page.name)
def test_every_command_works(page, tmp_path):
    assert commands(page), f"{page.name} shows no command of the program"
    sonde = Sonde(tmp_path, cache=common_cache())
    (tmp_path / "build").mkdir()
    (tmp_path / "build/sonde").symlink_to(PROGRAM)
    (tmp_path / "data").symlink_to(ROOT / "data")
    environment = {**sonde.environment, "PATH": f"{PROGRAM.parent}:{sonde.environment['PATH']}"}
    for command in commands(page):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, env=environment,
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{command}\n{done.stderr}"


def test_the_readme_is_two_screens():
    assert len(README.read_text().splitlines()) <= 120


def test_the_first_screen_leads_on():
    first = "".join(README.read_text().splitlines(keepends=True)[:30])
    for page in ("docs/tutorial.md", "docs/README.md"):
        assert f"]({page})" in first


def test_the_index_has_every_page_and_three_for_each_reader():
    index = (ROOT / "docs/README.md").read_text()
    readers, pages = index.split("\n## All pages\n")
    assert [len(re.findall(r"^\d\. \[", part, re.M)) for part in re.split(r"^\*\*I ", readers, flags=re.M)[1:]] == [3] * 4
    listed = re.findall(r"^\| \[[\w.-]+\]\(([\w.-]+)\) \|", pages, re.M)
    assert sorted(listed) == sorted(page.name for page in ROOT.glob("docs/*.md") if page.name != "README.md")


def anchors(page):
    """The headings of a page as GitHub links them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page):
    for path, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text()):
        to = (page.parent / path).resolve() if path else page
        assert to.exists(), path
        assert not anchor or anchor in anchors(to), f"{path}#{anchor}"


def test_the_example_of_the_library_prints_what_the_program_does(tmp_path):
    (example,) = re.findall(r"^```cpp\n(.*?)^```", (ROOT / "docs/library.md").read_text(), re.M | re.S)
    assert example == (ROOT / "tests/library_example.cpp").read_text()
    done = subprocess.run([str(BUILD / "library_example")], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    sonde = Sonde(tmp_path)
    assert done.stdout == sonde("show", "first.sonde").out and "minilm" in done.stdout
