// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/access_records.h"

#include <algorithm>

namespace cuda_emulator {

access_records::access_records(u32 threads, bool lock_step, std::function<void()> forget_stamps)
    : order(threads, lock_step)
    , forget_stamps_(std::move(forget_stamps))
    , recent_((threads + warp_size - 1) / warp_size)
{
}

bool access_records::start_block()
{
    const bool restarts = order.next + records_of_a_block + 1 >= record_limit;
    if (restarts) {
        order.restart();
        std::fill(recent_.begin(), recent_.end(), std::array<recent, 64>());
    }
    last_record_ = order.next + records_of_a_block;
    before_block_ = (order.next << thread_bits) - 1;
    settled_ = order.next++ << thread_bits;
    return restarts;
}

void access_records::block_barrier()
{
    order.block_barrier();
    records_.clear();
    floor_ = order.first << thread_bits;
}

void access_records::forget()
{
    std::fill(recent_.begin(), recent_.end(), std::array<recent, 64>());
    before_block_ = 0;
    settled_ = 1u << thread_bits;
    ++generation_;
    order.restart();
    order.next = 2;
    last_record_ = order.next + records_of_a_block;
}

u32 access_records::new_record(const instruction& i, const decoded_function* f, bool writes)
{
    if (order.next >= last_record_) forget_stamps_();
    records_.push_back({&i, f, writes, i.order >= memory_order::relaxed});
    return order.next++;
}

u32 access_records::stamp_of_copy(const instruction& i, const decoded_function* f)
{
    return new_record(i, f, true) << thread_bits | order.copies();
}

// Pairs of accesses that synchronise rather than race. Both are atomic or strong, or one is and the other is volatile,
// which PTX treats as relaxed. Two volatile ones do so if one is a load that its loop waits for. The load before an
// atomicCAS loop may also be plain, because the loop detects a stale value.
bool access_records::may_meet(const instruction& i, u32 stamp) const
{
    const instruction& other = *of(stamp).at;
    const memory_order least = std::min(i.order, other.order), most = std::max(i.order, other.order);
    const bool is_flag =
        (i.waits && i.roles == operand_roles::load) || (other.waits && other.roles == operand_roles::load);
    if (least >= memory_order::volatile_ && (most >= memory_order::relaxed || is_flag)) return true;
    auto compares = [](const instruction& x) { // only cas has a fourth operand
        return x.roles == operand_roles::atomic && x.operands[3] != no_operand;
    };
    auto loads = [](const instruction& x) { return x.roles == operand_roles::load; };
    return (compares(i) && loads(other)) || (loads(i) && compares(other));
}

} // namespace cuda_emulator
