// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mappings of virtual memory management, for calls that describe memory.
#pragma once

#include <cstddef>
#include <cuda.h>

namespace cuda_emulator {

struct found_mapping {
    CUdeviceptr range = 0; //!< the reservation
    std::size_t range_size = 0;
    CUdeviceptr address = 0;
    std::size_t size = 0;
    unsigned access = 0; //!< CUmemAccess_flags
};

//! Finds the mapping of cuMemMap that holds the address, accessible or not.
bool find_mapping(CUdeviceptr, found_mapping&);

} // namespace cuda_emulator
