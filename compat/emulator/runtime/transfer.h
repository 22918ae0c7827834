// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the rows of a copy or memset against the address space, the allocations and the copy direction.
#pragma once

#include "memory/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! Rows of bytes in linear memory. `width` is the bytes in a row. `pitch` is the distance of rows, and `slice` the
//! distance of slices.
struct byte_rows {
    const void* first = nullptr;
    std::size_t width = 0, height = 1, depth = 1;
    std::size_t pitch = 0, slice = 0;

    bool empty() const { return !width || !height || !depth; }
};

//! Returns false if the range ends past the last address, as for a negative size.
bool fits_address_space(const void*, std::size_t bytes);

//! Computes the rows of a pitched box. Returns false on overflow, as for a negative offset or size.
bool rows_of(const cudaPitchedPtr&, const cudaPos&, const cudaExtent&, byte_rows&);

enum class copy_side { source, destination };

//! Returns the error for one side of a nonempty copy. Errors are a null address, an overflowing size, freed or too
//! small memory, and host memory in place of device memory. A side that contradicts the direction is also a finding.
cudaError_t check_side(const byte_rows&, copy_side, cudaMemcpyKind);
//! Checks both sides.
cudaError_t check_copy(const byte_rows& to, const byte_rows& from, cudaMemcpyKind);

//! Checks the copy of a graph's node. An H200 refuses an empty one. Memory that a graph may allocate is not checked.
cudaError_t check_node_copy(const cudaMemcpy3DParms&);

//! Finds bytes that a copy brings to the host and that were never written. Reports once for the whole copy.
class unwritten_results {
public:
    explicit unwritten_results(const void* to);
    //! Checks the next row of the copy.
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

//! Tests whether the program may change this memory of the host when a call returns. That is false for pinned memory,
//! and for memory of the device.
bool is_pageable(const void*);

//! True for memory of an allocation that does not exist now. A queued graph may allocate it.
bool may_exist_later(const void*);

//! Returns the error of set_rows(), and writes nothing.
cudaError_t check_set(const byte_rows&, std::size_t element);
//! Tests the pitch and the alignment of rows to fill, and not their memory.
cudaError_t check_rows(const byte_rows&, std::size_t element);
//! Writes elements of 1, 2 or 4 bytes to rows. Rows that leave their allocation return cudaErrorInvalidValue and are a
//! finding. A GPU returns that, too, or success here and
//! cudaErrorIllegalAddress later.
cudaError_t set_rows(const byte_rows&, unsigned value, std::size_t element);

} // namespace cuda_emulator
