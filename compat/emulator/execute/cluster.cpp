// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/cluster.h"

#include "check/global_races.h"
#include "machine/fault.h"
#include "memory/address_window.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator {

cluster_run::cluster_run(const launch& g, bool exclusive)
{
    const auto size = static_cast<std::uint32_t>(g.cluster.volume());
    // The blocks' regions are far apart, and only their beginnings are used. A block without shared memory still needs
    // an address of its own.
    shared_ = window_memory(address_window::shared(), (size - 1) * cluster_stride + std::max(shared_bytes_of(g), 1u));
    state_.shared = shared_.begin();
    if (!state_.shared)
        throw device_fault(device_error::memory_allocation, "no memory for the shared memory of a block");
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        blocks_.push_back(std::make_unique<block_run>(g, exclusive, state_, rank));
        state_.blocks.push_back(blocks_.back().get());
    }
    ended_.resize(size);
}

void cluster_run::start(std::uint64_t first, std::uint64_t first_of_turn)
{
    told_ = {};
    state_.phase = 0;
    state_.arrivals = 0;
    if (!state_.is_single()) state_.accesses.assign(blocks_.size(), {});
    state_.any_relaxed = state_.orders_itself = false;
    if (global_races* const races = blocks_.front()->grid.races; races && !state_.is_single())
        races->forget_shared(reinterpret_cast<std::uint64_t>(state_.shared), shared_.bytes());
    for (std::size_t rank = 0; rank < blocks_.size(); ++rank) {
        blocks_[rank]->start(first + rank);
        blocks_[rank]->first_of_turn = first_of_turn;
        ended_[rank] = false;
    }
}

progress cluster_run::run(const std::atomic<std::uint64_t>& last)
{
    for (;;) {
        block_run* waits = nullptr;
        bool any_progress = false, any_yield = false;
        for (std::size_t rank = 0; rank < blocks_.size(); ++rank) {
            if (ended_[rank]) continue;
            block_run& b = *blocks_[rank];
            const std::uint64_t before = b.executed().all;
            const progress p = b.run(last);
            any_progress |= b.executed().all != before;
            any_yield |= p == progress::yielded;
            if (p == progress::finished) {
                ended_[rank] = true;
            } else if (!waits) {
                waits = &b;
            }
        }
        if (!waits) return progress::finished;
        if (any_yield) return progress::yielded;
        if (!any_progress) waits->report_deadlock();
    }
}

executed_instructions cluster_run::executed() const
{
    executed_instructions sum;
    for (auto& b : blocks_)
        sum += b->executed();
    return sum;
}

executed_instructions cluster_run::newly_executed()
{
    const executed_instructions before = std::exchange(told_, executed());
    return told_ - before;
}

void cluster_run::give_up(double seconds)
{
    for (std::size_t rank = 0;; ++rank)
        if (!ended_[rank]) blocks_[rank]->give_up(seconds);
}

void cluster_run::add_counters_to(cuda_emulator_counters& total) const
{
    for (auto& b : blocks_)
        b->add_counters_to(total);
}

} // namespace cuda_emulator
