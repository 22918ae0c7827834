# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums, extremes and a cumulative sum of integers."""
import numpy
from tinygrad import Tensor

values = numpy.random.default_rng(2).integers(-100, 100, (37, 501)).astype(numpy.int32)
t = Tensor(values)
numpy.testing.assert_array_equal(t.sum(axis=0).numpy(), values.sum(axis=0))
numpy.testing.assert_array_equal(t.max(axis=1).numpy(), values.max(axis=1))
numpy.testing.assert_array_equal(t.argmax(axis=1).numpy(), values.argmax(axis=1))
numpy.testing.assert_array_equal(t.cumsum(axis=1).numpy(), values.cumsum(axis=1))
