// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mbarrier objects: barriers in shared memory, with a phase and a count of outstanding bytes.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! The form of an mbarrier instruction. Operands: address (as for atomics, with `detail`), result or no_operand, count,
//! state or parity.
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
    bool expects = false;    //!< arrive.expect_tx: the count is in bytes
    bool copies = false;     //!< the arrival of cp.async copies
    bool releases = false;   //!< complete_tx: waiting threads see the thread's earlier writes
    bool parity = false;     //!< the wait takes a parity instead of a state
    bool in_cluster = false; //!< part of st.async or red.async: see want_cluster()
};

void run_mbarrier(warp&, const instruction&, std::uint32_t mask);

//! Signals the mbarrier at this address that bytes of an asynchronous copy have arrived.
void complete_bytes(std::uint64_t barrier, std::uint32_t bytes);

} // namespace cuda_emulator
