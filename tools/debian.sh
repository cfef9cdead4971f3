# shellcheck shell=bash disable=SC2046
# ./dev debian: runs ./dev in a fresh Debian, as a new user would. Sourced by ./dev, whose functions it uses.
# The root is build/debian-VERSION, or the folder in SONDE_DEBIAN_ROOT. It is kept: remove it to start again
# from a bare system.

declare -A debian_suites=([12]=bookworm [13]=trixie)

# The environment variables that reach the root: proxies, certificates, package registries, and ./dev's own.
debian_variables='^(.*_proxy|.*_ca_.*|.*cert.*|.*cainfo|pip_(index|extra_index)_url|npm_config_.*|cargo_(http|net)_.*|sonde_werror)='

debian_packages() { # debian_packages VERSION: what the README expects of a machine
  echo ca-certificates git nodejs npm python3 python3-venv
  rust_packages "$1"
}

# The mirror of this machine's apt; nothing if it has none, and then debootstrap uses its default.
debian_mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sed -n 1p
}

# Copies this machine's settings for apt, pip, npm and cargo, so that they reach the network in the same way.
debian_network() { # debian_network FOLDER
  local file
  for file in /etc/{hosts,resolv.conf,pip.conf,npmrc} /etc/ssl/certs/ca-certificates.crt \
    ~/{.npmrc,.config/pip/pip.conf,.cargo/config.toml} /etc/apt/auth.conf{,.d/*} \
    $(grep -ls '^ *Acquire' /etc/apt/apt.conf{,.d/*}); do
    [ -f "$file" ] || continue
    mkdir -p "$1${file%/*}"
    cp --dereference --remove-destination --preserve=mode "$file" "$1$file"
  done
}

# Runs a script in the root. The mounts belong to its processes alone and end with them.
debian_chroot() { # debian_chroot FOLDER SCRIPT ARGUMENTS...
  local variables
  mapfile -d '' -t variables < <(env -0 | grep -izE "$debian_variables")
  env -i HOME="$HOME" LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "${variables[@]}" \
    unshare --mount bash -euc '
      for name in dev proc sys; do mount --rbind "/$name" "$0/$name"; done
      [ ! -d ../shared ] || mount --bind ../shared "$0/shared"
      exec chroot "$0" bash -euc "$@"' "$@" </dev/null
}

debian_bootstrap() { # debian_bootstrap VERSION FOLDER
  debootstrap --variant=minbase "${debian_suites[$1]}" "$2" $(debian_mirror) >&2
  mkdir -p "$2/shared" # the published data, if this machine has it
}

debian_install() { # debian_install FOLDER PACKAGES...
  debian_network "$1"
  debian_chroot "$1" 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"' apt "${@:2}" >&2
  touch "$1/.complete"
}

debian_root() { # debian_root VERSION FOLDER
  [ ! -e "$2/.complete" ] || return 0
  [ ! -e "$2" ] || { echo "$2 is not a complete Debian; remove it, then run ./dev debian again" >&2; exit 1; }
  setup_debian <(grep debootstrap packages-dev.txt)
  phase "Debian $1 (debootstrap)" debian_bootstrap "$1" "$2"
  phase "compilers of Rust, Node.js, Python, git" debian_install "$2" $(debian_packages "$1")
}

# The clone keeps what it built, as a user's does who pulls.
debian_clone() { # debian_clone FOLDER
  [ -d "$1/sonde/.git" ] || git clone -q . "$1/sonde"
  git -C "$1/sonde" fetch -q "${root:?}" HEAD
  git -C "$1/sonde" checkout -q --force --detach FETCH_HEAD
}

debian() { # debian VERSION [COMMAND [ARGUMENTS...]]
  local version=${1:-} folder
  [ -n "${debian_suites[$version]:-}" ] || { echo "usage: ./dev debian 12|13 [COMMAND...]" >&2; exit 2; }
  [ "$(id -u)" = 0 ] || { echo "./dev debian must run as root: it mounts and uses chroot" >&2; exit 1; }
  shift
  [ $# -gt 0 ] || set -- demo
  folder=${SONDE_DEBIAN_ROOT:-build/debian-$version}
  debian_root "$version" "$folder"
  debian_network "$folder"
  debian_clone "$folder"
  phase "Debian $version: ./dev $*" debian_chroot "$folder" 'cd /sonde && exec ./dev "$@"' dev "$@"
}
