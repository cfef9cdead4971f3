# shellcheck shell=bash disable=SC2154,SC2046
# ./dev release tries what it made: in empty Debians, which have only what the documents name. Sourced by ./dev after tools/debian.sh.

# Installs the wheel that fits next to nothing but Python, and measures with it. Its dependencies come by hash.
try_wheel='
  rm -rf /tmp/try /tmp/*.sonde
  python3 -m venv /tmp/try
  /tmp/try/bin/pip install -q --disable-pip-version-check --require-hashes --only-binary :all: -r /dist/needed.txt
  /tmp/try/bin/pip install -q --disable-pip-version-check --no-index --find-links /dist sonde-nlp
  cd /tmp
  /tmp/try/bin/sonde run --encoder random --data negation-detection --limit 40 --out wheel.sonde --show
  /tmp/try/bin/python -c "import sonde; print(sonde.open(\"wheel.sonde\").result(name=\"accuracy\").n)" | grep -qx 40'

# Unpacks the install folder, and measures with the default encoder.
try_folder='
  rm -rf /opt/sonde-*
  tar -xzf /dist/sonde-*-debian*.tar.gz -C /opt
  cd /tmp
  /opt/sonde-*/bin/sonde run --encoder minilm --data negation-detection --limit 40 --out folder.sonde --show'

try_root() { # try_root VERSION: a bare Debian with Python, and the libraries that the wheel leaves to the machine
  local folder=build/try-$1
  [ -e "$folder/.complete" ] || {
    rm -rf "$folder"
    phase "Debian $1 (debootstrap)" debian_bootstrap "$1" "$folder"
    debian_install "$folder" ca-certificates python3 python3-venv libcurl4
  }
  debian_network "$folder"
  mkdir -p "$folder/dist"
  rm -f "$folder"/dist/*
  cp build/dist/* "$folder/dist/"
  PYTHONPATH=tools python3 -c 'import pathlib, pins
lines = pins.pinned(pathlib.Path("requirements.txt"))
print(*(lines[name] for name in ("openvino", "openvino-telemetry", "numpy")), sep="\n")' >"$folder/dist/needed.txt"
}

try_release() {
  local version
  for version in 12 13; do
    try_root "$version"
    phase "checksums" debian_chroot "build/try-$version" 'cd /dist && sha256sum --check --quiet SHA256SUMS'
    phase "the wheel on Debian $version" debian_chroot "build/try-$version" "$try_wheel"
  done
  debian_install build/try-12 libcurl4 libfmt9 libicu72 liblink-grammar5 libsqlite3-0 libssl3
  phase "the install folder on Debian 12" debian_chroot build/try-12 "$try_folder"
}
