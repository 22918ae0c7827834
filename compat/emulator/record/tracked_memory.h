// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The allocations of a recorded run: their numbers, their contents as last seen, and what a launch changed in them.
#pragma once

#include "memory/device_memory.h"
#include "record/tracked_content.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {

//! Bytes count without the gaps between rows of pitched memory: so they are the same for every pitch.
struct tracked_allocation : tracked_content {
    unsigned number = 0;
    allocation memory;
    //! Chunks that the host wrote by calls since they were seen. A copy of many short rows is then seen once.
    std::size_t written_from = SIZE_MAX, written_to = 0;

    bool has_gaps() const { return memory.row_pitch > memory.row_width && memory.row_width; }
    std::size_t size() const;
    //! The place among its bytes; SIZE_MAX in a gap.
    std::size_t place_of(std::uintptr_t address) const;
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
    //! Before a launch: finds new allocations, and sees what the host wrote, to managed and pinned memory without a
    //! call.
    void look();
    //! It was freed. Its number, or 0.
    unsigned forget(const void*);
    //! Compares the allocation with what was seen before, by elements, and takes it as seen. `keep` gets each chunk
    //! that `wanted` names.
    changes compare(tracked_allocation&, std::size_t element, const wants_chunk& wanted, const keeps_chunk& keep);
    //! All of this kind that are there.
    void each(const std::function<void(tracked_allocation&)>&);

private:
    tracked_allocation& begin(const allocation&);
    const unsigned char* bytes_of(const tracked_allocation&);

    std::map<std::uintptr_t, std::unique_ptr<tracked_allocation>> all_;
    std::uint64_t generation_ = 0;
    unsigned next_ = 1;
    std::vector<unsigned char> packed_; //!< rows without the gaps
};

} // namespace cuda_emulator
