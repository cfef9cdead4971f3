"""The programs of examples/ run as their first lines describe. examples/gate's files for CI are in ci_test.py, the probe's
tutorial in first_probe_test.py, and spaCy's labeller in oracle/examples.py."""
import ast
import json
import os
import re
import subprocess
import sys

import pytest
from pages import blocks
from program import Sonde, common_cache
from python_package import FOLDER, ROOT, python

EXAMPLES = ROOT / "examples"
RUN_CELLS = """
import ast, json, sys
cells, shown = json.load(open(sys.argv[1])), {}
space = {"__name__": "__main__"}
for cell in cells:
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), space)
    value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    for method in ("_repr_html_", "_repr_mimebundle_"):
        if hasattr(value, method):
            shown[method] = shown.get(method, 0) + bool(getattr(value, method)())
print(json.dumps(shown))
"""


@pytest.fixture
def clone(tmp_path):
    """A folder with the examples, and `python` and `sonde` on its path: the command is the Python package's."""
    (tmp_path / "examples").symlink_to(EXAMPLES)
    (tmp_path / "bin").mkdir()
    for name, words in (("python", ""), ("sonde", "-m sonde")):
        (tmp_path / "bin" / name).write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n')
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def shell(folder, command, code=0):
    environment = {**Sonde(folder, cache=common_cache()).environment, "PYTHONPATH": str(FOLDER), "PATH": f"{folder}/bin:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-ec", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def commands(name):
    """The commands in the docstring at the top of an example."""
    text = ast.get_docstring(ast.parse((EXAMPLES / name).read_text(encoding="utf-8")))
    return re.findall(r"^    (?!pip )(.*)$", text, re.M)


def test_an_encoder_as_a_program(clone):
    (command,) = commands("encoder_program.py")
    assert "trigrams" in shell(clone, command)
    (again,) = [json.loads(shell(clone, "sonde show trigrams.sonde --subjects --format json"))["subjects"]]
    assert again[0]["name"] == "trigrams" and "256 columns" in json.dumps(again)


def test_an_encoder_in_python(clone):
    (command,) = commands("encoder.py")
    printed = shell(clone, command)
    assert "letters − noise" in printed and "accuracy" in printed


def test_a_scorer(clone):
    (command,) = commands("scorer.py")
    assert "shared-words" in shell(clone, command)


def test_the_probe_is_that_of_the_tutorial():
    page = (ROOT / "docs/tutorial/first-probe.md").read_text(encoding="utf-8")
    (text,) = [text for _, text, file in blocks(page) if file == "units.py"]
    assert text == (EXAMPLES / "probe/units.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("model, code", [("minilm", 0), ("minilm?layer=words", 1)])
def test_a_gate_in_pytest(clone, model, code):
    check, make = commands("gate/test_release.py")
    shell(clone, make)
    printed = shell(clone, check.replace("pytest", f"MODEL='{model}' python -m pytest -q -p no:cacheprovider -p sonde.pytest_plugin"), code)
    assert ("1 passed" if code == 0 else "moved most for the worse") in printed


def code_cells():
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_notebook(tmp_path):
    """Its cells run in order, as a kernel runs them."""
    (tmp_path / "cells.json").write_text(json.dumps([cell["source"] for cell in code_cells()]))
    done = python(tmp_path, RUN_CELLS, tmp_path / "cells.json")
    assert done.returncode == 0, done.stderr
    *lines, shown = done.stdout.splitlines()
    assert lines[0].endswith("n = 100") and len([line for line in lines if line.startswith("  ")]) == 9
    assert json.loads(shown) == {"_repr_html_": 2, "_repr_mimebundle_": 1}


def test_the_notebook_has_no_outputs():
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code_cells())


def test_every_example_is_listed():
    listed = set(re.findall(r"\]\(([\w./-]+)\)", (EXAMPLES / "README.md").read_text(encoding="utf-8")))
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "."], cwd=EXAMPLES, check=True,
                           capture_output=True, text=True).stdout.split()
    assert {file for file in files if (EXAMPLES / file).exists()} - {"README.md"} <= listed
    assert all((EXAMPLES / name).exists() for name in listed)
