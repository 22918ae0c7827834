# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A histogram by atomic additions, and the largest value."""
import numpy
from numba import cuda


@cuda.jit
def count(values, bins, largest):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(bins, values[i] % bins.size, 1)
        cuda.atomic.max(largest, 0, values[i])


values = numpy.random.default_rng(2).integers(0, 1000, 5000).astype(numpy.int32)
bins, largest = numpy.zeros(10, numpy.int32), numpy.zeros(1, numpy.int32)
count[20, 256](values, bins, largest)
numpy.testing.assert_array_equal(bins, numpy.bincount(values % 10, minlength=10))
assert largest[0] == values.max()
