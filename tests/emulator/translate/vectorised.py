#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Translates the kernels of a program, and asks GCC which loops it vectorised.

usage: vectorised.py PROGRAM [PATTERN NUMBER]...

Each loop over lanes whose text has PATTERN must be vectorised, for warps and for whole blocks. There must be at least NUMBER of
them in each text that has any.

Exit status: 0 all are vectorised; 1 not; 77 without GCC.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def is_gcc():
    try:
        macros = subprocess.run(["c++", "-x", "c++", "-dM", "-E", "/dev/null"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return False
    return "__GNUC__" in macros and "__clang__" not in macros


def main(program, *wanted):
    if not is_gcc():
        return 77
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        log, compiler = root / "log", root / "compiler"
        compiler.write_text(f'#!/bin/sh\nexec c++ "$@" -fopt-info-vec-optimized 2>> {log}\n')
        compiler.chmod(0o755)
        environment = {**os.environ, "TMPDIR": folder, "CUDA_EMULATOR_TRANSLATE": "2", "CUDA_EMULATOR_CXX": str(compiler),
                       "CUDA_EMULATOR_CACHE": str(root / "cache"), "CUDA_EMULATOR_KEEP_TRANSLATION": "1"}
        if subprocess.run([program], env=environment, stdout=subprocess.DEVNULL, check=False).returncode:
            return 1
        vectorised = collections.defaultdict(set)
        for file, line in re.findall(r"^(\S+?):(\d+):\d+: optimized: loop vectorized", log.read_text(), re.MULTILINE):
            vectorised[file].add(int(line))
        failed = False
        texts = {file: file.read_text().splitlines() for file in root.glob("cuda_legacy.*/kernel.cpp")}
        for pattern, number in zip(wanted[::2], wanted[1::2]):
            found = False
            for file, lines in texts.items():
                warps = next(line for line in lines if line.startswith("#define WARPS"))
                loops = {n for n, line in enumerate(lines, 1) if line.startswith("    EACH_WARP") and "EACH_LANE" in line and
                         re.search(pattern, line)}  # other lines leave to the interpreter
                missing = loops - vectorised[str(file)]
                if loops:
                    print(f"{pattern}, {warps}: {len(loops)} loops, {len(missing)} of them not vectorised")
                found |= bool(loops)
                failed |= bool(missing) or 0 < len(loops) < int(number)
            if not found:
                print(f"{pattern}: no loop")
                failed = True
        return int(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
