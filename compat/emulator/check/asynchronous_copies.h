// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies of a block into its shared memory: cp.async, and cp.async.bulk.
//
// No thread may touch the bytes before the copy is waited for. A pending copy therefore stamps its cells with a thread
// number of its own, so that any access to them is a race. The wait stamps the cells anew, as if the lanes had written
// them at that time. A barrier does not complete a copy.
#pragma once

#include "check/shadow_cells.h"

#include <vector>

namespace cuda_emulator {

class asynchronous_copies {
public:
    asynchronous_copies(std::size_t warps, shared_reads& touched, access_records&, shadow_cells&);

    //! Called when a new block begins.
    void start_block();
    //! Called after access_records::block_barrier(): pending copies stay pending.
    void stamp_pending();

    //! cp.async: each lane copies `bytes` bytes to its offset in shared memory, which is `at` - `base`.
    void copy(const warp&, const instruction&, u32 mask, const u64* at, u64 base, u32 bytes);
    //! Ends a group of copies of each lane.
    void commit(const warp&, u32 mask);
    //! Completes all copies but those of the latest `pending` groups; all copies if `pending` is negative.
    void wait(const warp&, u32 mask, int pending);
    //! cp.async.bulk, which an mbarrier completes.
    void bulk_copy(const warp&, const instruction&, u32 offset, u32 bytes);

private:
    // Copies by lanes of one warp that have committed the same number of groups before.
    struct pending_copy {
        u32 mask, count, group;
        const instruction* at;
        const decoded_function* function;
        u32 cell[warp_size];
    };
    void stamp(const pending_copy&);
    void finish(u32 warp_index, const pending_copy&, u32 lanes);

    shared_reads& touched_;
    access_records& records_;
    shadow_cells& cells_;
    std::vector<std::vector<pending_copy>> pending_; //!< by warp
    std::vector<u32> groups_;                        //!< committed groups, by thread
};

} // namespace cuda_emulator
