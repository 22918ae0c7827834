#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on fast.cu, products of matrices for compute capability 9.0 (github.com/pranjalssh/fast.cu).

    fast_cu.py CHECKOUT [--write]

Each header of `examples/matmul` has one kernel, from a plain one to those with wgmma, tensor copies, clusters and a
producer warpgroup. The suite's own program wants cuBLAS and matrices of 8192 rows. The launcher, which is generated in
the work folder, calls one kernel with small matrices, and compares the product with the host's.
"""
import pathlib
import re
import sys

import suite

# The largest kernels take groups of 16 by 8 tiles, of 128 by 256 elements each, and a step of 64 along K.
ROWS, COLUMNS, INNER = 2048, 2048, 128
# Those of the suite's Makefile.
OPTIONS = ["-std=c++17", "-O3", "-DNDEBUG", "--expt-relaxed-constexpr", "--expt-extended-lambda", "--use_fast_math"]

LAUNCHER = r"""
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

typedef __nv_bfloat16 bf16;
constexpr std::size_t SPACE_BYTES = 8192 * 128 * sizeof(int);
#define CEIL_DIV(M, N) (((M) + (N) - 1) / (N))
static void cudaCheck(cudaError_t error)
{
    if (error == cudaSuccess) return;
    std::printf("error: %%s\n", cudaGetErrorString(error));
    std::exit(1);
}
#include "%(header)s"

static std::vector<float> values(std::size_t count, unsigned seed, bf16 *&on_device)
{
    std::mt19937 random(seed);
    std::vector<bf16> rounded(count);
    std::vector<float> out(count);
    for (std::size_t k = 0; k < count; ++k)
        out[k] = rounded[k] = float(int(random() %% 2001) - 1000) / 500;
    cudaCheck(cudaMalloc(&on_device, count * sizeof(bf16)));
    cudaCheck(cudaMemcpy(on_device, rounded.data(), count * sizeof(bf16), cudaMemcpyHostToDevice));
    return out;
}

int main()
{
    constexpr int m = %(rows)d, n = %(columns)d, k = %(inner)d;
    bf16 *a, *b, *c;
    const std::vector<float> of_a = values(std::size_t(m) * k, 1, a), of_b = values(std::size_t(n) * k, 2, b);
    values(std::size_t(m) * n, 3, c);
    int *space = nullptr; // where a kernel writes which tiles it takes
    cudaCheck(cudaMalloc(&space, SPACE_BYTES));
    cudaCheck(cudaMemset(space, 0xff, SPACE_BYTES));
    %(call)s;
    cudaCheck(cudaDeviceSynchronize());
    std::vector<bf16> got(std::size_t(m) * n); // by columns
    cudaCheck(cudaMemcpy(got.data(), c, got.size() * sizeof(bf16), cudaMemcpyDeviceToHost));
    for (int row = 0; row < m; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int at = 0; at < k; ++at)
                sum += of_a[std::size_t(row) * k + at] * of_b[std::size_t(column) * k + at];
            const float one = got[std::size_t(column) * m + row];
            // bf16 has 8 bits, and a product in another order differs by less than this.
            if (!(std::fabs(one - sum) <= std::fabs(sum) / 256 + 1e-3f)) {
                std::printf("mismatch at row %%d, column %%d: %%g, and not %%g\n", row, column, one, sum);
                return 1;
            }
        }
    std::printf("the product is right\n");
    cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(space);
}
"""


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    out = []
    for header in sorted((checkout / "examples/matmul").glob("matmul_*.cuh"), key=lambda path: int(path.stem.split("_")[1])):
        called = re.search(r"\nvoid (runKernel\d+)\(([^)]*)\)", header.read_text(encoding="utf-8"))
        if not called:
            continue
        number, space = int(called[1].removeprefix("runKernel")), called[2].count(",") == 6
        arguments = "m, n, k, a, b, c" + (", space" if space else "")
        source = work / f"{header.stem}.cu"
        source.write_text(LAUNCHER % {"header": header, "rows": ROWS, "columns": COLUMNS, "inner": INNER,
                                      "call": f"{called[1]}({arguments})"}, encoding="utf-8")
        out.append(suite.Program(header.stem, [source], "correct", failure="mismatch|error:", prints=["the product is right"],
                                 options=[*OPTIONS, "-lcuda"],
                                 not_applicable="" if number > 1 else "the suite itself does not compare its product"))
    return out


SUITE = suite.Suite("fast-cu", "github.com/pranjalssh/fast.cu", {}, programs, architecture="90a")

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
