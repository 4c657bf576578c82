# SPDX-License-Identifier: MIT
# Shared by scripts/quickstart and scripts/test: log lines, and the installation of what is missing. Sourced, not run.
# Nothing outside the repository is written but by the system's package manager: caches and temporary files live in build/.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
venv=build/deps/venv
mkdir -p build/tmp build/logs
export TMPDIR="$root/build/tmp" XDG_CACHE_HOME="$root/build/cache" PYTHONDONTWRITEBYTECODE=1
export PATH="$PATH:/usr/local/cuda/bin"

say() { printf '[%s] %s\n' "$(date +%H:%M:%S)" "$*"; }

# Prints a sentence and stops with exit code 2: the caller's or the machine's fault, not the library's.
refuse() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# A Debian package and how to see, on any system, that what we need of it is there: a command, a header or a file. What only
# saves time has no probe: another system goes without it.
declare -A probe_of=(
  [g++]=command:g++ [cmake]=command:cmake [ninja-build]=command:ninja [ccache]=none [mold]=none
  [git]=command:git [python3-venv]=command:python3 [gnuplot-nox]=command:gnuplot [ca-certificates]=file:/etc/ssl/certs
  [clang-19]=command:clang++-19 [clang-format-19]=command:clang-format-19
  [libboost-dev]=header:boost/hana.hpp [librange-v3-dev]=header:range/v3/all.hpp [libfmt-dev]=header:fmt/core.h
  [librandom123-dev]=header:Random123/philox.h [libxsimd-dev]=header:xsimd/xsimd.hpp
  [nlohmann-json3-dev]=header:nlohmann/json.hpp [libxxhash-dev]=header:xxhash.h [libcli11-dev]=header:CLI/CLI.hpp
  [doctest-dev]=header:doctest/doctest.h)

packages_to_build=(g++ cmake ninja-build ccache mold libboost-dev librange-v3-dev libfmt-dev librandom123-dev libxsimd-dev
  nlohmann-json3-dev libxxhash-dev libcli11-dev)
packages_for_python=(ca-certificates python3-venv)

is_there() {
  local probe=${probe_of[$1]}
  case $probe in
    none) return 0 ;;
    command:*) command -v "${probe#*:}" >/dev/null ;;
    file:*) [ -e "${probe#*:}" ] ;;
    header:*) printf '#include <%s>\n' "${probe#*:}" | g++ -std=c++20 -E -x c++ - >/dev/null 2>&1 ;;
  esac
}

is_debian_12() { [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ]); }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# ensure_packages NAME...: installs the missing ones on Debian 12 as root; elsewhere goes on if all is there, and says what is
# needed if not.
ensure_packages() {
  local missing=() name test_of=is_there
  if is_debian_12; then test_of=is_installed; fi
  for name in "$@"; do "$test_of" "$name" || missing+=("$name"); done
  if [ ${#missing[@]} -eq 0 ]; then return 0; fi
  if ! is_debian_12; then
    refuse "this is not Debian 12, so nothing is installed. Needed, by their Debian names: ${missing[*]}"
  elif [ "$(id -u)" -ne 0 ]; then
    refuse "not root, so nothing is installed. Needed: apt-get install ${missing[*]}"
  fi
  say "installing with apt-get: ${missing[*]}"
  local log=build/logs/apt.log
  # A third party's package list that cannot be reached is no reason to stop; a package that cannot be installed is.
  apt-get update >"$log" 2>&1 || say "apt-get update had failures (see $log); going on"
  if ! DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    refuse "apt-get install failed; the whole log is in $log"
  fi
}

# ensure_python NAME...: installs the pinned wheels of scripts/requirements/NAME.txt, without their own requirements, into the
# environment in the build tree. Each list is kept beside the environment when it is in, so that a second run starts at once.
ensure_python() {
  local name list stamp log=build/logs/pip.log
  for name in "$@"; do
    list=scripts/requirements/$name.txt
    stamp=$venv/installed-$name.txt
    if cmp -s "$list" "$stamp"; then continue; fi
    say "installing into $venv with pip: $(grep -v '^#' "$list" | tr '\n' ' ')"
    if [ ! -x "$venv/bin/pip" ]; then
      mkdir -p build/deps
      # Debian's own interpreter where it is there: another one in PATH may lack the venv module.
      local python=python3
      if is_debian_12; then python=/usr/bin/python3; fi
      "$python" -m venv "$venv" >"$log" 2>&1 || { tail -n 20 "$log" >&2; refuse "making a Python environment failed; see $log"; }
    fi
    if ! "$venv/bin/pip" install --no-deps --no-cache-dir --no-compile --disable-pip-version-check -r "$list" >>"$log" 2>&1; then
      tail -n 20 "$log" >&2
      refuse "pip install failed; the whole log is in $log"
    fi
    cp "$list" "$stamp"
  done
}

# Compile jobs that this machine's memory carries: up to 2.5 GB for a unit with LibTorch.
default_jobs() {
  local by_memory
  by_memory=$(awk '/MemAvailable/ {print int($2 / 2500000)}' /proc/meminfo 2>/dev/null || echo 1)
  printf '%s\n' "$(nproc)" "$((by_memory > 1 ? by_memory : 1))" | sort -n | head -n 1
}
