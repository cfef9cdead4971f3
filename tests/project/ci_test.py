"""examples/gate: the container's file and the workflow, as far as they run without an engine of either."""
import os
import platform
import re
import shutil
import subprocess
import xml.etree.ElementTree as xml

import pytest
import yaml
from pages import blocks
from program import BUILD, PROGRAM, ROOT, Sonde, lacking

FILES = {name: (ROOT / "examples/gate" / name).read_text(encoding="utf-8") for name in ("Containerfile", "encoder.yml")}
TUTORIAL = {file: text for _, text, file in blocks((ROOT / "docs/tutorial/two-encoders.md").read_text(encoding="utf-8")) if file}
# Packages of debian:12-slim besides libc6: apt is linked with these.
IN_THE_BASE = {"libc6", "libgcc-s1", "libstdc++6", "zlib1g", "libxxhash0"}


def instructions():
    """The stages of the container's file: lists of (instruction, rest)."""
    stages = []
    for line in FILES["Containerfile"].splitlines():
        if not line or line.startswith("#"):
            continue
        word, rest = line.split(" ", 1)
        if word == "FROM":
            stages.append([])
        stages[-1].append((word, rest))
    return stages


def installed_by(stage):
    (line,) = [rest for word, rest in stage if word == "RUN" and "apt-get install" in rest]
    return set(line.split("--no-install-recommends ")[1].split())


def test_the_container_file_is_one():
    build, final = instructions()
    assert {word for word, _ in build + final} <= {"FROM", "RUN", "COPY", "WORKDIR", "ENV", "ENTRYPOINT"}
    assert build[0][1].endswith(" AS build") and "bookworm" in build[0][1] and final[0][1].endswith("debian:12-slim")
    assert all(rest.startswith(("--from=build ", "--from=docker.io/", "sonde ")) for word, rest in build + final if word == "COPY")
    assert ("RUN", "./dev demo") in build


def test_the_container_has_the_libraries_that_the_program_loads():
    if not shutil.which("readelf") or not shutil.which("dpkg-query"):
        lacking("readelf or dpkg-query is missing")
    if platform.freedesktop_os_release().get("VERSION_CODENAME") != "bookworm":
        pytest.skip("the container is Debian 12, whose libraries this system doesn't have")
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", subprocess.run(["readelf", "-d", PROGRAM], capture_output=True, text=True,
                                                                check=True).stdout))
    found = subprocess.run(["dpkg-query", "-S", *(f"*/{name}" for name in needed if "openvino" not in name)],
                           capture_output=True, text=True).stdout
    packages = {line.split(":")[0] for line in found.splitlines() if re.search(r"/lib/x86_64-linux-gnu/[^/]*$", line)}
    listed = installed_by(instructions()[1])
    assert "libfmt9" in packages and packages - IN_THE_BASE <= listed, packages - IN_THE_BASE - listed
    # The list on the page on installing.
    told = (ROOT / "docs/reference/program.md").read_text(encoding="utf-8").split("## Installing")[1]
    assert set(re.findall(r"\blib[\w.-]*\d", told)) <= listed


def test_the_installed_program_runs_by_the_path(tmp_path):
    build, final = instructions()
    (install,) = [rest for word, rest in build if "cmake --install" in rest]
    prefix = tmp_path / "opt/sonde"
    subprocess.run(["bash", "-ec", install.replace("build/release", str(BUILD)).replace("/opt/sonde", str(prefix))],
                   check=True, stdout=subprocess.DEVNULL)
    (path,) = [rest.removeprefix("PATH=") for word, rest in final if word == "ENV"]
    assert ("ENTRYPOINT", '["sonde"]') in final and ("COPY", "--from=build /opt/sonde /opt/sonde") in final
    done = subprocess.run(["bash", "-c", "sonde list datasets"], env={"PATH": path.replace("/opt/sonde", str(prefix)),
                          "HOME": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "negation-detection" in done.stdout, done.stderr
    shutil.rmtree(prefix)


def steps():
    workflow = yaml.safe_load(FILES["encoder.yml"])
    assert workflow[True] == ["pull_request"]  # YAML 1.1 takes `on` for a truth value
    return workflow["jobs"]["check"]["steps"]


def run_steps(folder):
    """Runs the steps as a runner does: those with `if: always()` also after one that failed. Names of the failed ones."""
    environment = {**Sonde(folder).environment, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}",
                   "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    failed = []
    for step in steps():
        if "run" not in step or (failed and step.get("if") != "always()"):
            continue
        shell = {"bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"], None: ["sh", "-ec"]}[step.get("shell")]
        done = subprocess.run([*shell, step["run"]], cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            failed.append((step["name"], done.returncode))
    return failed


@pytest.mark.parametrize("base, failed", [("hf:model?normalize=true", []), ("minilm", [("Is it no worse?", 1)])])
def test_the_workflow_does_what_it_says(sonde, base, failed):
    folder = sonde.folder
    shutil.copytree(ROOT / "tests/golden/prompted", folder / "model")
    shutil.copy(ROOT / "examples/home/home.tsv", folder)
    for file in ("home.toml", "gates.toml"):
        (folder / file).write_text(TUTORIAL[file])
    sonde("run", "--encoder", f"new={base}", "--data", "home.toml", "--data", "negation-detection", "--out", "base.sonde")
    assert run_steps(folder) == failed
    assert ("verdict: fail" if failed else "verdict: pass") in (folder / "summary.md").read_text()
    root = xml.parse(folder / "check.xml").getroot()
    assert (int(root.get("failures")) > 0) == bool(failed) and len(root.findall(".//testcase")) == 3
    (upload,) = [step for step in steps() if step.get("uses", "").startswith("actions/upload-artifact")]
    for name in upload["with"]["path"].split():
        assert (folder / name).stat().st_size > 0
    cached = next(step["with"]["path"] for step in steps() if step.get("uses", "").startswith("actions/cache"))
    assert (folder / cached).exists()
