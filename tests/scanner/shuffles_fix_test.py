#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=shuffles of cuda-legacy-scan: kernels in which all lanes come to a shuffle, and kernels in which they may not.

  shuffles_fix_test.py PROGRAM
"""
import re
import sys
import unittest
from pathlib import Path

import references_in_folder
from references_in_folder import fix, refusals


def kernel(before, body, whole="{K}"):
    """A kernel in which v differs between lanes, and n does not."""
    text = before + "__global__ void k(int* p, int n)\n{\n    int v = p[threadIdx.x];\n    " + body + "\n    p[threadIdx.x] = v;\n}\n"
    return whole.replace("{K}", text)


def with_masks(text):
    return re.sub(r"\b(__(?:shfl|shfl_up|shfl_down|shfl_xor|any|all|ballot))\(", r"\1_sync(0xffffffff, ", text)


# All calls of each are converted.
CONVERTED = {
    "macro for alike": kernel("#define EACH(i, n) for (int i = 0; i < (n); ++i)\n", "EACH(i, 4) v += __shfl(v, 1);"),
    "macro return of all": kernel("#define GUARD(x) do { if ((x) > 3) return; } while (0)\n", "GUARD(n); v += __shfl(v, 1);"),
    "macro with the shuffle as a harmless argument": kernel("#define SET(a, b) do { (a) = (b); } while (0)\n", "SET(v, __shfl(v, 1));"),
    "macro that is harmless": kernel("#define CHECK(x) do { if ((x) < 0) p[0] = 1; } while (0)\n", "CHECK(v); v += __shfl(v, 1);"),
    "macro number": kernel("#define WARP 32\n", "for (int i = WARP / 2; i; i /= 2) v += __shfl(v, 1);"),
    "macro with several definitions that are one": kernel("#ifdef A\n#define LOW\n#else\n#define LOW\n#endif\n", "LOW v += __shfl(v, 1);"),
    "macro defined behind": kernel("", "v += __shfl(v, 1);", whole="{K}#define __syncthreads() return\n"),
    "lambda's return is its own": kernel("", "auto f = [](int x) { if (x) return 1; return 2; }; v = f(v); v += __shfl(v, 1);"),
    "lambda without a shuffle": kernel("", "auto f = [&](int x) { for (int i = 0; i < x; ++i) v += i; }; f(v); v += __shfl(v, 1);"),
    "return of all": kernel("", "if (n) return; v += __shfl(v, 1);"),
    "return of all, by block": kernel("", "if (blockIdx.x > 3) return; v += __shfl(v, 1);"),
    "return behind": kernel("", "v += __shfl(v, 1); if (v) return;"),
    "harmless asm": kernel("", 'int lane; asm("mov.u32 %0, %laneid;" : "=r"(lane)); v += __shfl(v, 1);'),
    "switch alike": kernel("", "switch (n) { case 1: v += __shfl(v, 1); break; default: v = 0; }"),
    "behind a switch": kernel("", "switch (v) { case 1: v = 2; break; default: v = 3; } v += __shfl(v, 1);"),
    "grid stride, then a shuffle": kernel("", "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += p[i]; v += __shfl(v, 1);"),
    "loop of the kernel's parameter": kernel("", "for (int i = 0; i < n; ++i) v += __shfl(v, 1);"),
    "break of all": kernel("", "for (int i = 0; ; ++i) { v += __shfl(v, 1); if (i > n) break; }"),
    "continue of some behind": kernel("", "for (int i = 0; i < 4; ++i) { v += __shfl(v, 1); if (v > i) continue; v += 2; }"),
    "counter handed on by value": kernel("__device__ int step(int i, int v) { i += v; return i; }\n", "for (int i = 0; i < 4; ++i) { v += __shfl(v, 1); v += step(i, v); }"),
    "do once": kernel("", "do { v += __shfl(v, 1); } while (0);"),
    "behind a loop of some": kernel("", "while (v > 0) --v; v += __shfl(v, 1);"),
    "vote as a condition": kernel("", "while (__any(v > 0)) { v += __shfl(v, 1); --v; }"),
    "two loops of one name": kernel("", "for (int i = threadIdx.x; i < n; i += 32) v += i; for (int i = 0; i < 4; ++i) v += __shfl(v, 1);"),
    "bound by a condition of all": kernel("", "int m = 4; if (n > 2) m = 5; for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
    "branch of all": kernel("", "if (n > 3) v += __shfl(v, 1); else v += __shfl(v, 1);"),
    "branch per warp, one dimension": kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);"),
    "branch per warp by a shift": kernel("", "int warp = threadIdx.x >> 5; if (warp == 1) v += __shfl(v, 1);"),
    "first warps": kernel("", "if (threadIdx.x < 64) v += __shfl(v, 1);"),
    "per warp in whole rows": kernel("", "if (threadIdx.y == 0) v += __shfl(v, 1);", whole="{K}void run(int* p) { dim3 block(32, 8); k<<<1, block>>>(p, 1); }\n"),
    "per warp, launched with a number": kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);", whole="{K}void run(int* p, int t) { k<<<1, t>>>(p, 1); }\n"),
    "?: of all": kernel("", "v = n ? __shfl(v, 1) : 0;"),
    "?: in front": kernel("", "v = __shfl(v ? 1 : 2, 1);"),
    "&& of all": kernel("", "v = n && __any(v);"),
    "left of &&": kernel("", "v = __any(v) && v;"),
    "condition": kernel("", "if (__any(v)) v = 1;"),
    "comma": kernel("", "v++, v += __shfl(v, 1);"),
    "constant memory": kernel("__constant__ int c;\n", "if (c) v += __shfl(v, 1);"),
    "enumerator": kernel("enum { fast = 1 };\nconst int mode = 1;\n", "if (mode == fast) v += __shfl(v, 1);"),
    "directive around statements": kernel("", "\n#ifdef A\n    v = 2;\n#else\n    v = 3;\n#endif\n    v += __shfl(v, 1);"),
    "min of all": kernel("", "for (int i = 0; i < min(n, 4); ++i) v += __shfl(v, 1);"),
    "function": kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n", "v = f(v);"),
    "template": kernel("template <class T> __device__ T f(T x) { return __shfl(x, 1); }\n", "v = f<int>(v);"),
    "template width": kernel("template <int W> __device__ int f(int x) { for (int i = W; i; i /= 2) x += __shfl(x, i); return x; }\n", "v = f<16>(v);"),
    "bound by an argument": kernel("__device__ inline int f(int x, int w) { for (int i = w; i; i /= 2) x += __shfl(x, i); return x; }\n", "v = f(v, 16);"),
    "return in a function before": kernel("__device__ inline int g(int x) { if (x) return 0; return 1; }\n", "v = g(v); v += __shfl(v, 1);"),
    "nameless namespace": kernel("namespace {\n__device__ int f(int x) { return __shfl(x, 1); }\n}\n", "v = f(v);"),
    "function of a function": kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n__device__ inline int g(int x) { return f(x) + 1; }\n", "v = g(v);"),
    "own number of lanes": kernel("const int lanes = 64;\n", "for (int i = threadIdx.x / lanes; i; --i) v += __shfl(v, 1);"),
    "endless loop with a vote": kernel("", "while (true) { if (__all(v > 3)) break; v += __shfl(v, 1); }"),
    "leave after a vote": kernel("", "if (__all(v > 3)) return; v += __shfl(v, 1);"),
    "broadcast as a bound": kernel("", "int m = __shfl(v, 0); for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
    "while with a shift": kernel("", "int i = 16; while (i) { v += __shfl(v, i); i >>= 1; }"),
    "thread of the grid, whole blocks": kernel("", "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i / 32 == 0) v += __shfl(v, 1);", whole="{K}void run(int* p) { k<<<4, 128>>>(p, 1); }\n"),
    "member of a parameter": kernel("", "for (int i = 0; i < q.n; ++i) v += __shfl(v, 1);", whole="struct pair { int n; };\n__global__ void k(int* p, pair q)\n{\n    int v = p[threadIdx.x];\n    for (int i = 0; i < q.n; ++i) v += __shfl(v, 1);\n}\n"),
    "if constexpr": kernel("template <int N> __device__ int f(int x) { if constexpr (N > 1) x = __shfl(x, 1); return x; }\n", "v = f<2>(v);"),
    "switch per warp": kernel("", "switch (threadIdx.x / 32) { case 0: v += __shfl(v, 1); }"),
}

# The refusals of each, with their lines.
REFUSED = {
    "macro if": (kernel("#define LOW if ((threadIdx.x & 31) < 16)\n", "LOW v += __shfl(v, 1);"),
        ["5: __shfl: not all lanes may take the branch of line 5 (macro LOW)"]),
    "macro if with braces": (kernel("#define BEGIN(c) if (c) {\n#define END }\n", "BEGIN(threadIdx.x & 1) v += __shfl(v, 1); END"),
        ["6: __shfl: not all lanes may take the branch of line 6 (macro BEGIN)"]),
    "macro for": (kernel("#define EACH(i, n) for (int i = 0; i < (n); ++i)\n", "EACH(i, v) v += __shfl(v, 1);"),
        ["5: __shfl: the loop of line 5 (macro EACH) may count differently in each lane"]),
    "macro while": (kernel("#define UNTIL(c) while (!(c))\n", "UNTIL(v) v += __shfl(v, 1);"),
        ["5: __shfl: the loop of line 5 (macro UNTIL) may count differently in each lane"]),
    "macro return": (kernel("#define GUARD(x) if ((x) > 3) return\n", "GUARD(v); v += __shfl(v, 1);"),
        ["5: __shfl: lanes may have left by the return of line 5 (macro GUARD)"]),
    "macro return in do": (kernel("#define GUARD(x) do { if ((x) > 3) return; } while (0)\n", "GUARD(v); v += __shfl(v, 1);"),
        ["5: __shfl: lanes may have left by the return of line 5 (macro GUARD)"]),
    "macro ?:": (kernel("#define PICK(x) (x) > 2 ? 0 :\n", "v = PICK(v) __shfl(v, 1);"), ["5: __shfl: not all lanes may take the ?: of line 5 (macro PICK)"]),
    "macro &&": (kernel("#define AND(x) (x) > 2 &&\n", "v = AND(v) __shfl(v, 1);"),
        ["5: __shfl: not all lanes may take the right side of && of line 5 (macro AND)"]),
    "macro with the shuffle as an argument of a branch": (kernel("#define IF(c, x) if (c) { x; }\n", "IF(v > 2, v += __shfl(v, 1));"),
        ["5: __shfl: not all lanes may take the branch of line 5 (macro IF)"]),
    "macro with an argument used twice": (kernel("#define BOTH(a, b) do { a = b; if (a) a = b; } while (0)\n", "BOTH(v, __shfl(v, 1));"),
        ["5: __shfl: not all lanes may take the branch of line 5 (macro BOTH)"]),
    "macro in a macro": (kernel("#define INNER(x) if (x)\n#define OUTER(x) INNER((x) & 1)\n", "OUTER(v) v += __shfl(v, 1);"),
        ["6: __shfl: not all lanes may take the branch of line 6 (macro OUTER)"]),
    "macro in a macro in a macro": (kernel("#define C if (threadIdx.x & 1)\n#define B C\n#define A B\n", "A v += __shfl(v, 1);"),
        ["7: __shfl: not all lanes may take the branch of line 7 (macro A)"]),
    "macro pasted": (kernel("#define GLUE(a, b) a##b\n", "GLUE(i, f)(v) v += __shfl(v, 1);"),
        ["5: __shfl: not all lanes may take the branch of line 5 (macro GLUE)"]),
    "macro keyword": (kernel("#define WHEN if\n", "WHEN (v) v += __shfl(v, 1);"), ["5: __shfl: not all lanes may take the branch of line 5 (macro WHEN)"]),
    "macro break": (kernel("#define STOP(x) if (x) break\n", "for (int i = 0; i < 4; ++i) { STOP(v); v += __shfl(v, 1); }"),
        ["5: __shfl: lanes may have left the loop of line 5 by the break of line 5 (macro STOP)"]),
    "macro continue": (kernel("#define NEXT(x) if (x) continue\n", "for (int i = 0; i < 4; ++i) { NEXT(v); v += __shfl(v, 1); }"),
        ["5: __shfl: lanes may have passed it by the continue of line 5 (macro NEXT)"]),
    "macro goto": (kernel("#define JUMP(x) if (x) goto out;\n", "JUMP(v) v += __shfl(v, 1); out:;"), ["5: __shfl: the goto of line 5 (macro JUMP) may pass by it"]),
    "macro else": (kernel("#define OTHER else\n", "if (v) v = 1; OTHER v += __shfl(v, 1);"), ["5: __shfl: not all lanes may take the branch of line 5"]),
    "macro switch": (kernel("#define OF(x) switch (x) { case 1:\n", "OF(v) v += __shfl(v, 1); }"), ["5: __shfl: its brackets do not match"]),
    "macro comma trick": (kernel("#define RUN(a, b) a b\n", "RUN(if (v), v += __shfl(v, 1);)"), ["5: __shfl: not all lanes may take the branch of line 5"]),
    "variadic macro": (kernel("#define RUN(...) __VA_ARGS__\n", "RUN(if (v) v += __shfl(v, 1), 2);"), ["5: __shfl: not all lanes may take the branch of line 5"]),
    "macro with several definitions": (kernel("#ifdef A\n#define LOW if (threadIdx.x & 1)\n#else\n#define LOW\n#endif\n", "LOW v += __shfl(v, 1);"),
        ["9: __shfl: the macro LOW has several definitions"]),
    "macro redefined": (kernel("#define LOW\n#undef LOW\n#define LOW if (threadIdx.x & 1)\n", "LOW v += __shfl(v, 1);"),
        ["7: __shfl: not all lanes may take the branch of line 7 (macro LOW)"]),
    "macro from nowhere": (kernel("", "LOW(v); v += __shfl(v, 1);"), ["4: __shfl: LOW may be a macro, and its definition is not seen"]),
    "macro of a header that is missing": (kernel('#include "low.h"\n', "low(v); v += __shfl(v, 1);"),
        ["5: __shfl: low may be a macro of low.h, which was not found: -I gives its folder"]),
    "macro name as type": (kernel('#include "low.h"\n', "LOW w = __shfl(v, 1); v = w;"),
        ["5: __shfl: LOW may be a macro of low.h, which was not found: -I gives its folder"]),
    "shuffle in a macro's body": (kernel("#define GET(x) __shfl(x, 1)\n", "v = GET(v);"), ["1: __shfl: it stands in a macro's body"]),
    "macro of a return value": (kernel("#define RET(x) if (!x) { p[threadIdx.x] = 0; return; }\n", "RET(v) v += __shfl(v, 1);"),
        ["5: __shfl: lanes may have left by the return of line 5 (macro RET)"]),
    "macro in a loop header": (kernel("#define LESS(a, b) a < b\n", "for (int i = 0; LESS(i, v); ++i) v += __shfl(v, 1);"),
        ["5: __shfl: the loop of line 5 may count differently in each lane"]),
    "macro hides a lambda": (kernel("#define FUN(x) [&] { x; }\n", "auto f = FUN(v += __shfl(v, 1)); if (v) f();"),
        ["5: __shfl: a lambda has it, in line 5 (macro FUN): the analysis does not follow calls of a lambda"]),
    "assertion that leaves": (kernel('#define ASSERT(x) (void)((x) || (leave(), 0))\n__device__ void leave() { asm("exit;"); }\n', "ASSERT(v > 0); v += __shfl(v, 1);"),
        ["6: __shfl: lanes may have left by the call of leave in line 6 (macro ASSERT)"]),
    "lambda called by some": (kernel("", "auto f = [&] { v += __shfl(v, 1); }; if (threadIdx.x & 1) f();"),
        ["4: __shfl: a lambda has it, in line 4: the analysis does not follow calls of a lambda"]),
    "lambda called at once": (kernel("", "v = [&](int x) { return __shfl(x, 1); }(v);"), ["4: __shfl: a lambda has it, in line 4: the analysis does not follow calls of a lambda"]),
    "lambda with a type": (kernel("", "auto f = [=](int x) -> int { return __shfl(x, 1); }; v = f(v);"),
        ["4: __shfl: a lambda has it, in line 4: the analysis does not follow calls of a lambda"]),
    "lambda writes the bound": (kernel("", "int m = 4; auto f = [&] { m = threadIdx.x; }; f(); for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "generic lambda": (kernel("", "auto f = [&](auto x) { return __shfl(x, 1); }; v = f(v);"),
        ["4: __shfl: a lambda has it, in line 4: the analysis does not follow calls of a lambda"]),
    "lambda handed on": (kernel("template <class F> __device__ void apply(F f) { if (threadIdx.x & 1) f(); }\n", "apply([&] { v += __shfl(v, 1); });"),
        ["5: __shfl: a lambda has it, in line 5: the analysis does not follow calls of a lambda"]),
    "return before": (kernel("", "if (v) return; v += __shfl(v, 1);"), ["4: __shfl: lanes may have left by the return of line 4"]),
    "return in a loop before": (kernel("", "for (int i = 0; i < n; ++i) if (v > i) return; v += __shfl(v, 1);"),
        ["4: __shfl: lanes may have left by the return of line 4"]),
    "return later in the loop": (kernel("", "for (int i = 0; i < 4; ++i) { v += __shfl(v, 1); if (v > i) return; }"),
        ["4: __shfl: lanes may have left by the return of line 4"]),
    "guard of the size": (kernel("", "if (threadIdx.x >= n) return; v += __shfl(v, 1);"), ["4: __shfl: lanes may have left by the return of line 4"]),
    "exit by asm": (kernel("", 'if (v) asm("exit;"); v += __shfl(v, 1);'), ["4: __shfl: lanes may have left by the asm of line 4"]),
    "predicated exit": (kernel("", 'asm("{ .reg .pred q; setp.ne.s32 q, %0, 0; @q exit; }" :: "r"(v)); v += __shfl(v, 1);'),
        ["4: __shfl: lanes may have left by the asm of line 4"]),
    "bound by asm": (kernel("", 'int lane; asm("mov.u32 %0, %laneid;" : "=r"(lane)); for (int i = 0; i < lane; ++i) v += __shfl(v, 1);'),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "goto": (kernel("", "if (v) goto out; v += __shfl(v, 1); out:;"), ["4: __shfl: the goto of line 4 may pass by it"]),
    "goto back": (kernel("", "again: v += __shfl(v, 1); if (v < 3) goto again;"), ["4: __shfl: the goto of line 4 may pass by it"]),
    "switch": (kernel("", "switch (v) { case 1: v += __shfl(v, 1); }"), ["4: __shfl: not all lanes may take the switch of line 4"]),
    "switch with a break of some": (kernel("", "switch (n) { case 1: if (v) break; v += __shfl(v, 1); }"),
        ["4: __shfl: lanes may have passed it by the break of line 4"]),
    "switch with a return": (kernel("", "switch (v) { case 1: return; } v += __shfl(v, 1);"), ["4: __shfl: lanes may have left by the return of line 4"]),
    "case inside of a branch": (kernel("", "switch (n) { case 1: if (v) { case 2: v += __shfl(v, 1); } }"),
        ["4: __shfl: a label of a switch stands inside of another statement, in line 4"]),
    "loop per lane": (kernel("", "for (int i = 0; i < v; ++i) v += __shfl(v, 1);"), ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "loop from the thread": (kernel("", "for (int i = threadIdx.x; i < n; i += 32) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "grid stride": (kernel("", "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "loop of memory": (kernel("", "for (int i = 0; i < p[0]; ++i) v += __shfl(v, 1);"), ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "break of some": (kernel("", "for (int i = 0; i < 4; ++i) { if (v > i) break; v += __shfl(v, 1); }"),
        ["4: __shfl: lanes may have left the loop of line 4 by the break of line 4"]),
    "break of some behind": (kernel("", "for (int i = 0; i < 4; ++i) { v += __shfl(v, 1); if (v > i) break; }"),
        ["4: __shfl: lanes may have left the loop of line 4 by the break of line 4"]),
    "continue of some": (kernel("", "for (int i = 0; i < 4; ++i) { if (v > i) continue; v += __shfl(v, 1); }"),
        ["4: __shfl: lanes may have passed it by the continue of line 4"]),
    "counter changed by some": (kernel("", "for (int i = 0; i < 4; ++i) { v += __shfl(v, 1); if (v) ++i; }"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "counter changed through a pointer": (kernel("", "int i = 0, *q = &i; for (; i < 4; ++i) { v += __shfl(v, 1); *q += v; }"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "counter changed through a reference": (kernel("", "int i = 0; int& q = i; for (; i < 4; ++i) { v += __shfl(v, 1); q += v; }"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "counter handed on": (kernel("__device__ void step(int& i, int v) { i += v; }\n", "for (int i = 0; i < 4; ++i) { v += __shfl(v, 1); step(i, v); }"),
        ["5: __shfl: the loop of line 5 may count differently in each lane"]),
    "while of a value": (kernel("", "while (v > 0) { v += __shfl(v, 1); --v; }"), ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "do of a value": (kernel("", "do { v += __shfl(v, 1); --v; } while (v > 0);"), ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "do once with a way out": (kernel("", "do { if (v) break; v += __shfl(v, 1); } while (0);"),
        ["4: __shfl: lanes may have left the loop of line 4 by the break of line 4"]),
    "vote of some as a condition": (kernel("", "if (v) while (__any(v > 0)) { --v; }"), ["4: __any: not all lanes may take the branch of line 4"]),
    "loop over a range": (kernel("", "int list[4]; for (int x : list) v += __shfl(v, x);"),
        ["4: __shfl: the loop over a range in line 4 may have another length in each lane"]),
    "bound that differs by one way": (kernel("", "int m = 4; if (v) m = 5; for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "bound from an array": (kernel("", "int m[2] = {1, 2}; for (int i = 0; i < m[threadIdx.x & 1]; ++i) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "bound by an inner loop of some": (kernel("", "int m = 0; for (int i = 0; i < v; ++i) ++m; for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "bound by a shadowing name": (kernel("", "int m = 4; { int m = v; for (int i = 0; i < m; ++i) v += __shfl(v, 1); }"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "branch": (kernel("", "if (v) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "else": (kernel("", "if (v) v = 1; else v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "else if": (kernel("", "if (n) v = 1; else if (v) v = 2; else v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "first half": (kernel("", "if (threadIdx.x < 16) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "lane": (kernel("", "if (threadIdx.x % 32 == 0) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "lane by a mask": (kernel("", "int lane = threadIdx.x & 31; if (lane == 0) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "twice the thread": (kernel("", "if (2 * threadIdx.x / 32 == 0) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "shift of a sum": (kernel("", "if (n + threadIdx.x >> 5) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "below zero": (kernel("", "int t = threadIdx.x - 64; if (t / 32 == -1) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "another width": (kernel("", "if (threadIdx.x / 16 == 0) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "a real divisor": (kernel("", "if (threadIdx.x / 32.5f < 1) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "a cast that rounds": (kernel("", "float t = threadIdx.x; if (t / 32 < 1) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "count of warps": (kernel("", "if (threadIdx.x < blockDim.x / 32) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "per warp in two dimensions": (kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);", whole="{K}void run(int* p) { dim3 block(48, 2); k<<<1, block>>>(p, 1); }\n"),
        ["4: __shfl: not all lanes may take the branch of line 4; whether a warp lies in one row of its block is not known: k in line 7 of a.cu"]),
    "per row, launch not seen": (kernel("", "if (threadIdx.y == 0) v += __shfl(v, 1);"),
        ["4: __shfl: not all lanes may take the branch of line 4; no launch says how wide its blocks are"]),
    "per warp, launched otherwise": (kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);", whole="{K}void run(config c) { k<<<1, c.block>>>(c.p, 1); }\n"),
        ["4: __shfl: not all lanes may take the branch of line 4; whether a warp lies in one row of its block is not known: k in line 7 of a.cu"]),
    "per warp, launched by the runtime": (kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);", whole="{K}void run(void** a, dim3 b) { cudaLaunchKernel((void*)k, 1, b, a); }\n"),
        ["4: __shfl: not all lanes may take the branch of line 4; whether a warp lies in one row of its block is not known: k in line 7 of a.cu"]),
    "?:": (kernel("", "v = v ? __shfl(v, 1) : 0;"), ["4: __shfl: not all lanes may take the ?: of line 4"]),
    "?: else": (kernel("", "v = v ? 0 : __shfl(v, 1);"), ["4: __shfl: not all lanes may take the ?: of line 4"]),
    "&&": (kernel("", "v = v && __any(v);"), ["4: __any: not all lanes may take the right side of && of line 4"]),
    "||": (kernel("", "v = v || __any(v);"), ["4: __any: not all lanes may take the right side of || of line 4"]),
    "nested &&": (kernel("", "if (n && (v || __any(v))) v = 1;"), ["4: __any: not all lanes may take the right side of || of line 4"]),
    "if with initialization": (kernel("", "if (int w = v; w) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "sizeof": (kernel("", "v = sizeof(__shfl(v, 1));"), ["4: __shfl: whether it is evaluated is not seen"]),
    "constant memory by index": (kernel("__constant__ int c[64];\n", "if (c[threadIdx.x]) v += __shfl(v, 1);"),
        ["5: __shfl: not all lanes may take the branch of line 5"]),
    "device variable": (kernel("__device__ int d;\n", "if (d) v += __shfl(v, 1);"), ["5: __shfl: not all lanes may take the branch of line 5"]),
    "shared variable": (kernel("", "__shared__ int s; s = 1; if (s) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "static variable": (kernel("", "static int s; if (s) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "directive in a branch": (kernel("", "if (v)\n#ifdef A\n    v = 2;\n#endif\n    v += __shfl(v, 1);"), ["8: __shfl: a directive divides a statement in line 5"]),
    "directive with two bounds": (kernel("", "\n#ifdef A\n    int m = threadIdx.x;\n#else\n    int m = 3;\n#endif\n    for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
        ["10: __shfl: the loop of line 10 may count differently in each lane"]),
    "an included part": (kernel("", '\n#include "part.h"\n    v += __shfl(v, 1);'), ["6: __shfl: an #include stands in its function"]),
    "statement in an expression": (kernel("", "v = ({ if (v) return; 1; }); v += __shfl(v, 1);"), ["4: __shfl: a statement stands in an expression, in line 4"]),
    "local class": (kernel("", "struct f { __device__ int operator()(int x) { return __shfl(x, 1); } }; if (v) v = f()(v);"),
        ["4: __shfl: whether it is evaluated is not seen"]),
    "volatile bound": (kernel("", "volatile int m = 4; for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "clock as a bound": (kernel("", "int m = clock(); if (m & 1) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "atomic result": (kernel("", "int m = atomicAdd(p, 1); if (m) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "builtin in a branch": (kernel("", "if (__popc(v) > 3) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "throw-like assert in a comma": (kernel('__device__ void leave() { asm volatile("exit;"); }\n', "v ? (void)0 : leave(); v += __shfl(v, 1);"),
        ["5: __shfl: lanes may have left by the call of leave in line 5"]),
    "function in a branch": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n", "if (v) v = f(v);"),
        ["1: __shfl: the call of f in line 5: not all lanes may take the branch of line 5"]),
    "function by pointer": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n", "int (*g)(int) = f; v = g(v);"),
        ["1: __shfl: f is used in line 5, not only called"]),
    "function as a template's argument": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\ntemplate <int (*g)(int)> __device__ int apply(int x) { if (x) x = g(x); return x; }\n", "v = apply<f>(v);"),
        ["1: __shfl: f is used in line 6, not only called"]),
    "recursion": (kernel("__device__ inline int f(int x) { if (x > 3) x = f(x - 1); return __shfl(x, 1); }\n", "v = f(v);"),
        ["1: __shfl: its function calls itself"]),
    "mutual recursion": (kernel("__device__ inline int g(int x, int d);\n__device__ inline int f(int x, int d) { return d ? g(x, d - 1) : 0; }\n__device__ inline int g(int x, int d) { return __shfl(f(x, d), 1); }\n", "v = f(v, 3);"),
        ["3: __shfl: its function calls itself"]),
    "bound by an argument per lane": (kernel("__device__ inline int f(int x, int w) { for (int i = w; i; i /= 2) x += __shfl(x, i); return x; }\n", "v = f(v, v);"),
        ["1: __shfl: the loop of line 1 may count differently in each lane"]),
    "called twice, once by some": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n", "v = f(v); if (v) v = f(v);"),
        ["1: __shfl: the call of f in line 5: not all lanes may take the branch of line 5"]),
    "called by another kernel's branch": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n__global__ void other(int* p) { if (p[threadIdx.x]) p[0] = f(1); }\n", "v = f(v);"),
        ["1: __shfl: the call of f in line 2: not all lanes may take the branch of line 2"]),
    "called by a macro": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n#define CALL(x) f(x)\n", "v = CALL(v);"),
        ["1: __shfl: f is used in line 2, not only called"]),
    "return in the function": (kernel("__device__ inline int f(int x) { if (x) return 0; return __shfl(x, 1); }\n", "v = f(v);"),
        ["1: __shfl: lanes may have left by the return of line 1"]),
    "member function": (kernel("struct a { __device__ int f(int x) { return __shfl(x, 1); } };\n", "v = a().f(v);"),
        ["1: __shfl: its function is a member of a class: the calls are not in sight"]),
    "not static": (kernel("__device__ int f(int x) { return __shfl(x, 1); }\n", "v = f(v);"), ["1: __shfl: its function is not static: other files may call it"]),
    "never called": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n", "v = 1;"), ["1: __shfl: nothing in this file calls f"]),
    "function of a function in a branch": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n__device__ inline int g(int x) { return x > 2 ? f(x) : 0; }\n", "v = g(v);"),
        ["1: __shfl: the call of f in line 2: not all lanes may take the ?: of line 2"]),
    "called in a lambda": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n", "auto l = [&] { v = f(v); }; if (v) l();"),
        ["1: __shfl: the call of f in line 5: a lambda has it, in line 5: the analysis does not follow calls of a lambda"]),
    "called in a loop of some": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n", "while (v > 3) v = f(v);"),
        ["1: __shfl: the call of f in line 5: the loop of line 5 may count differently in each lane"]),
    "overload called by some": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\n__device__ inline float f(float x) { return __shfl(x, 1); }\n", "v = f(v); if (v) f(1.0f);"),
        ["1: __shfl: the call of f in line 6: not all lanes may take the branch of line 6", "2: __shfl: the call of f in line 6: not all lanes may take the branch of line 6"]),
    "function object": (kernel("__device__ inline int f(int x) { return __shfl(x, 1); }\ntemplate <class G> __device__ int apply(int x, G g) { return x ? g(x) : 0; }\n", "v = apply(v, f);"),
        ["1: __shfl: f is used in line 6, not only called"]),
    "host function calls it": (kernel("__host__ __device__ inline int f(int x) { return __shfl(x, 1); }\nvoid host() { f(1); }\n", "v = f(v);"),
        ["1: __shfl: the call of f in line 2: it is in no function that is seen to be the device's"]),
    "digraph": (kernel("", "if (v) <% v = 1; v += __shfl(v, 1); %>"), ["4: __shfl: the digraph of line 4 is not understood"]),
    "and in two lines": (kernel("", "v = v &\\\n& __any(v);"), ["5: __any: line 5 is not understood"]),
    "word for &&": (kernel("", "v = v and __any(v);"), ["4: __any: line 4 is not understood"]),
    "own warpSize": (kernel("const int warpSize = 16;\n", "for (int i = threadIdx.x / warpSize; i; --i) v += __shfl(v, 1);"),
        ["5: __shfl: the loop of line 5 may count differently in each lane"]),
    "comma in a loop's condition": (kernel("", "for (int i = 0; i < n, v > i; ++i) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
    "branch by one lane of a vote": (kernel("", "int b = __ballot(v);\n    if (b & (1 << (threadIdx.x & 31))) v += __shfl(v, 1);"),
        ["5: __shfl: not all lanes may take the branch of line 5"]),
    "thread of the grid, block not known": (kernel("", "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i / 32 == 0) v += __shfl(v, 1);"),
        ["4: __shfl: not all lanes may take the branch of line 4"]),
    "thread of the grid, another block": (kernel("", "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i / 32 == 0) v += __shfl(v, 1);", whole="{K}void run(int* p) { k<<<4, 48>>>(p, 1); }\n"),
        ["4: __shfl: not all lanes may take the branch of line 4"]),
    "unknown block macro": (kernel("", "EACH(v) { v += __shfl(v, 1); } v = 2;"), ["4: __shfl: EACH may be a macro, and its definition is not seen"]),
    "unknown block macro without arguments": (kernel("", "SOME { v += __shfl(v, 1); } v = 2;"), ["4: __shfl: line 4 is not understood"]),
    "assignment in a condition": (kernel("", "int m = 0; if ((m = v) > 3) v = 1; if (m) v += __shfl(v, 1);"),
        ["4: __shfl: not all lanes may take the branch of line 4"]),
    "copied by address": (kernel("", "int m = 0; memcpy(&m, &v, 4); if (m) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "launched by a template": (kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);", whole="{K}template <class K> void start(K f, int* p) { f<<<1, dim3(48, 2)>>>(p, 1); }\nvoid run(int* p) { start(k, p); }\n"),
        ["4: __shfl: not all lanes may take the branch of line 4; whether a warp lies in one row of its block is not known: k in line 8 of a.cu"]),
    "launched by a macro": (kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);", whole="{K}#define RUN(b) k<<<1, b>>>(p, 1)\nvoid run(int* p) { RUN(dim3(48, 2)); }\n"),
        ["4: __shfl: not all lanes may take the branch of line 4; whether a warp lies in one row of its block is not known: k in line 7 of a.cu"]),
    "block changed later": (kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);", whole="{K}void run(int* p) { dim3 b(64); b.x = 48; b.y = 2; k<<<1, b>>>(p, 1); }\n"),
        ["4: __shfl: not all lanes may take the branch of line 4; whether a warp lies in one row of its block is not known: k in line 7 of a.cu"]),
    "switch per lane": (kernel("", "switch (threadIdx.x % 32) { default: v += __shfl(v, 1); }"), ["4: __shfl: not all lanes may take the switch of line 4"]),
    "float counter of a division": (kernel("", "float w = 32; if (threadIdx.x / w < 1) v += __shfl(v, 1);"),
        ["4: __shfl: not all lanes may take the branch of line 4"]),
    "half of the block": (kernel("", "if (threadIdx.x < blockDim.x / 2) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "address is a condition": (kernel("", "if (p + v) v += __shfl(v, 1);"), ["4: __shfl: not all lanes may take the branch of line 4"]),
    "catch": (kernel("", "try { v += __shfl(v, 1); } catch (...) { }"), ["4: __shfl: the try of line 4 may pass by it"]),
    "reference to the bound from outside": (kernel("__device__ void change(int* m, int v) { *m = v; }\n", "int m = 4; change(&m, v); for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
        ["5: __shfl: the loop of line 5 may count differently in each lane"]),
    "unknown function may change it": (kernel("", "int m = 4; change(m); for (int i = 0; i < m; ++i) v += __shfl(v, 1);"),
        ["4: __shfl: the loop of line 4 may count differently in each lane"]),
}


WARP_SUM = """\
__inline__ __device__ int warp_sum(int v)
{
    for (int step = warpSize / 2; step > 0; step /= 2)
        v += __shfl_down(v, step);
    return v;
}
"""
BLOCK_SUM = WARP_SUM + """\
__inline__ __device__ int block_sum(int v)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize;
    int warp = threadIdx.x / warpSize;
    v = warp_sum(v);
    if (lane == 0) shared[warp] = v;
    __syncthreads();
    v = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (warp == 0) v = warp_sum(v);
    return v;
}
__global__ void sum(int* in, int* out, int n)
{
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v += in[i];
    v = block_sum(v);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}
