# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels made of one expression, and of several statements."""
import numpy
import pycuda.autoinit  # noqa: F401
from pycuda import gpuarray
from pycuda.elementwise import ElementwiseKernel

x = gpuarray.to_gpu(numpy.arange(500, dtype=numpy.int32))
y = gpuarray.empty_like(x)
ElementwiseKernel("int *x, int *y, int a", "y[i] = a * x[i] - 1")(x, y, 3)
numpy.testing.assert_array_equal(y.get(), 3 * numpy.arange(500) - 1)
power = ElementwiseKernel("int *x, int times", "int p = 1; for (int k = 0; k < times; ++k) p *= x[i]; x[i] = p")
power(x, 3)
numpy.testing.assert_array_equal(x.get(), numpy.arange(500) ** 3)
