// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a copy or a set may touch: rows of bytes, held against the address space, the allocations and the direction that
// the program names.
#pragma once

#include <cstddef>
#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! Rows of bytes in linear memory. A row is `width` bytes; `pitch` leads to the next row, `slice` to the next slice.
struct byte_rows {
    const void* first = nullptr;
    std::size_t width = 0, height = 1, depth = 1;
    std::size_t pitch = 0, slice = 0;

    bool empty() const { return !width || !height || !depth; }
};

//! False: a size that became negative, as any that leads past the last address.
bool fits_address_space(const void*, std::size_t bytes);

//! Rows of a pitched box. False: an offset or a size does not fit the address space, as one that became negative.
bool rows_of(const cudaPitchedPtr&, const cudaPos&, const cudaExtent&, byte_rows&);

enum class copy_side { source, destination };

//! Errors of one side of a copy that is not empty: no address, a size that does not fit, memory that is freed or too
//! small, memory of the host where the direction says device. A side that contradicts the direction is a finding.
cudaError_t check_side(const byte_rows&, copy_side, cudaMemcpyKind);
//! The same for both sides.
cudaError_t check_copy(const byte_rows& to, const byte_rows& from, cudaMemcpyKind);

//! Writes elements of 1, 2 or 4 bytes over rows. Rows that leave their allocation are cudaErrorInvalidValue and a
//! finding: a GPU returns success, and cudaErrorIllegalAddress later.
cudaError_t set_rows(const byte_rows&, unsigned value, std::size_t element);

} // namespace cuda_emulator
