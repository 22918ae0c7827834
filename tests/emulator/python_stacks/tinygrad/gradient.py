# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A line through points, fitted by gradients."""
import numpy
from tinygrad import Tensor

x = numpy.linspace(-1, 1, 64, dtype=numpy.float32)
points, slope, offset = Tensor(x), Tensor([0.0]), Tensor([0.0])
expected = Tensor((3 * x - 2).astype(numpy.float32))
for _ in range(60):
    loss = ((points * slope + offset - expected) ** 2).mean()
    by_slope, by_offset = loss.gradient(slope, offset)
    slope, offset = (slope - 0.4 * by_slope).realize(), (offset - 0.4 * by_offset).realize()
numpy.testing.assert_allclose([slope.item(), offset.item()], [3, -2], atol=1e-4)
