#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a pair's programs on the emulated device and keeps what their kernels touched: trace_pair.py SLUG FILE DEVICE NVCC...

FILE gets what accesses.py says, DEVICE is the folder of the emulated libcudart, NVCC... the compiler with its options. A stage that
does not build or run, or of which the device writes no trace, is left out with a word on stderr.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), *(str(ROOT / "tests" / folder) for folder in ("tools/structure", "tools/evidence", "support"))]

from accesses import taken_from  # noqa: E402

SECONDS = 300
LEGACY = ("-I", "compat/include", "-isystem", "compat/include/shims", "-include", "cuda_legacy.h")


def trace(path, device, nvcc, scratch):
    program, written = scratch / "program", scratch / "trace.json"
    options = LEGACY if path.startswith("legacy/") else ()
    subprocess.run([*nvcc, "-std=c++17", "-w", "-lineinfo", "-cudart", "shared", "-gencode", "arch=compute_90,code=compute_90", *options,
                    path, "-o", str(program)], cwd=ROOT, check=True)
    before = os.environ.get("LD_LIBRARY_PATH", "")
    variables = {**os.environ, "LD_LIBRARY_PATH": device + (":" + before if before else ""), "CUDA_EMULATOR_TRACE_JSON": str(written)}
    subprocess.run([str(program)], env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=SECONDS)
    return json.loads(written.read_text(encoding="utf-8"))


def main():
    slug, file, device, *nvcc = sys.argv[1:]
    found = {}
    for stage, path in (("legacy", f"legacy/{slug}.cu"), ("twin", f"modern/{slug}.cu"), ("fast", f"modern/{slug}_fast.cu")):
        if not (ROOT / path).is_file():
            continue
        with tempfile.TemporaryDirectory() as scratch:
            try:
                found[stage] = taken_from(trace(path, device, nvcc, pathlib.Path(scratch)), path)
            except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
                print(f"{path}: no trace: {error}", file=sys.stderr)
    pathlib.Path(file).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(file).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
