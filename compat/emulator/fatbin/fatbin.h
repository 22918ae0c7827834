// The fat binary that nvcc embeds: finds the PTX texts in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator::fatbin {

//! A PTX entry of a fat binary, still packed.
struct entry {
    int architecture = 0; //!< 90 for compute_90
    const unsigned char* payload = nullptr;
    std::size_t payload_size = 0;
    std::size_t text_size = 0; //!< 0 when the payload is plain text
    std::uint64_t flags = 0;
};

//! The PTX entries behind a registration wrapper ({0x466243b1, version, data}). Throws std::runtime_error when the
//! data is not a fat binary.
std::vector<entry> entries_of_wrapper(const void* wrapper);

//! The same for the data itself ({0xBA55ED50, …}).
std::vector<entry> entries_of_data(const void* data);

//! The entry of the highest architecture not above `limit` (0: no limit), or null.
const entry* choose(const std::vector<entry>&, int limit);

//! Unpacks the text. Throws std::runtime_error.
std::string text_of(const entry&);

} // namespace cuda_emulator::fatbin
