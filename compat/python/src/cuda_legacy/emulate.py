# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the emulated device in the place of CUDA's runtime library, for a program and those that it starts."""

import os
import shutil

import cuda_legacy
from cuda_legacy import elf, toolkit

RUNTIME = "libcudart.so.13"
KERNELS = ".nv_fatbin"  # the section that nvcc keeps them in
# PyCUDA and Numba load machine code, which keeps its PTX with these settings. A variable that is set stays.
KEEP_PTX = {"PYCUDA_DEFAULT_NVCC_FLAGS": "-lineinfo", "NUMBA_CUDA_DEBUGINFO": "1"}


class CannotRun(Exception):
    """Why the program cannot run on the emulated device, and what to do."""


def find_program(name):
    """The path of a program. Refuses one whose kernels would not reach the emulated device."""
    path = shutil.which(name)
    if path is None:
        hint = ""
        if os.path.isfile(name) and os.access(name, os.X_OK):
            hint = f": './{name}' is one"
        elif name.endswith((".cu", ".cpp", ".cc", ".cxx", ".c")) and os.path.isfile(name):
            hint = f": build it first, with 'cuda-legacy nvcc {name} -o PROGRAM'"
        raise CannotRun(f"'{name}' is no program that can be run{hint}")
    try:
        image = elf.Image(path)
    except elf.NotElf:
        return path  # a script: what it starts is not known
    if KERNELS not in image.sections:
        return path  # its libraries or children may have kernels
    runtimes = [library for library in image.needed if library.startswith("libcudart.so")]
    if not runtimes and "libcuda.so.1" not in image.needed:
        raise CannotRun(f"'{name}' carries CUDA's runtime library inside, so nothing can stand in its place: "
                        "build it with 'nvcc -cudart shared', with CUDA 13; 'cuda-legacy nvcc' does")
    if runtimes and RUNTIME not in runtimes:
        raise CannotRun(f"'{name}' loads {runtimes[0]}, and the emulated device is {RUNTIME}: build it with CUDA 13")
    if image.is_rpath_fixed:
        raise CannotRun(f"'{name}' has a DT_RPATH, which goes before LD_LIBRARY_PATH: link it with '-Xlinker --enable-new-dtags'")
    return path


def environment():
    """The variables that a program runs with."""
    folder = str(cuda_legacy.EMULATOR)
    if ":" in folder or ";" in folder:
        raise CannotRun(f"the loader takes {folder} for several folders: install the package where no ':' or ';' is in the path")
    before = os.environ.get("LD_LIBRARY_PATH")
    kept = {name: os.environ.get(name, value) for name, value in KEEP_PTX.items()}
    nvrtc = os.environ.get("CUDA_EMULATOR_NVRTC") or toolkit.find_nvrtc()
    return {"LD_LIBRARY_PATH": f"{folder}:{before}" if before else folder, **kept, **({"CUDA_EMULATOR_NVRTC": nvrtc} if nvrtc else {})}
