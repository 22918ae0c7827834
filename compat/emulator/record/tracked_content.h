// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The content of one allocation as last seen, and what changed in it since. It knows no device: the recorder for GPUs
// uses it, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace cuda_emulator {

//! Hashes are those of chunks of so many bytes.
constexpr std::size_t chunk_bytes = 32 * 1024;
//! Larger allocations are left out: a second copy of them would take the host's memory.
constexpr std::size_t largest_tracked = std::size_t{1} << 30;
//! What a new allocation of device memory holds in a recorded run, so that a store of zero shows.
constexpr unsigned char fresh_byte = 0xcb;

//! What a launch changed in a chunk.
struct changed_chunk {
    std::size_t index = 0;
    std::uint64_t hash = 0; //!< of places and new values
};
struct changes {
    std::size_t bytes = 0, ranges = 0;
    std::size_t first = 0, last = 0; //!< the first changed byte, and the last one
    std::vector<changed_chunk> chunks;
};

//! A chunk as it is kept: for each byte 1 where it changed, the old content, and the new one.
struct kept_chunk {
    std::size_t index, bytes;
    const unsigned char *mask, *before, *after;
};
using wants_chunk = std::function<bool(std::size_t index)>;
using keeps_chunk = std::function<void(const kept_chunk&)>;

struct tracked_content {
    std::vector<unsigned char> seen;   //!< its bytes as last seen
    std::vector<std::uint64_t> chunks; //!< the hash of each chunk of `seen`
    std::uint64_t state = 0;           //!< the hash of `seen`

    //! Takes all of this content as seen.
    void begin(const unsigned char* now, std::size_t bytes);
    //! Takes the chunks [first, last) of this content as seen.
    void see(const unsigned char* now, std::size_t first, std::size_t last);
    //! Takes each chunk that changed as seen. For memory that the host writes without a call.
    void see_changes(const unsigned char* now);
    //! Compares this content with what was seen before, by elements, and takes it as seen. `keep` gets each chunk that
    //! `wanted` names.
    changes compare(const unsigned char* now, std::size_t element, const wants_chunk& wanted, const keeps_chunk& keep);
};

} // namespace cuda_emulator
