# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of each element, a choice by a mask, and a softmax."""
import numpy
from tinygrad import Tensor

x = numpy.linspace(-4, 4, 1001, dtype=numpy.float32)
t = Tensor(x)
numpy.testing.assert_array_equal((t > 0).where(t, t * 0.25).numpy(), numpy.where(x > 0, x, x * numpy.float32(0.25)))
numpy.testing.assert_allclose(t.sin().numpy(), numpy.sin(x), atol=1e-6)
e = numpy.exp(x - x.max())
numpy.testing.assert_allclose(t.softmax().numpy(), e / e.sum(), rtol=1e-5)
