// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the PTX texts in the fat binary that nvcc embeds. Each size in it is tested against the available bytes before
// it is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator::fatbin {

//! An entry of a fat binary, still packed: PTX, or Tile IR, which nvcc 13.3 and later write for tile kernels.
struct entry {
    bool tile = false;    //!< Tile IR: these kernels have no PTX, and cannot run here
    int architecture = 0; //!< 90 for compute_90
    const unsigned char* payload = nullptr;
    std::size_t payload_size = 0;
    std::size_t text_size = 0; //!< the size in the header; 0 for a payload that is plain text
    std::uint64_t flags = 0;
};

//! Gives the PTX and Tile IR entries of a registration wrapper ({0x466243b1, version, data}). Throws std::runtime_error
//! if the data is not a fat binary, or exceeds the segment of the program or library that contains it.
std::vector<entry> entries_of_wrapper(const void* wrapper);

//! Gives the entries of each fat binary that was linked into one (-rdc=true). A wrapper of version 2 lists its parts,
//! and a wrapper of version 1 is its only part.
std::vector<std::vector<entry>> parts_of_wrapper(const void* wrapper);

//! Gives the bytes of a fat binary from its header; 0 if `data` is no fat binary.
std::size_t size_of_data(const void* data);

//! Gives the entries of the data itself ({0xBA55ED50, …}), whose first `available` bytes can be read.
std::vector<entry> entries_of_data(const void* data, std::size_t available);

//! Gives the PTX entry of the highest architecture not above `limit` (0: no limit), or null.
const entry* choose(const std::vector<entry>&, int limit);

//! Tests whether an entry is Tile IR.
bool has_tile_code(const std::vector<entry>&);

//! Tests whether the entries are those of the device runtime (libcudadevrt), which serves launches by kernels. It has
//! machine code for each architecture, and PTX for one alone: 121 in CUDA 13.0. Its PTX runs on all.
bool is_device_runtime(const std::vector<entry>&);

//! The message for a program whose kernels are only tile code.
extern const char* const only_tile_code;

//! Unpacks the text. Throws std::runtime_error.
std::string text_of(const entry&);

} // namespace cuda_emulator::fatbin
