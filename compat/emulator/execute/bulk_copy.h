// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async.bulk and cp.reduce.async.bulk: copies of many bytes, which tell an mbarrier when they are done or become
// part of a group. They are made at once, which PTX allows.
#pragma once

#include "machine/warp.h"

#include <functional>

namespace cuda_emulator {

//! Operands: destination, source, size, mbarrier or no_operand, mask of ranks or no_operand.
struct bulk_copy_form {
    struct place {
        bool shared = false, wide = true;
        std::int64_t offset = 0;
    } to, from, barrier;
    handler reduce = nullptr; //!< the atomic on each element, of a generic address; null: it copies
    std::uint32_t element = 1;
    instruction each; //!< what stands for the access of an element: as_element_access()
};
//! `extra` is a bulk_copy_form.
void run_bulk_copy(warp&, const instruction&, std::uint32_t mask);

// --- what copies of tensors need, too

std::uint64_t address_of(warp&, const bulk_copy_form::place&, operand_slot, int lane);
//! What an H200 runs in a launch with clusters alone, and calls an illegal instruction elsewhere.
void want_cluster(const warp&, const instruction&, int lane);
//! May the lane touch this range, of 16-byte pieces?
void check_range(warp&, const instruction&, int lane, std::uint64_t first, std::uint32_t bytes, bool writes);
//! A reduction's access to one element, as the atomics' handlers want it. Findings remember where it is: it is part of
//! the instruction's form.
instruction as_element_access(const instruction&);
//! Runs the atomic on up to 32 elements of `bytes` each.
void reduce_elements(warp&, const instruction& each, handler run, const std::uint64_t* at, const char* values,
                     std::uint32_t bytes, std::uint32_t count);
//! Bytes have come to `to`, and the mbarrier hears of it.
void tell_mbarrier(warp&, const instruction&, int lane, std::uint64_t to, std::uint32_t bytes, std::uint64_t barrier,
                   bool reduces);
//! Each block of the mask gets the bytes where the block of `to` would, and so does its mbarrier.
void for_each_rank(warp&, const instruction&, int lane, std::uint32_t ranks, std::uint64_t to, std::uint64_t barrier,
                   const std::function<void(std::uint64_t to, std::uint64_t barrier)>&);

} // namespace cuda_emulator
