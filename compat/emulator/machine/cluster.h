// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks of a cluster, which run together and reach each other's shared memory. A block without clusters is one of
// its own.
//
// The shared memory of the block with rank r begins at r << 24 of the cluster's. So an offset there, which is what an
// address of shared memory is in a register, names the block as well, and means the same in all blocks of the cluster.
#pragma once

#include "machine/block.h"
#include "memory/address_window.h"

namespace cuda_emulator {

constexpr int cluster_stride_bits = 24;
constexpr std::uint64_t cluster_stride = std::uint64_t{1} << cluster_stride_bits;
static_assert(cluster_stride == address_window::shared_stride);
constexpr std::uint32_t most_blocks_of_a_cluster = 16;

//! Where fragments wait for the cluster's barrier: no number that PTX knows.
constexpr std::uint32_t cluster_barrier = barrier_count;

//! The last access to a block's shared memory by another.
struct peer_access {
    const instruction* at = nullptr; //!< null: there was none
    const decoded_function* function = nullptr;
    const block* from = nullptr;
    std::uint32_t thread = 0, bytes = 0;
    bool writes = false;
    std::uint64_t arrivals = 0; //!< at barriers of the cluster, of the thread until then
    std::uint64_t offset = 0;
};

struct cluster {
    std::vector<block*> blocks;        //!< by rank
    char* shared = nullptr;            //!< where the first block's shared memory begins
    std::uint64_t phase = 0;           //!< barriers of the cluster that are done
    std::uint32_t arrivals = 0;        //!< of warps at the next one
    bool any_relaxed = false;          //!< some arrival at the next one orders nothing
    bool orders_itself = false;        //!< blocks have met otherwise, too: by mbarriers, atomics, flags
    std::vector<peer_access> accesses; //!< by rank of the block whose memory it is
    bool is_single() const { return blocks.size() == 1; }
};

//! Is it an address in the shared memory of the warp's cluster, or between that of its blocks?
inline bool in_cluster(const warp& w, std::uint64_t at)
{
    return at - reinterpret_cast<std::uint64_t>(w.cluster_shared) < w.cluster_bytes;
}
//! The object that the blocks meet at, by an address in the cluster: the word.
inline std::uint64_t object_in_cluster(std::uint64_t at) { return at & ~std::uint64_t{3}; }
//! The block whose shared memory holds the address; null when it is none of the cluster's.
block* owner_of(const warp&, std::uint64_t at);
//! The same for a block other than the warp's own.
inline block* peer_of(const warp& w, std::uint64_t at)
{
    if (!in_cluster(w, at)) return nullptr;
    block* const b = owner_of(w, at);
    return b == w.owner ? nullptr : b;
}

} // namespace cuda_emulator
