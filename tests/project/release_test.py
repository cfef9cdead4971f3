"""The files of a release: bill of materials, packing and checksums. python_wheel_test.py tests the wheels, and ./dev release tries all files."""
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib

import pytest
from program import BUILD, ROOT, lacking

sys.path += [str(ROOT / "tools"), str(ROOT / "tools/release")]
import dist
import sbom
from pins import pinned, version_of


def test_the_bill_names_what_is_shipped():
    bill = sbom.bill("1.2.3")
    refs = {part["bom-ref"] for part in bill["components"]}
    assert len(refs) == len(bill["components"]) and bill["specVersion"] == "1.6"
    assert bill["dependencies"] == [{"ref": "sonde", "dependsOn": sorted(refs)}]
    lines = pinned(ROOT / "requirements.txt")
    assert f"pkg:pypi/openvino@{version_of(lines['openvino'])}" in refs
    lock = tomllib.loads((ROOT / "src/engine/tokens/tokenizers/Cargo.lock").read_text())["package"]
    assert {f"pkg:cargo/{crate['name']}@{crate['version']}" for crate in lock if "checksum" in crate} <= refs
    assert any(ref.startswith("pkg:npm/vega@") for ref in refs) and not any("esbuild" in ref for ref in refs)
    assert all(re.fullmatch(r"[0-9a-f]{64}", one["content"]) for part in bill["components"] for one in part.get("hashes", []))
    assert bill == json.loads(json.dumps(sbom.bill("1.2.3"))) and re.match(r"urn:uuid:[0-9a-f-]{36}$", bill["serialNumber"])


def test_what_the_program_links_from_debian_is_in_the_bill():
    """Each development package of packages.txt is in the bill, but those of tests and of what is loaded at run time."""
    listed = {line.split()[0] for line in (ROOT / "packages.txt").read_text().splitlines() if re.match(r"\S+-dev\b", line)}
    elsewhere = {"python3-dev", "libgtest-dev", "libgmock-dev", "librapidcheck-dev", "liblink-grammar-dev"}
    assert listed - elsewhere == set(sbom.DEBIAN)


def test_a_folder_is_packed_into_the_same_bytes(tmp_path):
    packed = []
    for number in (1, 2):
        folder = tmp_path / f"made {number}"
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/run").write_text("run")
        (folder / "bin/run").chmod(0o755)
        (folder / "bin/link").symlink_to("run")
        dist.pack(folder, "sonde-1", tmp_path / f"{number}.tar.gz", 1000)
        packed.append((tmp_path / f"{number}.tar.gz").read_bytes())
    assert packed[0] == packed[1]
    with tarfile.open(tmp_path / "1.tar.gz") as tar:
        entries = {entry.name: entry for entry in tar}
    assert set(entries) == {"sonde-1/bin", "sonde-1/bin/run", "sonde-1/bin/link"}
    assert entries["sonde-1/bin/run"].mode == 0o755 and entries["sonde-1/bin/link"].linkname == "run"


PAGES = {"page.html", "rate.html", "figures.js"}


def test_the_source_has_what_a_build_needs_and_the_pages(tmp_path):
    if not (BUILD / "web/page.html").exists():
        lacking("Node.js")
    dist.make_source(BUILD, tmp_path)
    (source,) = tmp_path.iterdir()
    with tarfile.open(source) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {f"web/made/{name}" for name in PAGES} | {"CMakeLists.txt", "python/README.md", "web/package-lock.json"} <= names
    assert not [name for name in names if name.startswith(("docs/", "tests/", "build/", "web/node_modules/"))]
    assert not (ROOT / "web/made").exists()


@pytest.mark.parametrize("has_pages", [True, False])
def test_without_node_a_build_takes_the_pages_of_the_source(tmp_path, has_pages):
    (tmp_path / "web/made").mkdir(parents=True)
    shutil.copy(ROOT / "cmake/web.cmake", tmp_path)
    for name in PAGES if has_pages else ():
        (tmp_path / "web/made" / name).write_text("made")
    (tmp_path / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.25)
project(pages LANGUAGES NONE)
include(web.cmake)
get_source_file_property(words ${PROJECT_SOURCE_DIR}/src/report/page/page_bundle.cpp COMPILE_DEFINITIONS)
message(STATUS "words: ${words}")
""")
    told = subprocess.run(["cmake", "-S", tmp_path, "-B", tmp_path / "build", "-DSONDE_NODE=OFF"], check=True, capture_output=True, text=True).stdout
    assert set(re.findall(rf'="{tmp_path}/web/made/([a-z.]+)"', told)) == (PAGES if has_pages else set())
    assert ("this build has no `sonde report`" in told) == (not has_pages)


def test_checksums_are_those_that_sha256sum_checks(tmp_path):
    for name in ("a.whl", "b.tar.gz"):
        (tmp_path / name).write_text(name)
    dist.write_checksums(tmp_path)
    check = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True).returncode == 0
    (tmp_path / "a.whl").write_text("another")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True).returncode != 0
    dist.write_checksums(tmp_path)
    assert subprocess.run(check, cwd=tmp_path, capture_output=True).returncode == 0
