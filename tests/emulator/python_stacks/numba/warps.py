# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums within warps by shuffles, and votes."""
import numpy
from numba import cuda

ALL = 0xFFFFFFFF


@cuda.jit
def sums(values, out, votes):
    i = cuda.grid(1)
    value = values[i]
    votes[i] = cuda.ballot_sync(ALL, value > 0)
    for distance in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(ALL, value, distance)
    if cuda.laneid == 0:
        out[i // 32] = value


values = numpy.random.default_rng(3).integers(-50, 50, 128).astype(numpy.int32)
out, votes = numpy.zeros(4, numpy.int32), numpy.zeros(128, numpy.uint32)
sums[2, 64](values, out, votes)
rows = values.reshape(4, 32)
numpy.testing.assert_array_equal(out, rows.sum(axis=1))
numpy.testing.assert_array_equal(votes.reshape(4, 32)[:, 0], (rows > 0) @ (2 ** numpy.arange(32)))
