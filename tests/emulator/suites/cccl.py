#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on the examples and tests of CCCL (github.com/NVIDIA/cccl).

    cccl.py CHECKOUT [--write]

From Thrust all examples, compiled with the checkout's own headers. What an example prints must be what the suite's own
patterns for it say (`thrust/internal/test`). From libcu++ the tests of what only a device has: atomics, barriers,
asynchronous copies, pipelines, PTX. Each is one program, whose `main` runs on the host and in a kernel, and asserts.
Tests that must not compile, or must fail, are left out. cccl_algorithms.py has the tests of CUB and Thrust.
"""
import pathlib
import re
import sys

import suite

TESTS = "libcudacxx/test/libcudacxx"
FOLDERS = ("cuda/annotated_ptr", "cuda/atomics", "cuda/barrier", "cuda/cmath", "cuda/hierarchy", "cuda/memcpy_async", "cuda/memory",
           "cuda/pipeline", "cuda/ptx", "cuda/warp", "heterogeneous", "std/atomics", "std/thread")
LEFT_OUT = {"true", "c++17", "nvcc", "linux"}  # words of UNSUPPORTED that hold here: what the suite itself does not run


def expected_lines(file: pathlib.Path) -> list[str]:
    """The regular expressions of a file for LLVM's FileCheck, for which any number of spaces is one."""
    lines = []
    for text in re.findall(r"CHECK(?:-NEXT|-SAME)?:[ \t]*(.*)", file.read_text(encoding="utf-8")) if file.exists() else []:
        parts = re.split(r"\{\{(.*?)\}\}", text.strip())
        lines.append("".join(part if k % 2 else re.sub(r"(\\ )+", r"\\s+", re.escape(part)) for k, part in enumerate(parts)))
    return lines


def example_options(source: pathlib.Path) -> list[str]:
    """The options that the suite's own CMake file beside an example adds for nvcc."""
    file = source.with_suffix(".cmake")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return re.findall(r"COMPILE_LANG_AND_ID:CUDA,NVIDIA>: (--[\w-]+)>", text)


def examples(checkout: pathlib.Path) -> list[suite.Program]:
    out = []
    for source in sorted((checkout / "thrust/examples").rglob("*.cu")):
        if source.parent.name == "cpp_integration":  # a library for a program of the host
            continue
        words = source.relative_to(checkout / "thrust/examples").with_suffix("").parts
        patterns = checkout / "thrust/internal/test" / f"thrust.example.{'.'.join(words)}.filecheck"
        out.append(suite.Program("/".join(("thrust", *words)), [source], "correct",
                                 options=["-DTHRUST_EXAMPLE_DEVICE_SIDE", *example_options(source)],
                                 prints=expected_lines(patterns)))
    return out


def test(checkout: pathlib.Path, source: pathlib.Path) -> suite.Program:
    text = source.read_text(encoding="utf-8")
    conditions = [word for line in re.findall(r"^// UNSUPPORTED: (.*)", text, re.MULTILINE) for word in re.split(r"\s*,\s*", line.strip())]
    definitions = re.findall(r"^// ADDITIONAL_COMPILE_DEFINITIONS: (.*)", text, re.MULTILINE)
    options = ["-x", "cu", "--extended-lambda", f"-I{checkout / 'libcudacxx/test/support'}", "-include", str(checkout / TESTS / "force_include.h")]
    options += [f"-D{word}" for line in definitions for word in line.split()]
    name = source.relative_to(checkout / TESTS).as_posix().removesuffix(".cpp").removesuffix(".pass")
    reason = "the suite itself does not run it here" if LEFT_OUT & set(conditions) else ""
    return suite.Program(f"libcudacxx/{name}", [source], "correct", options=options, not_applicable=reason)


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    tests = [source for folder in FOLDERS for source in sorted((checkout / TESTS / folder).rglob("*.pass.cpp"))]
    out = [*examples(checkout), *(test(checkout, source) for source in tests)]
    own = [f"-I{checkout / folder}" for folder in ("thrust", "cub", "libcudacxx/include", "thrust/examples")]
    for program in out:
        program.options = ["-std=c++17", *own, *program.options]
    return out


SUITE = suite.Suite("cccl", "github.com/NVIDIA/cccl", {}, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
