# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel of C++, on arrays that PyCUDA copies by itself."""
import numpy
import pycuda.autoinit  # noqa: F401  (makes a context)
import pycuda.driver as driver
from pycuda.compiler import SourceModule

add = SourceModule("""
__global__ void add(float* out, const float* a, const float* b) { out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
""").get_function("add")
a = numpy.arange(400, dtype=numpy.float32)
out = numpy.zeros_like(a)
add(driver.Out(out), driver.In(a), driver.In(2 * a), block=(400, 1, 1), grid=(1, 1))
numpy.testing.assert_array_equal(out, 3 * a)