"""
GUARDED = kernel("", "if (threadIdx.x / 32 == 0) v += __shfl(v, 1);")
BRANCH = "not all lanes may take the branch of line 4"


class Shuffles(references_in_folder.InAFolder):
    KIND = "shuffles"

    def test_converted(self):
        for name, text in CONVERTED.items():
            with self.subTest(name):
                self.assertEqual(self.fixed(text), with_masks(text))

    def test_refused(self):
        for name, (text, expected) in REFUSED.items():
            with self.subTest(name):
                self.assert_refused(text, expected)

    def assert_refused(self, text, expected):
        """The lines of the refusals stay, the others change."""
        self.write("a.cu", text)
        result = fix(self.KIND, "a.cu", cwd=self.folder)
        self.assertEqual(sorted(refusals(result)), sorted("a.cu:" + one for one in expected))
        self.assertEqual(result.returncode, 1)
        left = {int(one.split(":")[0]) for one in expected}
        self.assertEqual((self.folder / "a.cu").read_text(),
                         "".join(line if number in left else with_masks(line) for number, line in enumerate(text.splitlines(True), 1)))

    def test_with_line_ends_and_comments(self):
        """What stands around the words changes nothing."""
        for change in (lambda text: text.replace("\n", "\r\n"), lambda text: text.replace(";", " /* ; { */ ;"),
                       lambda text: "namespace one {\n" + text + "}\n", lambda text: text.replace("(int* p, int n)", "(int* p, int n) ")):
            for name, (text, expected) in REFUSED.items():
                with self.subTest(name):
                    self.write("a.cu", change(text))
                    self.assertEqual(len(refusals(fix(self.KIND, "a.cu", cwd=self.folder))), len(expected))

    def test_usual_reductions(self):
        self.assertEqual(self.fixed(BLOCK_SUM), with_masks(BLOCK_SUM))
        with_launch = BLOCK_SUM + "void run(int* p) { sum<<<8, 256>>>(p, p, 9); }\n"
        self.assertEqual(self.fixed(with_launch), with_masks(with_launch))
        # With 48 threads in a row, threads 32 to 47 and the first of the next row are one warp.
        self.assert_refused(BLOCK_SUM + "void run(int* p) { sum<<<8, dim3(48, 2)>>>(p, p, 9); }\n",
                            ["4: __shfl_down: the call of warp_sum in line 16: not all lanes may take the branch of line 16; "
                             "whether a warp lies in one row of its block is not known: sum in line 27 of a.cu"])

    def test_launches_in_other_files(self):
        self.write("b.cu", "void run(int* p) { k<<<1, dim3(48, 2)>>>(p, 1); }\n")
        self.write("a.cu", GUARDED)
        result = fix(self.KIND, "a.cu", "b.cu", cwd=self.folder)
        self.assertEqual(refusals(result), [f"a.cu:4: __shfl: {BRANCH}; whether a warp lies in one row of its block is not known: "
                                            "k in line 1 of b.cu"])
        self.assertEqual((self.folder / "a.cu").read_text(), GUARDED)
        self.write("b.cu", "void run(int* p) { k<<<1, dim3(64, 2)>>>(p, 1); }\n")
        self.assertEqual(refusals(fix(self.KIND, "a.cu", "b.cu", cwd=self.folder)), [])
        self.assertEqual((self.folder / "a.cu").read_text(), with_masks(GUARDED))

    def test_macros_of_headers(self):
        text = kernel('#include "low.h"\n', "low v += __shfl(v, 1);")
        self.write("low.h", "#ifndef LOW_H\n#define LOW_H\n#include \"lower.h\"\n#endif\n")
        self.write("lower.h", "#define low if (threadIdx.x & 1)\n")
        self.assert_refused(text, ["5: __shfl: not all lanes may take the branch of line 5 (macro low)"])
        self.write("lower.h", "#define low\n")
        self.assertEqual(self.fixed(text), with_masks(text))
        (self.folder / "lower.h").unlink()
        self.assert_refused(text, ["5: __shfl: low may be a macro of lower.h, which was not found: -I gives its folder"])
        (self.folder / "more").mkdir()
        self.write("more/lower.h", "#define low\n")
        self.assertEqual(self.fixed(text, "-I", "more"), with_masks(text))
        self.write("more/lower.h", "#define low if (threadIdx.x & 1)\n")
        self.write("a.cu", text)
        self.assertEqual(refusals(fix(self.KIND, "-Imore", "a.cu", cwd=self.folder)),
                         ["a.cu:5: __shfl: not all lanes may take the branch of line 5 (macro low)"])

    def test_launches_that_are_not_followed(self):
        """In the same file, and in another one: the reason names the line."""
        self.write("a.cu", GUARDED)
        for other in ('void run(CUmodule m) { CUfunction f; cuModuleGetFunction(&f, m, "k"); start(f, 48, 2); }\n',
                      "__global__ void k(int* p, int n); void run(dim3 b, void** a) { cudaLaunchKernel((void*)k, 1, b, a); }\n",
                      "void run(int* p) { dim3 b(64); change(b); k<<<1, b>>>(p, 1); }\n",
                      "dim3 b(64); void run(int* p) { k<<<1, b>>>(p, 1); } void change() { b = dim3(48, 2); }\n",
                      "void run(int* p) { auto b = wide(); k<<<1, b>>>(p, 1); }\n"):
            with self.subTest(other):
                self.write("b.cu", other)
                self.assertEqual(refusals(fix(self.KIND, "a.cu", "b.cu", cwd=self.folder)),
                                 [f"a.cu:4: __shfl: {BRANCH}; whether a warp lies in one row of its block is not known: k in line 1 of b.cu"])
                self.assert_refused(GUARDED + other, [f"4: __shfl: {BRANCH}; whether a warp lies in one row of its block is not known: "
                                                      "k in line 7 of a.cu"])
                self.write("a.cu", GUARDED)
        for other in ("const dim3 b(64); void run(int* p) { k<<<1, b>>>(p, 1); }\n",
                      "void run(int* p) { dim3 b(48), g(2); printf(\"%d\", b.x); k<<<g, b>>>(p, 1); }\n",
                      "void run(int* p) { cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1); k<<<1, 48>>>(p, 1); }\n"):
            with self.subTest(other):
                self.assertEqual(self.fixed(GUARDED + other), with_masks(GUARDED) + other)

    def test_ways_out_of_headers(self):
        for header in ('__device__ inline void quit(int v) { if (v) asm volatile("exit;"); }\n', '#define quit(v) if (v) asm("exit;")\n'):
            self.write("quit.h", header)
            text = kernel('#include "quit.h"\n', "quit(v); v += __shfl(v, 1);")
            self.write("a.cu", text)
            self.assertEqual(len(refusals(fix(self.KIND, "a.cu", cwd=self.folder))), 1)
            text = kernel('#include "quit.h"\n__device__ void maybe(int v) { quit(v); }\n', "maybe(v); v += __shfl(v, 1);")
            self.assert_refused(text, ["6: __shfl: lanes may have left by the call of maybe in line 6"])

    def test_objects(self):
        """What a class does with its values is not followed."""
        self.write("lane.h", "struct lane { int id; __device__ lane() : id(threadIdx.x & 31) {} };\n")
        for body in ("lane l; if (l.id == 0) v += __shfl(v, 1);", "lane l{}; if (l.id == 0) v += __shfl(v, 1);"):
            self.assert_refused(kernel('#include "lane.h"\n', body), ["5: __shfl: not all lanes may take the branch of line 5"])
        plain = kernel("typedef unsigned int number;\n", "number m = n; for (number i = 0; i < m; ++i) v += __shfl(v, 1);")
        self.assertEqual(self.fixed(plain), with_masks(plain))

    def test_macros_of_the_command_line(self):
        text = kernel("", "LOW v += __shfl(v, 1);")
        self.write("a.cu", text)
        self.assertEqual(refusals(fix(self.KIND, "-DLOW=if (threadIdx.x & 1)", "a.cu", cwd=self.folder)),
                         ["a.cu:4: __shfl: not all lanes may take the branch of line 4 (macro LOW)"])
        self.assertEqual(self.fixed(text, "-DLOW="), with_masks(text))

    def test_headers(self):
        """A kernel of a header is converted where nothing in it can be a macro of the file that includes it."""
        for body, expected in (("v += __shfl(v, 1);", []), ("low v += __shfl(v, 1);", ["4: __shfl: low may be a macro of a file that includes this one"]),
                               ("low(v); v += __shfl(v, 1);", ["4: __shfl: low may be a macro of a file that includes this one"])):
            with self.subTest(body):
                text = kernel("", body)
                self.write("a.cuh", text)
                result = fix(self.KIND, "a.cuh", cwd=self.folder)
                self.assertEqual(refusals(result), ["a.cuh:" + one for one in expected])
                self.assertEqual((self.folder / "a.cuh").read_text(), text if expected else with_masks(text))
        self.write("a.cuh", WARP_SUM)
        self.assertEqual(refusals(fix(self.KIND, "a.cuh", cwd=self.folder)),
                         ["a.cuh:4: __shfl_down: its function is in a header: the calls are not in sight"])

    def test_what_is_too_long(self):
        many = "".join(f"    v += {i};\n" for i in range(3000))
        text = kernel("", many + "    v += __shfl(v, 1);")
        self.assert_refused(text, ["3004: __shfl: its function is too long to be understood"])
        deep = kernel("", "{" * 400 + "v += __shfl(v, 1);" + "}" * 400)
        self.assert_refused(deep, ["4: __shfl: its statements are too deep in each other"])
        chain = "".join(f"__device__ inline int f{i}(int x) {{ return f{i + 1}(x); }}\n" for i in reversed(range(20)))
        self.assert_refused("__device__ inline int f20(int x) { return __shfl(x, 1); }\n" + chain + kernel("", "v = f0(v);"),
                            ["1: __shfl: " + "".join(f"the call of f{i} in line {22 - i}: " for i in range(20, 7, -1))
                             + "its function is called over too many others"])

    def test_what_is_not_understood(self):
        chain = "".join(f"int a{i} = 0; " for i in range(80)) + "for (int i = 0; i < n; ++i) { " + "".join(
            f"a{i} = a{i + 1}; " for i in range(79)) + "a79 = v; if (a0) v += __shfl(v, 1); }"
        double = "#define M0 v += 1; v += 2;\n" + "".join(f"#define M{i + 1} M{i} M{i}\n" for i in range(14))
        for text, line, why in (
            (kernel("#define M(...) __VA_OPT__(1)\n", "M(v); v += __shfl(v, 1);"), 5, "__VA_OPT__ is not expanded"),
            (kernel("#define M(a) a##\n", "M(v); v += __shfl(v, 1);"), 5, "## is not understood"),
            (kernel("".join(f"#define M{i} M{i + 1}\n" for i in range(70)), "M0; v += __shfl(v, 1);"), 74, "a macro has too many others in it"),
            (kernel("#define A B\n#define B(x) if (x)\n", "A (v) v += __shfl(v, 1);"), 6, "the macro A ends with another macro's name"),
            (kernel(double, "M14 v += __shfl(v, 1);"), 19, "it is too long, with its macros expanded"),
            (kernel("#define M(a, b) a\n", "M(v); v += __shfl(v, 1);"), 5, "the call of the macro M is not understood"),
            (kernel("", chain), 4, "it is too long to be understood"),
            (kernel("int a;\n" * 34000, "v += __shfl(v, 1);"), 34004, "the file is too long to be understood"),
            ("__global__ void k() { }\nint a = __shfl(1, 0);\n", 2, "it stands outside of the functions that are seen"),
            ("__global__ void k(int v) { v = __shfl(v, 1); if (v) }\n", 1, "a statement is missing in line 1"),
            ("__global__ void k(int v) { if v; v = __shfl(v, 1); }\n", 1, "the if of line 1 is not understood"),
        ):
            with self.subTest(why):
                self.assert_refused(text, [f"{line}: __shfl: {why}"])

    def test_a_second_run_changes_nothing(self):
        fixed = self.fixed(BLOCK_SUM)
        self.assertEqual(self.fixed(fixed), fixed)


class Overloads(references_in_folder.InAFolder):
    """A program's own __shfl for other types leaves the built-in one."""
    KIND = "shuffles"
    DOUBLE = """\
__device__ inline double __shfl_down(double v, int d)
{
    int low = __double2loint(v), high = __double2hiint(v);
    low = __shfl_down(low, d);
    high = __shfl_down(high, d);
    return __hiloint2double(high, low);
}
__global__ void k(double* p, float* q)
{
    double v = p[threadIdx.x];
    p[threadIdx.x] = __shfl_down(v, 1);
    q[threadIdx.x] = __shfl_down(q[threadIdx.x], 1);
    p[0] = __shfl_down(p[0] * 2, 1);
}
"""

    def test_own_calls_stay(self):
        lines = self.DOUBLE.splitlines(True)
        expected = "".join(with_masks(line) if number in (4, 5, 12) else line for number, line in enumerate(lines, 1))
        self.assertEqual(self.fixed(self.DOUBLE), expected)

    def test_built_in_types(self):
        """An own function for what the built-in one takes is in its place."""
        text = "__device__ inline int __shfl(int v, int d) { return v; }\n" + kernel("", "v += __shfl(v, 1);")
        self.assertEqual(self.fixed(text), text)
        generic = "template <class T> __device__ T __shfl(T v, int d) { return v; }\nstruct two { int a, b; };\n" + kernel(
            "", "two w; w = __shfl(w, 1); v = __shfl(v, 1);")
        self.assertEqual(self.fixed(generic), generic.replace("v = __shfl(v", "v = __shfl_sync(0xffffffff, v"))

    def test_arguments_of_unknown_type(self):
        """An object that converts to a built-in type may be an argument of either function."""
        text = """struct fixed { int raw; __device__ operator float() const { return raw; } };
struct pair { fixed a; };
static __device__ fixed __shfl(fixed f, int lane)
{
    fixed r;
    int raw = f.raw, other = raw;
    r.raw = __shfl(other, lane);
    return r;
}
static __device__ float of(fixed (&all)[4]) { return __shfl(all[1], 1); }
__global__ void k(float* v)
{
    pair p;
    auto own = __shfl(p.a, 1);
    fixed all[4];
    v[threadIdx.x] = own + of(all);
}
int main() { k<<<1, 32>>>(nullptr); }
"""
        self.write("a.cu", text)
        result = fix(self.KIND, "a.cu", cwd=self.folder)
        self.assertEqual(refusals(result), [f"a.cu:{line}: __shfl: it may call the program's own function of this name" for line in (10, 14)])
        self.assertEqual((self.folder / "a.cu").read_text(), text.replace("__shfl(other", "__shfl_sync(0xffffffff, other"))

    def test_a_macro(self):
        text = "#define __shfl(v, d) (v)\n" + kernel("", "v += __shfl(v, 1);")
        self.assertEqual(self.fixed(text), text)


if __name__ == "__main__":
    references_in_folder.PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
