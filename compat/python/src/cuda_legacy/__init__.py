# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Old CUDA code on today's CUDA: where this package keeps its headers, its emulated device and its scanner.

For build scripts: `include_flags()`, `cmake_dir()`, `EMULATOR`. The command `cuda-legacy` is in commands.py.
"""

import pathlib

PREFIX = pathlib.Path(__file__).resolve().parent
HEADERS = PREFIX / "include" / "cuda_legacy"
SHIMS = HEADERS / "shims"
EMULATOR = PREFIX / "emulator"
SCANNER = PREFIX / "bin" / "cuda-legacy-scan"
NOTES = PREFIX / "notes"
COURSE = PREFIX / "course"  # as in a checkout: modern/ and tests/pairs/, what the exercises need of both


def include_flags():
    """The flags with which nvcc, g++ and clang compile old sources, as a list of words."""
    return ["-I", str(HEADERS), "-isystem", str(SHIMS), "-include", "cuda_legacy.h"]


def cmake_dir():
    """The folder of cuda_legacy-config.cmake, for -Dcuda_legacy_DIR=..."""
    return str(PREFIX / "lib" / "cmake" / "cuda_legacy")


def version():
    """The version of the package that is installed."""
    from importlib import metadata
    return metadata.version("cuda-legacy")
