// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fill.h"

#include "runtime/capture.h"
#include "runtime/transfer.h"

#include <algorithm>

cudaError_t cuda_emulator::fill(const cudaMemsetParams& m)
{
    CUDA_EMULATOR_ENTER();
    if (m.elementSize != 1 && m.elementSize != 2 && m.elementSize != 4) return record(cudaErrorInvalidValue);
    byte_rows rows;
    rows.first = m.dst;
    // An overflowing width becomes a width that fits no allocation.
    if (__builtin_mul_overflow(m.width, std::size_t{m.elementSize}, &rows.width)) rows.width = ~std::size_t{0};
    rows.height = std::max<std::size_t>(m.height, 1);
    rows.pitch = m.pitch;
    return record(set_rows(rows, m.value, m.elementSize));
}
