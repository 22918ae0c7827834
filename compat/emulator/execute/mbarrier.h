// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mbarrier objects: barriers that lie in shared memory, with a phase and a count of bytes to come.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! What `instruction::immediate`'s companion `mbarrier_form` tells the handler to do. Operands: address (as for
//! atomics, with `detail`), result or no_operand, count, state or parity.
struct mbarrier_form {
    enum class operation : std::uint8_t {
        init,
        invalidate,
        arrive,
        arrive_drop,
        order_copies, //!< an arrival that changes no count
        expect_tx,
        complete_tx,
        test,
        pending_count
    } op;
    bool expects = false; //!< arrive.expect_tx: the count is of bytes
    bool copies = false;  //!< the arrival of cp.async copies
    bool parity = false;  //!< the wait names a parity, not a state
};

void run_mbarrier(warp&, const instruction&, std::uint32_t mask);

//! cp.async.bulk: copies at once, and tells the mbarrier. Operands: destination, source, size, mbarrier or no_operand;
//! `extra` is a bulk_copy_form.
struct bulk_copy_form {
    bool to_shared = true, from_shared = false; //!< windows of the two addresses
    bool wide_to = true, wide_from = true, wide_barrier = true;
    std::int64_t to_offset = 0, from_offset = 0, barrier_offset = 0;
};
void run_bulk_copy(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
