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
    bool expects = false;    //!< arrive.expect_tx: the count is of bytes
    bool copies = false;     //!< the arrival of cp.async copies
    bool releases = false;   //!< complete_tx: who waits sees what the thread wrote before
    bool parity = false;     //!< the wait names a parity, not a state
    bool in_cluster = false; //!< part of st.async or red.async: see want_cluster()
};

void run_mbarrier(warp&, const instruction&, std::uint32_t mask);

//! Bytes of an asynchronous copy have come: the mbarrier at this address hears of it.
void complete_bytes(std::uint64_t barrier, std::uint32_t bytes);

} // namespace cuda_emulator
