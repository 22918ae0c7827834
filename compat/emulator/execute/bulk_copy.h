// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async.bulk and cp.reduce.async.bulk: bulk copies, which signal an mbarrier on completion or join a group. PTX
// allows them to complete at once, so they do.
#pragma once

#include "machine/warp.h"

#include <functional>

namespace cuda_emulator {

constexpr std::uint32_t bulk_unit = 16; //!< addresses and sizes are multiples of it

//! Operands: destination, source, size, mbarrier or no_operand, mask of ranks or no_operand.
struct bulk_copy_form {
    struct place {
        bool shared = false, wide = true;
        std::int64_t offset = 0;
    } to, from, barrier;
    handler reduce = nullptr; //!< the atomic for each element, with a generic address; null: a plain copy
    std::uint32_t element = 1;
    instruction each; //!< the access to one element, see as_element_access()
};
//! `extra` is a bulk_copy_form.
void run_bulk_copy(warp&, const instruction&, std::uint32_t mask);

// --- shared with copies of tensors

std::uint64_t address_of(warp&, const bulk_copy_form::place&, operand_slot, int lane);
//! Faults outside of a launch with clusters, where an H200 reports an illegal instruction.
void want_cluster(const warp&, const instruction&, int lane);
//! Checks the lane's access to this range, in pieces of 16 bytes.
void check_range(warp&, const instruction&, int lane, std::uint64_t first, std::uint32_t bytes, bool writes);
//! The access of a reduction to one element, in the form that handlers of atomics expect. It is part of the
//! instruction's form, because findings keep a pointer to it.
instruction as_element_access(const instruction&);
//! Runs the atomic on up to 32 elements of `bytes` each.
void reduce_elements(warp&, const instruction& each, handler run, const std::uint64_t* at, const char* values,
                     std::uint32_t bytes, std::uint32_t count);
//! Signals the mbarrier that bytes have arrived at `to`.
void tell_mbarrier(warp&, const instruction&, int lane, std::uint64_t to, std::uint32_t bytes, std::uint64_t barrier,
                   bool reduces);
//! Calls f for each block of the mask, with `to` and `barrier` at the same offsets in its shared memory.
void for_each_rank(warp&, const instruction&, int lane, std::uint32_t ranks, std::uint64_t to, std::uint64_t barrier,
                   const std::function<void(std::uint64_t to, std::uint64_t barrier)>&);

} // namespace cuda_emulator
