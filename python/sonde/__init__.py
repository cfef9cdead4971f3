"""sonde finds out what a sentence encoder understands.

>>> import sonde
>>> run = sonde.run("random", data="negation-detection", limit=20, replicates=20, progress=False)
>>> run.result(result="accuracy").n
20
"""
from importlib import import_module as _import_module

from sonde._error import Error
from sonde._name_clash import warn_of_others as _warn_of_others

__version__ = "0.1.0"

# The module of each name. It is loaded when one of its names is first used: importing sonde loads neither NumPy nor the
# engine.
_PLACES = {
    "Check": "_compare", "Comparison": "_compare", "Gate": "_compare", "check": "_compare", "compare": "_compare",
    "Audit": "_audit", "audit": "_audit",
    "Agreement": "_agreement", "agreement": "_agreement",
    "describe": "_describe",
    "Data": "_data",
    "datasets": "_listings", "encoders": "_listings", "probes": "_listings", "scorers": "_listings",
    "Encoder": "_encoder",
    "encode": "_encode",
    "Figure": "_results", "Result": "_results", "Run": "_results", "open": "_results",
    "Negation": "_make", "make": "_make", "negate": "_make",
    "run": "_run",
}
_MODULES = ("distributed", "evaluators", "finetune", "graphs", "inputs", "mteb", "plugin", "pytest_plugin", "roles", "stats")

__all__ = ["Error", *(name for name in _PLACES if name != "open"), *_MODULES]  # `open` would hide the builtin one


_warn_of_others()


def __getattr__(name):
    if name in _PLACES:
        found = getattr(_import_module(f"sonde.{_PLACES[name]}"), name)
    elif name in _MODULES:
        found = _import_module(f"sonde.{name}")
    else:
        raise AttributeError(f"module 'sonde' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__():
    return sorted([*globals(), *_PLACES, *_MODULES])
