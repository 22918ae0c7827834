// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a warp.
//
// A register is 32 lanes side by side, and a predicate a 32-bit mask. So an instruction is one loop, which the compiler
// vectorises. Lanes that run together form a divergent path: a lane mask, a PC and an activation. An activation is one
// call of a function by a set of lanes. Paths of one activation merge at the same PC. The path that is deepest in
// calls, and then lowest in PC, runs first.
#pragma once

#include "machine/pending_products.h"

#include <cstdint>
#include <memory>
#include <vector>

struct cuda_emulator_counters; // profile/counters.h

namespace cuda_emulator {

struct block;
struct launch;
class block_races;
class shared_memory_check;
class definedness_tracker;

constexpr std::uint32_t no_pc = 0xffffffffu;

//! One call of a function by a set of lanes.
struct activation {
    decoded_function* function = nullptr;
    activation* parent = nullptr;
    const call_info* call = nullptr;
    std::uint32_t return_pc = 0;
    std::uint32_t live = 0; //!< lanes that have not returned
    std::uint32_t stack_offset = 0;
    int depth = 0;
    std::uint32_t level = 0; //!< for lock-step: level and reconvergence point of the calling path, see divergent_path
    std::uint32_t reconverges_at = no_pc;
    char* registers = nullptr;
    std::vector<char> storage;
    std::vector<std::uint64_t>
        kept; //!< affine registers that translated code saved at a barrier, see machine/translated_code.h
    std::uint32_t kept_at = no_pc;
};

enum class path_state : std::uint8_t { runnable, at_barrier, at_warp_barrier, at_sync, at_reconvergence };

//! Lanes that run together.
struct divergent_path {
    activation* at = nullptr;
    std::uint32_t pc = 0;
    std::uint32_t mask = 0; //!< lane mask
    path_state state = path_state::runnable;
    std::uint32_t turn = 0; //!< incremented when the path gives way to others; the lowest runs first
    std::uint32_t wait = 0; //!< barrier number, or member mask
    const barrier_info* barrier = nullptr;
    // In lock-step mode only: the number of divergent branches around the path in its activation, and the PC of the
    // reconvergence point. A path in state at_reconvergence holds the lanes of both sides and waits for them.
    std::uint32_t level = 0;
    std::uint32_t reconverges_at = no_pc;
};

//! Special registers: each is 32 lanes of 32 bits at this index times 128 bytes.
enum special_register : std::uint32_t {
    sr_tid_x,
    sr_tid_y,
    sr_tid_z,
    sr_ntid_x,
    sr_ntid_y,
    sr_ntid_z,
    sr_ctaid_x,
    sr_ctaid_y,
    sr_ctaid_z,
    sr_nctaid_x,
    sr_nctaid_y,
    sr_nctaid_z,
    sr_laneid,
    sr_warpid,
    sr_nwarpid,
    sr_smid,
    sr_nsmid,
    sr_lanemask_eq,
    sr_lanemask_le,
    sr_lanemask_lt,
    sr_lanemask_ge,
    sr_lanemask_gt,
    sr_dynamic_smem_size,
    sr_total_smem_size,
    sr_aggr_smem_size,
    sr_reserved_smem_end,
    sr_reserved_smem_cap,
    sr_reserved_smem_1,
    sr_zero,
    sr_one,
    sr_envreg1,
    sr_envreg2, // address of the grid workspace of a cooperative launch
    sr_gridid,
    sr_gridid_high, // 64 bits take two entries
    sr_clusterid_x,
    sr_clusterid_y,
    sr_clusterid_z,
    sr_nclusterid_x,
    sr_nclusterid_y,
    sr_nclusterid_z,
    sr_cluster_ctaid_x,
    sr_cluster_ctaid_y,
    sr_cluster_ctaid_z,
    sr_cluster_nctaid_x,
    sr_cluster_nctaid_y,
    sr_cluster_nctaid_z,
    sr_cluster_ctarank,
    sr_cluster_nctarank,
    sr_is_explicit_cluster, // a predicate
    sr_shared_begin,        // start of the block's own shared memory: warp::shared_begin
    sr_count
};
static_assert(sr_count <= 64, "program::named_special has a bit for each");

//! A cached allocation. translate/prelude/state.hpp repeats the layout.
struct address_range {
    std::uintptr_t low = 1, high = 0;
    unsigned char* cells = nullptr; //!< definedness of the memory, see memory/written_bytes.h; null: not tracked
};

struct warp {
    char* base[4] = {}; //!< see operand_slot
    block* owner = nullptr;
    const launch* grid = nullptr;
    activation* current = nullptr;
    std::uint32_t pc = 0;
    std::uint32_t carry = 0; //!< CC.CF of each lane
    char* shared = nullptr;
    std::uint32_t shared_size = 0;
    std::uint32_t shared_begin = 0; //!< the offset of `shared` in addresses: not 0 in clusters
    char* cluster_shared = nullptr; //!< shared memory of all blocks of the cluster
    std::uint64_t cluster_bytes = 0;
    std::uint32_t cluster_arrived = 0; //!< lanes that have arrived at the cluster's barrier, which is not complete
    std::uint32_t cluster_passed = 0;  //!< lanes that have not yet waited for the completed barrier of the cluster
    char* stack = nullptr;             //!< lane 0's stack; the next lane's is stack_stride further
    std::uint32_t stack_stride = 0;
    bool checks = false;                         //!< whether any access is checked, see launch
    shared_memory_check* shared_check = nullptr; //!< null: off
    definedness_tracker* definedness = nullptr;  //!< definedness tracking; null: off
    std::uint64_t slice_end = 0; //!< a handler sets it to 0 to make the interpreter select the warp's code again
    cuda_emulator_counters* counters = nullptr; //!< null: not counted
    bool exclusive = false; //!< no other thread uses the device's memory, so only atomics of system scope are the host's
    std::uint32_t index = 0;
    std::uint32_t present = 0; //!< lanes that exist
    std::uint32_t live = 0;    //!< lanes that exist and have not exited
    std::uint32_t polls = 0;
    std::uint32_t turns = 0;
    std::uint64_t executed = 0; //!< warp instructions
    std::uint64_t waited = 0;   //!< what the warp's clock counts beside its instructions
    std::uint64_t thread_instructions = 0;
    std::vector<divergent_path> paths;
    //! The part of `executed` that translated code of this warp executed. It is far from `executed`: the compiler would
    //! load adjacent counts as one vector, which stalls after the two stores.
    std::uint64_t translated = 0;
    std::vector<std::unique_ptr<activation>> pool; //!< finished activations, for reuse
    std::vector<std::unique_ptr<activation>> active;
    std::uint64_t diverged = 0;      //!< the part of `executed` that some lanes executed; apart from the others, too
    address_range* ranges = nullptr; //!< the block's cached allocations, see range_index()
    alignas(64) char special[sr_count * 128];
    // The fast paths do not read the following members.
    block_races* races = nullptr; //!< check of global memory; null: off
    //! The cache that check_access() fills, usually `ranges`. With the race check on it is separate and `ranges` stays
    //! empty. So every fast path calls check_access(), which records the access.
    address_range* found = nullptr;
    pending_products products;
};

template <class T>
inline T* slot(warp& w, operand_slot o)
{
    return reinterpret_cast<T*>(w.base[o & 3] + (o & ~3u));
}

} // namespace cuda_emulator
