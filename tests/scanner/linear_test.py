#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whatever the bytes, cuda-legacy-scan takes time in proportion to them: four times the file, not sixteen times the time.

  linear_test.py PROGRAM
"""
import os
import sys
import tempfile
import unittest
from pathlib import Path

KERNEL = "__global__ void k(int n, float* s) { int i = threadIdx.x; "

# The beginning, the repeated part and the end. The text has some tens of thousands of bytes, and four times as many.
SOURCES = {
    "brackets": ("", "{", ""),
    "brackets of a function": ("void f() {", "{ (", ""),
    "closed brackets": (KERNEL, "{ [ (", ""),
    "branches": ("", "#if A\n", ""),
    "branches and brackets": ("", "#if A\n{\n", ""),
    "other branches": ("void f() {", "#if A\n{\n#else\n{\n", ""),
    "raw strings": ("", 'R"x( ', ""),
    "strings": ("", '"\\', ""),
    "comments": ("", "/* // ", ""),
    "splices": ("", "a\\\n", ""),
    "a long line": ("int a = ", "x + ", ";"),
    "old calls, never closed": ("", "cudaThreadSynchronize(", ""),
    "old calls": ("void f() { ", "cudaThreadExit(); ", "}"),
    "old calls in a macro": ("#define F ", "cudaThreadExit() ", ""),
    "nested checks": ("void f() { ", "CHECK(", ""),
    "nested branches": (KERNEL, "if (i) { ", ""),
    "assignments": (KERNEL, "a = b = ", ";}"),
    "volatile arrays": (KERNEL, "volatile float* s; s[i] += s[i + 1]; ", "}"),
    "volatile arrays, never closed": (KERNEL + "volatile float* s; ", "s[i + ", "}"),
    "texture declarations": ("", "texture<int> a = ", ""),
    "fields": ("void f() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); ", "g(p.clockRate); ", "}"),
    "fields with an index": ("void f() { cudaDeviceProp p[9]; ", "p[p[", ""),
    "copies to arrays": ("void f(int w, int h) { cudaArray* a; cudaMallocArray(&a, &d, w, h); ",
                         "cudaMemcpyToArray(a, 0, 0, p, w * h * sizeof(float), k); ", "}"),
    "shuffles": (KERNEL, "n += __shfl(n, 0); ", "}"),
    "shuffles in functions": ("", "__device__ inline int f(int v) { return __shfl(v, 0); } ", ""),
    "operators of CUB": ("#include <cub/cub.cuh>\n", "cub::Sum a; ", ""),
    "includes": ("", "#include <cub/cub.cuh>\ncub::Sum a;\n", ""),
    "clocks": (KERNEL, "s[blockIdx.x] = clock(); ", "}"),
    "copies and sums": ("void f() { ", "cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost); s += h[i]; ", "}"),
    "names for types": ("void f() { cudaThreadExit(); } ", "typedef struct { int a; } b, *c; using d = b; ", ""),
    "names for types, never ended": ("void f() { cudaThreadExit(); } ", "typedef ", ""),
    "names for types in brackets": ("void f() { cudaThreadExit(); } ", "typedef a ((", ""),
    "names for types in each other": ("void f() { cudaThreadExit(); } ", "typedef struct { ", ""),
    "other names for types, never ended": ("void f() { cudaThreadExit(); } ", "using a = ", ""),
    "inline assembly": (KERNEL, 'asm("shfl.shfl.shfl.'.ljust(400, "x") + '");', "}"),
}

# Files beside a texture reference: their functions are read for the calls that they make.
BESIDE = {
    "a table": ("int names[] = { ", "name, ", "};"),
    "a table that includes its parts": ("int names[] = { ", '\n#include "a.h"\n name, ', "};"),
    "names outside of functions": ("", "name other ", ""),
    "calls outside of functions": ("int a = ", "f(x) + ", "0;"),
    "calls, never closed": ("void f() { ", "g(x, ", ""),
    "subscripts, never closed": ("void f() { ", "(x, [", ""),
    "loops in each other": ("void f() { ", "for (;;) ", "; }"),
    "jumps": ("void f() { a: ", "g(x); goto a; ", "}"),
    "lambdas": ("void f() { ", "g([](int) -> int, ", "; }"),
}


def seconds(path, *options):
    """The processor's seconds, the better of two runs."""
    best = None
    for _ in range(2):
        before = os.times()
        pid = os.posix_spawn(PROGRAM, [PROGRAM, "--jobs=1", *options, str(path)], os.environ,
                             file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
        if os.waitpid(pid, 0)[1] & 0x7F:
            raise RuntimeError(f"{path}: the program ended by a signal")
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        best = spent if best is None else min(best, spent)
    return best


class Linear(unittest.TestCase):
    def test_time(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.cu"
            for name, (begin, part, end) in SOURCES.items():
                with self.subTest(name):
                    count = 60_000 // len(part)
                    times = []
                    for factor in (1, 4):
                        path.write_text(begin + part * (count * factor) + end)
                        times.append(seconds(path))
                    # What is bounded by some thousand words is a square below them. So short times are not compared.
                    self.assertLess(times[1], max(10 * times[0], 0.25), f"{times}")

    def test_time_of_the_call_graph(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.cu").write_text("texture<float> t;\n")
            for name, (begin, part, end) in BESIDE.items():
                with self.subTest(name):
                    count = 100_000 // len(part)
                    times = []
                    for factor in (1, 4):
                        (Path(folder) / "b.h").write_text(begin + part * (count * factor) + end)
                        times.append(seconds(folder, "--fix=textures", "--dry-run"))
                    self.assertLess(times[1], max(6 * times[0], 0.5), f"{times}")


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
