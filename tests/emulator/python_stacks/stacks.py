#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the Python programs of a folder on the emulated device: each must end with success, and without a finding.

    stacks.py STACK --build FOLDER --device FOLDER [--nvcc PROGRAM]

STACK is numba, tinygrad or pycuda. The packages of its requirements.txt come from PyPI into FOLDER/STACK-venv, once. PyCUDA is
built from its sources, which takes minutes: that happens only if CUDA_LEGACY_PYCUDA is set to 1.
Exit status: 1 if a program fails, 77 where the packages are not there and cannot be fetched.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "compat/python"))

import tools  # noqa: E402

OLDEST_PYTHON = (3, 11)  # of the packages in the lists
# What makes each stack keep or use PTX. Numba says that it optimises and debugs at once, as it is asked to.
VARIABLES = {"numba": {"NUMBA_CUDA_DEBUGINFO": "1", "PYTHONWARNINGS": "ignore"}, "pycuda": {"PYCUDA_DEFAULT_NVCC_FLAGS": "-lineinfo"},
             "tinygrad": {"DEV": "CUDA:PTX"}}


def python_of(stack, build):
    """The Python that has the stack's packages. Raises tools.Unreachable."""
    from_source = stack == "pycuda"
    if from_source and os.environ.get("CUDA_LEGACY_PYCUDA") != "1":
        raise tools.Unreachable("PyCUDA is built from its sources for minutes: CUDA_LEGACY_PYCUDA=1 asks for that")
    return tools.environment(build / f"{stack}-venv", HERE / stack / "requirements.txt", from_source, OLDEST_PYTHON)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("stack", choices=sorted(VARIABLES))
    arguments.add_argument("--build", type=pathlib.Path, required=True)
    arguments.add_argument("--device", type=pathlib.Path, required=True)
    arguments.add_argument("--nvcc", type=pathlib.Path)
    asked = arguments.parse_args()
    try:
        python = python_of(asked.stack, asked.build.resolve())
    except tools.Unreachable as reason:
        print(f"skipped: {reason}")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as home:
        # An empty home: what a stack has kept from another run does not count.
        path = f"{asked.nvcc.parent}:{os.environ['PATH']}" if asked.nvcc else os.environ["PATH"]
        environment = {"PATH": path, "HOME": home, "XDG_CACHE_HOME": home, "LD_LIBRARY_PATH": str(asked.device.resolve()),
                       "PYTHONDONTWRITEBYTECODE": "1", **VARIABLES[asked.stack]}
        for program in sorted((HERE / asked.stack).glob("*.py")):
            done = subprocess.run([str(python), str(program)], cwd=home, env=environment, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            print(f"{'ok  ' if done.returncode == 0 else 'FAIL'} {program.name}", flush=True)
            if done.returncode:
                failed += 1
                print(done.stdout)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
