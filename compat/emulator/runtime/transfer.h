// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a copy or a set may touch: rows of bytes, held against the address space, the allocations and the direction that
// the program names.
#pragma once

#include "memory/device_memory.h"

#include <cstddef>
#include <cstdint>
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

//! Bytes that a copy brings to the host and that nothing has written. Told once for the whole copy.
class unwritten_results {
public:
    explicit unwritten_results(const void* to);
    //! The next row of the copy.
    void look_at(const void* from, std::size_t bytes);
    void tell();

private:
    struct stretch {
        std::uintptr_t at = 0;
        std::size_t bytes = 0;
    };
    void look_at(stretch, std::uintptr_t written_before, std::uintptr_t written_behind);
    void add(stretch);
    bool wanted_ = false, by_data_ = false;
    allocation owner_;
    std::size_t copied_ = 0, unwritten_ = 0, gaps_ = 0, bytes_of_gaps_ = 0;
    std::uintptr_t first_ = 0, first_gap_ = 0;
};

//! Writes elements of 1, 2 or 4 bytes over rows. Rows that leave their allocation are cudaErrorInvalidValue and a
//! finding: a GPU returns success, and cudaErrorIllegalAddress later.
cudaError_t set_rows(const byte_rows&, unsigned value, std::size_t element);

} // namespace cuda_emulator
