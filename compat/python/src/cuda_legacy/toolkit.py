# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds nvcc, and makes that of NVIDIA's wheels whole: these lack the linker's name of the runtime library."""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess

import cuda_legacy

SYSTEM = "/usr/local/cuda/bin/nvcc"
NVRTC = "libnvrtc.so.13"
# As until CUDA 12, kernel templates of other sources and kernels of libraries are found: cuda_legacy::drop_in has the same.
LINKAGE = {"static-global-template-stub": "-static-global-template-stub=false",
           "device-entity-has-hidden-visibility": "--device-entity-has-hidden-visibility=false"}


def folders_of_wheels():
    """Where NVIDIA's wheels beside this package put what is of CUDA 13."""
    found = importlib.util.find_spec("nvidia")
    return [pathlib.Path(folder) / "cu13" for folder in (found.submodule_search_locations if found else None) or ()]


def wheels():
    """The toolkit of NVIDIA's wheels beside this package, or None."""
    return next((folder for folder in folders_of_wheels() if os.access(folder / "bin" / "nvcc", os.X_OK)), None)


def find_nvrtc():
    """The library of the wheel nvidia-cuda-nvrtc beside this package, or None."""
    return next((str(folder / "lib" / NVRTC) for folder in folders_of_wheels() if (folder / "lib" / NVRTC).is_file()), None)


def find_nvcc():
    """The compiler as a path, or None: CUDACXX, NVIDIA's wheels, PATH, and where CUDA is installed by default."""
    named = os.environ.get("CUDACXX")
    if named:
        return shutil.which(named)
    toolkit = wheels()
    return str(toolkit / "bin" / "nvcc") if toolkit else shutil.which("nvcc") or shutil.which(SYSTEM)


def find_libclang():
    """The library of the wheel libclang beside this package, or None."""
    found = importlib.util.find_spec("clang")
    for folder in (found.submodule_search_locations if found else None) or ():
        library = pathlib.Path(folder) / "native" / "libclang.so"
        if library.is_file():
            return str(library)
    return None


def host_compiler_is_missing(given):
    """Whether nvcc would end with a message that does not say what to install."""
    named = "NVCC_CCBIN" in os.environ or any(one.lstrip("-").split("=")[0] in ("ccbin", "compiler-bindir") for one in given)
    asks = all(one in ("--version", "-V", "--help", "-h") for one in given)
    return not named and not asks and not shutil.which("g++")


def major_version(nvcc):
    """The major version of CUDA that a compiler says it is of; 0 where it says none."""
    try:
        said = subprocess.run([nvcc, "--version"], capture_output=True, text=True, errors="replace", check=False).stdout
    except OSError:
        return 0
    found = re.search(r"release (\d+)\.", said)
    return int(found.group(1)) if found else 0


def arguments(nvcc, given):
    """What nvcc gets for `given`: with the headers, and linked so that another library can take the runtime's place."""
    names = {one.lstrip("-").split("=")[0] for one in given}
    flags = [*cuda_legacy.include_flags(), *([] if "cudart" in names else ["-cudart", "shared"])]
    missing = [option for name, option in LINKAGE.items() if name not in names]
    if missing and major_version(nvcc) >= 13:
        flags += missing
    return [*flags, *given]


def environment(nvcc):
    """Variables with which the wheels' nvcc links, and its programs find their library; none for another nvcc."""
    toolkit = wheels()
    if not toolkit or pathlib.Path(nvcc) != toolkit / "bin" / "nvcc":
        return {}
    library = str(toolkit / "lib")
    # Not as options: nvcc takes options for the linker apart at blanks.
    before = os.environ.get("LIBRARY_PATH")
    changed = {"LIBRARY_PATH": os.pathsep.join([str(cuda_legacy.PREFIX / "link"), library, *([before] if before else [])])}
    if "LD_RUN_PATH" not in os.environ:
        changed["LD_RUN_PATH"] = library
    return changed
