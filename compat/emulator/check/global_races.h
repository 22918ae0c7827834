// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects races in global memory, between the blocks of a launch and within a block.
//
// A cell stands for 4 bytes that the launch touches, or for one byte in kernels with narrower accesses. A cell has
// four stamps: the last write, an earlier one, and two reads since. The reads are by different threads, and of
// different blocks if possible. A stamp is the number of an event and a lane. An event is an instruction as one warp
// runs it between two synchronisations.
//
// The earlier write is an atomic or another strong one that nothing orders before the last. The two do not race, but a
// plain access that is ordered after the last alone races with the earlier one.
//
// Within a block, happens_before orders accesses. Between blocks, a release in one block and an acquire in another
// order them. A release is a releasing operation, or a fence and then a strong access. An acquire is an acquiring
// operation that reads the object, or a strong read and then a fence. A block's fence counts for all its threads, and
// an acquire by one thread counts for the block. So races that only the order within a block would show are missed, but
// no report is false. For the same reason `volatile` counts as relaxed. The end of a kernel orders everything.
//
// Accesses and fences order as far as their scopes reach. Block scope orders nothing between blocks. Cluster scope
// orders the blocks of a cluster. System scope counts as the device. Two strong accesses race unless each one's scope
// includes the other's block.
//
// Blocks of a cluster also synchronise by its barriers, and by mbarriers, atomics and flags in their shared memory.
// Races between such blocks in shared memory are detected here, too. Races of a block in its own shared memory belong
// to shared_memory.h.
//
// The launch runs in one thread, so that the findings do not depend on the machine.
#pragma once

#include "check/racing_reads.h"
#include "machine/lanes.h"
#include "machine/warp.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cuda_emulator {

class global_races;

//! The accesses of a block that are known: those below `all`, and per thread those below the thread's own number.
struct block_knowledge {
    std::uint32_t all = 0, generation = 0;
    std::vector<std::uint32_t> threads;
};
//! The same for several blocks, sorted by block.
using grid_knowledge = std::vector<std::pair<std::uint64_t, std::shared_ptr<const block_knowledge>>>;

//! The part of the check that belongs to one block.
class block_races {
public:
    block_races(global_races&, block&);

    void start();
    //! Called before lanes read or write `bytes` each at these addresses of global memory.
    void note(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes, bool writes);
    //! Called for strong accesses: updates the order that they establish.
    void strong(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, bool reads, bool writes);
    void fence(warp&, std::uint32_t mask, memory_scope);
    //! The last access has run, see racing_reads.
    void end_access();
    //! `release` leaves the lanes' knowledge at an object; `acquire` gives the object's knowledge to the block.
    void release(warp&, std::uint32_t mask, std::uint64_t object, memory_scope);
    //! Leaves at the object what the block's last fence has published: a relaxed arrival after a fence.
    void release_fenced(std::uint64_t object, memory_scope);
    void acquire(std::uint64_t object, memory_scope);
    //! The bytes are new memory, from malloc() in a kernel.
    void forget(std::uint64_t at, std::uint64_t bytes);

private:
    struct recent {
        const instruction* at = nullptr;
        std::uint32_t record = 0, event = 0, age = 0;
    };
    std::uint32_t stamp_of(warp&, const instruction&, bool writes);
    bool known(std::uint32_t stamp, std::uint32_t thread) const;
    bool may_meet(const instruction&, std::uint32_t stamp) const;
    bool reaches(memory_scope, std::uint64_t block) const;
    std::uint64_t cluster_of(std::uint64_t block) const;
    bool races_with(const instruction&, std::uint32_t stamp, std::uint32_t thread) const;
    bool is_own(const warp&, std::uint32_t mask, std::uint32_t stamp) const;
    void add_reader(std::uint32_t* cell, std::uint32_t stamp, std::uint32_t thread);
    void replace_write(const instruction&, std::uint32_t* cell, std::uint32_t stamp, std::uint32_t thread, bool raced);
    void report(warp&, const instruction&, int lane, std::uint64_t at, std::uint32_t bytes, bool writes,
                std::uint32_t earlier);
    //! How far an order between blocks reaches.
    enum reach : std::uint8_t { within_cluster, within_device, reaches_count };
    //! Whether an access or fence of this scope orders blocks as far as this.
    bool has(memory_scope, reach) const;
    const std::shared_ptr<const grid_knowledge>* left_at(std::uint64_t object, reach) const;
    void learn(const std::shared_ptr<const grid_knowledge>&);
    void publish(std::uint64_t object, reach, block_knowledge);
    void add_knowledge(block_knowledge&, warp&, std::uint32_t mask) const;

    global_races& all_;
    block& block_;
    std::vector<std::array<recent, 64>> recent_; //!< by warp
    block_knowledge fenced_[reaches_count];      //!< knowledge that a strong access publishes
    bool has_fenced_[reaches_count] = {};
    std::shared_ptr<const grid_knowledge> known_;
    //! Read by a strong access, but effective only after a fence.
    std::shared_ptr<const grid_knowledge> pending_[reaches_count];
};

class global_races {
public:
    //! If `tells` is false, accesses are recorded but races are not reported. `sees_old`: see racing_reads.
    global_races(const program&, bool tells, std::function<bool()> sees_old = {});
    ~global_races();
    //! Calls f(address, bytes, writes) for all global memory that weak accesses touched.
    void each_touched(const std::function<void(std::uint64_t, std::uint64_t, bool)>& f) const;
    //! The shared memory at this address now belongs to other blocks.
    void forget_shared(std::uint64_t at, std::uint64_t bytes);

private:
    friend class block_races;
    static constexpr std::uint32_t lane_bits = 5;
    static constexpr std::uint32_t most_events =
        1u << 22; //!< at this number all events are forgotten, at the same point in each run
    static constexpr std::uint64_t page_bytes = 1u << 16;
    enum stamp : std::uint32_t { written, written_too, read, read_too, stamps };

    struct event {
        const instruction* at;
        const decoded_function* function;
        std::uint64_t block;
        std::uint32_t record, generation, warp;
        bool writes;
    };
    std::uint32_t* cell(std::uint64_t address);
    const event& event_of(std::uint32_t stamp) const { return events_[stamp >> lane_bits]; }
    std::uint32_t thread_of(std::uint32_t stamp) const
    {
        return event_of(stamp).warp * warp_size + (stamp & (warp_size - 1));
    }
    bool same_thread(std::uint32_t a, std::uint32_t b) const
    {
        return ((a ^ b) & (warp_size - 1)) == 0 &&
               (a == b || (event_of(a).warp == event_of(b).warp && event_of(a).block == event_of(b).block));
    }
    void forget();

    const std::uint32_t shift_;
    const bool tells_;
    racing_reads values_;
    std::vector<event> events_;
    std::uint32_t age_ = 0; //!< incremented when the events are forgotten
    std::unordered_map<std::uint64_t, std::unique_ptr<std::uint32_t[]>> pages_;
    std::uint64_t last_page_ = ~std::uint64_t{0};
    std::uint32_t* last_cells_ = nullptr;
    std::map<std::uint64_t, std::uint64_t> shared_; //!< shared memory of clusters: address and size
    //! What releases left for the whole device, by address.
    std::unordered_map<std::uint64_t, std::shared_ptr<const grid_knowledge>> objects_;
    //! What releases left for their cluster, by address and cluster. A release for the device is also in here.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::shared_ptr<const grid_knowledge>> objects_of_clusters_;
};

} // namespace cuda_emulator
