# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which device programs run on, and how ./run configures and builds. ./run sources this file, and has root, build, say, die and have.
# The functions use those of toolchain.sh.

# --- the device ---------------------------------------------------------------------------------

# The name of the GPU that CUDA programs would get; nothing when there is none. The driver library
# is asked first: it knows of CUDA_VISIBLE_DEVICES, which nvidia-smi ignores.
gpu_name() {
  local name
  if have python3 && name="$(python3 -S - 2>/dev/null <<'END'
import ctypes, sys
try:
    cuda = ctypes.CDLL("libcuda.so.1")
except OSError:
    sys.exit(1)
count, device, name = ctypes.c_int(), ctypes.c_int(), ctypes.create_string_buffer(256)
if cuda.cuInit(0) or cuda.cuDeviceGetCount(ctypes.byref(count)) or count.value == 0:
    sys.exit(0)
if cuda.cuDeviceGet(ctypes.byref(device), 0) or cuda.cuDeviceGetName(name, 256, device):
    sys.exit(0)
print(name.value.decode(errors="replace"))
END
  )"; then
    printf '%s' "$name"
  elif have nvidia-smi && name="$(timeout 30 nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null)"; then
    head -n 1 <<<"$name"
  fi
}

# Which device the examples run on: the first line of demo and test.
announce_device() {
  local wanted='' argument previous='' name
  for argument in "$@"; do
    [[ "$previous" == --device ]] && wanted="$argument"
    [[ "$argument" == --device=* ]] && wanted="${argument#--device=}"
    previous="$argument"
  done
  name="$(gpu_name)"
  if [[ "$wanted" == emulated ]]; then
    say "Device: the emulated one, as asked for"
  elif [[ -n "$name" ]]; then
    say "Device: $name"
  else
    say "Device: no GPU found: using the emulated device where it is built; what needs a device and has none is skipped"
  fi
}

# --- the build ----------------------------------------------------------------------------------

cached() { sed -n "/^$1:[A-Z]*=/ { s///p; q; }" "$build/CMakeCache.txt" 2>/dev/null; }

# Everything but the toolkits that were fetched into the build folder.
discard_configuration() {
  [[ -e "$build/CMakeCache.txt" || -e "$build/CMakeFiles" ]] || return 0
  say "Building anew: $1"
  find -H "$build" -mindepth 1 -maxdepth 1 ! -name 'cuda' ! -name 'cuda[-.]*' -exec rm -rf -- {} +
}

# Whether the build folder is configured for this place and with tools that are still there; drops it when it is not.
configured() {
  local program
  [[ -e "$build/CMakeCache.txt" ]] || return 1
  if [[ ! "$(cached CMAKE_HOME_DIRECTORY)" -ef "$root" || ! "$(cached CMAKE_CACHEFILE_DIR)" -ef "$build" ]]; then
    discard_configuration "the build folder does not belong to this place, or is damaged"
    return 1
  fi
  for program in CMAKE_MAKE_PROGRAM CMAKE_CXX_COMPILER CMAKE_CUDA_COMPILER; do
    if [[ ! -x "$(cached "$program")" ]]; then
      discard_configuration "the build folder was configured only in part, or with tools that are gone ($program)"
      return 1
    fi
  done
  program="$(cached CMAKE_CUDA_COMPILER)"
  if [[ "$program" -ef "$build/cuda/bin/nvcc" ]]; then
    # With the CUDA compiler of the build folder, unless another one is asked for.
    [[ -z "$nvcc" || -z "${CUDACXX:-}" ]] && cuda_installed && return
  elif usable_nvcc "$program"; then
    # With one of the system: stay with it, unless another one is asked for.
    [[ -n "${CUDACXX:-}" && "$nvcc" -ef "$program" ]] && return
    [[ -z "${CUDACXX:-}" && -n "$nvcc" ]] && return
  fi
  discard_configuration "it was configured with another CUDA compiler, $program"
  return 1
}

# nvcc needs about 1.5 GB for a file that uses CUB: more compilers than that fit would only swap.
jobs_that_fit() {
  awk -v cores="$(nproc)" '/^MemAvailable:/ { fit = int($2 / 1572864) }
    END { print (fit < 1 ? 1 : fit < cores ? fit : cores) }' /proc/meminfo
}

# What the test programs are compiled for: without a GPU, nothing runs their machine code, or PTX of more than one kind.
test_architectures() { [[ -n "$(gpu_name)" ]] || printf 90-virtual; }

# configure PRESET [OPTION...]
configure() {
  local preset="$1" architectures=90-virtual
  local -a options=("-DCUDA_LEGACY_TEST_ARCHITECTURES=$(test_architectures)" -DCUDA_LEGACY_THOROUGH_TESTS=OFF "${@:2}")
  # Without a GPU, nothing runs machine code, and only thorough tests run most PTX for an older device.
  [[ "$*" != *THOROUGH_TESTS=ON* ]] || architectures='75-virtual;90-virtual'
  [[ -n "$(gpu_name)" ]] || options+=("-DCMAKE_CUDA_ARCHITECTURES=$architectures")
  if ! configured; then
    choose_cuda
    options+=("-DCMAKE_CUDA_COMPILER=$nvcc" "-DCUDAToolkit_ROOT=$(toolkit_of "$nvcc")")
    [[ -z "$host_compiler" ]] || options+=("-DCMAKE_CUDA_HOST_COMPILER=$host_compiler")
    (cd "$root" && cmake --preset "$preset" "${options[@]}")
  elif ! (cd "$root" && cmake --preset "$preset" -G "$(cached CMAKE_GENERATOR)" "${options[@]}"); then
    discard_configuration "configuring with what was there failed"
    configure "$@"
  fi
}

prepare() {
  [[ "$(uname -s)" == Linux ]] || die "this needs Linux; on Windows use WSL"
  if [[ -e "$build" && ! -w "$build" ]]; then
    die "$build is not yours to write (made by root?): remove it, or run this as its owner" 2
  fi
  nvcc="$(find_nvcc)"
  install_packages
  check_versions
  export PYTHONDONTWRITEBYTECODE=1
  export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(jobs_that_fit)}"
  # One test more than cores: some wait, for a watchdog, a network or a compiler that works beside them.
  export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$((CMAKE_BUILD_PARALLEL_LEVEL + 1))}"
}

# build_preset NAME: the configure and build steps of the workflow of that name
build_preset() {
  prepare
  configure "$1"
  (cd "$root" && cmake --build --preset "$1")
}
