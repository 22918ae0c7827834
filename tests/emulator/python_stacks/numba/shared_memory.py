# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A product of matrices by tiles in shared memory, with barriers."""
import numpy
from numba import cuda, float64

TILE = 16


@cuda.jit
def product(a, b, out):
    of_a = cuda.shared.array((TILE, TILE), float64)
    of_b = cuda.shared.array((TILE, TILE), float64)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = 0.0
    for k in range(a.shape[1] // TILE):
        of_a[tx, ty] = a[x, k * TILE + ty]
        of_b[tx, ty] = b[k * TILE + tx, y]
        cuda.syncthreads()
        for j in range(TILE):
            total += of_a[tx, j] * of_b[j, ty]
        cuda.syncthreads()
    out[x, y] = total


source = numpy.random.default_rng(1)
a, b = source.integers(-9, 9, (32, 64)).astype(float), source.integers(-9, 9, (64, 48)).astype(float)
out = numpy.zeros((32, 48))
product[(2, 3), (TILE, TILE)](a, b, out)
numpy.testing.assert_array_equal(out, a @ b)
