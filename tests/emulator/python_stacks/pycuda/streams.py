# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies and a kernel in a stream, timed by events."""
import numpy
import pycuda.autoinit  # noqa: F401
import pycuda.driver as driver
from pycuda.compiler import SourceModule

square = SourceModule("__global__ void square(double* v) { v[threadIdx.x] *= v[threadIdx.x]; }").get_function("square")
stream, begin, end = driver.Stream(), driver.Event(), driver.Event()
values = driver.pagelocked_empty(128, numpy.float64)
values[:] = numpy.arange(128)
memory = driver.mem_alloc(values.nbytes)
begin.record(stream)
driver.memcpy_htod_async(memory, values, stream)
square(memory, block=(128, 1, 1), stream=stream)
driver.memcpy_dtoh_async(values, memory, stream)
end.record(stream)
stream.synchronize()
assert begin.time_till(end) >= 0
numpy.testing.assert_array_equal(values, numpy.arange(128.0) ** 2)
