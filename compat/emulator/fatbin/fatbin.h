// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fat binary that nvcc embeds: finds the PTX texts in it. No size in it is believed before it was held against what
// is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator::fatbin {

//! A PTX entry of a fat binary, still packed; or one of Tile IR, which nvcc 13.3 and later write for tile kernels.
struct entry {
    bool tile = false;    //!< Tile IR: there is no PTX of these kernels, and nothing here reads it
    int architecture = 0; //!< 90 for compute_90
    const unsigned char* payload = nullptr;
    std::size_t payload_size = 0;
    std::size_t text_size = 0; //!< as the header says; 0 when the payload is plain text
    std::uint64_t flags = 0;
};

//! The PTX and Tile IR entries behind a registration wrapper ({0x466243b1, version, data}). Throws std::runtime_error
//! when the data is not a fat binary, or reaches out of the program's or library's segment that it lies in.
std::vector<entry> entries_of_wrapper(const void* wrapper);

//! The same for each fat binary that was linked into the one behind the wrapper (-rdc=true): a wrapper of version 2
//! lists them, and one of version 1 is the only part of itself.
std::vector<std::vector<entry>> parts_of_wrapper(const void* wrapper);

//! Bytes of a fat binary, as its header says; 0 when `data` does not begin as one.
std::size_t size_of_data(const void* data);

//! The same for the data itself ({0xBA55ED50, …}), of which `available` bytes can be read.
std::vector<entry> entries_of_data(const void* data, std::size_t available);

//! The PTX entry of the highest architecture not above `limit` (0: no limit), or null.
const entry* choose(const std::vector<entry>&, int limit);

//! Whether an entry is Tile IR.
bool has_tile_code(const std::vector<entry>&);

//! What to say where kernels are tile code alone.
extern const char* const only_tile_code;

//! Unpacks the text. Throws std::runtime_error.
std::string text_of(const entry&);

} // namespace cuda_emulator::fatbin
