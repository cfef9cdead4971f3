"""The installed program runs from anywhere, the source tree out of reach."""
import os
import re
import shutil
import subprocess

import numpy as np
import pytest
from program import BUILD, PROGRAM, ROOT, Sonde, lacking, sentences

# Hides the source tree and the build folder under empty file systems, for this process alone.
HIDE = 'for folder in "$@"; do mount -t tmpfs none "$folder" || exit 99; done; exec $COMMAND'


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    if ROOT in folder.parents:
        pytest.fail("the temporary folder lies in the source tree")
    subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(folder / "prefix")], check=True,
                   stdout=subprocess.DEVNULL)
    (folder / "work").mkdir()
    yield Sonde(folder / "work", folder / "prefix/bin/sonde")
    shutil.rmtree(folder / "prefix", ignore_errors=True)


def hidden(sonde, words, stdin=b""):
    """Runs the program with both trees hidden. None if that is impossible."""
    command = " ".join([str(sonde.program), *words])
    script = ["unshare", "-m" if os.geteuid() == 0 else "-rm", "sh", "-c", HIDE, "sh", str(ROOT)]
    if ROOT not in BUILD.parents:
        script.append(str(BUILD))
    if not shutil.which("unshare"):
        return None
    process = subprocess.run(script, input=stdin, capture_output=True, cwd=sonde.folder,
                             env={**sonde.environment, "COMMAND": command, "HOME": str(sonde.folder)})
    if process.returncode == 99 or b"unshare" in process.stderr:
        return None
    assert process.returncode == 0, process.stderr.decode()
    return process


def traced(sonde, words, stdin=b""):
    """Runs the program and sees from the system calls that it opens nothing there."""
    log = sonde.folder / "trace.txt"
    subprocess.run(["strace", "-f", "-e", "trace=%file", "-o", str(log), str(sonde.program), *words],
                   input=stdin, check=True, capture_output=True, cwd=sonde.folder, env=sonde.environment)
    for folder in (ROOT, BUILD):
        assert f'"{folder}' not in log.read_text()


def far_from_the_tree(sonde, words, stdin=b""):
    if hidden(sonde, words, stdin) is not None:
        return
    if not shutil.which("strace"):
        lacking("neither mount namespaces nor strace can be had here")
    traced(sonde, words, stdin)


def test_it_encodes(installed):
    process = hidden(installed, ["encode"], "\n".join(sentences(5)).encode())
    if process is None:
        far_from_the_tree(installed, ["encode"], b"one\n")
        return
    (installed.folder / "v.npy").write_bytes(process.stdout)
    vectors = np.load(installed.folder / "v.npy")
    assert np.array_equal(vectors, Sonde(installed.folder).encode(sentences(5), "minilm"))


def test_it_runs_the_shipped_probe_sets(installed):
    far_from_the_tree(installed, ["run", "--encoder", "minilm", "--encoder", "random", "--language", "all", "--limit", "4",
                                  "--replicates", "20", "--out", "far.sonde"])
    tasks = installed.shown("far.sonde")["tasks"]
    left_out = ('layout = "wordnet"', 'gold = "nan"')  # not shipped, and pairs that nobody rated
    shipped = [card for card in ROOT.glob("data/*/*.toml") if not any(key in card.read_text() for key in left_out)]
    assert len(tasks) == len(shipped) >= 7
    assert all(task["items"] == 4 and task["whole"] >= 100 for task in tasks)


def test_no_library_of_the_tree_is_loaded(installed):
    environment = {**installed.environment, "LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": "ld"}
    subprocess.run([str(installed.program), "encode"], input=b"one\n", check=True, capture_output=True,
                   cwd=installed.folder, env=environment)
    text = "".join(file.read_text() for file in installed.folder.glob("ld.*"))
    loaded = re.findall(r"calling init: (\S+)", text)
    assert any("libopenvino.so" in name for name in loaded)
    assert any("intel_cpu_plugin" in name for name in loaded)
    for name in loaded:
        real = os.path.realpath(name)
        assert not real.startswith((f"{ROOT}/", f"{BUILD}/")), name
    assert not re.search(rf"(?<![\w./-]){re.escape(str(ROOT))}/", text)


def test_no_library_is_looked_for_where_the_user_works(installed):
    for program in (installed.program, PROGRAM):
        text = subprocess.run([str(program), "--version"], cwd=installed.folder, capture_output=True, text=True,
                              check=True, env={**installed.environment, "LD_DEBUG": "libs"}).stderr
        tried = re.findall(r"trying file=(.*)", text)
        assert tried and all(name.startswith("/") for name in tried), program


def test_the_installed_files_are_few(installed):
    prefix = installed.program.parents[1]
    names = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    assert "bin/sonde" in names and "share/sonde/data/triplets/negation-detection.toml" in names
    assert not [name for name in names if name.endswith((".py", ".a", ".h", ".pyc"))]
    assert not [path for path in prefix.rglob("*") if path.is_symlink() and not path.exists()]
