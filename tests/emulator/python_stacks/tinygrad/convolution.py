# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A convolution of an image, against its definition."""
import numpy
from tinygrad import Tensor

source = numpy.random.default_rng(3)
image, weights = source.integers(-5, 5, (1, 3, 12, 12)), source.integers(-5, 5, (4, 3, 3, 3))
expected = numpy.zeros((1, 4, 10, 10))
for y in range(3):
    for x in range(3):
        expected += numpy.einsum("ncij,oc->noij", image[:, :, y:y + 10, x:x + 10], weights[:, :, y, x])
found = Tensor(image.astype(numpy.float32)).conv2d(Tensor(weights.astype(numpy.float32))).numpy()
numpy.testing.assert_array_equal(found, expected)
