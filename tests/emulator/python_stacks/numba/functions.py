# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A device function, a generalised function of NumPy and a reduction, which Numba makes of one line each."""
import math

import numpy
from numba import cuda, vectorize


@cuda.jit(device=True)
def length(x, y):
    return math.sqrt(x * x + y * y)


@cuda.jit
def lengths(points, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = length(points[i, 0], points[i, 1])


@vectorize(["float64(float64, float64)"], target="cuda")
def weighted(x, y):
    return 2.0 * x + y


points = numpy.array([[3.0 * k, 4.0 * k] for k in range(100)])
out = numpy.zeros(100)
lengths[1, 128](points, out)
numpy.testing.assert_array_equal(out, 5.0 * numpy.arange(100))
numpy.testing.assert_array_equal(weighted(out, out), 3 * out)
assert cuda.reduce(lambda a, b: a + b)(out) == out.sum()
