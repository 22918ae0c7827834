// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which accesses of a block's threads come before which: vector clocks.
//
// Accesses are numbered (a record is one instruction as one warp runs it between two synchronisations), so a clock says
// for each thread up to which number its accesses are known. A barrier of the whole block moves `first`, below which
// everything is known to everyone; most kernels need nothing else. What follows C++ and PTX: bar.warp.sync, named
// barriers and mbarriers order those who take part; acquire and release order through an object; a relaxed access does
// so together with a fence. shfl, vote, match and redux order nothing: they exchange registers, and promise nothing
// about memory.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

#include <array>
#include <memory>
#include <vector>

namespace cuda_emulator {

//! What some thread, barrier or atomic object knows: by thread, the number below which its records are known.
struct vector_clock {
    std::shared_ptr<const std::vector<std::uint32_t>> known; //!< null: nothing
    std::uint32_t latest = 0;                                //!< no entry is above
};

class happens_before {
public:
    happens_before(std::uint32_t threads, bool lock_step);

    std::uint32_t first = 1; //!< records below are known to all threads
    std::uint32_t next = 1;  //!< number of the next record

    //! Does the record, of that thread, come before what `observer` does now?
    bool before(std::uint32_t record, std::uint32_t thread, std::uint32_t observer) const;
    //! The warp's records below this number must not stand for accesses that come now.
    std::uint32_t since(std::uint32_t warp) const { return std::max(first, warps_[warp].since); }
    //! All lanes of the warp know each other's records below this number.
    std::uint32_t whole(std::uint32_t warp) const { return lock_step_ ? next : warps_[warp].whole; }
    //! A thread number of its own for the copies that the hardware makes.
    std::uint32_t copies() const { return threads_; }
    //! The clock learns of all copies made so far.
    void release_copies(vector_clock&);

    void block_barrier();
    //! Forgets all numbers.
    void restart();
    void warp_barrier(const warp&, std::uint32_t mask);
    void fence(std::uint32_t warp, std::uint32_t mask);
    //! The clock learns of everything so far.
    void release_all(vector_clock&);
    //! The clock learns what the lanes know, or the lanes what the clock knows.
    void release(std::uint32_t warp, std::uint32_t mask, vector_clock&);
    void acquire(std::uint32_t warp, std::uint32_t mask, const vector_clock&);
    //! `out` learns what the lanes know of the block's threads.
    void add_known_to(std::uint32_t warp, std::uint32_t mask, std::vector<std::uint32_t>& out) const;
    //! One lane's volatile, relaxed, acquiring or releasing access to the object that has this clock.
    void strong_access(std::uint32_t warp, int lane, memory_order, bool reads, bool writes, vector_clock&);
    //! Nothing but barriers of the block has ordered threads since the last of these.
    bool flat() const { return flat_; }
    //! No fence was met and nothing released, so that relaxed accesses order nothing.
    bool trivial() const { return !published_; }

private:
    // What a lane knew at some time. A relaxed write publishes what it was at the last fence.
    struct snapshot {
        std::uint32_t time = 0;
        std::uint32_t lanes[warp_size] = {};
        vector_clock others;
    };
    struct warp_state {
        std::uint32_t since = 0, whole = 0;
        std::uint32_t lanes[warp_size][warp_size] = {}; //!< what lane l knows of lane k
        vector_clock others[warp_size];                 //!< … and of the other warps
        vector_clock pending[warp_size];                //!< read by relaxed accesses; known after a fence
        std::unique_ptr<std::array<snapshot, warp_size>> fences;
    };
    static void join(vector_clock& to, const vector_clock& from);
    snapshot of(std::uint32_t warp, int lane) const;
    void publish(std::uint32_t warp, const snapshot&, std::vector<std::uint32_t>& out) const;

    std::uint32_t threads_; //!< a multiple of 32
    const bool lock_step_;  //!< lanes of a warp know of each other what came before
    std::vector<warp_state> warps_;
    bool flat_ = true;
    bool foreign_ = false;   //!< some lane knows of other warps
    bool published_ = false; //!< some lane met a fence or released
};

} // namespace cuda_emulator
