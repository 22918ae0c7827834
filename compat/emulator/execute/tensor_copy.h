// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async.bulk.tensor: tiled copies of a box out of a tensor or into it. Like other bulk copies they complete at once.
#pragma once

#include "execute/bulk_copy.h"

#include <string>

namespace cuda_emulator {

//! Operands: address of the tensor map, place in shared memory, mbarrier or no_operand, mask of ranks or no_operand,
//! coordinates (innermost dimension first).
struct tensor_copy_form {
    bulk_copy_form::place shared, barrier;
    int rank = 1;
    bool loads = true;     //!< into shared memory
    std::string reduction; //!< empty: a plain copy
    instruction each;      //!< see bulk_copy_form
};
//! `extra` is a tensor_copy_form.
void run_tensor_copy(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
