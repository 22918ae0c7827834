// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The texture fetches of a recorded launch: for each texture how many, a hash of all values, and how many left the
// texture.
#pragma once

#include "machine/warp.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace cuda_emulator {

//! One fetch, as the file FILE.bytes has it.
struct kept_fetch {
    std::uint64_t block = 0, texture = 0; //!< numbers; the texture's is its handle
    std::uint32_t thread = 0, step = 0;   //!< `step` counts the fetches of the launch
    std::uint32_t line = 0;               //!< of the PTX
    std::uint32_t form = 0;               //!< the number of coordinates, and 16 for whole ones
    std::uint32_t at[3] = {};
    std::uint32_t layer = 0;
    std::uint32_t value[4] = {};
};
static_assert(sizeof(kept_fetch) == 64);

//! The number of the block in the grid, and of the thread in the block.
std::uint64_t block_number(const warp&);
std::uint32_t thread_number(const warp&, int lane);

class fetch_record {
public:
    struct of_texture {
        std::uint64_t fetches = 0, outside = 0;
        std::uint64_t hash = 0;  //!< does not depend on the order
        int first_line = 0;      //!< of the PTX
        std::string description; //!< size, format and attributes
        std::uintptr_t texels = 0;
    };

    explicit fetch_record(bool keeps)
        : keeps_(keeps)
    {
    }
    //! Thread-safe.
    void add(warp&, const instruction&, std::uint32_t mask, const std::uint32_t (*values)[32]);
    const std::map<std::uint64_t, of_texture>& by_handle() const { return all_; }
    const std::vector<kept_fetch>& kept() const { return kept_; }
    std::uint64_t not_kept() const { return not_kept_; }

private:
    static constexpr std::size_t most_kept = 1 << 18;
    const bool keeps_;
    std::mutex mutex_;
    std::map<std::uint64_t, of_texture> all_;
    std::vector<kept_fetch> kept_;
    std::uint64_t not_kept_ = 0;
};

} // namespace cuda_emulator
