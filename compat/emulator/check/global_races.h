// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Races in global memory: between the blocks of a launch, and within one.
//
// Each 4 bytes (each byte, in kernels that touch less than 4) that the launch touches are a cell with three stamps: the
// last write, and two reads since, by different threads, of different blocks where there are such. A stamp is the
// number of an event (an instruction as one warp runs it between two synchronisations) and a lane.
//
// What orders two accesses of one block, happens_before knows. Of two blocks it is a release in one (an operation that
// releases; or a fence, and then an access that is not weak), which an operation in the other reads and acquires (or
// reads, and then comes a fence). Here a block's fence counts for all of its threads from then on, and what one thread
// acquires, all know. So what only the order within a block would show is missed, and nothing is found in vain. For the
// same reason scopes count as the whole device, and `volatile` as relaxed. The end of a kernel orders everything.
//
// The blocks of a cluster also meet at its barriers, and at mbarriers, atomics and flags in their shared memory. Races
// between them in shared memory are looked for here, too: those of one block in its own are another check's.
//
// The launch runs in one thread, so that what is found does not depend on the machine.
#pragma once

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

//! What is known of a block's accesses: those with a number below `all`, and of each thread those below its own.
struct block_knowledge {
    std::uint32_t all = 0, generation = 0;
    std::vector<std::uint32_t> threads;
};
//! … of several blocks, in their order.
using grid_knowledge = std::vector<std::pair<std::uint64_t, std::shared_ptr<const block_knowledge>>>;

//! One block's part of it.
class block_races {
public:
    block_races(global_races&, block&);

    void start();
    //! The lanes are about to read or to write so many bytes each at these addresses of global memory.
    void note(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes, bool writes);
    //! … by accesses that are not weak: what they order.
    void strong(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, bool reads, bool writes);
    void fence(warp&, std::uint32_t mask);
    //! What the lanes know is left at an object; what is left there, the block knows.
    void release(warp&, std::uint32_t mask, std::uint64_t object);
    void acquire(std::uint64_t object);
    //! This is new memory, of a kernel's malloc().
    void forget(std::uint64_t at, std::uint64_t bytes);

private:
    struct recent {
        const instruction* at = nullptr;
        std::uint32_t record = 0, event = 0, age = 0;
    };
    std::uint32_t stamp_of(warp&, const instruction&, bool writes);
    bool known(std::uint32_t stamp, std::uint32_t thread) const;
    bool may_meet(const instruction&, std::uint32_t stamp) const;
    void add_reader(std::uint32_t* cell, std::uint32_t stamp, std::uint32_t thread);
    void report(warp&, const instruction&, int lane, std::uint64_t at, std::uint32_t bytes, bool writes,
                std::uint32_t earlier);
    void learn(const std::shared_ptr<const grid_knowledge>&);
    void publish(std::uint64_t object, block_knowledge);
    void add_knowledge(block_knowledge&, warp&, std::uint32_t mask) const;

    global_races& all_;
    block& block_;
    std::vector<std::array<recent, 64>> recent_; //!< by warp
    block_knowledge fenced_;                     //!< what an access that is not weak publishes
    bool has_fenced_ = false;
    std::shared_ptr<const grid_knowledge> known_, pending_; //!< pending: read, and no fence came yet
};

class global_races {
public:
    //! Without `tells` it only notes what is touched.
    global_races(const program&, bool tells);
    ~global_races();
    //! f(address, bytes, writes) for all global memory that was touched, but by accesses that are made to meet others.
    void each_touched(const std::function<void(std::uint64_t, std::uint64_t, bool)>& f) const;
    //! This is the shared memory of other blocks now.
    void forget_shared(std::uint64_t at, std::uint64_t bytes);

private:
    friend class block_races;
    static constexpr std::uint32_t lane_bits = 5;
    static constexpr std::uint32_t most_events = 1u << 22; //!< then it forgets: always at the same place
    static constexpr std::uint64_t page_bytes = 1u << 16;
    enum stamp : std::uint32_t { written, read, read_too, stamps };

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
    std::vector<event> events_;
    std::uint32_t age_ = 0; //!< grows when it forgets
    std::unordered_map<std::uint64_t, std::unique_ptr<std::uint32_t[]>> pages_;
    std::uint64_t last_page_ = ~std::uint64_t{0};
    std::uint32_t* last_cells_ = nullptr;
    std::map<std::uint64_t, std::uint64_t> shared_; //!< of clusters: where it begins, and its bytes
    std::unordered_map<std::uint64_t, std::shared_ptr<const grid_knowledge>> objects_; //!< by address
};

} // namespace cuda_emulator
