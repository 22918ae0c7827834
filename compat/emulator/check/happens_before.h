// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The happens-before relation between accesses of a block's threads, by vector clocks.
//
// Accesses are numbered by record: one instruction as one warp runs it between two synchronisations. A clock holds for
// each thread the number below which its accesses are known. A barrier of the whole block moves `first`: all threads
// know all records below it. Most kernels only have such barriers.
//
// All other order is that of C++ and PTX. bar.warp.sync, named barriers and mbarriers order their participants. Acquire
// and release order through an object. A relaxed access together with a fence does the same. shfl, vote, match and
// redux order nothing: they exchange registers, without a guarantee about memory.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

#include <array>
#include <memory>
#include <vector>

namespace cuda_emulator {

//! Knowledge of a thread, a barrier or an atomic object: by thread, the number below which its records are known.
struct vector_clock {
    std::shared_ptr<const std::vector<std::uint32_t>> known; //!< null: nothing is known
    std::uint32_t latest = 0;                                //!< upper bound of all entries
};

class happens_before {
public:
    happens_before(std::uint32_t threads, bool lock_step);

    std::uint32_t first = 1; //!< all threads know the records below
    std::uint32_t next = 1;  //!< number of the next record

    //! Whether the record of `thread` precedes the next access of `observer`.
    bool before(std::uint32_t record, std::uint32_t thread, std::uint32_t observer) const;
    //! Records of the warp below this number must not be reused for new accesses.
    std::uint32_t since(std::uint32_t warp) const { return std::max(first, warps_[warp].since); }
    //! All lanes of the warp know each other's records below this number.
    std::uint32_t whole(std::uint32_t warp) const { return lock_step_ ? next : warps_[warp].whole; }
    //! The thread number that stands for asynchronous copies.
    std::uint32_t copies() const { return threads_; }
    //! Adds all asynchronous copies so far to the clock.
    void release_copies(vector_clock&);

    void block_barrier();
    //! Restarts the numbers and forgets all records.
    void restart();
    void warp_barrier(const warp&, std::uint32_t mask);
    void fence(std::uint32_t warp, std::uint32_t mask);
    //! Adds all accesses so far to the clock.
    void release_all(vector_clock&);
    //! `release` adds the lanes' knowledge to the clock; `acquire` adds the clock to the lanes' knowledge.
    void release(std::uint32_t warp, std::uint32_t mask, vector_clock&);
    void acquire(std::uint32_t warp, std::uint32_t mask, const vector_clock&);
    //! Adds the lanes' knowledge of the block's threads to `out`.
    void add_known_to(std::uint32_t warp, std::uint32_t mask, std::vector<std::uint32_t>& out) const;
    //! A volatile or strong access of one lane to the object with this clock.
    void strong_access(std::uint32_t warp, int lane, memory_order, bool reads, bool writes, vector_clock&);
    //! Whether only barriers of the block have ordered threads since the last such barrier.
    bool flat() const { return flat_; }
    //! Whether relaxed accesses order nothing, because no lane has met a fence or released.
    bool trivial() const { return !published_; }

private:
    // The knowledge of a lane at one time. A relaxed write publishes the snapshot of the last fence.
    struct snapshot {
        std::uint32_t time = 0;
        std::uint32_t lanes[warp_size] = {};
        vector_clock others;
    };
    struct warp_state {
        std::uint32_t since = 0, whole = 0;
        std::uint32_t lanes[warp_size][warp_size] = {}; //!< knowledge of lane l about lane k
        vector_clock others[warp_size];                 //!< knowledge of each lane about the other warps
        vector_clock pending[warp_size];                //!< read by relaxed accesses; effective after a fence
        std::unique_ptr<std::array<snapshot, warp_size>> fences;
    };
    static void join(vector_clock& to, const vector_clock& from);
    snapshot of(std::uint32_t warp, int lane) const;
    void publish(std::uint32_t warp, const snapshot&, std::vector<std::uint32_t>& out) const;

    std::uint32_t threads_; //!< a multiple of 32
    const bool lock_step_;  //!< each lane of a warp knows the earlier accesses of the others
    std::vector<warp_state> warps_;
    bool flat_ = true;
    bool foreign_ = false;   //!< whether any lane knows of other warps
    bool published_ = false; //!< whether any lane met a fence or released
};

} // namespace cuda_emulator
