"""The package's types are sound, and its examples are right."""
import doctest
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys

import pytest
from pins import pinned
from python_package import ROOT, sonde

MODULES = sorted(module.name for module in pkgutil.iter_modules(sonde.__path__, "sonde.")
                 if not module.name.endswith(("_core", "__main__")))


def test_mypy_finds_nothing(tmp_path):
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path,
                           "-p", "sonde"], cwd=ROOT / "python", capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": ""})
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["sonde", *MODULES])
def test_examples_are_right(name):
    module = importlib.import_module(name)
    found = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def public_functions():
    """The functions of the package and its modules, and the constructors of their classes."""
    for home in (sonde, *(getattr(sonde, name) for name in sonde._MODULES)):
        for name in home.__all__:
            thing = getattr(home, name)
            if inspect.isclass(thing):
                thing = thing.__init__
            if inspect.isfunction(thing):
                yield f"{home.__name__}.{name}", thing


def test_no_argument_is_of_any_type():
    functions = dict(public_functions())
    assert len(functions) > 40 and "sonde.audit" in functions
    for name, function in functions.items():
        named = [one for one in inspect.signature(function).parameters.values() if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
        assert [one.name for one in named if one.annotation == "Any"] == [], name


def test_the_stub_names_what_the_package_has():
    stub = (ROOT / "python/sonde/__init__.pyi").read_text()
    assert all(f" {name} as {name}" in stub for name in sonde.__all__ if name != "Error") and "Error as Error" in stub
    assert set(sonde.__all__) <= set(dir(sonde))
    for name in sonde.__all__:
        assert getattr(sonde, name).__doc__
    with pytest.raises(AttributeError):
        sonde.nothing


def test_versions_agree():
    texts = {ROOT / "pyproject.toml": 'version = "{}"', ROOT / "CMakeLists.txt": "project(sonde VERSION {} ",
             ROOT / "src/base/version.h": 'kVersion = "{}"'}
    for file, form in texts.items():
        assert form.format(sonde.__version__) in file.read_text(), file
    engine = pinned(ROOT / "requirements.txt")["openvino"].split()[0]
    assert f'"{engine}"' in (ROOT / "pyproject.toml").read_text()
    assert engine.endswith(importlib.import_module("sonde._load").OPENVINO)


def test_modules_list_only_what_is_theirs():
    for name in sonde._MODULES:
        module = getattr(sonde, name)
        assert module.__all__ and all(hasattr(module, one) for one in module.__all__), name
    assert "open" not in sonde.__all__ and sonde.open
