// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks of a cluster, which run together and access each other's shared memory. A block of a launch without
// clusters is a cluster by itself.
//
// The shared memory of the block with rank r begins at offset r << 24 of the cluster's. An offset is what a register
// holds as an address of shared memory. So the offset also names the block, and has the same meaning in all blocks of
// the cluster.
#pragma once

#include "machine/block.h"
#include "memory/address_window.h"

namespace cuda_emulator {

constexpr int cluster_stride_bits = 24;
constexpr std::uint64_t cluster_stride = std::uint64_t{1} << cluster_stride_bits;
static_assert(cluster_stride == address_window::shared_stride);
constexpr std::uint32_t most_blocks_of_a_cluster = 16;

//! The number under which paths wait for the cluster's barrier; PTX has no such barrier number.
constexpr std::uint32_t cluster_barrier = barrier_count;

//! The last access to a block's shared memory by another block.
struct peer_access {
    const instruction* at = nullptr; //!< null: no access yet
    const decoded_function* function = nullptr;
    const block* from = nullptr;
    std::uint32_t thread = 0, bytes = 0;
    bool writes = false;
    std::uint64_t arrivals = 0; //!< barriers of the cluster that the accessing thread had arrived at
    std::uint64_t offset = 0;
};

struct cluster {
    std::vector<block*> blocks;        //!< by rank
    char* shared = nullptr;            //!< address of the first block's shared memory
    std::uint64_t phase = 0;           //!< completed barriers of the cluster
    std::uint32_t arrivals = 0;        //!< warps that have arrived at the next barrier
    bool any_relaxed = false;          //!< some arrival at the next barrier is .relaxed
    bool orders_itself = false;        //!< blocks have also synchronised by mbarriers, atomics or flags
    std::vector<peer_access> accesses; //!< by rank of the accessed block
    bool is_single() const { return blocks.size() == 1; }
};

//! Whether the address is in the shared memory of the warp's cluster, gaps between its blocks included.
inline bool in_cluster(const warp& w, std::uint64_t at)
{
    return at - reinterpret_cast<std::uint64_t>(w.cluster_shared) < w.cluster_bytes;
}
//! The synchronisation object for an address in the cluster: its word.
inline std::uint64_t object_in_cluster(std::uint64_t at) { return at & ~std::uint64_t{3}; }
//! The block whose shared memory holds the address; null if it is no block of the cluster.
block* owner_of(const warp&, std::uint64_t at);
//! The same, but only for a block other than the warp's own.
inline block* peer_of(const warp& w, std::uint64_t at)
{
    if (!in_cluster(w, at)) return nullptr;
    block* const b = owner_of(w, at);
    return b == w.owner ? nullptr : b;
}

} // namespace cuda_emulator
