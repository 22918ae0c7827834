# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the device, whose operators PyCUDA compiles."""
import numpy
import pycuda.autoinit  # noqa: F401
from pycuda import gpuarray

values = numpy.random.default_rng(1).integers(-9, 9, 1000).astype(numpy.float32)
array = gpuarray.to_gpu(values)
numpy.testing.assert_array_equal((2 * array + array * array).get(), 2 * values + values * values)
numpy.testing.assert_array_equal(array[::4].get(), values[::4])
numpy.testing.assert_array_equal(gpuarray.if_positive(array, array, -array).get(), abs(values))
