"""The tutorial's notebook: its cells run in order, as a kernel runs them."""
import ast
import json

from python_package import ROOT, python

RUNNER = """
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


def code_cells():
    notebook = json.loads((ROOT / "docs/guides/notebook.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    return [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_runs(tmp_path):
    (tmp_path / "cells.json").write_text(json.dumps(code_cells()))
    done = python(tmp_path, RUNNER, tmp_path / "cells.json")
    assert done.returncode == 0, done.stderr
    *lines, shown = done.stdout.splitlines()
    assert lines[0].endswith("n = 100") and len([line for line in lines if line.startswith("  ")]) == 9
    assert json.loads(shown) == {"_repr_html_": 2, "_repr_mimebundle_": 1}


def test_the_notebook_is_kept_without_outputs():
    notebook = json.loads((ROOT / "docs/guides/notebook.ipynb").read_text(encoding="utf-8"))
    assert all(not cell["outputs"] and cell["execution_count"] is None
               for cell in notebook["cells"] if cell["cell_type"] == "code")
    assert all(ast.parse(cell) for cell in code_cells())
