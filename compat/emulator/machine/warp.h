// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a warp.
//
// A register is 32 lanes side by side (a predicate is a 32-bit mask), so that one instruction is one loop which the
// compiler vectorises. Lanes that run together form a fragment: a mask, a PC and an activation (one call of a
// function by a set of lanes). Fragments of one activation merge when they meet at a PC; the one deepest in calls and
// lowest in PC runs first.
#pragma once

#include "machine/program.h"

#include <cstdint>
#include <memory>
#include <vector>

struct cuda_emulator_counters; // profile/counters.h

namespace cuda_emulator {

struct block;
struct launch;
class block_races;
class shared_memory_check;
class value_follower;

constexpr std::uint32_t no_meeting = 0xffffffffu;

struct activation {
    decoded_function* function = nullptr;
    activation* parent = nullptr;
    const call_info* call = nullptr;
    std::uint32_t return_pc = 0;
    std::uint32_t live = 0; //!< lanes that have not returned
    std::uint32_t stack_offset = 0;
    int depth = 0;
    std::uint32_t level = 0; //!< of the lanes that called it, and where they meet: see fragment
    std::uint32_t meeting = no_meeting;
    char* registers = nullptr;
    std::vector<char> storage;
    std::vector<std::uint64_t> kept; //!< what translated code left at a barrier, see machine/translated_code.h
    std::uint32_t kept_at = no_meeting;
};

enum class fragment_state : std::uint8_t { runnable, at_barrier, at_warp_barrier, at_sync, at_meeting };

struct fragment {
    activation* at = nullptr;
    std::uint32_t pc = 0;
    std::uint32_t mask = 0;
    fragment_state state = fragment_state::runnable;
    std::uint32_t turn = 0; //!< grows when it gives way to others; the lowest runs first
    std::uint32_t wait = 0; //!< barrier number, or member mask
    const barrier_info* barrier = nullptr;
    // In lock step alone: how many divergent branches of its activation the fragment is in, and the PC where it ends,
    // for its lanes go on with those of the other side. A fragment at_meeting has the lanes of both sides, and waits
    // for them.
    std::uint32_t level = 0;
    std::uint32_t meeting = no_meeting;
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
    sr_gridid_high, // 64 bits: two places
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
    sr_shared_begin,        // what the block's own shared memory begins with: warp::shared_begin
    sr_count
};
static_assert(sr_count <= 64, "program::named_special has a bit for each");

//! An allocation seen last. translate/prelude/state.hpp knows the layout.
struct address_range {
    std::uintptr_t low = 1, high = 0;
    unsigned char* cells = nullptr; //!< what of it is written, see memory/written_bytes.h; null: nobody asks
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
    std::uint32_t shared_begin = 0; //!< the offset that means the beginning of `shared`: not 0 in clusters
    char* cluster_shared = nullptr; //!< the shared memory of all blocks of the cluster
    std::uint64_t cluster_bytes = 0;
    std::uint32_t cluster_arrived = 0; //!< lanes that have arrived at the cluster's barrier, which is not done
    std::uint32_t cluster_passed = 0;  //!< … which is done, and have not waited for it
    char* stack = nullptr;             //!< lane 0's; the next lane's is stack_stride further
    std::uint32_t stack_stride = 0;
    bool checks = false;                         //!< of what the warp touches, see launch
    shared_memory_check* shared_check = nullptr; //!< null: off
    value_follower* follower = nullptr;          //!< null: no value needs to be followed
    std::uint64_t slice_end = 0;                 //!< a handler that sets it to 0 has the warp's code chosen again
    cuda_emulator_counters* counters = nullptr;  //!< null: nobody counts
    bool exclusive = false;                      //!< no other thread runs blocks of this grid: plain atomics will do
    std::uint32_t index = 0;
    std::uint32_t present = 0; //!< lanes that exist
    std::uint32_t live = 0;    //!< … and have not exited
    std::uint32_t polls = 0;
    std::uint32_t turns = 0;
    std::uint64_t executed = 0; //!< warp instructions
    std::uint64_t thread_instructions = 0;
    std::vector<fragment> fragments;
    std::vector<std::unique_ptr<activation>> pool; //!< finished activations, to be used again
    std::vector<std::unique_ptr<activation>> active;
    address_range* ranges = nullptr; //!< the block's: allocations seen last, see range_index()
    alignas(64) char special[sr_count * 128];
    // What the quick ways never look at.
    block_races* races = nullptr; //!< in global memory; null: off
    //! Where check_access() keeps what it found: mostly `ranges`. With races they are parted, and `ranges` stay empty:
    //! so every quick way asks check_access(), which notes the access.
    address_range* found = nullptr;
};

template <class T>
inline T* slot(warp& w, operand_slot o)
{
    return reinterpret_cast<T*>(w.base[o & 3] + (o & ~3u));
}

} // namespace cuda_emulator
