# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A product of matrices, and its transpose."""
import numpy
from tinygrad import Tensor

source = numpy.random.default_rng(1)
a, b = (source.integers(-9, 9, shape).astype(numpy.float32) for shape in ((33, 20), (20, 17)))
numpy.testing.assert_array_equal((Tensor(a) @ Tensor(b)).numpy(), a @ b)
numpy.testing.assert_array_equal((Tensor(b).T @ Tensor(a).T).numpy(), (a @ b).T)
