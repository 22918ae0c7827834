# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What ./run installs, and which CUDA compiler and host compiler it takes. ./run sources this file, and has root, build, say,
# complain, die, have and discard_configuration. After choose_cuda, nvcc and host_compiler name the compilers.

cuda_minimum=12.5
cmake_minimum=3.25

# at_least FOUND WANTED: version FOUND is WANTED or later
at_least() { [[ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | sed -n 1p)" == "$2" ]]; }

# --- what has to be installed -------------------------------------------------------------------

# Whether #include <$1> works. Without a compiler yet, a look where packages put headers.
has_header() {
  local -a prefixes=()
  IFS=: read -r -a prefixes <<<"${CMAKE_PREFIX_PATH:-}"
  prefixes=("${prefixes[@]/%//include}")
  if have g++; then
    g++ -E -x c++ "${prefixes[@]/#/-I}" - <<<"#if !__has_include(<$1>)"$'\n#error missing\n#endif' >/dev/null 2>&1
  else
    [[ -e "/usr/include/$1" || -e "/usr/local/include/$1" ]]
  fi
}

can_pip() { python3 -m pip --version >/dev/null 2>&1; }
can_venv() { python3 -c 'import ensurepip, venv' >/dev/null 2>&1; }

missing_packages() {
  if [[ -n "$wants_python_alone" ]]; then
    can_venv || echo python3-venv
    return
  fi
  have cmake || echo cmake
  have g++ || echo g++
  have ninja || echo ninja-build
  [[ -z "$wants_no_cuda" ]] || return 0
  have python3 || echo python3
  has_header boost/test/unit_test.hpp || echo libboost-test-dev
  has_header benchmark/benchmark.h || echo libbenchmark-dev
  has_header nlohmann/json.hpp || echo nlohmann-json3-dev
  has_header CLI/CLI.hpp || echo libcli11-dev
  has_header zstd.h || echo libzstd-dev
  [[ -z "$wants_cuda_11_8" ]] || have g++-11 || echo g++-11 # the last that CUDA 11.8 accepts
  # pip is wanted for the CUDA wheels alone.
  if [[ -z "$nvcc" ]] && ! cuda_installed && ! can_pip && ! can_venv; then echo python3-venv; fi
}

is_debian() {
  have apt-get && [[ -r /etc/os-release ]] && (
    # shellcheck disable=SC1091
    . /etc/os-release
    [[ " ${ID:-} ${ID_LIKE:-} " == *" debian "* || " ${ID:-} ${ID_LIKE:-} " == *" ubuntu "* ]]
  )
}

install_packages() {
  local -a packages=() as_root=()
  mapfile -t packages < <(missing_packages)
  ((${#packages[@]})) || return 0
  if ! is_debian; then
    die "missing: ${packages[*]} (these are Debian's names). Install them with this system's package manager, and run this again."
  fi
  if ((EUID != 0)); then
    # Without a terminal sudo could not ask for its password.
    if have sudo && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
      as_root=(sudo)
    else
      die "missing: ${packages[*]}. Neither root nor sudo here, so install them first: apt-get install ${packages[*]}"
    fi
  fi
  say "Installing ${packages[*]}"
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  # A third party's broken package list is no reason to stop: what counts is whether the packages are found.
  "${as_root[@]}" update || complain "apt-get update failed; trying with the package lists that are there"
  if ! "${as_root[@]}" install -y --no-install-recommends "${packages[@]}"; then
    [[ " ${packages[*]} " != *' g++-11 '* ]] || complain "CUDA 11.8 takes g++-11 at the latest, and Debian 13 no longer has it"
    die "could not install: ${packages[*]}"
  fi
  mapfile -t packages < <(missing_packages)
  ((${#packages[@]} == 0)) || die "still missing after the installation: ${packages[*]}"
}

check_versions() {
  local found
  found="$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')"
  at_least "$found" "$cmake_minimum" ||
    die "CMake $cmake_minimum or later is needed; $(command -v cmake) is $found (Debian 12 and Ubuntu 24.04 have a later one)"
}

# --- the CUDA compiler --------------------------------------------------------------------------

nvcc=''        # the compiler to configure with; empty: that of build/cuda
host_compiler="${CUDAHOSTCXX:-}"
wants_cuda_11_8=''
wants_no_cuda=''
wants_python_alone=''

cuda_version() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p'; }

usable_nvcc() {
  local version
  [[ -x "$1" && ! -d "$1" ]] && version="$(cuda_version "$1")" && [[ -n "$version" ]] &&
    at_least "$version" "$cuda_minimum"
}

# The first usable nvcc of this system.
find_nvcc() {
  local candidate
  [[ -z "${CUDA_LEGACY_NO_SYSTEM_CUDA:-}" || "$CUDA_LEGACY_NO_SYSTEM_CUDA" == 0 ]] || return 0
  if [[ -n "${CUDACXX:-}" ]]; then
    candidate="$(command -v "$CUDACXX" || true)"
    usable_nvcc "$candidate" && { printf '%s' "$candidate"; return; }
    complain "CUDACXX=$CUDACXX is not an nvcc of CUDA $cuda_minimum or later: looking for another"
  fi
  for candidate in "$(command -v nvcc || true)" "${CUDA_HOME:-}/bin/nvcc" "${CUDA_PATH:-}/bin/nvcc" \
    /usr/local/cuda/bin/nvcc; do
    if usable_nvcc "$candidate"; then
      printf '%s' "$candidate"
      return
    fi
  done
}

# The CUDA of this system's NVIDIA driver; empty without one.
driver_cuda() {
  local said
  said="$(nvidia-smi 2>/dev/null || true)"
  [[ ! "$said" =~ CUDA\ Version:\ *([0-9]+[.][0-9]+) ]] || printf '%s' "${BASH_REMATCH[1]}"
}

# The wheels to install: the newest whose PTX this system's driver runs, and whose headers agree with its glibc.
cuda_requirements() {
  local driver glibc version=13_5
  driver="$(driver_cuda)"
  if [[ -n "$driver" ]] && ! at_least "$driver" 13.5; then
    version=13_0
    glibc="$(getconf GNU_LIBC_VERSION 2>/dev/null || true)"
    if at_least "$driver" 13.2 || at_least "${glibc#* }" 2.42; then version=13_2; fi
  fi
  printf '%s' "$root/tests/support/cuda_${version}_requirements.txt"
}

cuda_pin() { cksum <"$(cuda_requirements)"; }

# The stamp is written last, and the folder gets its name after that: half an installation never looks like one.
cuda_installed() { [[ -x "$build/cuda/bin/nvcc" && "$(cat "$build/cuda/.installed" 2>/dev/null)" == "$(cuda_pin)" ]]; }

install_cuda() {
  local partial machine
  local -a pip=(python3 -m pip)
  cuda_installed && return
  mkdir -p "$build"
  # Another run may be at it in the same folder: wait for it, and take what it got.
  exec 9>"$build/cuda.lock"
  flock 9
  cuda_installed && return
  machine="$(uname -m)"
  [[ "$machine" == x86_64 || "$machine" == aarch64 ]] ||
    die "no nvcc of CUDA $cuda_minimum or later here, and NVIDIA has no wheels for $machine: install the CUDA toolkit"
  say "Installing the CUDA compiler into build/cuda (NVIDIA's wheels, about 150 MB)"
  rm -rf "$build"/cuda.partial.*
  partial="$(mktemp -d "$build/cuda.partial.XXXXXX")" || die "cannot write in $build"
  if ! can_pip; then
    python3 -m venv "$partial/venv" || die "python3 -m venv failed, and there is no pip: install python3-venv"
    pip=("$partial/venv/bin/python" -m pip)
  fi
  # Settings of the user's that contradict --target.
  if ! env PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_ROOT_USER_ACTION=ignore "${pip[@]}" install \
    --disable-pip-version-check --no-input --no-compile --no-deps --only-binary :all: --require-hashes \
    --target "$partial/wheels" -r "$(cuda_requirements)"; then
    rm -rf "$partial"
    die "could not install the CUDA compiler: is there a network? With a CUDA toolkit of your own, $cuda_minimum or later, none is needed."
  fi
  local toolkit="$partial/wheels/nvidia/cu13"
  [[ -x "$toolkit/bin/nvcc" ]] || die "the wheels have another layout than expected: no nvidia/cu13/bin/nvcc"
  # What a toolkit has and the wheels lack: the linker's name of the runtime, and the folder nvcc.profile names.
  ln -s libcudart.so.13 "$toolkit/lib/libcudart.so"
  ln -s lib "$toolkit/lib64"
  mkdir "$toolkit/licenses"
  mv "$partial"/wheels/*.dist-info "$toolkit/licenses/"
  cuda_pin >"$toolkit/.installed"
  discard_configuration "the CUDA compiler in build/cuda is a new one"
  rm -rf "$build/cuda"
  mv "$toolkit" "$build/cuda"
  rm -rf "$partial"
  exec 9>&-
}

# Builds and links a program, since a toolkit may lack its headers and nvcc may refuse the host compiler. On failure,
# the compiler's words are in $probe_log.
probe_log=''
probe() {
  local folder status=0
  local -a with=()
  [[ -z "$2" ]] || with=(-ccbin "$2")
  folder="$(mktemp -d)"
  printf '%s\n' '#include <cuda/std/span>' '__global__ void kernel() {}' \
    'int main() { kernel<<<1, 1>>>(); return cudaDeviceSynchronize(); }' >"$folder/probe.cu"
  probe_log="$("$1" "${with[@]}" -std=c++17 -cudart shared "$folder/probe.cu" -o "$folder/probe" 2>&1)" || status=$?
  rm -rf "$folder"
  return "$status"
}

# choose_host_compiler NVCC: sets host_compiler when the default one will not do
choose_host_compiler() {
  local candidate
  probe "$1" "$host_compiler" && return
  [[ -z "$host_compiler" && "$probe_log" == *"unsupported GNU version"* ]] || return 1
  for candidate in g++-15 g++-14 g++-13 g++-12 g++-11; do
    if have "$candidate" && probe "$1" "$candidate"; then
      host_compiler="$(command -v "$candidate")"
      say "nvcc does not accept g++ $(g++ -dumpfullversion): using $host_compiler for CUDA"
      return
    fi
  done
  die "$1 ($(cuda_version "$1")) does not accept g++ $(g++ -dumpfullversion), and no g++-11 to g++-15 is installed: install g++-14, or set CUDAHOSTCXX"
}

choose_cuda() {
  if [[ -n "$nvcc" ]]; then
    choose_host_compiler "$nvcc" && return
    [[ -n "${CUDACXX:-}" ]] && die "$nvcc cannot build a program: $probe_log"
    complain "$nvcc cannot build a program ($(head -n 1 <<<"$probe_log")): using that of build/cuda instead"
    nvcc=''
    install_packages
  fi
  install_cuda
  nvcc="$build/cuda/bin/nvcc"
  choose_host_compiler "$nvcc" || die "$nvcc cannot build a program: $probe_log"
}

# The toolkit that an nvcc belongs to; nvcc itself may be a link or a script elsewhere.
toolkit_of() {
  local top
  top="$("$1" --dryrun -E -x cu /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')"
  if [[ -n "$top" ]]; then readlink -f -- "$top"; else dirname -- "$(dirname -- "$(readlink -f -- "$1")")"; fi
}
