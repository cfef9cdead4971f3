"""The commands of README.md and of pages that show some are run, the documents are within their limits."""
import re
import subprocess
import sys
from pathlib import Path

import pytest

from program import PROGRAM, ROOT, Sonde, common_cache  # which finds tools/

import readme as readme_maker

sys.path.append(str(ROOT / "tools"))
import check_docs

README = ROOT / "README.md"
SHOWN = [README, ROOT / "docs/reference/program.md", ROOT / "docs/guides/layers.md"]


def commands(page):
    """The lines of shell blocks that call the program. A backslash at the end joins lines."""
    found = []
    for block in re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", page.read_text(), re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.removeprefix("$ ").strip()
            if re.match(r"(printf|echo|cat)\b.*\bsonde\b|(build/)?sonde\s", line):
                found.append(line)
    return found


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.name)
def test_every_command_works(page, tmp_path):
    assert commands(page), f"{page.name} shows no command of the program"
    sonde = Sonde(tmp_path, cache=common_cache())
    (tmp_path / "build").mkdir()
    (tmp_path / "build/sonde").symlink_to(PROGRAM)
    (tmp_path / "data").symlink_to(ROOT / "data")
    environment = {**sonde.environment, "PATH": f"{PROGRAM.parent}:{sonde.environment['PATH']}"}
    for command in commands(page):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, env=environment,
                              capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, f"{command}\n{done.stderr}"


@pytest.mark.parametrize("name", readme_maker.PICTURES)
def test_the_pictures_show_the_values_of_the_table(name):
    """Pixels depend on a machine's fonts, but a picture carries the values that it shows."""
    (table,) = readme_maker.TABLE.findall(README.read_text())
    wanted = readme_maker.table_values(table)
    shown = readme_maker.noted((ROOT / "docs/pictures" / name).read_bytes())
    assert shown, "made by tools/readme.py?"
    assert shown["subjects"] == wanted["subjects"] and len(shown["values"]) >= 3
    assert shown["values"] == wanted["values"][:len(shown["values"])]


def test_the_text_repeats_the_values_of_the_table():
    text = README.read_text()
    (table,) = readme_maker.TABLE.findall(text)
    reading = text.partition("How to read the table:")[2].partition("\n## ")[0]
    own = set(re.findall(r"(?<!the other )\b(\d+%)(?! of all)", reading))
    others = {f"{100 - int(share)}%" for share in re.findall(r"the other (\d+)%", reading)}
    assert own and own | others <= set(re.findall(r"\d+%", table))


def test_a_note_in_a_picture_is_read_again():
    png = (ROOT / "docs/pictures/items-light.png").read_bytes()
    assert readme_maker.noted(png) is None
    noted = readme_maker.with_note(png, {"a": ["1%"]})
    assert readme_maker.noted(noted) == {"a": ["1%"]}
    assert noted.startswith(png[:-12]) and noted.endswith(png[-12:])


def test_the_readme_is_two_screens():
    assert len(README.read_text().splitlines()) <= 120


def test_the_first_screen_leads_on():
    first = "".join(README.read_text().splitlines(keepends=True)[:30])
    for page in ("docs/tutorial/two-encoders.md", "docs/README.md"):
        assert f"]({page})" in first


def test_the_index_has_every_page_and_three_for_each_reader():
    index = (ROOT / "docs/README.md").read_text()
    readers, pages = index.split("\n## Tutorials\n")
    assert [len(re.findall(r"^\d\. \[", part, re.M)) for part in re.split(r"^\*\*I ", readers, flags=re.M)[1:]] == [3] * 4
    listed = re.findall(r"\]\((?!\.\.)([\w/.-]+\.md)\)", pages)
    for page in [page for page in listed if page.endswith("/README.md")]:
        listed += [str(Path(page).parent / name) for _, name in listed_by(ROOT / "docs" / page)]
    assert sorted(listed) == sorted(str(page.relative_to(ROOT / "docs")) for page in ROOT.glob("docs/*/**/*.md"))


def listed_by(page):
    """(title, file) of each line of a page that is a link to a neighbour."""
    return re.findall(r"^- \[(.*)\]\(([\w-]+\.md)\)$", page.read_text(encoding="utf-8"), re.M)


def test_a_decision_is_short_and_listed_by_its_title():
    folder = ROOT / "docs/explanation/decisions"
    listed = listed_by(folder / "README.md")
    assert len({title for title, _ in listed}) == len(listed) >= 60
    for title, file in listed:
        first, body = (folder / file).read_text(encoding="utf-8").split("\n", 1)
        assert first == f"# {title}" and 25 <= check_docs.words(body) <= 50, file


def test_the_documents_keep_their_limits():
    assert check_docs.problems()[0] == []


@pytest.mark.parametrize("text, problem", [
    ("# A page\n\nThis page is for a test. It has two sentences.\n", "opens with"),
    ("# A page\n\n- A list\n", "opens with"),
    ("# A page\n\nThis page is for a test.\n\n" + "word " * 91, "a paragraph of 91 words"),
    ("# A page\n\nThis page is for a test.\n\n" + "word word word\n\n" * 1000, "3009 words"),
    ("# A page\n\nThis page links to [another](nowhere.md).\n", "nowhere.md, which is missing"),
    ("# A page\n\nThis page links to [itself](#nothing).\n", "a heading that is missing")])
def test_a_page_beyond_the_limits_is_found(tmp_path, text, problem):
    (found,) = check_docs.problems_of(tmp_path / "page.md", text)
    assert problem in found


def test_words_and_places_are_limited(tmp_path):
    for folder in ("reference", "misc"):
        (tmp_path / "docs" / folder).mkdir(parents=True)
        for number in range(12):
            (tmp_path / "docs" / folder / f"{number}.md").write_text("# A page\n\nThis page is for a test.\n\n" + "word\n\n" * 2400)
    found, total, count = check_docs.problems(tmp_path)
    assert count == 24 and total > 50_000 and f"{total} words in all documents" in found[0]
    assert sum("not in docs/" in one for one in found) == 12 and len(found) == 13
