#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a test of cuda-legacy-scan with one version of libclang.

  with_libclang.py VERSION FETCHED COMMAND...

VERSION   the release that it must be: 18
FETCHED   a folder that may have it, as pip puts it there; looked at behind the system's packages
COMMAND   the test; CUDA_LEGACY_LIBCLANG names the library to it

Exit status: COMMAND's; 77 where this version is not installed.
"""
import ctypes
import os
import pathlib
import re
import sys

REQUIREMENTS = "tests/scanner/libclang-18.txt"


class String(ctypes.Structure):  # CXString
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


def version_of(name):
    """The release that a library says it is; None where it cannot be opened."""
    try:
        library = ctypes.CDLL(name)
    except OSError:
        return None
    library.clang_getClangVersion.restype = String
    library.clang_getCString.argtypes, library.clang_getCString.restype = [String], ctypes.c_char_p
    said = library.clang_getCString(library.clang_getClangVersion()).decode()
    found = re.search(r"version (\d+)", said)
    return found.group(1) if found else None


def main():
    version, fetched, command = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    names = [f"libclang-{version}.so.1", f"libclang-{version}.so.{version}", f"/usr/lib/llvm-{version}/lib/libclang.so.1",
             str(fetched / "clang/native/libclang.so")]
    library = next((name for name in names if version_of(name) == version), None)
    if not library:
        how = f"; python3 -m pip install --target '{fetched}' -r {REQUIREMENTS} fetches it" if REQUIREMENTS.endswith(f"-{version}.txt") else ""
        print(f"skipped: libclang {version} is not installed: the package libclang1-{version}{how}")
        return 77
    print(f"with {library}", flush=True)
    os.environ["CUDA_LEGACY_LIBCLANG"] = library
    os.execvp(command[0], command)
    return 1


if __name__ == "__main__":
    sys.exit(main())
