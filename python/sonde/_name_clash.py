"""Other distributions that install a package `sonde`: an unrelated project on the package index has that name."""
from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator

OWN = "sonde_nlp"  # this distribution, in the spelling of installed folders


def warn_of_others() -> None:
    """Warns if another distribution in this environment has a package `sonde`: it and this one overwrite each other."""
    for name in found(sys.path):
        warnings.warn(f"the distribution {name} also installs a package `sonde`, and the two overwrite each other; "
                      "run `pip uninstall sonde sonde-nlp`, then `pip install sonde-nlp`", RuntimeWarning, stacklevel=3)


def found(folders: Iterable[str]) -> Iterator[str]:
    """The other distributions, as NAME VERSION. It lists folders and opens only records whose name contains "sonde"."""
    for folder in dict.fromkeys(folders):
        try:
            names = sorted(name for name in os.listdir(folder or ".") if name.endswith(".dist-info"))
        except OSError:
            continue
        for name in names:
            distribution = name.removesuffix(".dist-info")
            if "sonde" in name and not distribution.startswith(f"{OWN}-") and _has_package(os.path.join(folder, name)):
                yield distribution.replace("-", " ", 1)


def _has_package(folder: str) -> bool:
    try:
        with open(os.path.join(folder, "RECORD"), encoding="utf-8", errors="replace") as record:
            return any(line.startswith("sonde/__init__.py,") for line in record)
    except OSError:
        return False
