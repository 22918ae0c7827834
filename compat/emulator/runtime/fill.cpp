// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fill.h"

#include "runtime/capture.h"
#include "runtime/transfer.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

bool has_element(const cudaMemsetParams& m) { return m.elementSize == 1 || m.elementSize == 2 || m.elementSize == 4; }

byte_rows rows_of(const cudaMemsetParams& m)
{
    byte_rows rows;
    rows.first = m.dst;
    // An overflowing width becomes a width that fits no allocation.
    if (__builtin_mul_overflow(m.width, std::size_t{m.elementSize}, &rows.width)) rows.width = ~std::size_t{0};
    rows.height = std::max<std::size_t>(m.height, 1);
    rows.pitch = m.pitch;
    return rows;
}

} // namespace

cudaError_t check_fill(const cudaMemsetParams& m)
{
    if (!has_element(m)) return cudaErrorInvalidValue;
    return may_exist_later(m.dst) ? cudaSuccess : check_set(rows_of(m), m.elementSize);
}

cudaError_t check_captured_fill(const cudaMemsetParams& m)
{
    return has_element(m) ? check_rows(rows_of(m), m.elementSize) : cudaErrorInvalidValue;
}

cudaError_t fill(const cudaMemsetParams& m)
{
    CUDA_EMULATOR_ENTER();
    if (!has_element(m)) return record(cudaErrorInvalidValue);
    return record(set_rows(rows_of(m), m.value, m.elementSize));
}

} // namespace cuda_emulator
