#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An old program, fixed by cuda-legacy-scan, prints what it printed before.

  fixed_program.py --scanner PROGRAM --source FILE... --folder FOLDER --compat FOLDER [--include HEADER]... [--old PROGRAM]
                   [--fix KINDS] -- NVCC [OPTION]...

Several sources make one program, whose first one has the references. The copies in FOLDER are fixed twice: the second
run changes nothing. It is built with the headers that are named and none of
compat's textures and surfaces; then its output is held against OLD's, which is built with all of compat where it is not given.
Exit status: 0 the same, 1 not, 77 where libclang is missing.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

SAME_OUTPUT = Path(__file__).resolve().parents[1] / "support/same_output.py"
MEASURED = r"[0-9.]+ ms"
REFERENCES = re.compile(rb"\b(texture|surface)<[^<]")  # not a kernel of such a name


def run(*command):
    result = subprocess.run([str(one) for one in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


def main():
    parser = argparse.ArgumentParser()
    for name in ("scanner", "folder", "compat"):
        parser.add_argument("--" + name, type=Path, required=True)
    parser.add_argument("--source", type=Path, action="append", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--old", type=Path)
    parser.add_argument("--fix", default="mechanical,textures,surfaces")
    parser.add_argument("nvcc", nargs="+")
    arguments = parser.parse_args()

    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    sources = [folder / one.name for one in arguments.source]
    fixed, program, headers = sources[0], folder / "fixed", folder / "fixed.d"
    for copy, source in zip(sources, arguments.source):
        copy.write_bytes(source.read_bytes())
    fix = [arguments.scanner, "--fix=" + arguments.fix, "--summary", *sources]
    status, said = run(*fix)
    if "need libclang" in said:
        print("skipped: " + said.strip())
        return 77
    once = fixed.read_bytes()
    status, again = run(*fix)
    if once == arguments.source[0].read_bytes() or REFERENCES.search(once) or "left as it is" in said:
        print(f"not fixed:\n{said}")
        return 1
    if fixed.read_bytes() != once:
        print(f"the second run changed something:\n{again}")
        return 1

    # PTX alone: the emulated device takes it, and the assembler is not needed.
    build = arguments.nvcc + ["-std=c++17", "-gencode", "arch=compute_75,code=compute_75", "-cudart", "shared", "-I", arguments.compat]
    includes = [word for header in arguments.include for word in ("-include", header)]
    status, said = run(*build, *includes, *sources, "-o", program)
    if status:
        print(f"{fixed} does not compile:\n{said}")
        return 1
    run(*build, *includes, "-M", "-MF", headers, fixed)
    if any(word in headers.read_text() for word in ("cuda_legacy/texture", "cuda_legacy/surface")):
        print("built with compat's textures or surfaces")
        return 1
    old = arguments.old or folder / "old"
    if not arguments.old:
        status, said = run(*build, "-include", "cuda_legacy.h", *arguments.source, "-o", old)
        if status:
            print(f"{arguments.source[0]} does not compile:\n{said}")
            return 1
    status, said = run(sys.executable, SAME_OUTPUT, "--succeed", "--measured", MEASURED, old, program)
    print(said)
    return status


if __name__ == "__main__":
    sys.exit(main())
