# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constant memory by its name, and shared memory of a size that the launch gives."""
import numpy
import pycuda.autoinit  # noqa: F401
import pycuda.driver as driver
from pycuda.compiler import SourceModule

module = SourceModule("""
__constant__ int factors[4];
__global__ void reverse(int* values)
{
    extern __shared__ int tile[];
    tile[threadIdx.x] = values[threadIdx.x] * factors[threadIdx.x % 4];
    __syncthreads();
    values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
""")
factors, values = numpy.array([1, 10, 100, 1000], numpy.int32), numpy.arange(64, dtype=numpy.int32)
driver.memcpy_htod(module.get_global("factors")[0], factors)
out = values.copy()
module.get_function("reverse")(driver.InOut(out), block=(64, 1, 1), shared=64 * 4)
numpy.testing.assert_array_equal(out, (values * numpy.tile(factors, 16))[::-1])
