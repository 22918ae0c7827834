# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of vectors: one grid, and one with a stride."""
import numpy
from numba import cuda


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit
def scale(values, factor):
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        values[i] *= factor


a = numpy.arange(1000, dtype=numpy.float32)
out = cuda.device_array_like(a)
add[8, 128](cuda.to_device(a), cuda.to_device(2 * a), out)
scale[2, 64](out, 0.5)
numpy.testing.assert_array_equal(out.copy_to_host(), 1.5 * a)
