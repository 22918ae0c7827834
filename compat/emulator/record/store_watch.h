// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last writer of each byte of chosen chunks, and what atomics added to it.
#pragma once

#include "machine/observer.h"
#include "machine/warp.h"
#include "record/tracked_memory.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace cuda_emulator {

//! One element of a chunk, as the file FILE.bytes has it.
struct kept_writer {
    std::uint64_t block = 0;
    std::uint32_t thread = 0, site = 0; //!< site 0: nothing wrote to it
    std::uint32_t stores = 0;           //!< by other instructions than atomic additions of real numbers
    std::uint32_t additions = 0;
    std::uint64_t addends = 0; //!< a hash of the addends that does not depend on the order
};
static_assert(sizeof(kept_writer) == 32);

class store_watch : public execution_observer {
public:
    //! `site_of` numbers an instruction.
    using numbers_site = std::function<std::uint32_t(const warp&, const instruction&)>;
    explicit store_watch(numbers_site site_of)
        : site_of_(std::move(site_of))
    {
    }
    void watch(const tracked_allocation&, std::size_t chunk);
    //! By the chunk's bytes; null for a chunk that is not watched.
    const std::vector<kept_writer>* writers(unsigned allocation, std::size_t chunk) const;

    void executes(warp&, const instruction&, std::uint32_t mask, std::uint32_t active) override;
    void executes_straight(warp&, const instruction&, std::size_t, std::uint32_t) override {} // it wants the counters
    void takes_back(warp&, const instruction&, std::uint32_t) override {}
    void block_starts(const block&) override {}
    void barrier_opens(const block&, std::uint32_t) override {}

private:
    struct watched {
        const tracked_allocation* owner = nullptr;
        std::map<std::size_t, std::vector<kept_writer>> chunks;
    };
    struct store {
        std::uint64_t at = 0;
        std::size_t bytes = 0;
        bool adds = false;
        std::uint64_t addend = 0;
    };
    void note(warp&, const instruction&, int lane, const store&);
    void note_surface(warp&, const instruction&, std::uint32_t mask);

    numbers_site site_of_;
    std::vector<watched> all_;
    std::map<const instruction*, bool> adds_;
};

} // namespace cuda_emulator
