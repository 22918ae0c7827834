#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configures and builds a CMake project anew, as its users would.

usage: build.py --cmake PROGRAM --generator NAME FOLDER -- OPTION...

FOLDER has the CMakeLists.txt; the build goes into FOLDER/build. Newer versions of CMake get the two options that let
them read an old file.

Exit status: 0 built, 1 not, 77, with a line "skipped: ...", where this CMake has no FindCUDA or that finds no toolkit.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

# That CMake 4 reads files for CMake 2.8, and that CMake 3.27 and later load FindCUDA without a warning.
OLD_FILES = ["-DCMAKE_POLICY_VERSION_MINIMUM=3.5", "-DCMAKE_POLICY_DEFAULT_CMP0146=OLD"]


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout, end="")
    return done


def main():
    parser = argparse.ArgumentParser(description="Configures and builds a CMake project anew.")
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("options", nargs="*")
    arguments = parser.parse_args()
    build = arguments.folder / "build"
    shutil.rmtree(build, ignore_errors=True)
    configured = run([arguments.cmake, "-S", arguments.folder, "-B", build, "-G", arguments.generator, *OLD_FILES,
                      *arguments.options])
    if configured.returncode:
        missing = re.search(r'By not providing "FindCUDA.cmake"|Could NOT find CUDA\b|Specify CUDA_TOOLKIT_ROOT_DIR', configured.stdout)
        if missing:
            print(f"skipped: {missing[0]}")
            return 77
        return 1
    return 1 if run([arguments.cmake, "--build", build]).returncode else 0


if __name__ == "__main__":
    sys.exit(main())
