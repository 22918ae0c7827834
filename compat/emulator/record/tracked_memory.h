// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The allocations of a recorded run: their numbers, their contents as last seen, and what a launch changed in them.
#pragma once

#include "memory/device_memory.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {

//! Hashes are those of chunks of so many bytes.
constexpr std::size_t chunk_bytes = 32 * 1024;
//! Larger allocations are left out: a second copy of them would take the host's memory.
constexpr std::size_t largest_tracked = std::size_t{1} << 30;
//! What a new allocation of device memory holds in a recorded run, so that a store of zero shows.
constexpr unsigned char fresh_byte = 0xcb;

//! Bytes count without the gaps between rows of pitched memory: so they are the same for every pitch.
struct tracked_allocation {
    unsigned number = 0;
    allocation memory;
    std::vector<unsigned char> seen;   //!< its bytes as last seen
    std::vector<std::uint64_t> chunks; //!< the hash of each chunk of `seen`
    std::uint64_t state = 0;           //!< the hash of `seen`

    bool has_gaps() const { return memory.row_pitch > memory.row_width && memory.row_width; }
    std::size_t size() const;
    //! The place among its bytes; SIZE_MAX in a gap.
    std::size_t place_of(std::uintptr_t address) const;
};

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

class tracked_memory {
public:
    //! The allocation that holds the address. Null: memory that CUDA does not know, or that is left out.
    tracked_allocation* at(const void*);
    //! A new allocation is begun to be tracked: `begun` is called for each.
    std::function<void(const tracked_allocation&)> begun;
    //! New device memory gets fresh_byte.
    static void fill(void*, std::size_t bytes);
    //! A call of the host wrote these bytes.
    void written(const void*, std::size_t bytes);
    //! Before a launch: finds new allocations, and what the host wrote to managed and pinned memory itself.
    void look();
    //! It was freed. Its number, or 0.
    unsigned forget(const void*);
    //! A chunk as it is kept: for each byte 1 where it changed, the old content, and the new one.
    struct kept_chunk {
        std::size_t index, bytes;
        const unsigned char *mask, *before, *after;
    };
    using wants_chunk = std::function<bool(std::size_t index)>;
    using keeps_chunk = std::function<void(const kept_chunk&)>;
    //! Compares the allocation with what was seen before, by elements, and takes it as seen. `keep` gets each chunk
    //! that `wanted` names.
    changes compare(tracked_allocation&, std::size_t element, const wants_chunk& wanted, const keeps_chunk& keep);
    //! All of this kind that are there.
    void each(const std::function<void(tracked_allocation&)>&);

private:
    tracked_allocation& begin(const allocation&);
    void see(tracked_allocation&, const unsigned char* now, std::size_t first_chunk, std::size_t last_chunk);
    const unsigned char* bytes_of(const tracked_allocation&);

    std::map<std::uintptr_t, std::unique_ptr<tracked_allocation>> all_;
    std::uint64_t generation_ = 0;
    unsigned next_ = 1;
    std::vector<unsigned char> packed_; //!< rows without the gaps
};

} // namespace cuda_emulator
