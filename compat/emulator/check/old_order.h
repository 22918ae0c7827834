// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of accesses as programs before PTX 6.0 relied on it, for CUDA_EMULATOR_CHECK_VOLATILE_RACES=1.
//
// PTX 6.0 made `volatile` accesses relaxed ones of system scope, which never race. Older programs use them for data:
// `volatile` bypasses the L1 cache, and a fence of the writer orders. So under this switch `volatile` accesses race
// unless something orders them. A `volatile` load may still poll what an atomic writes.
//
// The reader needs no fence after it has seen the writer's flag or counter, as in CUDA's own example of
// __threadfence(). The take of a lock by atomicCAS does need one.
#pragma once

#include "machine/launch.h"
#include "machine/program.h"

namespace cuda_emulator {

//! Whether the instruction is atom.cas: only it has a fourth operand.
inline bool compares_and_swaps(const instruction& i)
{
    return i.roles == operand_roles::atomic && i.operands[3] != no_operand;
}

//! Whether the switch is on and `volatile` makes these two accesses race. Both are strong.
inline bool volatile_accesses_race(const launch& l, const instruction& one, const instruction& other)
{
    const auto is_volatile = [](const instruction& i) { return i.order == memory_order::volatile_; };
    if (!l.memory_check.volatile_races || (!is_volatile(one) && !is_volatile(other))) return false;
    const auto polls = [&](const instruction& i) { return is_volatile(i) && i.roles == operand_roles::load; };
    return !(polls(one) && !is_volatile(other)) && !(polls(other) && !is_volatile(one));
}

//! The order that the instruction has on a launch: with the switch on, a read is an acquire.
inline memory_order order_of(const launch& l, const instruction& i, bool reads)
{
    const bool acquires = l.memory_check.volatile_races && reads && !compares_and_swaps(i) &&
                          (i.order == memory_order::volatile_ || i.order == memory_order::relaxed);
    return acquires ? memory_order::acquire : i.order;
}

} // namespace cuda_emulator
