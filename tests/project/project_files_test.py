"""The files that hosts of repositories read: citation, issue forms, workflows, editor settings."""
import re
import subprocess
import tomllib

import pytest
import yaml
from program import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


def loaded(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_version_is_one():
    citation = loaded(ROOT / "CITATION.cff")
    assert str(citation["version"]) == VERSION and f"project(sonde VERSION {VERSION} " in (ROOT / "CMakeLists.txt").read_text()


def test_each_paper_is_cited_as_its_probe_does():
    """Title, authors and number are those of the probe's page."""
    papers = {re.search(r"probe (\w+)", paper["notes"])[1]: paper for paper in loaded(ROOT / "CITATION.cff")["references"]}
    assert set(papers) == {"sts", "heros", "curves", "sets", "triplets"}
    for probe, paper in papers.items():
        page = " ".join((ROOT / f"docs/reference/probes/{probe}.md").read_text(encoding="utf-8").split())
        cited = page.split("**Paper.**")[1]
        assert paper["title"] in cited and all(author["family-names"] in cited for author in paper["authors"])
        numbers = [one["value"] for one in paper.get("identifiers", [])]
        assert all(number in cited or probe == "heros" for number in numbers)
        assert f"({paper['year']})" in cited or probe == "sts"


def steps_of(workflow):
    for job in loaded(workflow)["jobs"].values():
        yield from job["steps"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_calls_what_there_is(workflow):
    usage = subprocess.run([ROOT / "dev", "help"], capture_output=True, text=True, check=True).stdout
    text = "\n".join(step.get("run", "") for step in steps_of(workflow))
    called = re.findall(r"^ *\./dev (\w+)", text, re.M)
    assert all(re.search(rf"^\./dev {command}\b", usage, re.M) for command in called)
    assert all((ROOT / name).exists() for name in re.findall(r"(?:bash|source) (\S+)", text))
    assert called or "bash .ci/run" in text


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_write_only_where_it_must(workflow):
    assert loaded(workflow)["permissions"] == {"contents": "read"}
    for step in steps_of(workflow):
        assert ("run" in step) != ("uses" in step)
        assert re.match(r"(actions|pypa)/[\w-]+@", step.get("uses", "actions/x@"))
        assert "${{" not in step.get("run", "").replace("${{ matrix.debian }}", ""), "a value in a script may be code"


def test_each_script_of_a_workflow_is_one():
    for step in (step for workflow in WORKFLOWS for step in steps_of(workflow) if "run" in step):
        script = re.sub(r"\$\{\{.*?\}\}", "12", step["run"])
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.name)
def test_an_issue_form_is_one(form):
    content = loaded(form)
    assert {"name", "description", "body"} <= set(content)
    ids = [part["id"] for part in content["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    for part in content["body"]:
        assert part["type"] in {"markdown", "textarea", "input"}
        assert "value" in part["attributes"] if part["type"] == "markdown" else "label" in part["attributes"]


def test_files_are_as_the_editor_settings_want_them():
    names = subprocess.run(["git", "ls-files", "*.py", "*.cpp", "*.h", "*.ts", "*.mjs", "*.toml", "*.yml", "dev"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    texts = {name: (ROOT / name).read_bytes() for name in names if not name.startswith("tests/") and (ROOT / name).exists()}
    assert [name for name, text in texts.items() if text and not text.endswith(b"\n") or b"\r" in text] == []
    assert [name for name, text in texts.items() if re.search(rb"[ \t]+$", text, re.M)] == []


def test_the_pages_name_the_private_report_and_no_address():
    for name in ("SECURITY.md", "CODE_OF_CONDUCT.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert re.search(r"report", text) and not re.search(r"[\w.]+@[\w.]+", text)
