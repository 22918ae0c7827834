// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The life of the shared-memory check, from block to block and from barrier to barrier.
#include "check/shared_memory.h"

#include "check/race_report.h"
#include "check/undefined_values.h"
#include "machine/block.h"
#include "machine/cluster.h"

namespace cuda_emulator {

shared_memory_check::shared_memory_check(block& b, check_options o)
    : block_(b)
    , options_(o)
    , records_(static_cast<u32>(b.grid.block.volume()), b.grid.lock_step, [this] { forget_records(); })
    , cells_(b.shared, b.shared_size, b.grid.code->narrow_accesses, *this, records_)
    , log_(*this, records_, cells_)
    , copies_((b.grid.block.volume() + warp_size - 1) / warp_size, *this, records_, cells_)
{
    uninitialised = o.uninitialised;
}

shared_memory_check::~shared_memory_check() = default;

void shared_memory_check::start()
{
    meets_blocks_ = block_.races && !block_.of->is_single();
    copies_.start_block();
    clocks_ = {};
    cells_.start_block(records_.start_block());
    new_epoch();
    if (const u32 reserved = block_.grid.code->reserved_bytes) set_written(cells_.of_bytes(0, reserved));
}

void shared_memory_check::finish() { block_.undefined->settle(); }

void shared_memory_check::block_barrier()
{
    block_.undefined->settle();
    new_epoch();
}

// All accesses so far are ordered before everything that follows.
void shared_memory_check::new_epoch()
{
    log_.clear();
    written_now = read_now = {};
    records_.block_barrier();
    copies_.stamp_pending();
}

// The block has used up its record numbers.
void shared_memory_check::forget_records()
{
    cells_.forget_order();
    records_.forget();
    new_epoch();
}

bool shared_memory_check::report(warp& w, const instruction& i, int lane, u32 cell, u32 bytes, bool writes, u32 earlier)
{
    return !options_.races || report_race(block_, w, i, {lane, offset_of(cell), bytes, writes}, records_, earlier);
}

} // namespace cuda_emulator
